import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { chatBench } from '../../test/support/chat-bench.ts';
import { fastClock } from '../../test/support/http-server.ts';
import { systemClock } from '../core/clock.ts';

const chunk = (content: string, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
const done = 'data: [DONE]\n\n';
const bench = chatBench();
const call: typeof bench.callAt = (answer, setting = {}) =>
  bench.callAt(answer, { clock: systemClock, ...setting, config: { stream: true, ...setting.config } });

test('a stream is asked for with its usage, and timed to its first text and to its end', async () => {
  const { outcome, server } = await call(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk(''));
    await new Promise((resolve) => setTimeout(resolve, 80));
    response.write(chunk('14 '));
    await new Promise((resolve) => setTimeout(resolve, 80));
    response.end(chunk('days', 'stop') + done);
  });
  expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(outcome.reply?.content).toBe('14 days');
  expect(outcome.reply?.timeToFirstTokenMs).toBeGreaterThanOrEqual(75);
  expect(outcome.reply?.latencyMs).toBeGreaterThanOrEqual((outcome.reply?.timeToFirstTokenMs ?? 0) + 70);
});

test('a server that leaves the connection open after [DONE] keeps nobody waiting', async () => {
  const { outcome, server } = await call((response) => void response.write(chunk('14 days', 'stop') + done));
  expect(outcome.reply?.content).toBe('14 days');
  expect(outcome.reply?.latencyMs).toBeLessThan(90);
  await expect.poll(() => server.open()).toBe(0);
});

test('a server that does not stream after all is read as it answers', async () => {
  const { outcome } = await call((response) => void response.end('{"choices":[{"message":{"content":"14 days"}}]}'));
  expect(outcome.reply).toMatchObject({ content: '14 days', timeToFirstTokenMs: null });
});

test('a stream that breaks off is asked for again, even when its finish reason had come', async () => {
  for (const finish of [null, 'stop']) {
    const { outcome, attempts } = await call(
      (response, _, count) =>
        void (count === 0
          ? response.write(chunk('14', finish), () => response.destroy())
          : response.end(chunk('14 days', 'stop') + done)),
      { clock: fastClock(50) },
    );
    expect(attempts.map(({ result }) => result)).toEqual(['bad_body', 'ok']);
    expect(outcome.reply?.content).toBe('14 days');
  }
});

test('an endless stream is stopped at the size limit, a dripping one at the timeout', async () => {
  const drip = (everyMs: number, text: string) => (response: ServerResponse) => {
    const timer = setInterval(() => response.write(text), everyMs);
    response.on('close', () => clearInterval(timer));
  };
  const large = await call(drip(1, chunk('x'.repeat(50_000))));
  expect(large.outcome).toMatchObject({ kind: 'failure', code: 'too_large' });
  const slow = await call(drip(10, ': still here\n\n'), { limits: { timeoutMs: 200, retries: 0 } });
  expect(slow.outcome).toMatchObject({ kind: 'failure', code: 'timeout' });
  await expect.poll(() => large.server.open() + slow.server.open()).toBe(0);
});

test('a key that is streamed back in pieces is struck out', async () => {
  const { outcome } = await call(
    (response) => void response.end(chunk('the key is sk-pro') + chunk('of-1234', 'stop') + done),
    {
      environment: { EVAL_API_KEY: 'sk-proof-1234' },
    },
  );
  expect(outcome.reply?.content).toBe('the key is [redacted]');
});
