import { formatJson } from '../../files/json-document.ts';
import { findRun } from '../../runs/run-store.ts';
import { selectionOf } from '../../runs/manifest.ts';
import { regradeRun } from '../../runs/run-suite.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { suiteFolderAt } from '../open-suite.ts';
import { printReport } from '../print-report.ts';
import { storedPlan, suiteOfRun } from '../stored-suite.ts';

export interface RegradeOptions {
  readonly suite?: string;
  readonly allowNoControls?: boolean;
  readonly json?: boolean;
}

/** `proofmark regrade`: stored replies, today's checks, no network. */
export async function regradeCommand(id: string, options: RegradeOptions, io: CommandIo): Promise<ExitCode> {
  const folder = suiteFolderAt(options.suite, io);
  const run = findRun(folder, id);
  const suite = suiteOfRun(run, folder, { io, allowNoControls: options.allowNoControls ?? false });
  const plan = storedPlan(run, suite, selectionOf(run.manifest()));
  const report = await regradeRun(run, plan, { clock: io.clock, mode: 'regrade' });
  const { code, document } = printReport(report, options, io);
  if (document) io.stdout.write(formatJson(document));
  return code;
}
