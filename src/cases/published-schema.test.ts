import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { checks } from '../checks/registry.ts';
import { caseSchema, metadataKeys } from './case-schema.ts';
import { keysOf } from './issues.ts';
import { publishedSchema } from './published-schema.ts';

const validatorOf = (kind: 'case' | 'cases' | 'config') =>
  new Ajv2020({ strict: false, allErrors: true }).compile(publishedSchema(kind, checks));

const sound = {
  id: 'a',
  user: 'u',
  expect: { contains: 'x', args: { a: 1 }, json_path: { path: '$.a', equals: 1 } },
  mutate: { completion: ['x', { tool_name: 'f', arguments: {} }] },
};

test('an editor accepts what the loader accepts, and unquoted numbers where a text is wanted', () => {
  const isCase = validatorOf('case');
  expect(isCase(sound)).toBe(true);
  expect(isCase([sound])).toBe(true);
  expect(isCase({ ...sound, user: 7, tags: [2026, true], reference: { file: 'r.txt' }, note: 1.1 })).toBe(true);
  expect(isCase({ ...sound, expect: [{ check: 'contains', value: 'x', not: true, id: 'n' }] })).toBe(true);
  expect(isCase({ ...sound, user: { file: 'q.txt' }, controls: [{ name: 'n', must: 'pass', completion: 'x' }] })).toBe(
    true,
  );
  expect(validatorOf('cases')([sound])).toBe(true);
  expect(validatorOf('config')({ version: 1, defaults: { expect: { contains: 'x' } }, limits: { retries: 0 } })).toBe(
    true,
  );
});

test('an editor marks misspelt keys, unknown checks and wrong values', () => {
  const isCase = validatorOf('case');
  for (const wrong of [
    { ...sound, usr: 'x' },
    { ...sound, expect: { contanis: 'x' } },
    { ...sound, expect: { json_path: { pth: '$' } } },
    { ...sound, expect: {} },
    { ...sound, mutate: { completions: 'x' } },
    { ...sound, controls: [{ nam: 'n' }] },
    { ...sound, split: 'secret' },
    { user: 'u' },
    [],
  ]) {
    expect(isCase(wrong)).toBe(false);
  }
  expect(validatorOf('config')({ limts: {} })).toBe(false);
  expect(validatorOf('config')({ targets: [{ id: 'x', type: 'chatt' }] })).toBe(false);
});

test('every schema has its own id, and every key of metadata is a key of a case', () => {
  const ids = (['case', 'cases', 'config'] as const).map(
    (kind) => (publishedSchema(kind, checks) as { $id: string }).$id,
  );
  expect(new Set(ids).size).toBe(3);
  expect(metadataKeys.filter((key) => !keysOf(caseSchema).includes(key))).toEqual([]);
});
