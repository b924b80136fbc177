import { expect, test } from 'vitest';
import { issuesOf, neverFails, toldOf } from '../../test/support/grading.ts';

test.each([
  [{ value: '^\\d+ days$' }, ' 14 days\n', 'pass'],
  [{ value: '^\\d+ days$' }, '14 days later', 'fail [no_match]'],
  [{ value: 'REFUND', flags: 'i' }, 'refund', 'pass'],
  [{ value: '^b$', flags: 'm' }, 'a\nb', 'pass'],
  [{ value: 'a.b', flags: 'ms' }, 'a\nb', 'pass'],
  [{ value: '\\d+', full: true }, '14 days', 'fail [no_match]'],
  [{ value: 'a b' }, 'a\u00a0b', 'fail [no_match]'],
  [{ value: 'x' }, null, 'fail [no_match]'],
])('regex %j on %j: %s', (options, content, result) => {
  expect(toldOf('regex', options, content)).toBe(result);
});

test('a pattern or flag that cannot be used is an issue at its own key', () => {
  expect(issuesOf('regex', { value: '(?<=a)b' })).toEqual([expect.stringMatching(/^value: look-behind/)]);
  expect(issuesOf('regex', { value: 'a', flags: 'g' })).toEqual([expect.stringMatching(/^flags: flag "g"/)]);
  expect(issuesOf('regex', { value: '(', flags: 'i' })).toEqual([expect.stringMatching(/^value: missing closing/)]);
});

test('a pattern that matches everything is refused, unless it is negated', () => {
  expect(neverFails('regex', { value: '.*' })).toMatch(/every text/);
  expect(neverFails('regex', { value: '.*' }, true)).toBeNull();
  expect(neverFails('regex', { value: '.+' })).toBeNull();
});

test('a pattern that can match no text always passes under not', () => {
  expect(neverFails('regex', { value: '$^x' }, true)).toMatch(/always passes/);
  expect(neverFails('regex', { value: '$^x' })).toBeNull();
  expect(neverFails('regex', { value: 'x' }, true)).toBeNull();
});
