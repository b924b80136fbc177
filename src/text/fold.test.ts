import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, foldCase } from './fold.ts';

test.each([
  ['outer whitespace is off, a byte order mark too', '\ufeff \n a b\t\u3000', 'a b'],
  ['CRLF is LF and a lone CR stays', 'a\r\nb\rc', 'a\nb\rc'],
  ['CR before CRLF goes with it', 'a\r\r\nb é', 'a\nb é'],
  ['inner spaces and tabs stay as many as they are', 'a  b\tc', 'a  b\tc'],
  ['a letter and its accent are one', 'cafe\u0301', 'caf\u00e9'],
  ['every Unicode space is a space', 'a\u00a0b\u1680c\u2009d\u202fe\u205ff\u3000g', 'a b c d e f g'],
  ['curly quotes are straight', '‘a’ ‚b‛ “c” „d‟', `'a' 'b' "c" "d"`],
  ['full-width letters and digits are ASCII', 'ＡＺａｚ０９', 'AZaz09'],
  ['a full-width letter takes its accent', 'Ａ\u0301', '\u00c1'],
  ['full-width punctuation and other scripts stay', '１４天，（好）', '14天，（好）'],
  ['a lone surrogate stays', 'a\ud800b', 'a\ud800b'],
])('in folding, %s', (_, text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('folding twice changes nothing', () => {
  const characters = fc.constantFrom(
    'a',
    '\r',
    '\n',
    ' ',
    '\u00a0',
    'é',
    '\u0301',
    'Ａ',
    '“',
    '\u3000',
    '\ufeff',
    '\ud800',
  );
  fc.assert(fc.property(fc.string({ unit: characters }), (text) => fold(fold(text)) === fold(text)));
});

test('without case, capitals, sharp s and every sigma are equal', () => {
  expect(foldCase('Straße ΟΔΟΣ')).toBe(foldCase('STRASSE οδος'));
  expect(foldCase('ΟΔΟΣΑ')).toContain(foldCase('οδος'));
});

test.each([
  ['straße', 'STRAẞE'],
  ['straße', 'STRASSE'],
  ['İ', 'i\u0307'],
  ['θ', 'ϴ'],
  ['θ', 'Θ'],
  ['ϑ', 'ϴ'],
  ['ΐ', '\u03aa\u0301'],
  ['\u212a', 'k'],
])('without case, %j and %j are equal', (one, other) => {
  expect(foldCase(fold(one))).toBe(foldCase(fold(other)));
});

test('without case, every character is equal to its lower case and its capitals', () => {
  const unlike: string[] = [];
  for (let code = 0; code < 0x20000; code += 1) {
    const character = String.fromCodePoint(code);
    const forms = [character, character.toLowerCase(), character.toUpperCase()];
    if (new Set(forms.map((form) => foldCase(fold(form)))).size > 1) unlike.push(code.toString(16));
  }
  expect(unlike).toEqual([]);
});

test('a run of more than 64 combining marks stays as it is, and costs no more than its length', () => {
  const overlong = `a${'\u0301\u0323'.repeat(100_000)}`;
  const start = performance.now();
  expect(fold(`cafe\u0301 ${overlong} e\u0301`)).toBe(`caf\u00e9 ${overlong} \u00e9`);
  expect(foldCase(overlong)).toHaveLength(overlong.length);
  expect(performance.now() - start).toBeLessThan(2000);
});

test.each([64, 65, 66])('folding %d marks twice changes nothing', (marks) => {
  for (const mark of ['\u0301', '\u0344', '\u0323']) {
    const folded = fold(`\u0958${mark.repeat(marks)}e\u0301`);
    expect(fold(folded)).toBe(folded);
  }
});

test('a text of four million characters is folded in one pass', () => {
  expect(fold('\u00a0a\r\n“'.repeat(1_000_000))).toHaveLength(4_000_000 - 1);
});
