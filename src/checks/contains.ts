import { excerpt } from '../core/printable.ts';
import { defineCheck, type Check, type CheckOutcome, type Sighting } from './check.ts';
import type { Reply } from '../cases/reply.ts';
import { notPassing } from './counterexample.ts';
import { emptyNeedles, findNeedles, needleOptions, withoutNeedles, type NeedleOptions } from './needles.ts';
import { outcomeOf } from './parts.ts';
import { quoted } from './quoted.ts';
import { withContent } from './reply-text.ts';

function test(reply: Reply, options: NeedleOptions): CheckOutcome {
  const { found, missing } = findNeedles(reply, options);
  return outcomeOf({
    wrong: missing.map((needle): Sighting => ({
      code: 'missing',
      detail: quoted(needle),
      at: 'content',
      expected: excerpt(needle),
      saw: excerpt(reply.content ?? ''),
    })),
    share: found.length / Math.max(1, options.value.length),
    seen: found.map((needle) => ({ code: 'found', at: 'content', expected: excerpt(needle), saw: excerpt(needle) })),
  });
}

/** Makes a check that passes when every one of its texts is in the reply's content. */
function everyNeedle(type: 'contains' | 'contains_all', summary: string): Check {
  return defineCheck({
    type,
    summary,
    options: needleOptions(),
    findings: {
      missing: {
        meaning: 'A text that the reply must have in it is not there; the text is in quotes.',
        advice:
          'Read the reply in proofmark show RUN ID. Where other wordings are right too, use contains_any or ignore_case: true; with word: true the text must stand as a whole word or number.',
      },
    },
    neverFails: (options, { not }) => {
      if (not) return null;
      if (options.value.length === 0) return 'an empty list asks for nothing';
      const empty = emptyNeedles(options)[0];
      return empty === undefined ? null : `the text ${quoted(empty)} is empty once folded, so every reply has it`;
    },
    test,
    *counterexamples(reply, options) {
      const several = options.value.length > 1;
      function* candidates() {
        for (const place of options.value.keys()) {
          yield* withoutNeedles(reply, options, { places: [place], suffix: several ? `-${place + 1}` : '' });
        }
        yield { name: 'empty', reply: withContent(reply, '') };
      }
      yield* notPassing(candidates(), (made) => test(made, options));
    },
  });
}

/** Passes when the reply's content has the text in it; of a list, every one. */
export const contains: Check = everyNeedle('contains', 'The reply has the text in it; of a list, every one.');

/** Passes when the reply's content has every text of the list in it. */
export const containsAll: Check = everyNeedle('contains_all', 'The reply has every text of the list in it.');
