import { isJsonObject, type JsonValue } from '../core/json.ts';
import type { Message } from '../cases/reply.ts';
import { fold, foldOutsideNumbers } from '../text/fold.ts';
import { compilePattern } from '../text/pattern.ts';
import { numberOccursIn, occursIn } from '../text/word.ts';
import type { ArgumentMatcher } from './argument-matcher.ts';
import { equalByValue } from './json-difference.ts';
import { shownJson } from './quoted.ts';

/** The texts that arguments can be tied to. */
export interface Sources {
  readonly inputText: string;
  /** Null when no tool has answered yet. */
  readonly resultText: string | null;
}

/** What an argument must be, in words, where it is not; `unreadable` when there is nothing to hold it against. */
export type ArgumentFault = { readonly kind: 'wrong' | 'unreadable'; readonly expected: string };

/** The text of all tool results among the steps before a reply; null when there is none. */
export function toolResults(transcript: readonly Message[]): string | null {
  const results = transcript.filter(({ role }) => role === 'tool');
  return results.length === 0 ? null : results.map(({ content }) => messageText(content)).join('\n');
}

function messageText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content ?? '');
  return content
    .map((part: JsonValue) =>
      isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : JSON.stringify(part),
    )
    .join('\n');
}

function standsIn(value: JsonValue, source: string): boolean {
  const text = fold(source);
  const shape = foldOutsideNumbers(source);
  const stands = (part: JsonValue): boolean => {
    if (typeof part === 'number') return numberOccursIn(shape, part);
    if (typeof part === 'boolean') return occursIn(text, String(part), { word: true, shape });
    if (typeof part === 'string') {
      const wanted = fold(part);
      return wanted !== '' && occursIn(text, wanted, { word: true, shape });
    }
    const parts: readonly JsonValue[] = part === null ? [] : Object.values(part);
    return parts.length > 0 && parts.every(stands);
  };
  return stands(value);
}

// 0.4 - 0.3 is a little more than 0.1 in doubles: four units in the last place of the largest of the three are forgiven.
function isNear(value: number, wanted: number, tolerance: number): boolean {
  const slack = 4 * Number.EPSILON * Math.max(Math.abs(value), Math.abs(wanted), tolerance);
  return Math.abs(value - wanted) <= tolerance + slack;
}

/** What is wrong with the value of an argument that is there; null when it is as it must be. */
export function argumentFault(value: JsonValue, matcher: ArgumentMatcher, sources: Sources): ArgumentFault | null {
  const wrong = (expected: string): ArgumentFault => ({ kind: 'wrong', expected });
  const { equals, one_of: oneOf, regex, min, max, tolerance } = matcher;
  if (matcher.absent) return wrong('no such argument');
  if (equals !== undefined) {
    if (tolerance !== undefined && typeof equals === 'number') {
      if (typeof value !== 'number' || !isNear(value, equals, tolerance)) return wrong(`${equals} ± ${tolerance}`);
    } else if (!equalByValue(equals, value)) return wrong(shownJson(equals));
  }
  if (oneOf !== undefined && !oneOf.some((item) => equalByValue(item, value)))
    return wrong(`one of ${shownJson(oneOf)}`);
  if (regex !== undefined) {
    const compiled = compilePattern(regex);
    if ('problem' in compiled) throw new Error(compiled.problem);
    if (typeof value !== 'string' || !compiled.pattern.test(value)) return wrong(`a text that matches /${regex}/`);
  }
  if (min !== undefined && !(typeof value === 'number' && value >= min)) return wrong(`a number from ${min}`);
  if (max !== undefined && !(typeof value === 'number' && value <= max)) return wrong(`a number up to ${max}`);
  if (matcher.from_input && !standsIn(value, sources.inputText)) return wrong('a value that stands in the input');
  if (!matcher.from_result) return null;
  if (sources.resultText === null) return { kind: 'unreadable', expected: 'a tool result that has the value in it' };
  return standsIn(value, sources.resultText) ? null : wrong('a value that stands in a tool result');
}
