const beyondAscii = /[\u0080-\uffff]/;
// CRLF, every space separator of Unicode, single and double curly quotes, full-width digits and letters.
const foldable =
  /\r\n|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2018-\u201f\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;
const fullWidthOffset = 0xfee0;

function foldedCharacter(match: string): string {
  if (match === '\r\n') return '\n';
  const code = match.charCodeAt(0);
  if (code >= 0xff10) return String.fromCharCode(code - fullWidthOffset);
  if (code >= 0x2018 && code <= 0x201b) return "'";
  if (code >= 0x201c && code <= 0x201f) return '"';
  return ' ';
}

/**
 * The form in which texts are compared: outer whitespace off, CRLF as LF, NFC, every Unicode space as a space, curly
 * quotes as straight, full-width letters and digits as ASCII. Linear in the text; folding twice changes nothing.
 */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) {
    const trimmed = text.trim();
    return trimmed.includes('\r\n') ? trimmed.replaceAll('\r\n', '\n') : trimmed;
  }
  // Composed last: a full-width letter becomes one that a following accent can join.
  return text.replace(foldable, foldedCharacter).normalize('NFC').trim();
}

/** The form in which texts are compared when case does not count; capitals, as lower case depends on a letter's place. */
export function foldCase(text: string): string {
  return text.toUpperCase();
}
