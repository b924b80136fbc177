import { expect, test } from 'vitest';
import type { Case } from '../cases/case.ts';
import { neededPasses } from './plan.ts';

test.each([
  [null, 5, 5],
  [1, 5, 1],
  [3, 5, 3],
  [0.6, 5, 3],
  [0.61, 5, 4],
  [0.1, 3, 1],
  // 0.7 × 10 is 7.000000000000001 in floating point: still seven.
  [0.7, 10, 7],
  [0.29, 100, 29],
])('min_pass %s of %i trials needs %i', (minPass, trials, needed) => {
  expect(neededPasses({ minPass } as Case, trials)).toBe(needed);
});
