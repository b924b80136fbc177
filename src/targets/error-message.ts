import { isJsonObject, type JsonValue } from '../core/json.ts';

/** What an error body says, as vendors write it: one object, a list of one (Gemini), FastAPI's `detail`; null when it says nothing. */
export function errorMessage(body: JsonValue | undefined): string | null {
  if (typeof body === 'string') return body.trim() === '' ? null : body;
  if (Array.isArray(body)) return errorMessage((body as readonly JsonValue[])[0]);
  if (!isJsonObject(body)) return null;
  // FastAPI tells apart what is wrong and where; without the place the message helps nobody.
  if (Array.isArray(body.loc) && typeof body.msg === 'string') {
    const place = (body.loc as readonly JsonValue[]).filter((part) => typeof part !== 'object');
    return `${place.join('.')}: ${body.msg}`;
  }
  for (const key of ['error', 'message', 'detail', 'msg', 'errors']) {
    const message = errorMessage(body[key]);
    if (message !== null) return message;
  }
  return null;
}

/** True when the body is an error, whatever the HTTP status says. */
export function isErrorBody(body: JsonValue): boolean {
  if (Array.isArray(body)) return body.length > 0 && (body as readonly JsonValue[]).every(isErrorBody);
  if (!isJsonObject(body)) return false;
  const { error } = body;
  return isJsonObject(error) || (typeof error === 'string' && error !== '') || body.object === 'error';
}

/** True for the error with which a provider's filter refuses a prompt (documented for Azure OpenAI). */
export function isContentFilterError(body: JsonValue | undefined): boolean {
  const error = isJsonObject(body) ? body.error : undefined;
  return isJsonObject(error) && error.code === 'content_filter';
}
