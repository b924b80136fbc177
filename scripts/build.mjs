// Compiles src/ to dist/ and makes the command executable. Only modules of Node itself: it may run right after a clone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const entry = 'dist/cli/main.js';
// Both lie in node_modules, so that a fresh install also means a fresh build.
const stamp = join(root, 'node_modules/.cache/proofmark-build');
const buildInfo = join(root, 'node_modules/.cache/tsbuildinfo');

/** What keeps `dist` from being what `src` says, in words; null when it is up to date. */
export function whyStale() {
  if (!existsSync(join(root, entry))) return `${entry} is missing`;
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== stateOfInputs()) return 'the sources changed';
  const missing = sources()
    .map(outputOf)
    .find((path) => !existsSync(path));
  return missing === undefined ? null : `${relative(root, missing)} is missing`;
}

/** Builds; returns false when the compiler found errors or gave no command, after it has said so on stderr. */
export function build() {
  // Taken before compiling: an edit during the build then shows as stale.
  const state = stateOfInputs();
  rmSync(stamp, { force: true });
  removeLeftovers();
  // The compiler trusts its notes and would not write again what was deleted.
  if (sources().some((source) => !existsSync(outputOf(source)))) rmSync(buildInfo, { force: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error('build failed: the compiler reported the errors above');
    return false;
  }
  if (!existsSync(join(root, entry))) {
    console.error(`build failed: it gave no ${entry}`);
    return false;
  }
  chmodSync(join(root, entry), 0o755);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, state);
  return true;
}

/** Path, size and time of every input: notices deleted files and older copies too, which the newest time alone does not. */
function stateOfInputs() {
  const configs = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name));
  const lines = [...sources(), ...configs.map((name) => join(root, name)), fileURLToPath(import.meta.url)].map(
    (path) => {
      const { size, mtimeMs } = statSync(path);
      return `${relative(root, path)} ${size} ${mtimeMs}`;
    },
  );
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}

function sources() {
  return filesUnder(join(root, 'src')).filter((path) => path.endsWith('.ts') && !/\.(test|d)\.ts$/.test(path));
}

function outputOf(source) {
  return join(root, 'dist', relative(join(root, 'src'), source)).replace(/\.ts$/, '.js');
}

/** Deletes from `dist` what no source stands behind any more; it would be packed and could be imported. */
function removeLeftovers() {
  const expected = new Set(sources().map(outputOf));
  for (const path of filesUnder(join(root, 'dist'))) {
    if (!expected.has(path.replace(/\.d\.ts$/, '.js'))) rmSync(path);
  }
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = build() ? 0 : 1;
