import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pieces } from './completion.ts';

test('pieces make up the text, are few, and split no surrogate pair', () => {
  const text = fc
    .array(fc.constantFrom('a', '😀', 'é', '\ud83d', '\n'), { maxLength: 300 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (whole) => {
      const parts = pieces(whole);
      expect(parts.join('')).toBe(whole);
      expect(parts.length).toBeLessThanOrEqual(64);
      expect(parts.every((part) => part !== '')).toBe(true);
      const pairs = (value: string): number => value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0;
      expect(parts.reduce((sum, part) => sum + pairs(part), 0)).toBe(pairs(whole));
    }),
  );
});

test('a text of more than eight characters comes in several pieces', () => {
  expect(pieces('The order was refunded.').length).toBe(3);
});
