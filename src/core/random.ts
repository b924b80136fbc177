import { sha256 } from './canonical-json.ts';

/** A source of numbers in [0, 1). */
export type Random = () => number;

/** A seeded generator (sfc32, period about 2^128), started from a SHA-256 of the seed text: equal seeds, equal numbers. */
export function randomFrom(seed: string): Random {
  const digest = sha256(seed);
  let [a, b, c, counter] = [0, 8, 16, 24].map((at) => Number.parseInt(digest.slice(at, at + 8), 16) | 0) as [
    number,
    number,
    number,
    number,
  ];
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
}

/** A permutation of the items (Fisher–Yates); the input is left as it is. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
