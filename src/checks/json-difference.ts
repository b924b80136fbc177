import { isJsonObject, type JsonValue } from '../core/json.ts';
import { isJsonList } from './json-list.ts';
import { pointerOf } from './json-pointer.ts';

/**
 * Where two JSON values differ first, as a JSON pointer; null when they are equal by value: numbers by value, the order of
 * keys aside, strings exact. Never deeper than the shallower of the two.
 */
export function firstDifference(expected: JsonValue, actual: JsonValue): string | null {
  const tokens: string[] = [];
  return differs({ expected, actual }, tokens) ? pointerOf(tokens) : null;
}

/** Whether two JSON values are equal by value. */
export function equalByValue(first: JsonValue, second: JsonValue): boolean {
  return !differs({ expected: first, actual: second }, []);
}

interface Pair {
  readonly expected: JsonValue;
  readonly actual: JsonValue;
}

// Leaves the way to the difference in `tokens`.
function differs({ expected, actual }: Pair, tokens: string[]): boolean {
  if (isJsonList(expected)) {
    if (!isJsonList(actual) || expected.length !== actual.length) return true;
    return expected.some((item, index) =>
      differsAt({ expected: item, actual: actual[index] as JsonValue }, String(index), tokens),
    );
  }
  if (isJsonObject(expected)) {
    if (!isJsonObject(actual)) return true;
    const keys = Object.keys(expected);
    const strange = Object.keys(actual).find((key) => !Object.hasOwn(expected, key));
    const missing = keys.find((key) => !Object.hasOwn(actual, key));
    const unpaired = missing ?? strange;
    if (unpaired !== undefined) {
      tokens.push(unpaired);
      return true;
    }
    const pairAt = (key: string): Pair => ({ expected: expected[key] as JsonValue, actual: actual[key] as JsonValue });
    return keys.some((key) => differsAt(pairAt(key), key, tokens));
  }
  return expected !== actual;
}

function differsAt(pair: Pair, token: string, tokens: string[]): boolean {
  tokens.push(token);
  if (differs(pair, tokens)) return true;
  tokens.pop();
  return false;
}
