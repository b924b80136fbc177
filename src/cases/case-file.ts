import { addAll } from '../core/add-all.ts';
import path from 'node:path';
import { sha256 } from '../core/canonical-json.ts';
import { startOf } from '../core/position.ts';
import { InputError, type Problem } from '../core/problem.ts';
import { parseCsv } from '../files/csv-file.ts';
import { parseJsonLines, parseJsonText } from '../files/json-file.ts';
import type { SourceNode } from '../files/node.ts';
import { readTextFile } from '../files/text-file.ts';
import { parseYaml } from '../files/yaml-file.ts';
import type { Case } from './case.ts';
import { csvCases } from './csv-case.ts';
import { isFoundingCase, readFoundingCase } from './founding-case.ts';
import { isFoundingItem, readFoundingItem } from './founding-item.ts';
import { describe } from './issues.ts';
import { lostIndentation, readNativeCase, type CaseReading } from './native-case.ts';

// A place for every part is kept while a file is read: about 300 bytes of memory for each byte of YAML.
const mostYamlBytes = 5 * 1024 * 1024;
const mostBytes = 32 * 1024 * 1024;

export interface ReadCaseFile {
  readonly cases: readonly Case[];
  /** SHA-256 of the file's text; null when it could not be read. */
  readonly hash: string | null;
}

/** The cases of one file, by its ending. Faults go to `reading.problems`; a faulty case is left out. */
export function readCaseFile(file: string, shown: string, reading: CaseReading): ReadCaseFile {
  try {
    const yaml = /\.ya?ml$/i.test(shown);
    const text = readTextFile(file, shown, { maxBytes: yaml ? mostYamlBytes : mostBytes });
    const cases = caseNodes(text, shown, reading).flatMap((node) => readCase(node, shown, reading) ?? []);
    return { cases, hash: sha256(text) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    addAll(reading.problems, error.problems);
    return { cases: [], hash: null };
  }
}

function caseNodes(text: string, shown: string, reading: CaseReading): SourceNode[] {
  const nodes = documentsOf(text, shown, reading).flatMap((document) => {
    if (document.kind === 'list') return document.items;
    return document.kind === 'scalar' && document.value === null ? [] : [document];
  });
  if (nodes.length === 0 && reading.problems.every((problem) => problem.at?.file !== shown)) {
    throw new InputError({ code: 'FILE_EMPTY', message: 'holds no case', at: startOf(shown) });
  }
  return nodes;
}

function documentsOf(text: string, shown: string, reading: CaseReading): SourceNode[] {
  switch (path.extname(shown).toLowerCase()) {
    case '.json':
      return [parseJsonText(text, shown)];
    case '.jsonl':
      return parseJsonLines(text, shown, reading.problems);
    case '.csv':
      return csvCases(parseCsv(text, shown), reading.problems);
    case '.yaml':
    case '.yml': {
      // A file that lost its indentation has keys twice, too; what happened is told, not what follows from it.
      const duplicates: Problem[] = [];
      const documents = parseYaml(text, shown, duplicates);
      if (!documents.some((document) => lostIndentation(document, reading.declarations)))
        addAll(reading.problems, duplicates);
      return documents;
    }
    default:
      throw new InputError({
        code: 'FILE_KIND',
        message: 'is no case file: cases are .yaml, .yml, .json, .jsonl or .csv',
        at: startOf(shown),
      });
  }
}

function readCase(node: SourceNode, shown: string, reading: CaseReading): Case | null {
  if (node.kind !== 'map') {
    const message = `a case is a map with id, user and expect; found ${describe(node)}`;
    reading.problems.push({ code: 'CASE_WRONG_VALUE', message, at: node.at });
    return null;
  }
  const json = /\.jsonl?$/i.test(shown);
  if (json && isFoundingItem(node)) return readFoundingItem(node, reading);
  if (json && isFoundingCase(node)) return readFoundingCase(node, reading);
  return readNativeCase(node, reading);
}
