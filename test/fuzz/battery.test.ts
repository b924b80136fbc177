import { expect, test } from 'vitest';
import { loadCase, caseWith } from '../support/suite-folder.ts';
import { useOf } from '../support/grading.ts';
import { rejectedReply } from './battery.ts';

const item = loadCase(caseWith(''));

test('a case that asserts something has a reply that it rejects', () => {
  expect(rejectedReply(item)).not.toBeNull();
  const forbids = { ...item, controls: [], checks: [useOf('forbidden_substrings', { value: ['zq-unheard-of'] })] };
  expect(rejectedReply(forbids)?.content).toContain('zq-unheard-of');
  const negated = { ...item, controls: [], checks: [useOf('contains', { value: ['zq-unheard-of'] }, { not: true })] };
  expect(rejectedReply(negated)?.content).toBe('zq-unheard-of');
});

test('a case that asserts nothing is seen as such: the battery has teeth', () => {
  expect(rejectedReply({ ...item, checks: [useOf('contains', { value: [] })] })).toBeNull();
  expect(rejectedReply({ ...item, checks: [useOf('contains_any', { value: [] }, { not: true })] })).toBeNull();
});
