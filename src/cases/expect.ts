import { addAll } from '../core/add-all.ts';
import { didYouMean } from '../core/nearest.ts';
import type { Position } from '../core/position.ts';
import { printable } from '../core/printable.ts';
import type { Problem } from '../core/problem.ts';
import type { MapEntry, MapNode, SourceNode } from '../files/node.ts';
import type { CheckUse } from './case.ts';
import { idPattern } from './case-schema.ts';
import type { CheckDeclaration, CheckDeclarations } from './check-declaration.ts';
import { withEntry, withItems, withValues, type FileReferences } from './file-references.ts';
import { describe, keysOf, readNode } from './issues.ts';
import type { Template } from './template.ts';

const commonKeys = ['id', 'not', 'blocking', 'template'] as const;
const later: ReadonlyMap<string, string> = new Map([
  [
    'judge',
    'a judge is refused until it holds a certificate, and none can be issued yet; use rubric to mark what a person must read',
  ],
  ['similar', 'similarity is a judge and is refused until it holds a certificate; use contains or json_path'],
]);
const notThereYet: ReadonlySet<string> = new Set([
  'tool_sequence',
  'numeric',
  'set',
  'list',
  'length',
  'language',
  'instructions',
  'cites',
  'refuses',
  'rule',
  'max_latency_ms',
  'max_cost_usd',
  'max_output_tokens',
  'custom',
]);

/** One entry of an `expect`, before its options are read. */
export interface ExpectEntry {
  readonly declaration: CheckDeclaration;
  readonly options: MapNode;
  readonly common: ReadonlyMap<string, SourceNode>;
  readonly at: Position;
}

/** What reading an `expect` needs beside its node. */
export interface ExpectReading {
  readonly declarations: CheckDeclarations;
  readonly problems: Problem[];
}

/** The entries of an `expect` in its map or list form. Faults go to `problems`. */
export function expectEntries(node: SourceNode, reading: ExpectReading): ExpectEntry[] {
  if (node.kind === 'map') {
    return [...node.entries].flatMap(([type, entry]) => mapEntry(type, entry, reading) ?? []);
  }
  if (node.kind === 'list') return node.items.flatMap((item) => listEntry(item, reading) ?? []);
  const message = `"expect" must be a map of checks or a list of them, found ${describe(node)}`;
  reading.problems.push({ code: 'CASE_WRONG_VALUE', message, at: node.at });
  return [];
}

function find(type: string, at: Position, reading: ExpectReading): CheckDeclaration | null {
  const declaration = reading.declarations.get(type);
  if (declaration) return declaration;
  const known = [...reading.declarations.keys()];
  const open = notThereYet.has(type)
    ? 'this check is not there yet; docs/reference/checks.md lists those that are'
    : undefined;
  const reason = later.get(type) ?? open ?? didYouMean(type, known) ?? `known are ${known.join(', ')}`;
  reading.problems.push({
    code: 'CASE_UNKNOWN_CHECK',
    message: `unknown check "${printable(type)}"`,
    at,
    hint: reason,
  });
  return null;
}

function mapEntry(type: string, { keyAt, value }: MapEntry, reading: ExpectReading): ExpectEntry | null {
  const declaration = find(type, keyAt, reading);
  if (!declaration) return null;
  if (value.kind === 'map' && !declaration.wholeValue) return entryOf(declaration, value, keyAt);
  if (value.kind === 'map') {
    const stray = strayOption(declaration, value);
    if (stray !== undefined) {
      const message = `"${stray}" in the map form of ${type} is read as part of its value`;
      const hint = `for an option use the list form: - { check: ${type}, value: …, ${stray}: … }`;
      reading.problems.push({
        code: 'CASE_OPTION_IN_VALUE',
        message,
        at: value.entries.get(stray)?.keyAt ?? keyAt,
        hint,
      });
      return null;
    }
  }
  const options: MapNode = { kind: 'map', at: value.at, entries: new Map([['value', { keyAt, value }]]) };
  return { declaration, options, common: new Map(), at: keyAt };
}

/** An option's name among the data of a check whose map form is the value itself. */
function strayOption(declaration: CheckDeclaration, value: MapNode): string | undefined {
  const own = keysOf(declaration.options).filter((key) => key !== 'value');
  const names = [...own, 'not', 'blocking'].filter((name) => value.entries.has(name));
  return declaration.type === 'args' || value.entries.has('value') ? names[0] : undefined;
}

