import type { TargetConfig } from '../cases/config.ts';
import { startOf } from '../core/position.ts';
import { InputError } from '../core/problem.ts';
import { pathInside } from '../files/inside.ts';
import { chatTarget, type ChatTargetOptions } from './chat-target.ts';
import { recordedTarget, type RecordedTarget } from './recorded-target.ts';
import type { Target } from './target.ts';

export interface OpenTargetOptions extends ChatTargetOptions {
  /** The suite's folder, which files of targets must lie in. */
  readonly folder: string;
}

/** The target that a config describes. @throws InputError for what cannot be used: address, header, proxy, file */
export async function openTarget(config: TargetConfig, options: OpenTargetOptions): Promise<Target | RecordedTarget> {
  switch (config.type) {
    case 'chat':
      return chatTarget(config, options);
    case 'recorded':
      return recordedTarget(config, recordedPath(config.file, options.folder));
  }
}

function recordedPath(file: string, folder: string): string {
  const found = pathInside(folder, file);
  if ('path' in found) return found.path;
  const message =
    found.refused === 'missing'
      ? 'there is no such file of recorded replies in the suite’s folder'
      : 'a file of recorded replies must lie inside the suite’s folder';
  throw new InputError({ code: 'TARGET_BAD_FILE', message, at: startOf(file) });
}

/** True for a target that answers from a file. */
export function isRecorded(target: Target): target is RecordedTarget {
  return 'unusedKeys' in target;
}
