import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../test/support/suite-folder.ts';
import { systemClock } from '../core/clock.ts';
import { InputError } from '../core/problem.ts';
import { tryLock, withLock } from './lock.ts';

test('a lock is held once, names its process, and is free again after its release', () => {
  const file = path.join(folderOf({}), 'lock');
  const lock = tryLock(file, systemClock);
  expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  expect(tryLock(file, systemClock)).toBeNull();
  lock?.release();
  expect(existsSync(file)).toBe(false);
  expect(tryLock(file, systemClock)).not.toBeNull();
});

test('the lock of a process that is gone is taken over', () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const file = path.join(folderOf({ lock: String(gone) }), 'lock');
  expect(tryLock(file, systemClock)).not.toBeNull();
});

test('a lock that names nobody is taken over only once it is old', () => {
  const file = path.join(folderOf({ lock: '' }), 'lock');
  expect(tryLock(file, systemClock)).toBeNull();
  writeFileSync(file, '');
  utimesSync(file, new Date(0), new Date(0));
  expect(tryLock(file, systemClock)).not.toBeNull();
});

test('work under a lock waits for its turn, and frees the lock even when it fails', async () => {
  const file = path.join(folderOf({}), 'lock');
  const order: string[] = [];
  const options = { clock: systemClock, waitMs: 5000 };
  const first = withLock(
    file,
    async () => {
      order.push('first begins');
      await systemClock.sleep(50);
      order.push('first ends');
      throw new Error('failed');
    },
    options,
  );
  const second = withLock(file, () => order.push('second'), options);
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(order).toEqual(['first begins', 'first ends', 'second']);
});

test('a lock that is kept too long is an error that names the file', async () => {
  const file = path.join(folderOf({}), 'lock');
  tryLock(file, systemClock);
  const late = withLock(file, () => 1, { clock: systemClock, waitMs: 40 });
  await expect(late).rejects.toThrow(InputError);
  await expect(late).rejects.toThrow(`${file} is held by another process`);
});