function listEntry(item: SourceNode, reading: ExpectReading): ExpectEntry | null {
  if (item.kind === 'map' && !item.entries.has('check') && item.entries.size === 1) {
    const [[type, entry]] = [...item.entries] as [[string, MapEntry]];
    return mapEntry(type, entry, reading);
  }
  const name = item.kind === 'map' ? item.entries.get('check')?.value : undefined;
  if (item.kind !== 'map' || name?.kind !== 'scalar' || typeof name.value !== 'string') {
    const message = `an item of "expect" must name its check: { check: contains, value: … }, found ${describe(item)}`;
    reading.problems.push({ code: 'CASE_WRONG_VALUE', message, at: item.at });
    return null;
  }
  const declaration = find(name.value, name.at, reading);
  if (!declaration) return null;
  const entries = new Map(item.entries);
  entries.delete('check');
  return entryOf(declaration, { ...item, entries }, item.at);
}

function entryOf(declaration: CheckDeclaration, options: MapNode, at: Position): ExpectEntry {
  const entries = new Map(options.entries);
  const common = new Map<string, SourceNode>();
  for (const key of commonKeys) {
    const entry = entries.get(key);
    if (entry) common.set(key, entry.value);
    entries.delete(key);
  }
  return { declaration, options: { ...options, entries }, common, at };
}

/** What turns entries into checks: files to read, and the case's template. */
export interface CheckReading extends ExpectReading {
  readonly references: FileReferences;
  readonly template: Template;
}

/** The checks of a case: options read by each check's own schema, ids given. Faults go to `problems`. */
export function readChecks(entries: readonly ExpectEntry[], reading: CheckReading): CheckUse[] {
  const uses: CheckUse[] = [];
  const taken = new Map<string, number>();
  for (const entry of entries) {
    const use = readCheck(entry, reading);
    if (!use) continue;
    const count = (taken.get(use.id) ?? 0) + 1;
    taken.set(use.id, count);
    if (count > 1 && entry.common.has('id')) {
      reading.problems.push({
        code: 'CASE_DUPLICATE_ID',
        message: `check id "${use.id}" is there twice`,
        at: entry.at,
      });
    }
    uses.push(count === 1 ? use : { ...use, id: `${use.id}#${count}` });
  }
  return uses;
}

function readCheck(entry: ExpectEntry, reading: CheckReading): CheckUse | null {
  const { declaration, at } = entry;
  const before = reading.problems.length;
  const not = readFlag(entry, 'not', reading.problems);
  const blocking = readFlag(entry, 'blocking', reading.problems);
  const id = readId(entry, reading.problems);
  const beforeFiles = reading.problems.length;
  let options: SourceNode = withEntry(entry.options, 'value', (value) =>
    declaration.wholeValue
      ? reading.references.data(value)
      : withItems(reading.references.text(value), (item) => reading.references.text(item)),
  );
  const filesRead = reading.problems.length === beforeFiles;
  if (readFlag(entry, 'template', reading.problems)) options = filled(options, reading.template);
  if (!filesRead) return null;
  const what = `check ${declaration.type}`;
  const result = readNode(options, declaration.options, { what, within: ` in ${what}` });
  if ('problems' in result) addAll(reading.problems, result.problems);
  if (reading.problems.length > before || 'problems' in result) return null;
  const vacuous = declaration.neverFails(result.value, { not });
  if (vacuous !== null) {
    reading.problems.push({ code: 'CASE_NEVER_FAILS', message: `${declaration.type} can never fail: ${vacuous}`, at });
    return null;
  }
  return { id, type: declaration.type, options: result.value, not, blocking, at };
}

function readFlag(entry: ExpectEntry, key: 'not' | 'blocking' | 'template', problems: Problem[]): boolean {
  const node = entry.common.get(key);
  if (!node) return false;
  if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
  problems.push({
    code: 'CASE_WRONG_VALUE',
    message: `"${key}" must be true or false, found ${describe(node)}`,
    at: node.at,
  });
  return false;
}

function readId(entry: ExpectEntry, problems: Problem[]): string {
  const node = entry.common.get('id');
  if (!node) return entry.declaration.type;
  if (node.kind === 'scalar' && idPattern.test(node.source)) return node.source;
  const message = `"id" of a check may hold only letters, digits and . _ -, found ${describe(node)}`;
  problems.push({ code: 'CASE_WRONG_VALUE', message, at: node.at });
  return entry.declaration.type;
}

function filled(node: SourceNode, template: Template): SourceNode {
  if (node.kind === 'list') return withItems(node, (item) => filled(item, template));
  if (node.kind === 'map') return withValues(node, (value) => filled(value, template));
  if (typeof node.value !== 'string') return node;
  const text = template.fill(node.value);
  return { ...node, value: text, source: text };
}
