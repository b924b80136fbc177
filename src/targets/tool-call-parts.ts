import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { typeName, UnreadableError } from './read-message.ts';

export interface JoinedCall {
  readonly name: string;
  readonly argumentsText: string;
}

/** Joins the parts in which tool calls are streamed. */
export interface ToolCallParts {
  /** True when the delta held a part of a call. @throws UnreadableError */
  push(delta: JsonObject): boolean;
  /** The calls in the order in which they began. @throws UnreadableError when one has no name */
  all(): readonly JoinedCall[];
}

interface OpenCall {
  readonly id: string | null;
  name: string;
  readonly parts: string[];
}

export function toolCallParts(): ToolCallParts {
  const calls: OpenCall[] = [];
  const byIndex = new Map<number, OpenCall>();
  let last: OpenCall | undefined;

  function begin(id: string | null, index: number | null): OpenCall {
    const call: OpenCall = { id, name: '', parts: [] };
    calls.push(call);
    if (index !== null) byIndex.set(index, call);
    return call;
  }

  /** Servers that leave the index out, or give every call the index 0, still give each call an id of its own. */
  function callOf(part: JsonObject): OpenCall {
    const id = typeof part.id === 'string' && part.id !== '' ? part.id : null;
    const index = typeof part.index === 'number' ? part.index : null;
    const known = index === null ? last : byIndex.get(index);
    const another = id !== null && known !== undefined && known.id !== null && known.id !== id;
    return known === undefined || another ? begin(id, index) : known;
  }

  function add(call: OpenCall, called: JsonValue | undefined): void {
    last = call;
    if (called === undefined || called === null) return;
    if (!isJsonObject(called)) throw new UnreadableError(`a tool call of the stream is ${typeName(called)}`);
    // A name may come in parts like any text; several vendors repeat the whole of it with every part instead.
    if (typeof called.name === 'string' && called.name !== call.name) call.name += called.name;
    const text = called.arguments ?? '';
    call.parts.push(typeof text === 'string' ? text : JSON.stringify(text));
  }

  return {
    push: ({ tool_calls: parts, function_call: single }) => {
      if (isJsonObject(single)) add(callOf({ index: -1 }), single);
      if (parts === undefined || parts === null) return isJsonObject(single);
      if (!Array.isArray(parts))
        throw new UnreadableError(`tool_calls of the stream is ${typeName(parts)}, not a list`);
      for (const part of parts as readonly JsonValue[]) {
        if (!isJsonObject(part)) throw new UnreadableError(`a tool call of the stream is ${typeName(part)}`);
        add(callOf(part), part.function);
      }
      return parts.length > 0 || isJsonObject(single);
    },
    all: () =>
      calls.map(({ name, parts }, index) => {
        if (name === '') throw new UnreadableError(`tool call ${index} of the stream has no name`);
        return { name, argumentsText: parts.join('') };
      }),
  };
}
