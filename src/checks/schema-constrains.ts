import { isJsonObject, type JsonValue } from '../core/json.ts';
import { equalByValue } from './json-difference.ts';
import { compilePattern, matchesEverything } from '../text/pattern.ts';
import { pathTokens, valueAt } from './json-pointer.ts';

const allTypes = ['null', 'boolean', 'object', 'array', 'number', 'string'];
// Keywords whose value is a schema, a list or a map of schemas: they ask for something when one of these does.
const oneSchema = [
  'additionalProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
];
const mapOfSchemas = ['properties', 'patternProperties', 'dependentSchemas'];
const always = [
  'const',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'format',
];
const aboveZero = ['minLength', 'minItems', 'minProperties'];

/** Whether a JSON Schema can refuse any document at all: `{}`, `{ title }` and `{ properties: { a: {} } }` cannot. */
export function constrains(schema: JsonValue): boolean {
  return asks(schema, { root: schema, seen: new Set(), whenSeen: false });
}

/** Whether a JSON Schema plainly refuses every document. */
export function refusesAll(schema: JsonValue): boolean {
  return refuses(schema, { root: schema, seen: new Set(), whenSeen: true });
}

// False when in doubt: references are not followed, and a schema that is under way is taken to ask for something.
function refuses(schema: JsonValue | undefined, look: Look): boolean {
  if (!isJsonObject(schema)) return schema === false;
  const inner = (part: JsonValue): boolean => refuses(part, look);
  const list = (key: string): readonly JsonValue[] =>
    Array.isArray(schema[key]) ? (schema[key] as readonly JsonValue[]) : [];
  const isSplit = (key: string): boolean => list(key).length > 0 && list(key).every(inner);
  return (
    (schema['not'] !== undefined && !asks(schema['not'], { ...look, whenSeen: true })) ||
    (Array.isArray(schema['enum']) && schema['enum'].length === 0) ||
    list('allOf').some(inner) ||
    isSplit('anyOf') ||
    isSplit('oneOf')
  );
}

interface Look {
  readonly root: JsonValue;
  /** Schemas under way: one that refers to itself asks for nothing by that. */
  readonly seen: ReadonlySet<JsonValue>;
  /** Whether such a schema is taken to ask for something: where its negation is looked at, the careful answer. */
  readonly whenSeen: boolean;
}

function asks(schema: JsonValue | undefined, { root, seen, whenSeen }: Look): boolean {
  if (!isJsonObject(schema)) return schema === false;
  if (seen.has(schema)) return whenSeen;
  const look: Look = { root, seen: new Set([...seen, schema]), whenSeen };
  const inner = (value: JsonValue | undefined): boolean => asks(value, look);
  const list = (key: string): readonly JsonValue[] =>
    Array.isArray(schema[key]) ? (schema[key] as readonly JsonValue[]) : [];
  const values = (key: string): readonly JsonValue[] => (isJsonObject(schema[key]) ? Object.values(schema[key]) : []);
  const { items, contains, anyOf, if: condition } = schema;
  const possible = list('oneOf').filter((part) => !refuses(part, look));
  return (
    always.some((key) => Object.hasOwn(schema, key)) ||
    aboveZero.some((key) => typeof schema[key] === 'number' && schema[key] > 0) ||
    Object.hasOwn(schema, 'enum') ||
    asksForType(schema['type']) ||
    schema['uniqueItems'] === true ||
    refusesPattern(schema['pattern']) ||
    list('required').length > 0 ||
    values('dependentRequired').some((names) => Array.isArray(names) && names.length > 0) ||
    values('dependencies').some((value) => (Array.isArray(value) ? value.length > 0 : inner(value))) ||
    oneSchema.some((key) => inner(schema[key])) ||
    mapOfSchemas.some((key) => values(key).some(inner)) ||
    (Array.isArray(items) ? items.some(inner) : inner(items)) ||
    list('prefixItems').some(inner) ||
    (contains !== undefined && (schema['minContains'] !== 0 || typeof schema['maxContains'] === 'number')) ||
    list('allOf').some(inner) ||
    (Array.isArray(anyOf) && anyOf.length > 0 && anyOf.every(inner)) ||
    (list('oneOf').length > 0 && (possible.length !== 1 || inner(possible[0]))) ||
    (schema['not'] !== undefined && !refuses(schema['not'], look)) ||
    (condition !== undefined && (asksThen(condition, schema['then'], inner) || inner(schema['else']))) ||
    asksByReference(schema['$ref'], look) ||
    Object.hasOwn(schema, '$dynamicRef')
  );
}

// What holds anyway under the condition is not asked for.
function asksThen(condition: JsonValue, then: JsonValue | undefined, inner: (part: JsonValue) => boolean): boolean {
  return then !== undefined && inner(then) && !equalByValue(condition, then);
}

function asksForType(type: JsonValue | undefined): boolean {
  if (typeof type === 'string') return true;
  return Array.isArray(type) && !allTypes.every((name) => type.includes(name));
}

function refusesPattern(pattern: JsonValue | undefined): boolean {
  if (typeof pattern !== 'string') return false;
  const result = compilePattern(pattern, { dialect: 'ecma' });
  return 'problem' in result || !matchesEverything(result.pattern);
}

function asksByReference(reference: JsonValue | undefined, look: Look): boolean {
  if (typeof reference !== 'string') return false;
  if (reference === '#') return asks(look.root, look);
  // A reference by name or $id is taken to ask for something: following it is the validator's business.
  if (!reference.startsWith('#/')) return true;
  const target = valueAt(look.root, pathTokens(decodeURIComponent(reference.slice(1))));
  return target === undefined || asks(target, look);
}
