import { expect, test } from 'vitest';
import { caseFaults, caseWith, faultsOf, loadCase, loadFiles } from '../support/suite-folder.ts';

// Messy inputs that occur in real suites, by their number in the collection that the tests were made from.

test('E1: YAML anchors, aliases and merge keys', () => {
  const text = [
    'id: a',
    'user: &question Where is it?',
    'expect: &checks { contains: hi }',
    'mutate: { completion: *question }',
    '---',
    'x: &defaults { user: q, mutate: { completion: bye } }',
  ].join('\n');
  expect(loadCase(text.split('---')[0] ?? '').controls[0]?.reply.content).toBe('Where is it?');
  const list = '- &a { id: a, user: q, expect: { contains: hi }, mutate: { completion: x } }\n- { <<: *a, id: b }\n';
  expect(loadFiles({ 'cases/x.yaml': list }).cases.map((item) => item.id)).toEqual(['a', 'b']);
});

test('E2: line ends of Windows, mixed ones, zero-width characters and newlines inside quotes', () => {
  const head = 'id,user,expect.contains,control';
  const [first, second] = loadFiles({
    'cases/x.csv': `${head}\r\na,"two\nlines\u200b",hi,bye\nb,"x\r\ny",ho,"q\n"\r\n`,
  }).cases;
  expect([first?.messages[0]?.content, second?.messages[0]?.content]).toEqual(['two\nlines\u200b', 'x\r\ny']);
  expect([first?.at.line, second?.at.line]).toEqual([2, 4]);
});

test('E3: ragged rows, each told with its line', () => {
  expect(faultsOf({ 'cases/x.csv': 'id,user,expect.contains,control,reference\na,b,c,d\na,b,c,d,e,f\n' })).toEqual([
    'cases/x.csv:2:4  has 4 cells, the header has 5; put double quotes around a cell that holds a comma  [CSV_RAGGED]',
    'cases/x.csv:3:5  has 6 cells, the header has 5; put double quotes around a cell that holds a comma  [CSV_RAGGED]',
  ]);
});

test('E4: the mini-language of another tool is no column here, and commas in a list need its brackets', () => {
  expect(faultsOf({ 'cases/x.csv': 'id,user,__expected\na,u,"contains-any:hello, hi"\n' })[0]).toContain(
    'unknown column "__expected"',
  );
  const [item] = loadFiles({
    'cases/x.csv': 'id,user,control,expect.contains_any\na,u,x,"[hello, Hello, hi]"\n',
  }).cases;
  expect(item?.checks[0]?.options).toMatchObject({ value: ['hello', 'Hello', 'hi'] });
});

test.each([
  '退货期为14天',
  '返品は14日以内です',
  'الإرجاع خلال 14 يومًا',
  'Возврат в течение 14 дней',
  '14 days 📦👨‍👩‍👧',
  'é and é',
])('E5: any script in every place: %s', (text) => {
  const item = loadCase(
    caseWith(`vars: { x: ${text} }\nreference: ${text}\ntags: ["${text}"]`)
      .replace('Hello?', '"{{x}}"')
      .replace('contains: hi', `contains: ${text}`),
  );
  expect([item.messages[0]?.content, item.reference?.content, item.tags[0]]).toEqual([text, text, text]);
  expect(item.checks[0]?.options).toMatchObject({ value: [text] });
});

test('E6: numbers and truth values as what is looked for', () => {
  const item = loadCase(
    caseWith('vars: { n: 30843, b: false }').replace('contains: hi', 'contains_all: [52.5, 30843, true]'),
  );
  expect(item.checks[0]?.options).toMatchObject({ value: ['52.5', '30843', 'true'] });
  expect(item.vars).toEqual({ n: '30843', b: 'false' });
});

