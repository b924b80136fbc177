import type { Estimate } from './estimate.ts';
import { erfc, normalQuantile } from './normal.ts';

/**
 * The Wilson score interval of a rate (Wilson 1927), without continuity correction; assumes independent trials.
 * @param passes 0..n, whole
 * @param n trials; 0 gives no estimate and the interval [0, 1]
 * @param options `level` (0..1, default 0.95), or `z` in its place, which gives the level
 * @throws RangeError for counts that cannot be, or a level outside (0, 1)
 */
export function wilsonInterval(
  passes: number,
  n: number,
  options: { readonly level?: number; readonly z?: number } = {},
): Estimate {
  const level = options.z === undefined ? (options.level ?? 0.95) : 1 - erfc(options.z / Math.SQRT2);
  if (!Number.isInteger(passes) || !Number.isInteger(n) || passes < 0 || passes > n) {
    throw new RangeError(`${passes} of ${n} is no count of passes`);
  }
  if (!(level > 0 && level < 1)) throw new RangeError(`a level lies between 0 and 1, not ${level}`);
  const shared = { level, method: 'wilson', n, clusters: null } as const;
  if (n === 0) return { estimate: null, low: 0, high: 1, ...shared, reason: 'no trial was counted' };
  const z = options.z ?? normalQuantile(1 - (1 - level) / 2);
  const rate = passes / n;
  const square = z * z;
  const middle = rate + square / (2 * n);
  const spread = z * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n * n));
  const scale = 1 + square / n;
  return {
    estimate: rate,
    low: passes === 0 ? 0 : Math.max(0, (middle - spread) / scale),
    high: passes === n ? 1 : Math.min(1, (middle + spread) / scale),
    ...shared,
    reason: null,
  };
}
