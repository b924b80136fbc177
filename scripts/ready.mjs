// Makes a clone ready to run: installs what is missing, builds what is stale, and says so; silent when nothing is to do.
// Only modules of Node itself, and syntax that an older Node can still parse, so that it can say what is wrong.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function stop(words) {
  console.error(`ready: ${words}`);
  process.exit(1);
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function requireNode() {
  const wanted = readJson('package.json').engines.node.replace('>=', '');
  const [major, minor] = wanted.split('.').map(Number);
  const [hasMajor, hasMinor] = process.versions.node.split('.').map(Number);
  if (hasMajor > major || (hasMajor === major && hasMinor >= minor)) return;
  stop(`this is Node ${process.versions.node}; proofmark needs Node ${wanted} or newer (https://nodejs.org)`);
}

/** What keeps node_modules from being what package-lock.json says, in words; null when they agree. */
function whyNotInstalled() {
  const notes = 'node_modules/.package-lock.json';
  if (!existsSync(join(root, notes))) return 'node_modules is missing';
  let installed;
  try {
    installed = readJson(notes).packages;
  } catch {
    return `${notes} cannot be read`;
  }
  for (const [path, wanted] of Object.entries(readJson('package-lock.json').packages)) {
    if (path === '') continue;
    const present = installed[path];
    if (present === undefined && (wanted.optional || wanted.devOptional)) continue;
    if (present === undefined) return `${path} is not installed`;
    if (present.version !== wanted.version || present.integrity !== wanted.integrity) {
      return `${path} is ${present.version}, not ${wanted.version} of package-lock.json`;
    }
  }
  const { dependencies, devDependencies } = readJson('package.json');
  const lost = Object.keys({ ...dependencies, ...devDependencies }).find(
    (name) => !existsSync(join(root, 'node_modules', name, 'package.json')),
  );
  return lost === undefined ? null : `node_modules/${lost} is missing`;
}

function install(reason) {
  console.log(`ready: npm ci (${reason})`);
  // --include=dev because NODE_ENV=production would leave the compiler out; no package of the lock has an install script.
  const options = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const { status, error } =
    npm !== undefined && basename(npm) === 'npm-cli.js'
      ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
      : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status === 0) return;
  const cause = error === undefined ? '' : ` (${error.message})`;
  stop(
    `npm ci failed${cause}. It needs npm, a registry that can be reached, and a package-lock.json that fits ` +
      'package.json. Run "npm ci" in this folder to see more.',
  );
}

requireNode();
const reason = whyNotInstalled();
if (reason !== null) install(reason);
const { build, whyStale } = await import('./build.mjs');
const stale = whyStale();
if (stale !== null) {
  console.log(`ready: build (${stale})`);
  if (!build()) stop('the build failed; see above');
}
