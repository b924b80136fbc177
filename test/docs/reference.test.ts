import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checks } from '../../src/checks/registry.ts';
import { namedFaults } from '../../src/simulate/scenario.ts';
import { pageText, root } from './markdown.ts';
import { checksPage, codesPage } from './reference-pages.ts';

const update = process.env['UPDATE_DOCS'] === '1';

test.each([
  ['docs/reference/checks.md', checksPage],
  ['docs/reference/codes.md', codesPage],
])('%s is what the code makes of it today (UPDATE_DOCS=1 writes it anew)', (page, make) => {
  const file = path.join(root, page);
  if (update) writeFileSync(file, make());
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(make());
});

test('every check has its section in the reference, with a code for each way to fail', () => {
  for (const { type, findings } of checks.values()) {
    const section = checksPage().split(`\n## ${type}\n`)[1]?.split('\n## ')[0] ?? '';
    expect(Object.keys(findings).length).toBeGreaterThan(0);
    for (const name of Object.keys(findings)) expect(section).toContain(`| \`${name}\` |`);
  }
});

test('the page on writing cases shows every check at work', () => {
  const page = pageText('docs/write-a-case.md');
  const unseen = [...checks.keys()].filter((type) => !new RegExp(`(\\b${type}:|check: ${type}\\b)`).test(page));
  expect(unseen).toEqual([]);
});

test('the page on the simulated endpoint tells every fault', () => {
  const page = pageText('docs/simulated-endpoint.md');
  expect(namedFaults.filter((fault) => !page.includes(`| \`${fault}\` |`))).toEqual([]);
});
