import { canonicalJson } from '../core/canonical-json.ts';
import type { JsonObject } from '../core/json.ts';
import type { Position } from '../core/position.ts';
import { InputError } from '../core/problem.ts';

/** The version of every `proofmark/<kind>` format that this program writes; older ones are read. */
const currentVersion = 1;

/** @throws InputError when the header is of another kind, or newer than this program knows */
export function checkFormat(
  header: JsonObject,
  { format, at }: { readonly format: string; readonly at: Position },
): void {
  if (header['format'] !== format) {
    const found = typeof header['format'] === 'string' ? header['format'] : 'no format';
    throw new InputError({ code: 'FILE_FORMAT', message: `is ${found}, ${format} is expected`, at });
  }
  const version = header['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new InputError({ code: 'FILE_FORMAT', message: `${format} has no whole version from 1 up`, at });
  }
  if (version > currentVersion) {
    const message = `has version ${canonicalJson(version)} of ${format}, this proofmark reads up to ${currentVersion}`;
    throw new InputError({ code: 'FILE_VERSION', message, at, hint: 'install a newer proofmark' });
  }
}
