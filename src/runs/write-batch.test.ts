import { expect, test } from 'vitest';
import { WriteBatch } from './write-batch.ts';

test('what is ready together is written by one flush, before anyone goes on', async () => {
  let flushes = 0;
  const batch = new WriteBatch(() => {
    flushes += 1;
  });
  const seen = await Promise.all([1, 2, 3].map(() => batch.written().then(() => flushes)));
  expect(seen).toEqual([1, 1, 1]);
  await batch.written();
  expect(flushes).toBe(2);
});

test('a flush that fails is told to all who waited for it, and the next one is tried anew', async () => {
  let full = true;
  const batch = new WriteBatch(() => {
    if (full) throw new Error('the disk is full');
  });
  const waiting = [batch.written(), batch.written()];
  for (const one of waiting) await expect(one).rejects.toThrow('the disk is full');
  full = false;
  await expect(batch.written()).resolves.toBeUndefined();
});
