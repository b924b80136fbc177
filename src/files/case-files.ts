import { addAll } from '../core/add-all.ts';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { InputError, NothingTestedError } from '../core/problem.ts';

/** File names that hold cases. */
const caseExtensions: readonly string[] = ['.yaml', '.yml', '.json', '.jsonl', '.csv'];

/** A suite's folder and its case files, sorted by path; all absolute. */
export interface FoundSuite {
  readonly folder: string;
  readonly files: readonly string[];
  /** Files below `cases/` that hold no cases by their name; told to the reader, not read. */
  readonly others: readonly string[];
}

/**
 * The suites that paths name: a folder is a suite, a case file or a glob of case files belongs to the nearest folder
 * above it that has `proofmark.yaml` or `cases/`, else to the current one.
 * @throws InputError for a path that is not there; NothingTestedError where there is no case file
 */
export function findSuites(paths: readonly string[], currentFolder: string): FoundSuite[] {
  const found = new Map<string, { files: Set<string>; others: Set<string> }>();
  const suite = (folder: string): { files: Set<string>; others: Set<string> } => {
    const known = found.get(folder) ?? { files: new Set(), others: new Set() };
    found.set(folder, known);
    return known;
  };
  for (const written of paths) {
    if (written === '') throw new InputError({ code: 'NO_SUCH_PATH', message: 'an empty path names nothing' });
    const absolute = path.resolve(currentFolder, written);
    if (isFolder(absolute)) {
      const { files, others } = folderFiles(absolute);
      const known = suite(absolute);
      for (const file of files) known.files.add(file);
      for (const file of others) known.others.add(file);
    } else {
      for (const file of namedFiles(written, currentFolder)) suite(suiteFolder(file, currentFolder)).files.add(file);
    }
  }
  return [...found].map(([folder, { files, others }]) => ({
    folder,
    files: [...files].sort(byPath),
    others: [...others].sort(),
  }));
}

/** The nearest folder above a case file that has `proofmark.yaml` or `cases/`, else the current folder. */
export function suiteFolder(file: string, currentFolder: string): string {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'proofmark.yaml')) || isFolder(path.join(folder, 'cases'))) return folder;
    if (path.dirname(folder) === folder) return currentFolder;
  }
}

function folderFiles(folder: string): { files: string[]; others: string[] } {
  const cases = path.join(folder, 'cases');
  const all = isFolder(cases) ? walk(cases) : [];
  const isCase = (file: string): boolean => caseExtensions.includes(path.extname(file).toLowerCase());
  const files = all.filter(isCase);
  if (files.length === 0) {
    const message = `no case found in ${folder}: cases are *.yaml, *.json, *.jsonl and *.csv files below its folder cases/`;
    throw new NothingTestedError({ code: 'NO_CASES', message, hint: 'proofmark init writes a first suite' });
  }
  return { files, others: all.filter((file) => !isCase(file)) };
}

function namedFiles(written: string, currentFolder: string): string[] {
  const absolute = path.resolve(currentFolder, written);
  if (existsSync(absolute)) return [absolute];
  const { base, glob, isGlob } = picomatch.scan(written.replaceAll('\\', '/'));
  if (!isGlob) {
    const message = `there is no file or folder ${written}`;
    throw new InputError({ code: 'NO_SUCH_PATH', message, hint: 'paths start at the current folder' });
  }
  const root = path.resolve(currentFolder, base);
  const matches = picomatch(glob);
  const files = isFolder(root)
    ? walk(root).filter((file) => matches(path.relative(root, file).split(path.sep).join('/')))
    : [];
  if (files.length > 0) return files;
  throw new NothingTestedError({ code: 'NO_CASES', message: `no case found: nothing matches ${written}` });
}

/** Files below a folder; hidden folders and node_modules are not entered, links to folders are not followed. */
function walk(folder: string): string[] {
  const result: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) addAll(result, walk(full));
    else if (entry.isFile() || (entry.isSymbolicLink() && isFile(full))) result.push(full);
  }
  return result;
}

function byPath(first: string, second: string): number {
  const [left, right] = [first.split(path.sep).join('/'), second.split(path.sep).join('/')];
  return left < right ? -1 : left > right ? 1 : 0;
}

function isFolder(candidate: string): boolean {
  return statSync(candidate, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isFile(candidate: string): boolean {
  return statSync(candidate, { throwIfNoEntry: false })?.isFile() ?? false;
}