test('E7: huge values: an image of 100 KB in the text, a JSONL of 400 KB, hundreds of cases with the same vars', () => {
  const image = `data:image/png;base64,${'iVBORw0KGgo'.repeat(10_000)}`;
  const text = caseWith('').replace(
    'user: Hello?',
    `messages: [{ role: user, content: [{ type: image_url, image_url: { url: "${image}" } }] }]`,
  );
  expect(JSON.stringify(loadCase(text).messages)).toContain(image);
  const lines = Array.from({ length: 50 }, (_, index) =>
    JSON.stringify({
      id: `c${index}`,
      user: 'u',
      vars: { x: 'y'.repeat(8341) },
      expect: { contains: 'z' },
      mutate: { completion: 'n' },
    }),
  );
  expect(loadFiles({ 'cases/x.jsonl': lines.join('\n') }).cases).toHaveLength(50);
  const many = Array.from({ length: 500 }, (_, index) =>
    caseWith('vars: { x: same }').replace('id: a', `id: c${index}`),
  );
  expect(loadFiles({ 'cases/x.yaml': many.join('\n---\n') }).cases).toHaveLength(500);
});

test('E8: a list of values is no matrix here, and says so', () => {
  expect(caseFaults(caseWith('vars: { language: [French, German] }'))[0]).toContain('"vars.language" must be a text');
  expect(caseFaults(caseWith('scenarios: []'))[0]).toContain('unknown key "scenarios"');
});

test('E9: files in every position, from the folder of the suite; schemes, globs and missing ones are errors', () => {
  const item = loadCase(
    caseWith('reference: { file: r.txt }\nvars: { x: { file: sub/x.txt } }')
      .replace('Hello?', '"{{x}}"')
      .replace('contains: hi', 'contains: { value: { file: r.txt } }')
      .replace('completion: bye', 'completion: { file: sub/x.txt }'),
    { 'r.txt': 'golden', 'sub/x.txt': 'from a file' },
  );
  expect(item).toMatchObject({
    messages: [{ content: 'from a file' }],
    reference: { content: 'golden' },
    checks: [{ options: { value: ['golden'] } }],
    controls: [{ reply: { content: 'from a file' } }],
  });
  for (const name of ['file://r.txt', '*.txt', 'r.txt:function', 'no/such.txt']) {
    expect(caseFaults(caseWith(`reference: { file: "${name}" }`), { 'r.txt': 'x' })[0]).toContain('[FILE_REFERENCE]');
  }
});

test('E10: templates in checks are text unless asked for; control blocks and references of other engines are text', () => {
  const written = caseWith('vars: { label: yes it is }').replace(
    'contains: hi',
    'contains: "{{label}} {% if x %} {{ env.HOME }}"',
  );
  expect(loadCase(written).checks[0]?.options).toMatchObject({ value: ['{{label}} {% if x %} {{ env.HOME }}'] });
  const filled = caseWith('vars: { label: yes it is }').replace(
    '{ contains: hi }',
    '[{ check: contains, value: "{{label}}!", template: true }]',
  );
  expect(loadCase(filled).checks[0]?.options).toMatchObject({ value: ['yes it is!'] });
  expect(caseFaults(caseWith('').replace('contains: hi', '$ref: "#/x"'))[0]).toContain('unknown check "$ref"');
});

test('E10: repeats, weights of another tool, and cases in several files with the same vars', () => {
  expect(loadCase(caseWith('repeat: 5')).repeat).toBe(5);
  expect(caseFaults(caseWith('').replace('contains: hi', 'contains: { value: hi, weight: 2 }'))[0]).toContain(
    'unknown key "weight" in check contains',
  );
  const files = Object.fromEntries(
    Array.from({ length: 7 }, (_, index) => [
      `cases/${index}.yaml`,
      caseWith('vars: { x: same }').replace('id: a', `id: c${index}`),
    ]),
  );
  expect(loadFiles(files).cases).toHaveLength(7);
});

test('E10: a file name with a space', () => {
  expect(loadFiles({ 'cases/negative case copy.yaml': caseWith('') }).caseFiles).toEqual([
    'cases/negative case copy.yaml',
  ]);
});

test('E: a byte order mark and several documents in one file, which no collection had', () => {
  const text = `\ufeff${caseWith('')}---\n${caseWith('').replace('id: a', 'id: b')}`;
  expect(loadFiles({ 'cases/x.yaml': text }).cases.map((item) => [item.id, item.at.line])).toEqual([
    ['a', 1],
    ['b', 6],
  ]);
});
