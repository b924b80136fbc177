import type { IncomingHttpHeaders } from 'node:http';

/**
 * The wait that a response asks for in milliseconds: `retry-after-ms`, else `Retry-After` in seconds or as an HTTP date
 * (RFC 9110, 10.2.3). Null when there is none that can be read; 0 for a date that has passed.
 * @param nowMs the wall clock; used for a date only where the response has no `Date` of its own, so that a clock that is
 *   wrong on either side does not change the wait
 */
export function retryAfterMs(headers: IncomingHttpHeaders, nowMs: number): number | null {
  const exact = amount(first(headers['retry-after-ms']));
  if (exact !== null) return exact;
  const asked = first(headers['retry-after']);
  const seconds = amount(asked);
  if (seconds !== null) return seconds * 1000;
  const date = httpDate(asked);
  if (date === null) return null;
  return Math.max(0, date - (httpDate(first(headers.date)) ?? nowMs));
}

function first(value: string | readonly string[] | undefined): string {
  return (typeof value === 'string' ? value : (value?.[0] ?? '')).trim();
}

function amount(text: string): number | null {
  return /^\d{1,12}(?:\.\d*)?$/.test(text) ? Number(text) : null;
}

const forms = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/, // as servers must send it
  /^[A-Z][a-z]+, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/, // RFC 850
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/, // asctime, which means GMT and does not say so
];

function httpDate(text: string): number | null {
  if (!forms.some((form) => form.test(text))) return null;
  const parsed = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(parsed) ? null : parsed;
}
