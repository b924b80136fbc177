import { realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * The absolute path of a file named inside a folder, or why it may not be used: absolute, leaving the folder (also by a
 * link), or not there.
 */
export function pathInside(
  folder: string,
  name: string,
): { readonly path: string } | { readonly refused: 'escapes' | 'missing' } {
  const portable = name.replaceAll('\\', '/');
  if (
    portable.includes('\0') ||
    path.posix.isAbsolute(portable) ||
    path.win32.isAbsolute(name) ||
    /^[A-Za-z]:/.test(name)
  ) {
    return { refused: 'escapes' };
  }
  if (leaves(path.posix.normalize(portable))) return { refused: 'escapes' };
  const root = realpathSync(folder);
  let real: string;
  try {
    real = realpathSync(path.join(root, portable));
  } catch {
    return { refused: 'missing' };
  }
  return leaves(path.relative(root, real).replaceAll('\\', '/')) ? { refused: 'escapes' } : { path: real };
}

function leaves(relative: string): boolean {
  return relative === '..' || relative.startsWith('../') || path.isAbsolute(relative) || /^[A-Za-z]:/.test(relative);
}
