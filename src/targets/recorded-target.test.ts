import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { requestOf } from '../../test/support/chat-target.ts';
import type { Outcome } from '../cases/outcome.ts';
import { InputError } from '../core/problem.ts';
import { recordedTarget, type RecordedTarget } from './recorded-target.ts';
import type { TargetRequest } from './target.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function open(content: string | Buffer | readonly object[]): RecordedTarget {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
  folders.push(folder);
  const path = join(folder, 'replies.jsonl');
  writeFileSync(
    path,
    Array.isArray(content) ? content.map((line) => `${JSON.stringify(line)}\n`).join('') : (content as string),
  );
  return recordedTarget(
    { id: 'yesterday', type: 'recorded', file: 'replies.jsonl', systemPrompt: null, family: null },
    path,
  );
}

async function ask(target: RecordedTarget, parts: Partial<TargetRequest> = {}): Promise<Outcome> {
  const { outcome, attempts } = await target.call(requestOf({ caseId: 'a', ...parts }), new AbortController().signal);
  expect(attempts).toEqual([]);
  return outcome;
}

describe('a recorded reply', () => {
  test.each<[string, object, object]>([
    ['as content', { content: 'hi' }, { content: 'hi', toolCalls: [] }],
    [
      'as short tool calls',
      { tool_calls: [{ name: 'f', arguments: { x: 1 } }] },
      { content: null, toolCalls: [{ name: 'f', arguments: { x: 1 } }] },
    ],
    [
      'as OpenAI tool calls',
      { tool_calls: [{ function: { name: 'f', arguments: '{"x":1}' } }] },
      { toolCalls: [{ name: 'f', arguments: { x: 1 } }] },
    ],
    ['as a message', { message: { role: 'assistant', content: null, refusal: 'no' } }, { refusal: 'no' }],
    [
      'as a response',
      {
        response: {
          model: 'm',
          choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 1, completion_tokens: 2 },
        },
      },
      { content: 'hi', finishReason: 'stop', servedModel: 'm', usage: { inputTokens: 1, outputTokens: 2 } },
    ],
    [
      'with its circumstances',
      {
        content: 'hi',
        model: 'm',
        usage: { input_tokens: 1, output_tokens: 2 },
        latency_ms: 12,
        cost_usd: 0.1,
        messages: [{ role: 'user', content: 'q' }],
      },
      {
        servedModel: 'm',
        usage: { inputTokens: 1, outputTokens: 2 },
        latencyMs: 12,
        costUsd: 0.1,
        transcript: [{ role: 'user', content: 'q' }],
        made: false,
      },
    ],
  ])('%s is the reply', async (_, line, reply) => {
    expect(await ask(open([{ id: 'a', ...line }]))).toMatchObject({ kind: 'reply', reply });
  });

  test.each<[string, object, string]>([
    ['nothing said', { content: null }, 'empty'],
    ['bad arguments', { tool_calls: [{ name: 'f', arguments: '{"x"' }] }, 'bad_tool_arguments'],
    ['no choices', { response: { choices: [] } }, 'no_choices'],
    ['an error', { response: { error: { message: 'overloaded' } } }, 'bad_body'],
    ['the length limit', { content: 'hi', finish_reason: 'length' }, 'truncated'],
    ['content of a wrong type', { content: 5 }, 'bad_body'],
  ])('with %s fails as it would live', async (_, line, code) => {
    expect(await ask(open([{ id: 'a', ...line }]))).toMatchObject({ kind: 'failure', code });
  });
});

describe('which reply is used', () => {
  test('case, variant and repeat must all fit: a reply is never used for another repeat', async () => {
    const target = open([
      { id: 'a', content: 'plain' },
      { id: 'a', variant: 'injected', content: 'hostile' },
      { id: 'a', repeat: 2, content: 'third' },
    ]);
    expect((await ask(target)).reply?.content).toBe('plain');
    expect((await ask(target, { variant: 'injected' })).reply?.content).toBe('hostile');
    expect((await ask(target, { repeat: 2 })).reply?.content).toBe('third');
    const missing = await ask(target, { repeat: 1 });
    expect(missing).toMatchObject({ kind: 'failure', code: 'not_recorded' });
    expect(missing.kind === 'failure' && missing.detail).toBe(
      'replies.jsonl has no reply for case "a", repeat 1 that target "yesterday" may use',
    );
  });

  test('one for this target goes before one for any, and one for another target is not used', async () => {
    const target = open([
      { id: 'a', content: 'any' },
      { id: 'a', target: 'yesterday', content: 'own' },
      { id: 'b', target: 'other', content: 'no' },
    ]);
    expect((await ask(target)).reply?.content).toBe('own');
    expect(await ask(target, { caseId: 'b' })).toMatchObject({ code: 'not_recorded' });
  });

  test('what nobody asked for is named with its line', async () => {
    const target = open([
      { id: 'a', content: 'x' },
      { id: 'b', content: 'y' },
      { id: 'a', variant: 'v', content: 'z' },
    ]);
    await ask(target);
    expect(target.unusedKeys()).toEqual([
      { caseId: 'b', variant: null, target: null, repeat: 0, line: 2 },
      { caseId: 'a', variant: 'v', target: null, repeat: 0, line: 3 },
    ]);
  });

  test('a changed file is another target to a fingerprint, and its calls cost nothing', () => {
    const [first, second] = [open([{ id: 'a', content: 'x' }]), open([{ id: 'a', content: 'y' }])];
    expect(first.identity).not.toEqual(second.identity);
    expect(first).toMatchObject({ live: false, model: null, place: 'replies.jsonl' });
  });
});

