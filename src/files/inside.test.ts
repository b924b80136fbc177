import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../test/support/suite-folder.ts';
import { pathInside } from './inside.ts';

test('a file of the folder is found, with either slash and by a link that stays inside', () => {
  const folder = folderOf({ 'sub/a.txt': 'x' });
  symlinkSync(path.join(folder, 'sub/a.txt'), path.join(folder, 'link.txt'));
  const whole = { path: path.join(folder, 'sub/a.txt') };
  for (const name of ['sub/a.txt', 'sub\\a.txt', './sub/a.txt', 'sub/../sub/a.txt', 'link.txt']) {
    expect(pathInside(folder, name)).toEqual(whole);
  }
});

test.each([
  '../a.txt',
  '..',
  'sub/../../a.txt',
  '/etc/passwd',
  'C:\\a.txt',
  'C:a.txt',
  'c:/a.txt',
  '\\\\server\\share\\a',
  '\\a',
  'a\0b',
  '..\\a.txt',
])('%j is refused for it leaves the folder', (name) => {
  expect(pathInside(folderOf({ 'sub/a.txt': 'x' }), name)).toEqual({ refused: 'escapes' });
});

test('a link that leads out is refused, be it a file or a folder on the way', () => {
  const outside = folderOf({ 'secret.txt': 'x' });
  const folder = folderOf({ 'a.txt': 'x' });
  symlinkSync(path.join(outside, 'secret.txt'), path.join(folder, 'file-link'));
  symlinkSync(outside, path.join(folder, 'folder-link'));
  expect(pathInside(folder, 'file-link')).toEqual({ refused: 'escapes' });
  expect(pathInside(folder, 'folder-link/secret.txt')).toEqual({ refused: 'escapes' });
});

test('what is not there is missing; a name that only begins with dots is a name', () => {
  const folder = folderOf({ '..a/x': 'x' });
  expect(pathInside(folder, 'no.txt')).toEqual({ refused: 'missing' });
  expect(pathInside(folder, '..a/x')).toEqual({ path: path.join(folder, '..a/x') });
});
