import path from 'node:path';
import { parseEnv } from 'node:util';
import { readTextFile } from '../files/text-file.ts';
import type { CommandIo } from './io.ts';

/** The environment with the variables of a file below it: what the shell sets wins. @throws InputError */
export function environmentWith(file: string | undefined, io: CommandIo): Readonly<Record<string, string | undefined>> {
  if (file === undefined) return io.environment;
  return { ...parseEnv(readTextFile(path.resolve(io.currentFolder, file), file)), ...io.environment };
}
