import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startSimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { parseScenario } from '../../src/simulate/scenario-file.ts';
import { systemClock } from '../../src/core/clock.ts';
import { folderWith, proofmark } from '../support/cli.ts';
import { recordedSuite } from '../support/recorded-suite.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const cases = `
- { id: a, user: q, expect: { contains: x }, mutate: { completion: y }, tags: [smoke, "noise:high"] }
- { id: b, user: q, expect: { contains: x }, mutate: { completion: y } }
`;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function onlyRun(folder: string): string {
  const runs = path.join(folder, 'eval/.proofmark/runs');
  const [name] = readdirSync(runs).sort();
  return path.join(runs, name as string);
}

const json = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

test('equal replies give a summary of equal bytes, in another folder, on another day, in another order', async () => {
  const texts: string[] = [];
  for (const [day, args] of [
    ['2026-01-01', []],
    ['2027-02-03', ['--concurrency', '1']],
  ] as const) {
    const suite = recordedSuite(cases, { a: 'x', b: 'no' });
    cleanups.push(suite.remove);
    const clock = { ...systemClock, now: () => Date.parse(`${day}T12:00:00Z`) };
    await proofmark(['run', ...args], { folder: suite.path, clock });
    texts.push(readFileSync(path.join(onlyRun(suite.path), 'summary.json'), 'utf8'));
  }
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).not.toMatch(/2026-01-01|tmp|latency/);
  expect(texts[0]?.endsWith('}\n')).toBe(true);
});

test('a run leaves its manifest, trials, grades, summary and timing, each with its format', async () => {
  const suite = recordedSuite(cases, { a: 'x', b: 'no' });
  cleanups.push(suite.remove);
  await proofmark(['run'], { folder: suite.path });
  const run = onlyRun(suite.path);
  for (const name of ['manifest', 'summary', 'timing']) {
    expect(json(path.join(run, `${name}.json`))).toMatchObject({ format: `proofmark/${name}`, version: 1 });
  }
  for (const name of ['trials', 'grades']) {
    const lines = readFileSync(path.join(run, `${name}.ndjson`), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines[0]).toEqual({ format: `proofmark/${name}`, version: 1 });
    expect(lines).toHaveLength(3);
  }
  expect(json(path.join(run, 'manifest.json'))).toMatchObject({ state: 'complete', trials: 2 });
});

test('the summary gives every rate as a Wilson estimate: 1 of 2 is [0.0945, 0.9055] at 95 %', async () => {
  const suite = recordedSuite(cases, { a: 'x', b: 'no' });
  cleanups.push(suite.remove);
  await proofmark(['run'], { folder: suite.path });
  const summary = json(path.join(onlyRun(suite.path), 'summary.json')) as {
    targets: { live: { rate: { low: number; high: number; estimate: number; n: number; method: string } } }[];
    slices: { slice: string; rate: { estimate: number; n: number } }[];
  };
  const rate = summary.targets[0]?.live.rate;
  // scipy.stats.binomtest(1, 2).proportion_ci(method='wilson')
  expect(rate).toMatchObject({ estimate: 0.5, n: 2, method: 'wilson', clusters: null, reason: null, level: 0.95 });
  expect(rate?.low).toBeCloseTo(0.09453120573, 9);
  expect(rate?.high).toBeCloseTo(0.90546879427, 9);
  expect(summary.slices.map(({ slice, rate: { estimate, n } }) => [slice, estimate, n])).toEqual([
    ['noise:high', 1, 1],
    ['smoke', 1, 1],
  ]);
});

test('the history gets one line per case per run with --record, by default in CI, and never twice', async () => {
  const suite = recordedSuite(cases, { a: 'x', b: 'no' });
  cleanups.push(suite.remove);
  const history = path.join(suite.path, 'eval/history.ndjson');
  const lines = (): object[] =>
    readFileSync(history, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
  await proofmark(['run', '--max-calls', '1', '--record'], { folder: suite.path });
  expect(existsSync(history)).toBe(false);
  await proofmark(['run', '--resume', '--record'], { folder: suite.path });
  await proofmark(['run', '--resume', '--record'], { folder: suite.path });
  expect(lines().slice(1)).toMatchObject([
    { kind: 'run', case: 'a', runs: 1, passes: 1, verdict: 'pass' },
    { kind: 'run', case: 'b', runs: 1, passes: 0, verdict: 'fail' },
  ]);
  await proofmark(['run'], { folder: suite.path });
  expect(lines()).toHaveLength(3);
  await proofmark(['run'], { folder: suite.path, environment: { CI: 'true' } });
  expect(lines()).toHaveLength(5);
  await proofmark(['run', '--no-record'], { folder: suite.path, environment: { CI: 'true' } });
  expect(lines()).toHaveLength(5);
});

test('a prompt that changed since the last run is told, with the date of that run', async () => {
  const suite = recordedSuite(cases, { a: 'x', b: 'x' }, { 'eval/system_prompt.txt': 'Be brief.\n' });
  cleanups.push(suite.remove);
  const clock = { ...systemClock, now: () => Date.parse('2026-11-23T12:00:00Z') };
  const first = await proofmark(['run'], { folder: suite.path, clock });
  expect(first.stdout).not.toContain('prompt changed');
  writeFileSync(path.join(suite.path, 'eval/system_prompt.txt'), 'Be kind.\n');
  expect((await proofmark(['run'], { folder: suite.path })).stdout).toContain(
    'prompt changed since the last run (2026-11-23)',
  );
  expect((await proofmark(['run'], { folder: suite.path })).stdout).not.toContain('prompt changed');
});

test('a key that the endpoint echoes reaches no file and no line', async () => {
  const scenario = parseScenario(
    'version: 1\nseed: 1\ndefault: { content: x }\nfaults: [{ kind: echo_key, key: "a*" }, { kind: http_401, key: "b*" }]\n',
    's',
  );
  const endpoint = await startSimulatedEndpoint(scenario, { clock: systemClock });
  cleanups.push(() => endpoint.close());
  const key = 'sk-test-4f9a8b7c6d5e4f3a2b1c';
  const suite = folderWith({ 'eval/cases/all.yaml': cases, '.env': `EVAL_API_KEY=${key}\n` });
  cleanups.push(suite.remove);
  const environment = { EVAL_BASE_URL: endpoint.url };
  const outputs = [
    await proofmark(['run', '--env-file', '.env', '--record'], { folder: suite.path, environment }),
    await proofmark(['run', '--env-file', '.env', '--json'], { folder: suite.path, environment }),
    await proofmark(['show', 'latest', 'a'], { folder: suite.path, environment }),
    await proofmark(['doctor', '--env-file', '.env'], { folder: suite.path, environment }),
  ];
  expect(outputs[0]?.lines).toEqual(["FAIL live a: [missing:'x']", 'FAIL live b: [http_401]']);
  for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toContain(key);
  const written = filesBelow(path.join(suite.path, 'eval'));
  expect(written.length).toBeGreaterThan(5);
  for (const file of written) expect(readFileSync(file, 'utf8')).not.toContain(key);
});

test('a trial that is no trial, or a broken line, is an error with its line', async () => {
  const suite = recordedSuite(cases, { a: 'x', b: 'x' });
  cleanups.push(suite.remove);
  await proofmark(['run'], { folder: suite.path });
  const file = path.join(onlyRun(suite.path), 'trials.ndjson');
  const whole = readFileSync(file, 'utf8');
  for (const line of ['{"key":"a"}', '[]', 'nonsense', '{"key":"c@recorded#0","outcome":{"kind":"reply"}}']) {
    writeFileSync(file, `${line}\n${whole}`);
    const result = await proofmark(['regrade', 'latest'], { folder: suite.path });
    expect([line, result.code, result.stderr.split(' ')[0]]).toEqual([
      line,
      2,
      expect.stringMatching(/trials\.ndjson:1:1$/),
    ]);
  }
});

test('a file of a newer proofmark is refused, and says so', async () => {
  const suite = recordedSuite(cases, { a: 'x', b: 'x' });
  cleanups.push(suite.remove);
  await proofmark(['run'], { folder: suite.path });
  const file = path.join(onlyRun(suite.path), 'trials.ndjson');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"version":1', '"version":2'));
  const result = await proofmark(['regrade', 'latest'], { folder: suite.path });
  expect([result.code, result.stderr]).toEqual([2, expect.stringContaining('FILE_VERSION')]);
});
