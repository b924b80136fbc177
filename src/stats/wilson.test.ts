import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wilsonInterval } from './wilson.ts';

describe('the Wilson interval', () => {
  // scipy.stats.binomtest(k, n).proportion_ci(level, method='wilson'), SciPy 1.10.1
  test.each([
    [0, 10, 0.95, 0, 0.277532799862889],
    [10, 10, 0.95, 0.722467200137111, 1],
    [1, 10, 0.95, 0.0178762130950729, 0.404150026795238],
    [45, 50, 0.95, 0.786397685625203, 0.956524235068109],
    [870, 1000, 0.95, 0.847731973345531, 0.889436225375158],
    [3, 3, 0.95, 0.438502968244955, 1],
    [18, 20, 0.99, 0.620502213471296, 0.980213465649701],
  ])('of %i in %i at level %f matches SciPy', (passes, n, level, low, high) => {
    const estimate = wilsonInterval(passes, n, { level });
    expect(estimate.estimate).toBe(passes / n);
    expect(estimate.low).toBeCloseTo(low, 12);
    expect(estimate.high).toBeCloseTo(high, 12);
    expect(estimate).toMatchObject({ level, method: 'wilson', n, clusters: null, reason: null });
  });

  test('with z = 1.96 it is the founding one: 45 of 50 is [0.7863950966, 0.9565248760]', () => {
    const { low, high, level } = wilsonInterval(45, 50, { z: 1.96 });
    // 2 * scipy.stats.norm.cdf(1.96) - 1
    expect(level).toBeCloseTo(0.950004209703559, 12);
    expect(low).toBeCloseTo(0.7863950966, 9);
    expect(high).toBeCloseTo(0.956524876, 9);
  });

  test('of nothing has no estimate, says why, and excludes nothing', () => {
    expect(wilsonInterval(0, 0)).toMatchObject({
      estimate: null,
      low: 0,
      high: 1,
      n: 0,
      reason: 'no trial was counted',
    });
  });

  test('excludes no rate of 0 after no pass and none of 1 after no failure, to the last bit', () => {
    for (let n = 1; n <= 2000; n += 1) {
      expect(wilsonInterval(0, n).low).toBe(0);
      expect(wilsonInterval(n, n).high).toBe(1);
    }
  });

  test('refuses counts that cannot be and levels that are none, and names them', () => {
    expect(() => wilsonInterval(6, 5)).toThrow('6 of 5 is no count of passes');
    expect(() => wilsonInterval(1, 2, { level: 95 })).toThrow('a level lies between 0 and 1, not 95');
    for (const [passes, n] of [
      [-1, 5],
      [6, 5],
      [1.5, 5],
      [0, 2.5],
      [0, -1],
      [Number.NaN, 5],
    ] as const) {
      expect(() => wilsonInterval(passes, n)).toThrow(RangeError);
    }
    for (const level of [0, 1, -0.5, 2, Number.NaN]) expect(() => wilsonInterval(1, 2, { level })).toThrow(RangeError);
  });

  const counts = fc
    .integer({ min: 1, max: 400 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

  test('holds its estimate, stays within 0 and 1, and mirrors when passes and failures change places', () => {
    fc.assert(
      fc.property(counts, ([passes, n]) => {
        const { estimate, low, high } = wilsonInterval(passes, n);
        expect(low).toBeLessThanOrEqual(estimate as number);
        expect(high).toBeGreaterThanOrEqual(estimate as number);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        const mirrored = wilsonInterval(n - passes, n);
        expect(mirrored.low).toBeCloseTo(1 - (high as number), 12);
        expect(mirrored.high).toBeCloseTo(1 - (low as number), 12);
      }),
    );
  });

  test('widens with the level and narrows with n', () => {
    const width = (passes: number, n: number, level: number): number => {
      const { low, high } = wilsonInterval(passes, n, { level });
      return (high as number) - (low as number);
    };
    expect(width(5, 10, 0.99)).toBeGreaterThan(width(5, 10, 0.95));
    expect(width(50, 100, 0.95)).toBeLessThan(width(5, 10, 0.95));
  });

  test('covers the truth: exactly summed, its coverage at n = 20, p = 0.97 is 0.979', () => {
    // Exact binomial sum; the published figure is the independent truth.
    const [n, p] = [20, 0.97];
    let coverage = 0;
    let choose = 1;
    for (let k = 0; k <= n; k += 1) {
      const { low, high } = wilsonInterval(k, n);
      if ((low as number) <= p && p <= (high as number)) coverage += choose * p ** k * (1 - p) ** (n - k);
      choose = (choose * (n - k)) / (k + 1);
    }
    expect(coverage).toBeCloseTo(0.979, 3);
  });
});
