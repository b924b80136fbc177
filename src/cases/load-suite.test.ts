import { expect, test } from 'vitest';
import {
  caseFaults,
  caseWith,
  faultsOf,
  folderOf,
  loadCase,
  loadFiles,
  loadFolder,
  problemsIn,
} from '../../test/support/suite-folder.ts';
import { sha256 } from '../core/canonical-json.ts';
import { promptFor } from './suite.ts';

const two = { 'cases/a.yaml': caseWith(''), 'cases/b.yaml': caseWith('').replace('id: a', 'id: b') };

test('a suite is named by its config, else by its folder', () => {
  expect(loadFiles({ ...two, 'proofmark.yaml': 'name: support\n' }).name).toBe('support');
  const folder = folderOf(two);
  expect(loadFolder(folder).name).toBe(folder.split('/').at(-1));
});

test('ids are unique in the whole suite, and an old name must be free', () => {
  expect(
    faultsOf({ 'cases/a.yaml': caseWith(''), 'cases/b.csv': 'id,user,expect.contains,control\na,u,x,y\n' }),
  ).toEqual(['cases/b.csv:2:1  id "a" is taken by cases/a.yaml:1; ids are unique in a suite  [CASE_DUPLICATE_ID]']);
  const renamed = { ...two, 'cases/b.yaml': `${two['cases/b.yaml']}renamed_from: a\n` };
  expect(faultsOf(renamed)).toEqual([
    'cases/b.yaml:1:1  renamed_from "a" is still the id of a case  [CASE_DUPLICATE_ID]',
  ]);
});

test('the prompt of the suite is system_prompt.txt where it is there, a named one, or none', () => {
  const text = 'You are kind.\n';
  expect(loadFiles({ ...two, 'system_prompt.txt': text }).systemPrompt).toEqual({
    text,
    file: 'system_prompt.txt',
    hash: sha256(text),
  });
  expect(loadFiles({ ...two, 'p.md': text, 'proofmark.yaml': 'system_prompt: p.md\n' }).systemPrompt?.file).toBe(
    'p.md',
  );
  expect(
    loadFiles({ ...two, 'system_prompt.txt': text, 'proofmark.yaml': 'system_prompt: null\n' }).systemPrompt,
  ).toBeNull();
  expect(loadFiles(two).systemPrompt).toBeNull();
});

test('a target may have a prompt of its own', () => {
  const config = 'targets:\n  - { id: x, type: chat, system_prompt: x.txt }\n  - { id: y, type: chat }\n';
  const suite = loadFiles({ ...two, 'proofmark.yaml': config, 'x.txt': 'X', 'system_prompt.txt': 'S' });
  expect([promptFor(suite, 'x')?.text, promptFor(suite, 'y')?.text]).toEqual(['X', 'S']);
});

test('a prompt that is blank, or no UTF-8, is refused beside all other faults', () => {
  expect(faultsOf({ ...two, 'system_prompt.txt': ' \n' })).toEqual([
    'system_prompt.txt:1:1  the system prompt is empty  [FILE_EMPTY]',
  ]);
  const lines = faultsOf({ 'cases/a.yaml': 'id: a\n', 'system_prompt.txt': Buffer.from([0x61, 0xe9]) });
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toBe('system_prompt.txt:1:2  is not UTF-8: save the file as UTF-8  [FILE_NOT_UTF8]');
});

test('the hash of a suite changes with every file that was read, and with nothing else', () => {
  const base = { ...two, 'system_prompt.txt': 'S', 'proofmark.yaml': 'name: n\n', 'cases/notes.md': 'x' };
  const { hash } = loadFiles(base);
  expect(loadFiles({ ...base, 'cases/notes.md': 'y', 'other.txt': 'z' }).hash).toBe(hash);
  const changes = [
    { 'system_prompt.txt': 'T' },
    { 'proofmark.yaml': 'name: n\nset_version: 2\n' },
    { 'cases/a.yaml': `${two['cases/a.yaml']}note: x\n` },
    { 'cases/c.yaml': caseWith('').replace('id: a', 'id: c') },
  ];
  const hashes = changes.map((change) => loadFiles({ ...base, ...change }).hash);
  expect(new Set([hash, ...hashes]).size).toBe(5);
});

