import { expect, test } from 'vitest';
import { compilePattern } from './pattern.ts';

const characters = [...Array.from({ length: 0x3100 }, (_, code) => String.fromCharCode(code)), '\ufefe', '\ufeff'];

test.each([
  '^\\s$',
  '^\\S$',
  '^.$',
  '^\\.$',
  '^[.]$',
  '^[\\s\\d]$',
  '^[^\\s]$',
  '^[\\S]$',
  '^[^\\Sa]$',
  '^[\\s\\S]$',
  '^\\w$',
  '^\\W$',
  '^\\d$',
  '^[\\b]$',
  '^[[a]$',
  '^[[:x]$',
  '^[^]$',
  '^[]$',
  '^[\\]\\s]$',
  '^\\\\s$',
  '^\\/$',
  '^\\cJ$',
  '^[\\u0041-Z]$',
])('%j takes the characters that it takes in JavaScript', (source) => {
  const result = compilePattern(source, { dialect: 'ecma' });
  if ('problem' in result) throw new Error(result.problem);
  const own = new RegExp(source);
  expect(characters.filter((text) => result.pattern.test(text) !== own.test(text))).toEqual([]);
});
