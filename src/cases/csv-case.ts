import { didYouMean } from '../core/nearest.ts';
import { printable } from '../core/printable.ts';
import { InputError, type Problem } from '../core/problem.ts';
import type { CsvCell, CsvTable } from '../files/csv-file.ts';
import type { MapEntry, MapNode, SourceNode } from '../files/node.ts';
import { parseYaml } from '../files/yaml-file.ts';

/** More faulty headings than this are no slip of the pen; the rest is counted. */
const mostFaultyHeadings = 50;
const plainColumns = ['id', 'user', 'reference', 'control'];

/**
 * The rows of a table as native cases: `id`, `user`, `reference`, `control`, `expect.<check>`, `vars.<name>`. A cell of a
 * check is a YAML flow value; an empty cell is left out. Faults go to `problems`.
 */
export function csvCases({ header, rows }: CsvTable, problems: Problem[]): MapNode[] {
  const before = problems.length;
  for (const [index, cell] of header.entries()) {
    if (problems.length - before >= mostFaultyHeadings) {
      problems.push({
        code: 'CASE_UNKNOWN_KEY',
        message: `and up to ${header.length - index} more columns`,
        at: cell.at,
      });
      break;
    }
    checkHeading(cell, problems);
  }
  if (problems.length > before) return [];
  return rows.map((row) => rowCase(header, row, problems));
}

function checkHeading({ value, at }: CsvCell, problems: Problem[]): void {
  const name = value.trim();
  if (/^(expect|vars)\.__proto__$/.test(name)) {
    problems.push({ code: 'FILE_BAD_KEY', message: 'a key may not be called __proto__', at });
    return;
  }
  if (plainColumns.includes(name) || /^(expect|vars)\.\S+$/.test(name)) return;
  const known = [...plainColumns, 'expect.contains', 'expect.equals', 'vars.name'];
  const hint = didYouMean(name, known) ?? 'columns are id, user, reference, control, expect.<check>, vars.<name>';
  problems.push({ code: 'CASE_UNKNOWN_KEY', message: `unknown column "${printable(name)}"`, at, hint });
}

function rowCase(header: readonly CsvCell[], row: readonly CsvCell[], problems: Problem[]): MapNode {
  const at = row[0]?.at ?? header[0]?.at ?? { file: '', line: 1, column: 1 };
  const entries = new Map<string, MapEntry>();
  const groups = { expect: new Map<string, MapEntry>(), vars: new Map<string, MapEntry>() };
  for (const [index, heading] of header.entries()) {
    const cell = row[index];
    if (cell === undefined) continue;
    const name = heading.value.trim();
    const [group, ...rest] = name.split('.');
    if (group === 'vars') groups.vars.set(rest.join('.'), entry(cell, textNode(cell)));
    else if (cell.value.trim() === '') continue;
    else if (group === 'expect') groups.expect.set(rest.join('.'), entry(cell, flowNode(cell, problems)));
    else if (name === 'control') entries.set('mutate', entry(cell, mapNode(cell, 'completion')));
    else entries.set(name, entry(cell, textNode(cell)));
  }
  for (const [name, map] of Object.entries(groups)) {
    if (map.size > 0) entries.set(name, { keyAt: at, value: { kind: 'map', at, entries: map } });
  }
  return { kind: 'map', at, entries };
}

function entry(cell: CsvCell, value: SourceNode): MapEntry {
  return { keyAt: cell.at, value };
}

function textNode(cell: CsvCell): SourceNode {
  return { kind: 'scalar', at: cell.at, value: cell.value, source: cell.value };
}

function mapNode(cell: CsvCell, key: string): MapNode {
  return { kind: 'map', at: cell.at, entries: new Map([[key, entry(cell, textNode(cell))]]) };
}

/** The cell read as YAML; every place in it is the cell's. */
function flowNode(cell: CsvCell, problems: Problem[]): SourceNode {
  try {
    const [node, second] = parseYaml(cell.value, cell.at.file);
    if (node && !second && !hasComment(cell.value)) return movedTo(node, cell);
    const hint = 'put quotes around a text that holds a # or ---';
    problems.push({
      code: 'CSV_CELL',
      message: 'a cell of a check holds one YAML value and no comment',
      at: cell.at,
      hint,
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const hint = 'put quotes around a text that begins with a bracket, a brace, a quote or * & ! % @ `';
    const [first] = error.problems; // what follows in the cell follows from it
    if (first) problems.push({ ...first, at: cell.at, hint: first.hint ?? hint });
  }
  return textNode(cell);
}

/** In YAML a # after a space begins a comment, and what follows would be lost; in quotes or brackets YAML itself reads it. */
function hasComment(text: string): boolean {
  return /(?:^|\s)#/.test(text) && !/^\s*["'[{]/.test(text);
}

function movedTo(node: SourceNode, cell: CsvCell): SourceNode {
  switch (node.kind) {
    case 'scalar':
      return { ...node, at: cell.at };
    case 'list':
      return { ...node, at: cell.at, items: node.items.map((item) => movedTo(item, cell)) };
    case 'map': {
      const entries = [...node.entries].map(([key, { value }]) => [key, entry(cell, movedTo(value, cell))] as const);
      return { ...node, at: cell.at, entries: new Map(entries) };
    }
  }
}
