/** Raised when the finder finds other needles in the same text: it joins the grading fingerprint of cases that use it. */
export const needleFinderVersion = 1;

const quoted = /"([^"\n]+)"|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»|「([^」\n]+)」|『([^』\n]+)』|`([^`\n]+)`/gu;
// A number with its digit groups and decimals; before it a currency sign, after it a sign or a unit word. Scripts that put
// no spaces between words may stand right before it, letters of the others make it part of a name (`v2`, `A4`).
const withUnit =
  /(?:[$€£¥]\s?)?(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{N}]|\p{N}[.,:/])\d+(?:[.,:/-]\d+)*(?:\s?(?:%|‰|°[CF]?|[$€£¥])|\s?(?:USD|EUR|GBP|JPY|CNY|CHF)\b|\s?(?:[美欧日韩港]元|人民币|[个個]月|[小鐘]时|小時|分钟|分鐘|公[里斤尺]|工作日|営業日|\p{Script=Han})|[ \u00a0-]?\p{Ll}{1,12}\b|[A-Za-z]{1,3}\b)?/gu;
const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

const functionWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its ' +
    'may me might must my no nor not of on one only or our shall she should so some such than that the their them then ' +
    'there these they this to under up us was we were what when where which who will with would you your'
  ).split(' '),
);

/**
 * What an answer must carry to be this reference: its numbers with their unit, its quoted and code spans; if there are
 * none, its content words. In the order of the text, each once.
 */
export function findNeedles(reference: string): string[] {
  const spans = [...reference.matchAll(quoted)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    text: match.slice(1).find((group) => group !== undefined) as string,
  }));
  const outside = (at: number): boolean => !spans.some((span) => at >= span.at && at < span.end);
  const numbers = [...reference.matchAll(withUnit)]
    .filter((match) => outside(match.index))
    .map((match) => ({ at: match.index, end: match.index + match[0].length, text: withoutFunctionWord(match[0]) }));
  const found = [...spans, ...numbers].sort((first, second) => first.at - second.at).map(({ text }) => text.trim());
  return unique(found.length > 0 ? found : contentWords(reference));
}

function withoutFunctionWord(text: string): string {
  const unit = /[ \u00a0](\p{Ll}+)$/u.exec(text)?.[1];
  return unit !== undefined && functionWords.has(unit) ? text.slice(0, -unit.length).trimEnd() : text;
}

function contentWords(text: string): string[] {
  const words = text.match(word) ?? [];
  const kept = words.filter((candidate) => !functionWords.has(candidate.toLowerCase()));
  return kept.length > 0 ? kept : words;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ''))];
}
