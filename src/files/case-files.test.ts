import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, problemsIn } from '../../test/support/suite-folder.ts';
import { formatProblem } from '../core/problem.ts';
import { findSuites, suiteFolder } from './case-files.ts';

const found = (paths: readonly string[], folder: string): unknown =>
  findSuites(paths, folder).map((suite) => ({
    folder: path.relative(folder, suite.folder),
    files: suite.files.map((file) => path.relative(suite.folder, file)),
    others: suite.others.map((file) => path.relative(suite.folder, file)),
  }));

test('a folder is a suite: case files of every kind below cases/, sorted by path; the rest is told', () => {
  const folder = folderOf({
    'eval/cases/b.yaml': '',
    'eval/cases/a.csv': '',
    'eval/cases/sub/c.jsonl': '',
    'eval/cases/d.YML': '',
    'eval/cases/e.json': '',
    'eval/cases/notes.md': '',
    'eval/cases/.hidden/f.yaml': '',
    'eval/cases/node_modules/g.yaml': '',
    'eval/other.yaml': '',
  });
  expect(found(['eval'], folder)).toEqual([
    {
      folder: 'eval',
      files: ['cases/a.csv', 'cases/b.yaml', 'cases/d.YML', 'cases/e.json', 'cases/sub/c.jsonl'],
      others: ['cases/notes.md'],
    },
  ]);
});

test('files and globs belong to the nearest folder above that is a suite, each file once', () => {
  const folder = folderOf({ 'x/cases/a.yaml': '', 'x/cases/b.json': '', 'y/proofmark.yaml': '', 'y/z/c.yaml': '' });
  expect(found(['x/cases/a.yaml', 'x/cases/*.{yaml,json}', 'y/**/c.yaml'], folder)).toEqual([
    { folder: 'x', files: ['cases/a.yaml', 'cases/b.json'], others: [] },
    { folder: 'y', files: ['z/c.yaml'], others: [] },
  ]);
  expect(suiteFolder(path.join(folder, 'y/z/c.yaml'), '/current')).toBe(path.join(folder, 'y'));
});

test('a name with brackets or a space is a file before it is a glob', () => {
  const folder = folderOf({ 'cases/a [1].yaml': '', 'cases/b copy.yaml': '' });
  expect(found(['cases/a [1].yaml', 'cases/b copy.yaml'], folder)).toEqual([
    { folder: '', files: ['cases/a [1].yaml', 'cases/b copy.yaml'], others: [] },
  ]);
});

test('a link to a file is read, a link to a folder is not followed', () => {
  const folder = folderOf({ 'cases/a.yaml': '', 'elsewhere/b.yaml': '' });
  symlinkSync(path.join(folder, 'elsewhere/b.yaml'), path.join(folder, 'cases/link.yaml'));
  symlinkSync(folder, path.join(folder, 'cases/loop'));
  expect(found(['.'], folder)).toEqual([{ folder: '', files: ['cases/a.yaml', 'cases/link.yaml'], others: [] }]);
});

test('a path that is not there is wrong usage; a folder or a glob without cases tests nothing', () => {
  const folder = folderOf({ 'eval/readme.md': '' });
  const told = (name: string): string[] => problemsIn(() => findSuites([name], folder)).map(formatProblem);
  expect(told('evil')).toEqual(['there is no file or folder evil; paths start at the current folder  [NO_SUCH_PATH]']);
  expect(told('eval')[0]).toMatch(/^no case found in .*eval: .*\[NO_CASES\]$/);
  expect(told('eval/*.yaml')).toEqual(['no case found: nothing matches eval/*.yaml  [NO_CASES]']);
});
