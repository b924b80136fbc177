import { Buffer } from 'node:buffer';
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { startSimulatedEndpoint, type SimulatedEndpoint } from './endpoint.ts';
import { parseScenario } from './scenario-file.ts';

let endpoint: SimulatedEndpoint;
afterEach(() => endpoint.close());

interface Seen {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly bytes: number;
  /** How the answer ended; `silent` when nothing more came for a while. */
  readonly end: 'whole' | 'broken' | 'silent';
}

interface Asked {
  readonly stream?: boolean;
  /** Milliseconds without a byte after which the client stops waiting. */
  readonly patienceMs?: number;
  readonly maxBytes?: number;
}

async function start(fault: string, reply = '{ content: "The order A-1 was refunded on Monday." }'): Promise<void> {
  const scenario = parseScenario(`version: 1\ndefault: ${reply}\nfaults: [${fault}]\n`, 'scenario.yaml');
  endpoint = await startSimulatedEndpoint(scenario, { clock: systemClock });
}

function call({ stream = false, patienceMs = 150, maxBytes = Infinity }: Asked = {}): Promise<Seen> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let status: number | null = null;
    let headers = {};
    const headersSent = { 'content-type': 'application/json', authorization: 'Bearer key-123' };
    const sent = request(`${endpoint.url}/v1/chat/completions`, { method: 'POST', agent: false, headers: headersSent });
    const finish = (end: Seen['end']): void => {
      clearTimeout(timer);
      sent.destroy();
      resolve({ status, headers, body: Buffer.concat(chunks).toString('utf8'), bytes, end });
    };
    const timer = setTimeout(() => finish('silent'), patienceMs);
    sent.on('error', () => finish('broken'));
    sent.on('response', (response) => {
      ({ statusCode: status = null, headers } = response);
      timer.refresh();
      response.on('data', (chunk: Buffer) => {
        timer.refresh();
        bytes += chunk.length;
        if (bytes < 1_000_000) chunks.push(chunk);
        if (bytes > maxBytes) finish('silent');
      });
      response.on('end', () => finish('whole'));
      response.on('error', () => finish('broken'));
    });
    sent.end(JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'A-1?' }] }));
  });
}

const dataOf = ({ body }: Seen): readonly string[] => [...body.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data);

// What a test reads of a body is its own affair.
type Body = ReturnType<typeof JSON.parse>;

function chunksOf(seen: Seen): readonly Body[] {
  return dataOf(seen)
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data));
}

const contentOf = (seen: Seen): string =>
  chunksOf(seen)
    .map((chunk) => chunk.choices[0]?.delta?.content ?? '')
    .join('');

const finishOf = (seen: Seen): unknown =>
  chunksOf(seen).findLast((chunk) => chunk.choices.length > 0)?.choices[0].finish_reason;

test('without a fault the answer is whole, in both forms', async () => {
  await start('');
  const single = await call();
  expect(single).toMatchObject({ status: 200, end: 'whole', headers: { 'content-type': 'application/json' } });
  expect(JSON.parse(single.body).choices[0].message.content).toBe('The order A-1 was refunded on Monday.');
  const streamed = await call({ stream: true });
  expect(streamed.headers['content-type']).toContain('text/event-stream');
  expect(contentOf(streamed)).toBe('The order A-1 was refunded on Monday.');
  expect(dataOf(streamed).at(-1)).toBe('[DONE]');
});

test.each([false, true])('hang never answers (stream: %s), and closing the endpoint ends the call', async (stream) => {
  await start('{ kind: hang }');
  expect(await call({ stream })).toMatchObject({ status: null, end: 'silent' });
  const hanging = call({ stream, patienceMs: 10_000 });
  while (endpoint.counts().calls < 2) await systemClock.sleep(5);
  await endpoint.close();
  expect(await hanging).toMatchObject({ status: null, end: 'broken' });
});

