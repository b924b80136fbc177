import { expect, test } from 'vitest';
import { chatBench, resultsOf } from '../../test/support/chat-bench.ts';
import { folderOf } from '../../test/support/suite-folder.ts';
import { NdjsonWriter } from '../files/ndjson.ts';
import type { CallRecord } from './target.ts';

const { callAt } = chatBench();
const nested = (levels: number, end = '1'): string => '{"a":'.repeat(levels) + end + '}'.repeat(levels);
const calling = (args: string): string =>
  `{"choices":[{"index":0,"message":{"content":null,"tool_calls":[{"function":{"name":"f","arguments":${args}}}]}}]}`;
const saying = (content: string): string => JSON.stringify({ choices: [{ index: 0, message: { content } }] });
const streamed = (data: string): string => `data: ${data}\n\ndata: [DONE]\n\n`;

async function answered(body: string, { status = 200, stream = false } = {}): Promise<CallRecord> {
  const record = await callAt((response) => void response.writeHead(status).end(body), {
    config: { stream },
    limits: { retries: 0, maxReplyBytes: 20_000_000 },
  });
  const writer = NdjsonWriter.open(`${folderOf({})}/x.ndjson`, 'proofmark/x');
  writer.append(record); // whatever came can be written
  writer.close();
  return record;
}

test('an error nested a hundred thousand deep is the error of its status', async () => {
  const { outcome } = await answered(`{"error":${'{"message":'.repeat(100_000)}1${'}'.repeat(100_001)}`, {
    status: 400,
  });
  expect(outcome).toMatchObject({ code: 'http_4xx', httpStatus: 400, detail: expect.stringMatching(/^HTTP 400: /) });
});

test('an error whose place is no place is the error of its status', async () => {
  const { outcome } = await answered('{"detail":[{"loc":["body",{"toString":1}],"msg":"no"}]}', { status: 422 });
  expect(outcome).toMatchObject({ code: 'http_4xx', detail: 'HTTP 422: body: no' });
});

test.each([
  ['arguments that are an object', calling(nested(8000))],
  ['six million brackets', '['.repeat(3_000_000) + ']'.repeat(3_000_000)],
  ['brackets that are never closed', '['.repeat(6_000_000)],
  ['a part that nobody reads', `{"x":${nested(100_000)},"choices":[{"message":{"content":"hi"}}]}`],
])('a body too deep to parse is a bad body, at once: %s', async (_, body) => {
  const startedAt = performance.now();
  for (const stream of [false, true]) {
    const record = await answered(stream ? streamed(body) : body, { stream });
    expect(record.outcome).toMatchObject({
      code: 'bad_body',
      httpStatus: 200,
      detail: expect.stringContaining('nested deeper than 500 levels') as string,
    });
    expect(resultsOf(record)).toEqual(['bad_body']);
  }
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

test('tool arguments too deep to parse are bad arguments, and their text is kept', async () => {
  const text = nested(100_000);
  const { outcome } = await answered(calling(JSON.stringify(text)));
  expect(outcome).toMatchObject({
    code: 'bad_tool_arguments',
    detail: expect.stringContaining('the arguments of f are nested deeper than 500 levels') as string,
    reply: { toolCalls: [{ name: 'f', arguments: null, argumentsText: text }] },
  });
});

test('a text may hold JSON of any depth: it is text', async () => {
  const { outcome } = await answered(saying(nested(100_000)));
  expect(outcome).toMatchObject({ kind: 'reply', reply: { content: nested(100_000) } });
});
