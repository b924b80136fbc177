import { isJsonObject, type JsonList, type JsonValue } from '../core/json.ts';
import { compilePattern } from '../text/pattern.ts';
import { compares } from './json-path-compare.ts';
import type { LogicalExpression, PathCall, PathOperand, PathQuery, PathSelector } from './json-path-syntax.ts';
import type { WorkBudget } from './work-limit.ts';

/** One selected value and the way to it, as a list that is linked from the end. */
export interface PathNode {
  readonly value: JsonValue;
  readonly key: string | number;
  readonly parent: PathNode | null;
}

interface Scope {
  readonly root: PathNode;
  readonly budget: WorkBudget;
}

/** The keys and indexes from the root to the node. */
export function wayTo(node: PathNode): (string | number)[] {
  const way: (string | number)[] = [];
  for (let current = node; current.parent !== null; current = current.parent) way.push(current.key);
  return way.reverse();
}

/** The nodes that the path selects, in document order where the RFC leaves it open. Throws `WorkLimitError`. */
export function selectNodes(
  document: JsonValue,
  query: PathQuery,
  { budget }: { readonly budget: WorkBudget },
): PathNode[] {
  const root: PathNode = { value: document, key: '', parent: null };
  return follow(root, query, { root, budget });
}

function follow(start: PathNode, query: PathQuery, scope: Scope): PathNode[] {
  let nodes = [start];
  for (const { descendant, selectors } of query.segments) {
    const into: PathNode[] = [];
    const collecting = { ...scope, into };
    for (const node of nodes) {
      for (const visited of descendant ? withDescendants(node, scope) : [node]) {
        for (const selector of selectors) select(visited, selector, collecting);
      }
    }
    nodes = into;
  }
  return nodes;
}

function* children(node: PathNode, { budget }: Scope): Generator<PathNode> {
  const { value } = node;
  if (Array.isArray(value)) {
    for (const [key, item] of (value as JsonList).entries()) {
      budget.spend();
      yield { value: item, key, parent: node };
    }
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      budget.spend();
      yield { value: value[key] as JsonValue, key, parent: node };
    }
  }
}

// The node and all below it, parents before children; a list of its own, not the stack, as documents may be deep.
function* withDescendants(node: PathNode, scope: Scope): Generator<PathNode> {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const below = [...children(next, scope)];
    for (let child = below.pop(); child !== undefined; child = below.pop()) waiting.push(child);
  }
}

function select(node: PathNode, selector: PathSelector, scope: Scope & { readonly into: PathNode[] }): void {
  const { value } = node;
  const { into } = scope;
  scope.budget.spend();
  switch (selector.kind) {
    case 'name':
      if (isJsonObject(value) && Object.hasOwn(value, selector.name)) {
        into.push({ value: value[selector.name] as JsonValue, key: selector.name, parent: node });
      }
      return;
    case 'index': {
      if (!Array.isArray(value)) return;
      const index = selector.index < 0 ? value.length + selector.index : selector.index;
      if (index >= 0 && index < value.length) into.push({ value: value[index] as JsonValue, key: index, parent: node });
      return;
    }
    case 'wildcard':
      for (const child of children(node, scope)) into.push(child);
      return;
    case 'slice':
      if (Array.isArray(value)) {
        for (const index of sliced(value.length, selector)) {
          scope.budget.spend();
          into.push({ value: value[index] as JsonValue, key: index, parent: node });
        }
      }
      return;
    case 'filter':
      for (const child of children(node, scope)) if (holds(selector.test, child, scope)) into.push(child);
  }
}

// RFC 9535, 2.3.4.2.2.
function* sliced(length: number, { start, end, step }: Extract<PathSelector, { kind: 'slice' }>): Generator<number> {
  if (step === 0) return;
  const from = (index: number): number => (index >= 0 ? index : length + index);
  const first = from(start ?? (step > 0 ? 0 : length - 1));
  const last = end === null ? (step > 0 ? length : -1) : from(end);
  if (step > 0) {
    const upper = Math.min(Math.max(last, 0), length);
    for (let index = Math.min(Math.max(first, 0), length); index < upper; index += step) yield index;
  } else {
    const lower = Math.min(Math.max(last, -1), length - 1);
    for (let index = Math.min(Math.max(first, -1), length - 1); index > lower; index += step) yield index;
  }
}

function holds(test: LogicalExpression, node: PathNode, scope: Scope): boolean {
  scope.budget.spend();
  switch (test.kind) {
    case 'or':
      return test.parts.some((part) => holds(part, node, scope));
    case 'and':
      return test.parts.every((part) => holds(part, node, scope));
    case 'not':
      return !holds(test.part, node, scope);
    case 'exists':
      return nodesOf(test.query, node, scope).length > 0;
    case 'call':
      return callResult(test.call, node, scope) === true;
    case 'compare':
      return compares(test.operator, valueOf(test.left, node, scope), valueOf(test.right, node, scope));
  }
}

function nodesOf(query: PathQuery, node: PathNode, scope: Scope): PathNode[] {
  return follow(query.from === 'root' ? scope.root : node, query, scope);
}

// `undefined` is the RFC's Nothing.
function valueOf(operand: PathOperand, node: PathNode, scope: Scope): JsonValue | undefined {
  switch (operand.kind) {
    case 'literal':
      return operand.value;
    case 'query':
      return nodesOf(operand.query, node, scope)[0]?.value;
    case 'call':
      return callResult(operand.call, node, scope);
  }
}

function callResult({ name, operands }: PathCall, node: PathNode, scope: Scope): JsonValue | undefined {
  const [first, second] = operands as [PathOperand, PathOperand | undefined];
  if (name === 'count' || name === 'value') {
    const nodes = first.kind === 'query' ? nodesOf(first.query, node, scope) : [];
    if (name === 'count') return nodes.length;
    return nodes.length === 1 ? nodes[0]?.value : undefined;
  }
  const value = valueOf(first, node, scope);
  if (name === 'length') return lengthOf(value, scope);
  const pattern = second === undefined ? undefined : valueOf(second, node, scope);
  if (typeof value !== 'string' || typeof pattern !== 'string') return false;
  scope.budget.spend(value.length);
  const compiled = compilePattern(interoperable(pattern), { full: name === 'match' });
  return 'pattern' in compiled && compiled.pattern.test(value);
}

// In an I-Regexp (RFC 9485) the dot takes neither CR nor LF.
function interoperable(pattern: string): string {
  return pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\./g, (piece) => (piece === '.' ? '[^\\n\\r]' : piece));
}

function lengthOf(value: JsonValue | undefined, { budget }: Scope): number | undefined {
  if (typeof value === 'string') {
    budget.spend(value.length);
    return [...value].length;
  }
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : undefined;
}
