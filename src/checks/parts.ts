import { failPartly, pass, unreadable, type CheckOutcome, type Sighting } from './check.ts';

/** What a check saw of its several parts. */
export interface Parts {
  readonly wrong?: readonly Sighting[];
  /** Missing or malformed in the reply: one is enough to make the whole unreadable, so that `not` cannot turn it round. */
  readonly unreadable?: readonly Sighting[];
  /** The share of parts that are right, 0..1. */
  readonly share?: number;
  /** What was found when nothing is wrong. */
  readonly seen?: readonly Sighting[];
}

/** One outcome of several parts; every fault is listed. */
export function outcomeOf(parts: Parts): CheckOutcome {
  const wrong = parts.wrong ?? [];
  const missing = parts.unreadable ?? [];
  if (missing.length > 0) return unreadable(...missing, ...wrong);
  if (wrong.length > 0) return failPartly(parts.share ?? 0, ...wrong);
  return pass(...(parts.seen ?? []));
}
