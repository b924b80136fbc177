import { isoDate, type Clock } from '../core/clock.ts';
import { gradeControls, type ControlResult } from './controls.ts';
import { gradingFingerprint } from './grading.ts';
import { executeTrials, type EndedTrial } from './execute.ts';
import type { Stop } from './guard.ts';
import { recordRun } from './history.ts';
import { newManifest, takenUp, type Manifest } from './manifest.ts';
import { trialsOf, type Plan } from './plan.ts';
import { promptChanges } from './prompt-drift.ts';
import { reportOf } from './report-of.ts';
import { Tally } from './results.ts';
import type { RunReport } from './run-report.ts';
import { createRun, type RunFolder } from './run-store.ts';
import { gradeStored, refuseChanged } from './stored-grading.ts';
import { TimingTally } from './timing.ts';
import type { Trial } from './trial.ts';

export interface RunSettings {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly concurrency: number;
  readonly maxCalls: number | null;
  /** Append to the suite's history. */
  readonly record: boolean;
  /** Absolute. */
  readonly historyFile: string;
  readonly version: string;
  /** The suite's prompt was replaced for this run; kept, so that a resume sends the same. */
  readonly replacedPrompt: boolean;
  readonly listener?: RunListener | undefined;
}

/** A run that is about to call its first trial. */
export interface RunStart {
  readonly run: RunFolder;
  readonly tally: Tally;
  readonly controls: readonly ControlResult[];
  readonly trials: number;
  /** Trials that are on disk already. */
  readonly done: number;
}

/** Hears of a run while it goes on. */
export interface RunListener {
  readonly onStart?: (start: RunStart) => void;
  readonly onTrial?: (ended: EndedTrial) => void;
  /** After trials that ended together were all told. */
  readonly onBatch?: () => void;
  readonly onInFlight?: (count: number) => void;
}

/** Runs a plan from its first trial, or from where `resumed` stopped. */
export async function runPlan(plan: Plan, settings: RunSettings, resumed: RunFolder | null = null): Promise<RunReport> {
  const { clock } = settings;
  const controls = plan.cases.flatMap(gradeControls);
  for (const item of plan.cases) gradingFingerprint(item); // worked out before the endpoint has to wait for it
  const tally = new Tally(plan, isoDate(clock.now()));
  const timing = new TimingTally();
  const changedSince = await promptChanges(plan, settings.historyFile, resumed);
  const run = resumed ?? createRun(plan.suite.folder, clock);
  const before = resumed?.manifest() ?? null;
  const manifest = before ? takenUp(before, plan, clock) : newManifest(run.id, plan, settings);
  const writer = run.openForAppending(clock);
  const started = clock.elapsed();
  let session = 0;
  let stop: Stop | null;
  try {
    const stored = await gradeStored(run, plan, { tally, timing, writer, compare: 'all' });
    refuseChanged(stored, run, plan);
    run.writeManifest(manifest);
    settings.listener?.onStart?.({ run, tally, controls, trials: manifest.trials, done: stored.done.size });
    stop = await executeTrials(pendingTrials(plan, stored.done), {
      writer,
      clock,
      config: plan.suite.config,
      concurrency: settings.concurrency,
      budget: {
        maxCalls: settings.maxCalls,
        maxCostUsd: plan.suite.config.limits.maxCostUsd,
        spentUsd: timing.costUsd,
        stopAfterSameError: plan.suite.config.limits.stopAfterSameError,
      },
      signal: settings.signal,
      onInFlight: settings.listener?.onInFlight,
      onBatch: settings.listener?.onBatch,
      onTrial: (ended) => {
        session += 1;
        const { case: caseId, variant, target } = ended.trial;
        tally.take({ caseId, variant, target }, ended.grade);
        timing.take(ended.trial);
        settings.listener?.onTrial?.(ended);
      },
    });
    const told = timing.timing({ wallMs: clock.elapsed() - started, trials: session });
    const report = reportOf(plan, { mode: 'run', run, tally, controls, timing: told, stop, changedSince });
    run.writeSummary(report.summary);
    run.writeTiming(told);
    const state = stateOf(report);
    if (settings.record && state === 'complete')
      await recordRun(settings.historyFile, plan, { report, id: run.id, clock });
    run.writeManifest({ ...manifest, state, ended: new Date(clock.now()).toISOString() });
    return report;
  } finally {
    writer.close();
  }
}

function* pendingTrials(plan: Plan, done: ReadonlySet<string>): Generator<Trial> {
  for (const trial of trialsOf(plan)) if (!done.has(trial.key)) yield trial;
}

/** Grades the controls of a plan, and nothing else: no endpoint, nothing stored. */
export function runControls(plan: Plan): RunReport {
  const controls = plan.cases.flatMap(gradeControls);
  return reportOf(
    { ...plan, targets: [] },
    { mode: 'controls', run: null, tally: null, controls, timing: null, stop: null },
  );
}

/** Grades the stored replies of a run with today's checks; no call is made. Cases whose request changed are left out. */
export async function regradeRun(
  run: RunFolder,
  plan: Plan,
  { clock, mode }: { readonly clock: Clock; readonly mode: 'regrade' | 'merge' },
): Promise<RunReport> {
  const controls = plan.cases.flatMap(gradeControls);
  const tally = new Tally(plan, isoDate(clock.now()));
  const timing = new TimingTally();
  const writer = run.openForAppending(clock);
  try {
    const stored = await gradeStored(run, plan, { tally, timing, writer, compare: 'suite' });
    const told = timing.timing({ wallMs: 0, trials: 0 });
    const report = reportOf(plan, { mode, run, tally, controls, timing: told, stop: null });
    const leftOut = new Map(stored.changed.map(({ caseId, parts }) => [caseId, parts]));
    run.writeSummary(report.summary);
    if (mode === 'merge') run.writeTiming(told);
    const manifest = run.manifest();
    const regraded = [...manifest.regraded, new Date(clock.now()).toISOString()];
    run.writeManifest({ ...manifest, regraded, state: mode === 'merge' ? stateOf(report) : manifest.state });
    const goneCases = [...stored.gone].map((id) => ({ id, parts: [] }));
    return { ...report, leftOut: [...[...leftOut].map(([id, parts]) => ({ id, parts })), ...goneCases] };
  } finally {
    writer.close();
  }
}

function stateOf(report: RunReport): Manifest['state'] {
  if (report.stop?.kind === 'interrupted') return 'interrupted';
  return report.results.some((result) => result.status === 'not_run') ? 'incomplete' : 'complete';
}
