import { sha256 } from '../core/canonical-json.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import type { ChatRequest } from './chat-request.ts';
import type { PlannedReply, Scenario } from './scenario.ts';

/** What the bodies of an answer share. */
export interface Envelope {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly systemFingerprint: string;
}

/** The id follows from seed and request, so that the same call gives the same bytes. */
export function envelopeOf(request: ChatRequest, scenario: Scenario, systemFingerprint: string): Envelope {
  const hash = sha256([scenario.seed, request.key, request.retry, request.bodyHash].join('\n'));
  const model = scenario.model ?? request.model;
  return { id: `chatcmpl-${hash.slice(0, 24)}`, created: scenario.created, model, systemFingerprint };
}

const callId = ({ id }: Envelope, index: number): string => `call_${id.slice(-20)}${index}`;

function usageOf(reply: PlannedReply, request: ChatRequest): JsonObject | null {
  if (reply.usage === null) return null;
  const tokens = (characters: number): number => Math.ceil(characters / 4);
  let characters = (reply.content ?? '').length + (reply.refusal ?? '').length;
  for (const call of reply.toolCalls) characters += call.name.length + call.argumentsText.length;
  const { promptTokens, completionTokens } =
    reply.usage === 'counted'
      ? { promptTokens: tokens(request.promptCharacters), completionTokens: tokens(characters) }
      : reply.usage;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** The body of an answer that is not streamed. */
export function completionBody(reply: PlannedReply, request: ChatRequest, envelope: Envelope): JsonObject {
  const toolCalls = reply.toolCalls.map((call, index) => ({
    id: callId(envelope, index),
    type: 'function',
    function: { name: call.name, arguments: call.argumentsText },
  }));
  const usage = usageOf(reply, request);
  return {
    id: envelope.id,
    object: 'chat.completion',
    created: envelope.created,
    model: envelope.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.content,
          refusal: reply.refusal,
          ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
        },
        logprobs: null,
        finish_reason: reply.finishReason,
      },
    ],
    ...(usage && { usage }),
    system_fingerprint: envelope.systemFingerprint,
  };
}

/** The chunks of a streamed answer, without the closing `[DONE]`. */
export function completionChunks(reply: PlannedReply, request: ChatRequest, envelope: Envelope): readonly JsonObject[] {
  const head = {
    id: envelope.id,
    object: 'chat.completion.chunk',
    created: envelope.created,
    model: envelope.model,
    system_fingerprint: envelope.systemFingerprint,
  };
  const chunk = (choices: JsonValue, usage: JsonObject | null): JsonObject =>
    request.includeUsage ? { ...head, choices, usage } : { ...head, choices };
  const choice = (delta: JsonObject, finishReason: string | null = null): JsonObject =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason: finishReason }], null);

  const chunks = [choice({ role: 'assistant', content: reply.content === null ? null : '' })];
  for (const piece of pieces(reply.content ?? '')) chunks.push(choice({ content: piece }));
  for (const piece of pieces(reply.refusal ?? '')) chunks.push(choice({ refusal: piece }));
  for (const [index, call] of reply.toolCalls.entries()) {
    const start = {
      index,
      id: callId(envelope, index),
      type: 'function',
      function: { name: call.name, arguments: '' },
    };
    chunks.push(choice({ tool_calls: [start] }));
    for (const piece of pieces(call.argumentsText)) {
      chunks.push(choice({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
  }
  chunks.push(choice({}, reply.finishReason));
  const usage = usageOf(reply, request);
  if (request.includeUsage && usage) chunks.push(chunk([], usage));
  return chunks;
}

/** The text in pieces of about eight characters, at most about 64 of them; no surrogate pair is split. */
export function pieces(text: string): readonly string[] {
  const size = Math.max(8, Math.ceil(text.length / 64));
  const result: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + size, text.length);
    if (/^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1))) end += 1;
    result.push(text.slice(start, end));
    start = end;
  }
  return result;
}
