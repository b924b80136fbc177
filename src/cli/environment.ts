import path from 'node:path';
import { parseEnv } from 'node:util';
import { InputError } from '../core/problem.ts';
import { readTextFile } from '../files/text-file.ts';
import type { CommandIo } from './io.ts';

/** The first line that is no assignment, comment or blank: it would be passed over in silence. */
function strayLine(text: string): number | null {
  const quotesClosed = text.replace(
    /(=\s*)(["'`])[\s\S]*?\2/g,
    (whole, start: string) => `${start}x${'\n'.repeat(whole.split('\n').length - 1)}#`,
  );
  let number = 0;
  for (const line of quotesClosed.split(/\r?\n/)) {
    number += 1;
    if (!/^\s*(?:#.*|(?:export\s+)?[A-Za-z_][A-Za-z0-9_.]*\s*=.*)?$/.test(line)) return number;
  }
  return null;
}

/** The environment with the variables of a file below it: what the shell sets wins. @throws InputError */
export function environmentWith(file: string | undefined, io: CommandIo): Readonly<Record<string, string | undefined>> {
  if (file === undefined) return io.environment;
  const text = readTextFile(path.resolve(io.currentFolder, file), file);
  const line = strayLine(text);
  if (line !== null) {
    const at = { file, line, column: 1 };
    throw new InputError({ code: 'ENV_FILE', message: 'is no assignment: write NAME=value', at });
  }
  return { ...parseEnv(text), ...io.environment };
}
