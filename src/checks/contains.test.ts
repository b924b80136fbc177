import { expect, test } from 'vitest';
import { neverFails, issuesOf, resultOf, toldOf } from '../../test/support/grading.ts';
import { replyOf } from '../cases/reply.ts';
import { PlainScalar } from '../cases/values.ts';

test.each([
  [{ value: '14 days' }, 'within 14 days.', 'pass'],
  [{ value: '14 days' }, 'within 14\u00a0days.', 'pass'],
  [{ value: '14\u00a0days', exact: true }, 'within 14 days.', "fail [missing:'14\u00a0days']"],
  [{ value: "it's" }, 'it’s', 'pass'],
  [{ value: 'Refund' }, 'a refund', "fail [missing:'Refund']"],
  [{ value: 'Refund', ignore_case: true }, 'a REFUND', 'pass'],
  [{ value: '250', word: true }, '1,250', "fail [missing:'250']"],
  [{ value: '250', word: true }, 'It is 250.', 'pass'],
  [{ value: '250', word: true }, '1\u202f250', "fail [missing:'250']"],
  [{ value: '250', word: true }, '２５０．５', "fail [missing:'250']"],
  [{ value: '1 250', word: true, ignore_case: true }, '1\u202f250 EUR', 'pass'],
  [{ value: 'straße', ignore_case: true }, 'die STRAẞE', 'pass'],
  [{ value: ['a', 'b', 'c'] }, 'b', "fail [missing:'a', missing:'c']"],
  [{ value: ['a', 'b'] }, 'ba', 'pass'],
  [{ value: 'x' }, null, "fail [missing:'x']"],
])('contains %j in %j: %s', (options, content, result) => {
  expect(toldOf('contains', options, content)).toBe(result);
  expect(toldOf('contains_all', options, content)).toBe(result);
});

test('contains_all is as right as the share of its texts that are there', () => {
  expect(resultOf('contains_all', { value: ['a', 'b', 'c', 'd'] }, { reply: replyOf({ content: 'abc' }) }).score).toBe(
    0.75,
  );
});

test.each([
  [{ value: ['14 days', 'two weeks'] }, 'two weeks', 'pass'],
  [{ value: '14 days' }, '14 days', 'pass'],
  [{ value: ['14 days', 'two weeks'] }, 'soon', "fail [missing_any:'14 days'|'two weeks']"],
  [{ value: ['a1', 'a2', 'a3', 'a4'] }, '', "fail [missing_any:'a1'|'a2'|'a3'|…]"],
])('contains_any %j in %j: %s', (options, content, result) => {
  expect(toldOf('contains_any', options, content)).toBe(result);
});

test('a number without quotes is the text that the file has', () => {
  expect(toldOf('contains', { value: [new PlainScalar(1.1, '1.10'), new PlainScalar(7, '007')] }, 'version 1.1')).toBe(
    "fail [missing:'1.10', missing:'007']",
  );
});

test('a text that could move the cursor is printable in its code', () => {
  expect(toldOf('contains', { value: 'a\u001b[2Jb' }, '')).toBe("fail [missing:'a\\u{1b}[2Jb']");
});

test.each(['contains', 'contains_all', 'contains_any'])(
  '%s of a blank text is in every reply, so it is refused',
  (type) => {
    expect(neverFails(type, { value: ['x', '  '] })).toMatch(/empty once folded/);
    expect(neverFails(type, { value: ['x', '  '], exact: true })).toBeNull();
    expect(neverFails(type, { value: ['x'] })).toBeNull();
    expect(issuesOf(type, { value: '' })).toEqual(['value.0: must not be empty']);
  },
);

test('an empty list asks for nothing; of which one must be found, it finds none', () => {
  expect(neverFails('contains', { value: [] })).toMatch(/nothing/);
  expect(neverFails('contains_all', { value: [] })).toMatch(/nothing/);
  expect(neverFails('contains_any', { value: [] })).toBeNull();
  expect(neverFails('contains_any', { value: [] }, true)).toMatch(/always passes/);
});

test('an unknown option is an issue', () => {
  expect(issuesOf('contains', { value: 'x', ignorecase: true })).toEqual([expect.stringContaining('ignorecase')]);
});
