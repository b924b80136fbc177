import { expect, test } from 'vitest';
import { caseFaults, caseWith, faultsOf, loadCase, loadFiles } from '../support/suite-folder.ts';

// What users of other tools ran into while a suite was read; the number is the thread's.

const json = (more: object): string =>
  JSON.stringify({ id: 'a', user: 'u', expect: { contains: 'hi' }, mutate: { completion: 'x' }, ...more });

test.each([
  ['test', 'test: []'],
  ['asserts', 'asserts: [{ type: contains }]'],
  ['treshold', 'treshold: 0.5'],
  ['junk', 'junk: 1'],
  ['expext', 'expext: { contains: x }'],
])('D 4321: a misspelt or unknown key is an error at its place: %s', (key, line) => {
  expect(caseFaults(caseWith(line))[0]).toContain(`cases/case.yaml:5:1  unknown key "${key}" in case`);
});

test('D 4321: a misspelt key comes with the nearest spelling, also in a check and in the config', () => {
  expect(caseFaults(caseWith('').replace('expect:', 'expct:')).join('\n')).toContain('did you mean "expect"?');
  expect(caseFaults(caseWith('').replace('{ contains: hi }', '{ contains: { valeu: hi } }')).join('\n')).toContain(
    'did you mean "value"?',
  );
  expect(faultsOf({ 'cases/a.yaml': caseWith(''), 'proofmark.yaml': 'treshholds: {}\n' })[0]).toContain(
    'did you mean "thresholds"?',
  );
});

test('D 4321: a case without a check, and a suite without a case, are errors and no pass', () => {
  expect(caseFaults('id: a\nuser: u\nmutate: { completion: x }\n')[0]).toContain('[CASE_NO_CHECK]');
  expect(faultsOf({ 'cases/a.yaml': 'tests: []\n' }).join('\n')).toContain('unknown key "tests" in case');
  expect(faultsOf({ 'proofmark.yaml': '' })[0]).toContain('[NO_CASES]');
});

test('D 3629: the assertions of a JSON file are never taken for data and left unread', () => {
  const lines = faultsOf({ 'cases/a.json': json({ assert: [{ type: 'contains', value: 'x' }] }) });
  expect(lines).toEqual([expect.stringContaining('unknown key "assert" in case')]);
  expect(loadFiles({ 'cases/a.json': json({}) }).cases[0]?.checks).toHaveLength(1);
});

test('D 7861, 1866: a variable that nothing declares is an error and never sent as it stands', () => {
  const lines = caseFaults(caseWith('vars: { question: x }').replace('Hello?', '"{{questoin}}"'));
  expect(lines[0]).toContain('{{questoin}} is not among the vars of this case; declared are question  [CASE_TEMPLATE]');
});

test.each([
  'contains_all: []',
  'contains: []',
  'contains: " "',
  'regex: ".*"',
  'regex: "x*"',
  'forbidden_substrings: []',
  'args: {}',
  'json_schema: {}',
  'required_args: []',
  'json_path: { path: $.a }',
])('D 9848, 9910, 10141: a check that can never fail is refused: %s', (check) => {
  expect(caseFaults(caseWith('').replace('contains: hi', check)).join('\n')).toMatch(
    /CASE_NEVER_FAILS|constrains nothing/,
  );
});

test('D 799: a check that would always be true as it is misused is refused, and equality of JSON has its own', () => {
  expect(loadCase(caseWith('').replace('contains: hi', 'equals: { a: 1 }')).checks[0]?.options).toMatchObject({
    value: { a: 1 },
  });
  expect(caseFaults(caseWith('').replace('contains: hi', 'json: { a: 1 }'))[0]).toContain(
    'unknown key "a" in check json',
  );
});

test('D 1597: an unknown kind of check is told before anything is called', () => {
  expect(caseFaults(caseWith('').replace('contains: hi', 'containz: hi'))[0]).toContain(
    'unknown check "containz"; did you mean "contains"?',
  );
});

test('D 7526, 7527: no code of a suite is run, so none can hang the run', () => {
  const script = caseWith('').replace('contains: hi', 'javascript: "while(1){}"');
  expect(caseFaults(script)[0]).toContain('unknown check "javascript"');
  expect(caseFaults(caseWith('note: !!js/function "function () {}"'))[0]).toContain('unresolved tag');
});

test('D 3069: a quote in the middle of a cell is an error with row, cell and way out', () => {
  const text = 'id,user,expect.contains,control\na,u,{"a": 1},x\n';
  expect(faultsOf({ 'cases/a.csv': text })[0]).toContain('cases/a.csv:2:3  a double quote is in the wrong place');
  expect(faultsOf({ 'cases/a.csv': text })[0]).toContain('write "" for a quote inside a cell');
});

test('D 3458: a line end after the last cell of a file is no part of what is expected', () => {
  const [item] = loadFiles({ 'cases/a.csv': 'id,user,control,expect.contains\na,u,x,Paris\n\n' }).cases;
  expect(item?.checks[0]?.options).toMatchObject({ value: ['Paris'] });
});

