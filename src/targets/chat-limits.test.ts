import { describe, expect, test } from 'vitest';
import { chatBench, goodBody, never, requestOf, resultsOf } from '../../test/support/chat-bench.ts';
import { fastClock, type Answer } from '../../test/support/http-server.ts';

const { serve, open, callAt } = chatBench();

describe('deadlines', () => {
  test('what the deadline cuts short is the deadline’s failure, not a timeout', async () => {
    const record = await callAt(() => undefined, { limits: { timeoutMs: 3000, deadlineMs: 5000, retries: 5 } });
    expect(resultsOf(record)).toEqual(['timeout', 'deadline']);
    expect(record.outcome).toMatchObject({ kind: 'failure', code: 'deadline' });
  });

  test('the deadline begins with the first place: a queue is nobody’s failure', async () => {
    const server = await serve((response) => void setTimeout(() => response.end(goodBody), 60));
    const target = open(server, { limits: { concurrency: 1, deadlineMs: 200, timeoutMs: 200 } });
    const records = await Promise.all(Array.from({ length: 6 }, () => target.call(requestOf(), never)));
    expect(records.map(({ outcome }) => outcome.kind)).toEqual(Array.from({ length: 6 }, () => 'reply'));
    expect(records[5]?.attempts[0]?.waitedMs).toBeGreaterThan(250);
  });

  test('a request may set its own timeout', async () => {
    const server = await serve(() => undefined);
    const { outcome } = await open(server, { limits: { retries: 0 } }).call(requestOf({ timeoutMs: 50 }), never);
    expect(outcome).toMatchObject({ code: 'timeout', detail: 'no answer within 0.05 s' });
  });
});

describe('size', () => {
  const block = Buffer.alloc(65_536, 'x');
  const endless: Answer = (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(block));
      response.once('drain', more);
    };
    more();
  };

  test.each<[string, Answer]>([
    ['announced', (response) => void response.writeHead(200, { 'content-length': 100_000_000 }).write(block)],
    ['endless', endless],
  ])('an %s body over the limit is given up there, and its connection closed', async (_, answer) => {
    const before = process.memoryUsage().arrayBuffers;
    const server = await serve(answer);
    const { outcome, attempts } = await open(server).call(requestOf(), never);
    expect(outcome).toMatchObject({ kind: 'failure', code: 'too_large' });
    expect(attempts).toHaveLength(1);
    await expect.poll(() => server.open()).toBe(0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
  });

  test('a small body that unpacks to a huge one is stopped at the same limit', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const { outcome } = await callAt(
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
      { clock: fastClock(1) },
    );
    expect(outcome).toMatchObject({ kind: 'failure', code: 'too_large' });
  });
});
