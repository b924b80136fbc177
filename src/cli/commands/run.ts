import path from 'node:path';
import { InputError, NothingTestedError } from '../../core/problem.ts';
import { readPromptFile } from '../../cases/prompts.ts';
import type { SystemPrompt } from '../../cases/suite.ts';
import type { FoundSuite } from '../../files/case-files.ts';
import { formatJson } from '../../files/json-document.ts';
import { planSummary } from '../../report/plan-summary.ts';
import { historyFile } from '../../runs/history.ts';
import { replacedPrompt, selectionOf } from '../../runs/manifest.ts';
import { checkRepeats, repeatsOf, selectCases, trialsOf, type Plan, type Selection } from '../../runs/plan.ts';
import { runControls, runPlan, type RunListener } from '../../runs/run-suite.ts';
import type { Summary } from '../../runs/summary.ts';
import { findRun, type RunFolder } from '../../runs/run-store.ts';
import type { Target } from '../../targets/target.ts';
import { environmentWith } from '../environment.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { LiveLines } from '../live-lines.ts';
import { openSuite, openTargets, suitesAt, targetConfigs } from '../open-suite.ts';
import { linePainter } from '../paint.ts';
import { printReport, printSummary, type Printed } from '../print-report.ts';
import { Progress } from '../progress.ts';
import { packageVersion } from '../version.ts';

