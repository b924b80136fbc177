import { isJsonObject, parseJson, type JsonObject } from '../core/json.ts';
import type { Position } from '../core/position.ts';
import { excerpt } from '../core/printable.ts';
import { InputError, type Problem } from '../core/problem.ts';
import { checkFormat } from '../files/format.ts';
import { parseJsonText } from '../files/json-file.ts';
import { decodeText } from '../files/text-file.ts';
import { whyNoJson } from './read-completion.ts';
import { readRecordedKey, type RecordedKey } from './recorded-line.ts';

/** A recorded reply that was found, not yet read: a large file is held once, as bytes. */
export interface RecordedLine extends RecordedKey {
  readonly line: number;
  readonly read: () => JsonObject;
}

/** The identity of a key within its file. */
export function keyText({ caseId, variant, target, repeat }: RecordedKey): string {
  return JSON.stringify([caseId, variant, target, repeat]);
}

/**
 * The replies of a JSONL file by key; header lines may stand anywhere.
 * @param file how messages name the file
 * @throws InputError with the places of all faults: not UTF-8, not JSON, a faulty or repeated key, a newer version, no reply at all
 */
export function recordedLines(bytes: Buffer, file: string): ReadonlyMap<string, RecordedLine> {
  const found = new Map<string, RecordedLine>();
  const problems: Problem[] = [];
  let number = 0;
  for (const [start, end] of lineRanges(bytes)) {
    number += 1;
    try {
      const line = readLine(bytes.subarray(start, end), { file, line: number, column: 1 });
      if (line === null) continue;
      const text = keyText(line.key);
      const earlier = found.get(text);
      if (earlier !== undefined)
        throw fault(
          `the same reply as in line ${earlier.line}: ${describeKey(line.key)}`,
          { file, line: number, column: 1 },
          'RECORDED_DUPLICATE',
        );
      const read = (): JsonObject => JSON.parse(bytes.toString('utf8', start, end)) as JsonObject;
      found.set(text, { ...line.key, line: number, read });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  if (found.size === 0) throw fault('holds no recorded reply', { file, line: 1, column: 1 }, 'RECORDED_EMPTY');
  return found;
}

/** `case "a", control "b", target "c", repeat 1`. */
export function describeKey({ caseId, variant, target, repeat }: RecordedKey): string {
  const parts = [`case "${excerpt(caseId)}"`];
  if (variant !== null) parts.push(`variant "${excerpt(variant)}"`);
  if (target !== null) parts.push(`target "${excerpt(target)}"`);
  return [...parts, `repeat ${repeat}`].join(', ');
}

function* lineRanges(bytes: Buffer): Iterable<readonly [number, number]> {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start);
    yield [start, end < 0 ? bytes.length : end];
    if (end < 0) return;
    start = end + 1;
  }
}

function readLine(bytes: Buffer, at: Position): { readonly key: RecordedKey } | null {
  const text = inLine(() => decodeText(bytes, at.file), at.line);
  if (text.trim() === '') return null;
  const value = parseJson(text);
  if (value === undefined) {
    inLine(() => parseJsonText(text, at.file), at.line);
    throw fault(`is ${whyNoJson(text)}`, at, 'JSON_SYNTAX');
  }
  if (isJsonObject(value) && 'format' in value && !('id' in value)) {
    checkFormat(value, { format: 'proofmark/replies', at });
    return null;
  }
  const key = readRecordedKey(value);
  if (!('message' in key)) return { key };
  throw fault(key.message, { ...at, column: columnOf(text, key.key) }, 'RECORDED_BAD_LINE');
}

function columnOf(text: string, key: string | null): number {
  const offset = key === null ? -1 : text.indexOf(`${JSON.stringify(key)}`);
  return Math.max(offset, 0) + 1;
}

/** Runs a reader that believes the line to be a whole file, and puts its faults into the right line. */
function inLine<T>(read: () => T, line: number): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.problems.map((problem) => (problem.at ? { ...problem, at: { ...problem.at, line } } : problem)),
    );
  }
}

function fault(message: string, at: Position, code: string): InputError {
  return new InputError({ code, message, at });
}
