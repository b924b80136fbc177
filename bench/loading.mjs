// 4: loading a suite; run as a process of its own. With `bare` it only reads the files and parses them with the YAML library.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseAllDocuments } from 'yaml';
import { loadSuite } from '../dist/cases/load-suite.js';
import { checks } from '../dist/checks/registry.js';
import { findSuites } from '../dist/files/case-files.js';

const [folder, mode] = process.argv.slice(2);
const start = performance.now();
const [found] = findSuites([folder], process.cwd());
let cases = 0;
if (mode === 'bare') {
  for (const file of found.files) cases += parseAllDocuments(readFileSync(file, 'utf8')).length;
} else {
  cases = loadSuite(found, { declarations: checks, currentFolder: folder }).cases.length;
}
console.log(JSON.stringify({ cases, seconds: (performance.now() - start) / 1000 }));
