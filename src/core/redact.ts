/** The text with every secret replaced by `[redacted]`. */
export type Redact = (text: string) => string;

const redactedMark = '[redacted]';

/**
 * A redactor of these values, in the forms in which a server may send them back: as they are, percent-encoded,
 * JSON-escaped, and inside base64. Placeholders that local servers are given for a key (`EMPTY`, `ollama`: plain words or
 * numbers under eight characters) are no secrets: to strike them out would change what the model said.
 */
export function redactorOf(values: Iterable<string | undefined>): Redact {
  const secrets = [...new Set([...values].filter((value) => value !== undefined).map((value) => value.trim()))];
  const patterns = secrets
    .filter(isSecret)
    .sort((first, second) => second.length - first.length)
    .flatMap((secret) => [spelledOut(secret), ...insideBase64(secret)]);
  if (patterns.length === 0) return (text) => text;
  const pattern = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(pattern, redactedMark);
}

function isSecret(value: string): boolean {
  if (value.length >= 8) return true;
  return value.length >= 4 && !/^(?:[a-z]+|[\d.]+)$/i.test(value);
}

/** Each character as itself or in any of its escapes, so that mixed and twice escaped forms are found as well. */
function spelledOut(secret: string): string {
  return Array.from(secret, (char) => {
    const percent = [...Buffer.from(char)].map((byte) => `%${hexOf(byte, 2)}`).join('');
    const unicode = char
      .split('')
      .map((unit) => `\\\\{1,4}u${hexOf(unit.charCodeAt(0), 4)}`)
      .join('');
    const forms = [literal(char), percent, unicode];
    if (char === '"' || char === '/') forms.push(`\\\\{1,4}${literal(char)}`);
    if (char === '\\') forms[0] = '\\\\{1,4}';
    if (char === ' ') forms.push('\\+');
    return `(?:${forms.join('|')})`;
  }).join('');
}

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
    return literal(own).replaceAll('\\+', '[+-]').replaceAll('/', '[/_]');
  });
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function hexOf(value: number, digits: number): string {
  const hex = value.toString(16).padStart(digits, '0');
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
