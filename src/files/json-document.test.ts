import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, places, problemsIn } from '../../test/support/suite-folder.ts';
import { formatJson, readJsonDocument, writeJsonDocument } from './json-document.ts';

test('a document has two spaces and a final newline, and leaves nothing beside it', () => {
  const folder = folderOf({ 'a.json': 'old' });
  writeJsonDocument(path.join(folder, 'a.json'), { format: 'proofmark/x', version: 1, list: [1] });
  expect(readFileSync(path.join(folder, 'a.json'), 'utf8')).toBe(
    '{\n  "format": "proofmark/x",\n  "version": 1,\n  "list": [\n    1\n  ]\n}\n',
  );
  expect(readdirSync(folder)).toEqual(['a.json']);
  expect(formatJson({})).toBe('{}\n');
});

test('what was written is read again; what is missing, broken or of another kind is told', () => {
  const good = { format: 'proofmark/x', version: 1, a: 'é' };
  const folder = folderOf({
    'good.json': formatJson(good),
    'broken.json': '{"format": "proofmark/x",',
    'list.json': '[]',
    'other.json': '{"format": "proofmark/y", "version": 1}',
    'newer.json': '{"format": "proofmark/x", "version": 9}',
  });
  const read = (name: string): unknown => readJsonDocument(path.join(folder, name), name, 'proofmark/x');
  expect(read('good.json')).toEqual(good);
  const codes = ['no', 'broken', 'list', 'other', 'newer'].map((name) =>
    places(problemsIn(() => read(`${name}.json`))),
  );
  expect(codes).toEqual([
    ['1:1 FILE_UNREADABLE'],
    ['1:1 JSON_SYNTAX'],
    ['1:1 JSON_SYNTAX'],
    ['1:1 FILE_FORMAT'],
    ['1:1 FILE_VERSION'],
  ]);
});
