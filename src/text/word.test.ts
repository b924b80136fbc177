import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, foldOutsideNumbers } from './fold.ts';
import { occurrences } from './occurrences.ts';
import { numberOccursIn, occursIn } from './word.ts';

test.each([
  ['250', 'it costs 250.', true],
  ['250', 'it costs 250, or more', true],
  ['250', '(250)', true],
  ['250', '250', true],
  ['250', '$250', true],
  ['250', '200-250 EUR', true],
  ['250', '2500', false],
  ['250', '1,250', false],
  ['250', '1.250', false],
  ['250', "1'250", false],
  ['250', '250.50', false],
  ['250', '250,000', false],
  ['250', 'A250', false],
  ['250', 'it is -250', false],
  ['250', 'it is \u2212250', false],
  ['-250', 'it is -250', true],
  ['.5', '2.5', false],
  ['250', '.250', false],
  ['250', 'costs .250 EUR', false],
  ['250', 'No.250', true],
  ['250', 'about...250', true],
  ['.250', 'costs .250 EUR', true],
  ['250', '250．5', false],
  ['5', '250．5', false],
  ['250', '250٫5', false],
  ['250', '1’250', false],
  ['250', '1\u202f250', false],
  ['1', '1\u00a0250', false],
  ['250', '12\u2009250\u2009000', false],
  ['250', '2024\u00a0250', true],
  ['14', 'in 14\u00a0days', true],
  ['250', '100 250 300', true],
  ['250', '1e-250', false],
  ['250', '1E+250', false],
  ['5', '+5', true],
  ['5', '10+5', true],
  ['5', '-.5', false],
  ['.5', '-.5', false],
  ['5', '10-5', true],
  ['-5', '10-5', false],
  ['-5', 'a-5', false],
  ['-5', '**-5**', true],
  ['50', '10%-50%', true],
  ['50', '10€-50€', true],
  ['250', '2500 and 250', true],
  ['art', 'party', false],
  ['art', 'art-house', true],
  ['art', "the art's price", true],
  ['caf', 'café', false],
  ['cafe', 'cafe\u0301', false],
  ['é', 'é', true],
  ['14', '在14天内', true],
  ['14', '在114天内', false],
  ['14天', '在14天内', true],
  ['14天', '在114天内', false],
  ['東京', '私は東京です', true],
  ['서울', '서울에서', true],
  ['AI', '用AI写', true],
  ['AI', '用OpenAI写', false],
  ['a', '\u{1d44e}a', false],
  ['a', '\u{1f600}a\u{1f600}', true],
])('the word %j in %j: %j', (part, text, found) => {
  expect(occursIn(text, part, { word: true })).toBe(found);
});

test.each(['**-5**', '*-5*', '`-5`', '"-5"', '|-5|', '>-5', ',-5', '﹣5', '－5', '€-5'])(
  '5 is not a number of its own in %j',
  (text) => {
    expect(occursIn(text, '5', { word: true })).toBe(false);
  },
);

test('where folding has made group spaces plain, the shape still tells them', () => {
  const text = 'it is 1\u202f250';
  const reading = { word: true, shape: foldOutsideNumbers(text) };
  expect(occursIn(fold(text), '250', reading)).toBe(false);
  expect(occursIn(fold(text), '1 250', reading)).toBe(true);
});

test('a long part that repeats itself is searched for in one pass', () => {
  const text = 'a'.repeat(600_000);
  const start = performance.now();
  expect(occursIn(text, 'a'.repeat(30_000), { word: true })).toBe(false);
  expect(occursIn(text, `${'a'.repeat(15_000)}b${'a'.repeat(15_000)}`, { word: false })).toBe(false);
  expect(performance.now() - start).toBeLessThan(2000);
});

test('every place is found, as a plain search finds it', () => {
  const letters = (maxLength: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength });
  fc.assert(
    fc.property(letters(3), fc.integer({ min: 20, max: 40 }), letters(40), (unit, times, end) => {
      const part = (unit + unit).repeat(times) + end;
      const text = part + part.slice(0, 9) + (unit + unit).repeat(2 * times) + end;
      const places = [...text].flatMap((_, at) => (text.startsWith(part, at) ? [at] : []));
      expect([...occurrences(text, part)]).toEqual(places);
    }),
    { numRuns: 60 },
  );
});

test('without word any part of the text counts', () => {
  expect(occursIn('party', 'art', { word: false })).toBe(true);
  expect(occursIn('party', 'arts', { word: false })).toBe(false);
});

test.each([
  [1250, 'it was 1,250.', true],
  [1250, "1'250 francs", true],
  [1250, '1250.00', true],
  [12.5, '$12.50', true],
  [1250, '21,250', false],
  [1250, '11250', false],
  [-5, 'minus: -5 degrees', true],
  [5, 'minus: -5 degrees', false],
  [5, '3-5 days', true],
  [0, 'none', false],
  [2, 'v2', false],
  [0.5, 'it is .5', true],
  [5, 'it is .5', false],
  [-0.5, 'it is -.5', true],
  [250, 'No.250', true],
  [1250, 'it was 1\u202f250,', true],
  [250, 'it was 1\u202f250', false],
  [2024, '2024\u00a0250', true],
  [0.001, '1e-3', true],
  [250, '1e-250', false],
  [5, '**-5**', false],
  [-5, '**-5**', true],
])('the number %d in %j: %j', (value, text, found) => {
  expect(numberOccursIn(text, value)).toBe(found);
});
