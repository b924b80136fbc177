import { pathReader, type PathReader } from './json-path-reader.ts';
import {
  isSingular,
  pathFunctions,
  PathSyntaxError,
  type Comparison,
  type LogicalExpression,
  type PathCall,
  type PathFunction,
  type PathOperand,
  type PathQuery,
  type PathSegment,
  type PathSelector,
} from './json-path-syntax.ts';

const deepest = 50;
const comparisons: readonly Comparison[] = ['==', '!=', '<=', '>=', '<', '>'];

// Operands and filters nest: the depth is carried along so that a hostile path cannot exhaust the stack.
interface Reading {
  readonly reader: PathReader;
  readonly depth: number;
}

function deeper({ reader, depth }: Reading): Reading {
  if (depth >= deepest) throw reader.fault(`more than ${deepest} levels`);
  return { reader, depth: depth + 1 };
}

/** Parses a path of RFC 9535; throws `PathSyntaxError`. */
export function parsePath(source: string): PathQuery {
  const reader = pathReader(source);
  reader.expect('$');
  const segments = readSegments({ reader, depth: 0 });
  if (reader.peek() !== '') throw reader.fault(`"${reader.peek()}" is not expected`);
  return { from: 'root', segments };
}

/** Why the path cannot be used, in plain words; null when it can. */
export function pathProblem(source: string): string | null {
  try {
    parsePath(source);
    return null;
  } catch (error) {
    if (!(error instanceof PathSyntaxError)) throw error;
    return `is no JSONPath (RFC 9535): ${error.message}`;
  }
}

function readSegments(reading: Reading): PathSegment[] {
  const { reader } = reading;
  const segments: PathSegment[] = [];
  for (;;) {
    const place = reader.place();
    reader.blanks();
    const descendant = reader.take('..');
    if (reader.peek() === '[') segments.push({ descendant, selectors: readBrackets(reading) });
    else if (descendant || reader.take('.')) segments.push({ descendant, selectors: [readShorthand(reader)] });
    else {
      reader.rewind(place);
      return segments;
    }
  }
}

function readShorthand(reader: PathReader): PathSelector {
  if (reader.take('*')) return { kind: 'wildcard' };
  const name = reader.name();
  if (name === null) throw reader.fault('a name or * is missing');
  return { kind: 'name', name };
}

function readBrackets(reading: Reading): PathSelector[] {
  const { reader } = reading;
  reader.expect('[');
  const selectors: PathSelector[] = [];
  do {
    reader.blanks();
    selectors.push(readSelector(reading));
    reader.blanks();
  } while (reader.take(','));
  reader.expect(']');
  return selectors;
}

function readSelector(reading: Reading): PathSelector {
  const { reader } = reading;
  const name = reader.string();
  if (name !== null) return { kind: 'name', name };
  if (reader.take('*')) return { kind: 'wildcard' };
  if (reader.take('?')) {
    reader.blanks();
    return { kind: 'filter', test: readOr(deeper(reading)) };
  }
  const start = reader.integer();
  const place = reader.place();
  reader.blanks();
  if (reader.take(':')) return readSlice(reader, start);
  reader.rewind(place);
  if (start === null) throw reader.fault('a name in quotes, a number, *, a slice or a filter is missing');
  return { kind: 'index', index: start };
}

function readSlice(reader: PathReader, start: number | null): PathSelector {
  reader.blanks();
  const end = reader.integer();
  if (end !== null) reader.blanks();
  if (!reader.take(':')) return { kind: 'slice', start, end, step: 1 };
  reader.blanks();
  return { kind: 'slice', start, end, step: reader.integer() ?? 1 };
}

function readOr(reading: Reading): LogicalExpression {
  return readChain(reading, { kind: 'or', mark: '||', next: readAnd });
}

function readAnd(reading: Reading): LogicalExpression {
  return readChain(reading, { kind: 'and', mark: '&&', next: readBasic });
}

