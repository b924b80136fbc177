/** A place in a file: both 1-based; the column counts UTF-16 units as editors do (in CSV it is the cell's number). */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export function startOf(file: string): Position {
  return { file, line: 1, column: 1 };
}

export function formatPosition({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}
