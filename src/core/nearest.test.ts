import fc from 'fast-check';
import { expect, test } from 'vitest';
import { didYouMean, editDistance, nearest } from './nearest.ts';

test('distances are those of the literature', () => {
  expect(editDistance('kitten', 'sitting')).toBe(3);
  expect(editDistance('saturday', 'sunday')).toBe(3);
  expect(editDistance('valeu', 'value')).toBe(1); // neighbours swapped
  expect(editDistance('ca', 'abc')).toBe(3); // optimal string alignment; the unrestricted distance is 2
  expect(editDistance('', 'abc')).toBe(3);
});

test('a distance is symmetric, zero only for equal words, and at most the longer length', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (first, second) => {
      const distance = editDistance(first, second);
      expect(distance).toBe(editDistance(second, first));
      expect(distance === 0).toBe(first === second);
      expect(distance).toBeLessThanOrEqual(Math.max(first.length, second.length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(first.length - second.length));
    }),
  );
});

test.each([
  ['valeu', 'value'],
  ['contians', 'contains'],
  ['Contains', 'contains'],
  ['treshold', 'threshold'],
  ['contain', 'contains'],
])('%s is taken for %s', (word, meant) => {
  expect(nearest(word, ['contains_all', 'value', 'threshold', 'contains'])).toBe(meant);
  expect(didYouMean(word, ['value', 'threshold', 'contains'])).toBe(`did you mean "${meant}"?`);
});

test('a word that is near to nothing gets no guess', () => {
  expect(nearest('quux', ['value', 'threshold'])).toBeUndefined();
  expect(didYouMean('x', ['value'])).toBeUndefined();
  expect(nearest('ab', [])).toBeUndefined();
});

test('a word of a megabyte is answered at once', () => {
  expect(nearest('x'.repeat(1_000_000), ['value'])).toBeUndefined();
});
