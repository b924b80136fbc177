import { PathSyntaxError } from './json-path-syntax.ts';

const blank = new Set([' ', '\t', '\n', '\r']);
const nameFirst = /[A-Za-z_\u0080-\uffff]/;
const nameNext = /[A-Za-z_0-9\u0080-\uffff]/;
const integer = /(?:0|-?[1-9]\d*)/y;
const numeral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '/': '/', '\\': '\\' };

/** Reads the small parts of a path: blanks, names, numbers, strings. Every method throws `PathSyntaxError`. */
export interface PathReader {
  readonly peek: () => string;
  /** Whether the text is next; then it is passed over. */
  readonly take: (text: string) => boolean;
  readonly expect: (text: string) => void;
  readonly blanks: () => void;
  /** The place, to come back to with `rewind`. */
  readonly place: () => number;
  readonly rewind: (place: number) => void;
  /** A member name after a dot; null when there is none. */
  readonly name: () => string | null;
  readonly functionName: () => string | null;
  /** A whole number within ±(2^53 - 1); null when there is none. */
  readonly integer: () => number | null;
  readonly number: () => number | null;
  /** A string in either quotes; null when there is none. */
  readonly string: () => string | null;
  readonly fault: (what: string) => PathSyntaxError;
}

export function pathReader(source: string): PathReader {
  let at = 0;
  const fault = (what: string): PathSyntaxError => new PathSyntaxError(`${what} at character ${at + 1}`);
  const take = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };
  const matched = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const hexUnit = (): number => {
    const digits = source.slice(at, at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw fault('\\u needs four hexadecimal digits');
    at += 4;
    return Number.parseInt(digits, 16);
  };
  const unicodeEscape = (): string => {
    const first = hexUnit();
    if (first < 0xd800 || first > 0xdfff) return String.fromCharCode(first);
    if (first > 0xdbff || !take('\\u')) throw fault('half of a surrogate pair');
    const second = hexUnit();
    if (second < 0xdc00 || second > 0xdfff) throw fault('half of a surrogate pair');
    return String.fromCharCode(first, second);
  };
  const escaped = (quote: string): string => {
    const letter = source.charAt(at);
    at += 1;
    if (letter === quote) return quote;
    if (letter === 'u') return unicodeEscape();
    const plain = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (plain === undefined) throw fault('unknown escape');
    return plain;
  };
  return {
    peek: () => source.charAt(at),
    take,
    expect: (text) => {
      if (!take(text)) throw fault(`"${text}" is missing`);
    },
    blanks: () => {
      while (blank.has(source.charAt(at))) at += 1;
    },
    place: () => at,
    rewind: (place) => {
      at = place;
    },
    name: () => {
      const start = at;
      if (!nameFirst.test(source.charAt(at))) return null;
      while (nameNext.test(source.charAt(at))) at += 1;
      return source.slice(start, at);
    },
    functionName: () => matched(/[a-z][a-z_0-9]*/y),
    integer: () => {
      const digits = matched(integer);
      if (digits === null) return null;
      const value = Number(digits);
      if (!Number.isSafeInteger(value)) throw fault('the number is too large');
      return value;
    },
    number: () => {
      const digits = matched(numeral);
      return digits === null ? null : Number(digits);
    },
    string: () => {
      const quote = source.charAt(at);
      if (quote !== '"' && quote !== "'") return null;
      at += 1;
      let result = '';
      while (source.charAt(at) !== quote) {
        const character = source.charAt(at);
        if (character === '') throw fault(`the string's end (${quote}) is missing`);
        if (character < ' ') throw fault('a control character inside a string');
        at += 1;
        result += character === '\\' ? escaped(quote) : character;
      }
      at += 1;
      return result;
    },
    fault,
  };
}
