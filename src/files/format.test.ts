import { expect, test } from 'vitest';
import { problemsIn } from '../../test/support/suite-folder.ts';
import { formatProblem } from '../core/problem.ts';
import type { JsonObject } from '../core/json.ts';
import { checkFormat } from './format.ts';

const told = (header: JsonObject): string[] =>
  problemsIn(() => checkFormat(header, { format: 'proofmark/run', at: { file: 'f', line: 1, column: 1 } })).map(
    formatProblem,
  );

test('the version that is known is read; what is no whole version from 1 up is refused', () => {
  expect(told({ format: 'proofmark/run', version: 1 })).toEqual([]);
  for (const version of [0, -1, 0.5, '1', null, { a: 1 }]) {
    expect(told({ format: 'proofmark/run', version })).toEqual([
      'f:1:1  proofmark/run has no whole version from 1 up  [FILE_FORMAT]',
    ]);
  }
});

test('a newer version, another kind and no kind are told apart', () => {
  expect(told({ format: 'proofmark/run', version: 2 })).toEqual([
    'f:1:1  has version 2 of proofmark/run, this proofmark reads up to 1; install a newer proofmark  [FILE_VERSION]',
  ]);
  expect(told({ format: 'proofmark/audit', version: 1 })).toEqual([
    'f:1:1  is proofmark/audit, proofmark/run is expected  [FILE_FORMAT]',
  ]);
  expect(told({})).toEqual(['f:1:1  is no format, proofmark/run is expected  [FILE_FORMAT]']);
});
