import type { Position } from '../core/position.ts';

/**
 * What a YAML, JSON or CSV file says, with the place of every part. A scalar keeps its source: `1.10` stays `1.10` where a
 * text is wanted. Keys of a map are unique.
 */
export type SourceNode = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: 'map';
  readonly at: Position;
  readonly entries: ReadonlyMap<string, MapEntry>;
}

export interface MapEntry {
  readonly keyAt: Position;
  readonly value: SourceNode;
}

export interface ListNode {
  readonly kind: 'list';
  readonly at: Position;
  readonly items: readonly SourceNode[];
}

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly at: Position;
  readonly value: string | number | boolean | null;
  /** The characters of the file, for a scalar that is not a string; for a string the string. */
  readonly source: string;
}
