import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { caseWith, faultsOf, folderOf, loadFiles, loadFolder, problemsIn } from '../../test/support/suite-folder.ts';
import { formatProblem } from '../core/problem.ts';
import { parseYaml } from '../files/yaml-file.ts';
import { referenceIn } from './file-references.ts';

const asking = (file: string): string =>
  caseWith('').replace('user: Hello?', `user: { file: ${JSON.stringify(file)} }`);

test('any long text may come from a file of the suite', () => {
  const text = [
    'id: a',
    'user: { file: texts/question.txt }',
    'vars: { item: { file: "texts\\\\item.txt" } }',
    'context: [{ id: d, text: { file: texts/passage.txt } }]',
    'expect: { contains_all: [{ file: texts/needle.txt }, x] }',
    'reference: { file: texts/needle.txt }',
    'controls: [{ name: n, completion: { content: { file: texts/item.txt } } }, { name: h, user: { file: texts/item.txt } }]',
  ].join('\n');
  const suite = loadFiles({
    'cases/a.yaml': text,
    'texts/question.txt': '\ufeffQ {{item}} {{context}}\n',
    'texts/item.txt': 'lamp',
    'texts/passage.txt': 'P',
    'texts/needle.txt': 'needle',
  });
  expect(suite.cases).toMatchObject([
    {
      messages: [{ content: 'Q lamp [d]\nP\n' }],
      checks: [{ options: { value: ['needle', 'x'] } }],
      reference: { content: 'needle' },
      controls: [{ reply: { content: 'lamp' } }],
      hostile: [{ messages: [{ content: 'lamp' }] }],
    },
  ]);
});

test('what a file brings in changes the hash of the suite', () => {
  const hashOf = (question: string): string => loadFiles({ 'cases/a.yaml': asking('q.txt'), 'q.txt': question }).hash;
  expect(hashOf('one')).toBe(hashOf('one'));
  expect(hashOf('one')).not.toBe(hashOf('two'));
});

test.each([
  ['no.txt', 'file "no.txt" is not there; paths start at the suite\'s folder'],
  ['../secret', 'file "../secret" is outside the suite\'s folder'],
  ['a/../../b', "is outside the suite's folder"],
  ['/etc/passwd', 'file "/etc/passwd" is outside the suite\'s folder'],
  ['C:\\x.txt', "is outside the suite's folder"],
  ['C:/x.txt', "is outside the suite's folder"],
  ['\\\\server\\x', "is outside the suite's folder"],
  ['cases', '"cases" is no file'],
  ['', '"" is no file'],
  ['file:///etc/passwd', 'is not there'],
])('the path %j is refused where it stands', (file, message) => {
  const [line] = faultsOf({ 'cases/a.yaml': asking(file) });
  expect(line).toContain('cases/a.yaml:2:15  ');
  expect(line).toContain(message);
});

test('a link that leads out of the suite is refused', () => {
  const outside = folderOf({ secret: 'x' });
  const folder = folderOf({ 'cases/a.yaml': asking('link/secret') });
  symlinkSync(outside, path.join(folder, 'link'));
  expect(problemsIn(() => loadFolder(folder)).map(formatProblem)[0]).toContain("is outside the suite's folder");
  mkdirSync(path.join(folder, 'inside'));
});

test('a file that is no UTF-8 or not as its ending says is told by its own place, from where the command runs', () => {
  const schema = (text: string): string[] => {
    const folder = folderOf({
      'eval/cases/a.yaml': caseWith('').replace('{ contains: hi }', '{ json_schema: { file: s.json } }'),
      'eval/s.json': text,
    });
    const [found] = [path.join(folder, 'eval')];
    return problemsIn(() => loadFolder(found)).map(formatProblem);
  };
  expect(schema('{"type": "object",}')).toEqual([
    's.json:1:19  is not JSON: a key in double quotes is expected, found "}"  [JSON_SYNTAX]',
  ]);
  expect(schema('')[0]).toContain('s.json:1:1  "value" in check json_schema: ');
  expect(faultsOf({ 'cases/a.yaml': asking('q.txt'), 'q.txt': Buffer.from([0x61, 0xff]) })).toEqual([
    'q.txt:1:2  is not UTF-8: save the file as UTF-8  [FILE_NOT_UTF8]',
  ]);
});

test('a YAML file of data holds one document', () => {
  const text = caseWith('').replace('{ contains: hi }', '{ json_schema: { file: s.yaml } }');
  expect(
    loadFiles({ 'cases/a.yaml': text, 's.yaml': 'type: object\nrequired: [a]\n' }).cases[0]?.checks[0]?.options,
  ).toEqual({
    value: { type: 'object', required: ['a'] },
  });
  expect(faultsOf({ 'cases/a.yaml': text, 's.yaml': 'type: object\n---\na: 1\n' })).toEqual([
    'cases/a.yaml:3:32  s.yaml must hold one document  [FILE_REFERENCE]',
  ]);
});

test('an image is sent as a data URL in the OpenAI form, and joins the hash', () => {
  const images =
    '[{ type: image_url, image_url: { file: a.png } }, { type: image_url, image_url: { url: { file: b.jpg }, detail: low } }]';
  const text = caseWith('').replace('user: Hello?', `messages: [{ role: user, content: ${images} }]`);
  const suiteOf = (bytes: string) => loadFiles({ 'cases/a.yaml': text, 'a.png': bytes, 'b.jpg': 'y' });
  expect(suiteOf('x').cases[0]?.messages[0]?.content).toEqual([
    { type: 'image_url', image_url: { url: 'data:image/png;base64,eA==' } },
    { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,eQ==', detail: 'low' } },
  ]);
  expect(suiteOf('x').hash).not.toBe(suiteOf('z').hash);
  expect(faultsOf({ 'cases/a.yaml': text.replace('a.png', 'a.txt'), 'a.txt': 'x', 'b.jpg': 'y' })[0]).toContain(
    'file "a.txt" is no image: its name must end in .png, .jpg, .jpeg, .gif, .webp',
  );
});

test('only a map that holds nothing but file is a reference', () => {
  const found = (yaml: string): unknown => referenceIn(parseYaml(yaml, 'f')[0] ?? expect.fail('no document'))?.source;
  expect(found('{ file: a.txt }')).toBe('a.txt');
  expect([found('{ file: a.txt, b: c }'), found('{ file: [a] }'), found('a.txt'), found('{ file: ~ }')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
