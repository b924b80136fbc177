/** Something spent, whose amount may turn out to be another. */
export interface Spent {
  readonly correct: (amount: number) => void;
}

export interface SlidingWindow {
  /** The earliest moment from `now` on at which so much more fits; what is larger than the limit fits an empty window. */
  readyAt(amount: number, now: number): number;
  add(amount: number, now: number): Spent;
}

const windowMs = 60_000;
const unlimited: SlidingWindow = {
  readyAt: () => Number.NEGATIVE_INFINITY,
  add: () => ({ correct: () => undefined }),
};

/** What any 60 seconds may hold; a token bucket would let twice as much through in its first minute. Null: no limit. */
export function slidingWindow(limit: number | null): SlidingWindow {
  if (limit === null) return unlimited;
  let entries: { readonly at: number; amount: number }[] = [];
  let sum = 0;

  function forget(now: number): void {
    const kept = entries.findIndex((entry) => entry.at + windowMs > now);
    const gone = kept < 0 ? entries.length : kept;
    if (gone === 0) return;
    for (const entry of entries.slice(0, gone)) sum -= entry.amount;
    entries = entries.slice(gone);
    if (entries.length === 0) sum = 0;
  }

  return {
    readyAt: (amount, now) => {
      forget(now);
      let excess = sum + amount - limit;
      for (const entry of entries) {
        if (excess <= 0) return now;
        excess -= entry.amount;
        if (excess <= 0) return entry.at + windowMs;
      }
      const last = entries.at(-1);
      return last === undefined ? now : last.at + windowMs;
    },
    add: (amount, now) => {
      const entry = { at: now, amount };
      entries.push(entry);
      sum += amount;
      return {
        correct: (real) => {
          if (entries.includes(entry)) sum += real - entry.amount;
          entry.amount = real;
        },
      };
    },
  };
}