function readChain(
  reading: Reading,
  { kind, mark, next }: { kind: 'or' | 'and'; mark: string; next: (reading: Reading) => LogicalExpression },
): LogicalExpression {
  const { reader } = reading;
  const first = next(reading);
  const parts = [first];
  for (;;) {
    const place = reader.place();
    reader.blanks();
    if (!reader.take(mark)) {
      reader.rewind(place);
      return parts.length === 1 ? first : { kind, parts };
    }
    reader.blanks();
    parts.push(next(reading));
  }
}

function readBasic(reading: Reading): LogicalExpression {
  const { reader } = reading;
  if (reader.take('!')) {
    reader.blanks();
    return {
      kind: 'not',
      part: reader.peek() === '(' ? readParentheses(reading) : asTest(readOperand(reading), reader),
    };
  }
  if (reader.peek() === '(') return readParentheses(reading);
  const left = readOperand(reading);
  const place = reader.place();
  reader.blanks();
  const operator = comparisons.find((candidate) => reader.take(candidate));
  if (operator === undefined) {
    reader.rewind(place);
    return asTest(left, reader);
  }
  reader.blanks();
  const right = readOperand(reading);
  requireValue(left, reader);
  requireValue(right, reader);
  return { kind: 'compare', operator, left, right };
}

function readParentheses(reading: Reading): LogicalExpression {
  const { reader } = reading;
  reader.expect('(');
  reader.blanks();
  const inner = readOr(deeper(reading));
  reader.blanks();
  reader.expect(')');
  return inner;
}

function readOperand(reading: Reading): PathOperand {
  const { reader } = reading;
  const string = reader.string();
  if (string !== null) return { kind: 'literal', value: string };
  if (reader.take('@')) return { kind: 'query', query: { from: 'current', segments: readSegments(deeper(reading)) } };
  if (reader.take('$')) return { kind: 'query', query: { from: 'root', segments: readSegments(deeper(reading)) } };
  const number = reader.number();
  if (number !== null) return { kind: 'literal', value: number };
  const word = reader.functionName();
  if (word === null) throw reader.fault('a value, @, $ or a function is missing');
  if (reader.peek() === '(') return { kind: 'call', call: readCall(word, deeper(reading)) };
  if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
  if (word === 'null') return { kind: 'literal', value: null };
  throw reader.fault(`"${word}" is neither a value nor a call`);
}

function readCall(word: string, reading: Reading): PathCall {
  const { reader } = reading;
  if (!Object.hasOwn(pathFunctions, word)) {
    throw reader.fault(`unknown function "${word}" (there are ${Object.keys(pathFunctions).join(', ')})`);
  }
  const name = word as PathFunction;
  const { takes } = pathFunctions[name];
  const operands: PathOperand[] = [];
  reader.expect('(');
  for (const [index, type] of takes.entries()) {
    if (index > 0) reader.expect(',');
    reader.blanks();
    const operand = readOperand(reading);
    if (type === 'value') requireValue(operand, reader);
    else if (operand.kind !== 'query') throw reader.fault(`${name}() takes a path`);
    operands.push(operand);
    reader.blanks();
  }
  reader.expect(')');
  return { name, operands };
}

function requireValue(operand: PathOperand, reader: PathReader): void {
  if (operand.kind === 'query' && !isSingular(operand.query)) {
    throw reader.fault('a path that can select several nodes stands for no one value, before or');
  }
  if (operand.kind === 'call' && pathFunctions[operand.call.name].gives !== 'value') {
    throw reader.fault(`${operand.call.name}() gives no value that could be compared, before or`);
  }
}

function asTest(operand: PathOperand, reader: PathReader): LogicalExpression {
  switch (operand.kind) {
    case 'query':
      return { kind: 'exists', query: operand.query };
    case 'call':
      if (pathFunctions[operand.call.name].gives === 'logical') return { kind: 'call', call: operand.call };
      throw reader.fault(`${operand.call.name}() gives a value: compare it with something, before or`);
    case 'literal':
      throw reader.fault('a value alone tests nothing: compare it with something, before or');
  }
}
