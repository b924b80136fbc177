import { expect, test } from 'vitest';
import { madeReply, replyOf, type Reply } from '../../src/cases/reply.ts';
import { defineCheck } from '../../src/checks/check.ts';
import { gradeWith } from '../../src/checks/grade.ts';
import { checks } from '../../src/checks/registry.ts';
import { z } from 'zod';
import { calling, gradingContext, resultOf, toldOf, useOf, verdictOf } from '../support/grading.ts';
import { caseFaults, caseWith } from '../support/suite-folder.ts';

// What users of other tools ran into while replies were graded; the number is the thread's, A3 names the kind of check.

const said = (content: string | null): Reply => replyOf({ content, finishReason: 'stop' });
const options: Readonly<Record<string, unknown>> = {
  tool_name: { value: 'f' },
  no_tool_call: { value: true },
  required_args: { value: ['a'] },
  args: { value: { a: 1 } },
  contains: { value: 'hi' },
  contains_any: { value: ['hi', 'ho'] },
  contains_all: { value: ['hi', 'ho'] },
  forbidden_substrings: { value: ['no'] },
  equals: { value: 'hi' },
  regex: { value: '^hi' },
  json: { value: true },
  json_path: { path: '$.a', equals: 1 },
  json_schema: { value: { type: 'object', required: ['a'] } },
  finish_reason: { value: ['stop'] },
};
const replies: readonly Reply[] = [
  ...['', 'hi', 'hi ho', 'no', '{"a":1}', '{"a":2}', '[]', 'null', '{', '```json\n{"a":1}\n```'].map(said),
  said(null),
  calling(['f', { a: 1 }]),
  calling(['f', { a: 2 }], ['g', {}]),
  calling(['g', {}]),
  { ...calling(['f', {}]), toolCalls: [{ name: 'f', arguments: null, argumentsText: '{"a":' }] },
  replyOf({ content: 'hi', finishReason: 'length' }),
];

test.each(Object.keys(options))(
  'D PR 9838, 762, PR 9722, 9738: %s and its negation never both pass, and one of them passes where the reply can be read',
  (type) => {
    for (const reply of replies) {
      const plain = resultOf(type, options[type], { reply }).status;
      const negated = resultOf(type, options[type], { reply, not: true }).status;
      const turned = { pass: 'fail', fail: 'pass' } as Readonly<Record<string, string>>;
      expect(negated).toBe(turned[plain] ?? plain);
    }
  },
);

test('D PR 9838: a valid tool call does not pass where it is negated', () => {
  const reply = calling(['f', { a: 1 }]);
  expect(resultOf('tool_name', { value: 'f' }, { reply, not: true }).status).toBe('fail');
  expect(resultOf('args', { value: { a: 1 } }, { reply, not: true }).status).toBe('fail');
});

test('D 10870, PR 10904, 2084, 6491: a grader that cannot decide is an error under both polarities, never a pass or a fail', () => {
  const outage = defineCheck({
    type: 'outage',
    summary: 'Always down.',
    options: z.strictObject({}),
    findings: {},
    test: () => {
      throw new Error('connection refused');
    },
    counterexamples: () => [],
  });
  const at = { file: 'f', line: 1, column: 1 };
  for (const not of [false, true]) {
    const use = { id: 'outage', type: 'outage', options: {}, not, blocking: false, at };
    const verdict = gradeWith(new Map([['outage', outage]]), {
      graded: { ...gradingContext(), checks: [use] },
      reply: said('x'),
    });
    expect(verdict.status).toBe('error');
    expect(verdict.checks[0]?.findings[0]).toMatchObject({ code: 'check_crashed', saw: 'connection refused' });
  }
});

test('D 10674: a negated check that fails says what it saw and did not want', () => {
  const result = resultOf(
    'contains',
    { value: 'secret' },
    { reply: said('the secret is out'), not: true, id: 'no-secret' },
  );
  expect(result.findings[0]).toMatchObject({ code: 'not', detail: 'no-secret', at: 'content', saw: 'secret' });
});

test('D 799: equality of JSON is equality, not containment', () => {
  expect(toldOf('equals', { value: { a: 1 } }, '{ "a": 1.0 }')).toBe('pass');
  expect(toldOf('equals', { value: { a: 1 } }, '{"a":1,"b":2}')).toContain('fail');
  expect(toldOf('equals', { value: { a: 1 } }, 'I said {"a":1}')).toContain('unreadable');
});

test('D 499, PR 10076: tool checks fail with a reason on text, on no call and on a call of an odd kind', () => {
  for (const reply of [said('just text'), said(null), calling(['custom', {}])]) {
    for (const type of ['tool_name', 'args', 'required_args']) {
      const result = resultOf(type, options[type], { reply });
      expect(['fail', 'unreadable']).toContain(result.status);
      expect(result.findings.length).toBeGreaterThan(0);
    }
  }
});

test('D 3861: outer white space on either side does not count, unless exact is asked for', () => {
  expect(toldOf('contains', { value: 'Paris ' }, 'Paris')).toBe('pass');
  expect(toldOf('equals', { value: 'Paris\n' }, ' Paris')).toBe('pass');
  expect(toldOf('contains', { value: 'Paris ', exact: true }, 'Paris')).toContain('fail');
});

