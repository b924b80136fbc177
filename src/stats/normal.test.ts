import { expect, test } from 'vitest';
import { erfc, normalQuantile } from './normal.ts';

// scipy.stats.norm.ppf, SciPy 1.10.1
test.each([
  [0.975, 1.95996398454005],
  [0.995, 2.5758293035489],
  [1e-12, -7.03448382530513],
  [0.5, 0],
  [0.001, -3.090232306167813],
  [0.02425, -1.972961051311885],
])('the normal quantile of %d is %d', (p, x) => {
  expect(normalQuantile(p)).toBeCloseTo(x, 10);
});

test('the normal quantile is odd around one half, infinite at the ends, and nothing outside', () => {
  expect(normalQuantile(0.1)).toBeCloseTo(-normalQuantile(0.9), 12);
  expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
  expect([normalQuantile(-0.1), normalQuantile(1.1), normalQuantile(Number.NaN)]).toEqual([NaN, NaN, NaN]);
});

// scipy.special.erfc, SciPy 1.10.1
test.each([
  [0, 1],
  [0.5, 0.4795001221869535],
  [1, 0.15729920705028516],
  [1.9999, 0.00467980209297061],
  [2, 0.004677734981047266],
  [3, 2.2090496998585445e-5],
  [6, 2.1519736712498913e-17],
  [-1, 1.8427007929497148],
  [-6, 2],
])('erfc(%d) is %d', (x, value) => {
  const found = erfc(x);
  expect(Math.abs(found - value)).toBeLessThanOrEqual(1e-13 * value);
});
