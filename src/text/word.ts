const wordCharacter = /^[\p{L}\p{M}\p{N}]/u;
// Scripts that put no space between words (Korean puts particles on them): such a neighbour ends no word.
const unspaced =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const combining = /^\p{M}/u;
const digit = /^\p{Nd}/u;
const numberSeparators = new Set(['.', ',', "'"]);
const minusSigns = new Set(['-', '\u2212']);
const opensNumber = /^[\s([{:=$€£¥]/u;

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function characterBefore(text: string, index: number): string {
  if (index <= 0) return '';
  const last = text.charCodeAt(index - 1);
  const isPair = last >= 0xdc00 && last <= 0xdfff && index > 1;
  const first = isPair ? text.charCodeAt(index - 2) : 0;
  return first >= 0xd800 && first <= 0xdbff ? text.slice(index - 2, index) : text.slice(index - 1, index);
}

/** Whether a cut before `index` goes through a word or a number (`1,2|50`, `25|0`, `250|.50`, but not `250|.`). */
function splitsWord(text: string, index: number): boolean {
  const before = characterBefore(text, index);
  const after = characterAt(text, index);
  if (before === '' || after === '') return false;
  if (wordCharacter.test(before) && wordCharacter.test(after)) {
    if (combining.test(after)) return true;
    return !unspaced.test(before) && !unspaced.test(after);
  }
  if (numberSeparators.has(before)) {
    return digit.test(after) && digit.test(characterBefore(text, index - before.length));
  }
  if (numberSeparators.has(after)) return digit.test(before) && digit.test(characterAt(text, index + after.length));
  return false;
}

/** Whether the digit at `index` has a minus sign before it that is no dash between two things. */
function isNegative(text: string, index: number): boolean {
  const before = characterBefore(text, index);
  if (!minusSigns.has(before) || !digit.test(characterAt(text, index))) return false;
  const ahead = characterBefore(text, index - before.length);
  return ahead === '' || opensNumber.test(ahead);
}

/** Whether `text` has `part` in it; with `word` only as a whole word or number: `250` is not in `2500`, `1,250`, `-250`. */
export function occursIn(text: string, part: string, options: { readonly word: boolean }): boolean {
  if (!options.word) return text.includes(part);
  if (part === '') return true;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    if (!splitsWord(text, at) && !splitsWord(text, at + part.length) && !isNegative(text, at)) return true;
  }
  return false;
}

const numeral = /\d+(?:[.,']\d+)*/g;
const grouped = /^\d{1,3}(?:([,'])\d{3}(?:\1\d{3})*)(?:\.\d+)?$/;

/** Whether `text` has a number of this value in it, thousands separators (`1,250`) and trailing zeros aside. */
export function numberOccursIn(text: string, value: number): boolean {
  for (const match of text.matchAll(numeral)) {
    const end = match.index + match[0].length;
    if (splitsWord(text, match.index) || splitsWord(text, end)) continue;
    const digits = grouped.test(match[0]) ? match[0].replace(/[,']/g, '') : match[0];
    if ((isNegative(text, match.index) ? -Number(digits) : Number(digits)) === value) return true;
  }
  return false;
}
