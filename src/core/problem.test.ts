import { expect, test } from 'vitest';
import { formatProblem, InputError, NothingTestedError } from './problem.ts';

const at = { file: 'cases/a.yaml', line: 3, column: 7 };

test('a problem is one line: place, message, way out, code', () => {
  const problem = { code: 'CASE_UNKNOWN_KEY', message: 'unknown key "valeu"', at, hint: 'did you mean "value"?' };
  expect(formatProblem(problem)).toBe(
    'cases/a.yaml:3:7  unknown key "valeu"; did you mean "value"?  [CASE_UNKNOWN_KEY]',
  );
  expect(formatProblem({ code: 'RUN_USAGE', message: 'no' })).toBe('no  [RUN_USAGE]');
});

test('a key or a file name with a line end or an escape forges no line of the log', () => {
  const line = formatProblem({ code: 'X', message: 'key "a\nPASS b\u001b[2K"', at: { ...at, file: 'a\nb.yaml' } });
  expect(line).toBe('a\\nb.yaml:3:7  key "a\\nPASS b\\u{1b}[2K"  [X]');
});

test('an input error carries every problem, in its message too', () => {
  const error = new InputError([
    { code: 'A', message: 'first' },
    { code: 'B', message: 'second' },
  ]);
  expect(error.problems.map((problem) => problem.code)).toEqual(['A', 'B']);
  expect(error.message).toBe('first  [A]\nsecond  [B]');
  expect(new InputError({ code: 'A', message: 'only' }).problems).toHaveLength(1);
});

test('nothing tested is an error of its own', () => {
  const error = new NothingTestedError({ code: 'NO_CASES', message: 'no case found' });
  expect(error).not.toBeInstanceOf(InputError);
  expect(error.message).toBe('no case found  [NO_CASES]');
});
