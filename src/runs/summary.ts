import { tenDigits } from '../core/rounding.ts';
import type { JsonObject } from '../core/json.ts';
import type { Case } from '../cases/case.ts';
import { promptFor } from '../cases/suite.ts';
import type { Estimate } from '../stats/estimate.ts';
import { wilsonInterval } from '../stats/wilson.ts';
import type { ControlResult, ControlStatus } from './controls.ts';
import { repeatsOf, type Plan } from './plan.ts';
import type { CaseResult, CaseStatus, CheckCount, Tally } from './results.ts';

/** What a run came to: `summary.json`. No clock, path, call count or retry; equal replies give equal bytes. */
export interface Summary {
  readonly format: 'proofmark/summary';
  readonly version: 1;
  readonly suite: { readonly name: string; readonly hash: string; readonly set_version: string | null };
  readonly sampling: JsonObject;
  readonly targets: readonly TargetSummary[];
  readonly controls: ControlsSummary;
  readonly slices: readonly {
    readonly slice: string;
    readonly target: string;
    readonly counts: StatusCounts;
    readonly rate: Estimate;
  }[];
  readonly checks: readonly CheckSummary[];
  readonly cases: readonly CaseSummary[];
  readonly private_left_out: number;
  readonly without_control: readonly string[];
  readonly notes: readonly string[];
}

type StatusCounts = Readonly<Record<CaseStatus, number>>;

export interface TargetSummary {
  readonly id: string;
  readonly model: string | null;
  readonly prompt: string | null;
  /** Of the cases' own inputs; known failures count as failures, errors, unjudged and not run cases are outside n. */
  readonly live: { readonly counts: StatusCounts; readonly rate: Estimate };
  readonly hostile: { readonly counts: StatusCounts; readonly rate: Estimate } | null;
}

export interface ControlsSummary {
  readonly total: number;
  readonly held: number;
  /** Controls that must pass and could not be judged, or not be graded; outside n. */
  readonly unjudged: number;
  readonly error: number;
  readonly synthesised: number;
  readonly rate: Estimate;
  /** All that did not hold. */
  readonly failed: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly status: ControlStatus;
    readonly codes: readonly string[];
    readonly missed_by: readonly string[];
  }[];
}

export interface CheckSummary {
  readonly check: string;
  readonly counts: Readonly<CheckCount>;
  readonly rate: Estimate;
}

export interface CaseSummary {
  readonly id: string;
  readonly variant: string | null;
  readonly target: string;
  readonly status: CaseStatus;
  readonly passes: number;
  readonly trials: number;
  readonly needed: number;
  /** Of its judged trials. */
  readonly rate: Estimate;
  readonly score: number | null;
  readonly codes: readonly { readonly code: string; readonly trials: number }[];
}

export function summarise(plan: Plan, tally: Tally | null, controls: readonly ControlResult[]): Summary {
  const { suite } = plan;
  const results = tally?.results() ?? [];
  const controlCount = (status: ControlStatus): number =>
    controls.filter((control) => control.status === status).length;
  const [held, unjudged, error] = [controlCount('held'), controlCount('unjudged'), controlCount('error')];
  return {
    format: 'proofmark/summary',
    version: 1,
    suite: { name: suite.name, hash: suite.hash, set_version: suite.config.setVersion },
    sampling: suite.config.sampling,
    targets: plan.targets.map((target) => {
      const own = results.filter((result) => result.target === target.id);
      const hostile = own.filter((result) => result.variant !== null);
      return {
        id: target.id,
        model: target.model,
        prompt: promptFor(suite, target.id)?.hash ?? null,
        live: rated(own.filter((result) => result.variant === null)),
        hostile: hostile.length > 0 ? rated(hostile) : null,
      };
    }),
    controls: {
      total: controls.length,
      held,
      unjudged,
      error,
      synthesised: controls.filter((control) => control.synthesised).length,
      rate: rounded(wilsonInterval(held, controls.length - unjudged - error)),
      failed: controls
        .filter((control) => control.status !== 'held')
        .map(({ caseId, name, status, codes, missedBy }) => ({ id: caseId, name, status, codes, missed_by: missedBy })),
    },
    slices: slicesOf(plan, results),
    checks: [...(tally?.checks ?? [])]
      .sort(([first], [second]) => (first < second ? -1 : 1))
      .map(([check, counts]) => ({ check, counts, rate: checkRate(check, counts, plan) })),
    cases: results.map(caseSummary),
    private_left_out: suite.privateCount,
    without_control: suite.withoutControl,
    notes: suite.notes,
  };
}

function caseSummary(result: CaseResult): CaseSummary {
  const { id, variant, target, status, passes, judged, trials, needed, score, codes } = result;
  // The order in which codes were first seen depends on which trial ended first.
  const listed = [...codes].sort(([first], [second]) => (first < second ? -1 : 1));
  return {
    id,
    variant,
    target,
    status,
    passes,
    trials,
    needed,
    rate: rounded(wilsonInterval(passes, judged)),
    score: score === null ? null : tenDigits(score),
    codes: listed.map(([code, count]) => ({ code, trials: count })),
  };
}

function rated(results: readonly CaseResult[]): { counts: StatusCounts; rate: Estimate } {
  const counts = { pass: 0, fail: 0, known: 0, error: 0, unjudged: 0, not_run: 0 };
  for (const result of results) counts[result.status] += 1;
  return { counts, rate: rounded(wilsonInterval(counts.pass, counts.pass + counts.fail + counts.known)) };
}

/** The estimate as files have it: statistics at ten significant digits. */
function rounded(estimate: Estimate): Estimate {
  const round = (value: number | null): number | null => (value === null ? null : tenDigits(value));
  return { ...estimate, estimate: round(estimate.estimate), low: round(estimate.low), high: round(estimate.high) };
}

function slicesOf(plan: Plan, results: readonly CaseResult[]): Summary['slices'] {
  const tags = [...new Set(plan.cases.flatMap((item) => item.tags))].sort();
  return tags.flatMap((slice) =>
    plan.targets.map((target) => {
      const inSlice = (result: CaseResult): boolean =>
        result.target === target.id && result.variant === null && result.case.tags.includes(slice);
      return { slice, target: target.id, ...rated(results.filter(inSlice)) };
    }),
  );
}

function checkRate(type: string, counts: CheckCount, plan: Plan): Estimate {
  const n = counts.pass + counts.fail + counts.unreadable;
  const once =
    plan.targets.length === 1 &&
    plan.cases.every((item) => repeatsOf(item, plan.selection) === 1 && usesOnce(item, type));
  const rate = rounded(wilsonInterval(counts.pass, n));
  if (once) return rate;
  return {
    ...rate,
    low: null,
    high: null,
    reason: 'several results of one case are not independent: no interval over them',
  };
}

function usesOnce(item: Case, type: string): boolean {
  return item.checks.filter((check) => check.type === type).length <= 1;
}
