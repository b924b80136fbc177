import { z } from 'zod';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { idText, longText } from './case-schema.ts';
import type { ChatTargetConfig, SuiteConfig, TargetConfig } from './config.ts';
import { flag, jsonValue, samplingMap, number, text, wholeNumber } from './values.ts';

interface TargetFields {
  readonly id: string;
  readonly system_prompt: string | null;
  readonly family: string | null;
}

interface ChatTargetFields extends TargetFields {
  readonly type: 'chat';
  readonly base_url_env: string;
  readonly model_env: string;
  readonly model: string | null;
  readonly api_key_env: string;
  readonly headers_env: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly path: string | null;
  readonly omit: readonly string[];
  readonly rename: Readonly<Record<string, string>>;
  readonly response_format: JsonObject | null;
  readonly stream: boolean;
}

interface RecordedTargetFields extends TargetFields {
  readonly type: 'recorded';
  readonly file: string;
}

/** `proofmark.yaml` with its own keys, defaults filled in. */
export interface ConfigFields {
  readonly name: string | null;
  /** Undefined: `system_prompt.txt` where it is there. */
  readonly system_prompt?: string | null | undefined;
  readonly tools: readonly JsonValue[] | string | null;
  readonly defaults: { readonly tags: readonly string[]; readonly expect?: unknown };
  readonly targets?: readonly (ChatTargetFields | RecordedTargetFields)[] | undefined;
  readonly panel?: readonly string[] | undefined;
  readonly sampling: JsonObject;
  readonly production_sampling: JsonObject | null;
  readonly set_version: string | null;
  readonly retrieval: JsonObject | null;
  readonly limits: {
    readonly timeout_ms: number;
    readonly deadline_ms: number;
    readonly retries: number;
    readonly concurrency: number;
    readonly requests_per_minute: number | null;
    readonly tokens_per_minute: number | null;
    readonly max_reply_bytes: number;
    readonly max_calls: number | null;
    readonly max_cost_usd: number | null;
    readonly stop_after_same_error: number;
  };
  readonly prices: Readonly<Record<string, JsonObject>>;
  readonly thresholds: {
    readonly min_kill: number;
    readonly window: number;
    readonly saturated_at: number;
    readonly min_delta: number;
  };
  readonly weights: Readonly<Record<string, number>>;
  readonly blocking: readonly string[];
  readonly allow_no_controls: boolean;
}

const variableName = (): z.ZodType<string> =>
  text().refine(
    (name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name),
    'must be the name of an environment variable; a key itself never stands in a file',
  );

const rate = (): z.ZodType<number> => number(z.number().min(0).max(1));
const jsonMap = (): z.ZodType<JsonObject> => z.record(z.string(), jsonValue());

const commonTarget = {
  id: idText(),
  system_prompt: text().nullable().default(null),
  family: text().nullable().default(null),
};

const chatTarget = z.strictObject({
  ...commonTarget,
  type: z.literal('chat'),
  base_url_env: variableName().default('EVAL_BASE_URL'),
  model_env: variableName().default('EVAL_MODEL'),
  model: text().nullable().default(null),
  api_key_env: variableName().default('EVAL_API_KEY'),
  headers_env: z.record(z.string(), variableName()).default({}),
  query: z.record(z.string(), text({ empty: true })).default({}),
  path: text().nullable().default(null),
  omit: z.array(text()).default([]),
  rename: z.record(z.string(), text()).default({}),
  response_format: jsonMap().nullable().default(null),
  stream: flag().default(false),
});

const recordedTarget = z.strictObject({ ...commonTarget, type: z.literal('recorded'), file: text() });

const limits = z.strictObject({
  timeout_ms: wholeNumber({ min: 1, max: 2_000_000_000 }).default(30_000),
  deadline_ms: wholeNumber({ min: 1, max: 2_000_000_000 }).default(90_000),
  retries: wholeNumber({ max: 20 }).default(1),
  concurrency: wholeNumber({ min: 1, max: 10_000 }).default(8),
  requests_per_minute: wholeNumber({ min: 1 }).nullable().default(null),
  tokens_per_minute: wholeNumber({ min: 1 }).nullable().default(null),
  max_reply_bytes: wholeNumber({ min: 1, max: 1_000_000_000 }).default(10_000_000),
  max_calls: wholeNumber({ min: 1 }).nullable().default(null),
  max_cost_usd: number(z.number().positive()).nullable().default(null),
  stop_after_same_error: wholeNumber({ min: 1 }).default(20),
});

