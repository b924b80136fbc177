import { describe, expect, test } from 'vitest';
import { chatBench, goodBody, never, requestOf, resultsOf } from '../../test/support/chat-bench.ts';
import { targetAt, type Setting } from '../../test/support/chat-target.ts';
import type { Answer } from '../../test/support/http-server.ts';
import type { TargetRequest } from './target.ts';

const { serve, open, callAt } = chatBench();

describe('a good reply', () => {
  test('carries text, finish reason, usage, served model and its own latency', async () => {
    const server = await serve((response) => void setTimeout(() => response.end(goodBody), 60));
    const { outcome, attempts } = await open(server).call(requestOf(), never);
    expect(outcome).toMatchObject({
      kind: 'reply',
      reply: {
        content: '14 days',
        refusal: null,
        toolCalls: [],
        finishReason: 'stop',
        usage: { inputTokens: 9, outputTokens: 3 },
        servedModel: 'served-1',
        systemFingerprint: 'fp_7',
        made: false,
        costUsd: null,
        timeToFirstTokenMs: null,
      },
    });
    expect(outcome.reply?.latencyMs).toBeGreaterThanOrEqual(55);
    expect(outcome.reply?.latencyMs).toBeLessThan(1000);
    expect(attempts).toMatchObject([{ result: 'ok', httpStatus: 200, detail: null }]);
  });

  test('is read when it has no content type, is compressed against our wish, or comes byte by byte', async () => {
    const { gzipSync } = await import('node:zlib');
    const answers: Answer[] = [
      (response) => void response.writeHead(200).end(goodBody),
      (response) => void response.writeHead(200, { 'content-type': 'application/vnd.api+json' }).end(goodBody),
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(goodBody)),
      async (response) => {
        for (const byte of Buffer.from(goodBody.replace('days', 'días'))) {
          response.write(Buffer.from([byte]));
          if (byte > 127) await new Promise((resolve) => setTimeout(resolve, 5));
        }
        response.end();
      },
    ];
    for (const answer of answers)
      expect((await callAt(answer)).outcome.reply?.content).toMatch(/^14 d[ií]as$|^14 days$/);
  });

  test('is no reply when it is labelled as something else than JSON, and stays in the record', async () => {
    const { outcome } = await callAt(
      (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(goodBody),
    );
    expect(outcome).toMatchObject({ kind: 'failure', code: 'bad_body', reply: { content: '14 days' } });
    expect(outcome).toMatchObject({ detail: 'HTTP 200, text/plain: a completion, but not labelled as JSON' });
  });

  test('leaves its connection open for the next call', async () => {
    const server = await serve((response) => void response.end(goodBody));
    const target = open(server);
    for (let count = 0; count < 5; count += 1) await target.call(requestOf(), never);
    expect(server.opened()).toBe(1);
  });
});

