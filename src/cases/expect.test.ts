import { expect, test } from 'vitest';
import { caseFaults, caseWith, loadCase, loadFiles, faultsOf } from '../../test/support/suite-folder.ts';

const withExpect = (lines: string): string => `id: a\nuser: Hello?\nexpect:\n${lines}\nmutate: { completion: bye }\n`;
const checksOf = (lines: string): unknown =>
  loadCase(withExpect(lines)).checks.map(({ id, type, not, blocking, options }) => ({
    id,
    type,
    not,
    blocking,
    options,
  }));
const faults = (lines: string): string[] => caseFaults(withExpect(lines));

test('the map form has one value for each check', () => {
  expect(checksOf('  contains_any: ["14 days", 007]\n  regex: ^a\n  tool_name: f')).toMatchObject([
    { id: 'contains_any', options: { value: ['14 days', '007'], word: false } },
    { id: 'regex', options: { value: '^a', flags: '' } },
    { id: 'tool_name', options: { value: 'f', position: 'first' } },
  ]);
});

test('in the map form an object holds options, and what is common to all checks', () => {
  expect(checksOf('  contains: { value: a, ignore_case: true, not: true, id: no-a, blocking: true }')).toMatchObject([
    { id: 'no-a', type: 'contains', not: true, blocking: true, options: { value: ['a'], ignore_case: true } },
  ]);
});

test('the right side of args, equals and json_schema is the value itself', () => {
  const lines =
    '  args: { order_id: A-1, n: 1.50 }\n  equals: { a: [1, "1"] }\n  json_schema: { type: object, required: [a] }';
  expect(checksOf(lines)).toMatchObject([
    { options: { value: { order_id: { equals: 'A-1' }, n: { equals: 1.5 } } } },
    { options: { value: { a: [1, '1'] } } },
    { options: { value: { type: 'object', required: ['a'] } } },
  ]);
  expect(checksOf('  equals: 1.10')).toMatchObject([{ options: { value: '1.10' } }]);
});

test('an option among the data of such a check points to the list form', () => {
  expect(faults('  args: { order_id: A, allow_extra: false }')).toEqual([
    'cases/case.yaml:4:24  "allow_extra" in the map form of args is read as part of its value; for an option use the list form: - { check: args, value: …, allow_extra: … }  [CASE_OPTION_IN_VALUE]',
  ]);
  expect(faults('  equals: { value: 1, not: true }')[0]).toContain('CASE_OPTION_IN_VALUE');
});

test('the list form takes a check twice, numbers its id, and accepts one-key maps', () => {
  const lines =
    '  - { check: contains, value: x, not: true }\n  - { check: contains, value: y }\n  - contains: z\n  - { check: regex, value: q, id: r }';
  expect(checksOf(lines)).toMatchObject([
    { id: 'contains', not: true },
    { id: 'contains#2', not: false },
    { id: 'contains#3' },
    { id: 'r', type: 'regex' },
  ]);
});

