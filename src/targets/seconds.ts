/** `1.5 s`: milliseconds in words. */
export function inSeconds(ms: number): string {
  return `${ms < 10_000 ? Math.round(ms) / 1000 : Math.round(ms / 100) / 10} s`;
}
