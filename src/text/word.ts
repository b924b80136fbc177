import { isGroupSpace } from './digit-groups.ts';
import { occurrences } from './occurrences.ts';

const wordCharacter = /^[\p{L}\p{M}\p{N}]/u;
// Scripts that put no space between words (Korean puts particles on them): such a neighbour ends no word.
const unspaced =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const combining = /^\p{M}/u;
const digit = /^\p{Nd}/u;
// Points in their ASCII, full-width and Arabic forms.
const points = new Set(['.', '\uff0e', '\u066b']);
const numberSeparators = new Set([...points, ',', "'", '\u2019', '\u066c']);
const minusSigns = new Set(['-', '\u2212', '\ufe63', '\uff0d']);
// What may stand behind an amount: in `10%-50%` and `10€-50€` the sign is a dash.
const endsAmount = /^[%‰°)\]}\p{Sc}]/u;

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

/** Whether a cut before `index` goes through a word or a number: `1,2|50`, `250|.50`, `.|5`, `-|5`, but not `250|.`. */
function splitsWord(text: string, index: number): boolean {
  const before = characterBefore(text, index);
  const after = characterAt(text, index);
  if (before === '' || after === '') return false;
  if (wordCharacter.test(before) && wordCharacter.test(after)) {
    if (combining.test(after)) return true;
    return !unspaced.test(before) && !unspaced.test(after);
  }
  if (isGroupSpace(text, index - 1) || isGroupSpace(text, index)) return true;
  if (before === '+' && digit.test(after)) return isExponent(text, index - 1);
  if (minusSigns.has(before) && beginsNumber(text, index)) return isMinus(text, index - 1);
  if (numberSeparators.has(before) && digit.test(after)) {
    return digit.test(characterBefore(text, index - 1)) || isLeadingPoint(text, index - 1);
  }
  return numberSeparators.has(after) && digit.test(before) && digit.test(characterAt(text, index + 1));
}

function beginsNumber(text: string, index: number): boolean {
  return digit.test(characterAt(text, points.has(text.charAt(index)) ? index + 1 : index));
}

/** Whether the point at `index`, with a digit after it, begins a number (`.5`) and ends no word (`No.5`, `...5`). */
function isLeadingPoint(text: string, index: number): boolean {
  const ahead = characterBefore(text, index);
  return points.has(text.charAt(index)) && !points.has(ahead) && !wordCharacter.test(ahead);
}

/** Whether the sign at `index` stands in an exponent: `1e-5`. */
function isExponent(text: string, index: number): boolean {
  return /^\de$/i.test(text.slice(Math.max(0, index - 2), index));
}

/** Whether the minus sign at `index`, with a number after it, belongs to that number and is no dash between two things. */
function isMinus(text: string, index: number): boolean {
  if (isExponent(text, index)) return true;
  const ahead = characterBefore(text, index);
  if (wordCharacter.test(ahead) || minusSigns.has(ahead)) return false;
  return !(endsAmount.test(ahead) && digit.test(characterBefore(text, index - ahead.length)));
}

/** Whether a part from `index` on begins with a sign that in the text is a dash: `-5` in `10-5`. */
function beginsWithDash(text: string, index: number): boolean {
  return minusSigns.has(text.charAt(index)) && beginsNumber(text, index + 1) && !isMinus(text, index);
}

export interface Occurring {
  /** The part must stand there as a whole word or number: `250` is not in `2500`, `1,250`, `.250`, `-250`. */
  readonly word: boolean;
  /** A text as long in which words and numbers end as they did before it was folded; the text itself when not given. */
  readonly shape?: string;
}

/** Whether `text` has `part` in it. Linear in both. */
export function occursIn(text: string, part: string, { word, shape = text }: Occurring): boolean {
  if (part === '') return true;
  for (const at of occurrences(text, part)) {
    if (!word) return true;
    if (!splitsWord(shape, at) && !splitsWord(shape, at + part.length) && !beginsWithDash(shape, at)) return true;
  }
  return false;
}

const numeral =
  /(?:(?<!\d)\d{1,3}(?:[\u00a0\u2007\u2009\u202f]\d{3})+(?!\d)(?:[.\uff0e]\d+)?|\d+(?:[.,'\u2019\uff0e]\d+)*|(?<![\p{L}\p{M}\p{N}.])[.\uff0e]\d+)(?:e[+-]?\d+)?/giu;
const grouped = /^\d{1,3}(?:([,'\u2019\u00a0\u2007\u2009\u202f])\d{3}(?:\1\d{3})*)(?:\.\d+)?(?:e|$)/i;

/** Whether `text` has a number of this value in it, thousands separators (`1,250`) and trailing zeros aside. */
export function numberOccursIn(text: string, value: number): boolean {
  for (const match of text.matchAll(numeral)) {
    const end = match.index + match[0].length;
    const isNegative = minusSigns.has(text.charAt(match.index - 1)) && isMinus(text, match.index - 1);
    const start = isNegative ? match.index - 1 : match.index;
    if (splitsWord(text, start) || splitsWord(text, end)) continue;
    const pointed = match[0].replaceAll('\uff0e', '.');
    const digits = grouped.test(pointed) ? pointed.replace(/[,'\u2019\u00a0\u2007\u2009\u202f]/g, '') : pointed;
    if ((isNegative ? -Number(digits) : Number(digits)) === value) return true;
  }
  return false;
}
