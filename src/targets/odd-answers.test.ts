import { describe, expect, test } from 'vitest';
import { chatBench, goodBody, never, requestOf, resultsOf } from '../../test/support/chat-bench.ts';
import { fastClock, type Answer } from '../../test/support/http-server.ts';
import type { Outcome } from '../cases/outcome.ts';

const { serve, open, callAt } = chatBench();

async function told(answer: Answer, stream = false): Promise<Outcome> {
  return (await callAt(answer, { config: { stream }, limits: { retries: 0 } })).outcome;
}

const streamed =
  (events: readonly object[], lineEnd = '\n', last = 'data: [DONE]\n\n'): Answer =>
  (response) => {
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') + last;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text.replaceAll('\n', lineEnd));
  };

describe('of several choices', () => {
  type Choice = readonly [index: number | null, content: string];
  const indexed = (index: number | null): object => (index === null ? {} : { index });

  test.each<[string, readonly Choice[], string]>([
    [
      'the one of index 0 is graded, wherever it stands',
      [
        [1, 'b'],
        [0, 'a'],
        [2, 'c'],
      ],
      'a',
    ],
    [
      'the one without an index is graded',
      [
        [1, 'b'],
        [null, 'a'],
      ],
      'a',
    ],
    [
      'the first is graded where none has index 0',
      [
        [2, 'a'],
        [1, 'b'],
      ],
      'a',
    ],
  ])('%s, streamed at once, one by one, or not', async (_, choices, content) => {
    const whole = choices.map(([index, said]) => ({
      ...indexed(index),
      message: { content: said },
      finish_reason: 'stop',
    }));
    const deltas = choices.map(([index, said]) => ({
      ...indexed(index),
      delta: { content: said },
      finish_reason: 'stop',
    }));
    const plain = await told((response) => void response.end(JSON.stringify({ choices: whole })));
    expect(plain.reply?.content).toBe(content);
    expect((await told(streamed([{ choices: deltas }]), true)).reply?.content).toBe(content);
    const oneByOne = deltas.map((choice) => ({ choices: [choice] }));
    expect((await told(streamed(oneByOne), true)).reply?.content).toBe(content);
  });

  test('the first is graded where none has an index', async () => {
    const both = (key: string): object => ({ choices: ['a', 'b'].map((content) => ({ [key]: { content } })) });
    const plain = await told((response) => void response.end(JSON.stringify(both('message'))));
    expect(plain.reply?.content).toBe('a');
    expect((await told(streamed([both('delta')]), true)).reply?.content).toBe('a');
  });

  test('the parts of another are joined where none has index 0', async () => {
    const part = (index: number, content: string): object => ({ choices: [{ index, delta: { content } }] });
    const outcome = await told(streamed([part(2, '14'), part(1, 'no'), part(2, ' days')]), true);
    expect(outcome.reply).toMatchObject({ content: '14 days' });
  });
});

describe('a stream', () => {
  const said = [{ choices: [{ index: 0, delta: { content: '14 days' }, finish_reason: 'stop' }] }];

  test.each([
    ['JSON with a message', '{"message":"overloaded"}', 'an error in the stream: overloaded'],
    ['a text', 'overloaded, go away', 'an error in the stream: overloaded, go away'],
    ['a completion', '{"choices":[]}', 'an error in the stream: {"choices":[]}'],
  ])('that says event: error fails, also after its finish reason: %s', async (_, data, detail) => {
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const outcome = await told(streamed(said, lineEnd, `event: error\ndata: ${data}\n\ndata: [DONE]\n\n`), true);
      expect(outcome).toMatchObject({ code: 'bad_body', detail });
    }
  });

  test('may end its lines in LF, CRLF or CR, cut anywhere', async () => {
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const text = [': hello', 'event: message', `data: ${JSON.stringify(said[0])}`, '', 'data: [DONE]', '', ''].join(
        lineEnd,
      );
      const outcome = await told(async (response) => {
        response.setHeader('content-type', 'text/event-stream');
        for (const byte of Buffer.from(text)) {
          response.write(Buffer.from([byte]));
          if (byte === 13) await new Promise((resolve) => setTimeout(resolve, 2));
        }
        response.end();
      }, true);
      expect(outcome.reply?.content).toBe('14 days');
    }
  });

  test.each([
    [['lookup', '_order'], 'lookup_order'],
    [['lookup_order', '', 'lookup_order'], 'lookup_order'],
    [['look', 'up', 'lookup', ''], 'lookup'],
  ])('that gives the name of a tool in the parts %j calls %s', async (names, name) => {
    const call = (part: object): object => ({
      choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...part }] } }],
    });
    const events = names.map((part, at) =>
      call({ ...(at === 0 ? { id: 'a' } : {}), function: { name: part, arguments: at === 0 ? '{' : '' } }),
    );
    const outcome = await told(streamed([...events, call({ function: { arguments: '}' } })]), true);
    expect(outcome.reply?.toolCalls).toEqual([{ name, arguments: {}, argumentsText: '{}' }]);
  });
});

