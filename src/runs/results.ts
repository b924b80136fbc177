import type { Case } from '../cases/case.ts';
import { codesOf, type Grade } from './grading.ts';
import { neededPasses, repeatsOf, type Plan } from './plan.ts';

/** `not_run`: the trial was planned and never called. */
export type TrialStatus = 'pass' | 'fail' | 'error' | 'not_judged' | 'not_run';

/** `known`: failed as its `known_failure` says, which does not make a run red. */
export type CaseStatus = 'pass' | 'fail' | 'known' | 'error' | 'unjudged' | 'not_run';

/** One case (or one hostile variant of it) on one target, over all its repeats. */
export interface CaseResult {
  readonly id: string;
  readonly variant: string | null;
  readonly target: string;
  readonly status: CaseStatus;
  readonly trials: number;
  /** Trials that passed or failed. */
  readonly judged: number;
  readonly passes: number;
  readonly needed: number;
  /** The mean score of the trials that have one. */
  readonly score: number | null;
  /** How many trials showed each code, in order of first appearance. */
  readonly codes: ReadonlyMap<string, number>;
  /** The first grade that was not a pass; to tell a reader what was seen. */
  readonly sample: Grade | null;
  readonly case: Case;
}

/** How often one kind of check passed, over trials. */
export interface CheckCount {
  pass: number;
  fail: number;
  unreadable: number;
  error: number;
  not_judged: number;
}

interface Slot {
  readonly key: string;
  readonly item: Case;
  readonly variant: string | null;
  readonly target: string;
  readonly trials: number;
  readonly statuses: Record<TrialStatus, number>;
  readonly codes: Map<string, number>;
  sample: Grade | null;
  scoreSum: number;
  scored: number;
  ended: number;
}

function slotKey(caseId: string, variant: string | null, target: string): string {
  return `${caseId}/${variant ?? ''}@${target}`;
}

/** Collects the grades of a run, in whatever order they come; results are in suite order. */
export class Tally {
  readonly #slots = new Map<string, Slot>();
  readonly #order: Slot[] = [];
  readonly #today: string;
  readonly checks: Map<string, CheckCount> = new Map();

  /** @param today `2026-11-30`; decides which known failures still count */
  constructor(plan: Plan, today: string) {
    this.#today = today;
    for (const item of plan.cases) {
      for (const target of plan.targets) {
        const trials = repeatsOf(item, plan.selection);
        this.#add(item, { variant: null, target: target.id, trials });
        for (const hostile of item.hostile) this.#add(item, { variant: hostile.name, target: target.id, trials });
      }
    }
  }

  #add(item: Case, part: { readonly variant: string | null; readonly target: string; readonly trials: number }): void {
    const key = slotKey(item.id, part.variant, part.target);
    const statuses = { pass: 0, fail: 0, error: 0, not_judged: 0, not_run: 0 };
    const slot: Slot = {
      key,
      item,
      ...part,
      statuses,
      codes: new Map(),
      sample: null,
      scoreSum: 0,
      scored: 0,
      ended: 0,
    };
    this.#slots.set(key, slot);
    this.#order.push(slot);
  }

  /** Takes one trial's grade. @throws Error for a trial that is not of the plan */
  take(
    place: { readonly caseId: string; readonly variant: string | null; readonly target: string },
    grading: Grade,
  ): void {
    const key = slotKey(place.caseId, place.variant, place.target);
    const slot = this.#slots.get(key);
    if (!slot) throw new Error(`${key} is not of this plan`);
    slot.statuses[grading.status] += 1;
    slot.ended += 1;
    if (grading.score !== null) {
      slot.scoreSum += grading.score;
      slot.scored += 1;
    }
    if (grading.status !== 'pass') {
      slot.sample ??= grading;
      for (const code of codesOf(grading)) slot.codes.set(code, (slot.codes.get(code) ?? 0) + 1);
    }
    if (slot.variant !== null) return; // hostile inputs have a rate of their own
    for (const check of grading.checks) {
      if (check.status === 'left_out') continue;
      const count = this.checks.get(check.type) ?? { pass: 0, fail: 0, unreadable: 0, error: 0, not_judged: 0 };
      count[check.status] += 1;
      this.checks.set(check.type, count);
    }
  }

  /** The results so far, in suite order; trials that were not graded are not run. */
  results(): CaseResult[] {
    return this.#order.map((slot) => this.#result(slot));
  }

  /** The result at one place of the suite order, once all its trials have ended; null before. */
  finished(index: number): CaseResult | null {
    const slot = this.#order[index];
    return slot && slot.ended >= slot.trials ? this.#result(slot) : null;
  }

  /** The case at one place of the suite order; null past the end. */
  caseIdAt(index: number): string | null {
    return this.#order[index]?.item.id ?? null;
  }

  get size(): number {
    return this.#order.length;
  }

  #result(slot: Slot): CaseResult {
    const { item, statuses, trials } = slot;
    const needed = neededPasses(item, trials);
    return {
      id: item.id,
      variant: slot.variant,
      target: slot.target,
      status: caseStatus({ ...statuses, not_run: trials - slot.ended }, { trials, needed, known: this.#isKnown(item) }),
      trials,
      judged: statuses.pass + statuses.fail,
      passes: statuses.pass,
      needed,
      score: slot.scored > 0 ? slot.scoreSum / slot.scored : null,
      codes: slot.codes,
      sample: slot.sample,
      case: item,
    };
  }

  #isKnown(item: Case): boolean {
    return item.knownFailure !== null && this.#today <= item.knownFailure.until;
  }
}

/** Fail once passing is out of reach; else, in this order, not run, error, unjudged; else pass. */
export function caseStatus(
  counts: Readonly<Record<TrialStatus, number>>,
  { trials, needed, known }: { readonly trials: number; readonly needed: number; readonly known: boolean },
): CaseStatus {
  if (counts.fail > trials - needed) return known ? 'known' : 'fail';
  if (counts.not_run > 0) return 'not_run';
  if (counts.error > 0) return 'error';
  if (counts.not_judged > 0) return 'unjudged';
  return 'pass';
}
