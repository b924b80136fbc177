import { readFileSync, statSync } from 'node:fs';
import { startOf, type Position } from '../core/position.ts';
import { InputError } from '../core/problem.ts';

/** Larger files of a suite are refused: a suite is written by people or by a generator that can split its output. */
const maxBytes = 64 * 1024 * 1024;

/**
 * The text of a UTF-8 file, without a byte order mark.
 * @param file how messages name the file
 * @throws InputError when it is missing, too large, or not UTF-8 (with the place of the first wrong byte)
 */
export function readTextFile(path: string, file: string, options: { readonly maxBytes?: number } = {}): string {
  const limit = options.maxBytes ?? maxBytes;
  let bytes: Buffer;
  try {
    const size = statSync(path).size;
    if (size > limit) throw tooLarge(file, size, limit);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({ code: 'FILE_UNREADABLE', message: `cannot be read: ${reason(error)}`, at: startOf(file) });
  }
  return decodeText(bytes, file);
}

function tooLarge(file: string, size: number, limit: number): InputError {
  const megabytes = (value: number): string => `${Math.round(value / 1024 / 1024)} MB`;
  const message = `is ${megabytes(size)}, the limit is ${megabytes(limit)}: split it`;
  return new InputError({ code: 'FILE_TOO_LARGE', message, at: startOf(file) });
}

/** The text of UTF-8 bytes, without a byte order mark. @throws InputError with the place of the first wrong byte */
export function decodeText(bytes: Uint8Array, file: string): string {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (wide) throw notUtf8('is UTF-16', startOf(file));
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8('is not UTF-8', firstWrongByte(bytes, file));
  }
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    const at = new Lines(text, file).at(nul);
    throw new InputError({ code: 'FILE_NOT_TEXT', message: 'holds a NUL byte: this is not a text file', at });
  }
  return text;
}

function notUtf8(what: string, at: Position): InputError {
  return new InputError({ code: 'FILE_NOT_UTF8', message: `${what}: save the file as UTF-8`, at });
}

/** The place after the longest beginning that is UTF-8; a character that is cut at the end of the file counts as wrong. */
function firstWrongByte(bytes: Uint8Array, file: string): Position {
  let sound = 0;
  let wrong = bytes.length + 1;
  while (wrong - sound > 1) {
    const middle = (sound + wrong) >> 1;
    if (beginning(bytes, middle) === null) wrong = middle;
    else sound = middle;
  }
  const text = beginning(bytes, sound) ?? '';
  return new Lines(text, file).at(text.length);
}

/** The text of the first bytes, without a character that is cut at their end; null when they are not UTF-8. */
function beginning(bytes: Uint8Array, length: number): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
  } catch {
    return null;
  }
}

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'permission denied';
  if (code === 'EISDIR') return 'it is a folder';
  return code ?? String(error);
}

/** Turns offsets of a text into places. */
export class Lines {
  readonly #starts: number[] = [0];
  readonly #file: string;

  constructor(text: string, file: string) {
    this.#file = file;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  at(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { file: this.#file, line: low + 1, column: offset - (this.#starts[low] as number) + 1 };
  }
}
