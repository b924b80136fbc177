import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseYaml } from '../files/yaml-file.ts';
import { flag, jsonValue, number, numberDoubt, plainValue, samplingMap, text, wholeNumber } from './values.ts';

const read = (schema: z.ZodType, yaml: string): unknown => {
  const [node] = parseYaml(yaml, 'f');
  if (!node) throw new Error('no document');
  const result = schema.safeParse(plainValue(node));
  return result.success ? result.data : result.error.issues.map((issue) => issue.message).join('; ');
};

test.each([
  '007',
  '1e3',
  '1.10',
  '2024-01-02',
  'true',
  '12345678901234567890',
  '0x1F',
  '.5',
  '1_000',
  'yes',
  'NO',
  '-0',
])('a text is what stands in the file: %s', (source) => {
  expect(read(text(), source)).toBe(source);
  expect(read(text(), `"${source}"`)).toBe(source);
});

test('a text is not empty unless it may be, and nothing is no text', () => {
  expect(read(text(), '""')).toBe('must not be empty');
  expect(read(text({ empty: true }), '""')).toBe('');
  expect(read(text(), '~')).toContain('expected string');
});

test.each([
  ['007', '007 has a leading zero'],
  ['-012.5', '-012.5 has a leading zero'],
  ['1e3', '1e3 could be meant as a number or as text'],
  ['0x1F', '0x1F could be meant as a number or as text'],
  ['0o17', '0o17 could be meant as a number or as text'],
  ['.inf', '.inf is not a finite number'],
  ['1e999', '1e999 is not a finite number'],
  ['12345678901234567890', '12345678901234567890 has more digits than a number can hold'],
  ['0.12345678901234567', '0.12345678901234567 has more digits than a number can hold'],
])('a number in doubt is an error: %s', (source, doubt) => {
  expect(read(number(), source)).toContain(doubt);
  expect(read(jsonValue(), `[${source}]`)).toContain(doubt);
});

test.each([
  ['1.10', 1.1],
  ['100', 100],
  ['0.50', 0.5],
  ['-3', -3],
  ['0', 0],
  ['9007199254740991', 9007199254740991],
  ['1000000000000000000', 1e18],
  ['0.1234567890123456', 0.1234567890123456],
])('a number that is what it looks like is read: %s', (source, value) => {
  expect(read(number(), source)).toBe(value);
  expect(numberDoubt(source, value)).toBeNull();
});

test('a quoted number is no number, true is none, and a whole number has its bounds', () => {
  expect(read(number(), '"3"')).toContain('expected number');
  expect(read(number(), 'true')).toContain('expected number');
  expect(read(wholeNumber({ min: 1, max: 5 }), '3')).toBe(3);
  expect(read(wholeNumber(), '3.5')).toContain('expected int');
  expect(read(wholeNumber({ min: 1 }), '0')).toContain('>=1');
  expect(read(wholeNumber({ max: 5 }), '6')).toContain('<=5');
});

test('a flag is true or false; yes, "true" and 1 are not', () => {
  expect([read(flag(), 'true'), read(flag(), 'false')]).toEqual([true, false]);
  for (const source of ['yes', '"true"', '1', 'on']) expect(read(flag(), source)).toContain('expected boolean');
});

test('a JSON value keeps its types and its keys, whatever they are called', () => {
  expect(read(jsonValue(), '{ a: [1.50, "1", true, null], constructor: { toString: x } }')).toEqual({
    a: [1.5, '1', true, null],
    constructor: { toString: 'x' },
  });
});

test('a slip in a key of sampling is named; keys of other endpoints are sent as they are', () => {
  expect(read(samplingMap(), '{ temprature: 0 }')).toContain('did you mean "temperature"?');
  for (const key of ['model', 'messages', 'stream'])
    expect(read(samplingMap(), `{ ${key}: 1 }`)).toContain('the request itself sets it');
  const exotic = { temperature: 0, top_k: 5, min_p: 0.1, max_completion_tokens: 9, mirostat_tau: 3 };
  expect(read(samplingMap(), JSON.stringify(exotic))).toEqual(exotic);
});
