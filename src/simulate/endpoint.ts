import { Buffer } from 'node:buffer';
import { once, setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fingerprint } from '../core/canonical-json.ts';
import type { Clock } from '../core/clock.ts';
import { InputError, type Explanations } from '../core/problem.ts';
import { errorBody, jsonAnswer, type Answer } from './answer.ts';
import { CallLog, type CallEntry } from './call-log.ts';
import { attemptOf, readChatRequest } from './chat-request.ts';
import { envelopeOf } from './completion.ts';
import { deliver, isSilent, sendWhole } from './delivery.ts';
import { faultyAnswer } from './faulty-answer.ts';
import { faultOf, latencyMsOf, replyTo } from './plan.ts';
import type { Fault, Scenario } from './scenario.ts';

export const endpointExplanations: Explanations = {
  SIMULATE_PORT: {
    meaning: 'The simulated endpoint cannot listen on the port asked for, most often because another program does.',
    advice: 'Choose another port, or 0 for any that is free.',
  },
  SIMULATE_LOG: {
    meaning: 'The file for the log of calls cannot be opened for writing.',
    advice: 'Check that its folder exists and may be written to.',
  },
};

export interface EndpointOptions {
  readonly clock: Clock;
  /** Wins over the scenario's. */
  readonly port?: number | undefined;
  /** Wins over the scenario's; null for none. */
  readonly log?: string | null | undefined;
  /** How many calls `calls()` remembers; 10,000 unless told. */
  readonly keepCalls?: number | undefined;
}

export interface SimulatedEndpoint {
  /** `http://127.0.0.1:PORT`, as `EVAL_BASE_URL` takes it. */
  readonly url: string;
  readonly port: number;
  /** The last calls of the chat endpoint, in the order of their numbers. */
  calls(): readonly CallEntry[];
  /** How many calls there were, and the most that were being answered at once. */
  counts(): { readonly calls: number; readonly maxInFlight: number };
  /** Breaks all connections, so that calls left hanging end, and frees the port. */
  close(): Promise<void>;
}

/** Starts the endpoint on 127.0.0.1. Throws `InputError` when the port is taken or the log cannot be written. */
export async function startSimulatedEndpoint(scenario: Scenario, options: EndpointOptions): Promise<SimulatedEndpoint> {
  const log = new CallLog(options.keepCalls ?? 10_000, options.log === undefined ? scenario.log : options.log);
  const endpoint = new Endpoint(scenario, options.clock, log);
  try {
    await endpoint.listen(options.port ?? scenario.port);
  } catch (error) {
    log.close();
    throw error;
  }
  return endpoint;
}

const maxRequestBytes = 64_000_000;

class Endpoint implements SimulatedEndpoint {
  readonly #scenario: Scenario;
  readonly #clock: Clock;
  readonly #log: CallLog;
  readonly #server: Server;
  readonly #closing = new AbortController();
  readonly #systemFingerprint: string;
  #calls = 0;
  #inFlight = 0;
  #maxInFlight = 0;
  #closed: Promise<void> | null = null;
  port = 0;

  constructor(scenario: Scenario, clock: Clock, log: CallLog) {
    this.#scenario = scenario;
    this.#clock = clock;
    this.#log = log;
    // As a provider's changes when the model behind a name does.
    const { seed, rules, fallback } = scenario;
    this.#systemFingerprint = `fp_${fingerprint({ seed, rules, fallback }).slice(0, 10)}`;
    setMaxListeners(0, this.#closing.signal);
    this.#server = createServer((request, response) => this.#route(request, response));
    // An idle connection closed by the server at the moment of its next use would be a fault that nobody planted.
    this.#server.keepAliveTimeout = 0;
    this.#server.requestTimeout = 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  calls(): readonly CallEntry[] {
    return this.#log.last();
  }

  counts(): { readonly calls: number; readonly maxInFlight: number } {
    return { calls: this.#calls, maxInFlight: this.#maxInFlight };
  }

  async listen(port: number): Promise<void> {
    try {
      this.#server.listen(port, '127.0.0.1');
      await once(this.#server, 'listening');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'EADDRINUSE' ? 'it is taken' : message;
      throw new InputError({
        code: 'SIMULATE_PORT',
        message: `cannot listen on port ${port}: ${reason}`,
        hint: 'choose another, or 0',
      });
    }
    this.port = (this.#server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      this.#closing.abort();
      this.#server.close(() => {
        this.#log.close();
        resolve();
      });
      this.#server.closeAllConnections();
    });
    return this.#closed;
  }

  #route(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (request.method === 'POST' && path.endsWith('/chat/completions')) {
      this.#readBody(request, response);
    } else if (request.method === 'GET' && path.endsWith('/models')) {
      sendWhole(response, this.#models());
    } else {
      sendWhole(response, jsonAnswer(404, errorBody(404, `There is nothing at ${path} for this method.`)));
    }
  }

  #models(): Answer {
    const { model, created } = this.#scenario;
    const data = [{ id: model ?? 'local-free', object: 'model', created, owned_by: 'proofmark' }];
    return jsonAnswer(200, { object: 'list', data });
  }

  #readBody(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxRequestBytes) chunks.push(chunk);
    });
    request.on('end', () => {
      if (bytes > maxRequestBytes) {
        sendWhole(
          response,
          jsonAnswer(413, errorBody(413, `The request has ${bytes} bytes; at most ${maxRequestBytes} are read.`)),
        );
      } else void this.#answer(Buffer.concat(chunks).toString('utf8'), request, response);
    });
  }

  async #answer(body: string, message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#calls += 1;
    this.#inFlight += 1;
    this.#maxInFlight = Math.max(this.#maxInFlight, this.#inFlight);
    response.on('close', () => {
      this.#inFlight -= 1;
    });
    const request = readChatRequest(body, message.headers);
    if ('message' in request) {
      this.#note({ ...attemptOf(message.headers), model: '' }, null, 400);
      sendWhole(response, jsonAnswer(400, errorBody(400, request.message, request.parameter)));
      return;
    }
    const scenario = this.#scenario;
    const fault = faultOf(request, this.#calls, scenario);
    const answer = faultyAnswer(replyTo(request, scenario), request, {
      envelope: envelopeOf(request, scenario, this.#systemFingerprint),
      fault,
      nowMs: this.#clock.now(),
    });
    this.#note(request, fault, isSilent(fault) ? null : answer.status);
    const { signal } = this.#closing;
    const latencyMs = latencyMsOf(request, scenario);
    if (latencyMs > 0) await this.#clock.sleep(latencyMs, signal);
    if (!response.destroyed) await deliver(response, answer, { fault, clock: this.#clock, signal });
  }

  #note(call: Pick<CallEntry, 'key' | 'retry' | 'model'>, fault: Fault | null, status: number | null): void {
    this.#log.add({
      number: this.#calls,
      key: call.key,
      retry: call.retry,
      model: call.model,
      fault: fault?.kind ?? null,
      status,
      inFlight: this.#inFlight,
    });
  }
}
