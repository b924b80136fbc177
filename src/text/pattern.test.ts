import { expect, test } from 'vitest';
import { compilePattern, matchesEverything, textsNotMatching, type Pattern, type PatternOptions } from './pattern.ts';

function patternOf(source: string, options: PatternOptions = {}): Pattern {
  const result = compilePattern(source, options);
  if ('problem' in result) throw new Error(result.problem);
  return result.pattern;
}

test.each([
  ['^b', {}, 'a\nb', false],
  ['^b', { flags: 'm' }, 'a\nb', true],
  ['a.b', {}, 'a\nb', false],
  ['a.b', { flags: 's' }, 'a\nb', true],
  ['STRASSE', { flags: 'i' }, 'strasse', true],
  ['a', { full: true }, 'ab', false],
  ['a|ab', { full: true }, 'ab', true],
  ['\\p{Han}{2}', {}, '漢字', true],
  ['[\\u4e00-\\u9fff]', { dialect: 'ecma' }, '漢', true],
  ['^.$', {}, '\u{1f600}', true],
] as const)('pattern %j with %j on %j: %j', (source, options, text, matches) => {
  const pattern = patternOf(source, options);
  expect(pattern.test(text)).toBe(matches);
  expect(pattern.find(text) !== null).toBe(matches);
});

test('the place of the first match is counted in UTF-16 units', () => {
  expect(patternOf('b+').find('\u{1f600}abb')).toEqual({ start: 3, end: 5 });
});

test.each([
  ['(?<=a)b', /look-behind/],
  ['(?<!a)b', /look-behind/],
  ['a(?=b)', /look-ahead/],
  ['a(?!b)', /look-ahead/],
  ['(a)\\1', /back-references/],
  ['(?<n>a)\\k<n>', /back-references/],
  ['\\u4e00', /\\x\{4E00\}/],
  ['a*+', /never backtracks/],
  ['\\p{Foo}', /unknown Unicode class/],
  ['(a', /missing closing \)/],
  ['*', /missing argument to repetition/],
  ['a{5000}', /repeat count/],
  ['('.repeat(5000), /./],
])('the fault of %j is told in plain words', (source, reason) => {
  const result = compilePattern(source);
  expect(result).toEqual({ problem: expect.stringMatching(reason) });
  expect(JSON.stringify(result)).not.toMatch(/RE2JS|Exception/);
});

test('a flag that is not i, m or s is refused by name', () => {
  expect(compilePattern('a', { flags: 'ig' })).toEqual({ problem: expect.stringContaining('"g"') });
  expect(compilePattern('a', { flags: 'constructor' })).toHaveProperty('problem');
});

test('a pattern that drives backtracking engines mad is answered at once', () => {
  expect(patternOf('^(a+)+$').test(`${'a'.repeat(20_000)}!`)).toBe(false);
});

test.each(['', 'a*', '^', '$', '[\\s\\S]*', '.*', 'x|', '(?s)^.*$'])('%j matches everything', (source) => {
  expect(matchesEverything(patternOf(source))).toBe(true);
});

test.each(['.', 'a', '^.{1,}$', '\\d', '[^x]', '^$'])('%j does not match everything', (source) => {
  const pattern = patternOf(source);
  expect(matchesEverything(pattern)).toBe(false);
  expect(textsNotMatching(pattern).every((text) => !pattern.test(text))).toBe(true);
});

test.each(['[^\\s\\S]', '\\z.', '$^x', 'x^', '[^\\x00-\\x{10FFFF}]b', '(?:a$)+b', '\\Ax\\A'])(
  '%j can match nothing',
  (source) => {
    expect(patternOf(source).matchesNothing()).toBe(true);
  },
);

test.each(['', '^$', '$^', 'x', 'a|[^\\s\\S]', '(?m)a$\\n^b', '(?:^a)*', '(?:a$)*', '.', '\\z', '\\ba'])(
  '%j can match something',
  (source) => {
    expect(patternOf(source).matchesNothing()).toBe(false);
  },
);
