import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { startSimulatedEndpoint, type EndpointOptions, type SimulatedEndpoint } from './endpoint.ts';
import { parseScenario } from './scenario-file.ts';

const open: SimulatedEndpoint[] = [];
afterEach(() => Promise.all(open.splice(0).map((endpoint) => endpoint.close())));

async function start(yaml: string, options: Partial<EndpointOptions> = {}): Promise<SimulatedEndpoint> {
  const scenario = parseScenario(`version: 1\n${yaml}`, 'scenario.yaml');
  const endpoint = await startSimulatedEndpoint(scenario, { clock: systemClock, ...options });
  open.push(endpoint);
  return endpoint;
}

interface Asked {
  readonly key?: string;
  readonly retry?: number;
  readonly path?: string;
  readonly body?: object | string;
}

const hello = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };

async function call(
  endpoint: SimulatedEndpoint,
  asked: Asked = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const { key = '', retry = 0, path = '/v1/chat/completions', body = hello } = asked;
  const headers = { 'x-client-request-id': key, 'x-retry-count': String(retry) };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${endpoint.url}${path}`, { method: 'POST', headers, body: text, redirect: 'manual' });
  return { status: response.status, text: await response.text() };
}

const planted = `
seed: 7
latency: { from_ms: 0, to_ms: 10 }
default: { content: good, pass_probability: 0.6, otherwise: { content: bad } }
faults: [{ kind: http_429, probability: 0.3, retries: [0] }, { kind: empty_content, probability: 0.2 }]`;

test('two endpoints give the same bytes for the same calls, in another order and at another pace', async () => {
  const [first, second] = [await start(planted), await start(planted)];
  const keys = Array.from({ length: 40 }, (_, index) => ({ key: `case_${index >> 1}`, retry: index & 1 }));
  const inOrder: string[] = [];
  for (const asked of keys) {
    const { status, text } = await call(first, asked);
    inOrder.push(`${status} ${text}`);
  }
  const backwards = await Promise.all([...keys].reverse().map((asked) => call(second, asked)));
  expect(backwards.reverse().map(({ status, text }) => `${status} ${text}`)).toEqual(inOrder);
  expect(new Set(inOrder.map((line) => line.slice(0, 3)))).toEqual(new Set(['200', '429']));
  expect(new Set(inOrder).size).toBeGreaterThan(20);
});

test('the bytes of an answer stay the same from release to release', async () => {
  const { text } = await call(await start('seed: 7\nmodel: served'), { key: 'refund_window/0' });
  expect(text.replace(/fp_\w{10}/, 'fp_…')).toBe(
    '{"id":"chatcmpl-7df65ebdb2052cfd2e5f9a3d","object":"chat.completion","created":0,"model":"served",' +
      '"choices":[{"index":0,"message":{"role":"assistant","content":"I do not know.","refusal":null},"logprobs":null,"finish_reason":"stop"}],' +
      '"usage":{"prompt_tokens":2,"completion_tokens":4,"total_tokens":6},"system_fingerprint":"fp_…"}',
  );
});

test('the fingerprint of the system follows what the simulated model would say', async () => {
  const fingerprintOf = async (yaml: string): Promise<string> =>
    JSON.parse((await call(await start(yaml))).text).system_fingerprint;
  const first = await fingerprintOf('default: { content: a }');
  expect(await fingerprintOf('default: { content: a }\nlatency: { ms: 1 }')).toBe(first);
  expect(await fingerprintOf('default: { content: b }')).not.toBe(first);
});

test('any path that ends in chat/completions is served, with or without a query', async () => {
  const endpoint = await start('');
  for (const path of ['/chat/completions', '/openai/deployments/x/chat/completions?api-version=2026-01-01']) {
    expect((await call(endpoint, { path })).status).toBe(200);
  }
  const other = await call(endpoint, { path: '/v1/embeddings' });
  expect(other.status).toBe(404);
  expect(JSON.parse(other.text).error).toMatchObject({
    type: 'invalid_request_error',
    message: expect.stringContaining('/v1/embeddings'),
  });
  expect((await fetch(`${endpoint.url}/v1/chat/completions`)).status).toBe(404);
  expect(endpoint.counts().calls).toBe(2);
});

test.each([
  ['no JSON', '{"model":', null],
  ['a list', '[]', null],
  ['no model', { messages: hello.messages }, 'model'],
  ['no messages', { model: 'm' }, 'messages'],
  ['an unknown role', { model: 'm', messages: [{ role: 'robot', content: '' }] }, 'messages'],
  ['several choices', { ...hello, n: 2 }, 'n'],
])('a request with %s gets 400 and the parameter at fault', async (_, body, parameter) => {
  const endpoint = await start('');
  const { status, text } = await call(endpoint, { key: 'k', body });
  expect(status).toBe(400);
  expect(JSON.parse(text).error).toMatchObject({ type: 'invalid_request_error', param: parameter });
  expect(endpoint.calls()).toMatchObject([{ key: 'k', status: 400, fault: null }]);
});

test('usage is a token for every four characters begun, or as planned, or left out', async () => {
  const usageOf = async (yaml: string): Promise<unknown> => JSON.parse((await call(await start(yaml))).text).usage;
  expect(await usageOf('default: { content: "123456789" }')).toEqual({
    prompt_tokens: 2,
    completion_tokens: 3,
    total_tokens: 5,
  });
  expect(await usageOf('default: { content: a, usage: { prompt_tokens: 100, completion_tokens: 7 } }')).toMatchObject({
    total_tokens: 107,
  });
  expect(await usageOf('default: { content: a, usage: null }')).toBeUndefined();
});

test('the latency passes before the answer', async () => {
  const endpoint = await start('latency: { ms: 80 }');
  const before = systemClock.elapsed();
  await call(endpoint);
  expect(systemClock.elapsed() - before).toBeGreaterThanOrEqual(78);
});

test('a caller who gives up while waiting leaves the endpoint well', async () => {
  const endpoint = await start('latency: { ms: 60 }');
  const signal = AbortSignal.timeout(15);
  const init = { method: 'POST', body: JSON.stringify(hello), signal };
  await expect(fetch(`${endpoint.url}/v1/chat/completions`, init)).rejects.toThrow('timeout');
  await systemClock.sleep(80);
  expect((await call(endpoint)).status).toBe(200);
  expect(endpoint.calls().map(({ inFlight }) => inFlight)).toEqual([1, 1]);
});

test('calls are told with key, retry, fault, status and how many were in flight', async () => {
  const endpoint = await start('latency: { ms: 40 }\nfaults: [{ kind: http_500, key: bad }]');
  await call(endpoint, { key: 'bad', retry: 1 });
  expect(endpoint.calls()).toEqual([
    { number: 1, key: 'bad', retry: 1, model: 'm', fault: 'http_500', status: 500, inFlight: 1 },
  ]);
  await Promise.all(['a', 'b', 'c'].map((key) => call(endpoint, { key })));
  expect(endpoint.calls().map(({ inFlight }) => inFlight)).toEqual([1, 1, 2, 3]);
  await call(endpoint);
  expect(endpoint.calls().at(-1)?.inFlight).toBe(1);
  expect(endpoint.counts()).toEqual({ calls: 5, maxInFlight: 3 });
});

test('only the last calls are kept when they are many', async () => {
  const endpoint = await start('', { keepCalls: 3 });
  for (let number = 1; number <= 8; number += 1) await call(endpoint);
  expect(endpoint.calls().map(({ number }) => number)).toEqual([6, 7, 8]);
  expect(endpoint.counts().calls).toBe(8);
});

test('the log has every call before it is answered, goes on after a restart, and holds no key of the caller', async () => {
  const log = join(await mkdtemp(join(tmpdir(), 'proofmark-calls-')), 'calls.ndjson');
  const linesOf = async (): Promise<readonly unknown[]> =>
    (await readFile(log, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  const header = { format: 'proofmark/calls', version: 1 };
  const first = await start('faults: [{ kind: hang, key: slow }]', { log });
  await call(first, { key: 'a' });
  const hanging = fetch(`${first.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'x-client-request-id': 'slow', authorization: 'Bearer secret-1' },
    body: JSON.stringify(hello),
  }).catch(() => null);
  while (first.counts().calls < 2) await systemClock.sleep(5);
  const lines = [
    header,
    { number: 1, key: 'a', retry: 0, model: 'm', fault: null, status: 200, in_flight: 1 },
    { number: 2, key: 'slow', retry: 0, model: 'm', fault: 'hang', status: null, in_flight: 1 },
  ];
  expect(await linesOf()).toEqual(lines);
  await first.close();
  await hanging;
  await call(await start('', { log }), { key: 'b' });
  expect(await linesOf()).toEqual([...lines, { ...lines[1], key: 'b' }]);
  expect(await readFile(log, 'utf8')).not.toContain('secret-1');
});

test('a port that is taken and a log that cannot be written are named', async () => {
  const { port } = await start('');
  await expect(start('', { port })).rejects.toThrow(`cannot listen on port ${port}: it is taken`);
  await expect(start('', { log: join(tmpdir(), 'no-such-folder', 'calls.ndjson') })).rejects.toThrow('SIMULATE_LOG');
});

test('closing twice does no harm', async () => {
  const endpoint = await start('');
  await endpoint.close();
  await endpoint.close();
  await expect(fetch(endpoint.url)).rejects.toThrow('fetch failed');
});
