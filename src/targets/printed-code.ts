import type { FailureCode } from '../cases/outcome.ts';

/** What is printed in brackets for a failure: `http_404` or `http_503` where the status is known, else its code. */
export function printedCode(failure: {
  readonly code: FailureCode;
  readonly httpStatus?: number | null | undefined;
}): string {
  const { code, httpStatus } = failure;
  return (code === 'http_4xx' || code === 'http_5xx') && typeof httpStatus === 'number' ? `http_${httpStatus}` : code;
}
