import { caseLine, controlLine } from '../report/run-lines.ts';
import type { ControlResult } from '../runs/controls.ts';
import type { CaseResult } from '../runs/results.ts';

/** Results in suite order, as they become known; a `Tally` is one. */
export interface OrderedResults {
  readonly size: number;
  /** Null while a trial of it is open. */
  readonly finished: (index: number) => CaseResult | null;
  readonly caseIdAt: (index: number) => string | null;
  readonly results: () => readonly CaseResult[];
}

/** Results that are all known. */
export function allKnown(results: readonly CaseResult[]): OrderedResults {
  return {
    size: results.length,
    finished: (index) => results[index] ?? null,
    caseIdAt: (index) => results[index]?.id ?? null,
    results: () => results,
  };
}

/** Prints the lines of a run in suite order, each as soon as those before it are out. */
export class LiveLines {
  readonly #results: OrderedResults;
  readonly #controls = new Map<string, ControlResult[]>();
  readonly #manyTargets: boolean;
  readonly #write: (lines: readonly string[]) => void;
  #next = 0;

  constructor(
    results: OrderedResults,
    controls: readonly ControlResult[],
    { manyTargets, write }: { readonly manyTargets: boolean; readonly write: (lines: readonly string[]) => void },
  ) {
    this.#results = results;
    this.#manyTargets = manyTargets;
    this.#write = write;
    for (const control of controls)
      this.#controls.set(control.caseId, [...(this.#controls.get(control.caseId) ?? []), control]);
  }

  /** Prints what can be printed. */
  advance(): void {
    const lines: string[] = [];
    for (; this.#next < this.#results.size; this.#next += 1) {
      const result = this.#results.finished(this.#next);
      if (result === null) break;
      lines.push(...this.#lines(result, this.#results.caseIdAt(this.#next + 1)));
    }
    if (lines.length > 0) this.#write(lines);
  }

  /** Prints the rest, finished or not. */
  finish(): void {
    const results = this.#results.results();
    const lines: string[] = [];
    for (; this.#next < results.length; this.#next += 1) {
      lines.push(...this.#lines(results[this.#next] as CaseResult, results[this.#next + 1]?.id ?? null));
    }
    if (lines.length > 0) this.#write(lines);
  }

  *#lines(result: CaseResult, following: string | null): Generator<string> {
    yield caseLine(result, this.#manyTargets);
    if (following === result.id) return;
    for (const control of this.#controls.get(result.id) ?? []) {
      const line = controlLine(control);
      if (line !== null) yield line;
    }
  }
}
