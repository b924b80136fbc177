import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSuite } from '../../src/cases/load-suite.ts';
import { checks } from '../../src/checks/registry.ts';
import { formatProblem, InputError, NothingTestedError, type Problem } from '../../src/core/problem.ts';
import { rejectedReply } from './battery.ts';

/** Most milliseconds for one input, on a machine that has other things to do. */
const patienceMs = 8000;

/** One folder, written again for every input: a case file, and a config where the input has one. */
export class Workbench {
  readonly #folder: string;
  /** What came of the inputs so far. */
  readonly counts: { accepted: number; refused: number } = { accepted: 0, refused: 0 };

  constructor() {
    this.#folder = mkdtempSync(path.join(tmpdir(), 'proofmark-fuzz-'));
    mkdirSync(path.join(this.#folder, 'cases'));
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /**
   * Loads an input and throws when something that must never be is: an exception that is no message to the user, a fault
   * without its place in the file, a case that asserts nothing, or a wait.
   */
  prove(name: string, content: string | Uint8Array, config: string | Uint8Array | null = null): void {
    const file = path.join(this.#folder, name);
    writeFileSync(file, content);
    const configFile = path.join(this.#folder, 'proofmark.yaml');
    if (config === null) rmSync(configFile, { force: true });
    else writeFileSync(configFile, config);
    const start = performance.now();
    const options = { declarations: checks, currentFolder: this.#folder };
    try {
      const suite = loadSuite({ folder: this.#folder, files: [file], others: [] }, options);
      this.counts.accepted += 1;
      for (const item of suite.cases) {
        if (rejectedReply(item) === null) throw new Error(`case ${item.id} seems to pass every reply`);
      }
    } catch (error) {
      this.#judge(error, { [name]: content, 'proofmark.yaml': config ?? '' });
    } finally {
      rmSync(file);
    }
    const spentMs = performance.now() - start;
    if (spentMs > patienceMs) throw new Error(`took ${Math.round(spentMs)} ms`);
  }

  #judge(error: unknown, files: Readonly<Record<string, string | Uint8Array>>): void {
    if (error instanceof NothingTestedError) {
      this.counts.refused += 1;
      return;
    }
    if (!(error instanceof InputError)) throw error;
    this.counts.refused += 1;
    if (error.problems.length === 0) throw new Error('refused without a reason');
    for (const problem of error.problems) checkPlace(problem, files);
  }
}

function checkPlace(problem: Problem, files: Readonly<Record<string, string | Uint8Array>>): void {
  const content = problem.at ? files[problem.at.file] : undefined;
  if (!problem.at || content === undefined)
    throw new Error(`no place in a file of the suite: ${formatProblem(problem)}`);
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const line = lines[problem.at.line - 1];
  if (line === undefined) throw new Error(`past the last of ${lines.length} lines: ${formatProblem(problem)}`);
  // In a table the column of most faults is the number of the cell.
  const cells = problem.at.file.endsWith('.csv') ? text.split(',').length : 0;
  const columns = Math.max(cells, line.length) + 1;
  if (problem.at.column < 1 || problem.at.column > columns) {
    throw new Error(`past the end of its line: ${formatProblem(problem)}`);
  }
  if (/[\n\r]/.test(formatProblem(problem))) throw new Error(`more than one line: ${JSON.stringify(problem.message)}`);
}
