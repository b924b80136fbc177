import { expect, test } from 'vitest';
import { places, problemsIn } from '../../test/support/suite-folder.ts';
import { dataOf, placeOf } from '../../test/support/source-nodes.ts';
import { formatProblem, type Problem } from '../core/problem.ts';
import { parseYaml } from './yaml-file.ts';

const read = (text: string): unknown[] => parseYaml(text, 'f').map(dataOf);
const faults = (text: string): string[] => places(problemsIn(() => parseYaml(text, 'f')));
const told = (text: string): string[] => problemsIn(() => parseYaml(text, 'f')).map(formatProblem);

test('a scalar keeps the characters of the file', () => {
  expect(read('[007, 1e3, 1.10, 2024-01-02, true, 12345678901234567890, 0x1F, ~, yes, "1"]')).toEqual([
    ['‹007›', '‹1e3›', '‹1.10›', '2024-01-02', '‹true›', '‹12345678901234567890›', '‹0x1F›', '‹~›', 'yes', '1'],
  ]);
});

test('every part knows its place', () => {
  const [node] = parseYaml('a:\n  - x\n  - { b: "y" }\n', 'f');
  expect([placeOf(node), placeOf(node, 'a'), placeOf(node, 'a', 1), placeOf(node, 'a', 1, 'b')]).toEqual([
    '1:1',
    '2:3',
    '3:5',
    '3:10',
  ]);
});

test('documents are read one after the other, and an empty one is null', () => {
  expect(read('a: 1\n---\nb: 2\n---\n')).toEqual([{ a: '‹1›' }, { b: '‹2›' }, '‹›']);
  expect(parseYaml('a: 1\n---\nb: 2\n', 'f').map((node) => node.at.line)).toEqual([1, 3]);
  expect(read('')).toEqual([]);
  expect(read('# nothing\n')).toEqual([]);
});

test('line ends of Windows give the same texts', () => {
  const text = 'a: |\n  one\n  two\nb: "x\n  y"\nc: z\n';
  expect(read(text.replaceAll('\n', '\r\n'))).toEqual(read(text));
});

test('a merge key brings in what is not there; the first of several wins', () => {
  const text =
    'base: &b { x: 1, y: 2 }\nmore: &m { y: 3, z: 4 }\nown: { <<: [*b, *m], x: 0 }\ntwo: { <<: *m, <<: *b }\n';
  expect(read(text)).toEqual([
    {
      base: { x: '‹1›', y: '‹2›' },
      more: { y: '‹3›', z: '‹4›' },
      own: { x: '‹0›', y: '‹2›', z: '‹4›' },
      two: { y: '‹3›', z: '‹4›', x: '‹1›' },
    },
  ]);
});

test('"<<" in quotes is a key like any other, and a merge of no map is refused', () => {
  expect(read('"<<": { x: 1 }')).toEqual([{ '<<': { x: '‹1›' } }]);
  expect(faults('a: 1\n<<: 3\n')).toEqual(['2:1 YAML_ALIAS']);
});

test('an alias stands for what its anchor holds, and keeps the place of the anchor', () => {
  const [node] = parseYaml('a: &x [1]\nb: *x\n', 'f');
  expect(dataOf(node)).toEqual({ a: ['‹1›'], b: ['‹1›'] });
  expect(placeOf(node, 'b')).toBe('1:7');
});

test('an alias to nothing, to itself, or across documents is refused at its place', () => {
  expect(faults('a: *no\n')).toEqual(['1:4 YAML_ALIAS']);
  expect(faults('a: &x [1, *x]\n')).toEqual(['1:11 YAML_ALIAS']);
  expect(faults('a: &x 1\n---\nb: *x\n')).toEqual(['3:4 YAML_ALIAS']);
});

