import type { Reply } from '../cases/reply.ts';
import { parseJson, type JsonValue } from '../core/json.ts';
import { excerpt } from '../core/printable.ts';
import type { Explanations } from '../core/problem.ts';
import { insideCodeFence } from '../text/code-fence.ts';
import type { Sighting } from './check.ts';
import { roundedNumbers } from './number-precision.ts';

/** What the reply's content is as JSON: outer whitespace is off, nothing else is forgiven. */
export type ReplyJson =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'fenced'; readonly value: JsonValue }
  | { readonly kind: 'not_json' };

const read = new WeakMap<Reply, ReplyJson>();

/** Reads the reply's content as JSON, once per reply. */
export function replyJson(reply: Reply): ReplyJson {
  let result = read.get(reply);
  if (result === undefined) {
    result = readContent(reply.content ?? '');
    read.set(reply, result);
  }
  return result;
}

const rounded = new WeakMap<Reply, ReadonlySet<number>>();

/** The values of the reply's JSON that stand for other numbers than it says, once per reply. */
export function replyRoundedNumbers(reply: Reply): ReadonlySet<number> {
  let numbers = rounded.get(reply);
  if (numbers === undefined) {
    numbers = roundedNumbers(reply.content ?? '');
    rounded.set(reply, numbers);
  }
  return numbers;
}

function readContent(content: string): ReplyJson {
  const text = content.trim();
  const value = parseJson(text);
  if (value !== undefined) return { kind: 'json', value };
  const inner = insideCodeFence(text);
  const fenced = inner === null ? undefined : parseJson(inner.trim());
  return fenced === undefined ? { kind: 'not_json' } : { kind: 'fenced', value: fenced };
}

/** Why the content is no JSON, as a sighting. */
export function notJson(reply: Reply, kind: 'fenced' | 'not_json'): Sighting {
  const saw = excerpt(reply.content ?? '');
  return kind === 'fenced'
    ? {
        code: 'json_fenced',
        at: 'content',
        expected: 'JSON and nothing else',
        saw: `valid inside a code fence: ${saw}`,
      }
    : { code: 'not_json', at: 'content', expected: 'JSON', saw: saw === '' ? 'an empty text' : saw };
}

/** The codes that every check of JSON can find. */
export const jsonExplanations: Explanations = {
  not_json: {
    meaning: 'The reply is not JSON, or not only JSON, so nothing in it can be looked at.',
    advice:
      'Ask for JSON and nothing else (response_format where the endpoint has it), and look for text around the JSON.',
  },
  json_fenced: {
    meaning: 'The JSON is valid inside a code fence (``` … ```); a program that parses the reply as it is would fail.',
    advice:
      'Ask for JSON without a code fence; if your program takes the fence off, say so with json: { fence: accept }.',
  },
};