describe('a content encoding', () => {
  test.each(['zstdx', 'gzip, zstdx', 'sk-proof-1234'])(
    'that is unknown is a bad body that names it: %s',
    async (name) => {
      const { outcome } = await callAt(
        (response) => void response.writeHead(200, { 'content-encoding': name }).end(goodBody),
        { limits: { retries: 0 }, environment: { EVAL_API_KEY: 'sk-proof-1234' } },
      );
      const shown = name.startsWith('sk-') ? '[redacted]' : name;
      expect(outcome).toMatchObject({
        code: 'bad_body',
        httpStatus: 200,
        detail: `unknown content encoding "${shown}"`,
      });
    },
  );

  test('called identity is none, and of a refusal it does not hide the status', async () => {
    const answer =
      (status: number, encoding: string): Answer =>
      (response) =>
        void response.writeHead(status, { 'content-encoding': encoding }).end(goodBody);
    expect((await told(answer(200, 'Identity'))).reply?.content).toBe('14 days');
    expect(await told(answer(401, 'zstdx'))).toMatchObject({ code: 'http_4xx', httpStatus: 401 });
  });
});

test.each([
  ['SAFETY', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['BLOCKLIST', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['SPII', 'content_filter'],
  ['content_filter: RECITATION', 'content_filter'],
  ['MALFORMED_FUNCTION_CALL', 'bad_tool_arguments'],
  ['function_call_filter: MALFORMED_FUNCTION_CALL', 'bad_tool_arguments'],
  ['MAX_TOKENS', 'truncated'],
  ['cancelled', 'truncated'],
  ['Time_Limit', 'truncated'],
  ['error', 'bad_body'],
])(
  'a reply that ended for %s is not whole: %s, with the word, streamed or not, with a message or none',
  async (reason, code) => {
    const expected = { kind: 'failure', code, detail: expect.stringContaining(`finish reason "${reason}"`) as string };
    for (const said of [{ content: '14' }, undefined]) {
      const plain = JSON.stringify({ choices: [{ index: 0, message: said, finish_reason: reason }] });
      expect(await told((response) => void response.end(plain))).toMatchObject(expected);
      const events = [{ choices: [{ index: 0, delta: said, finish_reason: reason }] }];
      expect(await told(streamed(events), true)).toMatchObject(expected);
    }
  },
);

test.each(['stop', 'STOP', 'end_turn', 'eos', 'OTHER', 'no error'])(
  'a reply that ended for %s is whole',
  async (reason) => {
    const body = JSON.stringify({ choices: [{ index: 0, message: { content: '14' }, finish_reason: reason }] });
    expect(await told((response) => void response.end(body))).toMatchObject({
      kind: 'reply',
      reply: { finishReason: reason },
    });
  },
);

test('a spent budget is named only where it was asked for and had no call left', async () => {
  const server = await serve((response) => void response.writeHead(503).end());
  for (const retries of [0, 1]) {
    for (const mayRetry of [undefined, () => true, () => false]) {
      const target = open(server, { limits: { retries }, clock: fastClock(50) });
      const record = await target.call(requestOf({ mayRetry }), never);
      const refused = retries > 0 && mayRetry?.() === false;
      const detail = refused ? 'HTTP 503; no call is left in the budget for a retry' : 'HTTP 503';
      expect(record.outcome).toMatchObject({ code: 'http_5xx', detail });
      expect(resultsOf(record)).toHaveLength(retries === 0 || refused ? 1 : 2);
    }
  }
});
