import { expect, test } from 'vitest';
import { issuesOf, neverFails, resultOf, told, toldOf } from '../../test/support/grading.ts';
import { replyOf } from '../cases/reply.ts';
import { PlainScalar } from '../cases/values.ts';
import { pathWorkLimit } from './json-path.ts';

const order = '{"items":[{"price":5,"name":"lamp"},{"price":7,"name":"desk"}],"total":12,"note":null}';

test.each([
  [{ path: '$.total', equals: 12 }, 'pass'],
  [{ path: '$.total', equals: '12' }, 'fail [path:$.total]'],
  [{ path: '$.note', equals: null }, 'pass'],
  [{ path: '$.items[*].price', one_of: [5, 7] }, 'pass'],
  [{ path: '$.items[*].price', one_of: [5] }, 'fail [path:$.items[*].price]'],
  [{ path: '$.items[*].name', matches: '^[a-z]+$' }, 'pass'],
  [{ path: '$.total', matches: '12' }, 'fail [path:$.total]'],
  [{ path: '$.items', count: 1, equals: [] }, 'fail [path:$.items]'],
  [{ path: '$.items[*]', count: 2 }, 'pass'],
  [{ path: '$.items[*]', count: 3 }, 'fail [path:$.items[*]]'],
  [{ path: '$.gone', count: 0 }, 'pass'],
  [{ path: '$.gone', exists: false }, 'pass'],
  [{ path: '$.gone', exists: true }, 'fail [path:$.gone]'],
  [{ path: '$.note', exists: true }, 'pass'],
  [{ path: '$.note', exists: false }, 'fail [path:$.note]'],
  [{ path: '$.gone', equals: 1 }, 'unreadable [path:$.gone]'],
  [{ path: '$.gone', one_of: [1] }, 'unreadable [path:$.gone]'],
  [{ path: '$.gone', matches: 'x' }, 'unreadable [path:$.gone]'],
])('json_path %j: %s', (options, result) => {
  expect(toldOf('json_path', options, order)).toBe(result);
});

test.each([
  ['12', 'pass'],
  ['twelve', 'unreadable [not_json]'],
  ['```\n12\n```', 'unreadable [json_fenced]'],
  [null, 'unreadable [not_json]'],
])('on the reply %j: %s', (content, result) => {
  expect(toldOf('json_path', { path: '$', equals: new PlainScalar(12, '12') }, content)).toBe(result);
});

test.each([
  [{ path: '$.id', equals: 9007199254740992 }, 'unreadable [number_precision:$.id]'],
  [{ path: '$.id', one_of: [9007199254740992] }, 'unreadable [number_precision:$.id]'],
  [{ path: '$[?@ == 9007199254740992]', exists: true }, 'unreadable [number_precision]'],
  [{ path: '$.id', equals: 5 }, 'fail [path:$.id]'],
  [{ path: '$.id', exists: true }, 'pass'],
  [{ path: '$.other', equals: 7 }, 'pass'],
])('a number beyond a double is compared with nothing: %j: %s', (options, result) => {
  expect(toldOf('json_path', options, '{"id":9007199254740993,"other":7}')).toBe(result);
});

test('every wrong value is a finding at its own place', () => {
  const { findings } = resultOf(
    'json_path',
    { path: '$.items[*].price', equals: 5 },
    { reply: replyOf({ content: order }) },
  );
  expect(findings).toMatchObject([{ at: 'content/items/1/price', expected: '5', saw: '7' }]);
});

test('a path that takes too much work is an error, and stays one under not', () => {
  const depth = 400;
  const reply = replyOf({ content: `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}` });
  for (const not of [false, true]) {
    const result = resultOf('json_path', { path: '$..*..*..*', count: 1 }, { reply, not });
    expect(told(result)).toBe('error [work_limit]');
    expect(result.findings[0]?.saw).toContain(String(pathWorkLimit));
  }
});

test('a list of 300,000 items is searched to its end', () => {
  const content = JSON.stringify(Array.from({ length: 300_000 }, (_, index) => index));
  expect(toldOf('json_path', { path: '$..[?@ == 299999]', count: 1 }, content)).toBe('pass');
});

test('what cannot be a path, a pattern or a count is an issue at its own key', () => {
  expect(issuesOf('json_path', { path: 'total', exists: true })).toEqual([
    expect.stringMatching(/^path: .*RFC 9535.*"\$" is missing/),
  ]);
  expect(issuesOf('json_path', { path: '$.a', matches: '(' })).toEqual([expect.stringMatching(/^matches: /)]);
  expect(issuesOf('json_path', { path: '$.a', count: 1.5 })).toEqual([expect.stringMatching(/^count: /)]);
  expect(issuesOf('json_path', { path: '$.a', exists: false, equals: 1 })).toEqual([
    expect.stringMatching(/^exists: /),
  ]);
  expect(issuesOf('json_path', { equals: 1 })).toEqual([expect.stringMatching(/^path: /)]);
});

test('a path of which nothing is said is refused', () => {
  expect(neverFails('json_path', { path: '$.a' })).toMatch(/says nothing/);
  expect(neverFails('json_path', { path: '$.a', equals: null })).toBeNull();
  for (const options of [
    { path: '$.a', one_of: [] },
    { path: '$', count: 2 },
    { path: '$', count: 0 },
    { path: '$', exists: false },
    { path: '$.a[0]', count: 2 },
    { path: '$.*', exists: true, count: 0 },
    { path: '$.a', equals: 1, one_of: [2] },
    { path: '$.a', equals: 1, matches: '1' },
    { path: '$.a', matches: '[^\\s\\S]' },
  ])
    expect(neverFails('json_path', options, true)).toMatch(/always passes/);
  for (const options of [
    { path: '$', count: 1, equals: 1 },
    { path: '$.*', count: 2 },
    { path: "$['a','b']", count: 2 },
    { path: '$.a', exists: false },
    { path: '$.a', equals: '1', matches: '1' },
  ])
    expect(neverFails('json_path', options, true)).toBeNull();
});