test('headers anywhere, blank lines, CRLF, a byte order mark and a missing last newline are read', async () => {
  const header = '{"format":"proofmark/replies","version":1}';
  const target = open(`\ufeff${header}\r\n\r\n{"id":"a","content":"猫"}\r\n${header}\n{"id":"b","content":"y"}`);
  expect((await ask(target)).reply?.content).toBe('猫');
  expect((await ask(target, { caseId: 'b' })).reply?.content).toBe('y');
});

describe('a faulty file is refused with file, line and column', () => {
  const good = '{"id":"a","content":"x"}\n';
  test.each<[string, string | Buffer, RegExp]>([
    ['not JSON', `${good}{"id":"b","content":}`, /^replies\.jsonl:2:21 {2}is not JSON/],
    [
      'not UTF-8',
      Buffer.concat([Buffer.from(`${good}{"id":"`), Buffer.from([0xe9]), Buffer.from('"}')]),
      /^replies\.jsonl:2:8 {2}is not UTF-8/,
    ],
    ['no object', `${good}5`, /^replies\.jsonl:2:1 .*an object/],
    ['no id', '{"content":"x"}', /:1:1 {2}id must be/],
    ['id a number', '{"content":"x","id":7}', /:1:16 {2}id must be the id of a case, it is a number/],
    ['an unknown key', '{"id":"a","contnet":"x"}', /:1:11 {2}unknown key "contnet"; did you mean "content"\?/],
    ['no reply', '{"id":"a","model":"m"}', /there is no reply/],
    ['two replies', '{"id":"a","content":"x","message":{"content":"y"}}', /given twice: by message and content/],
    ['a broken repeat', '{"id":"a","content":"x","repeat":0.5}', /repeat must be a whole number from 0 up, it is 0\.5/],
    ['a response that is text', '{"id":"a","response":"x"}', /response must be an object, it is a string/],
    [
      'the same reply twice',
      `${good}{"id":"b","content":"x"}\n${good}`,
      /^replies\.jsonl:3:1 {2}the same reply as in line 1: case "a", repeat 0/,
    ],
    [
      'a newer version',
      '{"format":"proofmark/replies","version":2}',
      /:1:1 {2}has version 2 of proofmark\/replies, this proofmark reads up to 1/,
    ],
    ['a foreign format', '{"format":"other/replies","version":1}', /is other\/replies, proofmark\/replies is expected/],
    ['no reply at all', '\n\n', /^replies\.jsonl:1:1 {2}holds no recorded reply/],
  ])('%s', (_, content, message) => {
    expect(() => open(content)).toThrow(InputError);
    expect(() => open(content)).toThrow(message);
  });

  test('and all its faults at once', () => {
    expect(() => open('{"id":5}\n{"id":"a","content":"x"}\nnonsense\n')).toThrow(/:1:2 .*\n.*:3:1 /);
  });

  test('a file that is not there is named', () => {
    expect(() =>
      recordedTarget(
        { id: 'x', type: 'recorded', file: 'gone.jsonl', systemPrompt: null, family: null },
        '/nowhere/gone.jsonl',
      ),
    ).toThrow(/gone\.jsonl:1:1 .*cannot be read \(ENOENT\)/);
  });
});

test('replies nested too deeply fail or are refused as they would be live, and end nothing', async () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  expect(await ask(open([{ id: 'a', tool_calls: [{ name: 'f', arguments: deep }] }]))).toMatchObject({
    code: 'bad_tool_arguments',
    reply: { toolCalls: [{ name: 'f', arguments: null, argumentsText: deep }] },
  });
  for (const levels of [501, 8000, 100_000]) {
    const line = `{"id":"a","response":${'{"a":'.repeat(levels)}1${'}'.repeat(levels + 1)}\n`;
    expect(() => open(line)).toThrow(/^replies\.jsonl:1:\d+ .*nested deeper than 500 levels/);
  }
});

test('a million characters in ten thousand lines are read in well under two seconds', async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => ({ id: `case-${index}`, content: 'x'.repeat(100) }));
  const startedAt = performance.now();
  const target = open(lines);
  expect((await ask(target, { caseId: 'case-9999' })).reply?.content).toHaveLength(100);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
