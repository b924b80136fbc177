import { z } from 'zod';
import { faultSchema } from './fault-schema.ts';
import { fallbackSchema, ruleSchema } from './rule-schema.ts';
import type { Latency, Scenario } from './scenario.ts';
import { atLeastZero, filledText, map, whole } from './schema-parts.ts';

const latency = map({
  ms: atLeastZero.optional(),
  median_ms: z.number().positive('must be above 0').optional(),
  p95_ms: z.number().positive('must be above 0').optional(),
  from_ms: atLeastZero.optional(),
  to_ms: atLeastZero.optional(),
}).transform((value, context): Latency => {
  const { ms, median_ms: medianMs, p95_ms: p95Ms, from_ms: fromMs, to_ms: toMs } = value;
  const given = Object.keys(value).sort().join(' ');
  if (given === 'ms' && ms !== undefined) return { kind: 'fixed', ms };
  if (given === 'median_ms p95_ms' && medianMs !== undefined && p95Ms !== undefined) {
    if (p95Ms >= medianMs) return { kind: 'log_normal', medianMs, p95Ms };
    context.addIssue({ code: 'custom', message: 'must have a p95_ms that is not below median_ms' });
  } else if (given === 'from_ms to_ms' && fromMs !== undefined && toMs !== undefined) {
    if (toMs >= fromMs) return { kind: 'uniform', fromMs, toMs };
    context.addIssue({ code: 'custom', message: 'must have a to_ms that is not below from_ms' });
  } else {
    context.addIssue({ code: 'custom', message: 'must have ms, or median_ms and p95_ms, or from_ms and to_ms' });
  }
  return z.NEVER;
});

const staysInside = (path: string): boolean => !/^([/\\]|[A-Za-z]:)/.test(path) && !path.split(/[/\\]/).includes('..');

/** The scenario file: keys as files have them in, the scenario out. */
export const scenarioSchema: z.ZodType<Scenario> = map({
  version: z.literal(1, 'must be 1, the version that this program reads'),
  seed: whole.default(1),
  port: whole.max(65_535, 'must be at most 65535').default(0),
  model: filledText.nullable().default(null),
  created: whole.default(0),
  latency: latency.default({ kind: 'fixed', ms: 0 }),
  replies: z.array(ruleSchema).default([]),
  default: fallbackSchema.prefault({ content: 'I do not know.' }),
  faults: z.array(faultSchema).default([]),
  log: filledText.refine(staysInside, 'must be a path inside the folder of this file').nullable().default(null),
}).transform((value): Scenario => {
  const { seed, port, model, created, faults, log } = value;
  return {
    seed,
    port,
    model,
    created,
    latency: value.latency,
    rules: value.replies,
    fallback: value.default,
    faults,
    log,
  };
});
