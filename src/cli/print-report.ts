import { runDocument } from '../report/run-json.ts';
import { controlLine } from '../report/run-lines.ts';
import { runSummary } from '../report/run-summary.ts';
import { exitCodeOf, type RunReport } from '../runs/run-report.ts';
import { allKnown, LiveLines } from './live-lines.ts';
import { linePainter } from './paint.ts';
import { suiteArgument } from './open-suite.ts';
import type { CommandIo, ExitCode } from './io.ts';

export interface Printed {
  readonly code: ExitCode;
  /** For `--json`, which prints nothing else. */
  readonly document: object | null;
}

/** Prints a whole report, lines and summary; with `json` it only makes the document. */
export function printReport(report: RunReport, options: { readonly json?: boolean }, io: CommandIo): Printed {
  const code = exitCodeOf(report);
  if (options.json) return { code, document: runDocument(report, code) };
  const paint = linePainter(io);
  const write = (lines: readonly string[]): void => {
    io.stdout.write(`${lines.map(paint).join('\n')}\n`);
  };
  if (report.results.length > 0) {
    const manyTargets = report.targets.length > 1;
    new LiveLines(allKnown(report.results), report.controls, { manyTargets, write }).finish();
  } else {
    const lines = report.controls.map(controlLine).filter((line) => line !== null);
    if (lines.length > 0) write(lines);
  }
  return printSummary(report, io);
}

/** Prints what stands below the lines. */
export function printSummary(report: RunReport, io: CommandIo): Printed {
  if (io.stderr.isTTY === true) io.stderr.write('\r\u001b[K');
  io.stdout.write(`\n${runSummary(report, suiteArgument(report.suiteFolder, io))}`);
  return { code: exitCodeOf(report), document: null };
}
