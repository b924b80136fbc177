import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerpt, printable } from './printable.ts';

test('a text cannot forge a line, move the cursor or turn its direction', () => {
  expect(printable('a\nPASS b\r\t')).toBe('a\\nPASS b\\r\\t');
  expect(printable('\u001b[31mred\u0007')).toBe('\\u{1b}[31mred\\u{7}');
  expect(printable('\u202eevil\u2066\u200b\ufeff\u2028')).toBe('\\u{202e}evil\\u{2066}\\u{200b}\\u{feff}\\u{2028}');
  expect(printable('\ud800 and \udc00')).toBe('\\u{d800} and \\u{dc00}');
});

test('what people write in any script stays as it is', () => {
  for (const text of ['14 days', '退货期为14天', 'مرحبا', 'né', '😀', '𝒳']) expect(printable(text)).toBe(text);
});

test('an excerpt is short, printable, and splits no character', () => {
  expect(excerpt('short')).toBe('short');
  expect(excerpt('abcdefgh', 5)).toBe('abcd…');
  expect(excerpt('abc😀de', 5)).toBe('abc…');
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\u001b', '😀', '\ud800'), maxLength: 80 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), (value, limit) => {
      const shown = excerpt(value, limit);
      expect(printable(shown)).toBe(shown);
      if (value.length > limit) expect(shown.endsWith('…')).toBe(true);
    }),
  );
});
