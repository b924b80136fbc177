import type { Clock } from '../core/clock.ts';
import type { SuiteConfig } from '../cases/config.ts';
import type { Outcome } from '../cases/outcome.ts';
import type { CallRecord } from '../targets/target.ts';
import { costOf } from './cost.ts';
import { Guard, type Budget, type Stop } from './guard.ts';
import { gradeOutcome, gradingFingerprint, type Grade } from './grading.ts';
import { LateWork } from './late-work.ts';
import type { RunWriter } from './run-store.ts';
import { storedTrial, type StoredTrial } from './stored-trial.ts';
import type { Trial } from './trial.ts';
import { WriteBatch } from './write-batch.ts';

/** A trial that just ended, for progress, tallies and printing. */
export interface EndedTrial {
  readonly trial: StoredTrial;
  readonly grade: Grade;
}

export interface Execution {
  readonly writer: RunWriter;
  readonly clock: Clock;
  readonly config: Pick<SuiteConfig, 'prices'>;
  readonly concurrency: number;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  readonly onTrial: (ended: EndedTrial) => void;
  /** Told after trials that ended together were all told; for printing. */
  readonly onBatch?: (() => void) | undefined;
  /** Told how many calls are in flight whenever that changes; for progress. */
  readonly onInFlight?: ((count: number) => void) | undefined;
}

/**
 * Calls, writes and grades trials, `concurrency` at a time. A trial is written when it ends and before its place is given
 * to another, so a killed run loses only what was in flight; a grade may be lost, which a resume makes again.
 * @returns why it stopped early; null when every trial ended
 */
export async function executeTrials(trials: Iterable<Trial>, execution: Execution): Promise<Stop | null> {
  const pending = trials[Symbol.iterator]();
  const guard = new Guard(execution.budget, execution.signal);
  const gradings = new LateWork({
    onError: () => guard.crash(),
    onBatch: () => {
      execution.writer.flushGrades();
      execution.onBatch?.();
    },
  });
  const trialsOnDisk = new WriteBatch(() => execution.writer.flushTrials());
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
        const stored = store(next.value, record, execution);
        await trialsOnDisk.written();
        gradings.add(() => gradeStoredTrial(next.value, stored, execution));
        guard.ended(stored.outcome);
      } catch (error) {
        guard.crash();
        throw error;
      } finally {
        inFlight -= 1;
        execution.onInFlight?.(inFlight);
      }
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: execution.concurrency }, worker));
  const failed = workers.find((result) => result.status === 'rejected');
  gradings.finish();
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

function store(trial: Trial, record: CallRecord, execution: Execution): StoredTrial {
  const outcome = withCost(record.outcome, trial, execution);
  const ended = new Date(execution.clock.now()).toISOString();
  const stored = storedTrial(trial, { outcome, attempts: record.attempts }, ended);
  execution.writer.addTrial(stored);
  return stored;
}

function gradeStoredTrial(trial: Trial, stored: StoredTrial, execution: Execution): void {
  const grade = gradeOutcome(trial.case, stored.outcome);
  execution.writer.addGrade({ key: trial.key, grading: gradingFingerprint(trial.case), verdict: grade });
  execution.onTrial({ trial: stored, grade });
}

function withCost(outcome: Outcome, trial: Trial, { config }: Execution): Outcome {
  if (!outcome.reply) return outcome;
  const costUsd = costOf(outcome.reply, trial.target.model, config.prices);
  return costUsd === null ? outcome : { ...outcome, reply: { ...outcome.reply, costUsd } };
}
