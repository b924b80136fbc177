import { expect, test } from 'vitest';
import { caseFaults, caseWith, loadCase, loadFiles } from '../../test/support/suite-folder.ts';

// Every row of the table of a case's keys, each read to its place.
test.each([
  ['renamed_from: old', { renamedFrom: 'old' }],
  ['repeat: 5', { repeat: 5, minPass: null }],
  ['repeat: 5\nmin_pass: 0.8', { repeat: 5, minPass: 0.8 }],
  ['repeat: 5\nmin_pass: 4', { minPass: 4 }],
  ['min_pass: 1.0', { minPass: 1, repeat: null }],
  [
    'known_failure: { reason: "supplier", until: 2026-12-31 }',
    { knownFailure: { reason: 'supplier', until: '2026-12-31' } },
  ],
  ['tools: [{ type: function, function: { name: f } }]', { tools: [{ type: 'function', function: { name: 'f' } }] }],
  [
    'sampling: { temperature: 0.7, max_tokens: 10, stop: [x] }',
    { sampling: { temperature: 0.7, max_tokens: 10, stop: ['x'] } },
  ],
  ['timeout_ms: 500', { timeoutMs: 500 }],
  ['tags: [returns, "noise:high", 007, returns]', { tags: ['returns', 'noise:high', '007'] }],
  ['split: dev', { split: 'dev', metadata: { split: 'dev' } }],
  [
    'dimension: tool_calling\nsub_score: a\naxis: noise\nlevel: 3\nbucket: b',
    { metadata: { dimension: 'tool_calling', sub_score: 'a', axis: 'noise', level: '3', bucket: 'b' } },
  ],
  [
    'source: production\ndifficulty: 1.10\nattribution: x\nstakes: high',
    { metadata: { source: 'production', difficulty: '1.10', attribution: 'x', stakes: 'high' } },
  ],
  [
    'added: 2026-06-01\nconfirmed: 2026-07-01\nredacted_by: Ann\nnote: |\n  two\n  lines',
    { metadata: { added: '2026-06-01', confirmed: '2026-07-01', redacted_by: 'Ann', note: 'two\nlines\n' } },
  ],
  [
    'equivalent: [{ operator: number, text: "fourteen", reason: same }]',
    { metadata: { equivalent: [{ operator: 'number', text: 'fourteen', reason: 'same' }] } },
  ],
  ['material: [{ id: m, text: t }]', { material: [{ id: 'm', text: 't', rank: null }] }],
  [
    'facts: { must: [14 days, 007], aliases: { 14 days: [two weeks] }, entities: [Ann], units: [days], unordered: [x], optional: [y], locale: de }',
    {
      facts: {
        must: ['14 days', '007'],
        aliases: { '14 days': ['two weeks'] },
        entities: ['Ann'],
        units: ['days'],
        unordered: ['x'],
        optional: ['y'],
        locale: 'de',
      },
    },
  ],
  ['reference: 14.0', { reference: { content: '14.0', made: true } }],
])('%s', (line, placed) => {
  expect(loadCase(caseWith(line))).toMatchObject(placed);
});

test('a case that says only what it must has nothing else', () => {
  expect(loadCase(caseWith(''))).toMatchObject({
    id: 'a',
    at: { file: 'cases/case.yaml', line: 1, column: 1 },
    messages: [{ role: 'user', content: 'Hello?' }],
    inputText: 'Hello?',
    renamedFrom: null,
    reference: null,
    hostile: [],
    context: [],
    material: [],
    facts: { must: [], locale: null },
    tags: [],
    repeat: null,
    minPass: null,
    knownFailure: null,
    tools: null,
    sampling: {},
    timeoutMs: null,
    split: null,
    metadata: {},
    notes: [],
  });
});

