import { z } from 'zod';
import { setOwn, type JsonObject, type JsonValue } from '../core/json.ts';
import { nearest } from '../core/nearest.ts';
import type { SourceNode } from '../files/node.ts';

/** An unquoted scalar of a file that is no string: `1.10`, `true`, `007`. Text wants its source, a number its value. */
export class PlainScalar {
  readonly value: number | boolean;
  readonly source: string;

  constructor(value: number | boolean, source: string) {
    this.value = value;
    this.source = source;
  }
}

/** The node as plain data for the schemas: maps and lists as they are, scalars that are no strings as `PlainScalar`. */
export function plainValue(node: SourceNode): unknown {
  switch (node.kind) {
    case 'scalar':
      if (typeof node.value === 'string' || node.value === null) return node.value;
      return new PlainScalar(node.value, node.source);
    case 'list':
      return node.items.map(plainValue);
    case 'map': {
      const result: Record<string, unknown> = {};
      for (const [key, entry] of node.entries) setOwn(result, key, plainValue(entry.value));
      return result;
    }
  }
}

/** Why the value of an unquoted number is in doubt; null when it is what it looks like. */
export function numberDoubt(source: string, value: number): string | null {
  if (!Number.isFinite(value)) return `${source} is not a finite number`;
  const digits = /^[-+]?(\d+)(?:\.(\d*))?$/.exec(source);
  if (!digits) return `${source} could be meant as a number or as text`;
  const [, whole = '', fraction = ''] = digits;
  if (/^0\d/.test(whole)) return `${source} has a leading zero`;
  const significant = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '');
  if (significant.length > 15 && !sameDigits(significant, value))
    return `${source} has more digits than a number can hold`;
  return null;
}

function sameDigits(significant: string, value: number): boolean {
  if (significant.length > 17) return false;
  const written = Math.abs(value).toString();
  return !written.includes('e') && written.replace('.', '').replace(/^0+/, '').replace(/0+$/, '') === significant;
}

const textOf = (value: unknown): unknown => (value instanceof PlainScalar ? value.source : value);

/** A text; an unquoted number, date or truth value is read as it is written. Not empty unless `empty: true`. */
export function text(options: { readonly empty?: boolean } = {}): z.ZodType<string> {
  const schema = options.empty ? z.string() : z.string().min(1, 'must not be empty');
  return z.preprocess(textOf, schema);
}

function readNumber(value: unknown, context: z.core.$RefinementCtx): unknown {
  if (!(value instanceof PlainScalar)) return value;
  if (typeof value.value !== 'number') return value.value;
  const doubt = numberDoubt(value.source, value.value);
  if (doubt !== null) context.addIssue({ code: 'custom', message: `${doubt}: write the number plainly` });
  return value.value;
}

/** A finite number. A scalar whose value is in doubt (leading zero, exponent, hex, too many digits) is an error. */
export function number(schema: z.ZodNumber = z.number()): z.ZodType<number> {
  return z.preprocess(readNumber, schema);
}

/** A whole number from `min` (default 0) up to `max`. */
export function wholeNumber(bounds: { readonly min?: number; readonly max?: number } = {}): z.ZodType<number> {
  const schema = z
    .number()
    .int()
    .min(bounds.min ?? 0);
  return number(bounds.max === undefined ? schema : schema.max(bounds.max));
}

/** `true` or `false`; `yes`, `"true"` and 1 are not. */
export function flag(): z.ZodType<boolean> {
  const read = (value: unknown): unknown => (value instanceof PlainScalar ? value.value : value);
  return z.preprocess(read, z.boolean());
}

/** Any JSON value; numbers in doubt are errors at their own place. */
export function jsonValue(): z.ZodType<JsonValue> {
  return z.unknown().transform((value, context) => readJson(value, [], context));
}

const requestKeys: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'tools',
  'stream',
  'stream_options',
  'response_format',
]);
const samplingKeys = ['temperature', 'top_p', 'max_tokens', 'seed', 'stop', 'reasoning_effort', 'thinking_budget'];
/** Keys of some endpoints that look like a slip of a common one and are none. */
const otherSamplingKeys: ReadonlySet<string> = new Set(
  (
    'top_k top_a min_p typical_p tfs_z n logprobs top_logprobs logit_bias max_completion_tokens max_output_tokens ' +
    'max_new_tokens min_tokens stop_sequences stop_token_ids presence_penalty frequency_penalty repetition_penalty ' +
    'thinking_effort reasoning random_seed'
  ).split(' '),
);

/**
 * Sampling as it is sent: any key that an endpoint knows; one that is nearly the name of a common one is an error, for
 * most endpoints would pass over it.
 */
export function samplingMap(): z.ZodType<JsonObject> {
  return z.record(z.string(), jsonValue()).superRefine((sampling, context) => {
    for (const key of Object.keys(sampling)) {
      if (requestKeys.has(key)) {
        context.addIssue({ code: 'custom', path: [key], message: 'is no sampling: the request itself sets it' });
      }
      const known = samplingKeys.includes(key) || otherSamplingKeys.has(key);
      const near = known ? undefined : nearest(key, samplingKeys);
      if (near !== undefined)
        context.addIssue({ code: 'custom', path: [key], message: `is no key of sampling; did you mean "${near}"?` });
    }
  });
}

function readJson(value: unknown, path: PropertyKey[], context: z.core.$RefinementCtx): JsonValue {
  if (value instanceof PlainScalar) {
    if (typeof value.value === 'number') {
      const doubt = numberDoubt(value.source, value.value);
      if (doubt !== null) {
        const message = `${doubt}: quote it for a text, or write the number plainly`;
        context.addIssue({ code: 'custom', message, path, input: value });
      }
    }
    return value.value;
  }
  if (Array.isArray(value)) return value.map((item, index) => readJson(item, [...path, index], context));
  if (typeof value === 'object' && value !== null) {
    const result: Record<string, JsonValue> = {};
    for (const [key, item] of Object.entries(value)) setOwn(result, key, readJson(item, [...path, key], context));
    return result;
  }
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    context.addIssue({ code: 'custom', message: 'is not a JSON value', path, input: value });
    return null;
  }
  return value as JsonValue;
}
