import { expect, test } from 'vitest';
import { calling, issuesOf, neverFails, resultOf, told, useOf } from '../../test/support/grading.ts';
import { replyOf, type Reply } from '../cases/reply.ts';
import { PlainScalar } from '../cases/values.ts';
import type { JsonObject } from '../core/json.ts';

function toldArgs(value: object, args: JsonObject, options: object = {}): string {
  return told(resultOf('args', { value, ...options }, { reply: calling(['f', args]) }));
}

test.each<readonly [object, JsonObject, string]>([
  [{ id: 'A-1' }, { id: 'A-1', other: 1 }, 'pass'],
  [{ id: 'A-1' }, { id: 'a-1' }, 'fail [arg:id]'],
  [{ id: 'A-1' }, { id: ' A-1' }, 'fail [arg:id]'],
  [{ n: 5 }, { n: 5 }, 'pass'],
  [{ n: 5 }, { n: '5' }, 'fail [arg:n]'],
  [{ n: '5' }, { n: 5 }, 'fail [arg:n]'],
  [{ n: null }, { n: null }, 'pass'],
  [{ o: { b: 1, a: [2] } }, { o: { a: [2], b: 1 } }, 'pass'],
  [{ o: {} }, { o: {} }, 'pass'],
  [{ o: {} }, { o: { a: 1 } }, 'fail [arg:o]'],
  [{ '/o/a/0': 2 }, { o: { a: [2] } }, 'pass'],
  [{ a: 1, b: 2 }, { b: 3 }, 'unreadable [missing_arg:a, arg:b]'],
  [{ n: { one_of: [1, 2] } }, { n: 2 }, 'pass'],
  [{ n: { one_of: [1, 2] } }, { n: 3 }, 'fail [arg:n]'],
  [{ id: { regex: '^A-\\d+$' } }, { id: 'A-17' }, 'pass'],
  [{ id: { regex: '\\d' } }, { id: 17 }, 'fail [arg:id]'],
  [{ n: { min: 1, max: 3 } }, { n: 3 }, 'pass'],
  [{ n: { min: 1, max: 3 } }, { n: 3.1 }, 'fail [arg:n]'],
  [{ n: { min: 1 } }, { n: '2' }, 'fail [arg:n]'],
  [{ n: { equals: 10, tolerance: 0.5 } }, { n: 10.5 }, 'pass'],
  [{ n: { equals: 10, tolerance: 0.5 } }, { n: 10.6 }, 'fail [arg:n]'],
  [{ n: { equals: 10, tolerance: 0.5 } }, { n: '10' }, 'fail [arg:n]'],
  [{ n: { equals: 4.9, tolerance: 0.1 } }, { n: 4.8 }, 'pass'],
  [{ n: { equals: 0.3, tolerance: 0.1 } }, { n: 0.4 }, 'pass'],
  [{ n: { equals: 0.3, tolerance: 0.1 } }, { n: 0.400001 }, 'fail [arg:n]'],
  [{ n: { equals: 0, tolerance: 0 } }, { n: 5e-324 }, 'fail [arg:n]'],
  [{ n: { absent: true } }, {}, 'pass'],
  [{ n: { absent: true } }, { n: null }, 'fail [arg:n]'],
  [{ n: { optional: true, equals: 1 } }, {}, 'pass'],
  [{ n: { optional: true, equals: 1 } }, { n: 2 }, 'fail [arg:n]'],
  [{ o: { equals: 1, other: 2 } }, { o: { equals: 1, other: 2 } }, 'pass'],
  [{ constructor: 1 }, {}, 'unreadable [missing_arg:constructor]'],
])('args %j on %j: %s', (value, args, result) => {
  expect(toldArgs(value, args)).toBe(result);
});

test.each([
  [{ id: 9007199254740992 }, '9007199254740993', 'unreadable [number_precision:id]'],
  [{ id: { from_input: true } }, '9007199254740993', 'unreadable [number_precision:id]'],
  [{ id: { min: 1 } }, '1e999', 'unreadable [number_precision:id]'],
  [{ id: { equals: 0 } }, '1e-400', 'unreadable [number_precision:id]'],
  [{ id: { optional: true }, '/a': 1 }, '9007199254740993', 'pass'],
  [{ id: 1 }, '9007199254740993', 'fail [arg:id]'],
])('an argument that no double holds is equal to nothing: %j on %s: %s', (value, id, result) => {
  const argumentsText = `{"id":${id},"a":1}`;
  const reply = replyOf({
    toolCalls: [{ name: 'f', arguments: JSON.parse(argumentsText) as JsonObject, argumentsText }],
  });
  expect(told(resultOf('args', { value }, { reply, inputText: 'order 9007199254740992' }))).toBe(result);
});

test('other arguments are allowed unless allow_extra is false', () => {
  expect(toldArgs({ '/o/a': 1 }, { o: { a: 1, b: 2 }, x: 1, y: 2 }, { allow_extra: false })).toBe(
    'fail [extra_arg:x, extra_arg:y]',
  );
  expect(toldArgs({ o: { optional: true } }, {}, { allow_extra: false })).toBe('pass');
});

