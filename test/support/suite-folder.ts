import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import type { Case } from '../../src/cases/case.ts';
import { loadSuite, type LoadOptions } from '../../src/cases/load-suite.ts';
import type { Suite } from '../../src/cases/suite.ts';
import { checks } from '../../src/checks/registry.ts';
import { formatProblem, InputError, NothingTestedError, type Problem } from '../../src/core/problem.ts';
import { findSuites } from '../../src/files/case-files.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder with these files; it is gone after the test. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'proofmark-suite-')));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

export type SuiteFiles = Readonly<Record<string, string | Uint8Array>>;
type Options = Pick<LoadOptions, 'allowNoControls' | 'systemPrompt'>;

/** The suite in a folder, its files named from there. @throws InputError and NothingTestedError as the loader does */
export function loadFolder(folder: string, options: Options = {}): Suite {
  const [found] = findSuites([folder], folder);
  if (!found) throw new Error('no suite was found');
  return loadSuite(found, { declarations: checks, currentFolder: folder, ...options });
}

export function loadFiles(files: SuiteFiles, options: Options = {}): Suite {
  return loadFolder(folderOf(files), options);
}

/** The only case of a suite whose one case file has this text. */
export function loadCase(text: string, files: SuiteFiles = {}): Case {
  const { cases } = loadFiles({ 'cases/case.yaml': text, ...files });
  if (cases.length !== 1) throw new Error(`${cases.length} cases were read`);
  return cases[0] as Case;
}

/** What a piece of work refuses; empty when it refuses nothing. */
export function problemsIn(work: () => unknown): readonly Problem[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    if (error instanceof NothingTestedError) return [error.problem];
    throw error;
  }
}

/** Every fault of a suite as it is printed, `cases/case.yaml:3:1  …  [CODE]`. */
export function faultsOf(files: SuiteFiles, options: Options = {}): string[] {
  const folder = folderOf(files);
  return problemsIn(() => loadFolder(folder, options)).map(formatProblem);
}

/** Every fault of a suite whose one case file has this text. */
export function caseFaults(text: string, files: SuiteFiles = {}): string[] {
  return faultsOf({ 'cases/case.yaml': text, ...files });
}

/** A sound case with more lines under it. */
export function caseWith(more: string): string {
  return `id: a\nuser: Hello?\nexpect: { contains: hi }\nmutate: { completion: bye }\n${more}`;
}

/** `place code`, such as `3:1 CASE_UNKNOWN_KEY`, of every fault. */
export function places(problems: readonly Problem[]): string[] {
  return problems.map(({ at, code }) => `${at ? `${at.line}:${at.column}` : '-'} ${code}`);
}
