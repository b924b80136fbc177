import { expect, test } from 'vitest';
import type { JsonValue } from '../core/json.ts';
import { issuesOf, neverFails, resultOf, told, toldOf } from '../../test/support/grading.ts';
import { replyOf } from '../cases/reply.ts';

const person = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[\\u0041-Z]' },
    age: { type: 'integer', minimum: 0 },
    mail: { type: 'string', format: 'email' },
  },
  required: ['name'],
  additionalProperties: false,
};

test.each([
  ['{"name":"Ann","age":4}', 'pass'],
  ['{"name":"Ann","mail":"a@b.example"}', 'pass'],
  ['{"age":4}', 'fail [schema:/]'],
  ['{"name":"ann","age":-1}', 'fail [schema:/name, schema:/age]'],
  ['{"name":"Ann","mail":"nowhere"}', 'fail [schema:/mail]'],
  ['{"name":"Ann","other":1}', 'fail [schema:/]'],
  ['{"name":"Ann","__proto__":1}', 'fail [schema:/]'],
  ['[]', 'fail [schema:/]'],
  ['name: Ann', 'unreadable [not_json]'],
  ['```json\n{"name":"Ann"}\n```', 'unreadable [json_fenced]'],
  [null, 'unreadable [not_json]'],
])('json_schema on %j: %s', (content, result) => {
  expect(toldOf('json_schema', { value: person }, content)).toBe(result);
});

test('a finding says which rule was broken and what was seen', () => {
  const { findings } = resultOf(
    'json_schema',
    { value: person },
    { reply: replyOf({ content: '{"name":"Ann","age":1.5}' }) },
  );
  expect(findings).toMatchObject([{ at: 'content/age', expected: 'must be integer', saw: '1.5' }]);
});

test('a document with a thousand faults is told in a few', () => {
  const content = JSON.stringify(Array.from({ length: 1000 }, () => 'x'));
  const { findings } = resultOf(
    'json_schema',
    { value: { type: 'array', items: { type: 'number' } } },
    { reply: replyOf({ content }) },
  );
  expect(findings).toHaveLength(5);
});

test('draft-07 has its own reading of items, 2020-12 its prefixItems', () => {
  const seventh = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'array',
    items: [{ type: 'number' }],
    additionalItems: false,
  };
  expect(toldOf('json_schema', { value: seventh }, '[1]')).toBe('pass');
  expect(toldOf('json_schema', { value: seventh }, '[1,2]')).toBe('fail [schema:/]');
  const newest = { type: 'array', prefixItems: [{ type: 'number' }], items: false };
  expect(toldOf('json_schema', { value: newest }, '[1,2]')).toBe('fail [schema:/]');
});

test.each([
  [{ type: 'number', multipleOf: 0.01 }, '19.99', 'pass'],
  [{ type: 'number', multipleOf: 0.01 }, '100000000.01', 'pass'],
  [{ type: 'number', multipleOf: 0.01 }, '19.995', 'fail [schema:/]'],
  [{ type: 'number', multipleOf: 1e-8 }, '123.12345678', 'pass'],
  [{ type: 'number', multipleOf: 3 }, '-1.5e1', 'pass'],
  [{ type: 'number', multipleOf: 3 }, '0', 'pass'],
  [{ type: 'number', multipleOf: 1 }, '1.0000000001', 'fail [schema:/]'],
  [{ type: 'string', pattern: '^a\\sb$' }, '"a\u00a0b"', 'pass'],
  [{ type: 'string', pattern: '^a.b$' }, '"a\\u2028b"', 'fail [schema:/]'],
  [{ type: 'string', format: 'date-time' }, '"2024-05-01T10:00:00Z"', 'pass'],
  [{ type: 'string', format: 'date-time' }, '"2024-05-01t10:00:00.5+02:00"', 'pass'],
  [{ type: 'string', format: 'date-time' }, '"2024-05-01 10:00:00Z"', 'fail [schema:/]'],
  [{ type: 'string', format: 'date-time' }, '"2024-05-01T10:00:00+0200"', 'fail [schema:/]'],
  [{ type: 'string', format: 'date-time' }, '"2024-02-30T10:00:00Z"', 'fail [schema:/]'],
  [{ type: 'string', format: 'time' }, '"10:00:00+02"', 'fail [schema:/]'],
  [{ type: 'string', format: 'uuid' }, '"123e4567-e89b-12d3-a456-426614174000"', 'pass'],
  [{ type: 'string', format: 'uuid' }, '"urn:uuid:123e4567-e89b-12d3-a456-426614174000"', 'fail [schema:/]'],
  [{ $ref: '#n', $defs: { n: { $anchor: 'n', type: 'number' } } }, '1', 'pass'],
  [{ $ref: '#n', $defs: { n: { $anchor: 'n', type: 'string' } } }, '1', 'fail [schema:/]'],
])('the schema %j on %s: %s', (value, content, result) => {
  expect(toldOf('json_schema', { value }, content)).toBe(result);
});

