import { existsSync } from 'node:fs';
import path from 'node:path';
import { tryLock } from '../../files/lock.ts';
import { listRuns, removeRun } from '../../runs/run-store.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { suiteFolderAt } from '../open-suite.ts';

export interface PruneOptions {
  readonly keep: number;
  readonly dryRun?: boolean;
  readonly suite?: string;
}

/** `proofmark prune`: removes all but the newest runs; one that is being written stays. */
export async function pruneCommand(options: PruneOptions, io: CommandIo): Promise<ExitCode> {
  const runs = listRuns(suiteFolderAt(options.suite, io));
  const old = runs.slice(0, Math.max(0, runs.length - options.keep));
  let removed = 0;
  for (const run of old) {
    const lock = existsSync(run.path) ? tryLock(path.join(run.path, 'run.lock'), io.clock) : null;
    if (!lock) {
      io.stdout.write(`kept ${run.id}: it is being written\n`);
      continue;
    }
    removed += 1;
    if (options.dryRun) lock.release();
    else removeRun(run);
    io.stdout.write(`${options.dryRun ? 'would remove' : 'removed'} ${run.id}\n`);
  }
  io.stdout.write(
    `${removed} of ${runs.length} runs ${options.dryRun ? 'would be ' : ''}removed, the newest ${options.keep} are kept\n`,
  );
  return 0;
}
