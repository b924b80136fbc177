// C0 and C1 controls, bidirectional overrides, zero-width marks, line separators and lone surrogates: what could move
// a cursor, forge a line of a log, or hide text in it.
const unprintable =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text on one line, safe to print: control characters, escapes and lone surrogates are written as `\n` or `\u{1b}`. */
export function printable(text: string): string {
  return text.replace(unprintable, (char) => named[char] ?? `\\u{${char.charCodeAt(0).toString(16)}}`);
}

/** `printable`, cut to at most `limit` characters with an ellipsis; the cut never splits a surrogate pair. */
export function excerpt(text: string, limit = 60): string {
  if (text.length <= limit) return printable(text);
  const head = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '');
  return `${printable(head)}…`;
}
