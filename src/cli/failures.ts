import { formatProblem, InputError, NothingTestedError, type Problem } from '../core/problem.ts';
import type { CommandIo, ExitCode } from './io.ts';

const shownProblems = 50;

/** Tells an error on stderr (with `json` as one document on stdout) and gives its exit code. */
export function reportFailure(error: unknown, io: CommandIo, { json }: { readonly json: boolean }): ExitCode {
  if (error instanceof InputError) return tell(error.problems, 2, { io, json });
  if (error instanceof NothingTestedError) return tell([error.problem], 5, { io, json });
  if (io.signal.aborted) return 130;
  if (isSystemError(error)) return tell([{ code: 'SYSTEM_ERROR', message: systemMessage(error) }], 2, { io, json });
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.stderr.write(`This is a bug of proofmark, not of your suite. Please report it with these lines:\n${text}\n`);
  return 4;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

function systemMessage(error: NodeJS.ErrnoException): string {
  return `the system refused: ${error.message}`;
}

function tell(
  problems: readonly Problem[],
  code: 2 | 5,
  { io, json }: { readonly io: CommandIo; readonly json: boolean },
): ExitCode {
  if (json) {
    const listed = problems.map(({ code: name, message, at, hint }) => ({
      code: name,
      message,
      at: at ?? null,
      hint: hint ?? null,
    }));
    io.stdout.write(
      `${JSON.stringify({ format: 'proofmark/problems', version: 1, exit_code: code, problems: listed }, null, 2)}\n`,
    );
    return code;
  }
  for (const problem of problems.slice(0, shownProblems)) io.stderr.write(`${formatProblem(problem)}\n`);
  if (problems.length > shownProblems) io.stderr.write(`and ${problems.length - shownProblems} more\n`);
  const files = new Set(problems.flatMap((problem) => (problem.at ? [problem.at.file] : [])));
  const where = files.size > 0 ? ` in ${files.size} file${files.size === 1 ? '' : 's'}` : '';
  const count = `${problems.length} problem${problems.length === 1 ? '' : 's'}${where}`;
  const run = files.size > 0 ? '; nothing was run.' : '.';
  io.stderr.write(`${count}${run}     proofmark explain ${problems[0]?.code ?? ''}\n`);
  return code;
}
