import { expect, test } from 'vitest';
import { issuesOf, resultOf, toldOf } from '../../test/support/grading.ts';
import { replyOf } from '../cases/reply.ts';

test.each([
  [{}, '{"a":1}', 'pass'],
  [{ value: true }, ' [1]\n', 'pass'],
  [{}, '"text"', 'pass'],
  [{}, '{"a":1,}', 'fail [not_json]'],
  [{}, 'Here: {"a":1}', 'fail [not_json]'],
  [{}, '', 'fail [not_json]'],
  [{}, null, 'fail [not_json]'],
  [{}, '```json\n{"a":1}\n```', 'fail [json_fenced]'],
  [{ fence: 'accept' }, '```json\n{"a":1}\n```', 'pass'],
  [{ fence: 'accept' }, '```json\n{"a":1,}\n```', 'fail [not_json]'],
  [{ fence: 'accept' }, 'So:\n```json\n{"a":1}\n```', 'fail [not_json]'],
])('json %j on %j: %s', (options, content, result) => {
  expect(toldOf('json', options, content)).toBe(result);
});

test('a fenced answer is told in words', () => {
  const { findings } = resultOf('json', {}, { reply: replyOf({ content: '```\n{}\n```' }) });
  expect(findings[0]?.saw).toContain('valid inside a code fence');
});

test('json: false is an issue, not a check turned round', () => {
  expect(issuesOf('json', { value: false })).toEqual([expect.stringMatching(/^value: can only be true/)]);
  expect(issuesOf('json', { fence: 'strip' })).toHaveLength(1);
});
