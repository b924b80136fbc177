import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from './canonical-json.ts';
import { redactorOf } from './redact.ts';

const key = 'sk-live/9aZ+"q\\7 é';

test('a secret is struck out as it is, percent-encoded, form-encoded and JSON-escaped, even twice', () => {
  const redact = redactorOf([key]);
  const once = JSON.stringify(key).slice(1, -1);
  const forms = [
    key,
    encodeURIComponent(key),
    encodeURIComponent(key).toLowerCase().replace('az', 'aZ'),
    encodeURIComponent(key).replaceAll('%20', '+'),
    once,
    JSON.stringify(once).slice(1, -1),
    once.replace('/', '\\/'),
    key
      .split('')
      .map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  ];
  for (const form of forms) expect(redact(`<${form}>`)).toBe('<[redacted]>');
});

test('a secret is struck out percent-encoded again, escaped for HTML, in hexadecimal, and escaped time and again', () => {
  const secret = `sk-"a&b'\\\\\\c/<é>_77 0`;
  const redact = redactorOf([secret]);
  const entities = { '"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;' } as const;
  const html = (text: string): string => text.replace(/["&'<>]/g, (char) => entities[char as keyof typeof entities]);
  const json = (text: string): string => JSON.stringify(text).slice(1, -1);
  const hex = Buffer.from(secret).toString('hex');
  const forms = [
    encodeURIComponent(encodeURIComponent(secret)),
    html(secret),
    html(html(secret)),
    html(secret).replaceAll('&#x27;', '&#39;'),
    html(secret).replaceAll('&#x27;', '&#039;'),
    html(secret).replaceAll('&#x27;', '&apos;'),
    Array.from(secret, (char) => `&#${char.codePointAt(0) ?? 0};`).join(''),
    json(html(secret)),
    html(json(secret)),
    json(json(json(secret))),
    json(json(json(json(secret)))),
    secret.replaceAll(/[-_]/g, '\\$&'),
    hex,
    hex.toUpperCase(),
    hex.replaceAll(/(..)(?=.)/g, '$1:'),
    hex.replaceAll(/(..)(?=.)/g, '$1 '),
  ];
  for (const form of forms) expect(redact(`<${form}>`)).toBe('<[redacted]>');
});

test('base64 that is wrapped into lines, also inside JSON, hides no secret', () => {
  const secret = 'sk-proof-0123456789?>~';
  const redact = redactorOf([secret]);
  for (const before of ['', 'u', 'us']) {
    const encoded = Buffer.from(`${before}${secret}`).toString('base64');
    for (const width of [1, 4, 7, 20]) {
      for (const lineEnd of ['\n', '\r\n', '\r\n  ', '\\n', '\\r\\n', '\\\\n']) {
        const text = redact(encoded.replaceAll(new RegExp(`.{${width}}`, 'g'), `$&${lineEnd}`));
        expect(text).toContain('[redacted]');
        expect(text.length).toBeLessThan(40);
      }
    }
  }
});

test('of a token of any length nothing is left, as it is, escaped, in hexadecimal or in base64', () => {
  const token = Array.from({ length: 20 }, (_, at) => sha256(String(at))).join('');
  const redact = redactorOf([token, `Bearer ${token}`]);
  const escapes = Array.from(token, (char) => `\\u00${char.charCodeAt(0).toString(16)}`).join('');
  for (const form of [token, `Bearer ${token}`, escapes, Buffer.from(token).toString('hex')]) {
    expect(redact(`<${form}>`)).toBe('<[redacted]>');
  }
  expect(redact(Buffer.from(token).toString('base64')).replaceAll('[redacted]', '').length).toBeLessThan(200);
});

test('a text made to look like a secret time and again is read in time that grows with its length', () => {
  const secrets = [
    `${'\\'.repeat(20)}x"`,
    `${'%25'.repeat(12)}x`,
    `${'&amp;'.repeat(8)}x`,
    '3'.repeat(40),
    `${'\\"'.repeat(10)}x`,
    '\0\0\0\0\0\0\0\0\0\0\0\0',
  ];
  const redact = redactorOf(secrets);
  for (const part of ['\\', '%25', '&amp;', '3', '33 ', '\\"', 'AAAA ', 'A\\n', ' ', '\n', '&', '%']) {
    const startedAt = performance.now();
    redact(part.repeat(200_000 / part.length));
    expect(performance.now() - startedAt).toBeLessThan(1000);
  }
});

test('a secret inside base64 is struck out at every offset, in both alphabets', () => {
  const redact = redactorOf(['sk-proof-0123456789?>~']);
  for (const before of ['', 'u', 'u:', 'us:', 'user:']) {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = redact(`Basic ${Buffer.from(`${before}sk-proof-0123456789?>~ and on`).toString(encoding)}`);
      expect(text).toContain('[redacted]');
      expect(Buffer.from(text.slice(6), encoding).toString()).not.toContain('0123456');
    }
  }
});

test('of two secrets of which one begins like the other, nothing of the longer is left', () => {
  expect(redactorOf(['abcd-1234', 'abcd-1234-5678'])('x abcd-1234-5678 abcd-1234')).toBe('x [redacted] [redacted]');
});

test('words and numbers that local servers take for a key are left in what the model said', () => {
  const redact = redactorOf(['EMPTY', 'ollama', '42', '', undefined, 'none']);
  expect(redact('EMPTY ollama 42 none')).toBe('EMPTY ollama 42 none');
});

test('no secret survives in any text around it', () => {
  const part = fc.string({ unit: fc.constantFrom('a', '\\', '"', '%', '/', 'u'), maxLength: 6 });
  const secret = fc.string({ unit: fc.constantFrom('a', '\\', '"', '%', '/', 'u'), minLength: 8, maxLength: 12 });
  fc.assert(
    fc.property(part, secret, part, (before, value, after) => {
      const redact = redactorOf([value]);
      expect(redact(before + value + after)).not.toContain(value);
      expect(redact(JSON.stringify(before + value + after))).not.toContain(JSON.stringify(value).slice(1, -1));
      expect(redact(encodeURIComponent(before + value + after))).not.toContain(encodeURIComponent(value));
    }),
  );
});
