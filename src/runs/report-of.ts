import { promptFor } from '../cases/suite.ts';
import { isRecorded } from '../targets/make-target.ts';
import type { ControlResult } from './controls.ts';
import type { Stop } from './guard.ts';
import type { Plan } from './plan.ts';
import type { CaseResult, Tally } from './results.ts';
import type { RunReport } from './run-report.ts';
import type { RunFolder } from './run-store.ts';
import { rejectedReference } from './stored-grading.ts';
import { summarise } from './summary.ts';

/** What a report is made of, beside the plan. */
export interface Told {
  readonly mode: RunReport['mode'];
  readonly run: RunFolder | null;
  readonly tally: Tally | null;
  readonly controls: readonly ControlResult[];
  readonly timing: RunReport['timing'];
  readonly stop: Stop | null;
  readonly changedSince?: ReadonlyMap<string, string>;
}

/** Puts together all that is told of a run. */
export function reportOf(plan: Plan, told: Told): RunReport {
  const { run, tally, controls, timing, stop, mode } = told;
  const results = tally?.results() ?? [];
  return {
    run: run ? { id: run.id, folder: run.path } : null,
    mode,
    suiteFolder: plan.suite.folder,
    targets: plan.targets.map((target) => ({
      id: target.id,
      model: target.model,
      place: target.place,
      promptHash: promptFor(plan.suite, target.id)?.hash ?? null,
      promptChangedSince: told.changedSince?.get(target.id) ?? null,
    })),
    summary: summarise(plan, tally, controls),
    results,
    controls,
    timing,
    stop,
    leftOut: [],
    unusedReplies: stop === null && mode === 'run' ? unusedReplies(plan) : [],
    rejectedReferences: plan.cases.flatMap((item) => {
      const checksThatReject = rejectedReference(item);
      return checksThatReject ? [{ id: item.id, checks: checksThatReject }] : [];
    }),
    staleKnownFailures: results.flatMap(staleKnownFailure),
  };
}

function staleKnownFailure(result: CaseResult): RunReport['staleKnownFailures'] {
  if (result.case.knownFailure === null || result.variant !== null) return [];
  if (result.status === 'pass') return [{ id: result.id, why: 'passes' }];
  return result.status === 'fail' ? [{ id: result.id, why: 'expired' }] : [];
}

/** Recorded replies that belong to no case of the suite: a slip of an id would otherwise go unseen. */
function unusedReplies({ suite, targets }: Plan): readonly string[] {
  const variants = new Set(suite.cases.flatMap((item) => item.hostile.map(({ name }) => `${item.id}/${name}`)));
  const belongs = (id: string, variant: string | null): boolean =>
    variant === null ? suite.allIds.has(id) : variants.has(`${id}/${variant}`);
  const stray = targets
    .filter(isRecorded)
    .flatMap((target) => target.unusedKeys())
    .filter(({ caseId, variant }) => !belongs(caseId, variant))
    .map(({ caseId, variant, line }) => `${caseId}${variant === null ? '' : `/${variant}`} (line ${line})`);
  return [...new Set(stray)];
}
