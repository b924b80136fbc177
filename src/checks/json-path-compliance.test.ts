import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../core/json.ts';
import { parsePath, pathProblem } from './json-path-parse.ts';
import { selectNodes } from './json-path-select.ts';
import { workBudget } from './work-limit.ts';

interface ComplianceTest {
  readonly name: string;
  readonly selector: string;
  readonly document?: JsonValue;
  readonly result?: readonly JsonValue[];
  readonly results?: readonly (readonly JsonValue[])[];
  readonly invalid_selector?: boolean;
}

// The JSONPath Compliance Test Suite of the working group's authors (BSD-2-Clause; licence beside the file).
const file = new URL('../../test/fixtures/jsonpath-compliance/cts.json', import.meta.url);
const { tests } = JSON.parse(readFileSync(file, 'utf8')) as { readonly tests: readonly ComplianceTest[] };

function select(selector: string, document: JsonValue): JsonValue[] {
  return selectNodes(document, parsePath(selector), { budget: workBudget(100_000, selector) }).map(
    ({ value }) => value,
  );
}

test('the compliance suite is whole', () => {
  expect(tests.length).toBeGreaterThan(600);
});

describe('the published compliance suite holds', () => {
  test.each(tests.map((item) => [item.name, item] as const))(
    '%s',
    (_, { selector, document, result, results, invalid_selector: invalid }) => {
      if (invalid) expect(pathProblem(selector)).toMatch(/RFC 9535/);
      else expect(results ?? [result]).toContainEqual(select(selector, document ?? null));
    },
  );
});

test.each([
  [
    'a chain of three and-terms needs all three',
    '$[?@.a && @.b && @.c]',
    [
      { a: 1, b: 1 },
      { a: 1, b: 1, c: 1 },
    ],
    [{ a: 1, b: 1, c: 1 }],
  ],
  ['an index in a comparison is read', '$[?@[0] == 1]', [[1], [2]], [[1]]],
  ['an emoji is one character long', '$[?length(@) == 1]', ['\u{1f600}', 'ab'], ['\u{1f600}']],
  ['descendants come parents first, in document order', '$..*', [[1, [2]], 3], [[1, [2]], 3, 1, [2], 2]],
] as const)('%s', (_, selector, document, selected) => {
  expect(select(selector, document)).toEqual(selected);
});

test('a path nested deeper than the limit is refused, not followed to the end of the stack', () => {
  expect(pathProblem(`$[?${'('.repeat(100_000)}@`)).toMatch(/levels/);
});
