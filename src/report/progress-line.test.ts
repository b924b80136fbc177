import { expect, test } from 'vitest';
import { wilsonInterval } from '../stats/wilson.ts';
import { progressLine } from './progress-line.ts';

test('the progress line tells done of total, the rate with its interval, and what is left', () => {
  const view = {
    done: 6240,
    total: 10_000,
    rate: wilsonInterval(5691, 6240),
    passes: 5691,
    judged: 6240,
    inFlight: 64,
    perSecond: 1230,
    retries: 3,
    secondsLeft: 3.05,
  };
  expect(progressLine(view)).toBe(
    '6,240 of 10,000 · 0.912 [0.905, 0.919] · 64 in flight · 1,230/s · 3 retries · 4 s left',
  );
});

test('what is not known yet is left out, and long waits are told in minutes and hours', () => {
  const view = {
    done: 0,
    total: 10,
    rate: wilsonInterval(0, 0),
    passes: 0,
    judged: 0,
    inFlight: 1,
    perSecond: null,
    retries: 1,
    secondsLeft: null,
  };
  expect(progressLine(view)).toBe('0 of 10 · 1 in flight · 1 retry');
  expect(progressLine({ ...view, perSecond: 0.25, secondsLeft: 600 })).toContain('0.3/s · 1 retry · 10 min left');
  expect(progressLine({ ...view, secondsLeft: 9000 })).toContain('2.5 h left');
});

test('where trials repeat a case they are counted and given no interval', () => {
  const view = {
    done: 5,
    total: 10,
    rate: null,
    passes: 3,
    judged: 5,
    inFlight: 1,
    perSecond: null,
    retries: 0,
    secondsLeft: null,
  };
  expect(progressLine(view)).toBe('5 of 10 · 3 of 5 trials pass · 1 in flight · 0 retries');
});
