import { expect, test } from 'vitest';
import { faultsOf, loadFiles } from '../../test/support/suite-folder.ts';

const head = 'id,user,expect.contains,control\n';
const casesOf = (text: string) => loadFiles({ 'cases/x.csv': text }).cases;
const faults = (text: string): string[] => faultsOf({ 'cases/x.csv': text });

test('a row is a case: columns are its input, reference, control, checks and vars', () => {
  const text =
    'id,user,reference,control,expect.contains_all,expect.regex,vars.item\n' +
    'a,"How long, {{item}}?",14 days,30 days,"[14 days, ""a, b""]",^1,lamp\n';
  expect(casesOf(text)).toMatchObject([
    {
      id: 'a',
      at: { file: 'cases/x.csv', line: 2, column: 1 },
      messages: [{ role: 'user', content: 'How long, lamp?' }],
      reference: { content: '14 days' },
      controls: [{ name: null, must: 'fail', reply: { content: '30 days' } }],
      checks: [
        { type: 'contains_all', options: { value: ['14 days', 'a, b'] } },
        { type: 'regex', options: { value: '^1' } },
      ],
      vars: { item: 'lamp' },
    },
  ]);
});

test('text cells are text whatever they look like; cells of checks are YAML, where quotes decide', () => {
  const text =
    'id,user,control,reference,expect.contains,expect.args\n' +
    '007,true,1.10,2024-01-02,1e3,"{ a: ""007"", n: 1.50 }"\n';
  expect(casesOf(text)).toMatchObject([
    {
      id: '007',
      messages: [{ content: 'true' }],
      controls: [{ reply: { content: '1.10' } }],
      reference: { content: '2024-01-02' },
      checks: [{ options: { value: ['1e3'] } }, { options: { value: { a: { equals: '007' }, n: { equals: 1.5 } } } }],
    },
  ]);
  expect(faults('id,user,control,expect.args\na,u,x,{ a: 007 }\n')).toEqual([
    'cases/x.csv:2:4  "value.a" in check args: 007 has a leading zero: quote it for a text, or write the number plainly  [CASE_WRONG_VALUE]',
  ]);
});

test('an empty cell is left out, but an empty var is a var', () => {
  const [first, second] = casesOf(
    'id,user,expect.contains,expect.regex,control,vars.x\na,{{x}}!,hi,,bye,\nb,u,,^h,bye,v\n',
  );
  expect(first?.checks.map((check) => check.type)).toEqual(['contains']);
  expect(first?.messages[0]?.content).toBe('!');
  expect(second?.checks.map((check) => check.type)).toEqual(['regex']);
});

test('line ends of Windows, mixed ones, newlines in cells and a byte order mark are all read', () => {
  const [first, second] = casesOf(`\ufeff${head.trim()}\r\na,"two\nlines",hi,bye\r\n\r\nb,u,ho,"bye\r\nbye"\n`);
  expect([first?.messages[0]?.content, first?.at.line]).toEqual(['two\nlines', 2]);
  expect([second?.controls[0]?.reply.content, second?.at.line]).toEqual(['bye\r\nbye', 5]);
});

test.each([
  ['id,user,expected,control\na,b,c,d\n', '1:3  unknown column "expected"; columns are id, user, reference'],
  ['id,usr,expect.contains,control\na,b,c,d\n', '1:2  unknown column "usr"; did you mean "user"?'],
  ['id,user,expect.contanis,control\na,b,c,d\n', '2:3  unknown check "contanis"; did you mean "contains"?'],
  ['id,user,vars.__proto__,control\na,b,c,d\n', '1:3  a key may not be called __proto__'],
  [`${head}a,b,,d\n`, '2:1  no check: a case without "expect" asserts nothing'],
  [`${head}a,b,c,\n`, '2:1  no control: write one reply that must fail'],
  [`${head},b,c,d\n`, '2:1  "id" is missing'],
  [`${head}a,b,"[c",d\n`, '2:3  is not YAML: '],
  [`${head}a,b,{{x}},d\n`, '2:3  {{x}} without quotes is a map in YAML'],
  [`${head}a,b,"--- c\n--- d",d\n`, '2:3  a cell of a check holds one YAML value and no comment'],
  [`${head}a,b,A #5,d\n`, '2:3  the text ends before "#5", which YAML reads as a comment; put quotes around the text'],
  [
    `${head}a,b,A # 5,d\n`,
    '2:3  a cell of a check holds one YAML value and no comment; put quotes around a text that holds a #',
  ],
  [`${head}a,b,c\n`, '2:3  has 3 cells, the header has 4'],
])('%j is refused with row and column', (text, message) => {
  expect(faults(text).join('\n')).toContain(`cases/x.csv:${message}`);
});

test('a # in quotes or inside a word is text', () => {
  expect(casesOf(`${head}a,b,"""A #5""",d\nb,c,A#5,d\n`).map((item) => item.checks[0]?.options)).toMatchObject([
    { value: ['A #5'] },
    { value: ['A#5'] },
  ]);
});