test('D 2230: a byte order mark is stripped from every kind of file', () => {
  const table = '\ufeffid,user,expect.contains,control\na,u,hi,x\n';
  const files = { 'cases/a.csv': table, 'cases/b.yaml': `\ufeff${caseWith('').replace('id: a', 'id: b')}` };
  const more = { 'cases/c.json': `\ufeff${json({ id: 'c' })}`, 'cases/d.jsonl': `\ufeff${json({ id: 'd' })}\n` };
  expect(loadFiles({ ...files, ...more }).cases.map((item) => item.id)).toEqual(['a', 'b', 'c', 'd']);
});

test('D 363: two columns of one name are an error, not one that wins', () => {
  const text = 'id,user,expect.contains,expect.contains,control\na,u,x,y,z\n';
  expect(faultsOf({ 'cases/a.csv': text })).toEqual([
    'cases/a.csv:1:4  heading "expect.contains" is there twice  [FILE_DUPLICATE_KEY]',
  ]);
});

test('D 5134, PR 9761: a list in a cell is a YAML list, with the quotes of YAML', () => {
  const text = 'id,user,control,expect.contains_any\na,u,x,"[""1,000"", in stock]"\nb,u,x,"hello there"\n';
  expect(loadFiles({ 'cases/a.csv': text }).cases.map((item) => item.checks[0]?.options)).toMatchObject([
    { value: ['1,000', 'in stock'] },
    { value: ['hello there'] },
  ]);
});

test.each([
  '{#',
  '{{Ω}rel }',
  '{% raw %}',
  '```js\nif (a) {{ b }}\n```',
  '# Title {#id}',
  '${x}',
  '{{ 2 + 2 }}',
  '#{x}',
])('D 1283, 4538, 404, 241, 1258: data is never a template of its own: %j', (text) => {
  const item = loadCase(caseWith(`vars: { code: ${JSON.stringify(text)} }`).replace('Hello?', '"See {{code}}"'));
  expect(item.messages[0]?.content).toBe(`See ${text}`);
});

test('D 3122, 1552, 4616: no variable of the environment is expanded in a case, be it in its vars or its input', () => {
  process.env['EVAL_API_KEY'] = 'sk-leaked';
  const item = loadCase(caseWith('vars: { x: "{{ env.EVAL_API_KEY }}" }').replace('Hello?', '"{{x}} $EVAL_API_KEY"'));
  delete process.env['EVAL_API_KEY'];
  expect(JSON.stringify(item)).not.toContain('sk-leaked');
  expect(item.messages[0]?.content).toBe('{{ env.EVAL_API_KEY }} $EVAL_API_KEY');
});

test('D 5547, PR 10542: a drive letter is no scheme and no function name: the path is refused whole', () => {
  for (const name of ['C:/x.txt', 'C:\\x.txt', 'D:x.txt']) {
    const text = caseWith('').replace('user: Hello?', `user: { file: '${name}' }`);
    expect(caseFaults(text)).toEqual([
      `cases/case.yaml:2:15  file "${name}" is outside the suite's folder  [FILE_REFERENCE]`,
    ]);
  }
  const named = caseWith('').replace('user: Hello?', 'user: { file: "a.py:fn" }');
  expect(caseFaults(named)[0]).toContain('file "a.py:fn" is not there');
});

test('more: a YAML date, an odd number or a truth value is the text that the author sees', () => {
  const values = ['2024-01-02', '007', '1e3', '0x1F', '12345678901234567890', '1.10', 'true'];
  const item = loadCase(
    caseWith(`vars: { x: 2024-01-02 }`)
      .replace('Hello?', '"{{x}}"')
      .replace('contains: hi', `contains_all: [${values.join(', ')}]`),
  );
  expect(item.messages[0]?.content).toBe('2024-01-02');
  expect(item.checks[0]?.options).toMatchObject({ value: values });
});

test('more: a list of vars is an error and no silent matrix', () => {
  expect(caseFaults(caseWith('vars: { x: [a, b] }'))).toEqual([
    'cases/case.yaml:5:12  "vars.x" must be a text, found a list  [CASE_WRONG_VALUE]',
  ]);
});

test('more: an empty table, an unknown heading, a key that is there twice and a missing file say so', () => {
  expect(faultsOf({ 'cases/a.csv': '' })[0]).toContain('[FILE_EMPTY]');
  expect(faultsOf({ 'cases/a.csv': 'id,user,__expected\na,u,unknown-type: x\n' })[0]).toContain(
    'unknown column "__expected"',
  );
  expect(caseFaults(caseWith('id: b'))).toEqual(['cases/case.yaml:5:1  key "id" is there twice  [FILE_DUPLICATE_KEY]']);
  expect(caseFaults(caseWith('').replace('user: Hello?', 'user: { file: no.txt }'))[0]).toContain('is not there');
});
