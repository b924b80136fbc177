import { z } from 'zod';
import { toolCallOf, type Reply } from '../cases/reply.ts';
import { flag } from '../cases/values.ts';
import { excerpt } from '../core/printable.ts';
import { defineCheck, fail, pass, type Check, type CheckOutcome } from './check.ts';
import { quoted } from './quoted.ts';

function test(reply: Reply): CheckOutcome {
  const [first] = reply.toolCalls;
  if (first === undefined)
    return pass({ code: 'none', at: 'tool_calls', expected: 'no tool call', saw: 'no tool call' });
  return fail({
    code: 'tool_called',
    detail: quoted(first.name),
    at: 'tool_calls[0]',
    expected: 'no tool call',
    saw: excerpt(first.name),
  });
}

/** Passes when the reply calls no tool. */
export const noToolCall: Check = defineCheck({
  type: 'no_tool_call',
  summary: 'The reply calls no tool.',
  options: z.strictObject({
    value: flag()
      .refine((value) => value, 'can only be true; for the contrary use tool_name')
      .default(true),
  }),
  findings: {
    tool_called: {
      meaning: 'A tool was called where none may be; its name is in quotes.',
      advice: 'Look at the call in proofmark show RUN ID: the model may have guessed what it should have asked for.',
    },
  },
  test,
  *counterexamples(reply) {
    yield { name: 'a-call', reply: { ...reply, toolCalls: [toolCallOf('some_tool', {})] } };
    yield {
      name: 'a-call-and-no-text',
      reply: { ...reply, content: null, toolCalls: [toolCallOf('some_tool', { id: 1 })] },
    };
    yield { name: 'a-broken-call', reply: { ...reply, toolCalls: [{ name: '', arguments: null, argumentsText: '' }] } };
  },
});
