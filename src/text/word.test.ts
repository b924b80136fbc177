import { expect, test } from 'vitest';
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
])('the number %d in %j: %j', (value, text, found) => {
  expect(numberOccursIn(text, value)).toBe(found);
});
