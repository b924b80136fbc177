import { expect, test } from 'vitest';
import { faultsOf, loadFiles } from '../../test/support/suite-folder.ts';
import { grade } from '../checks/grade.ts';

const line = (id: string, gold: unknown, more: object = {}): string =>
  JSON.stringify({ item_id: id, input_text: `input of ${id}`, gold, ...more });
const suiteOf = (lines: readonly string[], options = {}) => loadFiles({ 'cases/x.jsonl': lines.join('\n') }, options);

test('an item is a case: its label is what the reply must equal, and the golden', () => {
  const more = { slice_tags: ['noise:high'], source: 'prod_sample', split: 'dev', version: '2026-10' };
  const [item] = suiteOf([line('q-1', 'praise', more), line('q-2', 'complaint', { split: 'dev' })]).cases;
  expect(item).toMatchObject({
    id: 'q-1',
    messages: [{ role: 'user', content: 'input of q-1' }],
    checks: [{ type: 'equals', options: { value: 'praise' } }],
    reference: { content: 'praise' },
    tags: ['noise:high'],
    split: 'dev',
    metadata: { source: 'production', split: 'dev', version: '2026-10' },
  });
});

test('its control is the next other label of its own split, marked as made, and fails', () => {
  const { cases } = suiteOf([
    line('1', 'a', { split: 'dev' }),
    line('2', 'b', { split: 'dev' }),
    line('3', 'A ', { split: 'dev' }),
    line('4', 'c', { split: 'regression' }),
    line('5', 'd', { split: 'regression' }),
  ]);
  expect(cases.map((item) => item.controls.map((control) => control.reply.content))).toEqual([
    ['b'],
    ['A '],
    ['b'],
    ['d'],
    ['c'],
  ]);
  for (const item of cases) {
    expect(item.controls[0]?.synthesised).toBe(true);
    expect(grade(item, item.controls[0]?.reply ?? expect.fail('no control')).status).toBe('fail');
  }
});

test('labels that compare as equal give no control to each other', () => {
  const lines = [line('1', '“yes”'), line('2', '"yes"')];
  expect(faultsOf({ 'cases/x.jsonl': lines.join('\n') })).toHaveLength(2);
  expect(faultsOf({ 'cases/x.jsonl': lines.join('\n') })[0]).toContain(
    'cases/x.jsonl:1:1  no control: write one reply that must fail, under mutate or controls; all items of its split have the label',
  );
  expect(suiteOf(lines, { allowNoControls: true }).withoutControl).toEqual(['1', '2']);
});

test('labels that are numbers or truth values are their text', () => {
  const { cases } = suiteOf([line('1', 1), line('2', false)]);
  expect(cases.map((item) => item.reference?.content)).toEqual(['1', 'false']);
});

test('private items are left out and counted, and lend no label to the others', () => {
  const suite = suiteOf([line('1', 'a'), line('2', 'b'), line('3', 'c', { split: 'private' })]);
  expect([suite.cases.map((item) => item.id), suite.privateCount]).toEqual([['1', '2'], 1]);
  expect(suite.cases.flatMap((item) => item.controls.map((control) => control.reply.content))).toEqual(['b', 'a']);
  expect(suiteOf([line('1', 'a', { split: 'private' })])).toMatchObject({ cases: [], privateCount: 1 });
});

test.each([
  [line('1', null), '"gold" must be a text, found nothing'],
  [line('a b', 'x'), '"item_id" may hold only letters, digits'],
  [line('1', 'x', { splitt: 'dev' }), 'unknown key "splitt" in item of the older form; did you mean "split"?'],
  [line('1', 'x', { source: 'prod' }), '"source" must be prod_sample or production or synthetic or adversarial'],
  ['{"item_id": "1", "gold": "x"}', '"input_text" is missing'],
])('%s is refused', (text, message) => {
  expect(faultsOf({ 'cases/x.jsonl': `${text}\n` }).join('\n')).toContain(message);
});
