import { expect, test } from 'vitest';
import { neverFails, resultOf, told, toldOf } from '../../test/support/grading.ts';
import { replyOf } from '../cases/reply.ts';

test.each([
  [{ value: ['30 days'] }, 'within 14 days', 'pass'],
  [{ value: ['30 days'] }, 'within 30\u00a0DAYS', "fail [forbidden:'30 days']"],
  [{ value: 'TRACK-' }, 'see track-1', "fail [forbidden:'TRACK-']"],
  [{ value: 'TRACK-', ignore_case: false }, 'see track-1', 'pass'],
  [{ value: ['a', 'b', 'x'] }, 'ab', "fail [forbidden:'a', forbidden:'b']"],
  [{ value: ['“so”'] }, 'he said "so"', "fail [forbidden:'“so”']"],
  [{ value: ['“so”'], exact: true }, 'he said "so"', 'pass'],
  [{ value: ['straße'] }, 'STRAẞE', "fail [forbidden:'straße']"],
  [{ value: ['straße'] }, 'Strasse', "fail [forbidden:'straße']"],
  [{ value: ['x'] }, null, 'pass'],
])('forbidden_substrings %j in %j: %s', (options, content, result) => {
  expect(toldOf('forbidden_substrings', options, content)).toBe(result);
});

test('a refusal is read too, and named as the place', () => {
  const result = resultOf(
    'forbidden_substrings',
    { value: 'secret' },
    { reply: replyOf({ refusal: 'The SECRET is 7.' }) },
  );
  expect(told(result)).toBe("fail [forbidden:'secret']");
  expect(result.findings[0]?.at).toBe('refusal');
});

test('an empty list forbids nothing; the negation of a blank text always passes', () => {
  expect(neverFails('forbidden_substrings', { value: [] })).toMatch(/forbids nothing/);
  expect(neverFails('forbidden_substrings', { value: [' '] }, true)).toMatch(/always passes/);
  expect(neverFails('forbidden_substrings', { value: ['x'] })).toBeNull();
});
