import { z } from 'zod';
import type { Reply } from '../cases/reply.ts';
import { flag, text } from '../cases/values.ts';
import { occursIn } from '../text/word.ts';
import type { Counterexample } from './check.ts';
import { comparable, contentShape, contentText, withContent } from './reply-text.ts';

/** Options of the checks that look for texts in the reply's content. */
export interface NeedleOptions {
  readonly value: readonly string[];
  readonly ignore_case: boolean;
  readonly word: boolean;
  readonly exact: boolean;
}

/** One text or a list of them, read as a list. */
export function texts(): z.ZodType<readonly string[]> {
  return z
    .preprocess((value): unknown => (Array.isArray(value) ? value : [value]), z.array(text()))
    .meta({ orOne: true });
}

export function needleOptions(): z.ZodType<NeedleOptions> {
  return z.strictObject({
    value: texts(),
    ignore_case: flag().default(false),
    word: flag().default(false),
    exact: flag().default(false),
  });
}

// The needles in the form in which they are compared, once per options.
const prepared = new WeakMap<object, readonly string[]>();

function preparedNeedles(options: Omit<NeedleOptions, 'word'>): readonly string[] {
  let needles = prepared.get(options);
  if (needles === undefined) {
    const reading = { exact: options.exact, ignoreCase: options.ignore_case };
    needles = options.value.map((needle) => comparable(needle, reading));
    prepared.set(options, needles);
  }
  return needles;
}

/** The needles that are in the reply's content and those that are not, as the author wrote them. */
export function findNeedles(
  reply: Reply,
  options: NeedleOptions,
): { readonly found: string[]; readonly missing: string[] } {
  const reading = { exact: options.exact, ignoreCase: options.ignore_case };
  const content = contentText(reply, reading);
  const occurring = options.word ? { word: true, shape: contentShape(reply, reading) } : { word: false };
  const found: string[] = [];
  const missing: string[] = [];
  const needles = preparedNeedles(options);
  for (const [index, written] of options.value.entries()) {
    (occursIn(content, needles[index] as string, occurring) ? found : missing).push(written);
  }
  return { found, missing };
}

/** The needles that a given text in its compared form has in it, as the author wrote them. */
export function needlesIn(folded: string, options: Omit<NeedleOptions, 'word'>): string[] {
  const needles = preparedNeedles(options);
  return options.value.filter((_, index) => occursIn(folded, needles[index] as string, { word: false }));
}

/** The needles that are in every text, being empty once they are folded. */
export function emptyNeedles(options: Omit<NeedleOptions, 'word'>): string[] {
  const needles = preparedNeedles(options);
  return options.value.filter((_, index) => needles[index] === '');
}

/** Content without any of the needles at the given places of the list: taken out again and again until none is left. */
function stripped(
  content: string,
  options: NeedleOptions,
  { places, put }: { readonly places: readonly number[]; readonly put: (needle: string) => string },
): string {
  const reading = { exact: options.exact, ignoreCase: options.ignore_case };
  const needles = preparedNeedles(options);
  let rest = content;
  for (let round = 0; round < 1000; round += 1) {
    const before = rest;
    for (const place of places) {
      const needle = needles[place] as string;
      if (needle !== '') rest = comparable(rest.split(needle).join(put(needle)), reading);
    }
    if (rest === before) return rest;
  }
  return '';
}

function changedDigits(needle: string): string {
  return needle.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10));
}

/** Replies in which the needles at the given places of the list are gone or spoilt. */
export function* withoutNeedles(
  reply: Reply,
  options: NeedleOptions,
  { places, suffix }: { readonly places: readonly number[]; readonly suffix: string },
): Generator<Counterexample> {
  const content = contentText(reply, { exact: options.exact, ignoreCase: options.ignore_case });
  const needles = preparedNeedles(options);
  yield {
    name: `value-removed${suffix}`,
    reply: withContent(reply, stripped(content, options, { places, put: () => '' })),
  };
  yield {
    name: `value-cut${suffix}`,
    reply: withContent(reply, stripped(content, options, { places, put: (needle) => needle.slice(0, -1) })),
  };
  let changed = content;
  for (const place of places) {
    const needle = needles[place] as string;
    if (needle !== '') changed = changed.split(needle).join(changedDigits(needle));
  }
  yield { name: `digits-changed${suffix}`, reply: withContent(reply, changed) };
  if (options.word) {
    let lengthened = content;
    for (const place of places) {
      const needle = needles[place] as string;
      if (needle !== '') lengthened = lengthened.split(needle).join(`x0${needle}0x`);
    }
    yield { name: `word-lengthened${suffix}`, reply: withContent(reply, lengthened) };
  }
}
