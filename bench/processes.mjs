// Processes that are measured from outside: start, wall time, peak memory.
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

export const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const tellPeak = new URL('./tell-peak.mjs', import.meta.url).href;

/** Runs a script to its end; what it prints, its wall time in seconds and its peak memory in megabytes. */
export async function measure(commandLine, { folder, environment = {}, peak = true } = {}) {
  const flags = peak ? ['--import', tellPeak] : [];
  const start = performance.now();
  const child = spawn(process.execPath, [...flags, ...commandLine], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (texts[name] += text));
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const seconds = (performance.now() - start) / 1000;
  return { code, seconds, peakMb: Number(/peak memory: ([\d.]+) MB/.exec(texts.stderr)?.[1]), ...texts };
}

/** Starts the simulated endpoint as a process of its own. */
export async function startEndpoint(scenarioFile) {
  const child = spawn(process.execPath, [command, 'simulate', scenarioFile, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = /EVAL_BASE_URL=(\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    child.on('close', () => reject(new Error(`the endpoint did not start: ${said}`)));
  });
  return { url, close: () => child.kill('SIGKILL') };
}

export function median(values) {
  const sorted = values.toSorted((first, second) => first - second);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