test.each<readonly [string, string, JsonObject, string]>([
  ['from_input', 'my order is A-17, please', { v: 'A-17' }, 'pass'],
  ['from_input', 'my order is A-175, please', { v: 'A-17' }, 'fail [arg:v]'],
  ['from_input', 'my order', { v: '' }, 'fail [arg:v]'],
  ['from_input', 'it cost 1,250.00', { v: 1250 }, 'pass'],
  ['from_input', 'it cost 1,250.00', { v: 250 }, 'fail [arg:v]'],
  ['from_input', 'it cost 1\u202f250', { v: 1250 }, 'pass'],
  ['from_input', 'it cost 1\u202f250', { v: 250 }, 'fail [arg:v]'],
  ['from_input', 'take .5 of it', { v: 0.5 }, 'pass'],
  ['from_input', 'take .5 of it', { v: 5 }, 'fail [arg:v]'],
  ['from_input', 'a\u00a0lamp', { v: 'a lamp' }, 'pass'],
  ['from_input', 'red and blue', { v: ['red', 'blue'] }, 'pass'],
  ['from_input', 'red and blue', { v: ['red', 'green'] }, 'fail [arg:v]'],
  ['from_input', 'null', { v: null }, 'fail [arg:v]'],
])('%s with the input %j and %j: %s', (matcher, inputText, args, result) => {
  expect(
    told(resultOf('args', { value: { v: { [matcher]: true } } }, { reply: calling(['f', args]), inputText })),
  ).toBe(result);
});

test('from_result looks only into the results of tools; without one there is nothing to hold against', () => {
  const told7 = (transcript: Reply['transcript']): string =>
    told(
      resultOf(
        'args',
        { value: { v: { from_result: true } } },
        { reply: { ...calling(['f', { v: 'A-7' }]), transcript } },
      ),
    );
  expect(told7([{ role: 'tool', content: '{"id":"A-7"}' }])).toBe('pass');
  expect(told7([{ role: 'tool', content: [{ type: 'text', text: 'A-7' }] }])).toBe('pass');
  expect(
    told7([
      { role: 'user', content: 'A-7' },
      { role: 'tool', content: 'A-8' },
    ]),
  ).toBe('fail [arg:v]');
  expect(told7([{ role: 'user', content: 'A-7' }])).toBe('unreadable [arg:v]');
});

test('every call of the named tool must have them, and a missing or broken call cannot be read', () => {
  const beside = [useOf('tool_name', { value: 'f' })];
  const graded = (reply: Reply): string => told(resultOf('args', { value: { a: 1 } }, { reply, beside }));
  expect(graded(calling(['f', { a: 1 }], ['g', {}]))).toBe('pass');
  expect(graded(calling(['f', { a: 1 }], ['f', { a: 2 }]))).toBe('fail [arg:a]');
  expect(graded(calling(['g', { a: 1 }]))).toBe('unreadable [missing_arg:a]');
  expect(graded(replyOf({ toolCalls: [{ name: 'f', arguments: null, argumentsText: '[1]' }] }))).toBe(
    'unreadable [arguments_unreadable]',
  );
  expect(told(resultOf('args', { value: { a: { absent: true } } }, { reply: replyOf({}) }))).toBe(
    'unreadable [no_call]',
  );
});

test('a finding says what was expected and seen, at its place', () => {
  const { findings } = resultOf('args', { value: { n: { min: 3 } } }, { reply: calling(['f', { n: 2 }]) });
  expect(findings).toMatchObject([{ at: 'tool_calls[0].arguments/n', expected: 'a number from 3', saw: '2' }]);
});

test('what is wrong with a matcher is an issue at its own key', () => {
  expect(issuesOf('args', { value: { a: { tolerance: 1 } } })).toEqual([expect.stringMatching(/^value.a.tolerance: /)]);
  expect(issuesOf('args', { value: { a: { regex: '(' } } })).toEqual([expect.stringMatching(/^value.a.regex: /)]);
  expect(issuesOf('args', { value: { a: { absent: false } } })).toEqual([
    expect.stringMatching(/^value.a.absent: can only be true/),
  ]);
  expect(issuesOf('args', { value: { a: { absent: true, equals: 1 } } })).toEqual([
    expect.stringMatching(/^value.a.absent: /),
  ]);
  expect(issuesOf('args', { value: { a: { min: 'x' } } })).toEqual([expect.stringMatching(/^value.a.min: /)]);
  expect(issuesOf('args', { value: { a: new PlainScalar(7, '007') } })).toEqual([
    expect.stringMatching(/^value.a: 007/),
  ]);
  expect(issuesOf('args', { value: ['a'] })).toEqual([expect.stringMatching(/^value: must be a map/)]);
});

test('args that ask for nothing never fail; matchers that accept nothing never pass', () => {
  expect(neverFails('args', { value: {} })).toMatch(/no argument/);
  expect(neverFails('args', { value: { a: { optional: true } } })).toMatch(/every value/);
  expect(neverFails('args', { value: {}, allow_extra: false })).toBeNull();
  expect(neverFails('args', { value: { a: { absent: true } } })).toBeNull();
  for (const matcher of [
    { min: 2, max: 1 },
    { one_of: [] },
    { equals: 1, one_of: [2] },
    { equals: 1, min: 3 },
    { one_of: [1, 2], max: 0 },
    { equals: 'a', regex: 'b' },
    { regex: 'b', min: 1 },
    { regex: '$^x' },
    { equals: 1, min: 3, from_input: true },
  ])
    expect(neverFails('args', { value: { a: matcher } }, true)).toMatch(/always passes/);
  for (const matcher of [
    { equals: 1, one_of: [1, 2] },
    { equals: 1, tolerance: 5, min: 3 },
    { equals: 'a', from_input: true },
    { equals: 'a', from_result: true },
    { optional: true, one_of: [] },
    { regex: 'b' },
  ])
    expect(neverFails('args', { value: { a: matcher } }, true)).toBeNull();
});
