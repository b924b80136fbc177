import type { IncomingHttpHeaders } from 'node:http';
import { sha256 } from '../core/canonical-json.ts';
import { isJsonObject, parseJson, type JsonValue } from '../core/json.ts';

export interface Attempt {
  /** `X-Client-Request-Id`; empty when there is none. */
  readonly key: string;
  /** `X-Retry-Count`, 0 when there is none. */
  readonly retry: number;
}

/** All that an answer may depend on. */
export interface ChatRequest extends Attempt {
  /** What probabilities are drawn by: the key; without one a hash of the body. */
  readonly drawKey: string;
  /** SHA-256 of the body. */
  readonly bodyHash: string;
  readonly model: string;
  /** The texts of all user turns, a line feed between; likewise system (and developer) and tool messages. */
  readonly userText: string;
  readonly systemText: string;
  readonly toolText: string;
  readonly assistantTurns: number;
  /** Characters of all messages. */
  readonly promptCharacters: number;
  readonly firstTool: string | null;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** The `Authorization` header; for the fault that says it. */
  readonly authorization: string;
}

/** What is wrong with a request, in the words of an error answer. */
export interface RequestFault {
  readonly message: string;
  readonly parameter: string | null;
}

const textPart = (part: JsonValue): string =>
  isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : '';

function textOf(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? (content as readonly JsonValue[]).map(textPart).join('\n') : '';
}

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** Which attempt of which trial the headers say that this is. */
export function attemptOf(headers: IncomingHttpHeaders): Attempt {
  const retry = Number(header(headers, 'x-retry-count'));
  return { key: header(headers, 'x-client-request-id'), retry: Number.isSafeInteger(retry) && retry > 0 ? retry : 0 };
}

/** Reads the body of a chat completion request, or says what is wrong with it. */
export function readChatRequest(body: string, headers: IncomingHttpHeaders): ChatRequest | RequestFault {
  const value = parseJson(body);
  if (!isJsonObject(value)) return { message: 'The body of the request is not a JSON object.', parameter: null };
  const { model, messages, n, stream } = value;
  if (typeof model !== 'string' || model === '') return { message: 'You must name a model.', parameter: 'model' };
  if (!Array.isArray(messages) || messages.length === 0) {
    return { message: '`messages` must be a list that is not empty.', parameter: 'messages' };
  }
  if (n !== undefined && n !== null && n !== 1) return { message: 'Only `n` of 1 is served.', parameter: 'n' };

  const texts = { user: [] as string[], system: [] as string[], tool: [] as string[] };
  let assistantTurns = 0;
  let promptCharacters = 0;
  for (const message of messages as readonly JsonValue[]) {
    if (!isJsonObject(message)) return { message: 'Each message must be an object.', parameter: 'messages' };
    const text = textOf(message['content']);
    promptCharacters += text.length;
    const role = message['role'] === 'developer' ? 'system' : message['role'];
    if (role === 'user' || role === 'system' || role === 'tool') texts[role].push(text);
    else if (role === 'assistant') assistantTurns += 1;
    else return { message: 'The role of a message is not known.', parameter: 'messages' };
  }
  const { key, retry } = attemptOf(headers);
  const bodyHash = sha256(body);
  const options = value['stream_options'];
  return {
    key,
    retry,
    drawKey: key || bodyHash,
    bodyHash,
    model,
    userText: texts.user.join('\n'),
    systemText: texts.system.join('\n'),
    toolText: texts.tool.join('\n'),
    assistantTurns,
    promptCharacters,
    firstTool: firstToolOf(value['tools']),
    stream: stream === true,
    includeUsage: isJsonObject(options) && options['include_usage'] === true,
    authorization: header(headers, 'authorization'),
  };
}

function firstToolOf(tools: JsonValue | undefined): string | null {
  const first = Array.isArray(tools) ? (tools[0] as JsonValue | undefined) : undefined;
  const declared = isJsonObject(first) ? first['function'] : undefined;
  return isJsonObject(declared) && typeof declared['name'] === 'string' ? declared['name'] : null;
}
