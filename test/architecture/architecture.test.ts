import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const config = join(root, '.dependency-cruiser.mjs');
const { rooms, typesOnly } = (await import(pathToFileURL(config).href)) as {
  readonly rooms: Readonly<Record<string, readonly string[]>>;
  readonly typesOnly: Readonly<Record<string, readonly string[]>>;
};
const names = Object.keys(rooms);

interface Cruise {
  readonly exitCode: number | null;
  /** `rule: from` or `rule: from → to`. */
  readonly violations: readonly string[];
}

function cruiser(
  folder: string,
  outputType: 'err' | 'json',
): { readonly exitCode: number | null; readonly text: string } {
  const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [command, 'src', '--config', config, '--output-type', outputType],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1e9, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } },
  );
  if (stderr !== '') throw new Error(`dependency-cruiser said: ${stderr}`);
  return { exitCode: status, text: stdout };
}

/** Runs the very command of `npm run architecture` on `folder`/src. */
function cruise(folder: string): Cruise {
  const { exitCode, text } = cruiser(folder, 'err');
  return { exitCode, violations: [...text.matchAll(/^ *error (.*?):? *→? *$/gm)].map(([, line]) => line ?? '') };
}

/** The files of `folder`/src that the cruiser read; its exit code says nothing of them (TypeScript 7: none, and success). */
function modulesSeen(folder: string): string[] {
  const { modules } = JSON.parse(cruiser(folder, 'json').text) as {
    readonly modules: readonly { readonly source: string }[];
  };
  return modules.map(({ source }) => source).filter((source) => source.startsWith('src/'));
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A project of its own outside the checkout, with these files. */
function plant(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'proofmark-architecture-'));
  folders.push(folder);
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(folder, name));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => relative(root, join(item.parentPath, item.name)).split(sep).join('/'));
}

describe('src', () => {
  test('keeps to the arrows, and every TypeScript file of it was looked at', () => {
    const { violations, exitCode } = cruise(root);
    expect(violations).toEqual([]);
    expect(exitCode).toBe(0);
    const sources = filesUnder('src').filter((path) => path.endsWith('.ts'));
    expect(sources.length).toBeGreaterThan(30);
    expect(modulesSeen(root)).toEqual(expect.arrayContaining(sources));
  });

  test('consists of rooms that the rules name, none of them empty', () => {
    const entries = readdirSync(join(root, 'src'), { withFileTypes: true });
    expect(entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name)).toEqual([]);
    for (const { name } of entries) {
      expect(names).toContain(name);
      const shipped = filesUnder(join('src', name)).filter((path) => /(?<!\.test)\.ts$/.test(path));
      expect(shipped.length, `src/${name} holds no source`).toBeGreaterThan(0);
    }
  });
});

describe('the rules', () => {
  test('let a room import only rooms that stand above it', () => {
    for (const [index, name] of names.entries()) {
      expect(names.slice(0, index)).toEqual(expect.arrayContaining([...(rooms[name] ?? [])]));
    }
  });

  test('refuse every import between rooms that the table does not allow, and no other', () => {
    const pairs = names.flatMap((from) => names.filter((to) => to !== from).map((to) => ({ from, to })));
    const files = names.map((name): [string, string] => [`src/${name}/thing.ts`, 'export const thing: number = 1;\n']);
    const imports = pairs.map(({ from, to }): [string, string] => [
      `src/${from}/to-${to}.ts`,
      `import { thing } from '../${to}/thing.ts';\nexport const copy: number = thing;\n`,
    ]);
    const { violations, exitCode } = cruise(plant(Object.fromEntries([...files, ...imports])));
    const refused = pairs.filter(({ from, to }) => !rooms[from]?.includes(to));
    const expected = refused.map(({ from, to }) => {
      const rule = typesOnly[from]?.includes(to) ? `types-only-${from}` : `room-${from}`;
      return `${rule}: src/${from}/to-${to}.ts → src/${to}/thing.ts`;
    });
    expect(violations.toSorted()).toEqual(expected.toSorted());
    expect(exitCode).not.toBe(0);
  });

  test('count an import of types, and let report have those of other rooms', () => {
    const thing = 'export interface Thing {\n  readonly size: number;\n}\n';
    const use = `import type { Thing } from '../runs/thing.ts';\nexport const size = (thing: Thing): number => thing.size;\n`;
    const { violations } = cruise(
      plant({ 'src/runs/thing.ts': thing, 'src/report/use.ts': use, 'src/cases/use.ts': use }),
    );
    expect(violations).toEqual(['room-cases: src/cases/use.ts → src/runs/thing.ts']);
  });

  test.each([
    [
      'pure-rooms',
      'src/stats/planted.ts',
      "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
    ],
    [
      'no-development-packages',
      'src/core/planted.ts',
      "import { test } from 'vitest';\nexport const planted = test;\n",
    ],
    [
      'no-tests-in-source',
      'src/core/planted.ts',
      "import { help } from '../../test/help.ts';\nexport const planted = help;\n",
    ],
    ['no-circular', 'src/core/again.ts', "import { planted } from './planted.ts';\nexport const again = planted;\n"],
    ['no-orphans', 'src/core/planted.ts', 'export const planted: number = 1;\n'],
    [
      'no-unresolvable',
      'src/core/planted.ts',
      "import { nothing } from './nothing.ts';\nexport const planted = nothing;\n",
    ],
  ])('name the broken rule %s', (rule, path, text) => {
    const folder = plant({
      'src/core/planted.ts': "import { again } from './again.ts';\nexport const planted = again;\n",
      'src/core/again.ts': 'export const again: number = 1;\n',
      'test/help.ts': 'export const help: number = 1;\n',
      'node_modules/vitest/package.json': '{ "name": "vitest", "version": "1.0.0", "main": "index.js" }\n',
      'node_modules/vitest/index.js': 'exports.test = () => {};\n',
      [path]: text,
    });
    const { violations, exitCode } = cruise(folder);
    expect(violations).toContainEqual(expect.stringMatching(`^${rule}: ${path}`));
    expect(exitCode).not.toBe(0);
  });
});
