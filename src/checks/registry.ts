import { args } from './args.ts';
import type { Check } from './check.ts';
import { containsAny } from './contains-any.ts';
import { contains, containsAll } from './contains.ts';
import { equals } from './equals.ts';
import { finishReason } from './finish-reason.ts';
import { forbiddenSubstrings } from './forbidden-substrings.ts';
import { jsonPath } from './json-path.ts';
import { jsonSchema } from './json-schema.ts';
import { json } from './json.ts';
import { noToolCall } from './no-tool-call.ts';
import { regex } from './regex.ts';
import { requiredArgs } from './required-args.ts';
import { rubric } from './rubric.ts';
import { toolName } from './tool-name.ts';

const all: readonly Check[] = [
  toolName,
  noToolCall,
  requiredArgs,
  args,
  contains,
  containsAny,
  containsAll,
  forbiddenSubstrings,
  equals,
  regex,
  json,
  jsonPath,
  jsonSchema,
  finishReason,
  rubric,
];

/** Every check that comes with proofmark, by type, in the order of the reference page. */
export const checks: ReadonlyMap<string, Check> = new Map(all.map((check) => [check.type, check]));