export interface RunCommandOptions {
  readonly target?: readonly string[];
  readonly only?: readonly string[];
  readonly tag?: readonly string[];
  readonly failed?: string;
  readonly sample?: number;
  readonly seed?: string;
  readonly shard?: { readonly part: number; readonly of: number };
  readonly repeat?: number;
  readonly concurrency?: number;
  readonly maxCalls?: number;
  readonly resume?: string | true;
  readonly systemPrompt?: string;
  readonly envFile?: string;
  readonly record?: boolean;
  readonly history?: string;
  readonly allowNoControls?: boolean;
  readonly controlsOnly?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `proofmark run`: every suite that the paths name, one after the other. */
export async function runCommand(
  paths: readonly string[],
  options: RunCommandOptions,
  io: CommandIo,
): Promise<ExitCode> {
  refuseContradictions(options);
  const documents: object[] = [];
  const codes: ExitCode[] = [];
  for (const found of suitesAt(paths, io)) {
    const { code, document } = await runOne(found, options, io);
    codes.push(code);
    if (document) documents.push(document);
    if (code === 130) break;
  }
  if (options.json) {
    const [first] = documents;
    const document =
      documents.length === 1 && first ? first : { format: 'proofmark/runs', version: 1, runs: documents };
    io.stdout.write(formatJson(document));
  }
  return worst(codes);
}

const order: readonly ExitCode[] = [130, 4, 2, 5, 1, 3, 0];

function worst(codes: readonly ExitCode[]): ExitCode {
  return order.find((code) => codes.includes(code)) ?? 0;
}

function refuseContradictions(options: RunCommandOptions): void {
  const fail = (message: string): never => {
    throw new InputError({ code: 'RUN_USAGE', message, hint: 'proofmark run --help' });
  };
  if (options.seed !== undefined && options.sample === undefined) fail('--seed chooses a sample: give --sample N too');
  if (options.controlsOnly && options.resume !== undefined)
    fail('--controls-only stores nothing, so there is nothing to resume');
  if (options.controlsOnly && options.dryRun) fail('--controls-only calls nobody, so it needs no --dry-run');
  if (options.resume === undefined) return;
  const fixed = ['only', 'tag', 'failed', 'sample', 'shard', 'repeat', 'target', 'systemPrompt'] as const;
  const given = fixed.filter((name) => options[name] !== undefined);
  if (given.length > 0) {
    const names = given.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    fail(`--resume takes the cases of the run that it goes on with; leave out ${names.join(', ')}`);
  }
}

async function runOne(found: FoundSuite, options: RunCommandOptions, io: CommandIo): Promise<Printed> {
  const resumed =
    options.resume === undefined ? null : findRun(found.folder, options.resume === true ? 'latest' : options.resume);
  const manifest = resumed?.manifest() ?? null;
  const systemPrompt = manifest ? replacedPrompt(manifest) : promptFrom(options, io);
  const suite = openSuite(found, io, { allowNoControls: options.allowNoControls ?? false, systemPrompt });
  const selection = manifest ? selectionOf(manifest) : selectionFrom(options, found.folder);
  const cases = selectCases(suite, selection);
  checkRepeats(cases, selection);
  if (cases.length === 0) {
    const why = selection.failedOf ? `every case of ${selection.failedOf.run} passed` : 'this shard has no case';
    io.stdout.write(options.json ? '' : `nothing to run: ${why}\n`);
    return { code: 0, document: { format: 'proofmark/run', version: 1, exit_code: 0, run: null, nothing_to_run: why } };
  }
  const plan = { suite, cases, targets: [], selection };
  if (options.controlsOnly) {
    if (cases.every((item) => item.controls.length === 0)) {
      throw new NothingTestedError({
        code: 'NO_CASES',
        message: 'nothing to test: no case of this selection has a control',
      });
    }
    return printReport(runControls(plan), options, io);
  }
  const concurrency = options.concurrency ?? suite.config.limits.concurrency;
  const environment = environmentWith(options.envFile, io);
  const targets = await openTargets(suite, targetConfigs(suite, selection.targets), { io, environment, concurrency });
  try {
    return await runOn({ ...plan, targets }, { options, io, concurrency, resumed, environment });
  } finally {
    await Promise.all(targets.map((target: Target) => target.close()));
  }
}

interface RunContext {
  readonly options: RunCommandOptions;
  readonly io: CommandIo;
  readonly concurrency: number;
  readonly resumed: RunFolder | null;
  readonly environment: CommandIo['environment'];
}

async function runOn(plan: Plan, { options, io, concurrency, resumed, environment }: RunContext): Promise<Printed> {
  const maxCalls = options.maxCalls ?? plan.suite.config.limits.maxCalls;
  if (options.dryRun) {
    const dry = planSummary(plan, { trials: trialsOf(plan), concurrency, maxCalls });
    if (!options.json) io.stdout.write(dry.text);
    return { code: 0, document: dry.document };
  }
  remarkUnusedAddress(plan, io, environment);
  const live = { lines: null as LiveLines | null };
  const listener = listen(plan, { io, options, live });
  const report = await runPlan(
    plan,
    {
      clock: io.clock,
      signal: io.signal,
      concurrency,
      maxCalls,
      record: options.record ?? isSet(environment['CI']),
      version: packageVersion(),
      historyFile:
        options.history === undefined ? historyFile(plan.suite) : path.resolve(io.currentFolder, options.history),
      replacedPrompt: options.systemPrompt !== undefined,
      listener,
    },
    resumed,
  );
  live.lines?.finish();
  return options.json ? printReport(report, options, io) : printSummary(report, io);
}

/** Whoever sets an address expects to be asking it. */
function remarkUnusedAddress({ suite, targets }: Plan, io: CommandIo, environment: CommandIo['environment']): void {
  const unused = suite.config.targets.find((target) => target.type === 'chat' && isSet(environment[target.baseUrlEnv]));
  if (unused?.type !== 'chat' || targets.some((target) => target.live)) return;
  const place = targets.map((target) => target.place).join(', ');
  io.stderr.write(
    `${unused.baseUrlEnv} is set, but the replies come from ${place}; ask it with --target ${unused.id}\n`,
  );
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';
}

function listen(
  plan: Plan,
  { io, options, live }: Pick<RunContext, 'io' | 'options'> & { readonly live: { lines: LiveLines | null } },
): RunListener {
  let progress: Progress | null = null;
  const paint = linePainter(io);
  const write = (lines: readonly string[]): void => {
    if (options.json) return;
    progress?.clear();
    io.stdout.write(`${lines.map(paint).join('\n')}\n`);
  };
  return {
    onStart: ({ run, tally, controls, trials, done }) => {
      if (done > 0) io.stderr.write(`resuming ${run.id}: ${done} of ${trials} trials are on disk\n`);
      const once = plan.targets.length === 1 && plan.cases.every((item) => repeatsOf(item, plan.selection) === 1);
      // Recorded replies are read faster than progress can be told.
      if (plan.targets.some((target) => target.live))
        progress = new Progress(io, { total: trials, done, once, results: tally.results() });
      live.lines = new LiveLines(tally, controls, { manyTargets: plan.targets.length > 1, write });
      live.lines.advance();
    },
    onInFlight: (count) => progress?.inFlight(count),
    onTrial: (ended) => {
      progress?.ended(ended);
    },
    onBatch: () => live.lines?.advance(),
  };
}

function promptFrom({ systemPrompt }: RunCommandOptions, io: CommandIo): SystemPrompt | null {
  return systemPrompt === undefined
    ? null
    : readPromptFile(path.resolve(io.currentFolder, systemPrompt), io.currentFolder);
}

function selectionFrom(options: RunCommandOptions, folder: string): Selection {
  return {
    only: options.only ?? [],
    tags: options.tag ?? [],
    failedOf: options.failed === undefined ? null : failedCases(findRun(folder, options.failed)),
    sample: options.sample === undefined ? null : { size: options.sample, seed: options.seed ?? '1' },
    shard: options.shard ?? null,
    targets: options.target ?? [],
    repeat: options.repeat ?? null,
  };
}

function failedCases(run: RunFolder): { run: string; ids: string[] } {
  if (!run.hasSummary()) {
    const message = `run ${run.id} did not end, so it has no list of failed cases`;
    throw new InputError({ code: 'RUN_UNKNOWN', message, hint: `proofmark run --resume ${run.id}` });
  }
  const { cases, controls } = run.summary() as unknown as Summary;
  const failed = [...cases.filter((item) => item.status !== 'pass'), ...controls.failed];
  return { run: run.id, ids: [...new Set(failed.map((item) => item.id))] };
}
