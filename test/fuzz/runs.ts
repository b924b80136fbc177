/** How many inputs a fuzz test tries: few by default, `PROOFMARK_FUZZ_RUNS` for a long run. */
export function runsOr(standard: number): number {
  return Number(process.env['PROOFMARK_FUZZ_RUNS'] ?? standard);
}

/** The seed of the inputs: `PROOFMARK_FUZZ_SEED`, else always the same. */
export const seed: number = Number(process.env['PROOFMARK_FUZZ_SEED'] ?? 20261130);

/** Milliseconds for a whole test; a long run has an hour. */
export const wholeTimeMs: number = process.env['PROOFMARK_FUZZ_RUNS'] === undefined ? 60_000 : 3_600_000;
