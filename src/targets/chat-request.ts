import { validateHeaderName, validateHeaderValue, type OutgoingHttpHeaders } from 'node:http';
import type { ChatTargetConfig } from '../cases/config.ts';
import { setOwn, type JsonValue } from '../core/json.ts';
import { excerpt } from '../core/printable.ts';
import { InputError } from '../core/problem.ts';
import type { Environment } from './proxy.ts';
import type { TargetRequest } from './target.ts';

/** The JSON text that is sent: sampling as it is, then what the target fixes; `omit` and `rename` have the last word. */
export function chatBody(request: TargetRequest, model: string, config: ChatTargetConfig): string {
  const body: Record<string, JsonValue | undefined> = { ...request.sampling };
  body.model = model;
  body.messages = request.messages as unknown as JsonValue;
  if (request.tools !== null && request.tools.length > 0) body.tools = request.tools; // an empty list is refused by several vendors
  if (config.responseFormat !== null) body.response_format = config.responseFormat;
  if (config.stream) {
    body.stream = true;
    body.stream_options = { include_usage: true };
  } else delete body.stream;
  for (const name of config.omit) delete body[name];
  for (const [from, to] of Object.entries(config.rename)) {
    if (!Object.hasOwn(body, from)) continue;
    setOwn(body, to, body[from]);
    delete body[from];
  }
  return JSON.stringify(body);
}

/** About how many tokens the request is: a quarter of its characters; images in data URLs are not text and not counted. */
export function estimatedTokens(request: Pick<TargetRequest, 'messages' | 'tools'>): number {
  return Math.ceil((charactersOf(request.messages) + charactersOf(request.tools)) / 4);
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.startsWith('data:') ? 0 : value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const item of Object.values(value)) sum += charactersOf(item);
  return sum;
}

// What the client itself decides: another value would only break the request or the reading of its reply.
const ownHeaders = new Set(['accept-encoding', 'connection', 'content-length', 'transfer-encoding']);

/**
 * The headers that are the same for every call; the key as a bearer token unless a header of `headers_env` replaces it.
 * @throws InputError for a variable that is not set or whose value cannot be a header (the value is not repeated)
 */
export function fixedHeaders(config: ChatTargetConfig, environment: Environment): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json',
    accept: config.stream ? 'text/event-stream, application/json' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'proofmark',
  };
  const key = environment[config.apiKeyEnv]?.trim() ?? '';
  if (key !== '') headers.authorization = checked('authorization', `Bearer ${key}`, config.apiKeyEnv);
  for (const [name, variable] of Object.entries(config.headersEnv)) {
    const value = environment[variable]?.trim() ?? '';
    if (value === '') {
      const message = `target "${config.id}": the header ${excerpt(name)} needs the environment variable ${variable}, which is not set`;
      throw new InputError({ code: 'TARGET_HEADER', message, hint: 'set it, or take the header out of headers_env' });
    }
    headers[name.toLowerCase()] = checked(name, value, variable);
  }
  return headers;
}

function checked(name: string, value: string, variable: string): string {
  const refuse = (what: string): InputError => new InputError({ code: 'TARGET_HEADER', message: what });
  try {
    validateHeaderName(name);
  } catch {
    throw refuse(`"${excerpt(name)}" in headers_env cannot be the name of a header`);
  }
  if (ownHeaders.has(name.toLowerCase()))
    throw refuse(`the header ${name} is set by the client and cannot be given in headers_env`);
  try {
    validateHeaderValue(name, value);
  } catch {
    throw refuse(`the value of ${variable} holds characters that a header cannot carry`);
  }
  return value;
}

/** The trial key as a header can carry it: as it is, or percent-encoded where it is not printable ASCII. */
export function requestId(key: string): string {
  if (/^[\x20-\x7e]*$/.test(key)) return key;
  return key.replace(/[^\x21-\x24\x26-\x7e]/gu, (char) =>
    [...Buffer.from(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
