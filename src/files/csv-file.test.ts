import fc from 'fast-check';
import { expect, test } from 'vitest';
import { places, problemsIn } from '../../test/support/suite-folder.ts';
import { formatProblem } from '../core/problem.ts';
import { parseCsv } from './csv-file.ts';

const rowsOf = (text: string): string[][] => {
  const { header, rows } = parseCsv(text, 'f');
  return [header, ...rows].map((row) => row.map((cell) => cell.value));
};
const faults = (text: string): string[] => places(problemsIn(() => parseCsv(text, 'f')));
const told = (text: string): string[] => problemsIn(() => parseCsv(text, 'f')).map(formatProblem);

test('the examples of RFC 4180 are read', () => {
  expect(rowsOf('aaa,bbb,ccc\r\nzzz,yyy,xxx')).toEqual([
    ['aaa', 'bbb', 'ccc'],
    ['zzz', 'yyy', 'xxx'],
  ]);
  expect(rowsOf('a,b,c\r\n"aaa","b\r\nbb","ccc"\r\nzzz,yyy,xxx\r\n')).toEqual([
    ['a', 'b', 'c'],
    ['aaa', 'b\r\nbb', 'ccc'],
    ['zzz', 'yyy', 'xxx'],
  ]);
  expect(rowsOf('a,b,c\n"aaa","b""bb","ccc"\n')[1]).toEqual(['aaa', 'b"bb', 'ccc']);
});

test('cells keep their spaces, empty ones are kept, blank lines are passed over, line ends may be mixed', () => {
  expect(rowsOf('a,b\r\n 1 ,\n\n,""\r\n\r\n"x,y",;\n')).toEqual([
    ['a', 'b'],
    [' 1 ', ''],
    ['', ''],
    ['x,y', ';'],
  ]);
});

test('a cell knows the line on which it begins and its number in the row', () => {
  const { rows } = parseCsv('a,b,c\n"x\r\ny\nz",2,"p\nq"\r\n\n1,2,3\n', 'f');
  const all = rows.map((row) => row.map(({ at }) => `${at.line}:${at.column}`));
  expect(all).toEqual([
    ['2:1', '4:2', '4:3'],
    ['7:1', '7:2', '7:3'],
  ]);
});

test('what is written by the rules is read as it was, and lies inside the file', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ';', ' ', '日'), maxLength: 6 });
  const row = fc.tuple(cell, cell, cell);
  const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), fc.constantFrom('\n', '\r\n'), (rows, end) => {
      const lines = [['h1', 'h2', 'h3'], ...rows].map((cells) => cells.map(quoted).join(','));
      const text = lines.join(end) + end;
      expect(rowsOf(text).slice(1)).toEqual(rows);
      const last = parseCsv(text, 'f').rows.at(-1)?.at(-1)?.at.line ?? 1;
      expect(last).toBeLessThanOrEqual(text.split('\n').length);
    }),
  );
});

test('another separator than the comma is named', () => {
  expect(told('id;user\n1;2\n')).toEqual([
    'f:1:1  cells seem to be separated by semicolons; only commas are read  [CSV_SEPARATOR]',
  ]);
  expect(told('id\tuser\n"a\n')).toEqual([
    'f:1:1  cells seem to be separated by tabs; only commas are read  [CSV_SEPARATOR]',
  ]);
});

test('rows with more or fewer cells than the header are all told', () => {
  expect(told('a,b,c\n1,2\n1,2,3,4\n"x\ny",2,3\n1\n')).toEqual([
    'f:2:2  has 2 cells, the header has 3; put double quotes around a cell that holds a comma  [CSV_RAGGED]',
    'f:3:3  has 4 cells, the header has 3; put double quotes around a cell that holds a comma  [CSV_RAGGED]',
    'f:6:1  has 1 cell, the header has 3; put double quotes around a cell that holds a comma  [CSV_RAGGED]',
  ]);
});

test('stray quotes are told where their cell begins, an unclosed one too', () => {
  expect(faults('a,b\nx "y" z,1\n1,"x" y\n')).toEqual(['2:1 CSV_QUOTES', '3:2 CSV_QUOTES']);
  expect(faults('a,b\n1,"x,2\n3,4\n')).toEqual(['2:2 CSV_QUOTES']);
  expect(told('a\n"x\n')[0]).toContain('write "" for a quote inside a cell');
});

test('headings must be there, once each', () => {
  expect(faults('a,,b\n1,2,3\n')).toEqual(['1:2 CSV_HEADER']);
  expect(faults('a,b, a\n1,2,3\n')).toEqual(['1:3 FILE_DUPLICATE_KEY']);
  expect(faults('')).toEqual(['1:1 FILE_EMPTY']);
  expect(faults('\n\r\n')).toEqual(['1:1 FILE_EMPTY']);
});

test('a row of a million cells and a cell of a megabyte are read at once', () => {
  const wide = ','.repeat(1_000_000);
  expect(faults(`a\n${wide}\n`)).toEqual(['2:1 CSV_RAGGED']);
  expect(rowsOf(`a\n"${'""'.repeat(500_000)}"`)[1]?.[0]).toHaveLength(500_000);
});
