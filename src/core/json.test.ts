import { expect, test } from 'vitest';
import { isJsonObject, parseJson, setOwn } from './json.ts';

test('text that is no JSON is told apart from the JSON null', () => {
  expect(parseJson('null')).toBeNull();
  expect(parseJson('{"a": [1, true]}')).toEqual({ a: [1, true] });
  for (const text of ['', 'undefined', "{'a': 1}", '{"a": 1,}', 'NaN']) expect(parseJson(text)).toBeUndefined();
});

test('only maps are JSON objects', () => {
  expect([{}, [], null, 'x', 1].map(isJsonObject)).toEqual([true, false, false, false, false]);
});

test('a key called __proto__ is data and changes no prototype', () => {
  const target: Record<string, unknown> = {};
  setOwn(target, '__proto__', { polluted: true });
  setOwn(target, 'a', 1);
  expect(Object.keys(target)).toEqual(['__proto__', 'a']);
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
  expect('polluted' in {}).toBe(false);
});
