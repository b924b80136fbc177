import { isoDate, type Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import { checks } from '../checks/registry.ts';
import type { Case } from '../cases/case.ts';
import { promptFor } from '../cases/suite.ts';
import { isRecorded } from '../targets/make-target.ts';
import { gradeControls, type ControlResult } from './controls.ts';
import { executeTrials, type EndedTrial } from './execute.ts';
import type { Stop } from './guard.ts';
import { appendHistory, lastRecordedPrompt, runLines } from './history.ts';
import type { Manifest } from './manifest.ts';
import { repeatsOf, trialsOf, type Plan, type Selection } from './plan.ts';
import { Tally, type CaseResult } from './results.ts';
import type { RunReport } from './run-report.ts';
import { createRun, listRuns, type RunFolder } from './run-store.ts';
import { gradeStored, refuseChanged, rejectedReference } from './stored-grading.ts';
import { summarise } from './summary.ts';
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
  /** As given on the command line; kept, so that a resume sends the same. */
  readonly systemPromptFile: string | null;
  readonly listener?: RunListener | undefined;
}

/** Hears of a run while it goes on. */
export interface RunListener {
  readonly onStart?: (start: { readonly run: RunFolder; readonly tally: Tally; readonly controls: readonly ControlResult[]; readonly trials: number; readonly done: number }) => void;
  readonly onTrial?: (ended: EndedTrial) => void;
  readonly onInFlight?: (count: number) => void;
}

/** Runs a plan from its first trial, or from where `resumed` stopped. */
export async function runPlan(plan: Plan, settings: RunSettings, resumed: RunFolder | null = null): Promise<RunReport> {
  const { clock } = settings;
  const controls = plan.cases.flatMap(gradeControls);
  const tally = new Tally(plan, isoDate(clock.now()));
  const timing = new TimingTally();
  const changedSince = await promptChanges(plan, settings.historyFile, resumed);
  const run = resumed ?? createRun(plan.suite.folder, clock);
  const before = resumed?.manifest() ?? null;
  const manifest = before ? takenUp(before, plan, clock) : newManifest(run, plan, settings);
  const writer = run.openForAppending(clock);
  const started = clock.elapsed();
  let session = 0;
  let stop: Stop | null;
  try {
    const stored = await gradeStored(run, plan, { tally, timing, writer, compare: 'all' });
    refuseChanged(stored, run);
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
    run.writeManifest({ ...manifest, state: stateOf(report), ended: new Date(clock.now()).toISOString() });
    // A run that was stopped is recorded when it is complete, and only once.
    const complete = report.results.every((result) => result.status !== 'not_run');
    if (settings.record && complete && before?.state !== 'complete') {
      await appendHistory(settings.historyFile, runLines(plan, report.results, { id: run.id, clock }), clock);
    }
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
  return reportOf({ ...plan, targets: [] }, { mode: 'controls', run: null, tally: null, controls, timing: null, stop: null });
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
    const manifest = run.manifest();
    run.writeManifest({ ...manifest, regraded: [...manifest.regraded, new Date(clock.now()).toISOString()] });
    return { ...report, leftOut: [...leftOut].map(([id, parts]) => ({ id, parts })) };
  } finally {
    writer.close();
  }
}

interface Told {
  readonly mode: RunReport['mode'];
  readonly run: RunFolder | null;
  readonly tally: Tally | null;
  readonly controls: readonly ControlResult[];
  readonly timing: RunReport['timing'];
  readonly stop: Stop | null;
  readonly changedSince?: ReadonlyMap<string, string>;
}

function reportOf(plan: Plan, told: Told): RunReport {
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

function stateOf(report: RunReport): Manifest['state'] {
  if (report.stop?.kind === 'interrupted') return 'interrupted';
  return report.results.some((result) => result.status === 'not_run') ? 'incomplete' : 'complete';
}

function newManifest(run: RunFolder, plan: Plan, settings: RunSettings): Manifest {
  const prompts = [...plan.targets].flatMap((target) => promptFor(plan.suite, target.id) ?? []);
  return {
    format: 'proofmark/manifest',
    version: 1,
    id: run.id,
    suite: suiteOf(plan),
    state: 'running',
    started: new Date(settings.clock.now()).toISOString(),
    ended: null,
    targets: plan.targets.map(({ id, model, place, identity }) => ({
      id,
      model,
      place,
      identity,
      prompt: promptFor(plan.suite, id)?.hash ?? null,
    })),
    sampling: plan.suite.config.sampling,
    prompts: Object.fromEntries(prompts.map(({ hash, file, text }) => [hash, { file, text }])),
    selection: plan.selection as unknown as JsonObject,
    system_prompt: settings.systemPromptFile,
    trials: trialCount(plan),
    versions: {
      proofmark: settings.version,
      node: process.version,
      checks: Object.fromEntries([...checks.values()].map((check) => [check.type, check.version])),
    },
    resumed: [],
    regraded: [],
  };
}

/** The manifest of a run that goes on with the suite as it is today: cases may have come or gone. */
function takenUp(manifest: Manifest, plan: Plan, clock: Clock): Manifest {
  const now = new Date(clock.now()).toISOString();
  const today = { suite: suiteOf(plan), trials: trialCount(plan) };
  return { ...manifest, ...today, state: 'running', ended: null, resumed: [...manifest.resumed, now] };
}

function suiteOf({ suite }: Plan): Manifest['suite'] {
  return { name: suite.name, hash: suite.hash, case_files: suite.caseFiles };
}

function trialCount(plan: Plan): number {
  const ofCase = (item: Case): number => repeatsOf(item, plan.selection) * (1 + item.hostile.length);
  return plan.cases.reduce((sum, item) => sum + ofCase(item), 0) * plan.targets.length;
}

/** The selection that a run was started with. */
export function selectionOf(run: RunFolder): Selection {
  return run.manifest().selection as unknown as Selection;
}

/** For each target whose prompt differs from that of the run before: the date of that run. */
async function promptChanges(plan: Plan, history: string, resumed: RunFolder | null): Promise<ReadonlyMap<string, string>> {
  const runs = listRuns(plan.suite.folder).filter((run) => run.id !== resumed?.id);
  const manifests = runs.map((run) => run.manifest()).reverse();
  const changes = new Map<string, string>();
  for (const target of plan.targets) {
    const hash = promptFor(plan.suite, target.id)?.hash ?? null;
    const before = manifests.find((manifest) => manifest.targets.some((one) => one.id === target.id));
    if (before) {
      const prompt = before.targets.find((one) => one.id === target.id)?.prompt ?? null;
      if (prompt !== hash) changes.set(target.id, before.started.slice(0, 10));
      continue;
    }
    const recorded = await lastRecordedPrompt(history, target.id);
    if (recorded && recorded.prompt !== (hash?.slice(0, 16) ?? null)) changes.set(target.id, recorded.date);
  }
  return changes;
}