test('files that hold no cases by their name are told, unless a case refers to them', () => {
  const files = { ...two, 'cases/readme.md': 'x', 'cases/q.txt': 'question' };
  expect(loadFiles(files).notes).toEqual([
    'not read, for their names end in no case format: cases/q.txt, cases/readme.md',
  ]);
  const asking = two['cases/a.yaml'].replace('user: Hello?', 'user: { file: ./cases/q.txt }');
  expect(loadFiles({ ...files, 'cases/a.yaml': asking }).notes).toEqual([
    'not read, for their names end in no case format: cases/readme.md',
  ]);
});

test('a suite without case files tests nothing', () => {
  expect(problemsIn(() => loadFiles({ 'proofmark.yaml': '' })).map((problem) => problem.code)).toEqual(['NO_CASES']);
});

test('vars are filled in the input, the reference and the controls, once', () => {
  const item = loadCase(
    caseWith('vars: { item: "{{other}}", other: x }\nreference: "a {{item}}"')
      .replace('Hello?', '"How, {{ item }}?"')
      .replace('completion: bye', 'completion: { tool_name: f, arguments: { a: "{{item}}" } }'),
  );
  expect(item).toMatchObject({
    messages: [{ content: 'How, {{other}}?' }],
    reference: { content: 'a {{other}}' },
    controls: [{ reply: { toolCalls: [{ arguments: { a: '{{other}}' } }] } }],
    vars: { item: '{{other}}', other: 'x' },
  });
});

test('an undeclared name is an error where there are vars, in the input and in the system prompt, else it is text', () => {
  expect(caseFaults(caseWith('vars: { item: x }').replace('Hello?', '"{{itm}}"'))).toEqual([
    'cases/case.yaml:2:7  {{itm}} is not among the vars of this case; declared are item  [CASE_TEMPLATE]',
  ]);
  expect(loadCase(caseWith('').replace('Hello?', '"{{itm}}"')).messages[0]?.content).toBe('{{itm}}');
  expect(caseFaults(caseWith('vars: { item: x }'), { 'system_prompt.txt': 'You are {{role}}.' })[0]).toContain(
    '{{role}} of the system prompt is not among the vars of this case',
  );
});

test('no variable of the environment is expanded inside a case', () => {
  process.env['EVAL_PROBE'] = 'leaked';
  const item = loadCase(
    caseWith('').replace('Hello?', '"{{ env.EVAL_PROBE }} $EVAL_PROBE ${EVAL_PROBE} %EVAL_PROBE%"'),
  );
  delete process.env['EVAL_PROBE'];
  expect(item.messages[0]?.content).toBe('{{ env.EVAL_PROBE }} $EVAL_PROBE ${EVAL_PROBE} %EVAL_PROBE%');
});

test('a context is sent where the input or the system prompt says so; one that is never sent is an error', () => {
  const context = 'context: [{ id: d, text: Goods. }]';
  expect(loadCase(caseWith(context).replace('Hello?', '"By {{context}}?"')).messages[0]?.content).toBe(
    'By [d]\nGoods.?',
  );
  expect(caseFaults(caseWith(context), { 'system_prompt.txt': 'Read {{context}}' })).toEqual([]);
  expect(caseFaults(caseWith(context))).toEqual([
    'cases/case.yaml:5:1  "context" is never sent: write {{context}} in the input or in the system prompt  [CASE_CONTEXT_UNUSED]',
  ]);
  expect(caseFaults(caseWith(`${context}\nvars: { context: x }`).replace('Hello?', '"{{context}}"'))[0]).toContain(
    'a var may not be called context beside a "context"',
  );
});
