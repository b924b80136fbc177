import { expect, test } from 'vitest';
import { faultsOf, loadFiles } from '../../test/support/suite-folder.ts';
import { grade } from '../checks/grade.ts';
import fc from 'fast-check';

const files = (fields: object): Record<string, string> => ({
  'cases/x.json': JSON.stringify({ id: 'f', prompt: 'How much?', reference: 'The fee is 250 EUR.', ...fields }),
});
const read = (fields: object) => {
  const [item] = loadFiles(files(fields)).cases;
  if (!item) throw new Error('no case');
  return item;
};
const faults = (fields: object): string => faultsOf(files(fields)).join('\n');

test('the prompt is the user turn, needles are the check, the reference is the golden, counters are kept', () => {
  const counters = { added: '2026-06-01', runs: 20, passes: 19, mutant_total: 6, mutant_killed: 1, last_audit: null };
  expect(read({ grader: 'contains_all', needles: ['250'], ...counters })).toMatchObject({
    id: 'f',
    messages: [{ role: 'user', content: 'How much?' }],
    checks: [{ type: 'contains_all', options: { value: ['250'] } }],
    reference: { content: 'The fee is 250 EUR.' },
    metadata: counters,
    notes: [],
  });
});

test('without a grader it is contains_all, and without needles they are found and shown', () => {
  expect(read({})).toMatchObject({
    checks: [{ type: 'contains_all', options: { value: ['250 EUR'] } }],
    metadata: { needle_finder: 1 },
    notes: ['needles found in its reference: "250 EUR"'],
  });
});

test('a regex without a pattern has its reference as the pattern, and then no golden', () => {
  expect(read({ grader: 'regex', reference: '^\\d{4}$' })).toMatchObject({
    checks: [{ type: 'regex', options: { value: '^\\d{4}$' } }],
    reference: null,
    notes: ['its reference is the pattern, so it has no golden'],
  });
  expect(read({ grader: 'regex', pattern: 'EUR' })).toMatchObject({
    checks: [{ options: { value: 'EUR' } }],
    reference: { content: 'The fee is 250 EUR.' },
  });
});

test('a rubric is not judged, so it has neither golden nor control', () => {
  expect(read({ grader: 'rubric' })).toMatchObject({ checks: [{ type: 'rubric' }], reference: null, controls: [] });
});

test.each([
  { needles: ['250'] },
  { needles: ['250 EUR', 'fee'] },
  { needles: ['999'] },
  { reference: '２５０ and 250 again', needles: ['250'] },
  { reference: 'xxxx', needles: ['x'] },
  { reference: 'axa xax', needles: ['axa'] },
  { reference: 'it is 😀', needles: ['😀'] },
  { reference: '“hello”  there', needles: ['"hello"  there'] },
  { reference: 'cafe\u0301', needles: ['caf\u00e9'] },
  { reference: '退货期为14天。' },
  { reference: 'the' },
  { grader: 'regex', pattern: '^The' },
  { grader: 'regex', reference: '^\\d{4}-\\d{2}-\\d{2}$' },
  { grader: 'regex', pattern: '[a-zA-Z]' },
])('the control that is made for %j is marked and fails', (fields) => {
  const item = read(fields);
  expect(item.controls).toMatchObject([{ name: null, must: 'fail', synthesised: true }]);
  for (const control of item.controls) expect(grade(item, control.reply).status).toBe('fail');
});

test('whatever the needles, the control fails and the reference that holds them passes', () => {
  const piece = fc.string({
    unit: fc.constantFrom('a', 'x', '1', '4', ' ', 'e\u0301', '１', '😀'),
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 3 }), (needles) => {
      fc.pre(needles.every((needle) => needle.trim() !== ''));
      const item = read({ reference: needles.join(' | '), needles });
      expect(grade(item, item.controls[0]?.reply ?? expect.fail('no control')).status).toBe('fail');
      expect(grade(item, item.reference ?? expect.fail('no golden')).status).toBe('pass');
    }),
    { numRuns: 60 },
  );
});

test.each([
  [{ needles: [] }, '"needles" must not be empty'],
  [{ needles: [' '] }, 'its contains_all cannot be used: the text '],
  [{ reference: '...' }, 'its contains_all cannot be used: an empty list asks for nothing'],
  [{ grader: 'regex', pattern: '(' }, 'its regex cannot be used: missing closing )'],
  [{ grader: 'regex', pattern: '.*' }, 'its regex cannot be used: the pattern matches every text'],
  [
    { grader: 'contains-all' },
    '"grader" must be contains_all or regex or rubric, found the text "contains-all"; did you mean "contains_all"?',
  ],
  [{ refernce: 'x' }, 'unknown key "refernce" in case of the older form; did you mean "reference"?'],
  [{ runs: 3.5 }, '"runs" must be a whole number, found 3.5'],
  [{ last_audit: 'yesterday' }, '"last_audit" must be a date such as 2026-12-31'],
  [{ prompt: '' }, '"prompt" must not be empty'],
])('%j is refused', (fields, message) => {
  expect(faults(fields)).toContain(message);
});

test('beside an expect the prompt is an unknown key, and in YAML too', () => {
  expect(faults({ expect: { contains: 'x' } })).toContain('unknown key "prompt" in case');
  expect(faultsOf({ 'cases/x.yaml': 'id: f\nprompt: p\nreference: r\n' }).join('\n')).toContain('unknown key "prompt"');
});
