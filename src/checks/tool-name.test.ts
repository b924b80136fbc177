import { expect, test } from 'vitest';
import { calling, issuesOf, resultOf, told } from '../../test/support/grading.ts';
import { replyOf, toolCallOf, type Reply } from '../cases/reply.ts';

const none = replyOf({ content: 'lookup_order' });
const lookup = calling(['lookup_order', {}]);
const refund = calling(['refund_order', {}]);
const both = calling(['refund_order', {}], ['lookup_order', {}]);

test.each<readonly [object, Reply, string]>([
  [{}, lookup, 'pass'],
  [{}, none, 'fail [tool:none]'],
  [{}, refund, "fail [tool:'refund_order']"],
  [{}, both, "fail [tool:'refund_order']"],
  [{ position: 'any' }, both, 'pass'],
  [{ position: 'any' }, refund, "fail [tool:'refund_order']"],
  [{ position: 'any' }, none, 'fail [tool:none]'],
])('tool_name lookup_order %j, case %#: %s', (options, reply, result) => {
  expect(told(resultOf('tool_name', { value: 'lookup_order', ...options }, { reply }))).toBe(result);
});

test('no_tool_call fails with the name that was called', () => {
  expect(told(resultOf('no_tool_call', { value: true }, { reply: none }))).toBe('pass');
  expect(told(resultOf('no_tool_call', {}, { reply: refund }))).toBe("fail [tool_called:'refund_order']");
  const broken = replyOf({ toolCalls: [{ ...toolCallOf('x', {}), arguments: null }] });
  expect(told(resultOf('no_tool_call', {}, { reply: broken }))).toBe("fail [tool_called:'x']");
});

test('a wrong position or no_tool_call: false is an issue', () => {
  expect(issuesOf('tool_name', { value: 'x', position: 'last' })).toHaveLength(1);
  expect(issuesOf('no_tool_call', { value: false })).toEqual([expect.stringMatching(/^value: can only be true/)]);
});
