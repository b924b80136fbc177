import type { JsonValue } from '../core/json.ts';
import { equalByValue } from './json-difference.ts';
import type { Comparison } from './json-path-syntax.ts';

/** Compares as RFC 9535, 2.3.5.2.2 has it; `undefined` is its Nothing. Order is for two numbers or two texts only. */
export function compares(operator: Comparison, left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  switch (operator) {
    case '==':
      return same(left, right);
    case '!=':
      return !same(left, right);
    case '<':
      return less(left, right);
    case '<=':
      return less(left, right) || same(left, right);
    case '>':
      return less(right, left);
    case '>=':
      return less(right, left) || same(left, right);
  }
}

function same(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left === undefined || right === undefined ? left === right : equalByValue(left, right);
}

function less(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  return typeof left === 'string' && typeof right === 'string' && left < right;
}
