import { z } from 'zod';
import type { Reply } from '../cases/reply.ts';
import { flag, jsonValue, PlainScalar } from '../cases/values.ts';
import type { JsonValue } from '../core/json.ts';
import { excerpt } from '../core/printable.ts';
import { foldCase } from '../text/fold.ts';
import { defineCheck, fail, pass, unreadable, type Check, type CheckOutcome, type Counterexample } from './check.ts';
import { notPassing } from './counterexample.ts';
import { firstDifference } from './json-difference.ts';
import { spoiltJson } from './json-edit.ts';
import { pathTokens, valueAt } from './json-pointer.ts';
import { hasNumber, imprecise, precisionExplanation } from './number-precision.ts';
import { shownJson } from './quoted.ts';
import { jsonExplanations, notJson, replyJson, replyRoundedNumbers } from './reply-json.ts';
import { comparable, contentText, withContent } from './reply-text.ts';

type Normalisation = 'case' | 'whitespace' | 'punctuation';

interface Options {
  /** A text, or a map or list that is compared as JSON. */
  readonly value: JsonValue;
  readonly normalise: readonly Normalisation[];
  readonly exact: boolean;
}

// A scalar is text as it is written; the value of a map or list is JSON.
function readExpected(value: unknown): unknown {
  if (value instanceof PlainScalar) return value.value === null ? null : value.source;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

const options = z
  .strictObject({
    value: z.preprocess(readExpected, jsonValue()),
    normalise: z.array(z.enum(['case', 'whitespace', 'punctuation'])).default([]),
    exact: flag().default(false),
  })
  .superRefine(({ value, normalise }, context) => {
    if (value === null) {
      context.addIssue({
        code: 'custom',
        path: ['value'],
        message: 'must be a text, or a map or list that is compared as JSON',
      });
    }
    if (typeof value !== 'string' && normalise.length > 0) {
      context.addIssue({ code: 'custom', path: ['normalise'], message: 'is for texts; JSON is compared by value' });
    }
  });

const digit = /\p{N}/u;
const wordCharacter = /[\p{L}\p{N}]/u;

// A mark between two digits (1.5, 1/2, 10:30, 2-3), a sign and a percent sign are no mere punctuation.
function keptMark(mark: string, index: number, text: string): string {
  const before = text.charAt(index - 1);
  const after = text.charAt(index + 1);
  switch (mark) {
    case '%':
    case '‰':
      return mark;
    default:
      if (digit.test(before) && digit.test(after)) return mark;
      return mark === '-' && digit.test(after) && !wordCharacter.test(before) ? mark : '';
  }
}

// A text that is nothing but punctuation stays: "?" is not "!".
function withoutPunctuation(text: string): string {
  const rest = text.replace(/\p{P}/gu, keptMark);
  return rest.trim() === '' ? text : rest;
}

function normalised(text: string, normalise: readonly Normalisation[]): string {
  let result = text;
  if (normalise.includes('case')) result = foldCase(result);
  if (normalise.includes('punctuation')) result = withoutPunctuation(result);
  return normalise.includes('whitespace') ? result.replace(/\s+/g, ' ').trim() : result;
}

function testText(reply: Reply, value: string, { normalise, exact }: Options): CheckOutcome {
  const reading = { exact, ignoreCase: false };
  const wanted = normalised(comparable(value, reading), normalise);
  const said = normalised(contentText(reply, reading), normalise);
  const seen = { code: 'not_equal', at: 'content', expected: excerpt(value), saw: excerpt(reply.content ?? '') };
  return said === wanted ? pass(seen) : fail(seen);
}

function testJson(reply: Reply, value: JsonValue): CheckOutcome {
  const read = replyJson(reply);
  if (read.kind !== 'json') return unreadable(notJson(reply, read.kind));
  const difference = firstDifference(value, read.value);
  // What differs as doubles differs; what is equal as doubles may be another number.
  if (difference === null && hasNumber(read.value, replyRoundedNumbers(reply)))
    return unreadable(imprecise('content', shownJson(value), excerpt(reply.content ?? '')));
  if (difference === null)
    return pass({ code: 'equal', at: 'content', expected: shownJson(value), saw: shownJson(read.value) });
  const tokens = difference === '' ? [] : pathTokens(difference);
  return fail({
    code: 'not_equal',
    ...(difference === '' ? {} : { detail: excerpt(difference) }),
    at: excerpt(`content${difference}`, 200),
    expected: shownJson(valueAt(value, tokens)),
    saw: shownJson(valueAt(read.value, tokens)),
  });
}

function test(reply: Reply, checkOptions: Options): CheckOutcome {
  const { value } = checkOptions;
  return typeof value === 'string' ? testText(reply, value, checkOptions) : testJson(reply, value);
}

function* candidates(reply: Reply, { value }: Options): Generator<Counterexample> {
  const content = reply.content ?? '';
  yield { name: 'empty', reply: withContent(reply, '') };
  yield { name: 'said-twice', reply: withContent(reply, `${content} ${content}`) };
  yield { name: 'word-added', reply: withContent(reply, `${content} indeed`) };
  yield { name: 'cut', reply: withContent(reply, content.trim().slice(0, -1)) };
  yield {
    name: 'digits-changed',
    reply: withContent(
      reply,
      content.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)),
    ),
  };
  yield {
    name: 'case-changed',
    reply: withContent(reply, content === content.toUpperCase() ? content.toLowerCase() : content.toUpperCase()),
  };
  if (typeof value === 'string') return;
  yield { name: 'in-a-code-fence', reply: withContent(reply, `\`\`\`json\n${content.trim()}\n\`\`\``) };
  for (const { name, value: spoilt } of spoiltJson(value))
    yield { name, reply: withContent(reply, JSON.stringify(spoilt)) };
}

/** Passes when the reply's content is the text, or as JSON has the same value. */
export const equals: Check = defineCheck<Options>({
  type: 'equals',
  summary: 'The reply is exactly this text; a map or list is compared as JSON, by value.',
  options,
  wholeValue: true,
  findings: {
    not_equal: {
      meaning: 'The reply is not what it must be equal to; for JSON the pointer shows where the two differ first.',
      advice:
        'Compare both in proofmark show RUN ID. For texts, normalise: [case, whitespace, punctuation] widens what is equal; where more than one answer is right, use contains_any or json_path.',
    },
    ...precisionExplanation,
    ...jsonExplanations,
  },
  test,
  *counterexamples(reply, checkOptions) {
    yield* notPassing(candidates(reply, checkOptions), (made) => test(made, checkOptions));
  },
});
