import { setOwn } from './json.ts';

/** `latencyMs` → `latency_ms`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `latency_ms` → `latencyMs`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

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

const none: ReadonlySet<string> = new Set();
const toSnake = remembered(snakeCase);
const toCamel = remembered(camelCase);

interface Renaming {
  readonly rename: Rename;
  /** In `camelCase`: below these keys lie names of the user or of another format, which are copied as they are. */
  readonly verbatim: ReadonlySet<string>;
}

function renamed(value: unknown, renaming: Renaming): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, renaming));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(result, renaming.rename(key), renaming.verbatim.has(toCamel(key)) ? item : renamed(item, renaming));
  }
  return result;
}

/** The value with `snake_case` keys, as files have them; what lies below a `verbatim` key is copied as it is. */
export function toFileKeys(value: unknown, verbatim: ReadonlySet<string> = none): unknown {
  return renamed(value, { rename: toSnake, verbatim });
}

/** The value with `camelCase` keys, as the code has them; what lies below a `verbatim` key is copied as it is. */
export function fromFileKeys(value: unknown, verbatim: ReadonlySet<string> = none): unknown {
  return renamed(value, { rename: toCamel, verbatim });
}
