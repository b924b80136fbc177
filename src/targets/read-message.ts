import type { ToolCall, Usage } from '../cases/reply.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../core/json.ts';

/** Thrown inside this room when a body is not what a chat completion may be; the message says what is wrong, never what was said. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

export interface SaidText {
  readonly content: string | null;
  readonly refusal: string | null;
}

/**
 * The text of a message or of a delta: a string, null, or a list of parts. Parts that are not text (thinking, references,
 * images) are passed over; a part of a refusal counts as refusal.
 * @throws UnreadableError for any other type
 */
export function readText(message: JsonObject): SaidText {
  const { content, refusal } = message;
  if (refusal !== undefined && refusal !== null && typeof refusal !== 'string') {
    throw new UnreadableError(`refusal is ${typeName(refusal)}, not text`);
  }
  if (!Array.isArray(content)) {
    if (content !== undefined && content !== null && typeof content !== 'string') {
      throw new UnreadableError(`content is ${typeName(content)}, not text`);
    }
    return { content: content ?? null, refusal: refusal || null }; // some always send an empty refusal
  }
  let text: string | null = null;
  let refused = refusal || null;
  for (const part of content as readonly JsonValue[]) {
    if (typeof part === 'string') text = (text ?? '') + part;
    else if (!isJsonObject(part)) throw new UnreadableError(`a part of content is ${typeName(part)}`);
    else if (part.type === 'refusal') refused = (refused ?? '') + partText(part, 'refusal');
    else if (part.type === 'text' || part.type === 'output_text') text = (text ?? '') + partText(part, 'text');
  }
  return { content: text, refusal: refused };
}

function partText(part: JsonObject, key: string): string {
  const value = part[key];
  if (typeof value !== 'string')
    throw new UnreadableError(`${key} of a part of content is ${typeName(value)}, not text`);
  return value;
}

/** The tool calls of a message, the older `function_call` included. @throws UnreadableError */
export function readToolCalls(message: JsonObject): readonly ToolCall[] {
  const { tool_calls: calls, function_call: single } = message;
  if (calls === undefined || calls === null) {
    return single === undefined || single === null ? [] : [readFunction(single, 'function_call')];
  }
  if (!Array.isArray(calls)) throw new UnreadableError(`tool_calls is ${typeName(calls)}, not a list`);
  return (calls as readonly JsonValue[]).map((call, index) => {
    const place = `tool_calls[${index}]`;
    if (!isJsonObject(call)) throw new UnreadableError(`${place} is ${typeName(call)}`);
    return readFunction(call.function ?? call.custom ?? call, place);
  });
}

function readFunction(called: JsonValue, place: string): ToolCall {
  if (!isJsonObject(called)) throw new UnreadableError(`${place} is ${typeName(called)}`);
  if (typeof called.name !== 'string' || called.name === '') throw new UnreadableError(`${place} has no name`);
  const given = called.arguments ?? called.input ?? '';
  // A few servers send the object itself where the text of it belongs.
  return toolCall(called.name, typeof given === 'string' ? given : JSON.stringify(given));
}

/** A tool call of the text of its arguments. */
export function toolCall(name: string, argumentsText: string): ToolCall {
  // For a tool without parameters several vendors send an empty text; nobody's caller stumbles over that.
  const value = argumentsText.trim() === '' ? {} : parseJson(argumentsText);
  return { name, arguments: isJsonObject(value) ? value : null, argumentsText };
}

/** The token counts; null for what is missing or no count. */
export function readUsage(usage: JsonValue | undefined): Usage | null {
  if (!isJsonObject(usage)) return null;
  const inputTokens = count(usage.prompt_tokens ?? usage.input_tokens);
  const outputTokens = count(usage.completion_tokens ?? usage.output_tokens);
  return inputTokens === null && outputTokens === null ? null : { inputTokens, outputTokens };
}

function count(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

export function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** `a number`, `a list`, `null`, `missing`. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value === 'boolean' ? 'truth value' : typeof value}`;
}
