import { InputError } from '../core/problem.ts';
import type { Case } from '../cases/case.ts';
import { gradeOutcome, gradingFingerprint } from './grading.ts';
import { trialsOf, type Plan } from './plan.ts';
import type { Tally } from './results.ts';
import type { RunFolder, RunWriter } from './run-store.ts';
import type { TimingTally } from './timing.ts';
import { differingParts, type RequestFingerprint, type RequestParts } from './trial.ts';

/** What became of the trials on disk. */
export interface StoredGrading {
  /** Keys that need no call. */
  readonly done: ReadonlySet<string>;
  /** Trials whose request is another one today, with the parts that differ. */
  readonly changed: readonly { readonly key: string; readonly caseId: string; readonly parts: readonly string[] }[];
  /** Ids of cases that are not planned today. */
  readonly gone: ReadonlySet<string>;
}

/** The parts of a request that a suite decides; where the calls go is of no matter to a stored reply. */
const suiteParts: readonly (keyof RequestParts)[] = ['prompt', 'input', 'tools', 'sampling'];

/**
 * Grades every stored trial of a plan with today's checks; only new gradings are written. Trials of cases that are no
 * longer planned are passed over, those whose request changed are named and not graded.
 * @param compare `all` parts for a resume, which will call more trials; those of the `suite` for a regrade, which calls none
 */
export async function gradeStored(
  run: RunFolder,
  plan: Plan,
  sinks: {
    readonly tally: Tally;
    readonly timing: TimingTally;
    readonly writer: RunWriter;
    readonly compare: 'all' | 'suite';
  },
): Promise<StoredGrading> {
  const cases = new Map(plan.cases.map((item) => [item.id, item]));
  let requests: ReadonlyMap<string, RequestFingerprint> | null = null; // a new run needs none of them
  const graded = await lastGradings(run);
  const done = new Set<string>();
  const gone = new Set<string>();
  const changed: { key: string; caseId: string; parts: readonly string[] }[] = [];
  for await (const trial of run.trials()) {
    requests ??= requestsOf(plan);
    const request = requests.get(trial.key);
    const item = cases.get(trial.case);
    if (request === undefined || item === undefined) gone.add(trial.case);
    if (request === undefined || item === undefined || done.has(trial.key)) continue;
    const parts = differingParts(request.parts, trial.request.parts).filter(
      (part) => sinks.compare === 'all' || suiteParts.includes(part as keyof RequestParts),
    );
    if (parts.length > 0) {
      changed.push({ key: trial.key, caseId: trial.case, parts });
      continue;
    }
    done.add(trial.key);
    const verdict = gradeOutcome(item, trial.outcome);
    const grading = gradingFingerprint(item);
    if (graded.get(trial.key) !== grading) sinks.writer.addGrade({ key: trial.key, grading, verdict });
    sinks.tally.take({ caseId: trial.case, variant: trial.variant, target: trial.target }, verdict);
    sinks.timing.take(trial);
  }
  return { done, changed, gone };
}

function requestsOf(plan: Plan): ReadonlyMap<string, RequestFingerprint> {
  const requests = new Map<string, RequestFingerprint>();
  for (const trial of trialsOf(plan)) requests.set(trial.key, trial.request);
  return requests;
}

async function lastGradings(run: RunFolder): Promise<Map<string, string>> {
  const graded = new Map<string, string>();
  for await (const grade of run.grades()) graded.set(grade.key, grade.grading);
  return graded;
}

/** @throws InputError naming what differs, trial by trial, when a resume would mix answers to different questions */
export function refuseChanged({ changed }: StoredGrading, run: RunFolder, plan: Plan): void {
  if (changed.length === 0) return;
  const then = run.manifest().targets;
  const models = plan.targets.flatMap(({ id, model }) => {
    const before = then.find((target) => target.id === id);
    return before && before.model !== model ? [`${id} was ${before.model ?? 'none'}, is ${model ?? 'none'}`] : [];
  });
  const shown = changed.slice(0, 20).map(({ key, parts }) => ({
    code: 'RUN_CHANGED',
    message: `${key} was asked with another ${parts.join(', ')}`,
  }));
  const rest = changed.length > shown.length ? ` (${changed.length - shown.length} more)` : '';
  throw new InputError([
    ...shown,
    {
      code: 'RUN_CHANGED',
      message: `${changed.length === 1 ? '1 trial' : `${changed.length} trials`} of ${run.id} would be mixed with answers to other requests${rest}`,
      hint: `start a new run, or put back what changed${models.length > 0 ? ` (model of ${models.join(', ')})` : ''}`,
    },
  ]);
}

/** The grading of a reference by its own case: a golden that its checks reject is worth a look. Null where it passes. */
export function rejectedReference(item: Case): readonly string[] | null {
  if (item.reference === null) return null;
  const grade = gradeOutcome(item, { kind: 'reply', reply: item.reference });
  if (grade.status !== 'fail') return null;
  return grade.checks
    .filter((check) => check.status === 'fail' || check.status === 'unreadable')
    .map((check) => check.id);
}
