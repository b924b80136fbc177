import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { Clock } from '../core/clock.ts';
import type { Answer } from './answer.ts';
import { firstHalf, floodSeed } from './faulty-answer.ts';
import type { Fault, FaultKind } from './scenario.ts';

export interface DeliveryOptions {
  readonly fault: Fault | null;
  readonly clock: Clock;
  /** Aborts when the endpoint closes. */
  readonly signal: AbortSignal;
}

/** Whether the fault keeps even the status from being sent. */
export function isSilent(fault: Fault | null): boolean {
  return fault?.kind === 'hang' || fault?.kind === 'reset';
}

type Sender = (
  response: ServerResponse,
  answer: Answer,
  options: DeliveryOptions & { readonly fault: Fault },
) => Promise<void> | void;

/** The faults of the connection; all others are in the answer already. */
const senders: Readonly<Partial<Record<FaultKind, Sender>>> = {
  hang: () => {},
  reset: (response) => {
    response.socket?.resetAndDestroy();
  },
  hang_midway: (response, answer) => {
    response.writeHead(answer.status, headersFor(answer)).write(firstHalf(answer).join(''));
  },
  cut_body: (response, answer) => {
    response.writeHead(answer.status, headersFor(answer)).write(firstHalf(answer).join(''), () => {
      response.socket?.destroy();
    });
  },
  too_large: (response, answer, options) =>
    flood(response, answer, { ...options, unitBytes: 65_536, totalBytes: options.fault.bytes, pauseMs: 0 }),
  slow_drip: (response, answer, options) =>
    flood(response, answer, { ...options, unitBytes: 1, totalBytes: null, pauseMs: options.fault.dripMs ?? 100 }),
  endless_stream: (response, answer, options) =>
    flood(response, answer, { ...options, unitBytes: 4096, totalBytes: null, pauseMs: options.fault.dripMs ?? 5 }),
};

/** Sends the answer, or what the fault leaves of it; resolves when nothing more is to be sent. */
export async function deliver(response: ServerResponse, answer: Answer, options: DeliveryOptions): Promise<void> {
  const { fault } = options;
  const sender = fault && senders[fault.kind];
  if (sender) await sender(response, answer, { ...options, fault });
  else sendWhole(response, answer);
}

/** Sends the answer as it is. A stream goes out in three pieces cut anywhere, as a network does: inside events and characters. */
export function sendWhole(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, headersFor(answer));
  const body = answer.parts.join('');
  if (!answer.stream) {
    response.end(body);
    return;
  }
  const bytes = Buffer.from(body);
  const third = Math.ceil(bytes.length / 3);
  for (let start = 0; start < bytes.length; start += third) response.write(bytes.subarray(start, start + third));
  response.end();
}

function headersFor(answer: Answer): Record<string, string | number> {
  if (answer.stream) return { ...answer.headers };
  return { ...answer.headers, 'content-length': Buffer.byteLength(answer.parts.join('')) };
}

interface Flood extends DeliveryOptions {
  readonly unitBytes: number;
  /** Null for a body without end. */
  readonly totalBytes: number | null;
  readonly pauseMs: number;
}

/** Grows the content with one repeated unit, never holding more than that and what the socket has not taken yet. */
async function flood(response: ServerResponse, answer: Answer, options: Flood): Promise<void> {
  const { head, unit, tail } = seamOf(answer, 'x'.repeat(options.unitBytes));
  const fixed = Buffer.byteLength(head) + Buffer.byteLength(tail);
  const total = options.totalBytes;
  // Whole events only: a stream may end up to one event short of its size. A single body has it exactly.
  let left = total === null ? Infinity : Math.max(0, total - fixed);
  if (answer.stream && total !== null) left -= left % unit.length;
  const headers = { ...answer.headers, ...(total !== null && !answer.stream && { 'content-length': fixed + left }) };
  response.writeHead(answer.status, headers);
  await written(response, head);
  while (left > 0 && !response.destroyed && !options.signal.aborted) {
    await written(response, left < unit.length ? unit.slice(0, left) : unit);
    left -= unit.length;
    if (options.pauseMs > 0) await options.clock.sleep(options.pauseMs, options.signal);
  }
  if (!response.destroyed && !options.signal.aborted) response.end(tail);
}

/** Where the content can grow: in its string, or by an event more. */
function seamOf(
  answer: Answer,
  filler: string,
): { readonly head: string; readonly unit: string; readonly tail: string } {
  const seed = JSON.stringify({ content: floodSeed }).slice(1, -1);
  if (answer.stream) {
    const [head = '', second = '', ...rest] = answer.parts;
    return { head, unit: second.replace(seed, seed.replace(floodSeed, filler)), tail: rest.join('') };
  }
  const body = answer.parts.join('');
  const at = body.indexOf(seed) + seed.length - 1;
  return { head: body.slice(0, at), unit: filler, tail: body.slice(at) };
}

function written(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed || response.write(text)) {
      resolve();
      return;
    }
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
