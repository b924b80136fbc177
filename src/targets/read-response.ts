import type { Outcome } from '../cases/outcome.ts';
import { parseJson } from '../core/json.ts';
import { errorMessage, isContentFilterError } from './error-message.ts';
import { badBody, readCompletionText, unreadable } from './read-completion.ts';
import type { CompletionStream } from './read-stream.ts';
import type { Quote } from './reply-outcome.ts';
import { isSuccess, type Transmission } from './transport.ts';

export interface ReadResponse {
  readonly outcome: Outcome;
  readonly timeToFirstTokenMs: number | null;
}

/** The outcome of one attempt; its reply, where there is one, without the times. Never throws. */
export function readResponse(sent: Transmission, stream: CompletionStream | null, quote: Quote): ReadResponse {
  try {
    return readSent(sent, stream, quote);
  } catch (error) {
    return plain(withStatus(badBody(unreadable(error)), sent.status));
  }
}

function readSent(sent: Transmission, stream: CompletionStream | null, quote: Quote): ReadResponse {
  if (sent.kind === 'fault') {
    return plain(withStatus({ kind: 'failure', code: sent.fault, detail: sent.detail }, sent.status));
  }
  const { status, headers } = sent;
  if (!isSuccess(status)) return plain(withStatus(refused(sent, quote), status));
  const type = headers['content-type'];
  const streamed = stream?.end() ?? null;
  if (streamed !== null) return { ...streamed, outcome: withStatus(asLabelled(streamed.outcome), status) };
  const body = decode(sent.body);
  if (body === null) return plain(withStatus(badBody('the body is not UTF-8'), status));
  return plain(withStatus(asLabelled(readCompletionText(body, quote)), status));

  // Who sends a completion under another name is no chat endpoint, or something between changed what it sent.
  function asLabelled(outcome: Outcome): Outcome {
    if (type === undefined || /json|event-stream/i.test(type)) return outcome;
    const label = `HTTP ${status}, ${quote(type)}`;
    if (outcome.reply) return { ...badBody(`${label}: a completion, but not labelled as JSON`), reply: outcome.reply };
    return outcome.kind === 'failure' && outcome.code === 'bad_body'
      ? { ...outcome, detail: `${label}: ${outcome.detail}` }
      : outcome;
  }
}

const plain = (outcome: Outcome): ReadResponse => ({ outcome, timeToFirstTokenMs: null });

function withStatus(outcome: Outcome, httpStatus: number | null): Outcome {
  return outcome.kind === 'failure' && httpStatus !== null ? { ...outcome, httpStatus } : outcome;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(body: Uint8Array): string | null {
  try {
    return decoder.decode(body);
  } catch {
    return null;
  }
}

function refused({ status, headers, body }: Extract<Transmission, { kind: 'response' }>, quote: Quote): Outcome {
  if (status >= 300 && status < 400) {
    const to = headers.location === undefined ? '' : ` to ${quote(withoutQuery(headers.location))}`;
    return badBody(
      `HTTP ${status} redirects${to}; redirects are not followed: put the final address into the base URL`,
    );
  }
  const text = body.toString('utf8'); // an error is shown whatever its encoding
  const value = parseJson(text);
  const said = errorMessage(value) ?? text.trim();
  const detail = `HTTP ${status}${said === '' ? '' : `: ${quote(said)}`}`;
  if (status === 429) return { kind: 'failure', code: 'http_429', detail };
  if (status >= 500) return { kind: 'failure', code: 'http_5xx', detail };
  if (status < 400) return badBody(detail);
  return { kind: 'failure', code: isContentFilterError(value) ? 'content_filter' : 'http_4xx', detail };
}

/** A query may hold a token. */
const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '');
