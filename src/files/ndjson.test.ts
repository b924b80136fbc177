import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../test/support/suite-folder.ts';
import { maxNesting } from '../core/nesting.ts';
import { NdjsonWriter, readNdjson } from './ndjson.ts';

const format = 'proofmark/x';

async function linesOf(file: string): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const line of readNdjson(file, { shown: 'x.ndjson', format })) lines.push(line);
  return lines;
}

function newFile(text?: string): string {
  return path.join(folderOf(text === undefined ? {} : { 'x.ndjson': text }), 'x.ndjson');
}

test('a new file gets its format line, and each object one line', async () => {
  const file = newFile();
  const writer = NdjsonWriter.open(file, format);
  writer.append({ a: 'é\n' });
  writer.append({ b: 2 });
  writer.close();
  expect(readFileSync(file, 'utf8')).toBe('{"format":"proofmark/x","version":1}\n{"a":"é\\n"}\n{"b":2}\n');
  expect(await linesOf(file)).toEqual([{ a: 'é\n' }, { b: 2 }]);
});

test('a line torn by a killed writer is left out by readers and taken off by the next writer', async () => {
  const file = newFile('{"format":"proofmark/x","version":1}\n{"a":1}\n{"b":');
  expect(await linesOf(file)).toEqual([{ a: 1 }]);
  const writer = NdjsonWriter.open(file, format);
  writer.append({ c: 3 });
  writer.close();
  expect(await linesOf(file)).toEqual([{ a: 1 }, { c: 3 }]);
});

test('a torn first line, and a torn line longer than one reading, leave a sound file', async () => {
  for (const text of ['{"format":"pro', `{"format":"proofmark/x","version":1}\n{"a":"${'x'.repeat(200_000)}`]) {
    const file = newFile(text);
    NdjsonWriter.open(file, format).close();
    expect(await linesOf(file)).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('{"format":"proofmark/x","version":1}\n');
  }
});

test('format lines are accepted anywhere, as a union merge leaves them; blank lines too', async () => {
  const header = '{"format":"proofmark/x","version":1}\n';
  expect(await linesOf(newFile(`${header}{"a":1}\n\n${header}{"b":2}\n`))).toEqual([{ a: 1 }, { b: 2 }]);
});

test('a line in the middle that is no object is an error with its number', async () => {
  const file = newFile('{"format":"proofmark/x","version":1}\n{"a":1}\n{broken\n{"b":2}\n');
  await expect(linesOf(file)).rejects.toThrow('x.ndjson:3:1  is no JSON object  [NDJSON_LINE]');
  writeFileSync(file, '[1]\n');
  await expect(linesOf(file)).rejects.toThrow('x.ndjson:1:1');
});

test('a record that has no JSON text is named and leaves the file whole', async () => {
  const file = newFile();
  const writer = NdjsonWriter.open(file, format);
  let deep: object = {};
  for (let level = 0; level < 100_000; level += 1) deep = { deep };
  expect(() => writer.append({ key: 'refund#2', deep })).toThrow(
    /^the record of refund#2 cannot be written \(.*\) {2}\[NDJSON_VALUE\]$/,
  );
  writer.append({ a: 1 });
  writer.close();
  expect(await linesOf(file)).toEqual([{ a: 1 }]);
});

test('a record around a value as deep as one from outside may be is read again', async () => {
  const file = newFile();
  const writer = NdjsonWriter.open(file, format);
  const value: unknown = JSON.parse('['.repeat(maxNesting) + ']'.repeat(maxNesting));
  writer.append({ a: { b: value } });
  writer.close();
  expect(await linesOf(file)).toEqual([{ a: { b: value } }]);
});

test('a newer format is refused, a missing file has no lines', async () => {
  const file = newFile('{"a":1}\n');
  appendFileSync(file, '{"format":"proofmark/x","version":2}\n');
  await expect(linesOf(file)).rejects.toThrow('has version 2 of proofmark/x');
  expect(await linesOf(path.join(folderOf({}), 'none'))).toEqual([]);
});
