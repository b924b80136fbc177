/** The number rounded to ten significant digits, so that two versions of Node write the same bytes. */
export function tenDigits(value: number): number {
  return Number(value.toPrecision(10));
}
