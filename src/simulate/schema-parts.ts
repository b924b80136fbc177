import { z } from 'zod';
import type { Conditions } from './scenario.ts';

/** A map with these keys and no other. */
export function map<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  // The reader of the file finds the nearest spelling in this message.
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? known : undefined) });
}

export const filledText: z.ZodType<string> = z.string().min(1, 'must not be empty');
export const whole: z.ZodInt = z.int().min(0, 'must not be negative');
export const counting: z.ZodInt = z.int().min(1, 'must be at least 1');
export const atLeastZero: z.ZodNumber = z.number().min(0, 'must not be negative');
export const probability: z.ZodNumber = z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1');

/** A list that is not empty. */
export function list<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return z.array(item).min(1, 'must not be empty');
}

type ConditionName = 'user' | 'system' | 'tool_result' | 'key' | 'model';
type ConditionShape = Readonly<Record<ConditionName, z.ZodOptional<z.ZodType<string>>>>;

/** The keys that say which requests are meant. */
export const conditionShape: ConditionShape = {
  user: filledText.optional(),
  system: filledText.optional(),
  tool_result: filledText.optional(),
  key: filledText.optional(),
  model: filledText.optional(),
};

type ConditionKeys = Partial<Record<ConditionName, string | undefined>>;

/** The conditions among the keys of a map. */
export function conditionsOf({ user, system, tool_result: toolResult, key, model }: ConditionKeys): Conditions {
  return { user, system, toolResult, key, model };
}
