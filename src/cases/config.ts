import type { JsonObject, JsonValue } from '../core/json.ts';
import type { Sampling } from './case.ts';

export interface Limits {
  /** Milliseconds for one attempt. */
  readonly timeoutMs: number;
  /** Milliseconds for all attempts and waits of one trial, from its first admission on. */
  readonly deadlineMs: number;
  readonly retries: number;
  readonly concurrency: number;
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly maxReplyBytes: number;
  readonly maxCalls: number | null;
  readonly maxCostUsd: number | null;
  /** A run stops early after the same error so many times in a row. */
  readonly stopAfterSameError: number;
}

interface CommonTarget {
  readonly id: string;
  /** Path inside the suite; replaces the suite's system prompt for this target. */
  readonly systemPrompt: string | null;
  readonly family: string | null;
}

/** An OpenAI-style chat endpoint. Names of environment variables only; never a key itself. */
export interface ChatTargetConfig extends CommonTarget {
  readonly type: 'chat';
  readonly baseUrlEnv: string;
  readonly modelEnv: string;
  /** A fixed model name; wins over `modelEnv`. */
  readonly model: string | null;
  readonly apiKeyEnv: string;
  /** Header name → environment variable. */
  readonly headersEnv: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly path: string | null;
  readonly omit: readonly string[];
  readonly rename: Readonly<Record<string, string>>;
  readonly responseFormat: JsonObject | null;
  readonly stream: boolean;
}

/** A file of recorded replies, one JSON object a line. */
export interface RecordedTargetConfig extends CommonTarget {
  readonly type: 'recorded';
  /** Path inside the suite. */
  readonly file: string;
}

export type TargetConfig = ChatTargetConfig | RecordedTargetConfig;

export interface Thresholds {
  readonly minKill: number;
  readonly window: number;
  readonly saturatedAt: number;
  readonly minDelta: number;
}

/** `proofmark.yaml` with its defaults filled in. */
export interface SuiteConfig {
  readonly name: string | null;
  /** Path inside the suite; null when the suite sends no system message. */
  readonly systemPrompt: string | null;
  readonly tools: readonly JsonValue[] | null;
  readonly targets: readonly TargetConfig[];
  readonly panel: readonly string[];
  readonly sampling: Sampling;
  readonly productionSampling: Sampling | null;
  readonly setVersion: string | null;
  readonly retrieval: JsonObject | null;
  readonly limits: Limits;
  readonly prices: Readonly<Record<string, JsonObject>>;
  readonly thresholds: Thresholds;
  readonly weights: Readonly<Record<string, number>>;
  readonly blocking: readonly string[];
  readonly allowNoControls: boolean;
}
