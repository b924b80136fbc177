import type { JsonValue } from '../core/json.ts';
import { excerpt } from '../core/printable.ts';
import { isJsonList } from './json-list.ts';

/** The text in single quotes, printable and bounded: a finding's detail. */
export function quoted(text: string, limit = 60): string {
  return `'${excerpt(text, limit)}'`;
}

/** `'a'|'b'|…`: the first few of the texts. */
export function quotedList(texts: readonly string[], limit = 3): string {
  const shown = texts.slice(0, limit).map((text) => quoted(text, 30));
  return [...shown, ...(texts.length > limit ? ['…'] : [])].join('|');
}

/** The JSON value as bounded, printable text; a deep or long one is told in part. */
export function shownJson(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : excerpt(brief(value, 3));
}

function brief(value: JsonValue, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = isJsonList(value);
  if (depth === 0) return isList ? '[…]' : '{…}';
  const shown = Object.entries(value)
    .slice(0, 8)
    .map(([key, item]) => (isList ? '' : `${JSON.stringify(key)}:`) + brief(item, depth - 1));
  return isList ? `[${shown.join(',')}]` : `{${shown.join(',')}}`;
}
