import { expect, test } from 'vitest';
import { caseWith, faultsOf, loadFiles } from '../../test/support/suite-folder.ts';

const json = (id: string, more: object = {}): object => ({
  id,
  user: 'u',
  expect: { contains: 'hi' },
  mutate: { completion: 'x' },
  ...more,
});
const ids = (files: Readonly<Record<string, string>>): unknown =>
  loadFiles(files).cases.map((item) => `${item.id} ${item.at.file}:${item.at.line}`);

test('a YAML file holds one case, several documents, or a list', () => {
  const listed = (text: string): string => `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`;
  const [a, b] = [caseWith(''), caseWith('').replace('id: a', 'id: b')];
  expect(ids({ 'cases/x.yaml': a })).toEqual(['a cases/x.yaml:1']);
  expect(ids({ 'cases/x.yml': `${a}---\n${b}---\n` })).toEqual(['a cases/x.yml:1', 'b cases/x.yml:6']);
  expect(ids({ 'cases/x.yaml': listed(a) + listed(b) })).toEqual(['a cases/x.yaml:1', 'b cases/x.yaml:5']);
});

test('a JSON file holds one case or a list, a JSONL file one a line', () => {
  expect(ids({ 'cases/x.json': JSON.stringify(json('a')) })).toEqual(['a cases/x.json:1']);
  expect(ids({ 'cases/x.json': JSON.stringify([json('a'), json('b')], null, 1) })).toHaveLength(2);
  expect(ids({ 'cases/x.jsonl': `${JSON.stringify(json('a'))}\r\n\n${JSON.stringify(json('b'))}` })).toEqual([
    'a cases/x.jsonl:1',
    'b cases/x.jsonl:3',
  ]);
});

test('cases come in the order of the files, then in that of the file', () => {
  const two = JSON.stringify([json('z'), json('y')]);
  expect(ids({ 'cases/b.json': two, 'cases/a.yaml': caseWith('') })).toEqual([
    'a cases/a.yaml:1',
    'z cases/b.json:1',
    'y cases/b.json:1',
  ]);
});

test('anchors and merge keys shorten a list of cases', () => {
  const text = [
    '- &base',
    '  id: a',
    '  user: Hello?',
    '  expect: &checks { contains: hi }',
    '  mutate: { completion: bye }',
    '- { <<: *base, id: b, user: "Ho?", expect: { <<: *checks, regex: ^h } }',
  ].join('\n');
  const { cases } = loadFiles({ 'cases/x.yaml': text });
  expect(cases.map((item) => [item.id, item.checks.map((check) => check.id)])).toEqual([
    ['a', ['contains']],
    ['b', ['regex', 'contains']],
  ]);
});

test.each([
  ['x.yaml', ''],
  ['x.yaml', '# nothing\n'],
  ['x.yaml', '---\n---\n'],
  ['x.yaml', '[]\n'],
  ['x.json', ' '],
  ['x.json', '[]'],
  ['x.json', 'null'],
  ['x.jsonl', '\n\n'],
  ['x.csv', 'id,user,expect.contains\n'],
])('an empty file is an error, for it would test nothing: %s %j', (name, text) => {
  expect(faultsOf({ 'cases/ok.yaml': caseWith(''), [`cases/${name}`]: text })).toEqual([
    `cases/${name}:1:1  holds no case  [FILE_EMPTY]`,
  ]);
});

test.each([
  ['x.yaml', 'hello\n', '1:1', 'the text "hello"'],
  ['x.yaml', '- 1\n', '1:3', '1'],
  ['x.yaml', '- \n- [a]\n', '2:3', 'a list'],
  ['x.json', '[[]]', '1:2', 'an empty list'],
  ['x.jsonl', '3\n', '1:1', '3'],
])('what is no map is no case: %s %j', (name, text, place, found) => {
  const message = `cases/${name}:${place}  a case is a map with id, user and expect; found ${found}  [CASE_WRONG_VALUE]`;
  expect(faultsOf({ [`cases/${name}`]: text })).toContain(message);
});

test('a file whose checks lost their indentation is told as that, and nothing that follows from it', () => {
  const text =
    'id: a\nuser: u\nexpect:\ntool_name: f\nrequired_args: [x]\nmutate:\ncompletion:\ntool_name: f\ncontent: c\n';
  expect(faultsOf({ 'cases/x.yaml': text })).toEqual([
    'cases/x.yaml:3:1  the file lost its indentation: "expect" is empty and tool_name, required_args stands beside it instead of below it; indent the lines that belong to expect, mutate and completion  [CASE_LOST_INDENTATION]',
  ]);
});

test('all faults of all files are told at once, sorted by file and place', () => {
  const lines = faultsOf({
    'proofmark.yaml': 'nme: x\n',
    'cases/a.yaml': 'id: "a b"\nusr: x\nexpect: { contanis: hi }\nmutate: { completion: { cntent: a } }\nrepeat: 0\n',
    'cases/b.json': '{',
    'cases/c.csv': 'id;x\n',
    'cases/d.jsonl': '{"id":\n{"id": "d"}\n',
    'cases/e.yaml': Buffer.from('id: caf\xe9', 'latin1'),
    'system_prompt.txt': ' ',
  });
  expect(lines.map((line) => line.replace(/ {2}.*\[/, ' ').replace(']', ''))).toEqual([
    'cases/a.yaml:1:5 CASE_WRONG_VALUE',
    'cases/a.yaml:2:1 CASE_UNKNOWN_KEY',
    'cases/a.yaml:3:11 CASE_UNKNOWN_CHECK',
    'cases/a.yaml:4:25 CASE_UNKNOWN_KEY',
    'cases/a.yaml:5:9 CASE_WRONG_VALUE',
    'cases/b.json:1:2 JSON_SYNTAX',
    'cases/c.csv:1:1 CSV_SEPARATOR',
    'cases/d.jsonl:1:7 JSON_SYNTAX',
    'cases/d.jsonl:2:1 CASE_MISSING_KEY',
    'cases/d.jsonl:2:1 CASE_NO_CHECK',
    'cases/d.jsonl:2:1 CASE_NO_CONTROL',
    'cases/e.yaml:1:8 FILE_NOT_UTF8',
    'proofmark.yaml:1:1 CASE_UNKNOWN_KEY',
    'system_prompt.txt:1:1 FILE_EMPTY',
  ]);
});
