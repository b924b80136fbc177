import { z } from 'zod';
import type { JsonObject, JsonValue } from '../core/json.ts';
import type { Facts, KnownFailure } from './case.ts';
import type { Message } from './reply.ts';
import { jsonValue, number, PlainScalar, samplingMap, text, wholeNumber } from './values.ts';

/** Ids of cases, and names of controls and targets: they stand in lines, file names and headers. */
export const idPattern: RegExp = /^[A-Za-z0-9._-]+$/;
const idWords = 'may hold only letters, digits and . _ - (it stands in log lines and file names)';

export const idText = (): z.ZodType<string> => text().refine((value) => idPattern.test(value), idWords);

/** A strict object schema, typed by the interface that documents its keys. */
function shaped<T>(shape: z.ZodRawShape): z.ZodType<T> {
  return z.strictObject(shape) as unknown as z.ZodType<T>;
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
export const dateText = (): z.ZodType<string> =>
  text().refine(
    (value) => datePattern.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value,
    'must be a date such as 2026-12-31',
  );

/** A text, or `{ file: PATH }` in its place; references are resolved before the schema reads. */
export const longText = (options: { readonly empty?: boolean } = {}): z.ZodType<string> =>
  text(options).meta({ orFile: true });

const toolCallSchema = z.strictObject({ name: text(), arguments: z.record(z.string(), jsonValue()).default({}) });

/** Reply forms of `completion` and `reference` other than plain text. */
export const replyObjectSchema: z.ZodType<ReplyObject> = shaped<ReplyObject>({
  content: longText({ empty: true }).optional(),
  tool_name: text().optional(),
  arguments: z.record(z.string(), jsonValue()).optional(),
  tool_calls: z.array(toolCallSchema).min(1).optional(),
  json: jsonValue().optional(),
});

export interface ReplyObject {
  readonly content?: string | undefined;
  readonly tool_name?: string | undefined;
  readonly arguments?: JsonObject | undefined;
  readonly tool_calls?: readonly { readonly name: string; readonly arguments: JsonObject }[] | undefined;
  readonly json?: JsonValue | undefined;
}

/** The content of a turn, and the text of its parts, as they are written. */
function contentOf(value: unknown): unknown {
  if (value instanceof PlainScalar) return value.source;
  if (!Array.isArray(value)) return value;
  return value.map((part: unknown) => {
    const text = typeof part === 'object' && part !== null ? (part as { readonly text?: unknown }).text : undefined;
    return text instanceof PlainScalar ? { ...(part as object), text: text.source } : part;
  });
}

const messageSchema = z
  .object({
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
    content: z.preprocess(contentOf, jsonValue()).optional(),
  })
  .catchall(jsonValue())
  .superRefine(({ role, content, ...rest }, context) => {
    if (content !== undefined || (role === 'assistant' && Object.keys(rest).length > 0)) return;
    context.addIssue({
      code: 'custom',
      path: ['content'],
      message: `is missing: a turn of role ${role} says something`,
    });
  });

const passageSchema = z.strictObject({
  id: text(),
  text: longText(),
  rank: number().optional(),
});

const factsSchema = z.strictObject({
  must: z.array(text()).default([]),
  entities: z.array(text()).default([]),
  units: z.array(text()).default([]),
  aliases: z.record(z.string(), z.array(text())).default({}),
  unordered: z.array(text()).default([]),
  optional: z.array(text()).default([]),
  locale: text().nullable().default(null),
});

const dimensions = [
  'knowledge',
  'reasoning',
  'instruction_following',
  'long_context',
  'multi_turn',
  'tool_calling',
  'structured_output',
  'refusal',
] as const;

/** Keys that are kept with the case for slices, audits and people; nothing grades by them. */
export const metadataKeys: readonly string[] = [
  'dimension',
  'sub_score',
  'axis',
  'level',
  'bucket',
  'split',
  'source',
  'difficulty',
  'attribution',
  'stakes',
  'added',
  'confirmed',
  'redacted_by',
  'note',
  'equivalent',
];

const metadataShape = {
  dimension: z.enum(dimensions).optional(),
  sub_score: text().optional(),
  axis: text().optional(),
  level: text().optional(),
  bucket: text().optional(),
  split: z.enum(['dev', 'regression', 'private']).optional(),
  source: z.enum(['production', 'synthetic', 'adversarial']).optional(),
  difficulty: text().optional(),
  attribution: text().optional(),
  stakes: z.enum(['low', 'medium', 'high']).optional(),
  added: dateText().optional(),
  confirmed: dateText().optional(),
  redacted_by: text().optional(),
  note: text().optional(),
};

const equivalentSchema = z.strictObject({
  operator: text(),
  text: text({ empty: true }).optional(),
  hash: text().optional(),
  reason: text(),
});

const anyNode = z.unknown();

/** A control as written; its `completion`, `user` and `messages` are read apart. */
export const controlSchema: z.ZodType<ControlFields> = shaped<ControlFields>({
  name: idText().optional(),
  must: z.enum(['fail', 'pass']).optional(),
  aims: z.array(text()).min(1).optional(),
  completion: anyNode.optional(),
  user: longText().optional(),
  messages: z.array(messageSchema).min(1).optional(),
});

/** A native case. `expect`, `reference` and completions have forms of their own and are read by their own files. */
export const caseSchema: z.ZodType<CaseFields> = shaped<CaseFields>({
  id: idText(),
  renamed_from: idText().optional(),
  user: longText().optional(),
  messages: z.array(messageSchema).min(1).optional(),
  vars: z.record(z.string(), longText({ empty: true })).optional(),
  expect: anyNode.optional(),
  reference: anyNode.optional(),
  mutate: z.strictObject({ completion: anyNode }).optional(),
  controls: z.array(controlSchema).optional(),
  facts: factsSchema.optional(),
  context: z.array(passageSchema).min(1).optional(),
  material: z.array(passageSchema).min(1).optional(),
  equivalent: z.array(equivalentSchema).optional(),
  repeat: wholeNumber({ min: 1, max: 10_000 }).optional(),
  min_pass: number(z.number().positive()).optional(),
  known_failure: z.strictObject({ reason: text(), until: dateText() }).optional(),
  tools: z.array(jsonValue()).min(1).optional(),
  sampling: samplingMap().optional(),
  timeout_ms: wholeNumber({ min: 1 }).optional(),
  tags: z.array(text()).optional(),
  ...metadataShape,
});

export interface ControlFields {
  readonly name?: string | undefined;
  readonly must?: 'fail' | 'pass' | undefined;
  readonly aims?: readonly string[] | undefined;
  readonly completion?: unknown;
  readonly user?: string | undefined;
  readonly messages?: readonly Message[] | undefined;
}

export interface PassageFields {
  readonly id: string;
  readonly text: string;
  readonly rank?: number | undefined;
}

/** The keys of a native case that its schema reads whole; all keys of metadata follow as they are. */
export interface CaseFields extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly renamed_from?: string | undefined;
  readonly user?: string | undefined;
  readonly messages?: readonly Message[] | undefined;
  readonly vars?: Readonly<Record<string, string>> | undefined;
  readonly controls?: readonly ControlFields[] | undefined;
  readonly facts?: Facts | undefined;
  readonly context?: readonly PassageFields[] | undefined;
  readonly material?: readonly PassageFields[] | undefined;
  readonly repeat?: number | undefined;
  readonly min_pass?: number | undefined;
  readonly known_failure?: KnownFailure | undefined;
  readonly tools?: readonly JsonValue[] | undefined;
  readonly sampling?: JsonObject | undefined;
  readonly timeout_ms?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly split?: string | undefined;
}
