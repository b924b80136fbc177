import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../core/json.ts';
import { readCompletion, readCompletionText } from './read-completion.ts';

const quote = (text: string): string => text.slice(0, 60);
const completion = (message: JsonValue, finish: string | null = 'stop'): JsonValue => ({
  choices: [{ message, finish_reason: finish }],
});
const call = (args: JsonValue): JsonValue => ({
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: args } }],
});

describe('what may be missing or differ', () => {
  test.each<[string, JsonValue, object]>([
    [
      'only a message with content',
      { choices: [{ message: { content: 'hi' } }] },
      { content: 'hi', usage: null, finishReason: null, servedModel: null },
    ],
    ['a refusal without content', completion({ content: null, refusal: 'no' }), { content: null, refusal: 'no' }],
    ['an error that is null', { error: null, choices: [{ message: { content: 'hi' } }] }, { content: 'hi' }],
    [
      'content in parts',
      completion({
        content: [
          { type: 'text', text: 'a' },
          { type: 'thinking', thinking: [] },
          { type: 'text', text: 'b' },
        ],
      }),
      { content: 'ab' },
    ],
    [
      'a part that refuses',
      completion({ content: [{ type: 'refusal', refusal: 'no' }] }),
      { content: null, refusal: 'no' },
    ],
    [
      'usage that is no number',
      { choices: [{ message: { content: 'hi' } }], usage: { prompt_tokens: '9', completion_tokens: 3 } },
      { usage: { inputTokens: null, outputTokens: 3 } },
    ],
    ['an unknown finish reason', completion({ content: 'hi' }, 'eos'), { content: 'hi', finishReason: 'eos' }],
    [
      'a function_call',
      completion({ content: null, function_call: { name: 'f', arguments: '{"a":1}' } }),
      { toolCalls: [{ name: 'f', arguments: { a: 1 }, argumentsText: '{"a":1}' }] },
    ],
    [
      'arguments as an object',
      completion(call({ a: 1 })),
      { toolCalls: [{ name: 'f', arguments: { a: 1 }, argumentsText: '{"a":1}' }] },
    ],
    [
      'arguments that are empty',
      completion(call('')),
      { toolCalls: [{ name: 'f', arguments: {}, argumentsText: '' }] },
    ],
    [
      'a key called __proto__',
      completion(call('{"__proto__":{"x":1}}')),
      { toolCalls: [{ name: 'f', argumentsText: '{"__proto__":{"x":1}}' }] },
    ],
  ])('%s is a reply', (_, value, reply) => {
    expect(readCompletion(value, quote)).toMatchObject({ kind: 'reply', reply });
  });
});

describe('what is wrong in type is a bad body that says what and where', () => {
  test.each<[JsonValue, RegExp]>([
    [[], /the body is a list/],
    [null, /the body is null/],
    [{ status: 'ok' }, /it has no choices: \{"status":"ok"\}/],
    [{ choices: {} }, /choices is an object, not a list/],
    [{ choices: ['hi'] }, /choices\[0\] is a string/],
    [{ choices: [{ text: 'hi' }] }, /choices\[0\]\.message is missing/],
    [completion({ content: 5 }), /content is a number, not text/],
    [completion({ content: { text: 'hi' } }), /content is an object/],
    [completion({ content: [{ type: 'text', text: 5 }] }), /text of a part of content is a number/],
    [completion({ content: [5] }), /a part of content is a number/],
    [completion({ content: null, refusal: true }), /refusal is a truth value/],
    [completion({ content: null, tool_calls: {} }), /tool_calls is an object, not a list/],
    [completion({ content: null, tool_calls: [null] }), /tool_calls\[0\] is null/],
    [completion({ content: null, tool_calls: [{ function: {} }] }), /tool_calls\[0\] has no name/],
    [{ error: { message: 'no such model' }, choices: [{ message: { content: 'hi' } }] }, /no such model/],
    [completion({ content: 'half a' }, 'error'), /broke off/],
  ])('%j', (value, detail) => {
    const outcome = readCompletion(value, quote);
    expect(outcome).toMatchObject({ kind: 'failure', code: 'bad_body' });
    expect(outcome.kind === 'failure' && outcome.detail).toMatch(detail);
  });

  test.each([
    ['', /the body is empty/],
    [' \n', /the body is empty/],
    ['<!DOCTYPE html><html>', /a page, not JSON/],
    ['{"choices":', /not JSON: \{"choices":/],
  ])('%j', (body, detail) => {
    const outcome = readCompletionText(body, quote);
    expect(outcome.kind === 'failure' && outcome.code === 'bad_body' && outcome.detail).toMatch(detail);
  });
});

describe('a reply that cannot be graded as it is fails and is kept', () => {
  test.each<[string, JsonValue, string]>([
    ['a filter before the length', completion({ content: 'a' }, 'content_filter'), 'content_filter'],
    ['the length before bad arguments', completion(call('{"a":'), 'length'), 'truncated'],
    ['Mistral’s word for the length', completion({ content: 'a' }, 'model_length'), 'truncated'],
    ['bad arguments', completion(call('{"a":')), 'bad_tool_arguments'],
    ['arguments that are a list', completion(call('[1]')), 'bad_tool_arguments'],
    ['arguments that are null in a text', completion(call('null')), 'bad_tool_arguments'],
    ['nothing', completion({ content: null }), 'empty'],
    ['white space', completion({ content: ' \n\t', refusal: '' }), 'empty'],
    ['nothing but a finish reason called constructor', completion({ content: '' }, 'constructor'), 'empty'],
  ])('%s', (_, value, code) => {
    const outcome = readCompletion(value, quote);
    expect(outcome).toMatchObject({ kind: 'failure', code });
    expect(outcome.reply).toBeDefined();
  });

  test('no choices have no reply', () => {
    for (const choices of [[], null])
      expect(readCompletion({ choices }, quote)).toMatchObject({ kind: 'failure', code: 'no_choices' });
  });
});
