// Checks what an install of the package brought along: at most 20 packages, and none that runs a script when installed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const most = 20;
const [folder = '.'] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
const names = Object.keys(packages);
const withScripts = names.filter((name) => packages[name].hasInstallScript);
console.log(`${names.length} packages, ${withScripts.length} with an install script`);
if (!names.includes('node_modules/proofmark')) throw new Error('proofmark itself is not installed');
if (names.length > most) throw new Error(`at most ${most} packages: ${names.join(', ')}`);
if (withScripts.length > 0) throw new Error(`install scripts: ${withScripts.join(', ')}`);
