import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { isJsonObject, parseJson, type JsonObject } from '../core/json.ts';
import { maxNesting } from '../core/nesting.ts';
import { excerpt } from '../core/printable.ts';
import { InputError } from '../core/problem.ts';
import { checkFormat } from './format.ts';

/** A file of one JSON object a line, written line by line and whole: what `append` returned from is in the file. */
export class NdjsonWriter {
  readonly #descriptor: number;
  #later: string[] = [];

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Opens for appending; a new file gets its format line, a line torn by a killed writer is taken off. */
  static open(path: string, format: string): NdjsonWriter {
    const descriptor = openSync(path, 'a+');
    heal(descriptor);
    const writer = new NdjsonWriter(descriptor);
    if (fstatSync(descriptor).size === 0) writer.append({ format, version: 1 });
    return writer;
  }

  /** @throws InputError, with nothing written, for a value that has no JSON text: nested too deeply or too large */
  append(value: object): void {
    this.#write(`${lineOf(value)}\n`);
  }

  /** Keeps a line for the next `flush`; many lines cost one write. @throws InputError as `append` does */
  appendLater(value: object): void {
    this.#later.push(`${lineOf(value)}\n`);
  }

  flush(): void {
    if (this.#later.length === 0) return;
    const text = this.#later.join('');
    this.#later = [];
    this.#write(text);
  }

  #write(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length;) {
      written += writeSync(this.#descriptor, bytes, written, bytes.length - written);
    }
  }

  close(): void {
    this.flush();
    closeSync(this.#descriptor);
  }
}

function lineOf(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const key = 'key' in value ? ` of ${excerpt(String(value.key))}` : '';
    throw new InputError({ code: 'NDJSON_VALUE', message: `the record${key} cannot be written (${error.message})` });
  }
}

/** Cuts the file back to its last line end. */
function heal(descriptor: number): void {
  const { size } = fstatSync(descriptor);
  const chunk = Buffer.alloc(64 * 1024);
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - chunk.length);
    readSync(descriptor, chunk, 0, end - start, start);
    const last = chunk.subarray(0, end - start).lastIndexOf(10);
    if (last >= 0) {
      if (start + last + 1 < size) ftruncateSync(descriptor, start + last + 1);
      return;
    }
    end = start;
  }
  if (size > 0) ftruncateSync(descriptor, 0);
}

export interface NdjsonReading {
  /** How messages name the file. */
  readonly shown: string;
  readonly format: string;
  /** What a line lacks; null when it is one of ours. */
  readonly fault?: (line: JsonObject) => string | null;
}

/**
 * The objects of an NDJSON file in order, without its format lines (accepted anywhere). A torn last line is left out.
 * @throws InputError at a line that is no JSON object, is faulty, or in a format newer than this program
 */
export async function* readNdjson(path: string, reading: NdjsonReading): AsyncGenerator<JsonObject> {
  if (!existsSync(path)) return;
  const endsWhole = lastByteIsLineEnd(path);
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
  let number = 0;
  let held: string | undefined;
  for await (const line of lines) {
    if (held !== undefined) {
      const value = read(held, number, reading);
      if (value) yield value;
    }
    number += 1;
    held = line;
  }
  if (held !== undefined && endsWhole) {
    const value = read(held, number, reading);
    if (value) yield value;
  }
}

function read(line: string, number: number, { shown, format, fault }: NdjsonReading): JsonObject | null {
  if (line.trim() === '') return null;
  const value = parseJson(line, 2 * maxNesting); // a record lays levels of its own around what came from outside
  const at = { file: shown, line: number, column: 1 };
  if (!isJsonObject(value)) throw new InputError({ code: 'NDJSON_LINE', message: 'is no JSON object', at });
  if (typeof value['format'] === 'string' && typeof value['version'] === 'number') {
    checkFormat(value, { format, at });
    return null;
  }
  const lacking = fault?.(value) ?? null;
  if (lacking !== null) throw new InputError({ code: 'NDJSON_LINE', message: lacking, at });
  return value;
}

function lastByteIsLineEnd(path: string): boolean {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const byte = Buffer.alloc(1);
    return size > 0 && readSync(descriptor, byte, 0, 1, size - 1) === 1 && byte[0] === 10;
  } finally {
    closeSync(descriptor);
  }
}
