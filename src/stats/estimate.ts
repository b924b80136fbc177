/** A number with its uncertainty. `estimate` is null where it cannot be given, and `reason` says why. Rates are 0..1. */
export interface Estimate {
  readonly estimate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Confidence level, 0..1. */
  readonly level: number;
  readonly method: string;
  readonly n: number;
  readonly clusters: number | null;
  readonly reason: string | null;
}
