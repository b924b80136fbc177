import { addAll } from '../core/add-all.ts';
import type { Position } from '../core/position.ts';
import { InputError, type Problem } from '../core/problem.ts';
import type { MapEntry, ScalarNode, SourceNode } from './node.ts';
import { Lines } from './text-file.ts';

const maxDepth = 500;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const plainText = /[^"\\\u0000-\u001f]*/y;
const whiteSpace = /[ \t\n\r]*/y;
const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

/**
 * A JSON text (RFC 8259) with the place of every part and the source of every number.
 * @throws InputError with the place of the first fault of syntax, or of all keys that are there twice
 */
export function parseJsonText(text: string, file: string): SourceNode {
  return new JsonReader(text, new Lines(text, file)).document();
}

/** One JSON text a line; blank lines are passed over. The faults of all lines go to `problems`, the other lines are read. */
export function parseJsonLines(text: string, file: string, problems: Problem[]): SourceNode[] {
  const nodes: SourceNode[] = [];
  let line = 0;
  for (const source of text.split('\n')) {
    line += 1;
    if (source.trim() === '') continue;
    const current = line;
    const place = (offset: number): Position => ({ file, line: current, column: offset + 1 });
    try {
      nodes.push(new JsonReader(source, { at: place }).document());
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      addAll(problems, error.problems);
    }
  }
  return nodes;
}

class JsonReader {
  readonly #text: string;
  readonly #lines: { at(offset: number): Position };
  readonly #problems: Problem[] = [];
  #offset = 0;

  constructor(text: string, lines: { at(offset: number): Position }) {
    this.#text = text;
    this.#lines = lines;
  }

  document(): SourceNode {
    this.#skip();
    if (this.#offset === this.#text.length) return this.#scalar(0, null, '');
    const node = this.#value(0);
    this.#skip();
    if (this.#offset < this.#text.length) this.#fail('more text after the end of the JSON value');
    if (this.#problems.length > 0) throw new InputError(this.#problems);
    return node;
  }

  #value(depth: number): SourceNode {
    if (depth > maxDepth) this.#fail(`is nested deeper than ${maxDepth} levels`, 'JSON_TOO_DEEP');
    const start = this.#offset;
    switch (this.#text.charAt(start)) {
      case '{':
        return this.#map(depth);
      case '[':
        return this.#list(depth);
      case '"': {
        const value = this.#string();
        return this.#scalar(start, value, value);
      }
      default:
        return this.#word(start);
    }
  }

  #word(start: number): ScalarNode {
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (this.#text.startsWith(word, start)) {
        this.#offset += word.length;
        return this.#scalar(start, value, word);
      }
    }
    number.lastIndex = start;
    const found = number.exec(this.#text)?.[0];
    if (found === undefined) return this.#fail(this.#unexpected());
    this.#offset += found.length;
    return this.#scalar(start, Number(found), found);
  }

  #map(depth: number): SourceNode {
    const at = this.#lines.at(this.#offset);
    const entries = new Map<string, MapEntry>();
    this.#offset += 1;
    this.#skip();
    if (this.#take('}')) return { kind: 'map', at, entries };
    do {
      this.#skip();
      const keyAt = this.#lines.at(this.#offset);
      if (this.#text[this.#offset] !== '"') this.#fail(`a key in double quotes is expected, ${this.#unexpected()}`);
      const key = this.#string();
      this.#skip();
      if (!this.#take(':')) this.#fail(`":" is expected after a key, ${this.#unexpected()}`);
      this.#skip();
      const value = this.#value(depth + 1);
      if (key === '__proto__') {
        this.#problems.push({ code: 'FILE_BAD_KEY', message: 'a key may not be called __proto__', at: keyAt });
      } else if (entries.has(key)) {
        this.#problems.push({ code: 'FILE_DUPLICATE_KEY', message: `key "${key}" is there twice`, at: keyAt });
      } else entries.set(key, { keyAt, value });
      this.#skip();
    } while (this.#take(','));
    if (!this.#take('}')) this.#fail(`"," or "}" is expected, ${this.#unexpected()}`);
    return { kind: 'map', at, entries };
  }

  #list(depth: number): SourceNode {
    const at = this.#lines.at(this.#offset);
    const items: SourceNode[] = [];
    this.#offset += 1;
    this.#skip();
    if (this.#take(']')) return { kind: 'list', at, items };
    do {
      this.#skip();
      items.push(this.#value(depth + 1));
      this.#skip();
    } while (this.#take(','));
    if (!this.#take(']')) this.#fail(`"," or "]" is expected, ${this.#unexpected()}`);
    return { kind: 'list', at, items };
  }

  #string(): string {
    this.#offset += 1;
    let result = '';
    for (;;) {
      plainText.lastIndex = this.#offset;
      const run = plainText.exec(this.#text)?.[0] ?? '';
      result += run;
      this.#offset += run.length;
      const next = this.#text[this.#offset];
      if (next === '"') {
        this.#offset += 1;
        return result;
      }
      if (next !== '\\')
        this.#fail(next === undefined ? 'a text is not closed' : 'a control character in a text must be escaped');
      result += this.#escape();
    }
  }

  #escape(): string {
    const letter = this.#text[this.#offset + 1] ?? '';
    if (letter === 'u') {
      const digits = this.#text.slice(this.#offset + 2, this.#offset + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fail('\\u takes four hexadecimal digits');
      this.#offset += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const known = escapes[letter];
    if (known === undefined) return this.#fail(`\\${letter} is no escape of JSON`);
    this.#offset += 2;
    return known;
  }

  #scalar(start: number, value: ScalarNode['value'], source: string): ScalarNode {
    return { kind: 'scalar', at: this.#lines.at(start), value, source };
  }

  #skip(): void {
    whiteSpace.lastIndex = this.#offset;
    this.#offset += whiteSpace.exec(this.#text)?.[0].length ?? 0;
  }

  #take(char: string): boolean {
    if (this.#text[this.#offset] !== char) return false;
    this.#offset += 1;
    return true;
  }

  #unexpected(): string {
    const char = this.#text[this.#offset];
    return char === undefined ? 'the text ends here' : `found ${JSON.stringify(char)}`;
  }

  #fail(message: string, code = 'JSON_SYNTAX'): never {
    const words = code === 'JSON_SYNTAX' ? `is not JSON: ${message}` : message;
    throw new InputError([...this.#problems, { code, message: words, at: this.#lines.at(this.#offset) }]);
  }
}
