import { z } from 'zod';
import type { Reply } from '../cases/reply.ts';
import { flag, text } from '../cases/values.ts';
import { excerpt } from '../core/printable.ts';
import { compilePattern, matchesEverything, textsNotMatching, type Pattern } from '../text/pattern.ts';
import { defineCheck, fail, pass, type Check, type CheckOutcome, type Counterexample } from './check.ts';
import { notPassing } from './counterexample.ts';
import { withContent } from './reply-text.ts';

interface Options {
  readonly value: string;
  readonly flags: string;
  readonly full: boolean;
}

function patternOf({ value, flags, full }: Options): Pattern {
  const result = compilePattern(value, { flags, full });
  if ('problem' in result) throw new Error(result.problem);
  return result.pattern;
}

function test(reply: Reply, options: Options): CheckOutcome {
  const content = (reply.content ?? '').trim();
  const seen = {
    code: 'no_match',
    at: 'content',
    expected: excerpt(`/${options.value}/${options.flags}`),
    saw: excerpt(content),
  };
  return patternOf(options).test(content) ? pass(seen) : fail(seen);
}

function withoutMatches(content: string, pattern: Pattern): string {
  let rest = content;
  for (let round = 0; round < 100; round += 1) {
    const match = pattern.find(rest);
    if (!match || match.end === match.start) return rest;
    rest = (rest.slice(0, match.start) + rest.slice(match.end)).trim();
  }
  return rest;
}

function* candidates(reply: Reply, options: Options): Generator<Counterexample> {
  const pattern = patternOf(options);
  const content = (reply.content ?? '').trim();
  yield { name: 'match-removed', reply: withContent(reply, withoutMatches(content, pattern)) };
  yield { name: 'empty', reply: withContent(reply, '') };
  yield {
    name: 'digits-changed',
    reply: withContent(
      reply,
      content.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)),
    ),
  };
  yield { name: 'cut', reply: withContent(reply, content.slice(0, -1)) };
  yield { name: 'word-added', reply: withContent(reply, `${content} indeed`) };
  yield { name: 'word-before', reply: withContent(reply, `Well, ${content}`) };
  for (const [index, other] of textsNotMatching(pattern).slice(0, 3).entries()) {
    yield { name: `unrelated-${index + 1}`, reply: withContent(reply, other) };
  }
}

/** Passes when the pattern matches the reply's content, outer whitespace off; with `full` all of it. */
export const regex: Check = defineCheck<Options>({
  type: 'regex',
  summary: 'The pattern (RE2 syntax) matches the reply; with full: true the whole of it.',
  options: z
    .strictObject({ value: text(), flags: text({ empty: true }).default(''), full: flag().default(false) })
    .superRefine(({ value, flags, full }, context) => {
      const result = compilePattern(value, { flags, full });
      if (!('problem' in result)) return;
      const path = 'problem' in compilePattern('', { flags }) ? ['flags'] : ['value'];
      context.addIssue({ code: 'custom', path, message: result.problem });
    }),
  findings: {
    no_match: {
      meaning: 'The pattern does not match the reply.',
      advice:
        'Read the reply in proofmark show RUN ID. ^ and $ stand for the ends of the whole text unless flags has m; . takes no line end unless it has s; case counts unless it has i.',
    },
  },
  neverFails: (options, { not }) => {
    const pattern = patternOf(options);
    if (not) return pattern.matchesNothing() ? 'the pattern can match no text, so its negation always passes' : null;
    return matchesEverything(pattern) ? 'the pattern matches every text, the empty one too' : null;
  },
  test,
  *counterexamples(reply, options) {
    yield* notPassing(candidates(reply, options), (made) => test(made, options));
  },
});
