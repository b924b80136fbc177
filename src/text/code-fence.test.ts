import { expect, test } from 'vitest';
import { insideCodeFence } from './code-fence.ts';

test.each([
  ['```json\n{"a":1}\n```', '{"a":1}'],
  ['  \n```\r\n{}\r\n```\r\n', '{}'],
  ['~~~\na\n~~~~', 'a'],
  ['````\n```\ninner\n```\n````', '```\ninner\n```'],
  ['```\n```', ''],
])('%j is one fenced block', (text, inner) => {
  expect(insideCodeFence(text)).toBe(inner);
});

test.each([
  ['', 'an empty text'],
  ['{"a":1}', 'a text without a fence'],
  ['Here:\n```\n{}\n```', 'a word before'],
  ['```\n{}\n```\nDone.', 'a word after'],
  ['```\n{}', 'a fence left open'],
  ['```\n1\n```\n\n```\n2\n```', 'two blocks'],
  ['```json {} ```', 'a code span on one line'],
  ['```\n{}\n~~~', 'a fence closed by another'],
])('%j is not (%s)', (text) => {
  expect(insideCodeFence(text)).toBeNull();
});
