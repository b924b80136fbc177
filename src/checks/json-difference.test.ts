import { expect, test } from 'vitest';
import type { JsonValue } from '../core/json.ts';
import { equalByValue, firstDifference } from './json-difference.ts';

test.each<readonly [JsonValue, JsonValue, string | null]>([
  [0, -0, null],
  [1e2, 100, null],
  [null, 0, ''],
  [[], {}, ''],
  [{ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }, '/a~1b/~0'],
  [[1, [2, { x: 3 }]], [1, [2, { x: 4 }]], '/1/1/x'],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, null],
  [JSON.parse('{"__proto__":1}') as JsonValue, JSON.parse('{"__proto__":2}') as JsonValue, '/__proto__'],
])('%j and %j differ first at %j', (first, second, pointer) => {
  expect(firstDifference(first, second)).toBe(pointer);
  expect(equalByValue(first, second)).toBe(pointer === null);
  expect(equalByValue(second, first)).toBe(pointer === null);
});

test('a document that is far deeper than what is expected is compared only as far as that', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as JsonValue;
  expect(firstDifference([[1]], deep)).toBe('/0/0');
});
