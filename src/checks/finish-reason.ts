import { z } from 'zod';
import type { Reply } from '../cases/reply.ts';
import { excerpt } from '../core/printable.ts';
import { defineCheck, fail, pass, unreadable, type Check, type CheckOutcome } from './check.ts';
import { notPassing } from './counterexample.ts';
import { texts } from './needles.ts';
import { quoted, quotedList } from './quoted.ts';

interface Options {
  readonly value: readonly string[];
}

function test(reply: Reply, { value }: Options): CheckOutcome {
  const seen = { code: 'finish_reason', at: 'finish_reason', expected: quotedList(value) };
  const reason = reply.finishReason;
  if (reason === null) return unreadable({ ...seen, detail: 'none', saw: 'no finish reason' });
  const sighting = { ...seen, detail: quoted(reason), saw: excerpt(reason) };
  return value.includes(reason) ? pass(sighting) : fail(sighting);
}

/** Passes when the call ended for this reason, or one of these; left out on made replies. */
export const finishReason: Check = defineCheck<Options>({
  type: 'finish_reason',
  summary: 'The call ended for this reason, or one of these (stop, length, tool_calls, content_filter, …).',
  looksAt: 'call',
  options: z.strictObject({ value: texts() }),
  findings: {
    finish_reason: {
      meaning:
        'The call ended for another reason than the one that is wanted (it is in quotes), or the endpoint gave none.',
      advice:
        '“length” means that the reply was cut: raise sampling.max_tokens. Names differ between endpoints; proofmark show RUN ID has what came.',
    },
  },
  neverFails: ({ value }, { not }) =>
    not && value.length === 0 ? 'an empty list accepts no reason, so its negation always passes' : null,
  test,
  *counterexamples(reply, options) {
    function* candidates() {
      for (const reason of ['length', 'stop', 'tool_calls', 'content_filter', 'unheard_of']) {
        yield { name: `reason-${reason}`, reply: { ...reply, finishReason: reason } };
      }
      yield { name: 'no-reason', reply: { ...reply, finishReason: null } };
    }
    yield* notPassing(candidates(), (made) => test(made, options));
  },
});
