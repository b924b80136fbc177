import type { Outcome } from '../cases/outcome.ts';
import { printedCode } from '../targets/printed-code.ts';

/** What a run may spend, and how often it may meet the same error in a row. */
export interface Budget {
  /** Retries are calls too. */
  readonly maxCalls: number | null;
  readonly maxCostUsd: number | null;
  /** What the trials on disk have cost. */
  readonly spentUsd: number;
  readonly stopAfterSameError: number;
}

/** Why a run stopped before its last trial. */
export type Stop =
  | { readonly kind: 'max_calls'; readonly limit: number }
  | { readonly kind: 'max_cost'; readonly limitUsd: number }
  /** The cost of a reply is unknown, so a limit on costs cannot be kept. */
  | { readonly kind: 'cost_unknown'; readonly limitUsd: number }
  | { readonly kind: 'same_error'; readonly code: string; readonly times: number }
  | { readonly kind: 'interrupted' };

/** Decides whether another call may start: the budget of calls, and the same error again and again. */
export class Guard {
  readonly #budget: Budget;
  readonly #signal: AbortSignal;
  #calls = 0;
  #spentUsd: number;
  #sameError = 0;
  #lastError: string | null = null;
  #crashed = false;
  stop: Stop | null = null;
  /** A trial that was begun has no outcome, for no call was left. */
  leftOver = false;

  constructor(budget: Budget, signal: AbortSignal) {
    this.#budget = budget;
    this.#signal = signal;
    this.#spentUsd = budget.spentUsd;
  }

  mayStart(): boolean {
    const { maxCalls, maxCostUsd } = this.#budget;
    if (this.#signal.aborted || this.#crashed || this.stop !== null) return false;
    if (maxCalls !== null && this.#calls >= maxCalls) this.stop = { kind: 'max_calls', limit: maxCalls };
    else if (maxCostUsd !== null && this.#spentUsd >= maxCostUsd)
      this.stop = { kind: 'max_cost', limitUsd: maxCostUsd };
    return this.stop === null;
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
    const { maxCalls } = this.#budget;
    if (maxCalls !== null && this.#calls >= maxCalls) {
      this.stop ??= { kind: 'max_calls', limit: maxCalls };
      this.leftOver = true;
      return false;
    }
    this.#calls += 1;
    return true;
  }

  ended(outcome: Outcome): void {
    this.#spend(outcome);
    const code = outcome.kind === 'failure' ? printedCode(outcome) : null;
    this.#sameError = code !== null && code === this.#lastError ? this.#sameError + 1 : 1;
    this.#lastError = code;
    const limit = this.#budget.stopAfterSameError;
    if (code !== null && this.#sameError >= limit) this.stop ??= { kind: 'same_error', code, times: this.#sameError };
  }

  #spend({ reply }: Outcome): void {
    const { maxCostUsd } = this.#budget;
    if (!reply || maxCostUsd === null) return;
    if (reply.costUsd === null) this.stop ??= { kind: 'cost_unknown', limitUsd: maxCostUsd };
    else this.#spentUsd += reply.costUsd;
  }
}
