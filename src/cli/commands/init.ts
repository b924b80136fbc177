import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../core/problem.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { writeSchemas } from './schema.ts';

const template = fileURLToPath(new URL('../../../examples/first-suite', import.meta.url));
/** npm leaves files of these names out of a package, so the template has them without their dot. */
const dotFiles = ['gitignore', 'gitattributes'];

/** `proofmark init`: a suite that runs at once, on recorded replies; nothing that is there is overwritten. */
export async function initCommand(folder: string, io: CommandIo): Promise<ExitCode> {
  const target = path.resolve(io.currentFolder, folder);
  if (existsSync(target) && readdirSync(target).length > 0) {
    const message = `${folder} is there and not empty: init overwrites nothing`;
    throw new InputError({ code: 'INIT_EXISTS', message, hint: 'name another folder: proofmark init FOLDER' });
  }
  mkdirSync(target, { recursive: true });
  cpSync(template, target, { recursive: true });
  for (const name of dotFiles) renameSync(path.join(target, name), path.join(target, `.${name}`));
  writeSchemas(path.join(target, 'schema'));
  const argument = folder === 'eval' ? '' : ` ${folder}`;
  io.stdout.write(`wrote ${folder}/: two cases with their controls, a prompt, recorded replies, schemas for your editor
  proofmark run${argument}                    grades the recorded replies: no key, no network
  proofmark run${argument} --target live      asks EVAL_BASE_URL (model EVAL_MODEL, key EVAL_API_KEY)
  proofmark doctor${argument} --target live   says what is missing for that
add a case: copy ${folder}/cases/refund_window.yaml and give it an id of its own
`);
  return 0;
}
