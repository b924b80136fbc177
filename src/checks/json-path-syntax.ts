import type { JsonValue } from '../core/json.ts';

/** A query of RFC 9535: from the document's root (`$`) or, inside a filter, from the current node (`@`). */
export interface PathQuery {
  readonly from: 'root' | 'current';
  readonly segments: readonly PathSegment[];
}

export interface PathSegment {
  /** `..`: applied to the node and to all below it. */
  readonly descendant: boolean;
  readonly selectors: readonly PathSelector[];
}

export type PathSelector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start: number | null; readonly end: number | null; readonly step: number }
  | { readonly kind: 'filter'; readonly test: LogicalExpression };

export type LogicalExpression =
  | { readonly kind: 'or' | 'and'; readonly parts: readonly LogicalExpression[] }
  | { readonly kind: 'not'; readonly part: LogicalExpression }
  | { readonly kind: 'exists'; readonly query: PathQuery }
  | { readonly kind: 'call'; readonly call: PathCall }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: PathOperand;
      readonly right: PathOperand;
    };

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** Something that stands for a value, or in an argument for nodes. */
export type PathOperand =
  | { readonly kind: 'literal'; readonly value: JsonValue }
  | { readonly kind: 'query'; readonly query: PathQuery }
  | { readonly kind: 'call'; readonly call: PathCall };

export interface PathCall {
  readonly name: PathFunction;
  readonly operands: readonly PathOperand[];
}

export type PathFunction = 'length' | 'count' | 'value' | 'match' | 'search';

/** What each function takes and gives (RFC 9535, 2.4); `value` operands must be literals, singular queries or values. */
export const pathFunctions: Readonly<
  Record<PathFunction, { readonly takes: readonly ('value' | 'nodes')[]; readonly gives: 'value' | 'logical' }>
> = {
  length: { takes: ['value'], gives: 'value' },
  count: { takes: ['nodes'], gives: 'value' },
  value: { takes: ['nodes'], gives: 'value' },
  match: { takes: ['value', 'value'], gives: 'logical' },
  search: { takes: ['value', 'value'], gives: 'logical' },
};

/** Whether a query can select at most one node: names and indexes only. */
export function isSingular(query: PathQuery): boolean {
  return query.segments.every(
    ({ descendant, selectors }) =>
      !descendant && selectors.length === 1 && (selectors[0]?.kind === 'name' || selectors[0]?.kind === 'index'),
  );
}

/** Thrown for a path that is not RFC 9535; the message says what is wrong and at which character. */
export class PathSyntaxError extends Error {
  override readonly name = 'PathSyntaxError';
}