const price = z.strictObject({
  input_per_million: number(z.number().min(0)),
  output_per_million: number(z.number().min(0)),
});

const thresholds = z.strictObject({
  min_kill: rate().default(0.6),
  window: wholeNumber({ min: 1 }).default(20),
  saturated_at: rate().default(0.99),
  min_delta: rate().default(0.03),
});

const schema = z.strictObject({
  version: z.preprocess((value) => (isOne(value) ? 1 : value), z.literal(1)).default(1),
  name: text().nullable().default(null),
  system_prompt: text().nullable().optional(),
  tools: longTextOr(z.array(jsonValue()).min(1)).nullable().default(null),
  defaults: z.strictObject({ tags: z.array(text()).default([]), expect: z.unknown().optional() }).prefault({}),
  targets: z
    .array(z.discriminatedUnion('type', [chatTarget, recordedTarget], { error: 'must be chat or recorded' }))
    .min(1)
    .optional(),
  panel: z.array(idText()).optional(),
  sampling: samplingMap().default({ temperature: 0 }),
  production_sampling: samplingMap().nullable().default(null),
  set_version: text().nullable().default(null),
  retrieval: jsonMap().nullable().default(null),
  limits: limits.prefault({}),
  prices: z.record(z.string(), price).default({}),
  thresholds: thresholds.prefault({}),
  weights: z.record(z.string(), number(z.number().min(0))).default({}),
  blocking: z.array(text()).default([]),
  allow_no_controls: flag().default(false),
});

/** The schema of `proofmark.yaml`. */
export const suiteConfigSchema: z.ZodType<ConfigFields> = schema as unknown as z.ZodType<ConfigFields>;

function isOne(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (value as { source?: unknown }).source === '1';
}

function longTextOr(other: z.ZodType): z.ZodType<JsonValue> {
  return z.union([other, longText()]) as unknown as z.ZodType<JsonValue>;
}

/** The target that a suite without `targets` has. */
function defaultTarget(): ChatTargetConfig {
  return chatConfig(chatTarget.parse({ id: 'default', type: 'chat' }));
}

function chatConfig(fields: ChatTargetFields): ChatTargetConfig {
  return {
    type: 'chat',
    id: fields.id,
    systemPrompt: fields.system_prompt,
    family: fields.family,
    baseUrlEnv: fields.base_url_env,
    modelEnv: fields.model_env,
    model: fields.model,
    apiKeyEnv: fields.api_key_env,
    headersEnv: fields.headers_env,
    query: fields.query,
    path: fields.path,
    omit: fields.omit,
    rename: fields.rename,
    responseFormat: fields.response_format,
    stream: fields.stream,
  };
}

function targetConfig(fields: NonNullable<ConfigFields['targets']>[number]): TargetConfig {
  if (fields.type === 'chat') return chatConfig(fields);
  const { id, file, family } = fields;
  return { type: 'recorded', id, file, family, systemPrompt: fields.system_prompt };
}

/** The config with file keys as the code's config. `tools` and `systemPrompt` are given by who read the files. */
export function suiteConfig(
  fields: ConfigFields,
  { systemPrompt, tools }: Pick<SuiteConfig, 'systemPrompt' | 'tools'>,
): SuiteConfig {
  const { limits: written, thresholds: bounds } = fields;
  const targets = fields.targets?.map(targetConfig) ?? [defaultTarget()];
  return {
    name: fields.name,
    systemPrompt,
    tools,
    targets,
    panel: fields.panel ?? targets.slice(0, 1).map((target) => target.id),
    sampling: fields.sampling,
    productionSampling: fields.production_sampling,
    setVersion: fields.set_version,
    retrieval: fields.retrieval,
    limits: {
      timeoutMs: written.timeout_ms,
      deadlineMs: written.deadline_ms,
      retries: written.retries,
      concurrency: written.concurrency,
      requestsPerMinute: written.requests_per_minute,
      tokensPerMinute: written.tokens_per_minute,
      maxReplyBytes: written.max_reply_bytes,
      maxCalls: written.max_calls,
      maxCostUsd: written.max_cost_usd,
      stopAfterSameError: written.stop_after_same_error,
    },
    prices: fields.prices,
    thresholds: {
      minKill: bounds.min_kill,
      window: bounds.window,
      saturatedAt: bounds.saturated_at,
      minDelta: bounds.min_delta,
    },
    weights: fields.weights,
    blocking: fields.blocking,
    allowNoControls: fields.allow_no_controls,
  };
}
