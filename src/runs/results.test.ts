import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseStatus, type TrialStatus } from './results.ts';

const counts = (given: Partial<Record<TrialStatus, number>>): Record<TrialStatus, number> => ({
  pass: 0,
  fail: 0,
  error: 0,
  not_judged: 0,
  not_run: 0,
  ...given,
});

test.each([
  [{ pass: 5 }, 5, 'pass'],
  [{ pass: 4, fail: 1 }, 5, 'fail'],
  [{ pass: 3, fail: 2 }, 3, 'pass'],
  // Passing is still possible as long as the rest could pass.
  [{ pass: 2, fail: 2, not_run: 1 }, 3, 'not_run'],
  [{ pass: 2, fail: 3 }, 3, 'fail'],
  [{ pass: 1, fail: 3, not_run: 1 }, 3, 'fail'],
  [{ pass: 3, error: 1, not_judged: 1 }, 5, 'error'],
  [{ pass: 3, error: 1, not_run: 1 }, 5, 'not_run'],
  [{ pass: 4, not_judged: 1 }, 5, 'unjudged'],
] as const)('%j with %i needed is %s', (given, needed, status) => {
  expect(caseStatus(counts(given), { trials: 5, needed, known: false })).toBe(status);
});

test('a known failure is known only where it fails', () => {
  expect(caseStatus(counts({ fail: 1 }), { trials: 1, needed: 1, known: true })).toBe('known');
  expect(caseStatus(counts({ pass: 1 }), { trials: 1, needed: 1, known: true })).toBe('pass');
  expect(caseStatus(counts({ error: 1 }), { trials: 1, needed: 1, known: true })).toBe('error');
});

test('a case passes only when enough trials passed and every trial was judged', () => {
  const count = fc.integer({ min: 0, max: 4 });
  fc.assert(
    fc.property(
      fc.record({ pass: count, fail: count, error: count, not_judged: count, not_run: count }),
      count,
      (given, spare) => {
        const trials = Object.values(given).reduce((sum, value) => sum + value, 0);
        fc.pre(trials > 0);
        const needed = Math.max(1, trials - spare);
        const status = caseStatus(given, { trials, needed, known: false });
        const judged = given.error + given.not_judged + given.not_run === 0;
        expect(status === 'pass').toBe(judged && given.pass >= needed);
        expect(status === 'fail').toBe(given.fail > trials - needed);
      },
    ),
  );
});
