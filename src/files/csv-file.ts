import { addAll } from '../core/add-all.ts';
import type { Position } from '../core/position.ts';
import { InputError, type Problem } from '../core/problem.ts';
import { Lines } from './text-file.ts';

export interface CsvCell {
  readonly value: string;
  /** The line on which the cell begins, and the number of the cell as column. */
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
  const reader = new CsvReader(text, file);
  const [header, ...rows] = reader.rows();
  if (header === undefined) {
    throw new InputError({ code: 'FILE_EMPTY', message: 'is empty', at: { file, line: 1, column: 1 } });
  }
  const problems: Problem[] = [...headerProblems(header)];
  // Under a wrong separator or a stray quote the cells are not what was meant, so counting them tells nothing.
  if (problems.length === 0) addAll(problems, reader.problems);
  if (problems.length === 0)
    addAll(
      problems,
      rows.flatMap((row) => raggedProblem(header, row) ?? []),
    );
  if (problems.length > 0) throw new InputError(problems);
  return { header, rows };
}

const cellText = /[^,\n]*/y;

/** Splits a text into cells; the line end of a row is LF or CRLF. Stray quotes are told and read as text. */
class CsvReader {
  readonly problems: Problem[] = [];
  readonly #text: string;
  readonly #lines: Lines;
  #offset = 0;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#lines = new Lines(text, file);
  }

  rows(): CsvCell[][] {
    const rows: CsvCell[][] = [];
    while (this.#offset < this.#text.length) {
      if (!this.#blankLine()) rows.push(this.#row());
    }
    return rows;
  }

  #blankLine(): boolean {
    const length = this.#lineEnd();
    this.#offset += length;
    return length > 0;
  }

  #row(): CsvCell[] {
    const cells: CsvCell[] = [];
    for (;;) {
      const at = { ...this.#lines.at(this.#offset), column: cells.length + 1 };
      cells.push({ value: this.#text[this.#offset] === '"' ? this.#quoted(at) : this.#plain(at), at });
      if (this.#text[this.#offset] !== ',') break;
      this.#offset += 1;
    }
    this.#offset += this.#lineEnd();
    return cells;
  }

  #plain(at: Position): string {
    const value = this.#untilCellEnd();
    if (value.includes('"')) this.#stray(at);
    return value;
  }

  #quoted(at: Position): string {
    let value = '';
    for (let start = this.#offset + 1; ;) {
      const close = this.#text.indexOf('"', start);
      if (close < 0) {
        this.#offset = this.#text.length;
        this.#stray(at);
        return value;
      }
      value += this.#text.slice(start, close);
      this.#offset = close + 1;
      if (this.#text[this.#offset] !== '"') break;
      value += '"';
      start = this.#offset + 1;
    }
    const rest = this.#untilCellEnd();
    if (rest !== '') this.#stray(at);
    return value + rest;
  }

  #untilCellEnd(): string {
    const start = this.#offset;
    cellText.lastIndex = start;
    let end = start + (cellText.exec(this.#text)?.[0].length ?? 0);
    if (this.#text.startsWith('\r\n', end - 1)) end = Math.max(start, end - 1);
    this.#offset = end;
    return this.#text.slice(start, end);
  }

  /** How many characters of a line end stand here. */
  #lineEnd(): number {
    if (this.#text[this.#offset] === '\n') return 1;
    return this.#text.startsWith('\r\n', this.#offset) ? 2 : 0;
  }

  #stray(at: Position): void {
    const message = 'a double quote is in the wrong place or not closed';
    const hint = 'write "" for a quote inside a cell, and put the whole cell in quotes';
    this.problems.push({ code: 'CSV_QUOTES', message, at, hint });
  }
}

function raggedProblem(header: readonly CsvCell[], row: readonly CsvCell[]): Problem | null {
  const [first] = row;
  if (first === undefined || row.length === header.length) return null;
  const at = { ...first.at, column: Math.min(row.length, header.length) };
  const message = `has ${row.length} ${row.length === 1 ? 'cell' : 'cells'}, the header has ${header.length}`;
  return { code: 'CSV_RAGGED', message, at, hint: 'put double quotes around a cell that holds a comma' };
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
