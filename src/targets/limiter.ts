import type { Clock } from '../core/clock.ts';
import { onAbort } from './on-abort.ts';
import { slidingWindow } from './sliding-window.ts';

export interface LimiterSettings {
  /** Calls in flight at once. */
  readonly concurrency: number;
  /** Calls that any 60 seconds may see begin. */
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
}

/** Leave to make one call. */
export interface Place {
  /** Ends the call; the tokens that it really used correct the estimate. A second time does nothing. */
  readonly leave: (usedTokens: number | null) => void;
}

export interface Entry {
  /** What the call is expected to use. */
  readonly tokens: number;
  readonly signal: AbortSignal;
  /** A call that was admitted before goes ahead of those that were not. */
  readonly again?: boolean;
  /** Milliseconds after which the caller would rather have null than a place. */
  readonly patienceMs?: number;
}

/** The one gate that all calls to an endpoint pass. */
export interface Limiter {
  /** A place, first come first served; null when the patience ran out. Rejects with the signal's reason. */
  enter(entry: Entry): Promise<Place | null>;
  /** Lets nobody in for so many milliseconds: what one caller was told by the server, all feel. */
  pause(ms: number): void;
}

interface Waiter {
  readonly tokens: number;
  readonly admit: (place: Place) => void;
}

/** A limiter; sleeps only while somebody waits for a time to come, and then once. */
export function limiter(settings: LimiterSettings, clock: Clock): Limiter {
  const requests = slidingWindow(settings.requestsPerMinute);
  const tokens = slidingWindow(settings.tokensPerMinute);
  const returning = new Set<Waiter>();
  const arriving = new Set<Waiter>();
  let inFlight = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let alarm: { readonly at: number; readonly off: AbortController } | null = null;

  function pump(): void {
    while (inFlight < settings.concurrency) {
      const queue = returning.size > 0 ? returning : arriving;
      const [waiter] = queue;
      if (waiter === undefined) return;
      const now = clock.elapsed();
      const at = Math.max(pausedUntil, requests.readyAt(1, now), tokens.readyAt(waiter.tokens, now));
      if (at > now) {
        wakeAt(at, now);
        return;
      }
      queue.delete(waiter);
      waiter.admit(placeFor(waiter.tokens, now));
    }
  }

  function placeFor(estimate: number, now: number): Place {
    inFlight += 1;
    requests.add(1, now);
    const spent = tokens.add(estimate, now);
    let left = false;
    return {
      leave: (usedTokens) => {
        if (left) return;
        left = true;
        inFlight -= 1;
        if (usedTokens !== null) spent.correct(usedTokens);
        pump();
      },
    };
  }

  function wakeAt(at: number, now: number): void {
    if (alarm !== null && alarm.at <= at) return;
    alarm?.off.abort();
    const set = { at, off: new AbortController() };
    alarm = set;
    void clock.sleep(Math.min(at - now, maxSleepMs), set.off.signal).then(() => {
      if (alarm !== set) return;
      alarm = null;
      pump();
    });
  }

  function enter({ tokens: estimate, signal, again = false, patienceMs }: Entry): Promise<Place | null> {
    const queue = again ? returning : arriving;
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const patience = patienceMs === undefined ? null : new AbortController();
      const waiter: Waiter = {
        tokens: estimate,
        admit: (place) => {
          forgetCaller();
          resolve(place);
        },
      };
      let ignoreAbort = (): void => undefined;
      const forgetCaller = (): void => {
        ignoreAbort();
        patience?.abort();
      };
      const giveUp = (): void => {
        forgetCaller();
        queue.delete(waiter);
        if (arriving.size + returning.size === 0) silence();
        else pump(); // the next may need less than the one that gave up
      };
      queue.add(waiter);
      pump();
      if (!queue.has(waiter)) return;
      ignoreAbort = onAbort(signal, () => {
        giveUp();
        reject(signal.reason as Error);
      });
      if (patience === null) return;
      void clock.sleep(patienceMs as number, patience.signal).then(() => {
        if (patience.signal.aborted) return;
        giveUp();
        resolve(null);
      });
    });
  }

  /** Nobody waits any more: an alarm would only keep the process alive. */
  function silence(): void {
    alarm?.off.abort();
    alarm = null;
  }

  return {
    enter,
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, clock.elapsed() + ms);
    },
  };
}

const maxSleepMs = 3_600_000;

/** One limiter per place, so that two targets behind one endpoint share its limits. */
export function limitersByPlace(settings: LimiterSettings, clock: Clock): (place: string) => Limiter {
  const known = new Map<string, Limiter>();
  return (place) => {
    const found = known.get(place) ?? limiter(settings, clock);
    known.set(place, found);
    return found;
  };
}
