import path from 'node:path';

/** The path as people write it: relative to the current folder where it lies inside, with slashes. */
export function shownPath(file: string, currentFolder: string): string {
  const relative = path.relative(currentFolder, file).split(path.sep).join('/');
  return relative === '' ? '.' : relative;
}
