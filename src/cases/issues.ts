import { z } from 'zod';
import { didYouMean } from '../core/nearest.ts';
import type { Position } from '../core/position.ts';
import { printable } from '../core/printable.ts';
import { formatProblem, type Problem } from '../core/problem.ts';
import type { SourceNode } from '../files/node.ts';
import { plainValue } from './values.ts';

/** What reading a node by a schema gives: the value, or what is wrong with it. */
export type ReadResult<T> = { readonly value: T } | { readonly problems: readonly Problem[] };

/** How messages name what is read (`case`, `config`), and where its keys lie when that is not plain (` in check args`). */
export interface Naming {
  readonly what: string;
  readonly within?: string;
  /** Texts may be secrets that stand in the wrong place: messages do not show them. */
  readonly quiet?: boolean;
}

/** Reads a node by a schema; every fault is told at its own place. */
export function readNode<T>(node: SourceNode, schema: z.ZodType<T>, naming: Naming): ReadResult<T> {
  const result = schema.safeParse(plainValue(node));
  if (result.success) return { value: result.data };
  const problems = result.error.issues.flatMap((issue) => issueProblems(issue, node, { schema, ...naming }));
  return { problems: [...new Map(problems.map((problem) => [formatProblem(problem), problem])).values()] };
}

interface Reading extends Naming {
  readonly schema: z.ZodType;
}

function issueProblems(
  issue: z.core.$ZodIssue,
  root: SourceNode,
  { schema, what, within = '', quiet = false }: Reading,
): Problem[] {
  const written = issue.path.filter((_, depth) => !isWrapped(root, issue.path.slice(0, depth + 1)));
  const missing = written.findIndex((_, depth) => nodeAt(root, written.slice(0, depth + 1)) === undefined);
  const path = missing < 0 ? written : written.slice(0, missing + 1);
  const scalar = scalarOn(root, path, { inside: issue.code === 'unrecognized_keys' });
  if (scalar !== null) {
    const whole = scalar.length > 0 ? `"${scalar.map(String).join('.')}"${within}` : `the ${what}`;
    const found = nodeAt(root, scalar) ?? root;
    const message = `${whole} must be a map, found ${describe(found)}`;
    return [{ code: 'CASE_WRONG_VALUE', message, at: found.at }];
  }
  const node = nodeAt(root, path) ?? root;
  const name = path.length > 0 ? `"${path.map(String).join('.')}"${within}` : `the ${what}`;
  if (issue.code === 'unrecognized_keys') {
    const known = keysOf(schemaAt(schema, path));
    const where = path.length > 0 ? name : what;
    const told = issue.keys.slice(0, mostUnknownKeys).map((key) => unknownKey(key, { node, known, where }));
    const rest = issue.keys.length - told.length;
    if (rest === 0) return told;
    return [...told, { code: 'CASE_UNKNOWN_KEY', message: `and ${rest} more unknown keys in ${where}`, at: node.at }];
  }
  const seen = nodeAt(root, path);
  const at = seen?.at ?? parentOf(root, path).at;
  if (seen === undefined && issue.code !== 'custom') {
    return [{ code: 'CASE_MISSING_KEY', message: `${name} is missing`, at }];
  }
  return [{ code: 'CASE_WRONG_VALUE', message: sentence(name, explain(issue, seen, quiet)), at }];
}

/** The way to a scalar that the schema read as a map, for it travels as an object (`PlainScalar`); null where there is none. */
function scalarOn(
  root: SourceNode,
  path: readonly PropertyKey[],
  { inside }: { readonly inside: boolean },
): readonly PropertyKey[] | null {
  for (let length = 0; length < path.length + (inside ? 1 : 0); length += 1) {
    if (nodeAt(root, path.slice(0, length))?.kind === 'scalar') return path.slice(0, length);
  }
  return null;
}

function sentence(name: string, explanation: string): string {
  return /^(must|may|can|is|has|goes) /.test(explanation) ? `${name} ${explanation}` : `${name}: ${explanation}`;
}

function unknownKey(key: string, place: { node: SourceNode; known: readonly string[]; where: string }): Problem {
  const at = keyPosition(place.node, key) ?? place.node.at;
  const message = `unknown key "${printable(key)}" in ${place.where}`;
  const known = place.known.length > 0 && place.known.length <= 12 ? `known are ${place.known.join(', ')}` : undefined;
  return { code: 'CASE_UNKNOWN_KEY', message, at, hint: didYouMean(key, place.known) ?? known };
}

