import type { StoredTrial } from './stored-trial.ts';

/** How the calls of a run went: `timing.json`. Keys are file keys; times in milliseconds. */
export interface Timing {
  readonly format: 'proofmark/timing';
  readonly version: 1;
  readonly calls: number;
  readonly retries: number;
  /** Attempts by what came of them: `ok`, `timeout`, … */
  readonly attempts: Readonly<Record<string, number>>;
  readonly latency_ms: { readonly n: number; readonly median: number | null; readonly max: number | null };
  readonly time_to_first_token_ms: { readonly n: number; readonly median: number | null; readonly max: number | null };
  readonly waited_ms: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Trials whose usage the endpoint did not say. */
  readonly usage_unknown: number;
  /** Null as soon as the cost of one reply is unknown; never a sum of what happens to be known. */
  readonly cost_usd: number | null;
  readonly cost_unknown: number;
  readonly served_models: readonly string[];
  readonly wall_ms: number;
  readonly trials_per_second: number | null;
}

/** Adds up the calls of trials; latencies are kept as numbers, replies are not. */
export class TimingTally {
  readonly #latencies: number[] = [];
  readonly #firstTokens: number[] = [];
  readonly #attempts = new Map<string, number>();
  readonly #models = new Set<string>();
  #priced = 0;
  #calls = 0;
  #retries = 0;
  #waitedMs = 0;
  #inputTokens = 0;
  #outputTokens = 0;
  #usageUnknown = 0;
  #costUsd = 0;
  #costUnknown = 0;

  take(trial: StoredTrial): void {
    this.#calls += trial.attempts.length;
    this.#retries += Math.max(0, trial.attempts.length - 1);
    for (const attempt of trial.attempts) {
      this.#attempts.set(attempt.result, (this.#attempts.get(attempt.result) ?? 0) + 1);
      this.#waitedMs += attempt.waitedMs;
    }
    const { reply } = trial.outcome;
    if (!reply) return;
    if (reply.latencyMs !== null) this.#latencies.push(reply.latencyMs);
    if (reply.timeToFirstTokenMs !== null) this.#firstTokens.push(reply.timeToFirstTokenMs);
    if (reply.servedModel !== null) this.#models.add(reply.servedModel);
    if (reply.usage === null) this.#usageUnknown += 1;
    this.#inputTokens += reply.usage?.inputTokens ?? 0;
    this.#outputTokens += reply.usage?.outputTokens ?? 0;
    if (reply.costUsd === null) this.#costUnknown += 1;
    else {
      this.#priced += 1;
      this.#costUsd += reply.costUsd;
    }
  }

  /** The sum of the known costs. */
  get costUsd(): number {
    return this.#costUsd;
  }

  /** @param session time and trials of this session; a resume counts only its own */
  timing(session: { readonly wallMs: number; readonly trials: number }): Timing {
    return {
      format: 'proofmark/timing',
      version: 1,
      calls: this.#calls,
      retries: this.#retries,
      attempts: Object.fromEntries([...this.#attempts].sort(([first], [second]) => (first < second ? -1 : 1))),
      latency_ms: spread(this.#latencies),
      time_to_first_token_ms: spread(this.#firstTokens),
      waited_ms: Math.round(this.#waitedMs),
      input_tokens: this.#inputTokens,
      output_tokens: this.#outputTokens,
      usage_unknown: this.#usageUnknown,
      cost_usd: this.#costUnknown > 0 || this.#priced === 0 ? null : Number(this.#costUsd.toPrecision(10)),
      cost_unknown: this.#costUnknown,
      served_models: [...this.#models].sort(),
      wall_ms: Math.round(session.wallMs),
      trials_per_second: session.wallMs > 0 ? Number(((session.trials / session.wallMs) * 1000).toPrecision(4)) : null,
    };
  }
}

function spread(values: number[]): { n: number; median: number | null; max: number | null } {
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  if (n === 0) return { n, median: null, max: null };
  const median = ((sorted[(n - 1) >> 1] as number) + (sorted[n >> 1] as number)) / 2;
  return { n, median: Math.round(median * 10) / 10, max: Math.round((sorted[n - 1] as number) * 10) / 10 };
}
