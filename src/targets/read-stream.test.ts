import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completionStream, type StreamResult } from './read-stream.ts';

const quote = (text: string): string => text.slice(0, 60);
const event = (value: unknown): string => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const delta = (part: object, finish: string | null = null): string =>
  event({ choices: [{ index: 0, delta: part, finish_reason: finish }] });

function read(...pieces: readonly (string | Uint8Array)[]): StreamResult | null {
  const stream = completionStream(quote);
  let at = 0;
  for (const piece of pieces) {
    at += 10;
    if (stream.push(typeof piece === 'string' ? Buffer.from(piece) : piece, at)) break;
  }
  return stream.end();
}

const said = [
  event({ choices: [], prompt_filter_results: [] }),
  ': a comment\n\n',
  'event: message\nid: 7\n',
  delta({ role: 'assistant', content: '' }),
  delta({ content: 'zwölf ' }),
  delta({ content: '猫𝒳' }),
  delta({}, 'stop'),
  event({ choices: [], model: 'm-1', system_fingerprint: 'fp', usage: { prompt_tokens: 3, completion_tokens: 2 } }),
  event('[DONE]'),
];

test('a stream becomes the reply that it spells, with usage, model and the time of the first text', () => {
  const result = read(...said);
  expect(result?.outcome).toMatchObject({
    kind: 'reply',
    reply: {
      content: 'zwölf 猫𝒳',
      finishReason: 'stop',
      usage: { inputTokens: 3, outputTokens: 2 },
      servedModel: 'm-1',
      systemFingerprint: 'fp',
    },
  });
  expect(result?.timeToFirstTokenMs).toBe(50);
});

test('wherever the bytes are cut, and with CRLF as with LF, the reply is the same', () => {
  const text = said.join('');
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), fc.boolean(), (cuts, crlf) => {
      const bytes = Buffer.from(crlf ? text.replaceAll('\n', '\r\n') : text);
      const places = [0, ...cuts.sort((first, second) => first - second), bytes.length];
      const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      expect(read(...pieces)?.outcome.reply).toEqual(read(text)?.outcome.reply);
    }),
  );
});

describe('tool calls', () => {
  const call = (part: object): string => delta({ tool_calls: [part] });
  const calls = (...parts: readonly string[]) => read(...parts, delta({}, 'tool_calls'), event('[DONE]'))?.outcome;

  test('are put together by index, with their arguments in the order in which they came', () => {
    const outcome = calls(
      call({ index: 0, id: 'a', type: 'function', function: { name: 'find', arguments: '' } }),
      call({ index: 0, function: { arguments: '{"q":' } }),
      call({ index: 1, id: 'b', type: 'function', function: { name: 'send', arguments: '' } }),
      call({ index: 0, function: { arguments: '1}' } }),
    );
    expect(outcome?.reply?.toolCalls).toEqual([
      { name: 'find', arguments: { q: 1 }, argumentsText: '{"q":1}' },
      { name: 'send', arguments: {}, argumentsText: '' },
    ]);
  });

  test('stay apart by id where a server leaves the index out or gives all of them 0', () => {
    for (const index of [{}, { index: 0 }]) {
      const outcome = calls(
        call({ ...index, id: 'a', function: { name: 'f', arguments: '{"a":' } }),
        call({ ...index, function: { arguments: '1}' } }),
        call({ ...index, id: 'b', function: { name: 'f', arguments: '{"b":2}' } }),
      );
      expect(outcome?.reply?.toolCalls.map(({ argumentsText }) => argumentsText)).toEqual(['{"a":1}', '{"b":2}']);
    }
  });

  test('in the older form of one function_call are read too', () => {
    const outcome = calls(
      delta({ function_call: { name: 'f', arguments: '{"a"' } }),
      delta({ function_call: { arguments: ':1}' } }),
    );
    expect(outcome?.reply?.toolCalls).toEqual([{ name: 'f', arguments: { a: 1 }, argumentsText: '{"a":1}' }]);
  });

  test('with arguments that do not become an object fail, and a call without a name is a bad body', () => {
    expect(calls(call({ index: 0, function: { name: 'f', arguments: '{"a":' } }))).toMatchObject({
      code: 'bad_tool_arguments',
    });
    expect(calls(call({ index: 0, function: { arguments: '{}' } }))).toMatchObject({
      code: 'bad_body',
      detail: expect.stringContaining('no name') as string,
    });
  });
});

describe('a stream that is not whole or not sound', () => {
  test.each([
    ['ends without finish reason and [DONE]', [delta({ content: '14' })], 'bad_body', /cut/],
    [
      'holds an error',
      [delta({ content: '14' }), event({ error: { message: 'overloaded' } }), event('[DONE]')],
      'bad_body',
      /overloaded/,
    ],
    [
      'holds an error inside a choice',
      [event({ choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { message: 'upstream' } }] })],
      'bad_body',
      /upstream/,
    ],
    ['holds an event that is not JSON', [event('{"choices":'), event('[DONE]')], 'bad_body', /not JSON/],
    ['is not UTF-8', [Buffer.from([0x64, 0xff, 0xfe])], 'bad_body', /UTF-8/],
    ['has content that is no text', [delta({ content: 5 })], 'bad_body', /content is a number/],
    ['never has a choice', [event({ choices: [] }), event('[DONE]')], 'no_choices', /no event/],
    ['says nothing', [delta({ content: '' }, 'stop'), event('[DONE]')], 'empty', /no text/],
    [
      'ends at the length limit',
      [delta({ content: '14' }), delta({}, 'length'), event('[DONE]')],
      'truncated',
      /length/,
    ],
    [
      'ends in a filter',
      [delta({ content: '14' }), delta({}, 'content_filter'), event('[DONE]')],
      'content_filter',
      /filter/,
    ],
  ] as const)('%s: it fails', (...[, pieces, code, detail]) => {
    const outcome = read(...pieces)?.outcome;
    expect(outcome).toMatchObject({ kind: 'failure', code });
    expect(outcome?.kind === 'failure' && outcome.detail).toMatch(detail);
  });

  test('is not one that has a finish reason and no [DONE], or whose last line has no end', () => {
    expect(read(delta({ content: '14' }, 'stop'))?.outcome.kind).toBe('reply');
    expect(read(delta({ content: '14' }), 'data: [DONE]')?.outcome.kind).toBe('reply');
  });

  test('is no stream when it has no event at all', () => {
    expect(read('{"choices":', '[]}')).toBeNull();
  });
});

test('a refusal is streamed too', () => {
  const outcome = read(delta({ refusal: 'I ' }), delta({ refusal: 'won’t' }, 'stop'), event('[DONE]'))?.outcome;
  expect(outcome).toMatchObject({ kind: 'reply', reply: { content: null, refusal: 'I won’t' } });
});

test('other choices than the first are not mixed in', () => {
  const other = event({ choices: [{ index: 1, delta: { content: 'no' } }] });
  expect(read(delta({ content: 'yes' }), other, delta({}, 'stop'))?.outcome.reply?.content).toBe('yes');
});