test('D 7526, 7527: a pattern that makes other engines run for ever ends at once', () => {
  expect(toldOf('regex', { value: '^(a+)+$' }, `${'a'.repeat(50_000)}b`)).toContain('fail');
});

test('0.2: an assertion that fails without a reason still fails', () => {
  const silent = defineCheck({
    type: 'silent',
    summary: 'Fails and says nothing.',
    options: z.strictObject({}),
    findings: {},
    test: () => ({ status: 'fail', score: 0, sightings: [] }),
    counterexamples: () => [],
  });
  const use = {
    id: 's',
    type: 'silent',
    options: {},
    not: false,
    blocking: false,
    at: { file: 'f', line: 1, column: 1 },
  };
  const graded = { ...gradingContext(), checks: [use, useOf('contains', { value: 'x' })] };
  const verdict = gradeWith(new Map([...checks, ['silent', silent]]), { graded, reply: said('x') });
  expect(verdict.status).toBe('fail');
  expect(gradeWith(checks, { graded: { ...graded, checks: [] }, reply: said('x') }).status).toBe('error');
});

test('0.2: a high score of one check outweighs no failure of another', () => {
  const beside = [useOf('contains_all', { value: ['a', 'b'] })];
  const verdict = verdictOf('contains', { value: 'a' }, { reply: said('a'), beside });
  expect(verdict).toMatchObject({ status: 'fail', score: 0.75 });
});

test.each([
  [
    'A3 contains-json: what only looks like JSON to a YAML reader is none',
    'json',
    { value: true },
    '{ color: red }',
    'fail',
  ],
  ['A3 contains-json: a name in braces is no JSON', 'json', { value: true }, '{name}', 'fail'],
  ['A3 contains-json: a list at the top is JSON', 'json', { value: true }, '[{"a":1}]', 'pass'],
  ['A3 is-json: a fence is told apart', 'json', { value: true }, '```json\n{}\n```', 'fail'],
  [
    'A3 is-json with a schema: what is no JSON does not pass',
    'json_schema',
    { value: { type: 'object', required: ['a'] } },
    'no',
    'unreadable',
  ],
  ['A3 equals: an answer of "undefined" equals nothing that is missing', 'equals', { value: 'x' }, 'undefined', 'fail'],
  ['A3 regex: braces in a pattern are no template', 'regex', { value: '^a{2}$' }, 'aa', 'pass'],
  [
    'A3 icontains: capitals of every script are folded',
    'contains',
    { value: 'ÄRGER', ignore_case: true },
    'ärger',
    'pass',
  ],
  [
    'A3 is-refusal and others: an empty reply passes no check that looks for something',
    'contains_any',
    { value: ['a'] },
    '',
    'fail',
  ],
] as const)('%s', (_, type, checkOptions, content, status) => {
  expect(toldOf(type, checkOptions, content).split(' ')[0]).toBe(status);
});

test('A3 is-json with a schema: the negation of a schema does not pass on what is no JSON', () => {
  expect(resultOf('json_schema', options['json_schema'], { reply: said('no'), not: true }).status).toBe('unreadable');
});

test('A3 finish-reason: an absent reason passes under neither polarity', () => {
  const reply = replyOf({ content: 'x' });
  expect(resultOf('finish_reason', { value: ['stop'] }, { reply }).status).toBe('unreadable');
  expect(resultOf('finish_reason', { value: ['stop'] }, { reply, not: true }).status).toBe('unreadable');
  expect(resultOf('finish_reason', { value: ['stop'] }, { reply: madeReply({ content: 'x' }) }).status).toBe(
    'left_out',
  );
});

test('A3 is-valid-openai-tools-call: text that quotes a tool result is no call', () => {
  expect(resultOf('tool_name', { value: 'f' }, { reply: said('MCP Tool Result: f') }).status).toBe('fail');
});

test('A3 tool-call-f1: order, arguments and repeated calls count', () => {
  expect(resultOf('tool_name', { value: 'f' }, { reply: calling(['g', {}], ['f', {}]) }).status).toBe('fail');
  expect(resultOf('args', { value: { a: 1 } }, { reply: calling(['f', { a: 2 }]) }).status).toBe('fail');
});

test('A3 contains-all, contains-any: nothing to look for, and the empty text, are refused when the suite is read', () => {
  for (const check of ['contains_all: []', 'contains_any: [""]', 'contains: ""']) {
    expect(caseFaults(caseWith('').replace('contains: hi', check)).length).toBeGreaterThan(0);
  }
});

test('A3 regex: a broken pattern is an error of the suite, not a failure of the model', () => {
  expect(caseFaults(caseWith('').replace('contains: hi', 'regex: "("'))[0]).toContain(
    '"value" in check regex: missing closing )',
  );
});

test('A3 javascript, python, webhook, latency and cost: what is not there is refused by name', () => {
  for (const type of ['javascript', 'python', 'webhook', 'llm-rubric', 'is-json', 'icontains', 'not-contains']) {
    expect(caseFaults(caseWith('').replace('contains: hi', `${type}: x`))[0]).toContain(`unknown check "${type}"`);
  }
});

test('more: a cut reply that begins like JSON is no JSON', () => {
  expect(toldOf('json', { value: true }, '{"a":1')).toContain('fail');
});
