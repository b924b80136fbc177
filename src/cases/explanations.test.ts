import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fileExplanations } from '../files/explanations.ts';
import { caseExplanations } from './explanations.ts';
import { formatCode } from './verdict.ts';
import { madeReply, replyOf, toolCallOf } from './reply.ts';

const folders = ['.', '../files'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
const sources = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'explanations.ts')
    .map((name) => readFileSync(path.join(folder, name), 'utf8')),
);

test('every code that loading can print has its explanation, and every explanation a code', () => {
  const printed = new Set(
    sources.flatMap((text) => [...text.matchAll(/'([A-Z]+(?:_[A-Z0-9]+)+)'/g)].map(([, code]) => code)),
  );
  const known = Object.keys({ ...fileExplanations, ...caseExplanations });
  const elsewhere = ['NO_CASES', 'NO_SUCH_PATH'];
  const ours = [...printed].filter((code) => /^(CASE|FILE|YAML|JSON|CSV|CONFIG|NDJSON)_/.test(code ?? ''));
  expect(new Set(ours)).toEqual(new Set(known.filter((code) => !elsewhere.includes(code))));
});

test('a code is printed with what it is about', () => {
  expect(formatCode({ code: 'missing_arg', detail: 'order_id' })).toBe('missing_arg:order_id');
  expect(formatCode({ code: 'empty', detail: null })).toBe('empty');
});

test('a reply has what it is given and nothing else; a made one says so', () => {
  expect(replyOf({ content: 'x' })).toMatchObject({ content: 'x', toolCalls: [], made: false, latencyMs: null });
  expect(madeReply({ content: 'x' })).toMatchObject({ content: 'x', made: true, finishReason: null });
  expect(toolCallOf('f', { b: 1, a: [2] })).toEqual({
    name: 'f',
    arguments: { b: 1, a: [2] },
    argumentsText: '{"b":1,"a":[2]}',
  });
});
