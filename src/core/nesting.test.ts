import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, type JsonValue } from './json.ts';
import { maxNesting, nestsDeeper } from './nesting.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test('the levels that are counted are those of the value, whatever its texts hold', () => {
  const letters = fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', '}', 'a'), maxLength: 4 });
  const { value } = fc.letrec<{ readonly value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      letters,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(letters, tie('value'), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.nat(6), (made, limit) => {
      expect(nestsDeeper(JSON.stringify(made, null, 1), limit)).toBe(depthOf(made) > limit);
    }),
  );
});

test('JSON is parsed down to the limit and not beyond, however large, in no time', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  expect(parseJson(nested(maxNesting))).toBeDefined();
  const startedAt = performance.now();
  for (const text of [nested(maxNesting + 1), nested(3_000_000), '['.repeat(6_000_000), '{"a":'.repeat(1_000_000)]) {
    expect(parseJson(text)).toBeUndefined();
  }
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
