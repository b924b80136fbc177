import { afterEach, describe, expect, test } from 'vitest';
import { requestOf, targetAt, type Setting } from '../../test/support/chat-target.ts';
import { fastClock, httpServer, type TestServer } from '../../test/support/http-server.ts';
import type { CallRecord, Target, TargetRequest } from './target.ts';

const never = new AbortController().signal;
const good = JSON.stringify({
  model: 'served-1',
  system_fingerprint: 'fp_7',
  choices: [{ index: 0, message: { role: 'assistant', content: '14 days' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 3 },
});
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Answer = Parameters<typeof httpServer>[0];

async function serve(answer: Answer): Promise<TestServer> {
  const server = await httpServer(answer);
  closers.push(server.close);
  return server;
}

function open(server: { readonly url: string }, setting: Setting = {}): Target {
  const target = targetAt(server.url, setting);
  closers.unshift(target.close);
  return target;
}

/** One call of a fresh target at a fresh server, on a clock that makes waits short. */
async function callAt(answer: Answer, setting: Setting = {}): Promise<CallRecord & { readonly server: TestServer }> {
  const server = await serve(answer);
  const record = await open(server, { clock: fastClock(50), ...setting }).call(requestOf(), never);
  return { ...record, server };
}

const results = ({ attempts }: CallRecord): readonly string[] => attempts.map(({ result }) => result);

describe('a good reply', () => {
  test('carries text, finish reason, usage, served model and its own latency', async () => {
    const server = await serve((response) => void setTimeout(() => response.end(good), 60));
    const { outcome, attempts } = await open(server).call(requestOf(), never);
    expect(outcome).toMatchObject({
      kind: 'reply',
      reply: {
        content: '14 days', refusal: null, toolCalls: [], finishReason: 'stop', usage: { inputTokens: 9, outputTokens: 3 },
        servedModel: 'served-1', systemFingerprint: 'fp_7', made: false, costUsd: null, timeToFirstTokenMs: null,
      },
    });
    expect(outcome.reply?.latencyMs).toBeGreaterThanOrEqual(55);
    expect(outcome.reply?.latencyMs).toBeLessThan(1000);
    expect(attempts).toMatchObject([{ result: 'ok', httpStatus: 200, detail: null }]);
  });

  test('is read when it has the wrong content type, is compressed against our wish, or comes byte by byte', async () => {
    const { gzipSync } = await import('node:zlib');
    const answers: Answer[] = [
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(good),
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(good)),
      async (response) => {
        for (const byte of Buffer.from(good.replace('days', 'días'))) {
          response.write(Buffer.from([byte]));
          if (byte > 127) await new Promise((resolve) => setTimeout(resolve, 5));
        }
        response.end();
      },
    ];
    for (const answer of answers) expect((await callAt(answer)).outcome.reply?.content).toMatch(/^14 d[ií]as$|^14 days$/);
  });

  test('leaves its connection open for the next call', async () => {
    const server = await serve((response) => void response.end(good));
    const target = open(server);
    for (let count = 0; count < 5; count += 1) await target.call(requestOf(), never);
    expect(server.opened()).toBe(1);
  });
});

describe('what is sent', () => {
  const sent = async (setting: Setting, request: Partial<TargetRequest> = {}) => {
    const server = await serve((response) => void response.end(good));
    await open(server, setting).call(requestOf(request), never);
    return { headers: server.seen[0]?.headers ?? {}, path: server.seen[0]?.path, body: JSON.parse(server.seen[0]?.body ?? '') as object };
  };

  test('without any setting: model local-free, the messages, the sampling, no key, the trial key, retry 0', async () => {
    const { headers, path, body } = await sent({}, { key: 'refund/injected' });
    expect(path).toBe('/v1/chat/completions');
    expect(body).toEqual({ model: 'local-free', messages: [{ role: 'user', content: 'How long?' }], temperature: 0 });
    expect(headers).toMatchObject({
      'content-type': 'application/json', 'x-client-request-id': 'refund/injected', 'x-retry-count': '0', 'accept-encoding': 'identity',
    });
    expect(headers.authorization).toBeUndefined();
  });

  test('model, key and headers come from the variables that the config names', async () => {
    const { headers, body, path } = await sent({
      config: { modelEnv: 'MY_MODEL', apiKeyEnv: 'MY_KEY', headersEnv: { 'X-Team': 'TEAM' }, query: { 'api-version': '2026-01-01' }, path: '/ask' },
      environment: { MY_MODEL: 'm-1', MY_KEY: 'sk-12345678\n', TEAM: 'blue-team' },
    });
    expect(body).toMatchObject({ model: 'm-1' });
    expect(headers).toMatchObject({ authorization: 'Bearer sk-12345678', 'x-team': 'blue-team' });
    expect(path).toBe('/ask?api-version=2026-01-01');
  });

  test('tools, response format and sampling go as they are; omit and rename have the last word', async () => {
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const { body } = await sent(
      { config: { model: 'fixed', responseFormat: { type: 'json_object' }, omit: ['temperature'], rename: { max_tokens: 'max_completion_tokens' } } },
      { tools, sampling: { temperature: 0, max_tokens: 5, stop: ['x'] } },
    );
    expect(body).toEqual({
      model: 'fixed', messages: [{ role: 'user', content: 'How long?' }], tools, response_format: { type: 'json_object' },
      max_completion_tokens: 5, stop: ['x'],
    });
  });

  test('a key that a header cannot carry is percent-encoded', async () => {
    const { headers } = await sent({}, { key: '退款 100%\ud800' });
    expect(headers['x-client-request-id']).toBe('%E9%80%80%E6%AC%BE%20100%25%EF%BF%BD');
  });

  test.each([
    [{ headersEnv: { 'X-Team': 'NOT_SET' } }, {}, /X-Team needs the environment variable NOT_SET/],
    [{ headersEnv: { 'X Team': 'TEAM' } }, { TEAM: 'blue' }, /cannot be the name of a header/],
    [{ headersEnv: { 'Content-Length': 'TEAM' } }, { TEAM: '5' }, /set by the client/],
    [{}, { EVAL_API_KEY: 'sk-1\n2' }, /EVAL_API_KEY holds characters/],
  ])('a header that cannot be sent is refused before any call: %o', (config, environment, message) => {
    expect(() => targetAt('http://127.0.0.1:1', { config, environment })).toThrow(message);
    expect(() => targetAt('http://127.0.0.1:1', { config, environment })).not.toThrow(/sk-1/);
  });

  test('the default address is 127.0.0.1:8080, also for an empty variable, and a model of the config wins over the variable', () => {
    const target = targetAt('', { config: { model: 'a' }, environment: { EVAL_MODEL: 'b' } });
    expect(target).toMatchObject({ place: '127.0.0.1:8080', model: 'a', live: true });
    expect(target.identity).toMatchObject({ endpoint: 'http://127.0.0.1:8080/v1/chat/completions', model: 'a' });
  });
});

describe('retries', () => {
  const goodAfter = (first: Answer): Answer => (response, request, count) =>
    count === 0 ? first(response, request, count) : void response.end(good);

  test.each<[string, string, Answer]>([
    ['500', 'http_5xx', (response) => void response.writeHead(500).end('{"error":{"message":"oops"}}')],
    ['429 without a wait', 'http_429', (response) => void response.writeHead(429).end('{}')],
    ['408', 'http_4xx', (response) => void response.writeHead(408).end()],
    ['a page', 'bad_body', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><p>hi')],
    ['broken JSON', 'bad_body', (response) => void response.end(good.slice(0, -9))],
    ['an empty body', 'bad_body', (response) => void response.end()],
    ['a body shorter than announced', 'bad_body', (response) => {
      response.writeHead(200, { 'content-length': good.length + 50 });
      response.write(good, () => response.destroy());
    }],
    ['a chunked body that is cut', 'bad_body', (response) => void response.write(good.slice(0, 40), () => response.destroy())],
    ['a reset before the answer', 'connection', (response) => void response.destroy()],
    ['a hang', 'timeout', () => undefined],
    ['a slow drip that never ends', 'timeout', (response) => {
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    }],
    ['an error in a 200', 'bad_body', (response) => void response.end('{"error":{"message":"overloaded","code":503}}')],
  ])('%s, then good, is good after one retry that is told', async (_, code, first) => {
    const record = await callAt(goodAfter(first));
    expect(record.outcome).toMatchObject({ kind: 'reply', reply: { content: '14 days' } });
    expect(results(record)).toEqual([code, 'ok']);
    expect(record.attempts[0]?.detail).toBeTruthy();
    expect(record.server.seen[1]?.headers['x-retry-count']).toBe('1');
  });

  test.each<[string, string, Answer]>([
    ['401', 'http_4xx', (response) => void response.writeHead(401).end('{"error":{"message":"bad key"}}')],
    ['404', 'http_4xx', (response) => void response.writeHead(404).end('not here')],
    ['a redirect', 'bad_body', (response) => void response.writeHead(302, { location: 'http://other.example/x?token=abc' }).end()],
    ['no choices', 'no_choices', (response) => void response.end('{"choices":[]}')],
    ['choices null', 'no_choices', (response) => void response.end('{"choices":null}')],
    ['nothing said', 'empty', (response) => void response.end('{"choices":[{"message":{"content":" \\n"},"finish_reason":"stop"}]}')],
    ['the length limit', 'truncated', (response) => void response.end('{"choices":[{"message":{"content":"14"},"finish_reason":"length"}]}')],
    ['a filter', 'content_filter', (response) => void response.end('{"choices":[{"finish_reason":"content_filter"}]}')],
  ])('%s is told at once and never asked again', async (_, code, answer) => {
    const record = await callAt(answer, { limits: { retries: 3 } });
    expect(record.outcome).toMatchObject({ kind: 'failure', code });
    expect(results(record)).toEqual([code]);
    expect(record.server.seen).toHaveLength(1);
  });

  test('a redirect names where it leads, without its query', async () => {
    const { outcome } = await callAt((response) => void response.writeHead(307, { location: 'http://other.example/x?token=abc' }).end());
    expect(outcome).toMatchObject({ httpStatus: 307 });
    expect(outcome.kind === 'failure' && outcome.detail).toMatch(/redirects to http:\/\/other\.example\/x; .*base URL/);
  });

  test('after the allowed retries the last fault is the outcome, with its status and words', async () => {
    const record = await callAt((response) => void response.writeHead(503).end('{"error":{"message":"over\\nloaded"}}'), { limits: { retries: 2 } });
    expect(record.outcome).toEqual({ kind: 'failure', code: 'http_5xx', httpStatus: 503, detail: 'HTTP 503: over\\nloaded' });
    expect(results(record)).toEqual(['http_5xx', 'http_5xx', 'http_5xx']);
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
    expect(results(record)).toEqual(['connection', 'connection']);
  });

  test('something that is not HTTP is a bad body', async () => {
    const { outcome } = await callAt((response) => void response.socket?.end('SSH-2.0-x\r\n'));
    expect(outcome).toMatchObject({ kind: 'failure', code: 'bad_body' });
  });
});

describe('Retry-After', () => {
  const slowed = (headers: () => Record<string, string>): Answer => (response, _, count) =>
    void (count === 0 ? response.writeHead(429, headers()).end('{}') : response.end(good));

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
    const record = await callAt((response) => void response.writeHead(429, { 'retry-after': '90' }).end(), { limits: { deadlineMs: 5000 } });
    expect(record.outcome).toMatchObject({ kind: 'failure', code: 'http_429', httpStatus: 429 });
    expect(record.outcome.kind === 'failure' && record.outcome.detail).toMatch(/server asks to wait 90 s, the deadline leaves (4\.\d+|5) s/);
    expect(record.attempts).toHaveLength(1);
  });

  test('said to one caller is felt by all', async () => {
    const times: number[] = [];
    const server = await serve((response, _, count) => {
      times.push(performance.now());
      void (count === 0 ? response.writeHead(429, { 'retry-after-ms': '400' }).end('{}') : response.end(good));
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

describe('deadlines', () => {
  test('what the deadline cuts short is the deadline’s failure, not a timeout', async () => {
    const record = await callAt(() => undefined, { limits: { timeoutMs: 3000, deadlineMs: 5000, retries: 5 } });
    expect(results(record)).toEqual(['timeout', 'deadline']);
    expect(record.outcome).toMatchObject({ kind: 'failure', code: 'deadline' });
  });

  test('the deadline begins with the first place: a queue is nobody’s failure', async () => {
    const server = await serve((response) => void setTimeout(() => response.end(good), 60));
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
    const { outcome } = await callAt((response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb), { clock: fastClock(1) });
    expect(outcome).toMatchObject({ kind: 'failure', code: 'too_large' });
  });
});

test('an abort rejects with its reason and closes the connection, while waiting for an answer and while waiting to retry', async () => {
  const answers: Answer[] = [() => undefined, (response) => void response.writeHead(429, { 'retry-after': '9' }).end()];
  for (const answer of answers) {
    const server = await serve(answer);
    const target = open(server);
    const controller = new AbortController();
    const call = target.call(requestOf(), controller.signal);
    setTimeout(() => controller.abort(new Error('stopped by hand')), 100);
    await expect(call).rejects.toThrow('stopped by hand');
    await target.close();
    await expect.poll(() => server.open()).toBe(0);
  }
  await expect(targetAt('http://127.0.0.1:1').call(requestOf(), AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

test('a kept connection that the server closed meanwhile costs a told resend, not a retry', async () => {
  const server = await serve((response, _, count) => {
    if (count === 1) response.destroy();
    else response.end(good);
  });
  const target = open(server, { limits: { retries: 0 } });
  await target.call(requestOf(), never);
  const record = await target.call(requestOf(), never);
  expect(results(record)).toEqual(['connection', 'ok']);
});

describe('a server that sends the key back', () => {
  const key = 'sk-proof/"9aZ"+77';
  const echo = JSON.stringify(key);
  const leaks = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key), Buffer.from(key).toString('base64').slice(0, -4)];

  test.each<[string, number, string]>([
    ['in the text', 200, `{"model":${echo},"system_fingerprint":${echo},"choices":[{"message":{"content":${echo},"refusal":${echo}}}]}`],
    ['in parts of the text', 200, `{"choices":[{"message":{"content":[{"type":"text","text":"sk-proof/"},{"type":"text","text":"\\"9aZ\\"+77"}]}}]}`],
    ['in tool arguments', 200, JSON.stringify({ choices: [{ message: { tool_calls: [{ function: { name: 'f', arguments: JSON.stringify({ key }) } }] } }] })],
    ['in broken tool arguments', 200, JSON.stringify({ choices: [{ message: { tool_calls: [{ function: { name: 'f', arguments: `{${key}` } }] } }] })],
    ['in an error', 401, `{"error":{"message":"bad key ${encodeURIComponent(key)}"}}`],
    ['many times in an error', 401, `${key} `.repeat(200)],
    ['in base64', 401, Buffer.from(`user:${key}`).toString('base64')],
    ['in a page', 200, `<html>${key}`],
    ['in an error of a 200', 200, `{"error":${echo}}`],
    ['as finish reason', 200, `{"choices":[{"message":{"content":"a"},"finish_reason":${echo}}]}`],
  ])('%s finds it struck out of everything that is kept', async (_, status, body) => {
    const record = await callAt((response) => void response.writeHead(status).end(body), { environment: { EVAL_API_KEY: key }, limits: { retries: 0 } });
    const kept = JSON.stringify({ outcome: record.outcome, attempts: record.attempts });
    for (const leak of leaks) {
      expect(kept).not.toContain(leak);
      expect(kept).not.toContain(JSON.stringify(leak).slice(1, -1));
    }
    expect(kept).toContain('[redacted]');
  });

  test('in its tool arguments still has arguments that are an object', async () => {
    const body = JSON.stringify({ choices: [{ message: { tool_calls: [{ function: { name: 'f', arguments: JSON.stringify({ key, n: 1 }) } }] } }] });
    const { outcome } = await callAt((response) => void response.end(body), { environment: { EVAL_API_KEY: key } });
    expect(outcome.reply?.toolCalls[0]?.arguments).toEqual({ key: '[redacted]', n: 1 });
  });
});

test('2,000 calls at once share the allowed connections, all get their reply, and raise no warning', async () => {
  const warnings: string[] = [];
  const listen = (warning: Error): void => void warnings.push(warning.name);
  process.on('warning', listen);
  const server = await serve((response) => void response.end(good));
  const target = open(server);
  const startedAt = performance.now();
  const records = await Promise.all(Array.from({ length: 2000 }, () => target.call(requestOf(), never)));
  const tookMs = performance.now() - startedAt;
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', listen);
  expect(records.every(({ outcome }) => outcome.kind === 'reply')).toBe(true);
  expect(server.opened()).toBeLessThanOrEqual(64);
  expect(tookMs).toBeLessThan(10_000); // generous: server and client share a loaded machine here
  expect(warnings).toEqual([]);
});
