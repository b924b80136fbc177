import type { Outcome } from '../cases/outcome.ts';
import type { Message } from '../cases/reply.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { didYouMean } from '../core/nearest.ts';
import { excerpt } from '../core/printable.ts';
import { readCompletion } from './read-completion.ts';
import { readUsage, typeName } from './read-message.ts';

/** Which trial a recorded reply belongs to; `target` null fits every target. */
export interface RecordedKey {
  readonly caseId: string;
  readonly variant: string | null;
  readonly target: string | null;
  readonly repeat: number;
}

/** A fault of a line, and the key at which it is. */
export interface LineFault {
  readonly message: string;
  readonly key: string | null;
}

const said = ['content', 'refusal', 'tool_calls'] as const;
const forms = ['message', 'response'] as const;
const keys: readonly string[] = [
  'id',
  'variant',
  'target',
  'repeat',
  'messages',
  ...said,
  ...forms,
  'finish_reason',
  'model',
  'system_fingerprint',
  'usage',
  'latency_ms',
  'time_to_first_token_ms',
  'cost_usd',
  'date',
  'note',
];

/** The key of a line, or what is wrong with the line. */
export function readRecordedKey(line: JsonValue): RecordedKey | LineFault {
  if (!isJsonObject(line)) return { message: `a recorded reply is an object, this is ${typeName(line)}`, key: null };
  const { id, variant = null, target = null, repeat = 0 } = line;
  if (typeof id !== 'string' || id === '')
    return { message: `id must be the id of a case, it is ${typeName(id)}`, key: 'id' };
  if (variant !== null && typeof variant !== 'string') return wrong('variant', 'a text or null', variant);
  if (target !== null && typeof target !== 'string') return wrong('target', 'a text or null', target);
  if (typeof repeat !== 'number' || !Number.isSafeInteger(repeat) || repeat < 0) {
    return wrong('repeat', 'a whole number from 0 up', repeat);
  }
  return faultOf(line) ?? { caseId: id, variant, target, repeat };
}

function wrong(key: string, wanted: string, value: JsonValue | undefined): LineFault {
  const is = typeof value === 'number' ? String(value) : typeName(value);
  return { message: `${key} must be ${wanted}, it is ${is}`, key };
}

function faultOf(line: JsonObject): LineFault | null {
  for (const key of Object.keys(line)) {
    if (keys.includes(key)) continue;
    const hint = didYouMean(key, keys);
    return { message: `unknown key "${excerpt(key)}"${hint === undefined ? '' : `; ${hint}`}`, key };
  }
  const given = [...forms.filter((key) => key in line), ...(said.some((key) => key in line) ? ['content'] : [])];
  if (given.length === 0)
    return { message: 'there is no reply: give content, tool_calls, message or response', key: null };
  if (given.length > 1)
    return { message: `the reply is given twice: by ${given.join(' and ')}`, key: given[0] as string };
  for (const key of forms) if (key in line && !isJsonObject(line[key])) return wrong(key, 'an object', line[key]);
  for (const key of ['latency_ms', 'time_to_first_token_ms', 'cost_usd']) {
    const value = line[key] ?? null;
    if (value !== null && (typeof value !== 'number' || value < 0))
      return wrong(key, 'a number from 0 up, or null', value);
  }
  const { messages = null } = line;
  if (messages !== null && !isMessages(messages))
    return wrong('messages', 'a list of messages with a role each', messages);
  return null;
}

function isMessages(value: JsonValue): value is readonly Message[] & JsonValue {
  return Array.isArray(value) && value.every((item: JsonValue) => isJsonObject(item) && typeof item.role === 'string');
}

/** The outcome of a line that `readRecordedKey` found sound: the same codes as on the live path. */
export function readRecordedOutcome(line: JsonObject): Outcome {
  const outcome = readCompletion(completionOf(line), (text) => excerpt(text, 240));
  const { reply } = outcome;
  if (reply === undefined) return outcome;
  const kept = {
    ...reply,
    usage: readUsage(line.usage) ?? reply.usage,
    latencyMs: (line.latency_ms ?? null) as number | null,
    timeToFirstTokenMs: (line.time_to_first_token_ms ?? null) as number | null,
    costUsd: (line.cost_usd ?? null) as number | null,
    transcript: (line.messages ?? []) as readonly Message[],
  };
  return { ...outcome, reply: kept };
}

function completionOf(line: JsonObject): JsonObject {
  const named: Record<string, JsonValue> = {};
  for (const key of ['model', 'system_fingerprint'] as const) if (typeof line[key] === 'string') named[key] = line[key];
  if (isJsonObject(line.response)) return { ...line.response, ...named };
  const message = isJsonObject(line.message)
    ? line.message
    : { content: line.content ?? null, refusal: line.refusal ?? null, tool_calls: line.tool_calls ?? null };
  return { ...named, choices: [{ message, finish_reason: line.finish_reason ?? null }] };
}
