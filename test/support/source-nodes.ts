import type { SourceNode } from '../../src/files/node.ts';

/** A node as plain data: texts as they are, other scalars as their source between `‹` and `›`. */
export function dataOf(node: SourceNode | undefined): unknown {
  if (node === undefined) return undefined;
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'string' ? node.value : `‹${node.source}›`;
    case 'list':
      return node.items.map(dataOf);
    case 'map':
      return Object.fromEntries([...node.entries].map(([key, entry]) => [key, dataOf(entry.value)]));
  }
}

/** `line:column` of the node that a path of keys and places leads to. */
export function placeOf(node: SourceNode | undefined, ...path: readonly (string | number)[]): string {
  let current = node;
  for (const step of path) {
    if (current?.kind === 'map') current = current.entries.get(String(step))?.value;
    else if (current?.kind === 'list') current = current.items[Number(step)];
  }
  return current ? `${current.at.line}:${current.at.column}` : 'nowhere';
}
