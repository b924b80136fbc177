import { addAll } from '../core/add-all.ts';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { InputError, type Problem } from '../core/problem.ts';
import { pathInside } from '../files/inside.ts';
import { parseJsonText } from '../files/json-file.ts';
import type { MapNode, ScalarNode, SourceNode } from '../files/node.ts';
import { readTextFile } from '../files/text-file.ts';
import { parseYaml } from '../files/yaml-file.ts';

const imageTypes: ReadonlyMap<string, string> = new Map([
  ['.png', 'png'],
  ['.jpg', 'jpeg'],
  ['.jpeg', 'jpeg'],
  ['.gif', 'gif'],
  ['.webp', 'webp'],
]);

function portable(name: string): string {
  return path.posix.normalize(name.replaceAll('\\', '/'));
}

/** Reads what `{ file: PATH }` stands for, from inside one suite's folder only. Faults are collected. */
export class FileReferences {
  readonly #folder: string;
  readonly #problems: Problem[];
  readonly #shown: (file: string) => string;
  /** Paths inside the suite, with their text: they join the suite's hash. */
  readonly read: Map<string, string> = new Map();

  /** @param shown how messages name a file of the folder */
  constructor(folder: string, problems: Problem[], shown: (file: string) => string) {
    this.#folder = folder;
    this.#problems = problems;
    this.#shown = shown;
  }

  /** The file's text in place of a reference; other nodes as they are. */
  text(node: SourceNode): SourceNode {
    const reference = referenceIn(node);
    if (reference === null) return node;
    const text = this.#read(reference);
    return text === null
      ? { ...reference, value: '(missing)', source: '(missing)' }
      : { ...reference, value: text, source: text };
  }

  /** The data of a JSON or YAML file in place of a reference, or the text of another file; other nodes as they are. */
  data(node: SourceNode): SourceNode {
    const reference = referenceIn(node);
    if (reference === null) return node;
    const extension = path.extname(reference.source).toLowerCase();
    if (!['.json', '.yaml', '.yml'].includes(extension)) return this.text(node);
    const text = this.#read(reference);
    if (text === null) return { ...reference, value: '(missing)', source: '(missing)' };
    const shown = this.#shown(path.join(this.#folder, portable(reference.source)));
    try {
      if (extension === '.json') return parseJsonText(text, shown);
      const [document, second] = parseYaml(text, shown);
      if (document && !second) return document;
      this.#problems.push({
        code: 'FILE_REFERENCE',
        message: `${reference.source} must hold one document`,
        at: reference.at,
      });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      addAll(this.#problems, error.problems);
    }
    return { ...reference, value: '(faulty)', source: '(faulty)' };
  }

  /** The file as a `data:` URL, for image parts; the bytes are sent and hashed, never stored. */
  dataUrl(node: SourceNode): SourceNode {
    const reference = referenceIn(node);
    if (reference === null) return node;
    const found = this.#path(reference);
    if (found === null) return { ...reference, value: '(missing)', source: '(missing)' };
    const type = imageTypes.get(path.extname(reference.source).toLowerCase());
    if (type === undefined) {
      const message = `file "${reference.source}" is no image: its name must end in ${[...imageTypes.keys()].join(', ')}`;
      this.#problems.push({ code: 'FILE_REFERENCE', message, at: reference.at });
      return { ...reference, value: '(no image)', source: '(no image)' };
    }
    const url = `data:image/${type};base64,${readFileSync(found).toString('base64')}`;
    this.read.set(portable(reference.source), url);
    return { ...reference, value: url, source: url };
  }

  #read(reference: ScalarNode): string | null {
    const found = this.#path(reference);
    if (found === null) return null;
    try {
      const text = readTextFile(found, this.#shown(path.join(this.#folder, portable(reference.source))));
      this.read.set(portable(reference.source), text);
      return text;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      addAll(this.#problems, error.problems);
      return null;
    }
  }

  #path(reference: ScalarNode): string | null {
    const found = pathInside(this.#folder, reference.source);
    // A pipe or a device would be waited for.
    if ('path' in found && statSync(found.path).isFile()) return found.path;
    const message =
      'path' in found
        ? `"${reference.source}" is no file`
        : found.refused === 'escapes'
          ? `file "${reference.source}" is outside the suite's folder`
          : `file "${reference.source}" is not there; paths start at the suite's folder`;
    this.#problems.push({ code: 'FILE_REFERENCE', message, at: reference.at });
    return null;
  }
}

/** The path scalar of a map that holds nothing but `file`, else null. */
export function referenceIn(node: SourceNode): ScalarNode | null {
  if (node.kind !== 'map' || node.entries.size !== 1) return null;
  const value = node.entries.get('file')?.value;
  return value?.kind === 'scalar' && value.value !== null ? value : null;
}

/** The map with one entry's node replaced, where it has such an entry. */
export function withEntry(node: SourceNode, key: string, change: (node: SourceNode) => SourceNode): SourceNode {
  const entry = node.kind === 'map' ? node.entries.get(key) : undefined;
  if (node.kind !== 'map' || entry === undefined) return node;
  const entries = new Map(node.entries);
  entries.set(key, { ...entry, value: change(entry.value) });
  return { ...node, entries } satisfies MapNode;
}

/** Every item of a list node changed; other nodes as they are. */
export function withItems(node: SourceNode, change: (node: SourceNode) => SourceNode): SourceNode {
  return node.kind === 'list' ? { ...node, items: node.items.map(change) } : node;
}

/** Every value of a map node changed; other nodes as they are. */
export function withValues(node: SourceNode, change: (node: SourceNode) => SourceNode): SourceNode {
  if (node.kind !== 'map') return node;
  const entries = new Map([...node.entries].map(([key, entry]) => [key, { ...entry, value: change(entry.value) }]));
  return { ...node, entries };
}
