import { readFileSync } from 'node:fs';
import type { RecordedTargetConfig } from '../cases/config.ts';
import type { Outcome } from '../cases/outcome.ts';
import { sha256 } from '../core/canonical-json.ts';
import { startOf } from '../core/position.ts';
import { InputError } from '../core/problem.ts';
import { describeKey, keyText, recordedLines, type RecordedLine } from './recorded-lines.ts';
import { orBadBody } from './read-completion.ts';
import { readRecordedOutcome, type RecordedKey } from './recorded-line.ts';
import type { Target, TargetRequest } from './target.ts';

/** A target that answers from a file. */
export interface RecordedTarget extends Target {
  /** The recorded replies that nobody has asked for so far, in the order of the file; those for other targets included. */
  unusedKeys(): readonly UnusedKey[];
}

export interface UnusedKey extends RecordedKey {
  readonly line: number;
}

/**
 * A target of recorded replies. A line for this very target goes before one for any; a reply is never used for another
 * repeat than its own.
 * @param path the file; messages name it as the config does
 * @throws InputError when the file cannot be read or a line of it is faulty
 */
export function recordedTarget(config: RecordedTargetConfig, path: string): RecordedTarget {
  const bytes = readBytes(path, config.file);
  const lines = recordedLines(bytes, config.file);
  const used = new Set<RecordedLine>();
  const identity = { type: 'recorded', file: config.file, content: sha256(bytes).slice(0, 16) };

  function find({ caseId, variant, repeat }: TargetRequest): RecordedLine | undefined {
    const own = lines.get(keyText({ caseId, variant, target: config.id, repeat }));
    return own ?? lines.get(keyText({ caseId, variant, target: null, repeat }));
  }

  return {
    id: config.id,
    model: null,
    place: config.file,
    identity,
    live: false,
    call: (request, signal) => {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      const line = find(request);
      if (line !== undefined) used.add(line);
      const outcome =
        line === undefined ? notRecorded(request, config) : orBadBody(() => readRecordedOutcome(line.read()));
      return Promise.resolve({ outcome, attempts: [] });
    },
    close: () => Promise.resolve(),
    unusedKeys: () =>
      [...lines.values()]
        .filter((line) => !used.has(line))
        .map(({ caseId, variant, target, repeat, line }) => ({ caseId, variant, target, repeat, line })),
  };
}

function notRecorded({ caseId, variant, repeat }: TargetRequest, { id, file }: RecordedTargetConfig): Outcome {
  const wanted = describeKey({ caseId, variant, target: null, repeat });
  return {
    kind: 'failure',
    code: 'not_recorded',
    detail: `${file} has no reply for ${wanted} that target "${id}" may use`,
  };
}

function readBytes(path: string, file: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    const message = `the file of recorded replies cannot be read (${code})`;
    throw new InputError({ code: 'FILE_UNREADABLE', message, at: startOf(file) });
  }
}
