import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, Options as AjvOptions, ValidateFunction } from 'ajv';
import { canonicalJson } from '../core/canonical-json.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { excerpt } from '../core/printable.ts';
import { compilePattern } from '../text/pattern.ts';
import { isMultipleOf } from './decimal.ts';
import { stricterFormats } from './schema-formats.ts';
import { PatternError, reasonOf, references } from './schema-problem.ts';

/** One thing that a schema found wrong with a document. */
export interface SchemaFault {
  /** JSON pointer into the document; empty for the whole. */
  readonly pointer: string;
  /** In words: `must be integer`. */
  readonly rule: string;
}

export interface CompiledSchema {
  /** The first few faults; none when the document is valid. Throws `RangeError` for a document that is too deep. */
  readonly faults: (document: JsonValue, options: { readonly every: boolean }) => readonly SchemaFault[];
}

/** A compiled schema, or in plain words why it is none. */
export type SchemaResult = { readonly schema: CompiledSchema } | { readonly problem: string };

type Draft = '2020-12' | 'draft-07';

// Loading the validator takes a tenth of a second: only a suite that has a schema pays for it.
const require = createRequire(import.meta.url);
const validators = new Map<string, Ajv>();
const shownFaults = 5;
const cacheLimit = 500;
const cache = new Map<string, SchemaResult>();
// A case hands over the same object at every grading; to spell it out each time would cost more than to validate with it.
const cacheByObject = new WeakMap<object, SchemaResult>();

/** Compiles a JSON Schema (2020-12, or draft-07 by `$schema`), once per content; never throws, never fetches. */
export function compileSchema(schema: JsonValue): SchemaResult {
  if (typeof schema !== 'object' || schema === null) return compiledOnce(schema);
  const known = cacheByObject.get(schema) ?? compiledOnce(schema);
  cacheByObject.set(schema, known);
  return known;
}

function compiledOnce(schema: JsonValue): SchemaResult {
  const key = keyOf(schema);
  const known = key === null ? undefined : cache.get(key);
  if (known) return known;
  const result = compiled(schema);
  const oldest = cache.size >= cacheLimit ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  if (key !== null) cache.set(key, result);
  return result;
}

function keyOf(schema: JsonValue): string | null {
  try {
    return canonicalJson(schema);
  } catch {
    return null; // Too deep; compiling it will say so.
  }
}

function draftOf(schema: JsonObject): Draft | null {
  const declared = schema['$schema'];
  if (declared === undefined) return '2020-12';
  if (typeof declared !== 'string') return null;
  if (/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(declared)) return '2020-12';
  return /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(declared) ? 'draft-07' : null;
}

function compiled(schema: JsonValue): SchemaResult {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema))) {
    return { problem: 'a JSON Schema is a map' };
  }
  const draft = typeof schema === 'boolean' ? '2020-12' : draftOf(schema as JsonObject);
  if (draft === null) return { problem: '$schema names a draft that is not known: use 2020-12 or draft-07' };
  const { remote, named } = references(schema);
  if (remote !== null)
    return { problem: `$ref ${excerpt(remote)} points outside the schema: put it under $defs; nothing is fetched` };
  try {
    const quick = compileWith(schema, { draft, allErrors: false, named });
    let thorough: ValidateFunction | undefined;
    const faults: CompiledSchema['faults'] = (document, { every }) => {
      if (quick(document)) return [];
      if (!every) return (quick.errors ?? []).slice(0, shownFaults).map(faultOf);
      thorough ??= compileWith(schema, { draft, allErrors: true, named });
      thorough(document);
      const found = thorough.errors?.length ? thorough.errors : (quick.errors ?? []);
      return found.slice(0, shownFaults).map(faultOf);
    };
    return { schema: { faults } };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

interface Compiling {
  readonly draft: Draft;
  readonly allErrors: boolean;
  /** The schema has names of its own ($id). */
  readonly named: boolean;
}

function compileWith(schema: JsonValue, { draft, allErrors, named }: Compiling): ValidateFunction {
  // The instance is shared, so that the draft's own schema is compiled once; but it remembers names for good.
  const ajv = named ? validator(draft, allErrors) : sharedValidator(draft, allErrors);
  const copy = structuredClone(schema) as object;
  try {
    return ajv.compile(copy);
  } finally {
    ajv.removeSchema(copy);
  }
}

function sharedValidator(draft: Draft, allErrors: boolean): Ajv {
  const key = `${draft}/${allErrors}`;
  let shared = validators.get(key);
  if (shared === undefined) {
    shared = validator(draft, allErrors);
    validators.set(key, shared);
  }
  return shared;
}

function validator(draft: Draft, allErrors: boolean): Ajv {
  const options: AjvOptions = {
    strict: true,
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    ownProperties: true,
    allErrors,
    logger: false,
    code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }) },
  };
  const { default: Validator } = require(draft === '2020-12' ? 'ajv/dist/2020.js' : 'ajv') as {
    default: new (options: AjvOptions) => Ajv;
  };
  const { default: addFormats } = require('ajv-formats') as { default: (ajv: Ajv) => void };
  const made = new Validator(options);
  addFormats(made);
  for (const [name, patterns] of Object.entries(stricterFormats)) tightenFormat(made, name, patterns);
  // In doubles 19.99 / 0.01 is no whole number.
  made.removeKeyword('multipleOf');
  made.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (divisor: number) => (value: number) => isMultipleOf(value, divisor),
    error: { message: ({ schema }) => `must be multiple of ${String(schema)}` },
  });
  // The validator follows anchors, but its strict mode does not know the word.
  if (draft === '2020-12') made.addKeyword('$anchor');
  return made;
}

function tightenFormat(ajv: Ajv, name: string, patterns: readonly RegExp[]): void {
  const own = ajv.formats[name];
  const validate = typeof own === 'object' && !(own instanceof RegExp) ? own.validate : own;
  const accepts = (text: string): boolean =>
    validate instanceof RegExp
      ? validate.test(text)
      : typeof validate !== 'function' || validate(text as never) === true;
  ajv.addFormat(name, (text: string) => accepts(text) && patterns.every((pattern) => pattern.test(text)));
}

function linearPattern(source: string): { test: (text: string) => boolean; toString: () => string } {
  const result = compilePattern(source, { dialect: 'ecma' });
  if ('problem' in result) throw new PatternError(`pattern ${excerpt(source)}: ${result.problem}`);
  return { test: result.pattern.test, toString: () => source };
}

function faultOf({ instancePath, message, keyword, params }: ErrorObject): SchemaFault {
  const rule = message ?? `breaks ${keyword}`;
  const strange: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['propertyName'];
  const allowed: unknown = params['allowedValues'] ?? params['allowedValue'];
  const named = strange ?? allowed;
  return {
    pointer: instancePath,
    rule: excerpt(named === undefined ? rule : `${rule}: ${JSON.stringify(named)}`, 200),
  };
}
