import type { Estimate } from '../stats/estimate.ts';

const names: Readonly<Record<string, string>> = { wilson: 'Wilson' };

/** `0.83 [0.55, 0.95] Wilson 95 %, n=12`; where it cannot be given, why. A bare number is never printed. */
export function estimateText(estimate: Estimate): string {
  if (estimate.estimate === null) return `no rate: ${estimate.reason ?? 'unknown'}`;
  const method = `${names[estimate.method] ?? estimate.method} ${Math.round(estimate.level * 1000) / 10} %`;
  if (estimate.low === null || estimate.high === null) {
    return `${fixed(estimate.estimate)}, n=${estimate.n} (${estimate.reason ?? 'no interval'})`;
  }
  return `${fixed(estimate.estimate)} [${fixed(estimate.low)}, ${fixed(estimate.high)}] ${method}, n=${estimate.n}`;
}

/** Two decimals; a third and fourth where rounding would otherwise claim 0 or 1. */
function fixed(value: number): string {
  for (const digits of [2, 3, 4]) {
    const text = value.toFixed(digits);
    if ((Number(text) !== 0 && Number(text) !== 1) || value === 0 || value === 1) return text;
  }
  return value < 0.5 ? '<0.0001' : '>0.9999';
}

/** `1 failure in 400` or `no failure in 400` where a rate is so near 0 or 1 that the count says more; else null. */
export function leadingCount(passes: number, n: number): string | null {
  const failures = n - passes;
  if (n < 20) return null;
  if (failures / n <= 0.02)
    return failures === 0 ? `no failure in ${n}` : `${failures} failure${failures === 1 ? '' : 's'} in ${n}`;
  if (passes / n <= 0.02) return passes === 0 ? `no pass in ${n}` : `${passes} pass${passes === 1 ? '' : 'es'} in ${n}`;
  return null;
}

/** `12,345`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
