import { addAll } from '../core/add-all.ts';
import { z } from 'zod';
import type { MapNode } from '../files/node.ts';
import { caseOf, type Case, type Control } from './case.ts';
import { idText } from './case-schema.ts';
import { readNode } from './issues.ts';
import { noControl, withDefaultChecks, type CaseReading } from './native-case.ts';
import { fold, foldCase } from '../text/fold.ts';
import { madeReply } from './reply.ts';
import { text } from './values.ts';

interface ItemFields {
  readonly item_id: string;
  readonly input_text: string;
  readonly gold: string;
  readonly slice_tags: readonly string[];
  readonly source?: string | undefined;
  readonly split?: string | undefined;
  readonly version?: string | undefined;
}

const schema = z.strictObject({
  item_id: idText(),
  input_text: text(),
  gold: text(),
  slice_tags: z.array(text()).default([]),
  source: z.enum(['prod_sample', 'production', 'synthetic', 'adversarial']).optional(),
  split: z.enum(['dev', 'regression', 'private']).optional(),
  version: text().optional(),
}) as unknown as z.ZodType<ItemFields>;

/** True for an item of the older form: it is called `item_id`. */
export function isFoundingItem(node: MapNode): boolean {
  return node.entries.has('item_id');
}

/** An item of the older form; its control is given later, from the labels of its split. */
export function readFoundingItem(node: MapNode, reading: CaseReading): Case | null {
  const result = readNode(node, schema, { what: 'item of the older form' });
  if ('problems' in result) {
    addAll(reading.problems, result.problems);
    return null;
  }
  const fields = result.value;
  const declaration = reading.declarations.get('equals');
  if (!declaration) throw new Error('the registry has no check equals');
  const options = declaration.options.parse({ value: fields.gold });
  const source = fields.source === 'prod_sample' ? 'production' : fields.source;
  return caseOf({
    id: fields.item_id,
    at: node.at,
    messages: [{ role: 'user', content: fields.input_text }],
    inputText: fields.input_text,
    checks: withDefaultChecks(
      { id: 'equals', type: 'equals', options, not: false, blocking: false, at: node.at },
      reading,
    ),
    reference: madeReply({ content: fields.gold }),
    tags: [...new Set([...reading.defaultTags, ...fields.slice_tags])],
    split: fields.split ?? null,
    metadata: {
      item: true,
      ...(source === undefined ? {} : { source }),
      ...(fields.split === undefined ? {} : { split: fields.split }),
      ...(fields.version === undefined ? {} : { version: fields.version }),
    },
  });
}

/** The items with a synthesised control each: the next other label of the same split. Other cases stay as they are. */
export function withLabelControls(cases: readonly Case[], reading: CaseReading): Case[] {
  const labels = new Map<string | null, string[]>();
  for (const item of cases) {
    if (!isItem(item)) continue;
    const known = labels.get(item.split) ?? [];
    if (!known.includes(labelOf(item))) known.push(labelOf(item));
    labels.set(item.split, known);
  }
  return cases.map((item) => {
    if (!isItem(item)) return item;
    const known = labels.get(item.split) as string[];
    const own = labelOf(item);
    const after = [...known.slice(known.indexOf(own) + 1), ...known.slice(0, known.indexOf(own))];
    const other = after.find((label) => foldCase(fold(label)) !== foldCase(fold(own)));
    if (other === undefined) {
      // A private item is left out of the run, so it needs none.
      if (!reading.allowNoControls && item.split !== 'private') {
        const hint = `all items of its split have the label "${own}", so no other label can serve as one`;
        reading.problems.push({ ...noControl({ kind: 'scalar', at: item.at, value: null, source: '' }), hint });
      }
      return item;
    }
    const reply = madeReply({ content: other });
    const control: Control = { name: null, must: 'fail', aims: [], reply, synthesised: true, at: item.at };
    return { ...item, controls: [control] };
  });
}

function isItem(item: Case): boolean {
  return item.metadata['item'] === true;
}

function labelOf(item: Case): string {
  return item.reference?.content ?? '';
}
