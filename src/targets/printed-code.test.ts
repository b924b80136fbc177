import { expect, test } from 'vitest';
import { printedCode } from './printed-code.ts';

test.each([
  [{ code: 'http_4xx', httpStatus: 404 }, 'http_404'],
  [{ code: 'http_5xx', httpStatus: 503 }, 'http_503'],
  [{ code: 'http_429', httpStatus: 429 }, 'http_429'],
  [{ code: 'http_4xx' }, 'http_4xx'],
  [{ code: 'bad_body', httpStatus: 200 }, 'bad_body'],
  [{ code: 'timeout', httpStatus: null }, 'timeout'],
] as const)('%j is printed as %s', (failure, code) => {
  expect(printedCode(failure)).toBe(code);
});
