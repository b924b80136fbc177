import { runDocument } from '../report/run-json.ts';
import { caseLine, controlLine } from '../report/run-lines.ts';
import { runSummary } from '../report/run-summary.ts';
import { exitCodeOf, type RunReport } from '../runs/run-report.ts';
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
  for (const line of linesOf(report)) io.stdout.write(`${paint(line)}\n`);
  return printSummary(report, io);
}

/** Prints what stands below the lines. */
export function printSummary(report: RunReport, io: CommandIo): Printed {
  if (io.stderr.isTTY === true) io.stderr.write('\r\u001b[K');
  io.stdout.write(`\n${runSummary(report, suiteArgument(report.suiteFolder, io))}`);
  return { code: exitCodeOf(report), document: null };
}

function* linesOf(report: RunReport): Generator<string> {
  const manyTargets = report.targets.length > 1;
  const lines = new Map<string, string[]>();
  const add = (id: string, line: string | null): void => {
    const known = lines.get(id) ?? [];
    if (line !== null) known.push(line);
    lines.set(id, known);
  };
  for (const result of report.results) add(result.id, caseLine(result, manyTargets));
  for (const control of report.controls) add(control.caseId, controlLine(control));
  for (const ofCase of lines.values()) yield* ofCase;
}