test.each([false, true])('hang_midway sends the headers and half of the body (stream: %s)', async (stream) => {
  await start('{ kind: hang_midway }');
  const seen = await call({ stream });
  expect(seen).toMatchObject({ status: 200, end: 'silent' });
  expect(seen.body).toMatch(stream ? /^data: .*\n\n$/s : /^\{"id":/);
  expect(stream ? dataOf(seen) : seen.body).not.toContain('[DONE]');
});

test.each([false, true])('cut_body breaks the connection half-way (stream: %s)', async (stream) => {
  await start('{ kind: cut_body }');
  const seen = await call({ stream });
  expect(seen).toMatchObject({ status: 200, end: 'broken' });
  expect(seen.bytes).toBeGreaterThan(50);
  expect(Number(seen.headers['content-length'] ?? Infinity)).toBeGreaterThan(seen.bytes);
  expect(seen.body).not.toContain('finish_reason":"stop"');
});

test('stream_cut ends in good order half-way, in both forms', async () => {
  await start('{ kind: stream_cut }');
  const single = await call();
  expect(single.end).toBe('whole');
  expect(() => JSON.parse(single.body) as unknown).toThrow(SyntaxError);
  const streamed = await call({ stream: true });
  expect(streamed.end).toBe('whole');
  expect(contentOf(streamed)).toMatch(/^The order/);
  expect(finishOf(streamed)).toBeNull();
  expect(dataOf(streamed)).not.toContain('[DONE]');
});

test.each([false, true])('reset breaks the connection before any header (stream: %s)', async (stream) => {
  await start('{ kind: reset }');
  expect(await call({ stream })).toMatchObject({ status: null, end: 'broken', bytes: 0 });
});

test.each([false, true])('slow_drip sends a character at a time without end (stream: %s)', async (stream) => {
  await start('{ kind: slow_drip, drip_ms: 5 }');
  const seen = await call({ stream, maxBytes: stream ? 2000 : 300 });
  expect(seen).toMatchObject({ status: 200, end: 'silent' });
  expect(stream ? contentOf(seen) : seen.body.split('"content":"')[1]).toMatch(/^xxx+$/);
});

test.each([false, true])('endless_stream sends more than any limit (stream: %s)', async (stream) => {
  await start('{ kind: endless_stream, drip_ms: 1 }');
  expect(await call({ stream, maxBytes: 200_000 })).toMatchObject({ status: 200, end: 'silent' });
});

test('too_large sends a valid body of exactly so many bytes', async () => {
  await start('{ kind: too_large, bytes: 500000 }');
  const seen = await call();
  expect(seen).toMatchObject({ bytes: 500_000, end: 'whole', headers: { 'content-length': '500000' } });
  expect(JSON.parse(seen.body).choices[0].message.content).toMatch(/^x+$/);
});

test('too_large sends 100 MB without holding them', async () => {
  await start('{ kind: too_large }');
  const before = process.memoryUsage().rss;
  expect(await call()).toMatchObject({ bytes: 100_000_000, end: 'whole' });
  expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000);
});

test('too_large waits for a client that does not read', async () => {
  await start('{ kind: too_large, bytes: 1000000000 }');
  const before = process.memoryUsage().rss;
  const sent = request(`${endpoint.url}/v1/chat/completions`, { method: 'POST', agent: false });
  sent.on('error', () => {});
  sent.on('response', (response) => response.pause().on('error', () => {}));
  sent.end(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'A-1?' }] }));
  await systemClock.sleep(500);
  expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000);
});

test('too_large streams a valid answer of about so many bytes', async () => {
  await start('{ kind: too_large, bytes: 500000 }');
  const seen = await call({ stream: true });
  expect(seen.bytes).toBeGreaterThan(400_000);
  expect(seen.bytes).toBeLessThanOrEqual(500_000);
  expect(contentOf(seen)).toMatch(/^x+$/);
  expect(finishOf(seen)).toBe('stop');
});

test.each([
  ['http_400', 400, 'invalid_request_error'],
  ['http_401', 401, 'authentication_error'],
  ['http_404', 404, 'invalid_request_error'],
  ['http_418', 418, 'invalid_request_error'],
  ['http_429', 429, 'rate_limit_error'],
  ['http_500', 500, 'server_error'],
  ['http_503', 503, 'server_error'],
])('%s answers its status with an error in the OpenAI form', async (kind, status, type) => {
  await start(`{ kind: ${kind} }`);
  for (const stream of [false, true]) {
    const seen = await call({ stream });
    expect(seen.status).toBe(status);
    expect(seen.headers['retry-after']).toBeUndefined();
    expect(JSON.parse(seen.body).error).toMatchObject({ type, param: null, message: expect.stringMatching(/\w/) });
  }
});

test('the wait that a status asks for is sent in the form wanted', async () => {
  await start(
    '{ kind: http_429, calls: [1], retry_after: 2 }, { kind: http_503, calls: [2], retry_after_ms: 250 }, { kind: http_429, retry_after_date: 60 }',
  );
  expect((await call()).headers['retry-after']).toBe('2');
  expect((await call()).headers['retry-after-ms']).toBe('250');
  const seconds = (Date.parse(String((await call()).headers['retry-after'])) - systemClock.now()) / 1000;
  expect(seconds).toBeGreaterThan(55);
  expect(seconds).toBeLessThanOrEqual(60);
});

