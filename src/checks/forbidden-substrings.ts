import { z } from 'zod';
import type { Reply } from '../cases/reply.ts';
import { flag } from '../cases/values.ts';
import { excerpt } from '../core/printable.ts';
import { defineCheck, type Check, type CheckOutcome, type Counterexample, type Sighting } from './check.ts';
import { notPassing } from './counterexample.ts';
import { emptyNeedles, needlesIn, texts } from './needles.ts';
import { outcomeOf } from './parts.ts';
import { quoted } from './quoted.ts';
import { contentText, refusalText, withContent } from './reply-text.ts';

interface Options {
  readonly value: readonly string[];
  readonly ignore_case: boolean;
  readonly exact: boolean;
}

function test(reply: Reply, options: Options): CheckOutcome {
  const reading = { exact: options.exact, ignoreCase: options.ignore_case };
  const sighted = (folded: string, at: string, whole: string | null): Sighting[] =>
    needlesIn(folded, options).map((needle) => ({
      code: 'forbidden',
      detail: quoted(needle),
      at,
      expected: `no ${quoted(needle)}`,
      saw: excerpt(whole ?? ''),
    }));
  const inContent = sighted(contentText(reply, reading), 'content', reply.content);
  const inRefusal = reply.refusal === null ? [] : sighted(refusalText(reply, reading), 'refusal', reply.refusal);
  return outcomeOf({
    wrong: [...inContent, ...inRefusal],
    seen: [{ code: 'none', at: 'content', expected: 'a forbidden text', saw: excerpt(reply.content ?? '') }],
  });
}

function* candidates(reply: Reply, options: Options): Generator<Counterexample> {
  const content = reply.content ?? '';
  for (const [index, needle] of options.value.entries()) {
    const suffix = options.value.length > 1 ? `-${index + 1}` : '';
    yield { name: `value-appended${suffix}`, reply: withContent(reply, `${content} ${needle}`) };
    yield { name: `value-inside${suffix}`, reply: withContent(reply, `x${needle}x ${content}`) };
    yield { name: `value-alone${suffix}`, reply: withContent(reply, needle) };
    yield { name: `value-in-capitals${suffix}`, reply: withContent(reply, `${content} ${needle.toUpperCase()}`) };
    yield {
      name: `value-with-hard-spaces${suffix}`,
      reply: withContent(reply, `${content}\n${needle.replaceAll(' ', '\u00a0')}`),
    };
    yield { name: `value-refused${suffix}`, reply: { ...reply, refusal: `${reply.refusal ?? ''} ${needle}` } };
  }
}

/** Passes when neither the content nor the refusal of the reply has any of the texts in it; case does not count. */
export const forbiddenSubstrings: Check = defineCheck({
  type: 'forbidden_substrings',
  summary: 'None of the texts is in the reply, its refusal included; case does not count unless ignore_case: false.',
  options: z.strictObject({
    value: texts(),
    ignore_case: flag().default(true),
    exact: flag().default(false),
  }),
  findings: {
    forbidden: {
      meaning: 'The reply has a text in it that it must not have; the text is in quotes.',
      advice:
        'Read the reply in proofmark show RUN ID. If it is right and only happens to have these letters in it, forbid a longer text, or use regex with \\b and not: true.',
    },
  },
  neverFails: (options, { not }) => {
    if (not) {
      const empty = emptyNeedles(options)[0];
      return empty === undefined
        ? null
        : `the text ${quoted(empty)} is empty once folded: every reply has it, so the negation always passes`;
    }
    return options.value.length === 0 ? 'an empty list forbids nothing' : null;
  },
  test,
  *counterexamples(reply, options) {
    yield* notPassing(candidates(reply, options), (made) => test(made, options));
  },
});
