import type { Attempt, Outcome } from '../cases/outcome.ts';
import type { Clock } from '../core/clock.ts';
import { randomFrom, type Random } from '../core/random.ts';
import type { Limiter, Place } from './limiter.ts';
import { inSeconds } from './seconds.ts';
import type { CallRecord } from './target.ts';

/** What one attempt gave. */
export interface AttemptResult {
  readonly outcome: Outcome;
  readonly httpStatus: number | null;
  readonly durationMs: number;
  /** Milliseconds that the server asks to wait; null when it does not say. */
  readonly askedWaitMs: number | null;
  readonly usedTokens: number | null;
  /** The request was never read: it may be sent again once without counting as a retry. */
  readonly stale: boolean;
}

export interface RetryOptions {
  readonly key: string;
  readonly retries: number;
  /** Milliseconds for one attempt. */
  readonly timeoutMs: number;
  /** Milliseconds for all attempts and waits, from the first admission on: a long queue is nobody's failure. */
  readonly deadlineMs: number;
  readonly limiter: Limiter;
  readonly tokens: number;
  /** Asked before every further call; false when the run has no call left. */
  readonly mayRetry?: (() => boolean) | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type Failure = Extract<Outcome, { kind: 'failure' }>;
type Attempting = (sent: { readonly count: number; readonly timeoutMs: number }) => Promise<AttemptResult>;

/** True for faults that asking again may mend: 408, 429, 5xx, timeouts, broken connections, unreadable bodies. */
function isRetried({ code, httpStatus }: Pick<Failure, 'code' | 'httpStatus'>): boolean {
  switch (code) {
    case 'timeout':
    case 'connection':
    case 'http_429':
    case 'http_5xx':
      return true;
    case 'bad_body':
      return !isRedirect(httpStatus);
    case 'http_4xx':
      return httpStatus === 408;
    case 'deadline':
    case 'too_large':
    case 'no_choices':
    case 'empty':
    case 'bad_tool_arguments':
    case 'truncated':
    case 'content_filter':
    case 'not_recorded':
      return false;
  }
}

const isRedirect = (status: number | undefined): boolean => status !== undefined && status >= 300 && status < 400;

/**
 * Makes attempts until one succeeds, may not be repeated, or time runs out. Every attempt is told, and what was waited
 * before it apart from what it took. Waits are drawn from the trial's key, so that a rerun waits alike.
 */
export async function withRetries(attempt: Attempting, options: RetryOptions): Promise<CallRecord> {
  const { clock, signal, limiter, tokens, deadlineMs } = options;
  const attempts: Attempt[] = [];
  let waitingSince = clock.elapsed();
  let place = (await limiter.enter({ tokens, signal })) as Place;
  const endsAt = clock.elapsed() + deadlineMs;
  let random: Random | null = null; // made only when it is needed: most calls need no retry
  let retried = 0;
  let resent = false;

  for (;;) {
    const waitedMs = clock.elapsed() - waitingSince;
    const leftMs = Math.max(0, endsAt - clock.elapsed());
    const timeoutMs = Math.min(options.timeoutMs, leftMs);
    let result: AttemptResult | null = null;
    try {
      result = await attempt({ count: attempts.length, timeoutMs });
    } finally {
      place.leave(result?.usedTokens ?? null);
    }
    const outcome = atDeadline(result.outcome, timeoutMs < options.timeoutMs, deadlineMs);
    attempts.push(recorded(result, outcome, waitedMs));
    if (outcome.kind === 'reply') return { outcome, attempts };

    const { askedWaitMs } = result;
    const again = result.stale && !resent;
    random ??= randomFrom(options.key);
    const waitMs = askedWaitMs ?? (again ? 0 : backoff(retried, random));
    // Who is told to slow down tells the others; a pause beyond the deadline would only hang the run.
    if (outcome.code === 'http_429' || (outcome.httpStatus === 503 && askedWaitMs !== null)) {
      limiter.pause(Math.min(waitMs, deadlineMs));
    }
    if (!again && (!isRetried(outcome) || retried >= options.retries)) return { outcome, attempts };
    const remainingMs = endsAt - clock.elapsed();
    if (waitMs >= remainingMs) return { outcome: withoutTime(outcome, askedWaitMs, remainingMs), attempts };
    if (options.mayRetry?.() === false) {
      return {
        outcome: { ...outcome, detail: `${outcome.detail}; no call is left in the budget for a retry` },
        attempts,
      };
    }
    if (again) resent = true;
    else retried += 1;

    waitingSince = clock.elapsed();
    await clock.sleep(waitMs, signal);
    signal.throwIfAborted();
    const next = await limiter.enter({ tokens, signal, again: true, patienceMs: endsAt - clock.elapsed() });
    if (next === null) {
      const detail = `no place for a retry came free within the deadline of ${inSeconds(deadlineMs)}; before: ${outcome.detail}`;
      return { outcome: { ...outcome, code: 'deadline', detail }, attempts };
    }
    place = next;
  }
}

function recorded(result: AttemptResult, outcome: Outcome, waitedMs: number): Attempt {
  const { httpStatus, durationMs } = result;
  const told =
    outcome.kind === 'reply'
      ? { result: 'ok' as const, detail: null }
      : { result: outcome.code, detail: outcome.detail };
  return { ...told, httpStatus, durationMs, waitedMs };
}

/** A timeout is the deadline's when it was the deadline that left the attempt less than its time. */
function atDeadline(outcome: Outcome, shortened: boolean, deadlineMs: number): Outcome {
  if (outcome.kind === 'reply' || outcome.code !== 'timeout' || !shortened) return outcome;
  const detail = `the deadline of ${inSeconds(deadlineMs)} for all attempts ran out: ${outcome.detail}`;
  return { ...outcome, code: 'deadline', detail };
}

/** Half a second, doubled each time, at most eight; half of it drawn, so that callers do not come back in step. */
function backoff(retried: number, random: Random): number {
  return Math.min(8000, 500 * 2 ** retried) * (0.5 + random() / 2);
}

function withoutTime(outcome: Failure, askedMs: number | null, leftMs: number): Failure {
  const left = `the deadline leaves ${inSeconds(Math.max(0, leftMs))}`;
  const why =
    askedMs === null ? `${left}, too little for a retry` : `server asks to wait ${inSeconds(askedMs)}, ${left}`;
  return { ...outcome, detail: `${outcome.detail}; ${why}` };
}
