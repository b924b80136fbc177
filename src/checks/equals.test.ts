import { expect, test } from 'vitest';
import { issuesOf, resultOf, toldOf } from '../../test/support/grading.ts';
import { replyOf } from '../cases/reply.ts';
import { PlainScalar } from '../cases/values.ts';

const all = ['case', 'whitespace', 'punctuation'];

test.each([
  [{ value: 'billing' }, ' billing\n', 'pass'],
  [{ value: 'billing' }, 'Billing', 'fail [not_equal]'],
  [{ value: 'billing' }, 'billing.', 'fail [not_equal]'],
  [{ value: 'Billing', normalise: all }, 'BILLING.', 'pass'],
  [{ value: 'a  b', normalise: ['whitespace'] }, 'a\n\tb', 'pass'],
  [{ value: 'a b' }, 'a  b', 'fail [not_equal]'],
  [{ value: '1.5', normalise: all }, '15', 'fail [not_equal]'],
  [{ value: '-5', normalise: all }, '5', 'fail [not_equal]'],
  [{ value: '5%', normalise: all }, '5', 'fail [not_equal]'],
  [{ value: '5', normalise: all }, '5.', 'pass'],
  [{ value: '1/2', normalise: all }, '12', 'fail [not_equal]'],
  [{ value: '10:30', normalise: all }, '1030.', 'fail [not_equal]'],
  [{ value: '2-3', normalise: all }, '23', 'fail [not_equal]'],
  [{ value: '1/2', normalise: all }, '(1/2)', 'pass'],
  [{ value: '?', normalise: all }, '!', 'fail [not_equal]'],
  [{ value: '', normalise: all }, '?', 'fail [not_equal]'],
  [{ value: '?', normalise: all }, ' ? ', 'pass'],
  [{ value: 'well-known', normalise: all }, '“Wellknown”!', 'pass'],
  [{ value: ' x', exact: true }, 'x', 'fail [not_equal]'],
  [{ value: '' }, null, 'pass'],
])('equals %j on %j: %s', (options, content, result) => {
  expect(toldOf('equals', options, content)).toBe(result);
});

test.each([
  [{ a: 1, b: [true, null] }, '{"b":[true,null],"a":1.0}', 'pass'],
  [[1, 2], '[2,1]', 'fail [not_equal:/0]'],
  [{ a: { b: 1 } }, '{"a":{"b":"1"}}', 'fail [not_equal:/a/b]'],
  [{ a: 1 }, '{"a":1,"b":2}', 'fail [not_equal:/b]'],
  [{ a: 1, b: 2 }, '{"a":1}', 'fail [not_equal:/b]'],
  [{ a: 'é' }, '{"a":"e\u0301"}', 'fail [not_equal:/a]'],
  [{}, '[]', 'fail [not_equal]'],
  [{}, '{"__proto__":{}}', 'fail [not_equal:/__proto__]'],
  [{ a: 1 }, 'a is 1', 'unreadable [not_json]'],
  [{ a: 1 }, '```json\n{"a":1}\n```', 'unreadable [json_fenced]'],
  [{ a: 1 }, null, 'unreadable [not_json]'],
])('equals the JSON %j on %j: %s', (value, content, result) => {
  expect(toldOf('equals', { value }, content)).toBe(result);
});

test.each([
  [{ id: 9007199254740992 }, '{"id":9007199254740993}', 'unreadable [number_precision]'],
  [{ id: 9007199254740992 }, '{"id":9007199254740992}', 'pass'],
  [{ id: 1e23 }, '{"id":1e23}', 'pass'],
  [{ id: 1e22 }, '{"id":10000000000000000000001}', 'unreadable [number_precision]'],
  [{ id: 0 }, '{"id":1e-400}', 'unreadable [number_precision]'],
  [{ id: 0 }, '{"id":0e5}', 'pass'],
  [{ id: 5 }, '{"id":9007199254740993}', 'fail [not_equal:/id]'],
  [{ id: 'x 9007199254740993 \\"' }, '{"id":"x 9007199254740993 \\\\\\""}', 'pass'],
  [{ n: 0.1 }, '{"n":0.10000000000000000555}', 'pass'],
])('a number that a double does not hold is equal to no other: %j on %j: %s', (value, content, result) => {
  expect(toldOf('equals', { value }, content)).toBe(result);
  if (result.startsWith('unreadable'))
    expect(resultOf('equals', { value }, { reply: replyOf({ content }), not: true }).status).toBe('unreadable');
});

test('a scalar is text as it is written', () => {
  expect(toldOf('equals', { value: new PlainScalar(1.1, '1.10') }, '1.10')).toBe('pass');
  expect(toldOf('equals', { value: new PlainScalar(1.1, '1.10') }, '1.1')).toBe('fail [not_equal]');
  expect(toldOf('equals', { value: new PlainScalar(true, 'true') }, 'true')).toBe('pass');
});

test('a finding shows both sides at the place where they differ', () => {
  const [finding] = resultOf(
    'equals',
    { value: { a: [1, 2] } },
    { reply: replyOf({ content: '{"a":[1,3]}' }) },
  ).findings;
  expect(finding).toMatchObject({ at: 'content/a/1', expected: '2', saw: '3' });
});

test('null is no expectation, and normalise is for texts', () => {
  expect(issuesOf('equals', { value: null })).toEqual([expect.stringMatching(/^value: must be a text/)]);
  expect(issuesOf('equals', { value: {}, normalise: ['case'] })).toEqual([expect.stringMatching(/^normalise: /)]);
  expect(issuesOf('equals', { value: 'x', normalise: ['spaces'] })).toHaveLength(1);
  expect(issuesOf('equals', { value: { n: new PlainScalar(7, '007') } })).toEqual([
    expect.stringMatching(/^value.n: 007/),
  ]);
});
