import { z } from 'zod';
import { flag, jsonValue, number, text } from '../cases/values.ts';
import { isJsonObject, setOwn, type JsonValue } from '../core/json.ts';
import { compilePattern } from '../text/pattern.ts';
import { pointerProblem } from './json-pointer.ts';

/** What one argument must be; everything that is given must hold. A plain value of the file is `{ equals: value }`. */
export interface ArgumentMatcher {
  readonly equals?: JsonValue | undefined;
  readonly one_of?: readonly JsonValue[] | undefined;
  /** RE2, anywhere in the text. */
  readonly regex?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Goes with a number under `equals`: how far off it may be, in the same unit. */
  readonly tolerance?: number | undefined;
  readonly absent?: boolean | undefined;
  readonly optional?: boolean | undefined;
  /** The value stands in the text of the input. */
  readonly from_input?: boolean | undefined;
  /** The value stands in a tool's result. */
  readonly from_result?: boolean | undefined;
}

const onlyTrue = (): z.ZodType<boolean | undefined> =>
  flag()
    .refine((value) => value, 'can only be true')
    .optional();

const matcherSchema = z
  .strictObject({
    equals: jsonValue().optional(),
    one_of: z.array(jsonValue()).optional(),
    regex: text().optional(),
    min: number().optional(),
    max: number().optional(),
    tolerance: number(z.number().min(0)).optional(),
    absent: onlyTrue(),
    optional: onlyTrue(),
    from_input: onlyTrue(),
    from_result: onlyTrue(),
  })
  .superRefine((matcher, context) => {
    const issue = (key: string, message: string): void => context.addIssue({ code: 'custom', path: [key], message });
    if (matcher.regex !== undefined) {
      const result = compilePattern(matcher.regex);
      if ('problem' in result) issue('regex', result.problem);
    }
    if (matcher.tolerance !== undefined && typeof matcher.equals !== 'number')
      issue('tolerance', 'goes with a number under equals');
    if (matcher.absent && Object.keys(matcher).length > 1)
      issue('absent', 'stands alone: an argument that is absent has no value');
  });

const matcherKeys: ReadonlySet<string> = new Set(Object.keys(matcherSchema.shape));

// A non-empty map is a matcher only if all its keys are a matcher's; everything else is the value itself.
function isMatcher(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => matcherKeys.has(key));
}

/** The map of `args`: key or JSON pointer → what the argument must be. */
export function expectedArguments(): z.ZodType<Readonly<Record<string, ArgumentMatcher>>> {
  const read = (value: unknown, context: z.core.$RefinementCtx): Record<string, ArgumentMatcher> => {
    const result: Record<string, ArgumentMatcher> = {};
    const issue = (path: PropertyKey[], message: string): void =>
      context.addIssue({ code: 'custom', path, message, input: value });
    if (
      typeof value !== 'object' ||
      value === null ||
      Array.isArray(value) ||
      Object.getPrototypeOf(value) !== Object.prototype
    ) {
      issue([], 'must be a map: argument → value or matcher');
      return result;
    }
    for (const [key, item] of Object.entries(value)) {
      const fault = pointerProblem(key);
      if (fault !== null) issue([key], fault);
      const schema: z.ZodType = isMatcher(item) ? matcherSchema : jsonValue();
      const parsed = schema.safeParse(item);
      if (!parsed.success) for (const found of parsed.error.issues) issue([key, ...found.path], found.message);
      else
        setOwn(result, key, isMatcher(item) ? (parsed.data as ArgumentMatcher) : { equals: parsed.data as JsonValue });
    }
    return result;
  };
  return z.unknown().transform(read);
}
