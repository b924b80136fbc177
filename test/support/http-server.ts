import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { systemClock, type Clock } from '../../src/core/clock.ts';

/** A request as a test wants to look at it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface TestServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** Connections that are open now. */
  readonly open: () => number;
  /** Connections that were ever opened. */
  readonly opened: () => number;
  readonly close: () => Promise<void>;
}

export type Answer = (response: http.ServerResponse, request: SeenRequest, count: number) => void | Promise<void>;

/** A real HTTP server on 127.0.0.1 that answers with what the test says; `count` is 0 for the first request. */
export async function httpServer(answer: Answer): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const made = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      seen.push(made);
      void answer(response, made, seen.length - 1);
    });
  });
  server.on('connection', (socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    open: () => sockets.size,
    opened: () => opened,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** The system's clock, running so many times faster. */
export function fastClock(times: number): Clock {
  return {
    now: () => systemClock.now(),
    elapsed: () => systemClock.elapsed() * times,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
  };
}
