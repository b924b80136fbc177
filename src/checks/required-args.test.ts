import { expect, test } from 'vitest';
import { calling, issuesOf, neverFails, resultOf, told, useOf } from '../../test/support/grading.ts';
import { replyOf, type Reply } from '../cases/reply.ts';

const broken = replyOf({ toolCalls: [{ name: 'lookup', arguments: null, argumentsText: '{"id' }] });

test.each<readonly [string, string | readonly string[], Reply, string]>([
  ['all are there', ['id', 'n'], calling(['lookup', { id: 'A', n: 0 }]), 'pass'],
  ['false and an empty list are values', ['a', 'b'], calling(['lookup', { a: false, b: [] }]), 'pass'],
  ['one is missing', ['id', 'n'], calling(['lookup', { n: 1 }]), 'fail [missing_arg:id]'],
  ['null is missing', 'id', calling(['lookup', { id: null }]), 'fail [missing_arg:id]'],
  ['an empty text is missing', 'id', calling(['lookup', { id: '' }]), 'fail [missing_arg:id]'],
  ['a pointer leads inside', '/order/ids/0', calling(['lookup', { order: { ids: ['A'] } }]), 'pass'],
  [
    'a pointer leads nowhere',
    '/order/ids/1',
    calling(['lookup', { order: { ids: ['A'] } }]),
    'fail [missing_arg:/order/ids/1]',
  ],
  ['inherited names are no arguments', 'constructor', calling(['lookup', {}]), 'fail [missing_arg:constructor]'],
  ['there is no call', ['id', 'n'], replyOf({ content: 'id' }), 'unreadable [missing_arg:id, missing_arg:n]'],
  ['the arguments are no JSON', 'id', broken, 'unreadable [arguments_unreadable]'],
  ['only the first call is read', 'id', calling(['lookup', { id: 1 }], ['lookup', {}]), 'pass'],
])('when %s', (_, value, reply, result) => {
  expect(told(resultOf('required_args', { value }, { reply }))).toBe(result);
});

const beside = [useOf('tool_name', { value: 'lookup', position: 'any' })];

test('every call of the tool that tool_name names is read', () => {
  const graded = (reply: Reply): string => told(resultOf('required_args', { value: 'id' }, { reply, beside }));
  expect(graded(calling(['other', {}], ['lookup', { id: 1 }]))).toBe('pass');
  expect(graded(calling(['lookup', { id: 1 }], ['lookup', {}]))).toBe('fail [missing_arg:id]');
  expect(graded(calling(['other', { id: 1 }]))).toBe('unreadable [missing_arg:id]');
});

test('a missing call says what was called instead', () => {
  const { findings } = resultOf(
    'required_args',
    { value: 'id' },
    { reply: calling(['other', {}], ['more', {}]), beside },
  );
  expect(findings[0]?.saw).toBe("a call of 'other' and 1 more");
});

test('a negated tool_name names no tool to read', () => {
  const negated = [useOf('tool_name', { value: 'lookup' }, { not: true })];
  expect(
    told(resultOf('required_args', { value: 'id' }, { reply: calling(['other', { id: 1 }]), beside: negated })),
  ).toBe('pass');
});

test('an empty list asks for nothing, and a broken pointer is an issue', () => {
  expect(neverFails('required_args', { value: [] })).toMatch(/no argument/);
  expect(neverFails('required_args', { value: 'id' })).toBeNull();
  expect(issuesOf('required_args', { value: ['a', '/b~2'] })).toEqual([expect.stringMatching(/^value.1: .*~0/)]);
});
