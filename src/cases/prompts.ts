import { addAll } from '../core/add-all.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../core/canonical-json.ts';
import { startOf } from '../core/position.ts';
import { InputError, type Problem } from '../core/problem.ts';
import { pathInside } from '../files/inside.ts';
import type { SourceNode } from '../files/node.ts';
import { shownPath } from '../files/shown-path.ts';
import { readTextFile } from '../files/text-file.ts';
import { placeIn } from './config-file.ts';
import type { SystemPrompt } from './suite.ts';
import type { ConfigFields } from './suite-config.ts';

export interface PromptReading {
  /** Absolute. */
  readonly folder: string;
  readonly currentFolder: string;
  readonly problems: Problem[];
  readonly configNode: SourceNode | null;
}

/** The prompts that a suite sends: its own, and those of targets that have one. */
export interface Prompts {
  readonly own: SystemPrompt | null;
  readonly ofTargets: ReadonlyMap<string, SystemPrompt>;
}

/** Reads the prompts of a suite from inside its folder. Faults go to `problems`. */
export function readPrompts(fields: ConfigFields, reading: PromptReading): Prompts {
  const { folder, currentFolder, problems, configNode } = reading;
  const read = (file: string, named: { readonly shown: string; readonly kept: string }): SystemPrompt | null => {
    try {
      return promptOf(readTextFile(file, named.shown), named);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      addAll(problems, error.problems);
      return null;
    }
  };
  const inside = (name: string, key: readonly PropertyKey[]): SystemPrompt | null => {
    const place = pathInside(folder, name);
    if ('path' in place) {
      return read(place.path, { shown: shownPath(path.join(folder, name), currentFolder), kept: name });
    }
    const at = configNode ? placeIn(configNode, key) : undefined;
    const why = place.refused === 'missing' ? 'is not there' : "is outside the suite's folder";
    problems.push({ code: 'CONFIG_PROMPT', message: `system_prompt "${name}" ${why}`, at });
    return null;
  };
  const standard = 'system_prompt.txt';
  const hasStandard = fields.system_prompt === undefined && existsSync(path.join(folder, standard));
  const name = hasStandard ? standard : fields.system_prompt;
  const own = name ? inside(name, ['system_prompt']) : null;
  const ofTargets = new Map<string, SystemPrompt>();
  for (const [index, target] of (fields.targets ?? []).entries()) {
    const written = target.system_prompt;
    const prompt = written === null ? null : inside(written, ['targets', index, 'system_prompt']);
    if (prompt) ofTargets.set(target.id, prompt);
  }
  return { own, ofTargets };
}

/** Reads the prompt that replaces a suite's for one run. @throws InputError when it is missing or empty */
export function readPromptFile(file: string, currentFolder: string): SystemPrompt {
  const shown = shownPath(file, currentFolder);
  return promptOf(readTextFile(file, shown), { shown, kept: shown });
}

function promptOf(text: string, { shown, kept }: { readonly shown: string; readonly kept: string }): SystemPrompt {
  if (text.trim() === '') {
    throw new InputError({ code: 'FILE_EMPTY', message: 'the system prompt is empty', at: startOf(shown) });
  }
  return { text, file: kept, hash: sha256(text) };
}
