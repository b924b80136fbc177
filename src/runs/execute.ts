import type { Clock } from '../core/clock.ts';
import type { SuiteConfig } from '../cases/config.ts';
import type { Outcome } from '../cases/outcome.ts';
import { printedCode } from '../targets/printed-code.ts';
import type { CallRecord } from '../targets/target.ts';
import { costOf } from './cost.ts';
import { gradeOutcome, gradingFingerprint, type Grade } from './grading.ts';
import type { RunWriter } from './run-store.ts';
import { storedTrial, type StoredTrial } from './stored-trial.ts';
import type { Trial } from './trial.ts';

/** A trial that just ended, for progress, tallies and printing. */
export interface EndedTrial {
  readonly trial: StoredTrial;
  readonly grade: Grade;
}

/** Why a run stopped before its last trial. */
export type Stop =
  | { readonly kind: 'max_calls'; readonly limit: number }
  | { readonly kind: 'same_error'; readonly code: string; readonly times: number }
  | { readonly kind: 'interrupted' };

export interface Execution {
  readonly writer: RunWriter;
  readonly clock: Clock;
  readonly config: Pick<SuiteConfig, 'prices'>;
  readonly concurrency: number;
  readonly maxCalls: number | null;
  readonly stopAfterSameError: number;
  readonly signal: AbortSignal;
  readonly onTrial: (ended: EndedTrial) => void;
  /** Told once more than nothing is in flight; for progress. */
  readonly onInFlight?: ((count: number) => void) | undefined;
}

/**
 * Calls, writes and grades trials, `concurrency` at a time. A trial is written when it ends and before its place is given
 * to another, so a killed run loses only what was in flight.
 * @returns why it stopped early; null when every trial ended
 */
export async function executeTrials(trials: Iterable<Trial>, execution: Execution): Promise<Stop | null> {
  const pending = trials[Symbol.iterator]();
  const guard = new Guard(execution);
  let inFlight = 0;
  const worker = async (): Promise<void> => {
    while (guard.mayStart()) {
      const next = pending.next();
      if (next.done) return;
      guard.started();
      inFlight += 1;
      execution.onInFlight?.(inFlight);
      try {
        const record = await callUnlessStopped(next.value, { execution, guard });
        if (record === null) return;
        guard.ended(record);
        finish(next.value, record, execution);
      } catch (error) {
        guard.crash();
        throw error;
      } finally {
        inFlight -= 1;
      }
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: execution.concurrency }, worker));
  const failed = workers.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  if (execution.signal.aborted) return { kind: 'interrupted' };
  return guard.stop !== null && (guard.leftOver || !pending.next().done) ? guard.stop : null;
}

async function callUnlessStopped(
  trial: Trial,
  { execution, guard }: { readonly execution: Execution; readonly guard: Guard },
): Promise<CallRecord | null> {
  // A trial that had a retry coming and got no call for it is one that was not run: a resume asks it again.
  let outOfCalls = false;
  const mayRetry = (): boolean => {
    outOfCalls ||= !guard.takeRetry();
    return !outOfCalls;
  };
  try {
    const record = await trial.target.call(
      {
        key: trial.key,
        caseId: trial.case.id,
        variant: trial.variant,
        repeat: trial.repeat,
        messages: trial.messages,
        tools: trial.tools,
        sampling: trial.sampling,
        timeoutMs: trial.case.timeoutMs,
        mayRetry,
      },
      execution.signal,
    );
    return outOfCalls ? null : record;
  } catch (error) {
    if (execution.signal.aborted) return null;
    throw error;
  }
}

function finish(trial: Trial, record: CallRecord, execution: Execution): void {
  const outcome = withCost(record.outcome, trial, execution);
  const ended = new Date(execution.clock.now()).toISOString();
  const stored = storedTrial(trial, { outcome, attempts: record.attempts }, ended);
  execution.writer.addTrial(stored);
  const grade = gradeOutcome(trial.case, outcome);
  execution.writer.addGrade({ key: trial.key, grading: gradingFingerprint(trial.case), verdict: grade });
  execution.onTrial({ trial: stored, grade });
}

function withCost(outcome: Outcome, trial: Trial, { config }: Execution): Outcome {
  if (!outcome.reply) return outcome;
  const costUsd = costOf(outcome.reply, trial.target.model, config.prices);
  return costUsd === null ? outcome : { ...outcome, reply: { ...outcome.reply, costUsd } };
}

/** Decides whether another call may start: the budget of calls, and the same error again and again. */
class Guard {
  readonly #execution: Execution;
  #calls = 0;
  #sameError = 0;
  #lastError: string | null = null;
  #crashed = false;
  stop: Stop | null = null;
  /** A trial that was begun has no outcome, for no call was left. */
  leftOver = false;

  constructor(execution: Execution) {
    this.#execution = execution;
  }

  mayStart(): boolean {
    const { maxCalls, signal } = this.#execution;
    if (signal.aborted || this.#crashed || this.stop !== null) return false;
    if (maxCalls === null || this.#calls < maxCalls) return true;
    this.stop = { kind: 'max_calls', limit: maxCalls };
    return false;
  }

  /** Something broke on our side: nothing more is started. */
  crash(): void {
    this.#crashed = true;
  }

  started(): void {
    this.#calls += 1;
  }

  /** A retry is a call too. */
  takeRetry(): boolean {
    const { maxCalls } = this.#execution;
    if (maxCalls !== null && this.#calls >= maxCalls) {
      this.stop ??= { kind: 'max_calls', limit: maxCalls };
      this.leftOver = true;
      return false;
    }
    this.#calls += 1;
    return true;
  }

  ended({ outcome }: CallRecord): void {
    const code = outcome.kind === 'failure' ? printedCode(outcome) : null;
    this.#sameError = code !== null && code === this.#lastError ? this.#sameError + 1 : 1;
    this.#lastError = code;
    const limit = this.#execution.stopAfterSameError;
    if (code !== null && this.#sameError >= limit) this.stop ??= { kind: 'same_error', code, times: this.#sameError };
  }
}
