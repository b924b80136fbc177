import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checks } from '../../checks/registry.ts';
import { didYouMean } from '../../core/nearest.ts';
import { InputError } from '../../core/problem.ts';
import { publishedSchema, schemaKinds, type SchemaKind } from '../../cases/published-schema.ts';
import { formatJson } from '../../files/json-document.ts';
import type { CommandIo, ExitCode } from '../io.ts';

export interface SchemaOptions {
  readonly out?: string;
}

/** `proofmark schema`: one schema on stdout, or all of them into a folder. */
export async function schemaCommand(kind: string, options: SchemaOptions, io: CommandIo): Promise<ExitCode> {
  if (options.out !== undefined) {
    writeSchemas(path.resolve(io.currentFolder, options.out));
    io.stdout.write(`wrote ${schemaKinds.map(schemaFile).join(', ')} to ${options.out}\n`);
    return 0;
  }
  const known = schemaKinds.find((name) => name === kind);
  if (known === undefined) {
    const message = `there is no schema "${kind}"`;
    throw new InputError({
      code: 'RUN_USAGE',
      message,
      hint: didYouMean(kind, schemaKinds) ?? `kinds are ${schemaKinds.join(', ')}`,
    });
  }
  io.stdout.write(formatJson(publishedSchema(known, checks)));
  return 0;
}

/** Writes every published schema into a folder: `case.schema.json`, … */
export function writeSchemas(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const kind of schemaKinds)
    writeFileSync(path.join(folder, schemaFile(kind)), formatJson(publishedSchema(kind, checks)));
}

export function schemaFile(kind: SchemaKind): string {
  return `${kind}.schema.json`;
}
