import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatJson } from '../../files/json-document.ts';
import { commonSelection, mergeShards } from '../../runs/merge.ts';
import { findRun, RunFolder } from '../../runs/run-store.ts';
import { regradeRun } from '../../runs/run-suite.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { suiteFolderAt } from '../open-suite.ts';
import { printReport } from '../print-report.ts';
import { storedPlan, suiteOfRun } from '../stored-suite.ts';

export interface MergeOptions {
  readonly suite?: string;
  readonly allowNoControls?: boolean;
  readonly json?: boolean;
}

/** `proofmark merge`: the shards of a run become one run, graded anew. */
export async function mergeCommand(names: readonly string[], options: MergeOptions, io: CommandIo): Promise<ExitCode> {
  const folder = suiteFolderAt(options.suite, io);
  const shards = names.map((name) => {
    const direct = path.resolve(io.currentFolder, name);
    return existsSync(path.join(direct, 'manifest.json')) ? new RunFolder(direct) : findRun(folder, name);
  });
  const selection = commonSelection(shards);
  const [first] = shards as [RunFolder];
  const suite = suiteOfRun(first, folder, { io, allowNoControls: options.allowNoControls ?? false });
  const plan = storedPlan(first, suite, selection);
  const run = await mergeShards(shards, plan, io.clock);
  const report = await regradeRun(run, plan, { clock: io.clock, mode: 'merge' });
  const { code, document } = printReport(report, options, io);
  if (document) io.stdout.write(formatJson(document));
  return code;
}
