import OpenAI, { AuthenticationError, InternalServerError, RateLimitError } from 'openai';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { startSimulatedEndpoint, type SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { parseScenario } from '../../src/simulate/scenario-file.ts';

// The official client reads what the simulated endpoint writes: its wire form is not ours to invent.
const scenario = parseScenario(
  `
version: 1
model: local-free
replies:
  - match: { user: "Where is order A-1042?" }
    script:
      - tool_calls:
          - { name: lookup_order, arguments: { order_id: "A-1042", note: "größer als 10 € 😀" } }
          - { name: lookup_customer, arguments: {} }
      - { content: "It was shipped." }
  - match: { user: "bomb" }
    refusal: "I cannot help with that."
  - match: { user: "greet" }
    content: "Grüß Gott, 世界! 😀😀😀 How may I help?"
faults:
  - { kind: http_429, user: "too often", retry_after: 1 }
  - { kind: http_401, user: "wrong key" }
  - { kind: http_503, user: "overloaded", retries: [0] }
`,
  'scenario.yaml',
);

let endpoint: SimulatedEndpoint;
let client: OpenAI;

beforeAll(async () => {
  endpoint = await startSimulatedEndpoint(scenario, { clock: systemClock });
  client = new OpenAI({ baseURL: `${endpoint.url}/v1`, apiKey: 'unused', maxRetries: 0 });
});
afterAll(() => endpoint.close());

const asking = (
  content: string,
): { readonly model: string; readonly messages: [{ readonly role: 'user'; readonly content: string }] } => ({
  model: 'any',
  messages: [{ role: 'user', content }],
});

async function streamed(content: string): Promise<readonly ChatCompletionChunk[]> {
  const chunks: ChatCompletionChunk[] = [];
  const stream = await client.chat.completions.create({
    ...asking(content),
    stream: true,
    stream_options: { include_usage: true },
  });
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

test('a plain completion is read with its usage, model and finish reason', async () => {
  const completion = await client.chat.completions.create(asking('greet'));
  expect(completion).toMatchObject({ object: 'chat.completion', model: 'local-free' });
  expect(completion.choices[0]).toMatchObject({
    finish_reason: 'stop',
    message: { role: 'assistant', content: 'Grüß Gott, 世界! 😀😀😀 How may I help?' },
  });
  expect(completion.usage).toEqual({ prompt_tokens: 2, completion_tokens: 10, total_tokens: 12 });
});

test('tool calls are read, and the script goes on once their results are sent', async () => {
  const first = await client.chat.completions.create(asking('Where is order A-1042?'));
  const message = first.choices[0]?.message;
  expect(first.choices[0]?.finish_reason).toBe('tool_calls');
  const calls = (message?.tool_calls ?? []).filter((call) => call.type === 'function');
  expect(calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)])).toEqual([
    ['lookup_order', { order_id: 'A-1042', note: 'größer als 10 € 😀' }],
    ['lookup_customer', {}],
  ]);
  const second = await client.chat.completions.create({
    model: 'any',
    messages: [
      ...asking('Where is order A-1042?').messages,
      { role: 'assistant', tool_calls: calls },
      ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: '{"state":"shipped"}' })),
    ],
  });
  expect(second.choices[0]?.message.content).toBe('It was shipped.');
});

test('a stream of text adds up to the reply, with the usage last', async () => {
  const chunks = await streamed('greet');
  expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe(
    'Grüß Gott, 世界! 😀😀😀 How may I help?',
  );
  expect(chunks.length).toBeGreaterThan(5);
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 2, completion_tokens: 10 } });
});

test('a stream of tool calls is put together by the client itself', async () => {
  const completion = await client.chat.completions.stream(asking('Where is order A-1042?')).finalChatCompletion();
  const single = await client.chat.completions.create(asking('Where is order A-1042?'));
  const named = (calls: readonly unknown[] | undefined): readonly unknown[] =>
    (calls ?? []).map((call) => ({ ...(call as { function: { name: string; arguments: string } }).function }));
  const calls = named(completion.choices[0]?.message.tool_calls);
  expect(calls).toHaveLength(2);
  expect(calls).toMatchObject(named(single.choices[0]?.message.tool_calls));
  expect(completion.choices[0]?.finish_reason).toBe('tool_calls');
});

test('a refusal is read as one, whole and streamed', async () => {
  const whole = await client.chat.completions.create(asking('bomb'));
  expect(whole.choices[0]?.message).toMatchObject({ content: null, refusal: 'I cannot help with that.' });
  const final = await client.chat.completions.stream(asking('bomb')).finalChatCompletion();
  expect(final.choices[0]?.message.refusal).toBe('I cannot help with that.');
});

test('errors arrive as the classes that the client has for them', async () => {
  const errorOf = (content: string): Promise<unknown> =>
    client.chat.completions.create(asking(content)).then(
      () => null,
      (error: unknown) => error,
    );
  const limited = await errorOf('too often');
  expect(limited).toBeInstanceOf(RateLimitError);
  expect(limited).toMatchObject({ status: 429, code: 'rate_limit_exceeded', type: 'rate_limit_error' });
  expect((limited as RateLimitError).headers.get('retry-after')).toBe('1');
  expect(await errorOf('wrong key')).toBeInstanceOf(AuthenticationError);
  expect(await errorOf('overloaded')).toBeInstanceOf(InternalServerError);
});

test('the retry that the headers tell is let through', async () => {
  const completion = await client.chat.completions.create(asking('overloaded'), { headers: { 'X-Retry-Count': '1' } });
  expect(completion.choices[0]?.message.content).toBe('I do not know.');
});

test('the models are listed', async () => {
  const models = [];
  for await (const model of client.models.list()) models.push(model);
  expect(models).toMatchObject([{ id: 'local-free', object: 'model' }]);
});
