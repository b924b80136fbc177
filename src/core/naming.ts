import { setOwn } from './json.ts';

/** `latencyMs` → `latency_ms`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `latency_ms` → `latencyMs`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

// Below these keys lie names that belong to the user or to another format: they are copied as they are.
const verbatim = new Set([
  'arguments',
  'byCase',
  'bySlice',
  'content',
  'endpoint',
  'expected',
  'json',
  'messages',
  'parameters',
  'prices',
  'sampling',
  'saw',
  'tools',
  'transcript',
  'vars',
  'weights',
]);

type Rename = (name: string) => string;

/** The same few names come in every line of a file: each is worked out once. */
function remembered(rename: Rename): Rename {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = rename(name);
    if (known.size < 1000) known.set(name, made);
    return made;
  };
}

const toSnake = remembered(snakeCase);
const toCamel = remembered(camelCase);

function renamed(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(result, rename(key), verbatim.has(toCamel(key)) ? item : renamed(item, rename));
  }
  return result;
}

/** The value with `snake_case` keys, as every file has them. */
export function toFileKeys(value: unknown): unknown {
  return renamed(value, toSnake);
}

/** The value with `camelCase` keys, as the code has them. */
export function fromFileKeys(value: unknown): unknown {
  return renamed(value, toCamel);
}
