/**
 * The standard normal quantile: x with P(X ≤ x) = p, for 0 < p < 1 (±Infinity at the ends; NaN outside, where the
 * logarithm has none).
 * Acklam's rational approximation, then one Halley step on erfc, to double precision.
 */
export function normalQuantile(p: number): number {
  if (p === 0) return -Infinity;
  if (p > 0.5) return -normalQuantile(1 - p);
  const x = approximateLowerQuantile(p);
  const error = 0.5 * erfc(-x / Math.SQRT2) - p;
  const step = error * Math.sqrt(2 * Math.PI) * Math.exp((x * x) / 2);
  return x - step / (1 + (x * step) / 2);
}

function approximateLowerQuantile(p: number): number {
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    const top = horner(
      q,
      [
        -7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
        2.938163982698783,
      ],
    );
    return top / horner(q, [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]);
  }
  const q = p - 0.5;
  const r = q * q;
  const top = horner(
    r,
    [
      -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
      2.506628277459239,
    ],
  );
  return (
    (top * q) /
    horner(r, [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1])
  );
}

function horner(x: number, coefficients: readonly number[]): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}

/**
 * The complementary error function, to about 1e-15 relative: the Taylor series of erf below 2, the continued fraction
 * (Abramowitz and Stegun 7.1.14) from 2 up.
 */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  return x < 2 ? 1 - erfSeries(x) : erfcFraction(x);
}

function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  // At x = 2 the sixtieth term is below 1e-40 of the sum.
  for (let n = 1; n <= 60; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

function erfcFraction(x: number): number {
  let fraction = 0;
  for (let n = 120; n >= 1; n -= 1) fraction = n / 2 / (x + fraction);
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * (x + fraction));
}
