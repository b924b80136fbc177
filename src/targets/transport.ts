import http, { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Clock } from '../core/clock.ts';
import { excerpt } from '../core/printable.ts';
import { connectionTrouble } from './connection-trouble.ts';
import type { Deadlines } from './deadlines.ts';
import { onAbort } from './on-abort.ts';
import { inSeconds } from './seconds.ts';

/** Where requests go and over which connections; made once for all of them. */
export interface Line {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** With the query. */
  readonly path: string;
  readonly agent: http.Agent;
}

export interface SendOptions {
  readonly headers: OutgoingHttpHeaders;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly signal: AbortSignal;
  /** Sees the bytes of a 2xx as they arrive; true when no more are needed. */
  readonly watch?: ((bytes: Uint8Array, atMs: number) => boolean) | undefined;
}

interface Timed {
  /** Milliseconds from sending to the last byte, or to the fault. */
  readonly durationMs: number;
  readonly status: number | null;
}

/** What came of one attempt. `stale`: a kept-alive connection had been closed, so the request was never read. */
export type Transmission =
  | (Timed & {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly body: Buffer;
    })
  | (Timed & { readonly kind: 'fault'; readonly fault: Fault; readonly detail: string; readonly stale: boolean });

export type Fault = 'timeout' | 'connection' | 'bad_body' | 'too_large';

/** After the last byte that was needed, the server has so long to end its reply before the connection is given up. */
const graceMs = 100;

/**
 * Sends one request and reads its response. Never follows a redirect. Rejects only with the signal's reason; whatever
 * happens, no more than `maxBytes` are kept and nothing is read after `timeoutMs`.
 */
export function send(line: Line, body: string, options: SendOptions): Promise<Transmission> {
  return new Promise((resolve, reject) => {
    const { clock, deadlines, signal, maxBytes, timeoutMs } = options;
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const startedAt = clock.elapsed();
    const chunks: Buffer[] = [];
    let size = 0;
    let response: IncomingMessage | null = null;
    let source: Readable | null = null;
    let finishedMs: number | null = null;
    let settled = false;

    const request = (line.secure ? https : http).request({
      host: line.host,
      port: line.port,
      path: line.path,
      method: 'POST',
      headers: options.headers,
      agent: line.agent,
    });

    const ignoreTimeout = deadlines.after(timeoutMs, timeOut);
    let ignoreGrace = (): void => undefined;

    function settle(tell: () => void): void {
      if (settled) return;
      settled = true;
      ignoreTimeout();
      ignoreGrace();
      ignoreAbort();
      tell();
      chunks.length = 0;
      if (source !== response) source?.destroy(); // it would go on unpacking what it has
    }
    const ignoreAbort = onAbort(signal, () => {
      settle(() => reject(signal.reason as Error));
      request.destroy();
    });
    function fail(fault: Fault, detail: string, stale = false): void {
      const durationMs = clock.elapsed() - startedAt;
      settle(() => resolve({ kind: 'fault', fault, detail, stale, durationMs, status: response?.statusCode ?? null }));
      request.destroy();
    }
    function succeed(): void {
      const { statusCode: status = 0, headers } = response as IncomingMessage;
      const durationMs = finishedMs ?? clock.elapsed() - startedAt;
      settle(() => resolve({ kind: 'response', status, headers, durationMs, body: joined(chunks, size) }));
    }
    function timeOut(): void {
      const waited = `within ${inSeconds(timeoutMs)}`;
      if (response === null) fail('timeout', `no answer ${waited}`);
      else fail('timeout', `the answer began but did not end ${waited} (${size} bytes came)`);
    }

    function take(chunk: Buffer): void {
      if (settled || finishedMs !== null) return;
      size += chunk.length;
      if (size > maxBytes) {
        fail('too_large', `more than ${maxBytes} bytes came; stopped there`);
        return;
      }
      chunks.push(chunk);
      const atMs = clock.elapsed() - startedAt;
      if (!isSuccess(response?.statusCode) || !options.watch?.(chunk, atMs)) return;
      finishedMs = atMs;
      ignoreGrace = deadlines.after(graceMs, () => {
        succeed();
        request.destroy();
      });
    }

    function receive(incoming: IncomingMessage): void {
      response = incoming;
      const announced = Number(incoming.headers['content-length'] ?? 0);
      if (announced > maxBytes) {
        fail('too_large', `${announced} bytes are announced, the limit is ${maxBytes}`);
        return;
      }
      const cut = (): void => {
        if (finishedMs !== null) succeed();
        else if (!settled) fail('bad_body', `the body was cut off after ${size} bytes`);
      };
      incoming.on('error', cut);
      incoming.on('close', () => {
        if (!incoming.complete) cut();
      });
      const decoding = decoded(incoming);
      if (decoding === null) {
        fail('bad_body', `unknown content encoding "${excerpt(encodingOf(incoming))}"`);
        return;
      }
      source = decoding;
      source.on('data', take);
      source.on('end', () => (incoming.complete ? succeed() : cut()));
      if (source !== incoming) source.on('error', () => fail('bad_body', 'the compressed body cannot be unpacked'));
    }

    request.on('response', receive);
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (response !== null) return; // the response tells what is wrong with itself
      const trouble = connectionTrouble(error, line);
      fail(trouble.fault, trouble.detail, request.reusedSocket && trouble.broken);
    });
    request.end(body);
  });
}

/** True for 2xx. */
export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function joined(chunks: readonly Buffer[], size: number): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
}

function encodingOf(response: IncomingMessage): string {
  return (response.headers['content-encoding'] ?? '').trim().toLowerCase();
}

/** The body unpacked: plain bytes were asked for, some gateways compress all the same. Null for an unknown encoding of a 2xx. */
function decoded(response: IncomingMessage): Readable | null {
  switch (encodingOf(response)) {
    case 'gzip':
    case 'x-gzip':
      return response.pipe(createGunzip());
    case 'deflate':
      return response.pipe(createInflate());
    case 'br':
      return response.pipe(createBrotliDecompress());
    case '':
    case 'identity':
      return response;
    default:
      return isSuccess(response.statusCode) ? null : response; // the status of a refusal says enough
  }
}
