import { z } from 'zod';
import { toolCallOf, type Reply } from '../cases/reply.ts';
import { text } from '../cases/values.ts';
import { excerpt } from '../core/printable.ts';
import { defineCheck, fail, pass, type Check, type CheckOutcome, type Counterexample } from './check.ts';
import { notPassing } from './counterexample.ts';
import { quoted } from './quoted.ts';

interface Options {
  readonly value: string;
  readonly position: 'first' | 'any';
}

function test(reply: Reply, { value, position }: Options): CheckOutcome {
  const [first] = reply.toolCalls;
  const expected = excerpt(value);
  if (first === undefined)
    return fail({ code: 'tool', detail: 'none', at: 'tool_calls', expected, saw: 'no tool call' });
  const index =
    position === 'any' ? reply.toolCalls.findIndex(({ name }) => name === value) : first.name === value ? 0 : -1;
  if (index >= 0) return pass({ code: 'tool', at: `tool_calls[${index}]`, expected, saw: expected });
  return fail({ code: 'tool', detail: quoted(first.name), at: 'tool_calls[0]', expected, saw: excerpt(first.name) });
}

function* candidates(reply: Reply, { value }: Options): Generator<Counterexample> {
  yield { name: 'no-call', reply: { ...reply, toolCalls: [] } };
  const renamed = (name: string): Reply => ({
    ...reply,
    toolCalls: reply.toolCalls.map((call) => (call.name === value ? { ...call, name } : call)),
  });
  yield { name: 'other-tool', reply: renamed(`${value}_v2`) };
  yield { name: 'name-cut', reply: renamed(value.slice(0, -1)) };
  yield { name: 'name-in-capitals', reply: renamed(value.toUpperCase()) };
  yield { name: 'told-not-called', reply: { ...reply, content: `I call ${value}.`, toolCalls: [] } };
  yield {
    name: 'other-tool-first',
    reply: { ...reply, toolCalls: [toolCallOf(`before_${value}`, {}), ...reply.toolCalls] },
  };
}

/** Passes when the first call is of this tool; with `position: any`, when some call is. */
export const toolName: Check = defineCheck<Options>({
  type: 'tool_name',
  summary: 'The first tool call is of this tool; with position: any, some call is.',
  options: z.strictObject({ value: text(), position: z.enum(['first', 'any']).default('first') }),
  findings: {
    tool: {
      meaning: 'Another tool was called than the one that is wanted (its name is in quotes), or none was (tool:none).',
      advice:
        'Look at the calls in proofmark show RUN ID. Where another call may come first, use position: any; where none is called, see whether the tools were sent (tools:).',
    },
  },
  test,
  *counterexamples(reply, options) {
    yield* notPassing(candidates(reply, options), (made) => test(made, options));
  },
});
