import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, root } from './markdown.ts';
import { compare, Session } from './session.ts';

test('the terminal excerpt of the README is what the demo prints', async () => {
  const excerpt = blocksOf('README.md').find(({ language, words }) => language === 'text' && words.includes('demo'));
  const session = new Session();
  try {
    const printed = await session.type('proofmark demo');
    expect(excerpt?.text).toContain('FAIL control');
    expect(compare((excerpt?.text ?? '').split('\n'), printed)).toMatchObject({ untrue: null });
    expect(await session.type('echo $?')).toBe('0\n');
  } finally {
    await session.end();
  }
});

test('the two commands that the README opens with are scripts of the package', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object };
  const first = blocksOf('README.md').find(({ language }) => language === 'sh');
  expect(first?.text).toMatch(/^npm run demo\b.*\nnpm test\b/);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['demo', 'test']));
});
