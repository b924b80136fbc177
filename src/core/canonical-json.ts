import { createHash } from 'node:crypto';
import type { JsonValue } from './json.ts';

/** JSON with sorted keys and no white space: equal values give equal text. Keys that are `undefined` are left out. */
export function canonicalJson(value: JsonValue | object | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item as JsonValue)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, JsonValue | undefined>;
    const parts: string[] = [];
    for (const key of Object.keys(record).sort()) {
      if (record[key] !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(record[key])}`);
    }
    return `{${parts.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** SHA-256 of the text, 64 hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The fingerprint of a value: the first 16 hexadecimal digits of the SHA-256 of its canonical JSON. */
export function fingerprint(value: JsonValue | object): string {
  return sha256(canonicalJson(value)).slice(0, 16);
}
