import { isJsonObject, type JsonValue } from '../core/json.ts';
import { isJsonList } from './json-list.ts';

/** Why a text that begins with `/` is no JSON pointer (RFC 6901); null when it is one. */
export function pointerProblem(key: string): string | null {
  if (key.startsWith('/') && /~(?![01])/.test(key)) return 'in a JSON pointer ~ is written ~0, and / inside a key ~1';
  return null;
}

/** The keys on the way: of a JSON pointer when the text begins with `/`, else the one key that the text is. */
export function pathTokens(key: string): readonly string[] {
  if (!key.startsWith('/')) return [key];
  return key
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerOf(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The value at the end of the way; undefined when there is none. */
export function valueAt(value: JsonValue, tokens: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const token of tokens) {
    if (isJsonList(current)) current = /^(0|[1-9]\d{0,9})$/.test(token) ? current[Number(token)] : undefined;
    else if (isJsonObject(current)) current = Object.hasOwn(current, token) ? current[token] : undefined;
    else return undefined;
  }
  return current;
}
