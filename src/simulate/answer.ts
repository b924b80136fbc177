import type { JsonObject, JsonValue } from '../core/json.ts';
import type { ChatRequest } from './chat-request.ts';
import { completionBody, completionChunks, type Envelope } from './completion.ts';
import type { PlannedReply } from './scenario.ts';

/** An HTTP answer: one part, or one per event of a stream. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: readonly string[];
  readonly stream: boolean;
}

export const event = (data: string): string => `data: ${data}\n\n`;

export function jsonAnswer(status: number, body: JsonObject, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    parts: [JSON.stringify(body)],
    stream: false,
  };
}

/** An answer of server-sent events; `data` are their texts. */
export function streamAnswer(data: readonly string[]): Answer {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
  return { status: 200, headers, parts: data.map(event), stream: true };
}

/** The answer of a well-behaved endpoint; `reshape` may change each JSON body before it is written. */
export function chatAnswer(
  reply: PlannedReply,
  request: ChatRequest,
  options: { readonly envelope: Envelope; readonly reshape?: (body: JsonObject) => JsonObject },
): Answer {
  const reshape = options.reshape ?? ((body) => body);
  if (!request.stream) return jsonAnswer(200, reshape(completionBody(reply, request, options.envelope)));
  const chunks = completionChunks(reply, request, options.envelope);
  return streamAnswer([...chunks.map((chunk) => JSON.stringify(reshape(chunk))), '[DONE]']);
}

const errorTypes: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  400: ['invalid_request_error', null],
  401: ['authentication_error', 'invalid_api_key'],
  403: ['permission_error', null],
  404: ['invalid_request_error', 'not_found'],
  429: ['rate_limit_error', 'rate_limit_exceeded'],
};

/** The body of an error in the OpenAI form. */
export function errorBody(status: number, message: string, parameter: JsonValue = null): JsonObject {
  const [type, code] = errorTypes[status] ?? [status >= 500 ? 'server_error' : 'invalid_request_error', null];
  return { error: { message, type, param: parameter, code } };
}