test.each([
  ['  contanis: x', '4:3  unknown check "contanis"; did you mean "contains"?  [CASE_UNKNOWN_CHECK]'],
  ['  - { check: contanis, value: x }', '4:14  unknown check "contanis"; did you mean "contains"?'],
  ['  constructor: x', '4:3  unknown check "constructor"; known are tool_name, '],
  ['  judge: x', '4:3  unknown check "judge"; a judge is refused until it holds a certificate'],
  ['  similar: x', '4:3  unknown check "similar"; similarity is a judge'],
  ['  contains: { valeu: x }', '4:15  unknown key "valeu" in check contains; did you mean "value"?'],
  ['  contains: { valeu: x }', '4:13  "value" in check contains is missing'],
  ['  contains:', '4:12  "value" in check contains must be a text, found nothing'],
  ['  - { check: contains, value: { a: b } }', '4:31  "value" in check contains must be a text, found a map'],
  ['  contains: [x, ~]', '4:17  "value.1" in check contains must be a text, found nothing'],
  ['  - x', '4:5  an item of "expect" must name its check: { check: contains, value: … }, found the text "x"'],
  ['  - { contains: x, not: true }', '4:5  an item of "expect" must name its check'],
  ['  - { check: contains, value: x, not: yes }', '4:39  "not" must be true or false, found the text "yes"'],
  ['  - { check: contains, value: x, id: "a b" }', '4:38  "id" of a check may hold only letters, digits and . _ -'],
  [
    '  - { check: contains, value: x, id: q }\n  - { check: regex, value: x, id: q }',
    '5:5  check id "q" is there twice  [CASE_DUPLICATE_ID]',
  ],
  ['  contains_all: []', '4:3  contains_all can never fail: an empty list asks for nothing  [CASE_NEVER_FAILS]'],
  ['  - { check: finish_reason, value: [], not: true }', '4:5  finish_reason can never fail'],
  ['  regex: ".*"', '4:3  regex can never fail'],
  ['  regex: "("', '4:10  "value" in check regex: missing closing )'],
  ['  args: { n: 007 }', '4:14  "value.n" in check args: 007 has a leading zero: quote it for a text'],
])('%s is refused', (lines, message) => {
  expect(faults(lines).join('\n')).toContain(`cases/case.yaml:${message}`);
});

test('a scalar in place of the map is refused, and all faulty checks are told at once', () => {
  expect(caseFaults(caseWith('').replace('{ contains: hi }', 'hi'))).toEqual([
    'cases/case.yaml:3:9  "expect" must be a map of checks or a list of them, found the text "hi"  [CASE_WRONG_VALUE]',
  ]);
  expect(faults('  contanis: x\n  regex: "("\n  contains_all: []')).toHaveLength(3);
});

test('braces in expect are literal; with template: true they are filled', () => {
  const vars = 'vars: { item: lamp }\n';
  const text = (options: string): string =>
    caseWith(vars).replace('{ contains: hi }', `[{ check: contains, value: ["{{item}}"]${options} }]`);
  expect(loadCase(text('')).checks[0]?.options).toMatchObject({ value: ['{{item}}'] });
  expect(loadCase(text(', template: true')).checks[0]?.options).toMatchObject({ value: ['lamp'] });
  const wrong = text(', template: true').replace('{{item}}', '{{itm}}');
  expect(caseFaults(wrong)).toEqual([
    'cases/case.yaml:3:9  {{itm}} is not among the vars of this case; declared are item  [CASE_TEMPLATE]',
  ]);
});

test('defaults of the suite are added to every case that has no such check itself', () => {
  const suite = loadFiles({
    'proofmark.yaml': 'defaults: { tags: [all], expect: { contains: other, forbidden_substrings: ["{{"] } }\n',
    'cases/a.yaml': caseWith('tags: [own]'),
    'cases/b.yaml': 'id: b\nuser: u\nmutate: { completion: x }\n',
  });
  expect(suite.cases.map((item) => [item.tags, item.checks.map(({ id, options }) => [id, options])])).toMatchObject([
    [
      ['all', 'own'],
      [
        ['contains', { value: ['hi'] }],
        ['forbidden_substrings', { value: ['{{'] }],
      ],
    ],
    [
      ['all'],
      [
        ['contains', { value: ['other'] }],
        ['forbidden_substrings', {}],
      ],
    ],
  ]);
});

test('a fault in the defaults is told once, at its own place', () => {
  const files = { 'cases/a.yaml': caseWith(''), 'cases/b.yaml': caseWith('').replace('id: a', 'id: b') };
  expect(faultsOf({ ...files, 'proofmark.yaml': 'defaults:\n  expect:\n    regx: x\n    contains_all: []\n' })).toEqual(
    [
      'proofmark.yaml:3:5  unknown check "regx"; did you mean "regex"?  [CASE_UNKNOWN_CHECK]',
      'proofmark.yaml:4:5  contains_all can never fail: an empty list asks for nothing  [CASE_NEVER_FAILS]',
    ],
  );
});
