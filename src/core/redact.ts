/** The text with every secret replaced by `[redacted]`. */
export type Redact = (text: string) => string;

const redactedMark = '[redacted]';

/**
 * A redactor of these values, in the forms in which a server may send them back: as they are, percent-encoded,
 * JSON-escaped or escaped for HTML, each also of each other and more than once, in hexadecimal, and inside base64.
 * Placeholders that local servers are given for a key (`EMPTY`, `ollama`: plain words or numbers under eight characters)
 * are no secrets: to strike them out would change what the model said.
 */
export function redactorOf(values: Iterable<string | undefined>): Redact {
  const secrets = [...values].filter((value) => value !== undefined).map((value) => value.trim());
  const pieces = [...new Set(secrets.filter(isSecret).flatMap(inPieces))];
  const searched = pieces.map((piece) => ({
    least: piece.length, // no form is shorter
    patterns: [spelledOut(piece), inHex(piece), ...insideBase64(piece)].map((pattern) => new RegExp(pattern, 'g')),
  }));
  return (text) => {
    const found: Span[] = [];
    for (const { least, patterns } of searched) {
      if (text.length >= least) for (const pattern of patterns) addMatches(text, pattern, found);
    }
    return found.length === 0 ? text : struckOut(text, found);
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function addMatches(text: string, pattern: RegExp, found: Span[]): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push({ start: match.index, end: pattern.lastIndex });
  }
}

/** One mark for all that overlaps or touches: of two secrets of which one holds the other, nothing is left over. */
function struckOut(text: string, found: Span[]): string {
  const kept: string[] = [];
  let covered = -1;
  for (const { start, end } of found.sort((first, second) => first.start - second.start)) {
    if (start > covered) kept.push(text.slice(Math.max(covered, 0), start));
    covered = Math.max(covered, end);
  }
  return [...kept, text.slice(covered)].join(redactedMark);
}

// Large patterns are slow, and huge ones throw; tokens may have thousands of characters.
const pieceLength = 64;

function inPieces(secret: string): string[] {
  const chars = Array.from(secret);
  const length = Math.ceil(chars.length / Math.ceil(chars.length / pieceLength)); // alike: a short one would be any text
  const pieces: string[] = [];
  for (let start = 0; start < chars.length; start += length) pieces.push(chars.slice(start, start + length).join(''));
  return pieces;
}

function isSecret(value: string): boolean {
  if (value.length >= 8) return true;
  return value.length >= 4 && !/^(?:[a-z]+|[\d.]+)$/i.test(value);
}

const names: Readonly<Record<string, string>> = { '"': 'quot', '&': 'amp', "'": 'apos', '<': 'lt', '>': 'gt' };

/**
 * Each character as itself or in any of its escapes, so that mixed and twice escaped forms are found as well. Escaping
 * puts backslashes before a character, and more of them each time. Those that stand side by side are read by one part of
 * the pattern and from the first on: ways to share them out, or to begin among them, would multiply.
 */
function spelledOut(secret: string): string {
  const parts = [...secret.matchAll(/(\\*)([^\\]?)/gu)].filter(([part]) => part !== '');
  return parts
    .map(([, run = '', char = ''], index) => {
      const first = index === 0 ? '(?<!\\\\)' : '';
      const [bare, unicode] = formsOf(char);
      const all = `${bare}|${unicode}`;
      if (run === '') return `(?:${bare}|${first}\\\\+(?:${/[a-z\d]/i.test(char) ? unicode : all}))`;
      const escape = formsOf('\\').join('|');
      const before = `(?:${first}\\\\{${run.length},}|(?:(?:${first}\\\\+)?(?:${escape})){${run.length}}\\\\*)`;
      return char === '' ? before : `${before}(?:${all})`;
    })
    .join('');
}

/** The forms of a character that need no backslash, and the one that does, without it. */
function formsOf(char: string): readonly [bare: string, unicode: string] {
  const code = char.codePointAt(0) ?? 0;
  const entities = [`#[xX]0{0,6}${hexOf(code, 1)}`, `#0{0,6}${code}`];
  const name = names[char];
  if (name !== undefined) entities.push(name);
  const bare = [
    [...Buffer.from(char)].map((byte) => `%(?:25){0,3}${hexOf(byte, 2)}`).join(''),
    `&(?:amp;){0,3}(?:${entities.join('|')});`,
  ];
  if (char !== '\\') bare.push(literal(char));
  if (char === ' ') bare.push('\\+');
  const units = char.split('').map((unit) => `u${hexOf(unit.charCodeAt(0), 4)}`);
  return [bare.join('|'), units.join('\\\\+')];
}

/** The bytes in hexadecimal, with or without a sign between them. */
function inHex(secret: string): string {
  return [...Buffer.from(secret)].map((byte) => hexOf(byte, 2)).join('[\\s:-]?');
}

// Encoders wrap lines; inside JSON a line end is an escape.
const wrap = '(?:\\s|\\\\+[nr])*';
const base64Forms: Readonly<Record<string, string>> = {
  '+': '(?:[+-]|%2[Bb])',
  '/': '(?:[/_]|%2[Ff]|\\\\+/)',
};

/** Base64 packs three bytes in four characters, so a text looks different at each of three offsets. */
function insideBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < 8) return [];
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const shared = (offset + bytes.length) % 3 === 0 ? 0 : 1; // the last character also holds bits of what follows
    const own = encoded.slice(Math.ceil((offset * 8) / 6), encoded.length - shared);
    return Array.from(own, (char) => base64Forms[char] ?? char).join(wrap);
  });
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function hexOf(value: number, digits: number): string {
  const hex = value.toString(16).padStart(digits, '0');
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
