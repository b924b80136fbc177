/** A decimal numeral's exact value: `digits` × 10^`exponent`, without zeros at the end of the digits; zero is 0 × 10^0. */
export interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const numeral = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Reads a JSON number, or a finite double as JavaScript writes it. Throws `RangeError` for any other text. */
export function decimalOf(text: string): Decimal {
  const parts = numeral.exec(text);
  if (!parts) throw new RangeError(`${text} is no decimal numeral`);
  const [, sign, whole = '', fraction = '', power = '0'] = parts;
  const all = whole + fraction;
  let first = 0;
  while (all.charAt(first) === '0') first += 1;
  let end = all.length;
  while (end > first && all.charAt(end - 1) === '0') end -= 1;
  if (first === end) return { isNegative: false, digits: '0', exponent: 0 };
  return {
    isNegative: sign === '-',
    digits: all.slice(first, end),
    exponent: Number(power) - fraction.length + all.length - end,
  };
}

/** Whether the value is a whole multiple of the divisor, both as they are written in decimals: 19.99 is one of 0.01. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (!Number.isFinite(value)) return false;
  const [dividend, by] = [decimalOf(String(value)), decimalOf(String(divisor))];
  const shift = dividend.exponent - by.exponent;
  const left = BigInt(dividend.digits) * 10n ** BigInt(Math.max(shift, 0));
  return left % (BigInt(by.digits) * 10n ** BigInt(Math.max(-shift, 0))) === 0n;
}
