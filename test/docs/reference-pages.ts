import { z } from 'zod';
import { allExplanations, type ExplainedCode } from '../../src/cli/explanations.ts';
import type { Check } from '../../src/checks/check.ts';
import { checks } from '../../src/checks/registry.ts';

const made = 'This page is made from the code; `UPDATE_DOCS=1 npm test -- test/docs` writes it anew.';

type Schema = Readonly<Record<string, unknown>>;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** `docs/reference/checks.md`. */
export function checksPage(): string {
  const all = [...checks.values()];
  const index = all.map((check) => row(`[${code(check.type)}](#${check.type})`, check.summary));
  return [
    '# Checks',
    '',
    made,
    '',
    'How a check is written into a case stands in [write a case](../write-a-case.md); how texts are compared, and what a check',
    'can say, in [formats](formats.md#checks). Every check also takes these, in the list form or beside its other options:',
    '',
    '| option | meaning |',
    '| --- | --- |',
    row('`id`', 'a name of its own for lines and for `aims`; without one the type, then `type#2`'),
    row('`not`', '`true` turns pass and fail round; what is unreadable, an error or not judged stays so'),
    row('`blocking`', '`true`: failing it makes the score of the trial 0'),
    row('`template`', '`true`: `{{name}}` in its texts is replaced by the case’s `vars`'),
    '',
    '| check | passes when |',
    '| --- | --- |',
    ...index,
    '',
    ...all.flatMap(checkSection),
  ].join('\n');
}

function checkSection(check: Check): string[] {
  const lines = [`## ${check.type}`, '', check.summary, ''];
  if (check.wholeValue) {
    lines.push(
      'In the map form the right side is the value itself, a map too; for other options use the list form.',
      '',
    );
  }
  if (check.looksAt === 'call')
    lines.push('It looks at the call, so it is left out on controls and references, which had none.', '');
  if (!check.judgeable)
    lines.push(
      'No program decides it: a case with nothing else is `UNJUDGED`, needs no control, and the run ends with 3.',
      '',
    );
  lines.push('| option | takes | default |', '| --- | --- | --- |', ...optionRows(check), '');
  lines.push('| code | meaning | what to do |', '| --- | --- | --- |');
  for (const [name, { meaning, advice }] of Object.entries(check.findings))
    lines.push(row(code(name), meaning, advice));
  return [...lines, ''];
}

function optionRows(check: Check): string[] {
  const written = z.toJSONSchema(check.options, { io: 'input', unrepresentable: 'any' }) as {
    readonly properties: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  };
  const { shape } = check.options as z.ZodObject;
  return Object.entries(written.properties).map(([name, schema]) => {
    const required = written.required?.includes(name) ?? false;
    return row(code(name), takes(schema), required ? 'must be given' : defaultOf(shape[name]));
  });
}

function takes(schema: Schema): string {
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[]).map(code).join(', ');
  if ('const' in schema) return code(schema['const']);
  switch (schema['type']) {
    case 'string':
      return 'a text';
    case 'boolean':
      return '`true` or `false`';
    case 'integer':
      return 'a whole number';
    case 'number':
      return 'a number';
    case 'array': {
      const of = takes((schema['items'] ?? {}) as Schema);
      const items = of === 'a text' ? 'texts' : of === 'any value' ? 'values' : of;
      return schema['orOne'] === true ? `a text, or a list of ${items}` : `a list of ${items}`;
    }
    default:
      return 'any value';
  }
}

function defaultOf(schema: unknown): string {
  const { def } = (schema as z.ZodType)._zod as unknown as { def: { type: string; defaultValue?: unknown } };
  return def.type === 'default' ? code(def.defaultValue) : '';
}

/** `docs/reference/codes.md`. */
export function codesPage(): string {
  const groups = new Map<string, ExplainedCode[]>();
  for (const explained of allExplanations().values()) {
    const where = explained.where.startsWith('check ') ? 'a check' : explained.where;
    groups.set(where, [...(groups.get(where) ?? []), explained]);
  }
  const sections = [...groups].flatMap(([where, codes]) => [
    `## ${titles[where] ?? where}`,
    '',
    '| code | meaning | what to do |',
    '| --- | --- | --- |',
    ...codes.map(({ name, meaning, advice, where: place }) =>
      row(code(name), meaning, `${advice}${place.startsWith('check ') ? ` (${place.slice('check '.length)})` : ''}`),
    ),
    '',
  ]);
  const intro = [
    '# Codes',
    '',
    made,
    '',
    "`proofmark explain CODE` prints one of these. A code is printed in brackets, at times with a detail: `[missing:'14 days']` is",
    '`missing`, `[http_404]` is `http_4xx`.',
    '',
  ];
  return [...intro, ...sections].join('\n');
}

const titles: Readonly<Record<string, string>> = {
  'what came of a call': 'What came of a call',
  grading: 'Grading',
  'a check': 'What checks find',
  'a suite': 'Faults of a suite',
  'a file': 'Faults of a file',
  'a target': 'Targets',
  'a run': 'Runs and controls',
  'a simulated endpoint': 'The simulated endpoint',
};
