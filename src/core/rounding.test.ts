import { expect, test } from 'vitest';
import { tenDigits } from './rounding.ts';

test('numbers keep ten significant digits, and no more', () => {
  expect(tenDigits(1 / 3)).toBe(0.3333333333);
  expect(tenDigits(123456789012.345)).toBe(123456789000);
  expect(tenDigits(0.1 + 0.2)).toBe(0.3);
  expect(tenDigits(-1e-12 / 3)).toBe(-3.333333333e-13);
  expect(tenDigits(0)).toBe(0);
});
