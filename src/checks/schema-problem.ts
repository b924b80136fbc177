import type { JsonObject, JsonValue } from '../core/json.ts';
import { excerpt } from '../core/printable.ts';

/** Thrown inside the validator for a pattern that RE2 refuses. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Why a schema does not compile, in plain words. */
export function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof PatternError) return message;
  const unknown = /^strict mode: unknown keyword: "(.*)"$/.exec(message)?.[1];
  if (unknown !== undefined) return `"${excerpt(unknown)}" is no keyword of JSON Schema`;
  const untyped = /^strict mode: missing type "(.*)" for keyword "(.*)" at/.exec(message);
  if (untyped) {
    const [, type = '', keyword = ''] = untyped;
    return `"${keyword}" works on type ${type} only and lets all else pass: add type: ${type} beside it`;
  }
  const reference = /^can't resolve reference (\S+)/.exec(message)?.[1];
  if (reference !== undefined) return `$ref ${excerpt(reference)} leads nowhere`;
  return excerpt(
    message.replace(/^strict mode: /, '').replace(/^schema is invalid: data/, 'it is no valid schema: '),
    200,
  );
}

/** Whether the schema has names of its own ($id), and a reference that is no part of it: another file's or host's. */
export function references(schema: JsonValue): { readonly named: boolean; readonly remote: string | null } {
  const ids = new Set<string>();
  const found: string[] = [];
  const waiting: JsonValue[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const { $id: id, $ref: reference, $dynamicRef: dynamic } = next as JsonObject;
    if (typeof id === 'string') ids.add(id.replace(/#$/, ''));
    for (const item of [reference, dynamic]) if (typeof item === 'string') found.push(item);
    for (const item of Object.values(next)) waiting.push(item);
  }
  const isOwn = (reference: string): boolean => {
    const [base = ''] = reference.split('#');
    if (base === '' || ids.has(base) || /^https?:\/\/json-schema\.org\//.test(base)) return true;
    return [...ids].some((id) => URL.canParse(base, id) && ids.has(new URL(base, id).href));
  };
  return { named: ids.size > 0, remote: found.find((reference) => !isOwn(reference)) ?? null };
}
