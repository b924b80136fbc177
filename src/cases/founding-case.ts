import { addAll } from '../core/add-all.ts';
import { z } from 'zod';
import { findNeedles, needleFinderVersion } from '../facts/needles.ts';
import type { JsonObject } from '../core/json.ts';
import type { MapNode } from '../files/node.ts';
import { fold } from '../text/fold.ts';
import { compilePattern } from '../text/pattern.ts';
import { caseOf, type Case, type CheckUse, type Control } from './case.ts';
import { dateText, idText } from './case-schema.ts';
import { readNode } from './issues.ts';
import { noControl, withDefaultChecks, type CaseReading } from './native-case.ts';
import { madeReply } from './reply.ts';
import { text, wholeNumber } from './values.ts';

interface FoundingFields {
  readonly id: string;
  readonly prompt: string;
  readonly reference: string;
  readonly grader: 'contains_all' | 'regex' | 'rubric';
  readonly needles?: readonly string[] | undefined;
  readonly pattern?: string | undefined;
  readonly [counter: string]: unknown;
}

const schema = z.strictObject({
  id: idText(),
  prompt: text(),
  reference: text(),
  grader: z.enum(['contains_all', 'regex', 'rubric']).default('contains_all'),
  needles: z.array(text()).min(1).optional(),
  pattern: text().optional(),
  added: dateText().nullable().optional(),
  runs: wholeNumber().optional(),
  passes: wholeNumber().optional(),
  mutant_total: wholeNumber().optional(),
  mutant_killed: wholeNumber().optional(),
  last_audit: dateText().nullable().optional(),
}) as unknown as z.ZodType<FoundingFields>;

const counters = ['added', 'runs', 'passes', 'mutant_total', 'mutant_killed', 'last_audit'] as const;

/** True for a JSON case of the older form: its input is called `prompt`. */
export function isFoundingCase(node: MapNode): boolean {
  return node.entries.has('prompt') && !node.entries.has('user') && !node.entries.has('expect');
}

/** A case of the older form; its one control is synthesised. Null when it is faulty (the faults are in `problems`). */
export function readFoundingCase(node: MapNode, reading: CaseReading): Case | null {
  const result = readNode(node, schema, { what: 'case of the older form' });
  if ('problems' in result) {
    addAll(reading.problems, result.problems);
    return null;
  }
  const fields = result.value;
  const before = reading.problems.length;
  const { check, notes, broken } = graded(fields, node, reading);
  if (check === null || reading.problems.length > before) return null;
  if (broken === null && fields.grader !== 'rubric' && !reading.allowNoControls) {
    const at = node.entries.get('pattern')?.value.at ?? node.at;
    reading.problems.push({
      ...noControl({ ...node, at }),
      hint: 'no text was found that its pattern rejects: narrow it',
    });
    return null;
  }
  const control: Control | null =
    broken === null
      ? null
      : { name: null, must: 'fail', aims: [], reply: madeReply({ content: broken }), synthesised: true, at: node.at };
  const counted = counters.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]);
  const found = fields.grader === 'contains_all' && fields.needles === undefined;
  return caseOf({
    id: fields.id,
    at: node.at,
    messages: [{ role: 'user', content: fields.prompt }],
    inputText: fields.prompt,
    checks: withDefaultChecks(check, reading),
    reference: goldenOf(fields),
    controls: control ? [control] : [],
    tags: reading.defaultTags,
    metadata: {
      ...(Object.fromEntries(counted) as JsonObject),
      ...(found ? { needle_finder: needleFinderVersion } : {}),
    },
    notes,
  });
}

interface Graded {
  readonly check: CheckUse | null;
  readonly notes: readonly string[];
  /** The content of a control that must fail; null where none can be made or none is needed. */
  readonly broken: string | null;
}

function graded(fields: FoundingFields, node: MapNode, reading: CaseReading): Graded {
  switch (fields.grader) {
    case 'rubric':
      return { check: useOf('rubric', fields.reference, { node, reading }), notes: [], broken: null };
    case 'regex': {
      const pattern = fields.pattern ?? fields.reference;
      const note = fields.pattern === undefined ? ['its reference is the pattern, so it has no golden'] : [];
      const broken = rejectedText(pattern, fields.pattern === undefined ? null : fields.reference);
      return { check: useOf('regex', pattern, { node, reading }), notes: note, broken };
    }
    case 'contains_all': {
      const needles = fields.needles ?? findNeedles(fields.reference);
      const note = fields.needles
        ? []
        : [`needles found in its reference: ${needles.map((needle) => `"${needle}"`).join(', ')}`];
      const check = useOf('contains_all', needles, { node, reading });
      return { check, notes: note, broken: withBrokenNeedle(fields.reference, needles[0] ?? fields.reference) };
    }
  }
}

function useOf(
  type: string,
  value: unknown,
  { node, reading }: { readonly node: MapNode; readonly reading: CaseReading },
): CheckUse | null {
  const declaration = reading.declarations.get(type);
  if (!declaration) throw new Error(`the registry has no check ${type}`);
  const parsed = declaration.options.safeParse({ value });
  const reason = parsed.success ? declaration.neverFails(parsed.data, { not: false }) : parsed.error.issues[0]?.message;
  if (!parsed.success || reason) {
    const at = node.entries.get('pattern')?.value.at ?? node.entries.get('needles')?.value.at ?? node.at;
    reading.problems.push({
      code: 'CASE_WRONG_VALUE',
      message: `its ${type} cannot be used: ${reason ?? 'its value is refused'}`,
      at,
    });
    return null;
  }
  return { id: type, type, options: parsed.data, not: false, blocking: false, at: node.at };
}

function goldenOf(fields: FoundingFields): Case['reference'] {
  const isPattern = fields.grader === 'regex' && fields.pattern === undefined;
  return isPattern || fields.grader === 'rubric' ? null : madeReply({ content: fields.reference });
}

/**
 * The reference with one needle broken everywhere, in the form in which texts are compared: the needle's first digit, else
 * its first character, is another one.
 */
function withBrokenNeedle(reference: string, needle: string): string {
  const text = fold(reference);
  const wanted = fold(needle);
  if (wanted === '') return '';
  const characters = [...wanted];
  const at = Math.max(
    characters.findIndex((character) => /\d/.test(character)),
    0,
  );
  const symbol = characters[at] as string;
  characters[at] = /\d/.test(symbol) ? String((Number(symbol) + 3) % 10) : symbol === 'x' ? 'z' : 'x';
  let result = fold(text.split(wanted).join(characters.join('')));
  while (result.includes(wanted)) result = fold(result.replaceAll(wanted, ''));
  return result === text ? '' : result;
}

const strangers = [
  'I cannot help with that.',
  'n/a',
  '0',
  'x',
  '',
  'QZ-7305',
  '{"a": [1]}',
  'Ωя道 ~ ^_^',
  '"quoted"\nand more',
];

function rejectedText(pattern: string, reference: string | null): string | null {
  const compiled = compilePattern(pattern);
  if (!('pattern' in compiled)) return null;
  const candidates =
    reference === null ? strangers : [reference.slice(0, Math.floor(reference.length / 2)), ...strangers];
  return candidates.find((candidate) => !compiled.pattern.test(candidate.trim())) ?? null;
}
