import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, type Document, type Node, type YAMLMap } from 'yaml';
import type { Position } from '../core/position.ts';
import { printable } from '../core/printable.ts';
import { InputError, type Problem } from '../core/problem.ts';
import type { ListNode, MapEntry, MapNode, ScalarNode, SourceNode } from './node.ts';
import { Lines } from './text-file.ts';

const maxDepth = 100;
/** Brackets, list signs or anchors piled up as no writer does: the parser's work on them grows with their square. */
const pileUp = /(?:[[{][ \t\r\n]*){1000}|(?:[-?:][ \t]+){1000}|(?:[&!*]\S{0,100}[ \t\r\n]+){21}/;
/** Nodes that aliases may add: enough for shared defaults of thousands of cases, far below what a bomb needs. */
const maxAliasedNodes = 200_000;

/**
 * The documents of a YAML 1.2 text; merge keys (`<<`) are followed. An empty document is a null scalar.
 * @param duplicates where given, keys that are there twice are told there and the first of them is kept
 * @throws InputError with all faults of the text, each with its place
 */
export function parseYaml(text: string, file: string, duplicates?: Problem[]): SourceNode[] {
  const lines = new Lines(text, file);
  const hostile = pileUp.exec(text);
  if (hostile) throw new InputError(tooDeep(lines.at(hostile.index)));
  let documents: Document.Parsed[];
  try {
    documents = parseAllDocuments(text, {
      version: '1.2',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    }) as Document.Parsed[];
  } catch (error) {
    throw new InputError(crashProblem(error, lines));
  }
  const problems: Problem[] = [];
  for (const document of documents) {
    for (const fault of [...document.errors, ...document.warnings]) {
      problems.push(syntaxProblem(fault, text, lines));
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  const nodes = documents.map((document) => new Reader(lines, problems, duplicates ?? problems).read(document));
  if (problems.length > 0) throw new InputError(problems);
  return nodes;
}

function crashProblem(error: unknown, lines: Lines): Problem {
  if (error instanceof RangeError) return tooDeep(lines.at(0));
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'YAML_SYNTAX', message: `is not YAML: ${firstLine(message)}`, at: lines.at(0) };
}

/** What the parser's codes mean to somebody who wrote a text, not YAML. */
const hints: Readonly<Record<string, string>> = {
  BAD_DQ_ESCAPE: 'in double quotes a backslash begins an escape: use single quotes for a pattern',
  BLOCK_AS_IMPLICIT_KEY: 'put quotes around a text that has ": " in it, and look at the indentation',
  BAD_INDENT: 'is a bracket left open, or does a text hold " #", which begins a comment? put quotes around it',
  MISSING_CHAR: 'a quote is left open',
  TAB_AS_INDENT: 'indent with spaces',
  BAD_ALIAS: 'put quotes around a text that begins with *',
  BAD_SCALAR_START: 'put quotes around a text that begins with a sign',
};

function syntaxProblem(
  fault: { message: string; pos: readonly number[]; code: string },
  text: string,
  lines: Lines,
): Problem {
  const offset = fault.pos[0] ?? 0;
  const at = lines.at(offset);
  if (/call stack/i.test(fault.message)) return tooDeep(at);
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1).split('\n', 1)[0] ?? '';
  const braces = /[:-]\s+\{\{/.test(line);
  return {
    code: 'YAML_SYNTAX',
    message: `is not YAML: ${firstLine(fault.message)}`,
    at,
    hint: braces ? 'put quotes around a text that begins with {{' : hints[fault.code],
  };
}

function firstLine(message: string): string {
  const line = message.split('\n', 1)[0] ?? message;
  return line.charAt(0).toLowerCase() + line.slice(1);
}

function tooDeep(at: Position): Problem {
  return { code: 'YAML_TOO_DEEP', message: `is nested deeper than ${maxDepth} levels`, at };
}

/** Walks one document; faults are collected, and what is faulty reads as null. */
class Reader {
  readonly #lines: Lines;
  readonly #problems: Problem[];
  readonly #duplicates: Problem[];
  readonly #anchors = new Map<string, Node>();
  readonly #open = new Set<Node>();
  #aliasedNodes = 0;
  #inAlias = 0;

  constructor(lines: Lines, problems: Problem[], duplicates: Problem[]) {
    this.#lines = lines;
    this.#problems = problems;
    this.#duplicates = duplicates;
  }

  read(document: Document.Parsed): SourceNode {
    const start = this.#lines.at(document.contents?.range[0] ?? document.range[0]);
    return document.contents === null ? nullScalar(start) : this.#node(document.contents, 0);
  }

  #node(node: Node, depth: number): SourceNode {
    const at = this.#lines.at(node.range?.[0] ?? 0);
    if (this.#inAlias > 0) this.#aliasedNodes += 1;
    if (depth > maxDepth) return this.#fault(tooDeep(at));
    if (isAlias(node)) return this.#alias(node.source, at, depth);
    if (node.anchor) this.#anchors.set(node.anchor, node);
    if (isScalar(node)) return this.#scalar(node, at);
    this.#open.add(node);
    try {
      if (isMap(node)) return this.#map(node, at, depth);
      if (isSeq(node)) return this.#list(node.items as (Node | null)[], at, depth);
    } finally {
      this.#open.delete(node);
    }
    return this.#fault({ code: 'YAML_SYNTAX', message: 'cannot be read as text, list or map', at });
  }

  #scalar(
    node: { value: unknown; source?: string; type?: string; comment?: string | null | undefined },
    at: Position,
  ): SourceNode {
    const { value } = node;
    // `order #5 status`: a comment is written with a space after its sign; this is a text that was cut off.
    if (typeof value === 'string' && node.type === 'PLAIN' && /^[^\s#!-]/.test(node.comment ?? '')) {
      const message = `the text ends before "#${printable(node.comment?.slice(0, 20) ?? '')}", which YAML reads as a comment`;
      this.#problems.push({
        code: 'YAML_SYNTAX',
        message,
        at,
        hint: 'put quotes around the text, or a space after the #',
      });
    }
    if (typeof value === 'string') return { kind: 'scalar', at, value, source: value };
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
      return { kind: 'scalar', at, value, source: node.source ?? String(value) };
    }
    return this.#fault({ code: 'YAML_SYNTAX', message: 'is no text, number, true, false or null', at });
  }

  #alias(name: string, at: Position, depth: number): SourceNode {
    const target = this.#anchors.get(name);
    if (!target) return this.#fault({ code: 'YAML_ALIAS', message: `*${name} points to nothing above it`, at });
    if (this.#open.has(target)) return this.#fault({ code: 'YAML_ALIAS', message: `*${name} contains itself`, at });
    if (this.#aliasedNodes > maxAliasedNodes) {
      const told = this.#aliasedNodes === Infinity;
      this.#aliasedNodes = Infinity;
      return told
        ? nullScalar(at)
        : this.#fault({ code: 'YAML_ALIAS', message: 'aliases multiply to more than can be read', at });
    }
    this.#inAlias += 1;
    const result = this.#node(target, depth + 1);
    this.#inAlias -= 1;
    return result;
  }

  #list(items: readonly (Node | null)[], at: Position, depth: number): ListNode {
    return {
      kind: 'list',
      at,
      items: items.map((item) => (item === null ? nullScalar(at) : this.#node(item, depth + 1))),
    };
  }

  #map(node: YAMLMap, at: Position, depth: number): MapNode {
    const entries = new Map<string, MapEntry>();
    const merged: MapNode[] = [];
    for (const pair of node.items) {
      const keyNode = pair.key as Node | null;
      const key = this.#key(keyNode, node, at);
      if (key === null) continue;
      const keyAt = this.#lines.at(keyNode?.range?.[0] ?? 0);
      const value = pair.value === null ? nullScalar(keyAt) : this.#node(pair.value as Node, depth + 1);
      if (key === '<<' && isScalar(keyNode) && keyNode.type === 'PLAIN') {
        this.#merge(value, merged, keyAt);
      } else if (entries.has(key)) {
        this.#duplicates.push({ code: 'FILE_DUPLICATE_KEY', message: `key "${key}" is there twice`, at: keyAt });
      } else {
        entries.set(key, { keyAt, value });
      }
    }
    for (const map of merged) {
      for (const [key, entry] of map.entries) if (!entries.has(key)) entries.set(key, entry);
    }
    return { kind: 'map', at, entries };
  }

  #merge(value: SourceNode, merged: MapNode[], at: Position): void {
    const maps = value.kind === 'list' ? value.items : [value];
    for (const map of maps) {
      if (map.kind === 'map') merged.push(map);
      else this.#problems.push({ code: 'YAML_ALIAS', message: '<< takes a map or a list of maps', at });
    }
  }

  #key(node: Node | null, map: YAMLMap, mapAt: Position): string | null {
    const at = node?.range ? this.#lines.at(node.range[0]) : mapAt;
    if (isScalar(node)) {
      const key = typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
      if (key !== '__proto__' && node.value !== null) return key;
      const message = key === '__proto__' ? 'a key may not be called __proto__' : 'a key is missing before ":"';
      this.#problems.push({ code: 'FILE_BAD_KEY', message, at });
      return null;
    }
    if (isMap(node) && map.flow && node.flow) {
      const name = node.items.length === 1 && isScalar(node.items[0]?.key) ? String(node.items[0].key.value) : 'name';
      const message = `{{${name}}} without quotes is a map in YAML: write "{{${name}}}" in quotes`;
      this.#problems.push({ code: 'YAML_UNQUOTED_BRACES', message, at: mapAt });
      return null;
    }
    this.#problems.push({ code: 'FILE_BAD_KEY', message: 'a key must be a plain text', at });
    return null;
  }

  #fault(problem: Problem): ScalarNode {
    this.#problems.push(problem);
    return nullScalar(problem.at as Position);
  }
}

function nullScalar(at: Position): ScalarNode {
  return { kind: 'scalar', at, value: null, source: '' };
}
