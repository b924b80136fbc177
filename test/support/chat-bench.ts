import { afterEach } from 'vitest';
import type { CallRecord, Target } from '../../src/targets/target.ts';
import { requestOf, targetAt, type Setting } from './chat-target.ts';
import { fastClock, httpServer, type Answer, type TestServer } from './http-server.ts';

export { requestOf };
export const never: AbortSignal = new AbortController().signal;

/** A completion that says "14 days". */
export const goodBody: string = JSON.stringify({
  model: 'served-1',
  system_fingerprint: 'fp_7',
  choices: [{ index: 0, message: { role: 'assistant', content: '14 days' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 3 },
});

export interface ChatBench {
  readonly serve: (answer: Answer) => Promise<TestServer>;
  readonly open: (server: { readonly url: string }, setting?: Setting) => Target;
  /** One call of a fresh target at a fresh server, on a clock that makes waits short. */
  readonly callAt: (answer: Answer, setting?: Setting) => Promise<CallRecord & { readonly server: TestServer }>;
}

/** Servers and targets that are closed after each test of the file that calls this. */
export function chatBench(): ChatBench {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  async function serve(answer: Answer): Promise<TestServer> {
    const server = await httpServer(answer);
    closers.push(server.close);
    return server;
  }

  function open(server: { readonly url: string }, setting: Setting = {}): Target {
    const target = targetAt(server.url, setting);
    closers.unshift(() => target.close());
    return target;
  }

  async function callAt(answer: Answer, setting: Setting = {}): Promise<CallRecord & { readonly server: TestServer }> {
    const server = await serve(answer);
    const record = await open(server, { clock: fastClock(50), ...setting }).call(requestOf(), never);
    return { ...record, server };
  }

  return { serve, open, callAt };
}

/** `ok` or the code of each attempt. */
export function resultsOf({ attempts }: CallRecord): readonly string[] {
  return attempts.map(({ result }) => result);
}