test('aliases that multiply are refused once and at once', () => {
  const levels = Array.from(
    { length: 30 },
    (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(10)}]`,
  );
  expect(faults(`a0: &a0 [x, x]\n${levels.join('\n')}\n`)).toEqual([expect.stringMatching(/ YAML_ALIAS$/)]);
});

test.each([
  ['flow lists', '['.repeat(20_000)],
  ['closed flow lists', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['nested maps', Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ['sequences', '- '.repeat(5000)],
])('%s nested too deep are refused, not run into the end of the stack', (_, text) => {
  expect(told(text).length).toBeGreaterThan(0);
  expect(told(text).join('\n')).not.toContain('stack');
});

test('nesting of a hundred levels is the most', () => {
  expect(faults(`${'['.repeat(99)}x${']'.repeat(99)}`)).toEqual([]);
  expect(faults(`${'['.repeat(102)}x${']'.repeat(102)}`)).toEqual(['1:102 YAML_TOO_DEEP']);
});

test('a key that is there twice is told; where the caller asks, apart from the other faults', () => {
  expect(told('a: 1\nb: 2\na: 3\n')).toEqual(['f:3:1  key "a" is there twice  [FILE_DUPLICATE_KEY]']);
  const apart = problemsIn(() => {
    const duplicates: Problem[] = [];
    expect(parseYaml('a: 1\na: 2\n', 'f', duplicates).map(dataOf)).toEqual([{ a: '‹1›' }]);
    expect(duplicates).toHaveLength(1);
  });
  expect(apart).toEqual([]);
});

test('keys that are no plain text, or that name the prototype, are refused; other odd names are data', () => {
  expect(faults('? [a]\n: b\n')).toEqual(['1:3 FILE_BAD_KEY']);
  expect(faults(': b\n')).toEqual(['1:1 FILE_BAD_KEY']);
  expect(faults('__proto__: b\n')).toEqual(['1:1 FILE_BAD_KEY']);
  expect(read('constructor: 1\ntoString: 2\n7: 3\n')).toEqual([{ constructor: '‹1›', toString: '‹2›', 7: '‹3›' }]);
});

test('{{name}} without quotes gets its own message', () => {
  expect(told('user: {{item}}\n')).toEqual([
    'f:1:7  {{item}} without quotes is a map in YAML: write "{{item}}" in quotes  [YAML_UNQUOTED_BRACES]',
  ]);
  expect(told('user: {{item}} please\n')[0]).toContain('put quotes around a text that begins with {{');
  expect(faults('- {{item}}\n')).toEqual(['1:3 YAML_UNQUOTED_BRACES']);
});

test.each([
  ['a: [1, 2\n', 'an unclosed list'],
  ['a: "x\n', 'an unclosed quote'],
  ['a: b: c\n', 'a colon inside a text'],
  ['a:\n\tb: 1\n', 'a tab as indentation'],
  ['a: 1\n b: 2\n', 'a wrong indentation'],
  ['a: @x\n', 'a reserved character'],
  ['a: !foo x\n', 'an unknown tag'],
  ['a: !!binary aGk=\n', 'binary data'],
  ['a: !!timestamp 2001-01-01\n', 'a timestamp'],
  ['%FOO\n---\na: 1\n', 'an unknown directive'],
])('%j is refused as %s, inside the file', (text) => {
  const problems = problemsIn(() => parseYaml(text, 'f'));
  expect(problems.length).toBeGreaterThan(0);
  for (const { at, code } of problems) {
    expect(code).toBe('YAML_SYNTAX');
    expect(at?.line).toBeLessThanOrEqual(text.split('\n').length);
  }
});

test.each([
  [
    'user: What is order #5 status?',
    'the text ends before "#5 status?", which YAML reads as a comment; put quotes around',
  ],
  ['a: { b: order #5 }', 'begins a comment? put quotes around it'],
  ['user: How long: days?', 'put quotes around a text that has ": " in it'],
  ['regex: "\\d{5}"', 'use single quotes for a pattern'],
])('a slip of the pen is told in words of a writer, not of a parser: %s', (text, words) => {
  expect(told(text).join('\n')).toContain(words);
});

test('a comment with a space after its sign is a comment', () => {
  expect(read('a: x # why\nb: y #! note\n')).toEqual([{ a: 'x', b: 'y' }]);
});
