import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('../../', import.meta.url));

/** A fenced block of a page. */
export interface Block {
  /** Path of the page from the project's root, and the line of the opening fence from 1. */
  readonly at: string;
  /** The first word of the info string: `yaml`, `console`, … */
  readonly language: string;
  /** The words after it: `case`, `config`, `faulty`, `file=eval/cases/refund.yaml`. */
  readonly words: readonly string[];
  /** With its final newline. */
  readonly text: string;
}

/** The pages of the project, from its root; not what others wrote (packages, fixtures). */
export function pages(): string[] {
  const below = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : below(name);
      return entry.name.endsWith('.md') ? [name] : [];
    });
  return below('').sort();
}

const skipped = new Set([
  'node_modules',
  'fixtures',
  'dist',
  'coverage',
  'reports',
  'proofmark-demo',
  '.git',
  '.stryker-tmp',
]);

export function pageText(page: string): string {
  return readFileSync(path.join(root, page), 'utf8');
}

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let open: { readonly at: string; readonly info: readonly string[]; readonly lines: string[] } | null = null;
  for (const [index, line] of pageText(page).split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (open && fence) {
      const [language = '', ...words] = open.info;
      blocks.push({ at: open.at, language, words, text: open.lines.map((text) => `${text}\n`).join('') });
      open = null;
    } else if (open) open.lines.push(line);
    else if (fence) open = { at: `${page}:${index + 1}`, info: (fence[1] ?? '').trim().split(/\s+/), lines: [] };
  }
  if (open) throw new Error(`${open.at}: a block that is never closed`);
  return blocks;
}

/** The path in `file=PATH` of a block's info string. */
export function fileOf(block: Block): string | null {
  return block.words.find((word) => word.startsWith('file='))?.slice('file='.length) ?? null;
}

function prose(page: string): string[] {
  let inside = false;
  return pageText(page)
    .split('\n')
    .filter((line) => {
      const fence = line.startsWith('```');
      if (fence) inside = !inside;
      return !fence && !inside;
    });
}

/** Anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(page: string): string[] {
  const headings = prose(page).filter((line) => /^#{1,6} /.test(line));
  return headings.map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The targets of a page's links that are no web addresses. */
export function linksOf(page: string): string[] {
  const found = prose(page).flatMap((line) => [...line.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]);
  return found.map((match) => match[1] as string).filter((target) => !/^[a-z]+:/.test(target));
}
