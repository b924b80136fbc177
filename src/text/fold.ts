import { isGroupSpace } from './digit-groups.ts';

const beyondAscii = /[\u0080-\uffff]/;
// All carriage returns before a line feed, as a second folding would take the next; begun at the first, to be linear.
const lineEnd = /(?<!\r)\r+\n/g;
// Line ends, every space separator of Unicode, single and double curly quotes, full-width digits and letters.
const foldable =
  /(?<!\r)\r+\n|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2018-\u201f\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;
const fullWidthOffset = 0xfee0;

function foldedCharacter(match: string): string {
  if (match.endsWith('\n')) return '\n';
  const code = match.charCodeAt(0);
  if (code >= 0xff10) return String.fromCharCode(code - fullWidthOffset);
  if (code >= 0x2018 && code <= 0x201b) return "'";
  if (code >= 0x201c && code <= 0x201f) return '"';
  return ' ';
}

// More marks on one letter than any language writes (UAX 15 allows 30 in its stream-safe format): putting such a run in
// order takes time that grows with its square, so it stays as it is.
const overlongMarks = /(\p{M}{65,})/u;

/** NFC, but for runs of more than 64 combining marks, which stay as they are; linear in the text. */
function composed(text: string): string {
  if (!overlongMarks.test(text)) return text.normalize('NFC');
  return text
    .split(overlongMarks)
    .map((piece, index) => (index % 2 === 0 ? piece.normalize('NFC') : piece))
    .join('');
}

/**
 * The form in which texts are compared: outer whitespace off, CRLF as LF, NFC, every Unicode space as a space, curly
 * quotes as straight, full-width letters and digits as ASCII. Runs of more than 64 combining marks stay as they are.
 * Linear in the text; folding twice changes nothing.
 */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) {
    const trimmed = text.trim();
    return trimmed.includes('\r\n') ? trimmed.replace(lineEnd, '\n') : trimmed;
  }
  // Composed last: a full-width letter becomes one that a following accent can join.
  return composed(text.replace(foldable, foldedCharacter)).trim();
}

/** As `fold`, and as long, but the thin and no-break spaces inside numbers stay told from plain ones (as U+202F). */
export function foldOutsideNumbers(text: string): string {
  if (!beyondAscii.test(text)) return fold(text);
  const replaced = text.replace(foldable, (match: string, index: number) =>
    isGroupSpace(text, index) ? '\u202f' : foldedCharacter(match),
  );
  return composed(replaced).trim();
}

/**
 * The form in which texts are compared when case does not count: lower case, then capitals, NFC after each, so that `ß`,
 * `ẞ` and `SS`, `İ` and `i̇`, `θ` and `ϴ`, every sigma are equal. Capitals last, as lower case depends on a letter's place.
 */
export function foldCase(text: string): string {
  return composed(composed(text.toLowerCase()).toUpperCase());
}
