import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The rules that the linter, with our configuration, finds broken in one file of a project outside the checkout. */
function brokenRules(path: string, text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'proofmark-lint-'));
  try {
    for (const name of ['.oxlintrc.json', '.oxlint', 'tsconfig.json', 'package.json']) {
      cpSync(join(root, name), join(folder, name), { recursive: true });
    }
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'), 'junction');
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    const command = join(root, 'node_modules/oxlint/bin/oxlint');
    const { stdout, stderr } = spawnSync(process.execPath, [command, '--format=json', path], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (!stdout.startsWith('{')) throw new Error(`oxlint said: ${stdout}${stderr}`);
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly { readonly code: string }[] };
    return diagnostics.map(({ code }) => code.replace(/^.*\(|\)$/g, ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const work = 'export async function work(): Promise<void> {\n  await Promise.resolve();\n}\n';

// Those that need types are silent when the type checker of the linter does not run; then this fails.
test.each([
  ['no-floating-promises', `${work}export function planted(): void {\n  work();\n}\n`],
  [
    'no-misused-promises',
    `${work}export function planted(): void {\n  [1].forEach(async () => {\n    await work();\n  });\n}\n`,
  ],
  [
    'switch-exhaustiveness-check',
    `export function planted(shape: 'a' | 'b'): string {\n  switch (shape) {\n    case 'a':\n      return 'x';\n  }\n  return 'y';\n}\n`,
  ],
  [
    'switch-exhaustiveness-check',
    `export function planted(shape: 'a' | 'b'): string {\n  switch (shape) {\n    case 'a':\n      return 'x';\n    default:\n      return 'y';\n  }\n}\n`,
  ],
  [
    'no-unsafe-assignment',
    'export function planted(text: string): unknown {\n  const value = JSON.parse(text);\n  return value;\n}\n',
  ],
  ['no-unsafe-return', 'export function planted(text: string): string {\n  return JSON.parse(text);\n}\n'],
  [
    'no-unsafe-member-access',
    'export function planted(text: string): unknown {\n  return JSON.parse(text).a as unknown;\n}\n',
  ],
  [
    'restrict-template-expressions',
    'export function planted(value: string | undefined): string {\n  return `${value}`;\n}\n',
  ],
  ['no-default-export', 'const planted: number = 1;\nexport default planted;\n'],
  ['no-cycle', "import { planted as self } from './planted.ts';\nexport const planted = (): unknown => self;\n"],
  ['no-console', "export function planted(): void {\n  console.log('x');\n}\n"],
  ['no-restricted-properties', 'export const planted = (): number => Date.now();\n'],
  ['no-restricted-properties', 'export const planted = (): number => Math.random();\n'],
  ['no-restricted-properties', 'export const planted = (): number => performance.now();\n'],
  ['no-time-of-day', 'export const planted = (): Date => new Date();\n'],
  ['id-denylist', 'export const planted = (opts: string): string => opts;\n'],
  ['max-lines', Array.from({ length: 301 }, (_, index) => `export const planted${index}: number = 1;\n`).join('')],
])('the linter finds %s in a planted file', (rule, text) => {
  expect(brokenRules('src/checks/planted.ts', text)).toContain(rule);
});

test.each([
  ['src/core/clock.ts', 'export const now = (): number => Date.now() + new Date().getTime();\n'],
  ['src/core/random.ts', 'export const random = (): number => Math.random();\n'],
  ['src/cli/main.ts', 'console.log(new Date());\n'],
  ['src/checks/planted.ts', 'export const planted = (ms: number): string => new Date(ms).toISOString();\n'],
])('the linter has nothing against %s', (path, text) => {
  expect(brokenRules(path, text)).toEqual([]);
});