test('messages are kept as they are, with the text of the user turns as the input', () => {
  const messages =
    '[{ role: system, content: be brief }, { role: user, content: 007 }, { role: assistant, tool_calls: [{ id: c1 }] },' +
    ' { role: tool, tool_call_id: c1, content: "ok" }, { role: user, name: Ann, content: [{ type: text, text: 1.10 }] }]';
  const item = loadCase(caseWith('').replace('user: Hello?', `messages: ${messages}`));
  expect(item.messages).toEqual([
    { role: 'system', content: 'be brief' },
    { role: 'user', content: '007' },
    { role: 'assistant', tool_calls: [{ id: 'c1' }] },
    { role: 'tool', tool_call_id: 'c1', content: 'ok' },
    { role: 'user', name: 'Ann', content: [{ type: 'text', text: '1.10' }] },
  ]);
  expect(item.inputText).toBe('007\n1.10');
});

test.each([
  ['id: "a b"', '"id" may hold only letters, digits and . _ -'],
  ['repeat: 0', '"repeat" must be at least 1, found 0'],
  ['repeat: 1e1', '"repeat": 1e1 could be meant as a number or as text'],
  ['repeat: "3"', '"repeat" must be a number, found the text "3"'],
  ['repeat: 5\nmin_pass: 6', '"min_pass" asks for 6 of 5 trials: the case can never pass'],
  ['min_pass: 1.5', '"min_pass" is a share below 1 or a whole count from 1 up'],
  ['min_pass: 0', '"min_pass" must be more than 0'],
  ['known_failure: { reason: r }', '"known_failure.until" is missing'],
  ['known_failure: { reason: r, until: 2026-02-30 }', '"known_failure.until" must be a date such as 2026-12-31'],
  ['split: secret', '"split" must be dev or regression or private'],
  ['dimension: tool_caling', 'did you mean "tool_calling"?'],
  ['tools: []', '"tools" must not be empty'],
  ['facts: { msut: [a] }', 'unknown key "msut" in "facts"; did you mean "must"?'],
  ['equivalent: [{ operator: x }]', '"equivalent.0.reason" is missing'],
  ['messages: [{ role: user, content: x }]', 'a case has either "user" or "messages", not both'],
  ['turns: []', 'unknown key "turns" in case'],
])('%s is refused', (line, message) => {
  const text = line.startsWith('id:') ? caseWith('').replace('id: a', line) : caseWith(line);
  expect(caseFaults(text).join('\n')).toContain(message);
});

test.each([
  [
    '{ role: usr, content: x }',
    '"messages.0.role" must be system or developer or user or assistant or tool, found the text "usr"; did you mean "user"?',
  ],
  ['{ role: user, contnt: x }', '"messages.0.content" is missing: a turn of role user says something'],
  ['{ role: assistant }', '"messages.0.content" is missing: a turn of role assistant says something'],
  ['{ content: x }', '"messages.0.role" is missing'],
])('the turn %s is refused', (turn, message) => {
  expect(caseFaults(caseWith('').replace('user: Hello?', `messages: [${turn}]`)).join('\n')).toContain(message);
});

test('an input must be there', () => {
  expect(caseFaults(caseWith('').replace('user: Hello?\n', ''))).toEqual([
    'cases/case.yaml:1:1  no input: give "user" (a text) or "messages" (a list)  [CASE_MISSING_KEY]',
  ]);
});

test('a case without any check asserts nothing and is refused, whichever way nothing is written', () => {
  const nothing = (expectLine: string): string[] =>
    caseFaults(`id: a\nuser: u\n${expectLine}mutate: { completion: x }\n`).map((line) => line.replace(/.*\[/, '['));
  for (const line of ['', 'expect:\n', 'expect: {}\n', 'expect: []\n', 'expect: ~\n']) {
    expect(nothing(line)).toEqual(['[CASE_NO_CHECK]']);
  }
});

test('a private case is read, left out and counted; its id stays taken', () => {
  const files = { 'cases/a.yaml': caseWith(''), 'cases/b.yaml': caseWith('split: private').replace('id: a', 'id: b') };
  const suite = loadFiles(files);
  expect([suite.cases.map((item) => item.id), suite.privateCount, [...suite.allIds]]).toEqual([['a'], 1, ['a', 'b']]);
});
