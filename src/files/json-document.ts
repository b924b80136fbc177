import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { isJsonObject, parseJson, type JsonObject } from '../core/json.ts';
import { startOf } from '../core/position.ts';
import { InputError } from '../core/problem.ts';
import { checkFormat } from './format.ts';
import { readTextFile } from './text-file.ts';

/** Writes a JSON document (two spaces, final newline) so that a reader finds the old one or the new one, never half. */
export function writeJsonDocument(path: string, value: object): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, formatJson(value));
  renameSync(temporary, path);
}

/** JSON as every document has it: two spaces, final newline. */
export function formatJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A JSON document of one of our formats. @throws InputError when it is missing, broken, of another kind or newer */
export function readJsonDocument(path: string, shown: string, format: string): JsonObject {
  if (!existsSync(path)) {
    throw new InputError({
      code: 'FILE_UNREADABLE',
      message: 'cannot be read: there is no such file',
      at: startOf(shown),
    });
  }
  const value = parseJson(readTextFile(path, shown, { maxBytes: 1024 * 1024 * 1024 }));
  if (!isJsonObject(value)) {
    throw new InputError({ code: 'JSON_SYNTAX', message: 'is not a JSON document', at: startOf(shown) });
  }
  checkFormat(value, { format, at: startOf(shown) });
  return value;
}
