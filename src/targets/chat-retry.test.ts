import { describe, expect, test } from 'vitest';
import { chatBench, goodBody, never, requestOf, resultsOf } from '../../test/support/chat-bench.ts';
import { fastClock, type Answer } from '../../test/support/http-server.ts';

const { serve, open, callAt } = chatBench();

describe('retries', () => {
  const goodAfter =
    (first: Answer): Answer =>
    (response, request, count) =>
      count === 0 ? first(response, request, count) : void response.end(goodBody);

  test.each<[string, string, Answer]>([
    ['500', 'http_5xx', (response) => void response.writeHead(500).end('{"error":{"message":"oops"}}')],
    ['429 without a wait', 'http_429', (response) => void response.writeHead(429).end('{}')],
    ['408', 'http_4xx', (response) => void response.writeHead(408).end()],
    [
      'a page',
      'bad_body',
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><p>hi'),
    ],
    ['broken JSON', 'bad_body', (response) => void response.end(goodBody.slice(0, -9))],
    ['an empty body', 'bad_body', (response) => void response.end()],
    [
      'a body shorter than announced',
      'bad_body',
      (response) => {
        response.writeHead(200, { 'content-length': goodBody.length + 50 });
        response.write(goodBody, () => response.destroy());
      },
    ],
    [
      'a chunked body that is cut',
      'bad_body',
      (response) => void response.write(goodBody.slice(0, 40), () => response.destroy()),
    ],
    ['a reset before the answer', 'connection', (response) => void response.destroy()],
    ['a hang', 'timeout', () => undefined],
    [
      'a slow drip that never ends',
      'timeout',
      (response) => {
        const drip = setInterval(() => response.write(' '), 5);
        response.on('close', () => clearInterval(drip));
      },
    ],
    ['an error in a 200', 'bad_body', (response) => void response.end('{"error":{"message":"overloaded","code":503}}')],
  ])('%s, then a good reply, is good after one retry that is told', async (_, code, first) => {
    const record = await callAt(goodAfter(first));
    expect(record.outcome).toMatchObject({ kind: 'reply', reply: { content: '14 days' } });
    expect(resultsOf(record)).toEqual([code, 'ok']);
    expect(record.attempts[0]?.detail).toBeTruthy();
    expect(record.server.seen[1]?.headers['x-retry-count']).toBe('1');
  });

  test.each<[string, string, Answer]>([
    ['401', 'http_4xx', (response) => void response.writeHead(401).end('{"error":{"message":"bad key"}}')],
    ['404', 'http_4xx', (response) => void response.writeHead(404).end('not here')],
    [
      'a redirect',
      'bad_body',
      (response) => void response.writeHead(302, { location: 'http://other.example/x?token=abc' }).end(),
    ],
    ['no choices', 'no_choices', (response) => void response.end('{"choices":[]}')],
    ['choices null', 'no_choices', (response) => void response.end('{"choices":null}')],
    [
      'nothing said',
      'empty',
      (response) => void response.end('{"choices":[{"message":{"content":" \\n"},"finish_reason":"stop"}]}'),
    ],
    [
      'the length limit',
      'truncated',
      (response) => void response.end('{"choices":[{"message":{"content":"14"},"finish_reason":"length"}]}'),
    ],
    ['a filter', 'content_filter', (response) => void response.end('{"choices":[{"finish_reason":"content_filter"}]}')],
  ])('%s is told at once and never asked again', async (_, code, answer) => {
    const record = await callAt(answer, { limits: { retries: 3 } });
    expect(record.outcome).toMatchObject({ kind: 'failure', code });
    expect(resultsOf(record)).toEqual([code]);
    expect(record.server.seen).toHaveLength(1);
  });

  test('a redirect names where it leads, without its query', async () => {
    const { outcome } = await callAt(
      (response) => void response.writeHead(307, { location: 'http://other.example/x?token=abc' }).end(),
    );
    expect(outcome).toMatchObject({ httpStatus: 307 });
    expect(outcome.kind === 'failure' && outcome.detail).toMatch(/redirects to http:\/\/other\.example\/x; .*base URL/);
  });

  test('after the allowed retries the last fault is the outcome, with its status and words', async () => {
    const record = await callAt(
      (response) => void response.writeHead(503).end('{"error":{"message":"over\\nloaded"}}'),
      { limits: { retries: 2 } },
    );
    expect(record.outcome).toEqual({
      kind: 'failure',
      code: 'http_5xx',
      httpStatus: 503,
      detail: 'HTTP 503: over\\nloaded',
    });
    expect(resultsOf(record)).toEqual(['http_5xx', 'http_5xx', 'http_5xx']);
  });

  test('waits are drawn from the trial key: the same trial waits alike, another one otherwise', async () => {
    const waits = async (key: string): Promise<number> => {
      const server = await serve((response) => void response.writeHead(500).end());
      const { attempts } = await open(server, { clock: fastClock(10) }).call(requestOf({ key }), never);
      return attempts[1]?.waitedMs ?? 0;
    };
    const [first, again] = [await waits('a'), await waits('a')];
    expect(Math.abs(first - again)).toBeLessThan(60);
    expect(first).toBeGreaterThanOrEqual(240);
    expect(first).toBeLessThan(600);
  });

  test('no retry is made when the run has no call left, and the outcome says so', async () => {
    const server = await serve((response) => void response.writeHead(500).end());
    const target = open(server, { clock: fastClock(50), limits: { retries: 3 } });
    let left = 1;
    const { outcome, attempts } = await target.call(requestOf({ mayRetry: () => left-- > 0 }), never);
    expect(attempts).toHaveLength(2);
    expect(outcome).toMatchObject({ code: 'http_5xx', detail: 'HTTP 500; no call is left in the budget for a retry' });
  });

  test('no one listening is a connection failure', async () => {
    const server = await serve(() => undefined);
    await server.close();
    const record = await open(server, { clock: fastClock(50) }).call(requestOf(), never);
    expect(record.outcome).toMatchObject({ kind: 'failure', code: 'connection' });
    expect(record.outcome.kind === 'failure' && record.outcome.detail).toMatch(/127\.0\.0\.1:\d+ refuses connections/);
    expect(resultsOf(record)).toEqual(['connection', 'connection']);
  });

  test('something that is not HTTP is a bad body', async () => {
    const { outcome } = await callAt((response) => void response.socket?.end('SSH-2.0-x\r\n'));
    expect(outcome).toMatchObject({ kind: 'failure', code: 'bad_body' });
  });
});

