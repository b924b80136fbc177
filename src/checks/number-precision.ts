import type { JsonValue } from '../core/json.ts';
import type { Explanations } from '../core/problem.ts';
import type { Sighting } from './check.ts';
import { decimalOf } from './decimal.ts';

const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * The values that stand for other numbers of a JSON text: whole numbers from 2^53 on that a double does not hold, numbers
 * too large for it (infinite) or too small (zero). Fractions are read to the nearest double, as everywhere. Linear.
 */
export function roundedNumbers(text: string): ReadonlySet<number> {
  const rounded = new Set<number>();
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at);
    else if (character === '-' || (character >= '0' && character <= '9')) {
      numberToken.lastIndex = at;
      const token = numberToken.exec(text)?.[0] ?? character;
      if (token.length > 15 || /e/i.test(token)) addRounded(token, rounded);
      at += token.length - 1;
    }
  }
  return rounded;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}

function addRounded(token: string, rounded: Set<number>): void {
  const value = Number(token);
  if (Number.isFinite(value) && value !== 0 && Math.abs(value) < 2 ** 53) return;
  const said = decimalOf(token);
  const held = Number.isFinite(value) ? decimalOf(String(value)) : null;
  if (held?.digits !== said.digits || held.exponent !== said.exponent) rounded.add(value);
}

/** Whether the value is or has in it one of the numbers. */
export function hasNumber(value: JsonValue, numbers: ReadonlySet<number>): boolean {
  if (numbers.size === 0) return false;
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'number' && numbers.has(next)) return true;
    if (typeof next === 'object' && next !== null) for (const item of Object.values(next)) waiting.push(item);
  }
  return false;
}

/** A number that cannot be compared, as a sighting. */
export function imprecise(at: string, expected: string, saw: string): Sighting {
  return { code: 'number_precision', at, expected, saw };
}

export const precisionExplanation: Explanations = {
  number_precision: {
    meaning:
      'A number of the reply cannot be compared: it is a whole number beyond 2^53, or too large or too small, and programs that read JSON numbers as doubles see another.',
    advice: 'Ask for long identifiers and amounts as texts ("9007199254740993"), and compare them as texts.',
  },
};