test.each([false, true])('html answers 200 with a page (stream: %s)', async (stream) => {
  await start('{ kind: html }');
  const seen = await call({ stream });
  expect(seen).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(seen.body).toContain('<html>');
});

test.each([false, true])('wrong_content_type labels a sound body as text (stream: %s)', async (stream) => {
  await start('{ kind: wrong_content_type }');
  const seen = await call({ stream });
  expect(seen.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(seen.body).toContain('finish_reason');
});

test.each([false, true])('broken_json is whole but cannot be parsed (stream: %s)', async (stream) => {
  await start('{ kind: broken_json }');
  const seen = await call({ stream });
  expect(seen.end).toBe('whole');
  expect(() => (stream ? chunksOf(seen) : JSON.parse(seen.body))).toThrow(SyntaxError);
});

test.each([false, true])('empty_body answers 200 with nothing (stream: %s)', async (stream) => {
  await start('{ kind: empty_body }');
  expect(await call({ stream })).toMatchObject({ status: 200, bytes: 0, end: 'whole' });
});

test('no_choices, null_message and no_message leave out what their names say, in both forms', async () => {
  await start('{ kind: no_choices, calls: [1, 2] }, { kind: null_message, calls: [3, 4] }, { kind: no_message }');
  const choicesOf = async (): Promise<readonly Body[]> => JSON.parse((await call()).body).choices;
  const streamedChoices = async (): Promise<readonly Body[]> =>
    chunksOf(await call({ stream: true })).flatMap((chunk) => chunk.choices);
  expect(await choicesOf()).toEqual([]);
  expect(await streamedChoices()).toEqual([]);
  expect(await choicesOf()).toEqual([{ index: 0, message: null, logprobs: null, finish_reason: 'stop' }]);
  expect((await streamedChoices()).at(-1)).toEqual({ index: 0, delta: null, logprobs: null, finish_reason: 'stop' });
  expect(await choicesOf()).toEqual([{ index: 0, logprobs: null, finish_reason: 'stop' }]);
  expect((await streamedChoices()).at(-1)).toEqual({ index: 0, logprobs: null, finish_reason: 'stop' });
});

test.each([
  ['empty_content', { content: '', finish: 'stop' }],
  ['truncated', { content: 'The order A-1 was ', finish: 'length' }],
  ['content_filter', { content: '', finish: 'content_filter' }],
  ['echo_key', { content: 'I was called with Bearer key-123.', finish: 'stop' }],
])('%s changes what is said, in both forms', async (kind, expected) => {
  await start(`{ kind: ${kind} }`);
  const { message, finish_reason: finish } = JSON.parse((await call()).body).choices[0];
  expect({ content: message.content ?? '', finish }).toEqual(expected);
  const streamed = await call({ stream: true });
  expect({ content: contentOf(streamed), finish: finishOf(streamed) }).toEqual(expected);
});

test('truncated splits no character', async () => {
  await start('{ kind: truncated }', '{ content: "a😀b" }');
  expect(JSON.parse((await call()).body).choices[0].message.content).toBe('a');
});

test('bad_tool_arguments breaks the arguments of the planned call, or of one it makes up', async () => {
  await start('{ kind: bad_tool_arguments }', '{ tool_calls: [{ name: refund, arguments: { order_id: A-1 } }] }');
  const planned = JSON.parse((await call()).body).choices[0];
  expect(planned).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [{ function: { name: 'refund', arguments: '{"order_id":"A-1"' } }] },
  });
  const deltas = chunksOf(await call({ stream: true })).flatMap((chunk) => chunk.choices[0].delta.tool_calls ?? []);
  expect(deltas.map((delta) => delta.function.arguments).join('')).toBe('{"order_id":"A-1"');
  await endpoint.close();
  await start('{ kind: bad_tool_arguments }');
  const { message } = JSON.parse((await call()).body).choices[0];
  expect(() => JSON.parse(message.tool_calls[0].function.arguments) as unknown).toThrow(SyntaxError);
});

test('error_in_200 and stream_error say an error under a good status', async () => {
  await start('{ kind: error_in_200, calls: [1, 2] }, { kind: stream_error }');
  for (const round of [1, 2]) {
    const single = await call();
    expect(single.status).toBe(200);
    expect(JSON.parse(single.body)).toHaveProperty('error.message');
    const streamed = chunksOf({ ...(await call({ stream: true })), status: 200 });
    expect(streamed.at(-1)).toHaveProperty('error.message');
    expect(streamed.length > 1).toBe(round === 2);
  }
});

test('redirect points elsewhere', async () => {
  await start('{ kind: redirect, location: "https://example.org/v1" }');
  expect(await call()).toMatchObject({ status: 307, headers: { location: 'https://example.org/v1' } });
});
