import type { JsonObject, JsonValue } from '../core/json.ts';

/** One message of a chat in the OpenAI form; what is not named here is kept as it came. */
export interface Message {
  readonly role: string;
  readonly content?: JsonValue;
  readonly [key: string]: JsonValue | undefined;
}

/** One tool call of a reply. */
export interface ToolCall {
  readonly name: string;
  /** The arguments as an object; `null` when the text of them is not a JSON object. */
  readonly arguments: JsonObject | null;
  /** The arguments as they came. */
  readonly argumentsText: string;
}

export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/**
 * What a target said. A live answer, a recorded one, a control, a mutant are all replies; they differ in where they
 * came from and in the verdict that they must get.
 */
export interface Reply {
  readonly content: string | null;
  readonly refusal: string | null;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: string | null;
  readonly usage: Usage | null;
  /** Milliseconds of the attempt that succeeded, without waiting for a place or before a retry. */
  readonly latencyMs: number | null;
  readonly timeToFirstTokenMs: number | null;
  readonly costUsd: number | null;
  /** The model and system fingerprint that the endpoint says it served. */
  readonly servedModel: string | null;
  readonly systemFingerprint: string | null;
  /** The steps before the reply; empty for a single call. */
  readonly transcript: readonly Message[];
  /** Written by hand or derived (control, reference, mutant): no finish reason, latency, cost or usage to look at. */
  readonly made: boolean;
}

const nothing: Reply = {
  content: null,
  refusal: null,
  toolCalls: [],
  finishReason: null,
  usage: null,
  latencyMs: null,
  timeToFirstTokenMs: null,
  costUsd: null,
  servedModel: null,
  systemFingerprint: null,
  transcript: [],
  made: false,
};

/** A reply with the given parts; what is not given is absent. */
export function replyOf(parts: Partial<Reply>): Reply {
  return { ...nothing, ...parts };
}

/** A made reply: it has no finish reason, latency, cost or usage. */
export function madeReply(parts: Pick<Partial<Reply>, 'content' | 'refusal' | 'toolCalls' | 'transcript'>): Reply {
  return { ...nothing, ...parts, made: true };
}

/** A tool call with these arguments. */
export function toolCallOf(name: string, args: JsonObject): ToolCall {
  return { name, arguments: args, argumentsText: JSON.stringify(args) };
}
