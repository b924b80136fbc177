import { z } from 'zod';
import { expect, test } from 'vitest';
import { gradingContext, resultOf, told, useOf, verdictOf } from '../../test/support/grading.ts';
import type { CheckUse } from '../cases/case.ts';
import { madeReply, replyOf } from '../cases/reply.ts';
import { defineCheck, pass } from './check.ts';
import { grade, gradeWith } from './grade.ts';

const hello = replyOf({ content: 'hello world', finishReason: 'stop' });

function graded(...uses: readonly CheckUse[]): { status: string; score: number | null } {
  const { status, score } = grade({ ...gradingContext(), checks: uses }, hello);
  return { status, score };
}

const right = useOf('contains', { value: 'hello' });
const wrong = useOf('contains', { value: 'bye' });
const half = useOf('contains_all', { value: ['hello', 'bye'] });
const unreadable = useOf('json_path', { path: '$.a', equals: 1 });
const unjudged = useOf('rubric', { value: 'is polite' });
const unknown: CheckUse = { ...right, type: 'no_such_check' };

test.each([
  ['all pass', [right, right], 'pass', 1],
  ['one fails', [right, wrong], 'fail', 0.5],
  ['a part is right', [right, half], 'fail', 0.75],
  ['one cannot be read', [right, unreadable], 'fail', 0.5],
  ['a fail outweighs an error and a rubric', [unknown, unjudged, wrong], 'fail', 0],
  ['an error outweighs a rubric', [right, unjudged, unknown], 'error', 1],
  ['a rubric leaves the case not judged', [right, unjudged], 'not_judged', 1],
  ['only a rubric scores nothing', [unjudged], 'not_judged', null],
  ['a blocking check fails', [right, { ...half, blocking: true }], 'fail', 0],
  ['a blocking check cannot be read', [right, { ...unreadable, blocking: true }], 'fail', 0],
  ['a blocking check passes', [{ ...right, blocking: true }, wrong], 'fail', 0.5],
])('the verdict when %s', (_, uses, status, score) => {
  expect(graded(...uses)).toEqual({ status, score });
});

test('a case without checks is an error, never a pass', () => {
  const verdict = grade({ ...gradingContext(), checks: [] }, hello);
  expect(verdict.status).toBe('error');
  expect(verdict.checks[0]?.findings[0]?.code).toBe('no_checks');
});

test('a check that is left out decides nothing, and does not stand in the way of one that passes', () => {
  const reply = madeReply({ content: 'hello' });
  const beside = [useOf('finish_reason', { value: 'stop' })];
  expect(verdictOf('contains', { value: 'hello' }, { reply, beside })).toMatchObject({ status: 'pass', score: 1 });
});

test('not turns pass and fail round, with their score', () => {
  expect(graded(useOf('contains', { value: 'bye' }, { not: true }))).toEqual({ status: 'pass', score: 1 });
  expect(graded(useOf('contains', { value: 'hello' }, { not: true }))).toEqual({ status: 'fail', score: 0 });
});

test('a negated check that fails tells its id and what the inner check saw', () => {
  const result = resultOf('contains', { value: 'hello' }, { reply: hello, not: true, id: 'no-greeting' });
  expect(told(result)).toBe('fail [not:no-greeting]');
  expect(result.findings[0]).toMatchObject({
    at: 'content',
    check: 'no-greeting',
    expected: 'not hello',
    saw: 'hello',
  });
});

test('not leaves unreadable, not judged and errors as they are', () => {
  expect(told(resultOf('json_path', { path: '$.a', equals: 1 }, { reply: hello, not: true }))).toBe(
    'unreadable [not_json]',
  );
  expect(told(resultOf('rubric', { value: 'is polite' }, { reply: hello, not: true }))).toBe('not_judged [rubric]');
  expect(graded({ ...unknown, not: true })).toEqual({ status: 'error', score: null });
});

test.each([false, true])('a check that throws is an error with its message (not: %s)', (not) => {
  const crashing = defineCheck({
    type: 'crashing',
    summary: 'Throws.',
    options: z.strictObject({}),
    findings: {},
    test: () => {
      throw new Error('no such luck');
    },
    counterexamples: () => [],
  });
  const use: CheckUse = { ...right, type: 'crashing', options: {}, not };
  const verdict = gradeWith(new Map([['crashing', crashing]]), {
    graded: { ...gradingContext(), checks: [use] },
    reply: hello,
  });
  expect(verdict).toMatchObject({
    status: 'error',
    score: null,
    checks: [{ findings: [{ code: 'check_crashed', saw: 'no such luck' }] }],
  });
});

test('evidence reaches the check as it was given', () => {
  const reading = defineCheck({
    type: 'reading',
    summary: 'Passes on evidence.',
    options: z.strictObject({}),
    findings: {},
    test: (_reply, _options, { evidence }) => {
      if (evidence['mine'] !== 7) throw new Error('no evidence');
      return pass();
    },
    counterexamples: () => [],
  });
  const use: CheckUse = { ...right, type: 'reading', options: {} };
  const parts = { graded: { ...gradingContext(), checks: [use] }, reply: hello };
  expect(gradeWith(new Map([['reading', reading]]), { ...parts, evidence: { mine: 7 } }).status).toBe('pass');
  expect(gradeWith(new Map([['reading', reading]]), parts).status).toBe('error');
});
