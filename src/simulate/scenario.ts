/** What must hold of a request; every condition given must. `user`, `system` and `toolResult` are substrings, `key` and `model` globs. */
export interface Conditions {
  readonly user?: string | undefined;
  readonly system?: string | undefined;
  readonly toolResult?: string | undefined;
  readonly key?: string | undefined;
  readonly model?: string | undefined;
}

export interface PlannedToolCall {
  readonly name: string;
  /** As it is sent: JSON text, or what the scenario wrote in its place. */
  readonly argumentsText: string;
}

/** What the simulated model says. */
export interface PlannedReply {
  readonly content: string | null;
  readonly refusal: string | null;
  readonly toolCalls: readonly PlannedToolCall[];
  readonly finishReason: string;
  /** `counted`: a token for every four characters begun. Null: the reply tells no usage. */
  readonly usage: 'counted' | { readonly promptTokens: number; readonly completionTokens: number } | null;
}

/** What is said when the conditions hold. */
export interface Rule {
  readonly conditions: Conditions;
  /** Chosen by the number of assistant turns that the request has already; the last one serves all later turns. */
  readonly script: readonly PlannedReply[];
  /** 0..1, drawn once per trial key. */
  readonly passProbability: number;
  /** What is said with the remaining probability; one is drawn per trial key. */
  readonly otherwise: readonly PlannedReply[];
}

/** Milliseconds before the first byte. */
export type Latency =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'uniform'; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: 'log_normal'; readonly medianMs: number; readonly p95Ms: number };

/** What a fault does to a stream is told beside it where the name does not. */
export const namedFaults = [
  'hang', // accepts, never answers
  'hang_midway', // headers and half of the body
  'slow_drip', // a body that grows by a character, for ever
  'endless_stream', // a body that grows by kilobytes, for ever
  'too_large', // a whole and valid body of `bytes`
  'cut_body', // half of the body, then the connection breaks
  'stream_cut', // half of the body, then an orderly end
  'reset', // the connection is reset before any header
  'redirect',
  'html',
  'wrong_content_type',
  'broken_json',
  'empty_body',
  'error_in_200',
  'stream_error', // half of the events, then an error event; like error_in_200 where no stream was asked for
  'no_choices',
  'no_message',
  'null_message',
  'empty_content',
  'bad_tool_arguments',
  'truncated',
  'content_filter',
  'echo_key', // says the Authorization header that it was sent
] as const;

export type NamedFault = (typeof namedFaults)[number];

/** A named fault, or an error status such as `http_429`. */
export type FaultKind = NamedFault | `http_${number}`;

export interface Fault {
  readonly kind: FaultKind;
  readonly conditions: Conditions;
  /** 0..1, drawn for each trial key and retry. */
  readonly probability: number;
  /** The retries that are hit, 0 being the first attempt; null for all. */
  readonly retries: readonly number[] | null;
  /** The calls that are hit, by their number from 1; null for all. With these a reply depends on the order of calls. */
  readonly calls: readonly number[] | null;
  /** Every so many calls; null for all. */
  readonly every: number | null;
  /** How `Retry-After` is sent: in seconds, as a date so many seconds ahead, or as `retry-after-ms`. */
  readonly retryAfter: { readonly form: 'seconds' | 'date' | 'ms'; readonly value: number } | null;
  /** Size of the body of `too_large`. */
  readonly bytes: number;
  /** Where `redirect` points. */
  readonly location: string;
  /** Milliseconds between two pieces of `slow_drip` or `endless_stream`; null for the kind's own. */
  readonly dripMs: number | null;
}

/** A simulated endpoint, whole: with the seed, a request and its two headers decide the answer. */
export interface Scenario {
  readonly seed: number;
  /** 0 for any free one. */
  readonly port: number;
  /** The model that is said to have served; null for the one asked for. */
  readonly model: string | null;
  /** Seconds since 1970, said in every completion. */
  readonly created: number;
  readonly latency: Latency;
  /** The first whose conditions hold answers. */
  readonly rules: readonly Rule[];
  /** Answers when no rule does. */
  readonly fallback: Rule;
  /** The first that is due strikes. */
  readonly faults: readonly Fault[];
  /** File to which every call is appended; null for none. */
  readonly log: string | null;
}

export function isFaultKind(value: unknown): value is FaultKind {
  if (typeof value !== 'string') return false;
  return (namedFaults as readonly string[]).includes(value) || /^http_[45]\d\d$/.test(value);
}
