import { caseLine, controlLine } from '../report/run-lines.ts';
import type { ControlResult } from '../runs/controls.ts';
import type { CaseResult, Tally } from '../runs/results.ts';

/** Prints the lines of a run in suite order, each as soon as those before it are out. */
export class LiveLines {
  readonly #tally: Tally;
  readonly #controls = new Map<string, ControlResult[]>();
  readonly #manyTargets: boolean;
  readonly #write: (line: string) => void;
  #next = 0;

  constructor(
    tally: Tally,
    controls: readonly ControlResult[],
    { manyTargets, write }: { readonly manyTargets: boolean; readonly write: (line: string) => void },
  ) {
    this.#tally = tally;
    this.#manyTargets = manyTargets;
    this.#write = write;
    for (const control of controls) this.#controls.set(control.caseId, [...(this.#controls.get(control.caseId) ?? []), control]);
  }

  /** Prints what can be printed. */
  advance(): void {
    for (; this.#next < this.#tally.size; this.#next += 1) {
      const result = this.#tally.finished(this.#next);
      if (result === null) return;
      this.#print(result, this.#tally.caseIdAt(this.#next + 1));
    }
  }

  /** Prints the rest, finished or not. */
  finish(): void {
    const results = this.#tally.results();
    for (; this.#next < results.length; this.#next += 1) {
      this.#print(results[this.#next] as CaseResult, results[this.#next + 1]?.id ?? null);
    }
  }

  #print(result: CaseResult, following: string | null): void {
    this.#write(caseLine(result, this.#manyTargets));
    if (following === result.id) return;
    for (const control of this.#controls.get(result.id) ?? []) {
      const line = controlLine(control);
      if (line !== null) this.#write(line);
    }
  }
}
