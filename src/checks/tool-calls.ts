import type { Reply, ToolCall } from '../cases/reply.ts';
import { toolCallOf } from '../cases/reply.ts';
import type { JsonObject } from '../core/json.ts';
import { excerpt } from '../core/printable.ts';
import { quoted } from './quoted.ts';

/** A tool call of the reply that a check of arguments reads, and its place for findings. */
export interface ReadCall {
  readonly call: ToolCall;
  readonly index: number;
  /** `tool_calls[0]` */
  readonly place: string;
}

/** The calls whose arguments are looked at: every one of the tool that the case's `tool_name` names, else the first. */
export function callsToRead(reply: Reply, toolName: string | null): ReadCall[] {
  const all = reply.toolCalls.map((call, index) => ({ call, index, place: `tool_calls[${index}]` }));
  return toolName === null ? all.slice(0, 1) : all.filter(({ call }) => call.name === toolName);
}

/** What was called, in words, where the call that was looked for is missing. */
export function calledInstead(reply: Reply): string {
  const [first] = reply.toolCalls;
  if (first === undefined) return 'no tool call';
  const others = reply.toolCalls.length - 1;
  return `a call of ${quoted(first.name)}${others > 0 ? ` and ${others} more` : ''}`;
}

/** A call's arguments that are no JSON object, as an excerpt. */
export function rawArguments(call: ToolCall): string {
  return call.argumentsText === '' ? 'an empty text' : excerpt(call.argumentsText);
}

/** The reply with other arguments in one of its calls. */
export function withArguments(reply: Reply, index: number, args: JsonObject): Reply {
  return withCall(reply, index, toolCallOf(reply.toolCalls[index]?.name ?? '', args));
}

/** The reply with another call in the place of one of its calls. */
function withCall(reply: Reply, index: number, call: ToolCall): Reply {
  return { ...reply, toolCalls: reply.toolCalls.map((old, place) => (place === index ? call : old)) };
}

/** The reply with the call's arguments cut off midway, as a truncated stream leaves them. */
export function withBrokenArguments(reply: Reply, index: number): Reply {
  const call = reply.toolCalls[index];
  if (call === undefined) return reply;
  return withCall(reply, index, { name: call.name, arguments: null, argumentsText: '{"' });
}

/** What checks of arguments find, in the same words. */
export const argumentFindings = {
  missing_arg: {
    meaning: 'An argument that the tool call must have is missing, null or empty, or the call itself is missing.',
    advice:
      'Look at the call in proofmark show RUN ID. If the value was not in the conversation, the model should have asked for it; in args, optional: true lets an argument be left out.',
  },
  arguments_unreadable: {
    meaning: 'The arguments of the tool call are no JSON object, so nothing in them can be looked at.',
    advice: 'The raw text is in proofmark show RUN ID; a cut reply (finish reason “length”) often ends like this.',
  },
} as const;
