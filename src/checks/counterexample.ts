import type { Reply } from '../cases/reply.ts';
import type { CheckOutcome, Counterexample } from './check.ts';
import { WorkLimitError } from './work-limit.ts';

/**
 * The candidates that do not pass, each name once: an edit that happens to leave a right reply kills nothing. A reply that
 * is too deep or too large to be edited or graded has only those that were found before that showed.
 */
export function* notPassing(
  candidates: Iterable<Counterexample>,
  test: (reply: Reply) => CheckOutcome,
): Generator<Counterexample> {
  const names = new Set<string>();
  try {
    for (const candidate of candidates) {
      if (names.has(candidate.name) || test(candidate.reply).status === 'pass') continue;
      names.add(candidate.name);
      yield candidate;
    }
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof WorkLimitError)) throw error;
  }
}
