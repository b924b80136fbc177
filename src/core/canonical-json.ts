import { hash } from 'node:crypto';
import { setOwn, type JsonValue } from './json.ts';

/** JSON with keys in a fixed order and no white space: equal values give equal text. Keys that are `undefined` are left out. */
export function canonicalJson(value: JsonValue | object | undefined): string {
  return JSON.stringify(ordered(value)) ?? 'null';
}

/** The value with the keys of every map in order; the same object where they are so already, which most are. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(ordered);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record);
  let same = true;
  let before = '';
  const items: unknown[] = [];
  for (const key of keys) {
    const item = ordered(record[key]);
    if (item !== record[key] || key < before) same = false;
    before = key;
    items.push(item);
  }
  if (same) return value;
  const places = keys
    .map((_, index) => index)
    .sort((first, second) => ((keys[first] as string) < (keys[second] as string) ? -1 : 1));
  const result: Record<string, unknown> = {};
  for (const place of places) setOwn(result, keys[place] as string, items[place]);
  return result;
}

/** SHA-256 of the text, 64 hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

/** The fingerprint of a value: the first 16 hexadecimal digits of the SHA-256 of its canonical JSON. */
export function fingerprint(value: JsonValue | object): string {
  return sha256(canonicalJson(value)).slice(0, 16);
}
