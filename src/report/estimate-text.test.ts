import { expect, test } from 'vitest';
import { wilsonInterval } from '../stats/wilson.ts';
import { estimateText, grouped, leadingCount } from './estimate-text.ts';

test('an estimate is printed with its interval, method, level and n', () => {
  expect(estimateText(wilsonInterval(10, 12))).toBe('0.83 [0.55, 0.95] Wilson 95 %, n=12');
  expect(estimateText(wilsonInterval(1, 2, { level: 0.999 }))).toMatch(/Wilson 99\.9 %, n=2$/);
});

test('a rate of nothing is no number but a reason', () => {
  expect(estimateText(wilsonInterval(0, 0))).toBe('no rate: no trial was counted');
});

test('a rate without an interval says why it has none', () => {
  const estimate = { ...wilsonInterval(1, 2), low: null, high: null, reason: 'repeats are not independent' };
  expect(estimateText(estimate)).toBe('0.50, n=2 (repeats are not independent)');
});

test('rounding never claims that a rate is 0 or 1 when it is not', () => {
  expect(estimateText(wilsonInterval(999, 1000))).toMatch(/^0\.999 \[0\.99, 0\.9998\]/);
  expect(estimateText(wilsonInterval(1, 100_000))).toMatch(/^<0\.0001 /);
  expect(estimateText(wilsonInterval(99_999, 100_000))).toMatch(/^>0\.9999 /);
  expect(estimateText(wilsonInterval(3, 3))).toMatch(/^1\.00 \[0\.44, 1\.00\]/);
});

test.each([
  [398, 400, '2 failures in 400'],
  [399, 400, '1 failure in 400'],
  [400, 400, 'no failure in 400'],
  [1, 400, '1 pass in 400'],
  [0, 400, 'no pass in 400'],
  [300, 400, null],
  [9, 9, null],
])('near 0 and 1 the count leads: %i of %i is %s', (passes, n, words) => {
  expect(leadingCount(passes, n)).toBe(words);
});

test('counts are grouped by thousands', () => {
  expect([grouped(7), grouped(1234), grouped(1234567)]).toEqual(['7', '1,234', '1,234,567']);
});
