import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { InputError } from '../core/problem.ts';
import type { FaultKind } from './scenario.ts';

/** One call of the chat endpoint, noted when its request has been read. */
export interface CallEntry {
  /** From 1. */
  readonly number: number;
  readonly key: string;
  readonly retry: number;
  /** The model asked for; empty when the request could not be read. */
  readonly model: string;
  readonly fault: FaultKind | null;
  /** Null when none is sent. */
  readonly status: number | null;
  /** Calls being answered, this one included. */
  readonly inFlight: number;
}

/** Keeps the last calls in memory and, with a file, appends each as a line before it is answered. */
export class CallLog {
  readonly #keep: number;
  readonly #file: number | null;
  #entries: CallEntry[] = [];

  /** Throws `InputError` when the file cannot be opened. */
  constructor(keep: number, path: string | null) {
    this.#keep = keep;
    this.#file = path === null ? null : openLog(path);
  }

  add(entry: CallEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length >= 2 * this.#keep) this.#entries = this.last();
    if (this.#file === null) return;
    const { inFlight, ...rest } = entry;
    writeSync(this.#file, `${JSON.stringify({ ...rest, in_flight: inFlight })}\n`);
  }

  /** The last calls in the order of their numbers. */
  last(): CallEntry[] {
    return this.#keep === 0 ? [] : this.#entries.slice(-this.#keep);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}

function openLog(path: string): number {
  try {
    const file = openSync(path, 'a');
    if (fstatSync(file).size === 0) writeSync(file, '{"format":"proofmark/calls","version":1}\n');
    return file;
  } catch (error) {
    const message = `the log of calls ${path} cannot be written: ${(error as Error).message}`;
    throw new InputError({ code: 'SIMULATE_LOG', message });
  }
}