describe('what is sent', () => {
  const sent = async (setting: Setting, request: Partial<TargetRequest> = {}) => {
    const server = await serve((response) => void response.end(goodBody));
    await open(server, setting).call(requestOf(request), never);
    return {
      headers: server.seen[0]?.headers ?? {},
      path: server.seen[0]?.path,
      body: JSON.parse(server.seen[0]?.body ?? '') as object,
    };
  };

  test('without any setting: model local-free, the messages, the sampling, no key, the trial key, retry 0', async () => {
    const { headers, path, body } = await sent({}, { key: 'refund/injected' });
    expect(path).toBe('/v1/chat/completions');
    expect(body).toEqual({ model: 'local-free', messages: [{ role: 'user', content: 'How long?' }], temperature: 0 });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-client-request-id': 'refund/injected',
      'x-retry-count': '0',
      'accept-encoding': 'identity',
    });
    expect(headers.authorization).toBeUndefined();
  });

  test('model, key and headers come from the variables that the config names', async () => {
    const { headers, body, path } = await sent({
      config: {
        modelEnv: 'MY_MODEL',
        apiKeyEnv: 'MY_KEY',
        headersEnv: { 'X-Team': 'TEAM' },
        query: { 'api-version': '2026-01-01' },
        path: '/ask',
      },
      environment: { MY_MODEL: 'm-1', MY_KEY: 'sk-12345678\n', TEAM: 'blue-team' },
    });
    expect(body).toMatchObject({ model: 'm-1' });
    expect(headers).toMatchObject({ authorization: 'Bearer sk-12345678', 'x-team': 'blue-team' });
    expect(path).toBe('/ask?api-version=2026-01-01');
  });

  test('tools, response format and sampling go as they are; omit and rename have the last word', async () => {
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const { body } = await sent(
      {
        config: {
          model: 'fixed',
          responseFormat: { type: 'json_object' },
          omit: ['temperature'],
          rename: { max_tokens: 'max_completion_tokens' },
        },
      },
      { tools, sampling: { temperature: 0, max_tokens: 5, stop: ['x'] } },
    );
    expect(body).toEqual({
      model: 'fixed',
      messages: [{ role: 'user', content: 'How long?' }],
      tools,
      response_format: { type: 'json_object' },
      max_completion_tokens: 5,
      stop: ['x'],
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
  await expect(
    targetAt('http://127.0.0.1:1').call(requestOf(), AbortSignal.abort(new Error('before'))),
  ).rejects.toThrow('before');
});

test('a kept connection that the server closed meanwhile costs a told resend, not a retry', async () => {
  const server = await serve((response, _, count) => {
    if (count === 1) response.destroy();
    else response.end(goodBody);
  });
  const target = open(server, { limits: { retries: 0 } });
  await target.call(requestOf(), never);
  const record = await target.call(requestOf(), never);
  expect(resultsOf(record)).toEqual(['connection', 'ok']);
});

describe('a server that sends the key back', () => {
  const key = 'sk-proof/"9aZ"+77';
  const echo = JSON.stringify(key);
  const inLines = (text: string): string => text.replaceAll(/.{8}/g, '$&\n');
  const leaks = [
    key,
    JSON.stringify(key).slice(1, -1),
    encodeURIComponent(key),
    Buffer.from(key).toString('base64').slice(0, -4),
    Buffer.from(key).toString('hex'),
    Buffer.from(key).toString('hex').toUpperCase(),
    encodeURIComponent(encodeURIComponent(key)),
    key.replaceAll('"', '&quot;'),
    JSON.stringify(echo).slice(3, -3),
    inLines(Buffer.from(key).toString('base64').slice(0, -4)),
  ];

  test.each<[string, number, string]>([
    [
      'in the text',
      200,
      `{"model":${echo},"system_fingerprint":${echo},"choices":[{"message":{"content":${echo},"refusal":${echo}}}]}`,
    ],
    [
      'in parts of the text',
      200,
      `{"choices":[{"message":{"content":[{"type":"text","text":"sk-proof/"},{"type":"text","text":"\\"9aZ\\"+77"}]}}]}`,
    ],
    [
      'in tool arguments',
      200,
      JSON.stringify({
        choices: [{ message: { tool_calls: [{ function: { name: 'f', arguments: JSON.stringify({ key }) } }] } }],
      }),
    ],
    [
      'in broken tool arguments',
      200,
      JSON.stringify({ choices: [{ message: { tool_calls: [{ function: { name: 'f', arguments: `{${key}` } }] } }] }),
    ],
    ['in an error', 401, `{"error":{"message":"bad key ${encodeURIComponent(key)}"}}`],
    ['many times in an error', 401, `${key} `.repeat(200)],
    ['in base64', 401, Buffer.from(`user:${key}`).toString('base64')],
    ['in hexadecimal', 401, Buffer.from(key).toString('hex')],
    ['in capital hexadecimal', 401, Buffer.from(key).toString('hex').toUpperCase()],
    ['in an address inside an address', 401, encodeURIComponent(encodeURIComponent(key))],
    ['in a page, escaped', 401, `<p>${key.replaceAll('"', '&quot;')}</p>`],
    ['in base64 of several lines', 401, inLines(Buffer.from(`user:${key}`).toString('base64'))],
    ['in JSON inside JSON', 200, `{"choices":[{"message":{"content":${JSON.stringify(JSON.stringify({ key }))}}}]}`],
    ['in a page, as JSON inside JSON', 401, JSON.stringify(echo)],
    ['in a page', 200, `<html>${key}`],
    ['in an error of a 200', 200, `{"error":${echo}}`],
    ['as finish reason', 200, `{"choices":[{"message":{"content":"a"},"finish_reason":${echo}}]}`],
  ])('%s finds it struck out of everything that is kept', async (_, status, body) => {
    const record = await callAt((response) => void response.writeHead(status).end(body), {
      environment: { EVAL_API_KEY: key },
      limits: { retries: 0 },
    });
    const kept = JSON.stringify({ outcome: record.outcome, attempts: record.attempts });
    for (const leak of leaks) {
      expect(kept).not.toContain(leak);
      expect(kept).not.toContain(JSON.stringify(leak).slice(1, -1));
    }
    expect(kept).toContain('[redacted]');
  });

  test('in its tool arguments still has arguments that are an object', async () => {
    const body = JSON.stringify({
      choices: [{ message: { tool_calls: [{ function: { name: 'f', arguments: JSON.stringify({ key, n: 1 }) } }] } }],
    });
    const { outcome } = await callAt((response) => void response.end(body), { environment: { EVAL_API_KEY: key } });
    expect(outcome.reply?.toolCalls[0]?.arguments).toEqual({ key: '[redacted]', n: 1 });
  });
});

test('2,000 calls at once share the allowed connections, all get their reply, and raise no warning', async () => {
  const warnings: string[] = [];
  const listen = (warning: Error): void => void warnings.push(warning.name);
  process.on('warning', listen);
  const server = await serve((response) => void response.end(goodBody));
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
