import type { Reply } from '../cases/reply.ts';
import { excerpt } from '../core/printable.ts';
import { defineCheck, fail, pass, type Check, type CheckOutcome } from './check.ts';
import { notPassing } from './counterexample.ts';
import { emptyNeedles, findNeedles, needleOptions, withoutNeedles, type NeedleOptions } from './needles.ts';
import { quoted, quotedList } from './quoted.ts';
import { withContent } from './reply-text.ts';

function test(reply: Reply, options: NeedleOptions): CheckOutcome {
  const [first] = findNeedles(reply, options).found;
  const expected = `one of ${quotedList(options.value)}`;
  if (first !== undefined) return pass({ code: 'found', at: 'content', expected, saw: excerpt(first) });
  return fail({
    code: 'missing_any',
    detail: quotedList(options.value),
    at: 'content',
    expected,
    saw: excerpt(reply.content ?? ''),
  });
}

/** Passes when the reply's content has at least one text of the list in it. */
export const containsAny: Check = defineCheck({
  type: 'contains_any',
  summary: 'The reply has at least one text of the list in it.',
  options: needleOptions(),
  findings: {
    missing_any: {
      meaning: 'None of the texts of which the reply must have one is there.',
      advice: 'Read the reply in proofmark show RUN ID; if it is right in yet another wording, add that to the list.',
    },
  },
  neverFails: (options, { not }) => {
    if (options.value.length === 0) return not ? 'an empty list is never found, so its negation always passes' : null;
    const empty = not ? undefined : emptyNeedles(options)[0];
    return empty === undefined ? null : `the text ${quoted(empty)} is empty once folded, so every reply has it`;
  },
  test,
  *counterexamples(reply, options) {
    function* candidates() {
      yield* withoutNeedles(reply, options, { places: [...options.value.keys()], suffix: '' });
      yield { name: 'empty', reply: withContent(reply, '') };
    }
    yield* notPassing(candidates(), (made) => test(made, options));
  },
});
