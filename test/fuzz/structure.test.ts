import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { Workbench } from './loading.ts';
import { runsOr, seed, wholeTimeMs } from './runs.ts';
import { caseData, configData, olderData } from './structure.ts';

const bench = new Workbench();
afterAll(() => bench.close());
const options = (standard: number): { seed: number; numRuns: number } => ({ seed, numRuns: runsOr(standard) });
const yamlText = (data: unknown): string => stringify(data, { aliasDuplicateObjects: false, version: '1.2' });

test(
  'cases out of the real vocabulary load, or are refused with their places, and never pass every reply: YAML',
  () => {
    const cases = fc.array(caseData, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(cases, configData, fc.boolean(), (data, config, asList) => {
        const text = asList ? yamlText(data) : data.map(yamlText).join('---\n');
        bench.prove('cases/x.yaml', text, config === null ? null : yamlText(config));
      }),
      options(1200),
    );
  },
  wholeTimeMs,
);

test(
  'the same in JSON and JSON lines, older forms among them',
  () => {
    const cases = fc.array(fc.oneof({ weight: 2, arbitrary: caseData }, olderData), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(cases, fc.constantFrom('cases/x.json', 'cases/x.jsonl'), (data, name) => {
        const lines = data.map((item) => JSON.stringify(item)).join('\n');
        bench.prove(name, name.endsWith('l') ? lines : JSON.stringify(data, null, 2));
      }),
      options(1200),
    );
  },
  wholeTimeMs,
);

test(
  'the same in tables',
  () => {
    const column = fc.constantFrom(
      'id',
      'user',
      'control',
      'reference',
      'vars.item',
      'expect.contains',
      'expect.args',
      'expect.regex',
      'expect.json_schema',
      'expected',
    );
    const cell = fc.oneof(
      caseData.map((data) => String(data['id'])),
      fc.constantFrom(
        'hi',
        '',
        '[hi, ho]',
        '"a"',
        '{a: 1}',
        '007',
        '# x',
        'a,b',
        '"',
        'x\ny',
        '{{item}}',
        '--- a',
        '* x',
        ' ',
      ),
    );
    const quoted = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
    const table = fc
      .uniqueArray(column, { minLength: 2, maxLength: 6 })
      .chain((columns) =>
        fc.tuple(
          fc.constant(columns),
          fc.array(fc.array(cell, { minLength: columns.length, maxLength: columns.length }), { maxLength: 3 }),
          fc.constantFrom(',', ',', ',', ';', '\t'),
          fc.constantFrom('\n', '\r\n'),
        ),
      );
    fc.assert(
      fc.property(table, ([columns, rows, separator, end]) => {
        const lines = [columns, ...rows].map((cells) => cells.map(quoted).join(separator));
        bench.prove('cases/x.csv', lines.join(end) + end);
      }),
      options(1200),
    );
  },
  wholeTimeMs,
);

test('enough of these inputs were accepted, and enough refused, to say something of both', () => {
  const { accepted, refused } = bench.counts;
  expect(accepted / (accepted + refused)).toBeGreaterThan(0.05);
  expect(refused / (accepted + refused)).toBeGreaterThan(0.2);
});
