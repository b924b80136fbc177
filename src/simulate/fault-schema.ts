import { z } from 'zod';
import { didYouMean } from '../core/nearest.ts';
import { isFaultKind, namedFaults, type Fault, type FaultKind } from './scenario.ts';
import { atLeastZero, conditionShape, conditionsOf, counting, list, map, probability, whole } from './schema-parts.ts';

const faultKind = z.custom<FaultKind>(isFaultKind, {
  error: ({ input }) => {
    const near = didYouMean(String(input), [...namedFaults, 'http_429', 'http_500', 'http_503']);
    return `must be an error status such as http_429, or one of ${namedFaults.join(', ')}${near ? `; ${near}` : ''}`;
  },
});

const retryAfterForms = { retry_after: 'seconds', retry_after_date: 'date', retry_after_ms: 'ms' } as const;
const httpOptions = Object.keys(retryAfterForms);
// What only some kinds read; anywhere else it would do nothing, silently.
const optionsOfKind: Readonly<Record<string, readonly string[]>> = {
  too_large: ['bytes'],
  redirect: ['location'],
  slow_drip: ['drip_ms'],
  endless_stream: ['drip_ms'],
};
const kindOptions = [...httpOptions, ...Object.values(optionsOfKind).flat()];

/** An entry of `faults`. */
export const faultSchema: z.ZodType<Fault> = map({
  kind: faultKind,
  ...conditionShape,
  probability: probability.default(1),
  retries: list(whole).nullable().default(null),
  calls: list(counting).nullable().default(null),
  every: counting.nullable().default(null),
  retry_after: atLeastZero.optional(),
  retry_after_date: atLeastZero.optional(),
  retry_after_ms: atLeastZero.optional(),
  bytes: z.int().min(1000, 'must be at least 1000').optional(),
  location: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be a URL')
    .optional(),
  drip_ms: counting.optional(),
})
  .superRefine((value, context) => {
    const allowed = value.kind.startsWith('http_') ? httpOptions : (optionsOfKind[value.kind] ?? []);
    for (const key of Object.keys(value)) {
      if (kindOptions.includes(key) && !allowed.includes(key)) {
        context.addIssue({ code: 'custom', message: `has no meaning for ${value.kind}`, path: [key] });
      }
    }
    if (httpOptions.filter((key) => key in value).length > 1) {
      context.addIssue({ code: 'custom', message: `must have only one of ${httpOptions.join(', ')}` });
    }
  })
  .transform((value): Fault => {
    const form = (['retry_after', 'retry_after_date', 'retry_after_ms'] as const).find(
      (key) => value[key] !== undefined,
    );
    return {
      kind: value.kind,
      conditions: conditionsOf(value),
      probability: value.probability,
      retries: value.retries,
      calls: value.calls,
      every: value.every,
      retryAfter: form === undefined ? null : { form: retryAfterForms[form], value: value[form] ?? 0 },
      bytes: value.bytes ?? 100_000_000,
      location: value.location ?? '/elsewhere',
      dripMs: value.drip_ms ?? null,
    };
  });
