import type { Reply } from '../cases/reply.ts';
import { fold, foldCase, foldOutsideNumbers } from '../text/fold.ts';

const foldedContents = new WeakMap<Reply, string>();
const foldedRefusals = new WeakMap<Reply, string>();

/** How a text check reads: `exact` switches folding off. */
export interface Reading {
  readonly exact: boolean;
  readonly ignoreCase: boolean;
}

function cached(cache: WeakMap<Reply, string>, reply: Reply, text: string): string {
  let folded = cache.get(reply);
  if (folded === undefined) {
    folded = fold(text);
    cache.set(reply, folded);
  }
  return folded;
}

/** The text in the form in which it is compared. */
export function comparable(text: string, { exact, ignoreCase }: Reading): string {
  const folded = exact ? text : fold(text);
  return ignoreCase ? foldCase(folded) : folded;
}

/** The reply's content in the form in which it is compared; absent content is the empty text. Folded once per reply. */
export function contentText(reply: Reply, { exact, ignoreCase }: Reading): string {
  const content = reply.content ?? '';
  const folded = exact ? content : cached(foldedContents, reply, content);
  return ignoreCase ? foldCase(folded) : folded;
}

/** `contentText`, and as long, but with the spaces inside numbers told from plain ones, as `occursIn` reads it. */
export function contentShape(reply: Reply, reading: Reading): string {
  if (reading.exact) return contentText(reply, reading);
  const folded = foldOutsideNumbers(reply.content ?? '');
  return reading.ignoreCase ? foldCase(folded) : folded;
}

/** The reply's refusal in the form in which it is compared; the empty text when there is none. */
export function refusalText(reply: Reply, { exact, ignoreCase }: Reading): string {
  const refusal = reply.refusal ?? '';
  const folded = exact ? refusal : cached(foldedRefusals, reply, refusal);
  return ignoreCase ? foldCase(folded) : folded;
}

/** The reply with other content and all else as it was. */
export function withContent(reply: Reply, content: string): Reply {
  return { ...reply, content };
}
