import fc from 'fast-check';
import { Buffer } from 'node:buffer';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, places, problemsIn } from '../../test/support/suite-folder.ts';
import { formatProblem } from '../core/problem.ts';
import { decodeText, Lines, readTextFile } from './text-file.ts';

const faultOf = (bytes: Uint8Array): string => places(problemsIn(() => decodeText(bytes, 'f')))[0] ?? 'none';

test('UTF-8 is read, with or without a byte order mark', () => {
  expect(decodeText(Buffer.from('né 退货 😀\n'), 'f')).toBe('né 退货 😀\n');
  expect(decodeText(Buffer.from('\ufeffid: a'), 'f')).toBe('id: a');
  expect(decodeText(new Uint8Array(), 'f')).toBe('');
});

test('UTF-16 is named as what it is, and without a mark it shows by its NUL bytes', () => {
  const text = 'id: a';
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  const message = (bytes: Uint8Array): string => problemsIn(() => decodeText(bytes, 'f')).map(formatProblem)[0] ?? '';
  expect(message(little)).toBe('f:1:1  is UTF-16: save the file as UTF-8  [FILE_NOT_UTF8]');
  expect(message(Buffer.from(little).swap16())).toContain('is UTF-16');
  expect(faultOf(Buffer.from(text, 'utf16le'))).toBe('1:2 FILE_NOT_TEXT');
});

test('Latin-1 is refused at the place of its first wrong byte', () => {
  expect(faultOf(Buffer.from('line one\ncafé', 'latin1'))).toBe('2:4 FILE_NOT_UTF8');
  expect(faultOf(Buffer.concat([Buffer.from('\ufeffid: '), Buffer.from([0xe9])]))).toBe('1:5 FILE_NOT_UTF8');
});

test('a replacement character that the author wrote is no wrong byte', () => {
  expect(decodeText(Buffer.from('a \ufffd b'), 'f')).toBe('a \ufffd b');
  expect(faultOf(Buffer.concat([Buffer.from('\ufffd\nab'), Buffer.from([0xff])]))).toBe('2:3 FILE_NOT_UTF8');
});

test('a character that is cut at the end of the file is wrong where it begins', () => {
  expect(faultOf(Buffer.from('ab€').subarray(0, 4))).toBe('1:3 FILE_NOT_UTF8');
});

test('overlong forms and lone surrogates are no UTF-8', () => {
  expect(faultOf(Buffer.from([0x61, 0xc0, 0x80]))).toBe('1:2 FILE_NOT_UTF8');
  expect(faultOf(Buffer.from([0x61, 0xed, 0xa0, 0x80]))).toBe('1:2 FILE_NOT_UTF8');
});

test('a NUL byte is told with its place', () => {
  expect(faultOf(Buffer.from('a\nb\0c'))).toBe('2:2 FILE_NOT_TEXT');
});

test('all that comes before the place of a wrong byte is sound', () => {
  const piece = fc.constantFrom<readonly number[]>(
    [0x61],
    [0x0a],
    [0xc3, 0xa9],
    [0xe9],
    [0xe2, 0x82],
    [0xef, 0xbf, 0xbd],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const bytes = Buffer.from(pieces.flat());
      const [problem] = problemsIn(() => decodeText(bytes, 'f'));
      expect(problem === undefined).toBe(Buffer.from(bytes.toString('utf8')).equals(bytes));
      if (!problem?.at) return;
      const lines = bytes.toString('utf8').split('\n');
      expect(problem.at.line).toBeLessThanOrEqual(lines.length);
      expect((lines[problem.at.line - 1] ?? '')[problem.at.column - 1]).toBe('\ufffd');
    }),
  );
});

test('a missing file, a folder and a file past the limit are told, not thrown as they are', () => {
  const folder = folderOf({ 'a.txt': 'x'.repeat(2 * 1024 * 1024) });
  const told = (name: string, maxBytes?: number): string[] =>
    problemsIn(() => readTextFile(path.join(folder, name), name, maxBytes ? { maxBytes } : {})).map(formatProblem);
  expect(told('no.txt')).toEqual(['no.txt:1:1  cannot be read: there is no such file  [FILE_UNREADABLE]']);
  expect(told('.')).toEqual(['.:1:1  cannot be read: it is a folder  [FILE_UNREADABLE]']);
  expect(told('a.txt', 1024 * 1024)).toEqual(['a.txt:1:1  is 2 MB, the limit is 1 MB: split it  [FILE_TOO_LARGE]']);
  expect(told('a.txt')).toEqual([]);
});

test('offsets become lines and columns', () => {
  const lines = new Lines('ab\n\ncd', 'f');
  expect([0, 2, 3, 4, 5, 6].map((offset) => lines.at(offset)).map(({ line, column }) => [line, column])).toEqual([
    [1, 1],
    [1, 3],
    [2, 1],
    [3, 1],
    [3, 2],
    [3, 3],
  ]);
});
