import { formatJson } from '../../files/json-document.ts';
import { estimateText } from '../../report/estimate-text.ts';
import { printable } from '../../core/printable.ts';
import { selectionOf } from '../../runs/manifest.ts';
import type { Selection } from '../../runs/plan.ts';
import { listRuns, type RunFolder } from '../../runs/run-store.ts';
import type { Summary } from '../../runs/summary.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { suiteFolderAt } from '../open-suite.ts';

export interface ListOptions {
  readonly suite?: string;
  readonly json?: boolean;
}

/** `proofmark list`: the runs of a suite, newest last. */
export async function listCommand(options: ListOptions, io: CommandIo): Promise<ExitCode> {
  const runs = listRuns(suiteFolderAt(options.suite, io)).map(entryOf);
  if (options.json) {
    io.stdout.write(formatJson({ format: 'proofmark/runs-list', version: 1, runs }));
    return 0;
  }
  if (runs.length === 0) io.stdout.write('no run yet: proofmark run makes one\n');
  for (const run of runs) io.stdout.write(`${lineOf(run)}\n`);
  return 0;
}

interface Entry {
  readonly id: string;
  readonly started: string;
  readonly state: string;
  readonly targets: readonly { readonly id: string; readonly model: string | null; readonly prompt: string | null }[];
  readonly live: Summary['targets'][number]['live'] | null;
  readonly failed_controls: number | null;
  /** What part of the suite it took; null for all of it. */
  readonly part: string | null;
}

function entryOf(run: RunFolder): Entry {
  const manifest = run.manifest();
  const { started, state, targets } = manifest;
  const summary = run.hasSummary() ? (run.summary() as unknown as Summary) : null;
  return {
    part: partOf(selectionOf(manifest)),
    id: run.id,
    started,
    state,
    targets: targets.map(({ id, model, prompt }) => ({ id, model, prompt })),
    live: summary?.targets[0]?.live ?? null,
    failed_controls: summary
      ? summary.controls.total - summary.controls.held - summary.controls.unjudged - summary.controls.error
      : null,
  };
}

function partOf({ only, tags, sample, shard, failedOf }: Selection): string | null {
  const parts = [
    ...(only.length > 0 ? [`only ${only.length}`] : []),
    ...(tags.length > 0 ? [`tag ${tags.join(',')}`] : []),
    ...(failedOf ? [`failed of ${failedOf.run}`] : []),
    ...(sample ? [`sample of ${sample.size}`] : []),
    ...(shard ? [`shard ${shard.part}/${shard.of}`] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

function lineOf(entry: Entry): string {
  const model = entry.targets.map((target) => printable(target.model ?? target.id)).join(', ');
  const rate =
    entry.live === null || entry.live.rate.n === 0
      ? 'no rate'
      : `${entry.live.counts.pass} of ${entry.live.rate.n} pass, ${estimateText(entry.live.rate)}`;
  const numb = entry.failed_controls ? ` · ${entry.failed_controls} controls failed` : '';
  const prompt = entry.targets[0]?.prompt?.slice(0, 6) ?? 'none';
  const open = entry.live?.counts.not_run ? ` · ${entry.live.counts.not_run} not run` : '';
  const killed = entry.state === 'running' ? 'running or killed' : entry.state;
  return `${entry.id.padEnd(14)} ${killed.padEnd(12)} ${rate}${open}${numb}${entry.part === null ? '' : ` · ${entry.part}`} · ${model} · prompt ${prompt}`;
}