function explain(issue: z.core.$ZodIssue, node: SourceNode | undefined, quiet: boolean): string {
  const isText = node?.kind === 'scalar' && typeof node.value === 'string';
  const saw = quiet && isText ? 'a text' : node ? describe(node) : 'nothing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}, found ${saw}`;
    case 'invalid_value': {
      const values = issue.values.map(String);
      const hint = node?.kind === 'scalar' && values.length > 1 ? didYouMean(node.source, values) : undefined;
      return `must be ${values.join(' or ')}, found ${saw}${hint ? `; ${hint}` : ''}`;
    }
    case 'too_small':
      if (issue.origin !== 'number') return 'must not be empty';
      return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}, found ${saw}`;
    case 'too_big':
      return `must be at most ${issue.maximum}, found ${saw}`;
    case 'invalid_union': {
      if (issue.discriminator !== undefined) return issue.message;
      const closest = issue.errors.map((errors) => errors[0]).find((first) => first && first.path.length > 0);
      const first = closest ?? issue.errors[0]?.[0];
      return first
        ? `${first.path.length > 0 ? `at ${first.path.join('.')} ` : ''}${explain(first, node, quiet)}`
        : `cannot be ${saw}`;
    }
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return issue.message;
  }
}

/** A map with more unknown keys than this is no slip of the pen; the rest is counted. */
const mostUnknownKeys = 50;

const articles: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
};

function article(expected: string): string {
  return articles[expected] ?? expected;
}

/** What a node is, for messages: `the text "x"`, `a list`, `nothing`. */
export function describe(node: SourceNode): string {
  if (node.kind === 'list') return node.items.length === 0 ? 'an empty list' : 'a list';
  if (node.kind === 'map') return node.entries.size === 0 ? 'an empty map' : 'a map';
  if (node.value === null) return 'nothing';
  const source = printable(node.source.length > 40 ? `${node.source.slice(0, 39)}…` : node.source);
  return typeof node.value === 'string' ? `the text "${source}"` : source;
}

/** True for the step into the one item of a list that was written without its brackets. */
function isWrapped(root: SourceNode, path: readonly PropertyKey[]): boolean {
  const parent = nodeAt(root, path.slice(0, -1));
  return path.at(-1) === 0 && parent !== undefined && parent.kind !== 'list';
}

/** The node below `root` that a path leads to, by keys and places in lists. */
export function nodeAt(root: SourceNode, path: readonly PropertyKey[]): SourceNode | undefined {
  let node: SourceNode | undefined = root;
  for (const step of path) {
    if (node?.kind === 'map') node = node.entries.get(String(step))?.value;
    else if (node?.kind === 'list') node = node.items[Number(step)];
    else return undefined;
  }
  return node;
}

function parentOf(root: SourceNode, path: readonly PropertyKey[]): SourceNode {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const node = nodeAt(root, path.slice(0, length));
    if (node) return node;
  }
  return root;
}

/** The place of a key of a map node. */
export function keyPosition(node: SourceNode, key: string): Position | undefined {
  return node.kind === 'map' ? node.entries.get(key)?.keyAt : undefined;
}

/** The keys that an object schema knows; empty for other schemas. */
export function keysOf(schema: z.ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  let current: z.ZodType | undefined = unwrapped(schema);
  for (const step of path) {
    if (current instanceof z.ZodObject) current = current.shape[String(step)] as z.ZodType | undefined;
    else if (current instanceof z.ZodArray) current = current.element as z.ZodType;
    else if (current instanceof z.ZodRecord) current = current.valueType as z.ZodType;
    else return undefined;
    if (current) current = unwrapped(current);
  }
  return current;
}

function unwrapped(schema: z.ZodType): z.ZodType {
  let current = schema;
  for (;;) {
    if (current instanceof z.ZodOptional || current instanceof z.ZodNullable || current instanceof z.ZodDefault) {
      current = current.unwrap() as z.ZodType;
    } else if (current instanceof z.ZodPipe) {
      current = (current.in instanceof z.ZodTransform ? current.out : current.in) as z.ZodType;
    } else return current;
  }
}
