// Measures what the design promises. `npm run bench`, or `npm run bench -- gradings start` for some of it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, measure, median } from './processes.mjs';
import { writeSuite } from './suite.mjs';
import { trials } from './trials.mjs';

const script = (name) => new URL(`./${name}.mjs`, import.meta.url).pathname;
const times = Number(process.env.BENCH_TIMES ?? 3);
let over = 0;

/** One line: what was measured, its bound, whether it holds, and how far it is from what the machine can do at all. */
function tell(what, { value, unit, bound, atLeast = false, limit = '' }) {
  const holds = bound === null || (atLeast ? value >= bound : value <= bound);
  if (!holds) over += 1;
  const verdict = bound === null ? '' : `${atLeast ? '≥' : '≤'} ${bound} ${unit}  ${holds ? 'ok' : 'OVER'}`;
  console.log(`${what.padEnd(46)} ${show(value, unit).padStart(14)}  ${verdict.padEnd(22)} ${limit}`);
}

function show(value, unit) {
  const digits = value >= 1000 ? 0 : value >= 10 ? 1 : 3;
  return `${value.toFixed(digits)} ${unit}`;
}

const middle = (results, value) => median(results.map(value));

async function waitingTrials(work) {
  for (const [cases, repeat] of [
    [1000, 10],
    [10_000, 1],
  ]) {
    const { idealSeconds, results } = await trials(work, { cases, repeat, latencyMs: 50, times });
    const wall = middle(results, ({ trialSeconds }) => trialSeconds);
    const bare = middle(results, ({ bareSeconds }) => bareSeconds);
    const limit = `ideal ${idealSeconds.toFixed(2)} s, bare client ${bare.toFixed(2)} s, ratio to it ${(wall / bare).toFixed(2)}`;
    console.log(`10,000 trials × 50 ms × 64 in flight: ${cases} cases × ${repeat}`);
    tell('  wall ÷ ideal', { value: wall / idealSeconds, unit: '', bound: 1.2, limit });
    tell('  peak memory', { value: middle(results, ({ peakMb }) => peakMb), unit: 'MB', bound: 250 });
    const whole = middle(results, ({ wholeSeconds }) => wholeSeconds);
    tell('  the whole process, with loading', { value: whole, unit: 's', bound: null });
  }
}

async function quickTrials(work) {
  for (const [cases, repeat] of [
    [200, 10],
    [2000, 1],
  ]) {
    const { results } = await trials(work, { cases, repeat, latencyMs: 0, times: times + 2 });
    const rate = middle(results, ({ trialSeconds }) => 2000 / trialSeconds);
    const bare = middle(results, ({ bareSeconds }) => 2000 / bareSeconds);
    const limit = `bare client ${bare.toFixed(0)}/s, ratio to it ${(rate / bare).toFixed(2)}`;
    tell(`2,000 trials at 0 ms, ${cases} cases × ${repeat}`, {
      value: rate,
      unit: '/s',
      bound: 2000,
      atLeast: true,
      limit,
    });
  }
}

async function gradings() {
  const results = [];
  for (let time = 0; time < times; time += 1) {
    const { code, stdout, stderr } = await measure([script('gradings'), '1000000']);
    if (code !== 0) throw new Error(stderr);
    results.push(JSON.parse(stdout));
  }
  const { statuses, rates } = results[0];
  const rate = middle(results, ({ perSecond }) => perSecond);
  const limit = Object.entries(statuses)
    .map(([status, count]) => `${status} ${count}`)
    .join(', ');
  tell('1,000,000 gradings, all core checks', { value: rate, unit: '/s', bound: 20_000, atLeast: true, limit });
  for (const [type] of Object.entries(rates)) {
    tell(`  ${type}`, { value: middle(results, (result) => result.rates[type]), unit: '/s', bound: null });
  }
}

async function loading(work) {
  for (const [words, perFile] of [
    ['a file each', 1],
    ['all in one file', 10_000],
  ]) {
    const folder = join(work, `load-${perFile}`);
    writeSuite(folder, { count: 10_000, perFile });
    const results = [];
    for (let time = 0; time < times; time += 1) {
      const load = await measure([script('loading'), folder, 'load']);
      const bare = await measure([script('loading'), folder, 'bare']);
      if (load.code !== 0 || bare.code !== 0) throw new Error(load.stderr + bare.stderr);
      results.push({
        seconds: JSON.parse(load.stdout).seconds,
        bare: JSON.parse(bare.stdout).seconds,
        peakMb: load.peakMb,
      });
    }
    const seconds = middle(results, (result) => result.seconds);
    const bare = middle(results, (result) => result.bare);
    const limit = `the YAML library alone ${bare.toFixed(2)} s, ratio to it ${(seconds / bare).toFixed(2)}`;
    tell(`loading 10,000 YAML cases, ${words}`, { value: seconds, unit: 's', bound: null, limit });
    tell('  peak memory', { value: middle(results, ({ peakMb }) => peakMb), unit: 'MB', bound: null });
  }
}

async function start() {
  const results = [];
  for (let time = 0; time < 10; time += 1) {
    const version = await measure([command, '--version'], { peak: false });
    const bare = await measure(['-e', '0'], { peak: false });
    results.push({ version: version.seconds, bare: bare.seconds });
  }
  const bare = middle(results, (result) => result.bare);
  const limit = `bare node ${bare.toFixed(3)} s`;
  tell('proofmark --version', { value: middle(results, ({ version }) => version), unit: 's', bound: 0.15, limit });
}

const all = { start, gradings, loading, quick: quickTrials, waiting: waitingTrials };
const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in all));
if (unknown.length > 0 || !existsSync(command)) {
  console.error(unknown.length > 0 ? `there are: ${Object.keys(all).join(', ')}` : 'dist is missing: npm run build');
  process.exit(2);
}
const load = loadavg()[0].toFixed(1);
console.log(
  `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, load ${load}; medians\n`,
);
const work = mkdtempSync(join(tmpdir(), 'proofmark-bench-'));
try {
  for (const [name, bench] of Object.entries(all)) if (names.length === 0 || names.includes(name)) await bench(work);
} finally {
  rmSync(work, { recursive: true, force: true });
}
if (over > 0) {
  console.log(`\n${over} over their bound; on a busy machine look at the ratios and measure again`);
  process.exitCode = 1;
}
