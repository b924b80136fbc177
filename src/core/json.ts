import { maxNesting, nestsDeeper } from './nesting.ts';

/** A JSON value, deeply readonly. */
export type JsonValue = string | number | boolean | null | JsonList | JsonObject;
export type JsonList = readonly JsonValue[];
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON text; `undefined` when it is not JSON, or nested deeper than so many levels. `null` is a value. */
export function parseJson(text: string, levels: number = maxNesting): JsonValue | undefined {
  if (nestsDeeper(text, levels)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Sets an own property whatever its name, so that a key called `__proto__` stays data. */
export function setOwn<T>(target: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}
