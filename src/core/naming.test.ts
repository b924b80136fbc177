import fc from 'fast-check';
import { expect, test } from 'vitest';
import { camelCase, fromFileKeys, snakeCase, toFileKeys } from './naming.ts';

test('names turn from file to code and back', () => {
  const pairs = [
    ['latency_ms', 'latencyMs'],
    ['time_to_first_token_ms', 'timeToFirstTokenMs'],
    ['p95_ms', 'p95Ms'],
    ['id', 'id'],
  ] as const;
  for (const [file, code] of pairs) {
    expect(camelCase(file)).toBe(code);
    expect(snakeCase(code)).toBe(file);
  }
});

test('every name of words in lower case survives the way there and back', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'z', '9'), minLength: 1, maxLength: 4 });
  const starts = word.map((text) => `k${text}`);
  fc.assert(
    fc.property(fc.array(starts, { minLength: 1, maxLength: 4 }), (words) => {
      const name = words.join('_');
      expect(snakeCase(camelCase(name))).toBe(name);
    }),
  );
});

test('keys are renamed at every depth, values are not', () => {
  const code = { latencyMs: 3, toolCalls: [{ argumentsText: 'keepMe' }], isNull: null };
  const file = { latency_ms: 3, tool_calls: [{ arguments_text: 'keepMe' }], is_null: null };
  expect(toFileKeys(code)).toEqual(file);
  expect(fromFileKeys(file)).toEqual(code);
});

test('what belongs to the user or to another format keeps its keys', () => {
  const verbatim = new Set(['toolArguments']);
  const code = { toolArguments: { orderId: 1, order_id: 2 } };
  const file = { tool_arguments: { orderId: 1, order_id: 2 } };
  expect(toFileKeys(code, verbatim)).toEqual(file);
  expect(fromFileKeys(file, verbatim)).toEqual(code);
});

test('a key called __proto__ stays data on the way to a file', () => {
  const renamed = toFileKeys(JSON.parse('{"__proto__": {"aB": 1}}')) as object;
  expect(JSON.stringify(renamed)).toContain('a_b');
  expect(Object.getPrototypeOf(renamed)).toBe(Object.prototype);
});
