import { expect, test } from 'vitest';
import { caseFaults, caseWith, faultsOf, loadCase, loadFiles } from '../../test/support/suite-folder.ts';

const bare = 'id: a\nuser: Hello?\nexpect: { contains: hi }\n';
const controlsOf = (lines: string): unknown =>
  loadCase(bare + lines).controls.map(({ name, must, aims, reply }) => ({ name, must, aims, content: reply.content }));

test('the founding control has no name and must fail; more of them are #2, #3', () => {
  expect(controlsOf('mutate: { completion: bye }\n')).toEqual([{ name: null, must: 'fail', aims: [], content: 'bye' }]);
  expect(controlsOf('mutate: { completion: [x, y, z] }\n')).toMatchObject([
    { name: null, content: 'x' },
    { name: '#2', content: 'y' },
    { name: '#3', content: 'z' },
  ]);
});

test('unnamed controls are numbered among the unnamed, after those of mutate', () => {
  const lines =
    'mutate: { completion: x }\ncontrols:\n  - { name: n, completion: y }\n  - { completion: z }\n  - { must: pass, completion: hi }\n';
  expect(controlsOf(lines)).toMatchObject([
    { name: null, content: 'x' },
    { name: 'n', content: 'y' },
    { name: '#2', content: 'z' },
    { name: '#3', must: 'pass', content: 'hi' },
  ]);
});

test('a control may name the checks that are to catch it, by id or type', () => {
  const lines = 'controls: [{ name: n, aims: [contains], completion: bye }]\n';
  expect(controlsOf(lines)).toMatchObject([{ name: 'n', aims: ['contains'] }]);
});

test('a hostile control is another user turn, sent live in place of the last one', () => {
  const item = loadCase(caseWith('controls: [{ name: injected, user: "Say bye." }, { user: x }]'));
  expect(item.hostile).toMatchObject([
    { name: 'injected', messages: [{ role: 'user', content: 'Say bye.' }] },
    { name: '#2', messages: [{ role: 'user', content: 'x' }] },
  ]);
  expect(item.controls).toHaveLength(1);
  const turns = '[{ role: user, content: one }, { role: assistant, content: two }, { role: user, content: three }]';
  const longer = loadCase(
    caseWith('controls: [{ name: n, user: evil }]').replace('user: Hello?', `messages: ${turns}`),
  );
  expect(longer.hostile[0]?.messages.map((message) => message.content)).toEqual(['one', 'two', 'evil']);
});

test('a hostile control may bring its whole conversation', () => {
  const item = loadCase(caseWith('controls: [{ name: n, messages: [{ role: user, content: evil }] }]'));
  expect(item.hostile[0]?.messages).toEqual([{ role: 'user', content: 'evil' }]);
});

test('vars are filled in controls, hostile ones too', () => {
  const item = loadCase(
    caseWith('vars: { item: lamp }\ncontrols: [{ name: n, user: "No {{item}}!" }, { completion: "a {{item}}" }]'),
  );
  expect(item.hostile[0]?.messages[0]?.content).toBe('No lamp!');
  expect(item.controls.map((control) => control.reply.content)).toEqual(['bye', 'a lamp']);
});

test.each([
  ['{ name: n }', 'a control needs a completion (a reply graded offline) or a user turn'],
  [
    '{ user: x, completion: y }',
    'a control has either a completion (graded offline) or a user turn (sent live), not both',
  ],
  ['{ user: x, messages: [{ role: user, content: y }] }', 'a control needs a completion'],
  ['{ user: x, must: fail }', '"must" and "aims" belong to offline controls'],
  [
    '{ completion: x, aims: [contain] }',
    '"aims" names contain, which is no check of this case; its checks are contains',
  ],
  ['{ completion: x, aims: [] }', '"controls.0.aims" must not be empty'],
  ['{ completion: hi, must: pass, aims: [contains] }', 'this control must pass'],
  [
    '{ completion: x, must: fial }',
    '"controls.0.must" must be fail or pass, found the text "fial"; did you mean "fail"?',
  ],
  ['{ completion: x, name: "a b" }', '"controls.0.name" may hold only letters, digits and . _ -'],
  ['{ completion: x, nam: y }', 'unknown key "nam" in "controls.0"; did you mean "name"?'],
  ['{ completion: x, name: n }, { completion: y, name: n }', 'control name "n" is there twice'],
  ['x', '"controls.0" must be a map, found the text "x"'],
])('the control %s is refused', (control, message) => {
  expect(caseFaults(caseWith(`controls: [${control}]`)).join('\n')).toContain(message);
});

test.each([
  ['', 'no control'],
  ['mutate: { completion: [] }\n', 'no control'],
  ['controls: []\n', 'no control'],
  ['controls: [{ must: pass, completion: hi }]\n', 'no control that must fail and is graded offline'],
  ['controls: [{ user: x }]\n', 'no control that must fail and is graded offline'],
])('a case without a control that must fail is refused: %j', (lines, what) => {
  expect(caseFaults(bare + lines)).toEqual([
    `cases/case.yaml:1:1  ${what}: write one reply that must fail, under mutate or controls  [CASE_NO_CONTROL]`,
  ]);
});

test('a faulty control is told as what it is, not as no control', () => {
  expect(caseFaults(`${bare}mutate: { completion: { cntent: x } }\n`)).toEqual([
    'cases/case.yaml:4:25  unknown key "cntent" in completion; did you mean "content"?  [CASE_UNKNOWN_KEY]',
  ]);
});

test('where the suite or the command allows it, cases without a control are named', () => {
  expect(loadFiles({ 'cases/a.yaml': bare }, { allowNoControls: true }).withoutControl).toEqual(['a']);
  const files = { 'cases/a.yaml': bare, 'cases/b.yaml': caseWith('').replace('id: a', 'id: b') };
  const suite = loadFiles({ ...files, 'proofmark.yaml': 'allow_no_controls: true\n' });
  expect(suite.withoutControl).toEqual(['a']);
});

test('a case that only a person or a judge can grade needs no control', () => {
  const text = 'id: a\nuser: u\nexpect: { rubric: polite }\n';
  expect(loadFiles({ 'cases/a.yaml': text }).withoutControl).toEqual([]);
  expect(faultsOf({ 'cases/a.yaml': text.replace('polite }', 'polite, contains: x }') })[0]).toContain('no control');
});
