import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import type { Clock } from '../core/clock.ts';
import { InputError } from '../core/problem.ts';

/** A lock whose owner cannot be told is taken over after this long. */
const unknownOwnerMs = 10_000;

/** Holds a lock file that names this process; one left by a process that is gone is taken over. Null when it is held. */
export function tryLock(path: string, clock: Clock): { readonly release: () => void } | null {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      const descriptor = openSync(path, 'wx');
      writeSync(descriptor, String(process.pid));
      closeSync(descriptor);
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (!isAbandoned(path, clock) || !takeAway(path, clock)) return null;
    }
  }
  return null;
}

/**
 * Takes an abandoned lock away. Of two processes that try, the renaming lets one through; what it has got by then may be
 * the new lock of the other, which is put back.
 */
function takeAway(path: string, clock: Clock): boolean {
  const aside = `${path}.${process.pid}.old`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
  const abandoned = isAbandoned(aside, clock);
  if (abandoned) rmSync(aside, { force: true });
  else renameSync(aside, path);
  return abandoned;
}

function isAbandoned(path: string, clock: Clock): boolean {
  try {
    const owner = Number(readFileSync(path, 'utf8'));
    if (Number.isInteger(owner) && owner > 0) return !isAlive(owner);
    return clock.now() - statSync(path).mtimeMs > unknownOwnerMs;
  } catch (error) {
    // It is gone; any other trouble in reading it is no leave to take it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Runs `work` under a lock, waiting up to `waitMs` for it. @throws InputError when another process keeps it */
export async function withLock<T>(
  path: string,
  work: () => T | Promise<T>,
  { clock, waitMs }: { readonly clock: Clock; readonly waitMs: number },
): Promise<T> {
  const start = clock.elapsed();
  for (;;) {
    const lock = tryLock(path, clock);
    if (lock) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    if (clock.elapsed() - start > waitMs) {
      throw new InputError({
        code: 'FILE_LOCKED',
        message: `${path} is held by another process`,
        hint: 'wait for it to end',
      });
    }
    await clock.sleep(20);
  }
}
