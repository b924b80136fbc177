import { expect, test } from 'vitest';
import { isoDate, systemClock } from './clock.ts';

test('a date is told in UTC', () => {
  expect(isoDate(0)).toBe('1970-01-01');
  expect(isoDate(Date.UTC(2026, 10, 30, 23, 59, 59))).toBe('2026-11-30');
});

test('sleeping takes its time, and ends at once when the signal aborts', async () => {
  const start = systemClock.elapsed();
  await systemClock.sleep(20);
  expect(systemClock.elapsed() - start).toBeGreaterThanOrEqual(18);
  const stopping = new AbortController();
  const asleep = systemClock.sleep(60_000, stopping.signal);
  stopping.abort();
  await asleep;
  await systemClock.sleep(60_000, stopping.signal);
  expect(systemClock.elapsed() - start).toBeLessThan(10_000);
});

test('the time is that of the machine', () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
});
