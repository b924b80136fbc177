import { formatPosition, type Position } from './position.ts';
import { printable } from './printable.ts';

/** A fault of the user's input: where it is, what it is, what to do. `code` is stable and explained by `proofmark explain`. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly at?: Position | undefined;
  /** What to do, where the message does not say it already. */
  readonly hint?: string | undefined;
}

/** What a code means and what to do about it; shown by `proofmark explain CODE`. */
export interface Explanation {
  readonly meaning: string;
  readonly advice: string;
}

export type Explanations = Readonly<Record<string, Explanation>>;

/** One line for people and for grep, safe to print: place, message, hint, code in brackets. */
export function formatProblem(problem: Problem): string {
  const place = problem.at ? `${formatPosition(problem.at)}  ` : '';
  const hint = problem.hint ? `; ${problem.hint}` : '';
  return printable(`${place}${problem.message}${hint}  [${problem.code}]`);
}

/** Thrown for wrong usage and for faulty suites or files (exit 2). Carries every problem found, not only the first. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly problems: readonly Problem[];

  constructor(problems: Problem | readonly Problem[]) {
    const list = Array.isArray(problems) ? (problems as readonly Problem[]) : [problems as Problem];
    super(list.map(formatProblem).join('\n'));
    this.problems = list;
  }
}

/** Thrown when there was nothing to test (exit 5). */
export class NothingTestedError extends Error {
  override readonly name = 'NothingTestedError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(formatProblem(problem));
    this.problem = problem;
  }
}
