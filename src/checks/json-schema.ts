import { z } from 'zod';
import type { Reply } from '../cases/reply.ts';
import { jsonValue } from '../cases/values.ts';
import type { JsonValue } from '../core/json.ts';
import { excerpt } from '../core/printable.ts';
import { defineCheck, fail, pass, unreadable, type Check, type CheckOutcome, type Counterexample } from './check.ts';
import { notPassing } from './counterexample.ts';
import { spoiltJson } from './json-edit.ts';
import { pathTokens, valueAt } from './json-pointer.ts';
import { shownJson } from './quoted.ts';
import { jsonExplanations, notJson, replyJson } from './reply-json.ts';
import { withContent } from './reply-text.ts';
import { compileSchema, type CompiledSchema } from './schema-compiler.ts';
import { constrains, refusesAll } from './schema-constrains.ts';

interface Options {
  readonly value: JsonValue;
}

// Listing every fault of a large document costs more than it tells: beyond this many characters the first is enough.
const thoroughUpTo = 100_000;
const schemas = new WeakMap<Options, CompiledSchema>();

function schemaOf(options: Options): CompiledSchema {
  let schema = schemas.get(options);
  if (schema === undefined) {
    const result = compileSchema(options.value);
    if ('problem' in result) throw new Error(result.problem);
    schema = result.schema;
    schemas.set(options, schema);
  }
  return schema;
}

function test(reply: Reply, options: Options): CheckOutcome {
  const read = replyJson(reply);
  if (read.kind !== 'json') return unreadable(notJson(reply, read.kind));
  const faults = schemaOf(options).faults(read.value, { every: (reply.content ?? '').length <= thoroughUpTo });
  if (faults.length === 0)
    return pass({ code: 'valid', at: 'content', expected: 'a document of the schema', saw: shownJson(read.value) });
  return fail(
    ...faults.map(({ pointer, rule }) => ({
      code: 'schema',
      detail: pointer === '' ? '/' : excerpt(pointer),
      at: excerpt(`content${pointer}`, 200),
      expected: rule,
      saw: shownJson(valueAt(read.value, pointer === '' ? [] : pathTokens(pointer))),
    })),
  );
}

function* candidates(reply: Reply): Generator<Counterexample> {
  const content = (reply.content ?? '').trim();
  yield { name: 'empty', reply: withContent(reply, '') };
  yield { name: 'in-a-code-fence', reply: withContent(reply, `\`\`\`json\n${content}\n\`\`\``) };
  yield { name: 'told-in-words', reply: withContent(reply, `Here it is: ${content}`) };
  yield { name: 'cut', reply: withContent(reply, content.slice(0, -1)) };
  for (const [index, other] of ([{}, [], null, 'text', -1.5, true] as const).entries()) {
    yield { name: `other-json-${index + 1}`, reply: withContent(reply, JSON.stringify(other)) };
  }
  const read = replyJson(reply);
  if (read.kind !== 'json') return;
  for (const { name, value } of spoiltJson(read.value))
    yield { name, reply: withContent(reply, JSON.stringify(value)) };
}

/** Passes when the reply is JSON that is valid under the schema. */
export const jsonSchema: Check = defineCheck<Options>({
  type: 'json_schema',
  summary: 'The reply is JSON that is valid under this JSON Schema (2020-12, or draft-07 by $schema).',
  options: z.strictObject({ value: jsonValue() }).superRefine(({ value }, context) => {
    const result = compileSchema(value);
    if ('problem' in result) context.addIssue({ code: 'custom', path: ['value'], message: result.problem });
  }),
  wholeValue: true,
  findings: {
    schema: {
      meaning: 'The JSON reply breaks the schema at this place (a JSON pointer; / is the whole document).',
      advice: 'Compare expected and seen in proofmark show RUN ID; the first few faults are listed.',
    },
    ...jsonExplanations,
  },
  neverFails: ({ value }, { not }) => {
    if (not) return refusesAll(value) ? 'the schema refuses every document, so its negation always passes' : null;
    return constrains(value) ? null : 'the schema constrains nothing: every JSON document is valid under it';
  },
  test,
  *counterexamples(reply, options) {
    yield* notPassing(candidates(reply), (made) => test(made, options));
  },
});
