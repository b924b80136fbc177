import fc from 'fast-check';
import { expect, test } from 'vitest';
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
      expect(redactorOf([value])(before + value + after)).not.toContain(value);
    }),
  );
});
