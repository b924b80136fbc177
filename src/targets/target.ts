import type { JsonObject, JsonValue } from '../core/json.ts';
import type { Attempt, Outcome } from '../cases/outcome.ts';
import type { Sampling } from '../cases/case.ts';
import type { Message } from '../cases/reply.ts';

/** What is asked of a target for one trial. */
export interface TargetRequest {
  /** The trial key; sent as `X-Client-Request-Id`. */
  readonly key: string;
  readonly caseId: string;
  /** The hostile control's name, or null. */
  readonly variant: string | null;
  readonly repeat: number;
  /** The whole input, system message first where there is one. */
  readonly messages: readonly Message[];
  readonly tools: readonly JsonValue[] | null;
  readonly sampling: Sampling;
  /** Overrides `limits.timeout_ms`. */
  readonly timeoutMs: number | null;
  /** Asked before every retry, which is a call too; false when the run's budget of calls is spent. */
  readonly mayRetry?: (() => boolean) | undefined;
}

/** What came of a request, every attempt told. */
export interface CallRecord {
  readonly outcome: Outcome;
  readonly attempts: readonly Attempt[];
}

/** The system under test. */
export interface Target {
  readonly id: string;
  /** Model name for people; null where the target names none. */
  readonly model: string | null;
  /** Where the calls go, for people: `127.0.0.1:8080`, `replies.jsonl`. */
  readonly place: string;
  /** What of the target can change a reply; joins the request fingerprint. Holds no secret. */
  readonly identity: JsonObject;
  /** True when calls leave this process and may cost money. */
  readonly live: boolean;
  /**
   * Never rejects for what the other side does: that is an outcome. Rejects with the signal's reason when it aborts;
   * then nothing is known of the call.
   */
  call(request: TargetRequest, signal: AbortSignal): Promise<CallRecord>;
  /** Closes connections. */
  close(): Promise<void>;
}
