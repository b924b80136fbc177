import fc from 'fast-check';
import { expect, test } from 'vitest';
import { places, problemsIn } from '../../test/support/suite-folder.ts';
import { dataOf, placeOf } from '../../test/support/source-nodes.ts';
import { formatProblem, type Problem } from '../core/problem.ts';
import type { SourceNode } from './node.ts';
import { parseJsonLines, parseJsonText } from './json-file.ts';

const faults = (text: string): string[] => places(problemsIn(() => parseJsonText(text, 'f')));
const told = (text: string): string[] => problemsIn(() => parseJsonText(text, 'f')).map(formatProblem);

function valueOf(node: SourceNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(valueOf);
  return Object.fromEntries([...node.entries].map(([key, entry]) => [key, valueOf(entry.value)]));
}

test('what JSON.stringify writes is read with the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      fc.pre(!text.includes('"__proto__"'));
      expect(valueOf(parseJsonText(text, 'f'))).toEqual(JSON.parse(text));
    }),
  );
});

test('what JSON.parse refuses is refused, and nothing else', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"a"',
    '"b"',
    '1',
    '-',
    '.',
    'e',
    '0',
    'true',
    'nul',
    'null',
    ' ',
    '\n',
    '\\',
    '"',
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 7 }), (pieces) => {
      const text = pieces.join('');
      fc.pre(text.trim() !== '');
      let sound = true;
      try {
        JSON.parse(text);
      } catch {
        sound = false;
      }
      const problems = problemsIn(() => parseJsonText(text, 'f')).filter((problem) => problem.code === 'JSON_SYNTAX');
      expect(problems.length === 0).toBe(sound);
    }),
    { numRuns: 3000 },
  );
});

test('a number keeps its source, and every part its place', () => {
  const node = parseJsonText('{\n  "a": [1.10, 12345678901234567890],\n  "b": "x"\n}', 'f');
  expect(dataOf(node)).toEqual({ a: ['‹1.10›', '‹12345678901234567890›'], b: 'x' });
  expect([placeOf(node, 'a'), placeOf(node, 'a', 1), placeOf(node, 'b')]).toEqual(['2:8', '2:15', '3:8']);
});

test.each([
  ['{"a": 1,}', '1:9', 'a key in double quotes is expected, found "}"'],
  ['{"a": 1 // x\n}', '1:9', '"," or "}" is expected, found "/"'],
  ["{'a': 1}", '1:2', `a key in double quotes is expected, found "'"`],
  ['{"a" 1}', '1:6', '":" is expected after a key, found "1"'],
  ['["a\nb"]', '1:4', 'a control character in a text must be escaped'],
  ['["a', '1:4', 'a text is not closed'],
  ['["\\x"]', '1:3', '\\x is no escape of JSON'],
  ['["\\u12"]', '1:3', '\\u takes four hexadecimal digits'],
  ['[01]', '1:3', '"," or "]" is expected, found "1"'],
  ['[NaN]', '1:2', 'found "N"'],
  ['{}\n{}', '2:1', 'more text after the end of the JSON value'],
  ['[\n1,\n', '3:1', 'the text ends here'],
])('%j is refused at %s', (text, place, message) => {
  expect(told(text)).toEqual([`f:${place}  is not JSON: ${message}  [JSON_SYNTAX]`]);
});

test('keys that are there twice are all told, and __proto__ is no key', () => {
  expect(faults('{"a": 1, "a": 2, "b": {"c": 1, "c": 2}}')).toEqual([
    '1:10 FILE_DUPLICATE_KEY',
    '1:32 FILE_DUPLICATE_KEY',
  ]);
  expect(faults('{"__proto__": {}}')).toEqual(['1:2 FILE_BAD_KEY']);
  expect(dataOf(parseJsonText('{"constructor": "x"}', 'f'))).toEqual({ constructor: 'x' });
});

test('nesting of five hundred levels is the most', () => {
  expect(faults('['.repeat(500) + ']'.repeat(500))).toEqual([]);
  expect(faults('['.repeat(100_000))).toEqual(['1:502 JSON_TOO_DEEP']);
  expect(faults('{"a":'.repeat(100_000))).toEqual(['1:2506 JSON_TOO_DEEP']);
});

test('an empty text is null', () => {
  expect(dataOf(parseJsonText(' \n', 'f'))).toBe('‹›');
});

test('of JSON lines each knows its line; blank ones are passed over, whatever the line ends', () => {
  const nodes = parseJsonLines('{"a": 1}\r\n\r\n[2]\n  {"b":\t3}', 'f', []);
  expect(nodes.map(dataOf)).toEqual([{ a: '‹1›' }, ['‹2›'], { b: '‹3›' }]);
  expect(nodes.map((node) => placeOf(node))).toEqual(['1:1', '3:1', '4:3']);
});

test('the faults of all lines are told, and the other lines are read', () => {
  const problems: Problem[] = [];
  expect(parseJsonLines('{"a":\n{}\n{"x" 1}\n', 'f', problems).map(dataOf)).toEqual([{}]);
  expect(places(problems)).toEqual(['1:6 JSON_SYNTAX', '3:6 JSON_SYNTAX']);
});
