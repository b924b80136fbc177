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

interface RenamedKey {
  readonly to: string;
  /** What lies below belongs to the user or to another format. */
  readonly verbatim: boolean;
}

/** The same few keys come in every line of a file: each is looked at once. */
class Renaming {
  readonly #rename: Rename;
  readonly #verbatim: ReadonlySet<string>;
  readonly #known = new Map<string, RenamedKey>();

  /** @param verbatim names in `camelCase` below which keys stay as they are */
  constructor(rename: Rename, verbatim: ReadonlySet<string>) {
    this.#rename = rename;
    this.#verbatim = verbatim;
  }

  apply(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.apply(item));
    const result: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const { to, verbatim } = this.#keyOf(key);
      setOwn(result, to, verbatim ? item : this.apply(item));
    }
    return result;
  }

  #keyOf(key: string): RenamedKey {
    const found = this.#known.get(key);
    if (found !== undefined) return found;
    const made = { to: this.#rename(key), verbatim: this.#verbatim.has(camelCase(key)) };
    if (this.#known.size < 1000) this.#known.set(key, made);
    return made;
  }
}

const none: ReadonlySet<string> = new Set();
const renamings = {
  toFile: new WeakMap<ReadonlySet<string>, Renaming>(),
  fromFile: new WeakMap<ReadonlySet<string>, Renaming>(),
};

function renamingOf(
  kept: WeakMap<ReadonlySet<string>, Renaming>,
  rename: Rename,
  verbatim: ReadonlySet<string>,
): Renaming {
  const found = kept.get(verbatim) ?? new Renaming(rename, verbatim);
  kept.set(verbatim, found);
  return found;
}

/** The value with `snake_case` keys, as files have them; what lies below a `verbatim` key is copied as it is. */
export function toFileKeys(value: unknown, verbatim: ReadonlySet<string> = none): unknown {
  return renamingOf(renamings.toFile, snakeCase, verbatim).apply(value);
}

/** The value with `camelCase` keys, as the code has them; what lies below a `verbatim` key is copied as it is. */
export function fromFileKeys(value: unknown, verbatim: ReadonlySet<string> = none): unknown {
  return renamingOf(renamings.fromFile, camelCase, verbatim).apply(value);
}