test('two schemas with the same $id do not meet', () => {
  const named = (type: string): JsonValue => ({
    $id: 'https://example.org/s',
    $ref: '#/$defs/x',
    $defs: { x: { $id: 'https://example.org/x', type } },
  });
  expect(toldOf('json_schema', { value: named('number') }, '1')).toBe('pass');
  expect(toldOf('json_schema', { value: named('string') }, '1')).toBe('fail [schema:/]');
});

test.each([
  [{ type: 'object', propertys: {} }, /"propertys" is no keyword/],
  [{ type: 'string', minimum: 1 }, /"minimum" works on type number/],
  [{ properties: { a: { type: 'number' } } }, /add type: object/],
  [{ type: 'numbr' }, /no valid schema/],
  [{ type: 'string', pattern: '(?<=a)b' }, /pattern.*look-behind/],
  [{ type: 'string', format: 'emial' }, /emial/],
  [{ $ref: 'https://example.org/other.json' }, /points outside/],
  [{ $ref: 'other.json#/x' }, /points outside/],
  [{ $ref: '#/$defs/gone' }, /leads nowhere/],
  [{ $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }, /draft/],
  ['object', /is a map/],
])('the schema %j is an issue with its reason', (value, reason) => {
  expect(issuesOf('json_schema', { value })).toEqual([expect.stringMatching(reason)]);
});

test('a schema nested without end is an issue, not a crash', () => {
  let value: JsonValue = { type: 'number' };
  for (let level = 0; level < 3000; level += 1) value = { type: 'array', items: value };
  expect(issuesOf('json_schema', { value })).toEqual([expect.stringMatching(/^value: it is nested too deeply/)]);
});

const tree = { type: 'object', properties: { next: { $ref: '#' } }, required: ['id'] };

test('a document that is nested without end cannot be read, and neither passes nor is turned round', () => {
  const depth = 200_000;
  const reply = replyOf({ content: `${'{"id":1,"next":'.repeat(depth)}{"id":1}${'}'.repeat(depth)}` });
  for (const not of [false, true]) {
    expect(told(resultOf('json_schema', { value: tree }, { reply, not }))).toBe('unreadable [not_json]');
  }
});

test.each([
  true,
  {},
  { title: 'Order', description: 'anything' },
  { properties: { a: {} } },
  { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
  { items: { properties: { b: true } } },
  { allOf: [{}, { title: 'x' }] },
  { anyOf: [{ type: 'number' }, {}] },
  { minLength: 0 },
  { pattern: '.*' },
  { $ref: '#/$defs/any', $defs: { any: {} } },
  { $defs: { loop: { properties: { next: { $ref: '#/$defs/loop' } } } }, $ref: '#/$defs/loop' },
  { properties: { self: { $ref: '#' } } },
  { required: [] },
  { contains: {}, minContains: 0 },
  { if: { type: 'number' } },
  { not: { not: {} } },
  { not: false },
  { not: { allOf: [{}, false] } },
  { oneOf: [{}, false] },
  { oneOf: [{ enum: [] }, {}] },
  { if: { type: 'number' }, then: { type: 'number' } },
] as const)('a schema like %j constrains nothing', async (value) => {
  const { constrains } = await import('./schema-constrains.ts');
  expect(constrains(value as JsonValue)).toBe(false);
});

test.each([
  false,
  { type: 'object' },
  { properties: { a: { type: 'string' } } },
  { required: ['a'] },
  { enum: [1] },
  { const: null },
  { not: {} },
  { contains: {} },
  { oneOf: [{}, { type: 'number' }] },
  { anyOf: [{ type: 'number' }, { type: 'string' }] },
  { $ref: '#/$defs/a', $defs: { a: { minLength: 1 } } },
  { if: { type: 'number' }, then: { minimum: 1 } },
  { additionalProperties: false },
  { uniqueItems: true },
  { not: { not: { type: 'number' } } },
  { oneOf: [false, false] },
  { oneOf: [{ type: 'number' }, false] },
  { type: 'object', properties: { next: { not: { $ref: '#' } } } },
  { properties: { next: { not: { not: { $ref: '#/properties/next' } } } } },
] as const)('a schema like %j constrains something', async (value) => {
  const { constrains } = await import('./schema-constrains.ts');
  expect(constrains(value as JsonValue)).toBe(true);
});

test('a schema that constrains nothing never fails; one that refuses all, never under not', () => {
  expect(neverFails('json_schema', { value: {} })).toMatch(/constrains nothing/);
  expect(neverFails('json_schema', { value: { type: 'object' } })).toBeNull();
  for (const value of [{ not: {} }, { allOf: [false] }, { anyOf: [false, { not: {} }] }, { oneOf: [false] }])
    expect(neverFails('json_schema', { value }, true)).toMatch(/always passes/);
  expect(neverFails('json_schema', { value: { allOf: [{}, { not: { type: 'number' } }] } }, true)).toBeNull();
});
