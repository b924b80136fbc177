import type { JsonList } from '../core/json.ts';

/** Whether the value is a JSON list; unlike `Array.isArray` it keeps the items' type. */
export function isJsonList(value: unknown): value is JsonList {
  return Array.isArray(value);
}
