import type { Clock } from '../core/clock.ts';

/** Times at which something is to happen unless it is taken back before. */
export interface Deadlines {
  /** Calls `act` once, so many milliseconds from now; the returned function takes it back. */
  readonly after: (ms: number, act: () => void) => () => void;
}

interface Waiting {
  readonly at: number;
  readonly act: () => void;
}

// Without a reason of ours, each abort would make an exception with its stack.
const settled = 'settled';

/** Deadlines on one sleep of the clock: nearly all are taken back, and a sleep with a signal for each is dear. */
export function deadlines(clock: Clock): Deadlines {
  const waiting = new Set<Waiting>();
  let alarm: { readonly at: number; readonly off: AbortController } | null = null;

  function wakeAt(at: number): void {
    alarm?.off.abort(settled);
    const set = { at, off: new AbortController() };
    alarm = set;
    void clock.sleep(Math.max(0, at - clock.elapsed()), set.off.signal).then(() => {
      if (alarm !== set) return;
      alarm = null;
      ring();
    });
  }

  function ring(): void {
    const now = clock.elapsed();
    for (const one of waiting) {
      if (one.at > now) continue;
      waiting.delete(one);
      one.act();
    }
    let next = Infinity;
    for (const { at } of waiting) next = Math.min(next, at);
    if (next < Infinity && (alarm === null || alarm.at > next)) wakeAt(next);
  }

  return {
    after: (ms, act) => {
      const one = { at: clock.elapsed() + ms, act };
      waiting.add(one);
      if (alarm === null || alarm.at > one.at) wakeAt(one.at);
      return () => {
        waiting.delete(one);
        if (waiting.size > 0) return;
        alarm?.off.abort(settled); // it would only keep the process alive
        alarm = null;
      };
    },
  };
}
