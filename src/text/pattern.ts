import { RE2JS, RE2JSSyntaxException } from 're2js';
import { excerpt } from '../core/printable.ts';
import { ecmaPattern } from './ecma-pattern.ts';
import { canMatch } from './pattern-reach.ts';

/** A compiled pattern; it runs in time linear in the text. */
export interface Pattern {
  readonly source: string;
  /** Whether the text matches: anywhere in it, or as a whole when compiled with `full`. */
  readonly test: (text: string) => boolean;
  /** The first match as [start, end) in UTF-16 units; null when there is none. */
  readonly find: (text: string) => { readonly start: number; readonly end: number } | null;
  /** Whether it plainly matches no text at all, as `[^\s\S]` and `$^x` do. */
  readonly matchesNothing: () => boolean;
}

/** A pattern, or in plain words why it is none. */
export type PatternResult = { readonly pattern: Pattern } | { readonly problem: string };

export interface PatternOptions {
  /** Letters of `i` (case does not count), `m` (`^` and `$` at lines), `s` (`.` takes line ends too). */
  readonly flags?: string | undefined;
  /** The pattern must match the whole text. */
  readonly full?: boolean | undefined;
  /** `ecma`: first rewritten from the JavaScript dialect (`\u4e00`, `\/`, its `\s` and `.`), as JSON Schema has it. */
  readonly dialect?: 're2' | 'ecma' | undefined;
}

const flagBits: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};
const cacheLimit = 1000;
const cache = new Map<string, PatternResult>();

/** Compiles an RE2 pattern, once per pattern and options; never throws. */
export function compilePattern(source: string, options: PatternOptions = {}): PatternResult {
  const key = `${options.flags ?? ''}/${options.full ? 'full' : ''}/${options.dialect ?? 're2'}/${source}`;
  const known = cache.get(key);
  if (known) return known;
  const result = compiled(source, options);
  const oldest = cache.size >= cacheLimit ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(key, result);
  return result;
}

function compiled(source: string, { flags = '', full = false, dialect = 're2' }: PatternOptions): PatternResult {
  let bits = 0;
  for (const letter of flags) {
    const bit = Object.hasOwn(flagBits, letter) ? (flagBits[letter] as number) : null;
    if (bit === null) return { problem: `flag "${excerpt(letter)}" is not known: the flags are i, m and s` };
    bits |= bit;
  }
  try {
    const program = RE2JS.compile(dialect === 'ecma' ? ecmaPattern(source) : source, bits);
    const matchesNothing = (): boolean => !canMatch(program);
    return { pattern: { source, test: tester(program, full), find: finder(program, full), matchesNothing } };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

function tester(program: RE2JS, full: boolean): Pattern['test'] {
  return full ? (text) => program.testExact(text) : (text) => program.test(text);
}

function finder(program: RE2JS, full: boolean): Pattern['find'] {
  return (text) => {
    const matcher = program.matcher(text);
    const found = full ? matcher.matches() : matcher.find();
    return found ? { start: matcher.start(), end: matcher.end() } : null;
  };
}

// What people bring from other dialects: how the piece that RE2 refuses begins, and what to tell them.
const foreign: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<[=!]/, 'look-behind is not in RE2 syntax: match what stands before it too'],
  [/^\(\?[=!]/, 'look-ahead is not in RE2 syntax: use two checks, one with not: true'],
  [/^\\([1-9]|k)/, 'back-references are not in RE2 syntax: write the repeated text out'],
  [/^\\u/, '\\u is not in RE2 syntax: write \\x{4E00}, or the character itself'],
  [
    /^\(\?>|^[*+?}]\+$/,
    'atomic groups and possessive repeats are not in RE2 syntax: leave them out, RE2 never backtracks',
  ],
  [/^\\Z/, '\\Z is not in RE2 syntax: write \\z'],
  [/^\\[pP]/, 'unknown Unicode class'],
  [/^\[:/, 'unknown character class'],
];

function reasonOf(error: unknown): string {
  if (error instanceof RE2JSSyntaxException) {
    const piece = error.getPattern() ?? '';
    const told = foreign.find(([begins]) => begins.test(piece))?.[1] ?? error.getDescription();
    return piece === '' ? told : `${told}, at ${excerpt(piece)}`;
  }
  return `it cannot be compiled (${excerpt(error instanceof Error ? error.message : String(error), 100)})`;
}

const unlike: readonly string[] = [
  '',
  ' ',
  'a',
  'Z',
  '0',
  '7 08',
  '.',
  '_',
  '-!?',
  '\n',
  'a\nb',
  '\n\nx\n',
  '\t',
  'é',
  '漢字',
  'Привет',
  '\u{1f600}',
  '{"k":[1,null]}',
  'Yes.',
  'The order 4711 was sent on 2 May; it costs 12.50.',
  'x'.repeat(300),
];

/** Whether the pattern matches every one of a battery of unlike texts, the empty one among them: then it can refuse none. */
export function matchesEverything(pattern: Pattern): boolean {
  return unlike.every((text) => pattern.test(text));
}

/** Unlike texts that the pattern does not match. */
export function textsNotMatching(pattern: Pattern): string[] {
  return unlike.filter((text) => !pattern.test(text));
}