describe('Retry-After', () => {
  const slowed =
    (headers: () => Record<string, string>): Answer =>
    (response, _, count) =>
      void (count === 0 ? response.writeHead(429, headers()).end('{}') : response.end(goodBody));

  test.each([
    ['milliseconds', () => ({ 'retry-after-ms': '300', 'retry-after': '60' }), 300],
    ['seconds', () => ({ 'retry-after': '1' }), 1000],
  ])('in %s is waited for, apart from the latency', async (_, headers, asked) => {
    const server = await serve(slowed(headers));
    const { outcome, attempts } = await open(server).call(requestOf(), never);
    expect(outcome.kind).toBe('reply');
    expect(attempts[1]?.waitedMs).toBeGreaterThanOrEqual(asked - 2);
    expect(attempts[1]?.waitedMs).toBeLessThan(asked + 600);
    expect(outcome.reply?.latencyMs).toBeLessThan(250);
  });

  test('as a date is waited for', async () => {
    const record = await callAt(slowed(() => ({ 'retry-after': new Date(Date.now() + 5000).toUTCString() })));
    expect(record.outcome.kind).toBe('reply');
    expect(record.attempts[1]?.waitedMs).toBeGreaterThanOrEqual(3900);
  });

  test('longer than the deadline leaves stops the trial and says both numbers', async () => {
    const record = await callAt((response) => void response.writeHead(429, { 'retry-after': '90' }).end(), {
      limits: { deadlineMs: 5000 },
    });
    expect(record.outcome).toMatchObject({ kind: 'failure', code: 'http_429', httpStatus: 429 });
    expect(record.outcome.kind === 'failure' && record.outcome.detail).toMatch(
      /server asks to wait 90 s, the deadline leaves (4\.\d+|5) s/,
    );
    expect(record.attempts).toHaveLength(1);
  });

  test('said to one caller is felt by all', async () => {
    const times: number[] = [];
    const server = await serve((response, _, count) => {
      times.push(performance.now());
      void (count === 0 ? response.writeHead(429, { 'retry-after-ms': '400' }).end('{}') : response.end(goodBody));
    });
    const target = open(server);
    const first = target.call(requestOf(), never);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const others = await Promise.all([first, ...Array.from({ length: 5 }, () => target.call(requestOf(), never))]);
    for (const time of times.slice(1)) expect(time - (times[0] as number)).toBeGreaterThanOrEqual(390);
    expect(others.every(({ outcome }) => outcome.kind === 'reply')).toBe(true);
    expect(others[3]?.attempts[0]?.waitedMs).toBeGreaterThan(200);
    expect(others[3]?.outcome.reply?.latencyMs).toBeLessThan(200);
  });
});
