import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = Date.parse('1994-11-06T08:49:30Z');

test.each([
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9000],
  [{ 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }, 7000],
  [{ 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT' }, 7000],
  [{ 'retry-after': 'Sun Nov  6 08:49:37 1994' }, 7000],
  [{ 'retry-after': 'Sun, 06 Nov 1994 08:49:00 GMT' }, 0],
])('%o asks to wait %d ms', (headers, wait) => {
  expect(retryAfterMs(headers, now)).toBe(wait);
});

test('a date is measured from the date of the response, whatever the clock here says', () => {
  const headers = { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT', date: 'Sun, 06 Nov 1994 08:49:34 GMT' };
  expect(retryAfterMs(headers, now + 3_600_000)).toBe(3000);
});

test.each([
  {},
  { 'retry-after': '-5' },
  { 'retry-after': '' },
  { 'retry-after': 'tomorrow' },
  { 'retry-after': '1e9' },
  { 'retry-after': '2026-01-01' },
])('%o asks for nothing that can be read', (headers) => {
  expect(retryAfterMs(headers, now)).toBeNull();
});
