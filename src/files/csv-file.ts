import { CsvError, parse } from 'csv-parse/sync';
import type { Position } from '../core/position.ts';
import { InputError, type Problem } from '../core/problem.ts';

export interface CsvCell {
  readonly value: string;
  /** The line of the file, and the number of the cell as column. */
  readonly at: Position;
}

export interface CsvTable {
  readonly header: readonly CsvCell[];
  readonly rows: readonly (readonly CsvCell[])[];
}

/**
 * A comma-separated table (RFC 4180) with a header line; blank lines are passed over, cells are kept as they are.
 * @throws InputError with line and cell: wrong separator, ragged rows, stray quotes, empty or repeated headings
 */
export function parseCsv(text: string, file: string): CsvTable {
  const lines = readCells(text, file);
  const [header, ...rows] = lines;
  if (header === undefined) {
    throw new InputError({ code: 'FILE_EMPTY', message: 'is empty', at: { file, line: 1, column: 1 } });
  }
  const problems: Problem[] = [...headerProblems(header)];
  if (problems.length === 0) {
    for (const row of rows) {
      if (row.length === header.length) continue;
      const at = { file, line: row[0]?.at.line ?? 1, column: Math.min(row.length, header.length) };
      const message = `has ${row.length} cells, the header has ${header.length}`;
      problems.push({ code: 'CSV_RAGGED', message, at, hint: 'put double quotes around a cell that holds a comma' });
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  return { header, rows };
}

function readCells(text: string, file: string): CsvCell[][] {
  try {
    return parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n'],
      cast: (value, context) => ({
        value,
        at: { file, line: context.lines - lineBreaks(value), column: context.index + 1 },
      }),
    }) as unknown as CsvCell[][];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new InputError(syntaxProblem(error, file));
  }
}

function lineBreaks(value: string): number {
  return value.includes('\n') ? value.split('\n').length - 1 : 0;
}

function syntaxProblem(error: CsvError, file: string): Problem {
  const place = error as unknown as { lines?: number; column?: number | string; index?: number };
  const column = typeof place.column === 'number' ? place.column + 1 : (place.index ?? 0) + 1;
  const at = { file, line: place.lines ?? 1, column };
  const quotes = error.code.includes('QUOTE');
  return {
    code: 'CSV_QUOTES',
    message: quotes
      ? 'a double quote is in the wrong place or not closed'
      : `is not CSV: ${error.message.split('\n', 1)[0] ?? ''}`,
    at,
    hint: quotes ? 'write "" for a quote inside a cell, and put the whole cell in quotes' : undefined,
  };
}

function* headerProblems(header: readonly CsvCell[]): Generator<Problem> {
  const separator = header.map((cell) => /[;\t]/.exec(cell.value)?.[0]).find((found) => found !== undefined);
  if (separator !== undefined) {
    const name = separator === '\t' ? 'tabs' : 'semicolons';
    const message = `cells seem to be separated by ${name}; only commas are read`;
    yield { code: 'CSV_SEPARATOR', message, at: header[0]?.at };
    return;
  }
  const seen = new Set<string>();
  for (const cell of header) {
    const name = cell.value.trim();
    if (name === '') yield { code: 'CSV_HEADER', message: 'a heading is empty', at: cell.at };
    else if (seen.has(name)) {
      yield { code: 'FILE_DUPLICATE_KEY', message: `heading "${name}" is there twice`, at: cell.at };
    }
    seen.add(name);
  }
}
