import { expect, test } from 'vitest';
import { neverFails, resultOf, told, verdictOf } from '../../test/support/grading.ts';
import { madeReply, replyOf } from '../cases/reply.ts';

test.each([
  ['stop', 'stop', 'pass'],
  [['stop', 'tool_calls'], 'tool_calls', 'pass'],
  ['length', 'stop', "fail [finish_reason:'stop']"],
  ['stop', null, 'unreadable [finish_reason:none]'],
])('finish_reason %j on %j: %s', (value, finishReason, result) => {
  expect(told(resultOf('finish_reason', { value }, { reply: replyOf({ content: 'x', finishReason }) }))).toBe(result);
});

test('on a made reply it is left out, so that alone it judges nothing', () => {
  const verdict = verdictOf('finish_reason', { value: 'stop' }, { reply: madeReply({ content: 'x' }) });
  expect(verdict).toMatchObject({ status: 'not_judged', score: null, checks: [{ status: 'left_out', score: null }] });
});

test('the negation of an empty list always passes', () => {
  expect(neverFails('finish_reason', { value: [] }, true)).toMatch(/always passes/);
});
