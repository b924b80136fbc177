import { isJsonObject, setOwn, type JsonObject, type JsonValue } from '../core/json.ts';
import { chatAnswer, errorBody, event, jsonAnswer, streamAnswer, type Answer } from './answer.ts';
import type { ChatRequest } from './chat-request.ts';
import type { Envelope } from './completion.ts';
import type { Fault, PlannedReply } from './scenario.ts';

export interface FaultyAnswerOptions {
  readonly envelope: Envelope;
  readonly fault: Fault | null;
  /** Milliseconds since 1970; for `Retry-After` as a date. */
  readonly nowMs: number;
}

/** The answer that the fault makes of the reply. Faults of the connection leave it whole: how it is sent is theirs. */
export function faultyAnswer(reply: PlannedReply, request: ChatRequest, options: FaultyAnswerOptions): Answer {
  const { envelope, fault } = options;
  const sound = (said: PlannedReply = reply): Answer => chatAnswer(said, request, { envelope });
  const reshaped = (reshape: (body: JsonObject) => JsonObject): Answer =>
    chatAnswer(reply, request, { envelope, reshape });
  if (fault === null) return sound();
  switch (fault.kind) {
    case 'empty_content':
      return sound({ ...reply, content: '', refusal: null, toolCalls: [], finishReason: 'stop' });
    case 'bad_tool_arguments':
      return sound(withBadArguments(reply, request));
    case 'truncated':
      return sound(truncated(reply));
    case 'content_filter':
      return sound({ ...reply, content: null, refusal: null, toolCalls: [], finishReason: 'content_filter' });
    case 'echo_key':
      return sound({ ...reply, content: `I was called with ${request.authorization || 'no key'}.`, toolCalls: [] });
    case 'no_choices':
      return reshaped((body) => ({ ...body, choices: [] }));
    case 'null_message':
      return reshaped((body) => withoutMessage(body, null));
    case 'no_message':
      return reshaped((body) => withoutMessage(body, undefined));
    case 'broken_json':
      return brokenJson(sound());
    case 'empty_body':
      return { ...sound(), parts: [] };
    case 'html':
      return {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        parts: ['<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>\n'],
        stream: false,
      };
    case 'wrong_content_type':
      return { ...sound(), headers: { 'content-type': 'text/plain; charset=utf-8' } };
    case 'error_in_200':
      return request.stream ? streamAnswer([serverError]) : jsonAnswer(200, errorBody(500, overloaded));
    case 'stream_error':
      if (!request.stream) return jsonAnswer(200, errorBody(500, overloaded));
      return { ...sound(), parts: [...firstHalf(sound()), event(serverError)] };
    case 'stream_cut':
      return { ...sound(), parts: firstHalf(sound()) };
    case 'redirect':
      return jsonAnswer(307, errorBody(307, 'The endpoint has moved.'), { location: fault.location });
    case 'slow_drip':
    case 'endless_stream':
    case 'too_large':
      return sound({ ...reply, content: floodSeed, refusal: null, toolCalls: [], finishReason: 'stop' });
    case 'hang':
    case 'hang_midway':
    case 'cut_body':
    case 'reset':
      return sound();
    default: {
      const status = Number(fault.kind.slice('http_'.length));
      const body = errorBody(status, statusMessages[status] ?? `The simulated endpoint answers ${status}.`);
      return jsonAnswer(status, body, retryAfterHeaders(fault, options.nowMs));
    }
  }
}

/** The whole content of an answer that is to grow: one piece, which the sender finds and multiplies. */
export const floodSeed = 'x';

/** The first half of the events; of a single body the first half of its characters. */
export function firstHalf({ parts, stream }: Answer): readonly string[] {
  if (stream) return parts.slice(0, Math.floor(parts.length / 2));
  const text = parts.join('');
  return [text.slice(0, Math.floor(text.length / 2))];
}

const overloaded = 'The model is overloaded.';
const serverError = JSON.stringify(errorBody(500, overloaded));
const statusMessages: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'Incorrect API key provided.',
  404: 'The model does not exist.',
  429: 'Rate limit reached.',
  500: 'The server had an error.',
  503: overloaded,
};

function retryAfterHeaders({ retryAfter }: Fault, nowMs: number): Readonly<Record<string, string>> {
  if (retryAfter === null) return {};
  const { form, value } = retryAfter;
  switch (form) {
    case 'seconds':
      return { 'retry-after': String(value) };
    case 'date':
      return { 'retry-after': new Date(nowMs + value * 1000).toUTCString() };
    case 'ms':
      return { 'retry-after-ms': String(value) };
  }
}

function withBadArguments(reply: PlannedReply, request: ChatRequest): PlannedReply {
  const [first = { name: request.firstTool ?? 'lookup', argumentsText: '{"id":"A-1"}' }, ...others] = reply.toolCalls;
  const broken = { ...first, argumentsText: first.argumentsText.slice(0, -1) };
  return { ...reply, content: null, toolCalls: [broken, ...others], finishReason: 'tool_calls' };
}

function halfOf(text: string): string {
  return text.slice(0, Math.floor(text.length / 2)).replace(/[\ud800-\udbff]$/, '');
}

function truncated(reply: PlannedReply): PlannedReply {
  const last = reply.toolCalls.length - 1;
  const toolCalls = reply.toolCalls.map((call, index) =>
    index === last ? { ...call, argumentsText: halfOf(call.argumentsText) } : call,
  );
  return {
    ...reply,
    content: reply.content === null ? null : halfOf(reply.content),
    toolCalls,
    finishReason: 'length',
  };
}

function withoutMessage(body: JsonObject, message: null | undefined): JsonObject {
  const choices = (body['choices'] as readonly JsonValue[]).map((choice) => {
    const rest: Record<string, JsonValue> = {};
    for (const [key, value] of Object.entries(isJsonObject(choice) ? choice : {})) {
      if (key !== 'message' && key !== 'delta') setOwn(rest, key, value);
      else if (message === null) setOwn(rest, key, null);
    }
    return rest;
  });
  return { ...body, choices };
}

function brokenJson(answer: Answer): Answer {
  if (!answer.stream) return { ...answer, parts: [`${answer.parts.join('').slice(0, -1)},,`] };
  return {
    ...answer,
    parts: answer.parts.map((part, index) => (index === 1 ? part.replace(/\}\n\n$/, ',,\n\n') : part)),
  };
}
