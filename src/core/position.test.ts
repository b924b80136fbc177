import { expect, test } from 'vitest';
import { formatPosition, startOf } from './position.ts';

test('a place is written as editors and terminals read it', () => {
  expect(formatPosition({ file: 'cases/refund.yaml', line: 7, column: 5 })).toBe('cases/refund.yaml:7:5');
  expect(formatPosition(startOf('a.json'))).toBe('a.json:1:1');
});
