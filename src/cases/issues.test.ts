import { expect, test } from 'vitest';
import { z } from 'zod';
import { formatProblem } from '../core/problem.ts';
import { parseYaml } from '../files/yaml-file.ts';
import { describe, keyPosition, keysOf, nodeAt, readNode, type Naming } from './issues.ts';
import { number, text } from './values.ts';

const schema = z.strictObject({
  name: text(),
  kind: z.enum(['dev', 'regression']).optional(),
  list: z.array(z.strictObject({ size: number(z.number().min(1).max(9)) })).optional(),
  map: z.record(z.string(), z.strictObject({ deep: text() })).optional(),
  more: number(z.number().positive()).optional(),
});

function told(yaml: string, naming: Naming = { what: 'thing' }): string[] {
  const [node] = parseYaml(yaml, 'f');
  if (!node) throw new Error('no document');
  const result = readNode(node, schema, naming);
  return 'problems' in result ? result.problems.map(formatProblem) : [];
}

test('a sound node is read', () => {
  expect(told('name: x\nlist: [{ size: 3 }]\n')).toEqual([]);
});

test('an unknown key is told at its own place with the nearest spelling, or with all there are', () => {
  expect(told('name: x\nlits: []\n')).toEqual([
    'f:2:1  unknown key "lits" in thing; did you mean "list"?  [CASE_UNKNOWN_KEY]',
  ]);
  expect(told('name: x\nlist:\n  - { size: 3, quux: 1 }\n')).toEqual([
    'f:3:16  unknown key "quux" in "list.0"; known are size  [CASE_UNKNOWN_KEY]',
  ]);
  expect(told('name: x\nmap: { a: { deep: b, dep: c } }\n')).toEqual([
    'f:2:22  unknown key "dep" in "map.a"; did you mean "deep"?  [CASE_UNKNOWN_KEY]',
  ]);
});

test('a missing key is told at the map that lacks it', () => {
  expect(told('kind: dev\n')).toEqual(['f:1:1  "name" is missing  [CASE_MISSING_KEY]']);
  expect(told('name: x\nlist:\n  - {}\n')).toEqual(['f:3:5  "list.0.size" is missing  [CASE_MISSING_KEY]']);
});

test.each([
  ['name: [x]', '"name" must be a text, found a list'],
  ['name: {}', '"name" must be a text, found an empty map'],
  ['name: ~', '"name" must be a text, found nothing'],
  ['name: ""', '"name" must not be empty'],
  ['{ name: x, list: {} }', '"list" must be a list, found an empty map'],
  [
    '{ name: x, kind: regresion }',
    '"kind" must be dev or regression, found the text "regresion"; did you mean "regression"?',
  ],
  ['{ name: x, list: [{ size: 0 }] }', '"list.0.size" must be at least 1, found 0'],
  ['{ name: x, list: [{ size: 10 }] }', '"list.0.size" must be at most 9, found 10'],
  ['{ name: x, more: 0 }', '"more" must be more than 0, found 0'],
  ['{ name: x, more: 007 }', '"more": 007 has a leading zero: write the number plainly'],
  ['[]', 'the thing must be a map, found an empty list'],
])('%s is refused in plain words', (yaml, message) => {
  expect(told(yaml)[0]).toContain(`  ${message}  [CASE_WRONG_VALUE]`);
});

test('all faults of a node are told, each where it stands', () => {
  const places = told('nam: x\nkind: 3\nlist: [{ size: "3" }, 4]\n').map((line) => line.replace(/ {2}.*/, ''));
  expect(places.toSorted((first, second) => first.localeCompare(second))).toEqual([
    'f:1:1',
    'f:1:1',
    'f:2:7',
    'f:3:16',
    'f:3:23',
  ]);
});

test('a number in place of a map is told as that, once', () => {
  expect(told('name: x\nlist: [4]\n')).toEqual(['f:2:8  "list.0" must be a map, found 4  [CASE_WRONG_VALUE]']);
  expect(told('name: x\nmap: 7\n')).toEqual(['f:2:6  "map" must be a map, found 7  [CASE_WRONG_VALUE]']);
  expect(told('true\n')).toEqual(['f:1:1  the thing must be a map, found true  [CASE_WRONG_VALUE]']);
});

test('in a quiet node no text is shown, for it may be a secret', () => {
  const lines = told('name: x\nkind: sk-SECRET\nlist: sk-SECRET\nmore: sk-SECRET\n', { what: 'config', quiet: true });
  expect(lines).toHaveLength(3);
  expect(lines.join('\n')).not.toContain('SECRET');
});

test('what lies within a check says so', () => {
  expect(told('name: [x]\n', { what: 'check args', within: ' in check args' })[0]).toContain(
    '"name" in check args must',
  );
});

test('a node is described by what it is, cut and printable', () => {
  const described = (yaml: string): string => describe(parseYaml(yaml, 'f')[0] ?? expect.fail('no document'));
  expect(['[a]', '{ a: b }', '1.10', 'true', '"x"', '"a\\nb"', `"${'x'.repeat(60)}"`].map(described)).toEqual([
    'a list',
    'a map',
    '1.10',
    'true',
    'the text "x"',
    'the text "a\\nb"',
    `the text "${'x'.repeat(39)}…"`,
  ]);
});

test('nodes and keys are found by their path', () => {
  const [node] = parseYaml('a:\n  - { b: x }\n', 'f');
  if (!node) throw new Error('no document');
  expect(nodeAt(node, ['a', 0, 'b'])).toMatchObject({ value: 'x' });
  expect(nodeAt(node, ['a', 1])).toBeUndefined();
  expect(keyPosition(node, 'a')).toEqual({ file: 'f', line: 1, column: 1 });
  expect(keysOf(schema)).toEqual(['name', 'kind', 'list', 'map', 'more']);
  expect(keysOf(z.string())).toEqual([]);
});
