import { expect, test } from 'vitest';
import { caseFaults, caseWith, loadCase } from '../../test/support/suite-folder.ts';

const referenceOf = (value: string) => loadCase(caseWith(`reference: ${value}`)).reference;
const faults = (value: string): string => caseFaults(caseWith(`reference: ${value}`)).join('\n');

test('a text is a reply that says it, also an empty one, and keeps its source', () => {
  expect(referenceOf('"Hello."')).toMatchObject({ content: 'Hello.', toolCalls: [], made: true });
  expect(referenceOf('""')).toMatchObject({ content: '' });
  expect(referenceOf('1.10')).toMatchObject({ content: '1.10' });
});

test('a map says text, calls tools, or both', () => {
  expect(referenceOf('{ content: hi, tool_name: f, arguments: { a: 1 } }')).toMatchObject({
    content: 'hi',
    toolCalls: [{ name: 'f', arguments: { a: 1 }, argumentsText: '{"a":1}' }],
  });
  expect(referenceOf('{ tool_name: f }')).toMatchObject({ content: null, toolCalls: [{ name: 'f', arguments: {} }] });
  expect(referenceOf('{ tool_calls: [{ name: f, arguments: { a: [x] } }, { name: g }] }')).toMatchObject({
    content: null,
    toolCalls: [
      { name: 'f', arguments: { a: ['x'] } },
      { name: 'g', arguments: {} },
    ],
  });
});

test('json is told as its text', () => {
  expect(referenceOf('{ json: { a: 1.50, b: [true, null] } }')).toMatchObject({ content: '{"a":1.5,"b":[true,null]}' });
  expect(referenceOf('{ json: null }')).toMatchObject({ content: 'null' });
});

test('a made reply has nothing of a call', () => {
  expect(referenceOf('x')).toMatchObject({ finishReason: null, usage: null, latencyMs: null, costUsd: null });
});

test.each([
  ['{}', 'the reference says nothing: give content, json, tool_name or tool_calls'],
  ['{ content: a, json: 1 }', 'the reference has both content and json: give one'],
  ['{ tool_name: f, tool_calls: [{ name: g }] }', 'the reference has both tool_name and tool_calls: give one'],
  ['{ content: a, arguments: {} }', 'the reference has arguments but no tool_name'],
  ['{ tool_calls: [] }', '"tool_calls" in the reference must not be empty'],
  ['{ tool_calls: [{ arguments: {} }] }', '"tool_calls.0.name" in the reference is missing'],
  ['{ tool_name: f, arguments: [x] }', '"arguments" in the reference must be a map, found a list'],
  [
    '{ tool_name: f, arguments: { n: 1e3 } }',
    '"arguments.n" in the reference: 1e3 could be meant as a number or as text',
  ],
  ['{ cntent: a }', 'unknown key "cntent" in reference; did you mean "content"?'],
  ['[a]', 'the reference must be a text, or a map with content, tool_name, tool_calls or json; found a list'],
  ['~', 'the reference must be a text'],
])('%s is refused', (value, message) => {
  expect(faults(value)).toContain(message);
});
