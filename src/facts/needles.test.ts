import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNeedles } from './needles.ts';

test.each([
  ['The late fee is 250 EUR. It is charged after 14 days.', ['250 EUR', '14 days']],
  ['Postage is $4.90 or 4,90 €, at 19 %.', ['$4.90', '4,90 €', '19 %']],
  ['Open from 9:30 on 2026-11-30.', ['9:30', '2026-11-30']],
  ['It holds 5kg, 1,000 of them.', ['5kg', '1,000']],
  ['The 3 of us', ['3']],
  ['退货期为14天，运费4.90元。', ['14天', '4.90元']],
  ['必须在14天内支付10美元', ['14天', '10美元']],
  ['返品は3営業日以内です', ['3営業日']],
  ['See A4 and v4.90, order A-1042', ['1042']],
])('the needles of "%s" are its numbers with their unit', (reference, needles) => {
  expect(findNeedles(reference)).toEqual(needles);
});

test('quoted and code spans are needles, in the order of the text', () => {
  expect(findNeedles('Say "thank you" and run `npm test` 2 times, or “so”, «so», 「はい」.')).toEqual([
    'thank you',
    'npm test',
    '2 times',
    'so',
    'はい',
  ]);
  expect(findNeedles('It says "in 14 days", and 14 days it is.')).toEqual(['in 14 days', '14 days']);
});

test('without numbers and quotes the content words are the needles, and of function words at least these', () => {
  expect(findNeedles('The capital of France is Paris.')).toEqual(['capital', 'France', 'Paris']);
  expect(findNeedles('Paris')).toEqual(['Paris']);
  expect(findNeedles('it is')).toEqual(['it', 'is']);
  expect(findNeedles('...')).toEqual([]);
});

test('every needle stands in the reference, once, and is not blank', () => {
  const piece = fc.constantFrom('14 days', '250', ' ', '"', '`', 'fee', 'the', '%', '€', '天', '\n', '“', '”', '.');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const reference = pieces.join('');
      const needles = findNeedles(reference);
      expect(new Set(needles).size).toBe(needles.length);
      for (const needle of needles) {
        expect(needle.trim()).not.toBe('');
        expect(reference).toContain(needle);
      }
    }),
  );
});
