import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { startSimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { parseScenario } from '../../src/simulate/scenario-file.ts';
import { folderWith, proofmark } from '../support/cli.ts';
import { recordedSuite } from '../support/recorded-suite.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function emptyFolder(): string {
  const folder = folderWith({});
  cleanups.push(folder.remove);
  return folder.path;
}

const cases = `
- { id: a, user: "How long, {{who}}?", vars: { who: Ann }, expect: { contains: x }, mutate: { completion: y } }
- { id: b, user: q, expect: { contains: x }, mutate: { completion: y } }
`;

function suite(replies: Readonly<Record<string, unknown>> = { a: 'x', b: 'no' }): string {
  const made = recordedSuite(cases, replies);
  cleanups.push(made.remove);
  return made.path;
}

test('init writes a suite that runs at once, is green, and is not overwritten', async () => {
  const folder = emptyFolder();
  expect((await proofmark(['init'], { folder })).code).toBe(0);
  const run = await proofmark(['run'], { folder });
  expect([run.code, run.lines]).toEqual([0, ['PASS order_lookup', 'PASS refund_window']]);
  for (const name of ['.gitignore', '.gitattributes', 'schema/case.schema.json']) {
    expect(existsSync(path.join(folder, 'eval', name))).toBe(true);
  }
  expect(readFileSync(path.join(folder, 'eval/cases/refund_window.yaml'), 'utf8')).toMatch(
    /^# yaml-language-server: \$schema=/,
  );
  expect((await proofmark(['init'], { folder })).code).toBe(2);
});

test('the demo ends as planted: two failures and a numb check that only its control shows', async () => {
  const folder = emptyFolder();
  const demo = await proofmark(['demo'], { folder });
  expect(demo.code).toBe(0);
  expect(demo.stdout).toContain('FAIL control shipping_cost/wrong-amount: grader accepted the mutation');
  expect(demo.stdout).toContain('PASS shipping_cost\n');
  const shipping = path.join(folder, 'proofmark-demo/eval/cases/shipping.yaml');
  writeFileSync(
    shipping,
    readFileSync(shipping, 'utf8').replace('contains: "4.90"', 'contains: { value: "4.90", word: true }'),
  );
  const mended = await proofmark(['regrade', 'latest', '--suite', 'proofmark-demo/eval'], { folder });
  expect(mended.stdout).not.toContain('FAIL control');
  expect(mended.stdout).toContain('10 of 10 graded right');
});

test('the demo refuses a folder that is not its own', async () => {
  const folder = folderWith({ 'proofmark-demo/mine.txt': 'x' });
  cleanups.push(folder.remove);
  expect((await proofmark(['demo'], { folder: folder.path })).code).toBe(2);
  expect(readdirSync(path.join(folder.path, 'proofmark-demo'))).toEqual(['mine.txt']);
});

test('list shows every run with its rate; show prints what was said and why it failed', async () => {
  const folder = suite({ a: 'x', b: 'first line\nsecond \u001b[31mline' });
  await proofmark(['run'], { folder });
  await proofmark(['run'], { folder });
  const list = await proofmark(['list'], { folder });
  expect(list.lines).toHaveLength(2);
  expect(list.lines[1]).toMatch(/-2 .*complete.*1 of 2 pass, 0\.50 \[0\.09, 0\.91\] Wilson 95 %, n=2/);
  const shown = await proofmark(['show', 'latest', 'b'], { folder });
  expect(shown.stdout).toContain('| first line\n  | second \\u{1b}[31mline');
  expect(shown.stdout).toContain("missing:'x' at content");
  const missing = await proofmark(['show', 'latest', 'bb'], { folder });
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('did you mean "b"?')]);
  const json = JSON.parse((await proofmark(['show', 'latest', 'b', '--json'], { folder })).stdout) as {
    trials: unknown[];
  };
  expect(json.trials).toHaveLength(1);
});

test('prune removes the oldest runs and keeps as many as it is told', async () => {
  const folder = suite();
  for (let run = 0; run < 3; run += 1) await proofmark(['run'], { folder });
  const runs = (): string[] => readdirSync(path.join(folder, 'eval/.proofmark/runs')).sort();
  const before = runs();
  await proofmark(['prune', '--keep', '1', '--dry-run'], { folder });
  expect(runs()).toEqual(before);
  await proofmark(['prune', '--keep', '1'], { folder });
  expect(runs()).toEqual([before[2]]);
});

test('regrade grades stored replies with today’s checks, and leaves out by name what was asked otherwise', async () => {
  const folder = suite();
  await proofmark(['run'], { folder });
  const file = path.join(folder, 'eval/cases/all.yaml');
  writeFileSync(file, cases.replace('user: q, expect: { contains: x }', 'user: q, expect: { contains: no }'));
  const regraded = await proofmark(['regrade', 'latest'], { folder });
  expect([regraded.code, regraded.lines]).toEqual([0, ['PASS a', 'PASS b']]);
  writeFileSync(file, cases.replace('who: Ann', 'who: Bob'));
  const other = await proofmark(['regrade', 'latest'], { folder });
  expect([other.code, other.lines]).toEqual([1, ['NOT RUN a', "FAIL live b: [missing:'x']"]]);
  expect(other.stdout).toContain('a: asked with another input then');
});

test('a resume refuses, and names, what differs in the request', async () => {
  const folder = suite();
  await proofmark(['run', '--max-calls', '1', '--concurrency', '1'], { folder });
  writeFileSync(path.join(folder, 'eval/cases/all.yaml'), cases.replace('who: Ann', 'who: Bob'));
  const resumed = await proofmark(['run', '--resume'], { folder });
  expect(resumed.code).toBe(2);
  expect(resumed.stderr).toContain('a@recorded#0 was asked with another input');
});

test('explain knows printed codes with their details, statuses, and near misses', async () => {
  const folder = emptyFolder();
  for (const code of [
    'missing_arg:order_id',
    '[http_404]',
    'CASE_NO_CONTROL',
    'timeout',
    'CONTROL_ACCEPTED',
    'YAML_SYNTAX',
  ]) {
    const explained = await proofmark(['explain', code], { folder });
    expect([code, explained.code]).toEqual([code, 0]);
    expect(explained.stdout).toContain('What to do:');
  }
  const near = await proofmark(['explain', 'CASE_NO_CONTORL'], { folder });
  expect([near.code, near.stderr]).toEqual([2, expect.stringContaining('did you mean "CASE_NO_CONTROL"?')]);
  expect((await proofmark(['explain'], { folder })).stdout.split('\n').length).toBeGreaterThan(60);
});

test('a dry run says how many calls and tokens, calls nobody and stores nothing', async () => {
  const folder = suite();
  writeFileSync(
    path.join(folder, 'eval/proofmark.yaml'),
    'targets: [{ id: live, type: chat }]\nlimits: { retries: 2 }\nprices: { local-free: { input_per_million: 1000000, output_per_million: 0 } }\n',
  );
  const dry = await proofmark(['run', '--dry-run', '--repeat', '3'], {
    folder,
    environment: { EVAL_BASE_URL: 'http://127.0.0.1:1' },
  });
  expect(dry.code).toBe(0);
  expect(dry.stdout).toContain('6 calls, 18 with every retry');
  expect(dry.stdout).toContain('nothing was called');
  expect(existsSync(path.join(folder, 'eval/.proofmark'))).toBe(false);
  const json = JSON.parse((await proofmark(['run', '--dry-run', '--json'], { folder })).stdout) as { trials: number };
  expect(json.trials).toBe(2);
});

test('doctor makes one call and says what it saw; a dead endpoint and a faulty suite are faults', async () => {
  const endpoint = await startSimulatedEndpoint(
    parseScenario('version: 1\nseed: 1\ndefault: { content: ready }\n', 's'),
    { clock: systemClock },
  );
  cleanups.push(() => endpoint.close());
  const folder = folderWith({ 'eval/cases/all.yaml': cases });
  cleanups.push(folder.remove);
  const environment = { EVAL_BASE_URL: endpoint.url, EVAL_API_KEY: 'sk-secret-value' };
  const well = await proofmark(['doctor'], { folder: folder.path, environment });
  expect(well.code).toBe(0);
  expect(well.stdout).toMatch(/ok +endpoint +local-free on 127\.0\.0\.1:\d+ answered in \d+ ms: ready/);
  expect(well.stdout).toContain('EVAL_API_KEY is set');
  expect(well.stdout).not.toContain('sk-secret-value');
  expect(endpoint.counts().calls).toBe(1);
  await endpoint.close();
  const dead = await proofmark(['doctor'], { folder: folder.path, environment });
  expect([dead.code, dead.stdout]).toEqual([1, expect.stringMatching(/fault +endpoint .*\[connection\]/)]);
  writeFileSync(path.join(folder.path, 'eval/cases/all.yaml'), 'id: a\n');
  expect((await proofmark(['doctor'], { folder: folder.path, environment })).stdout).toMatch(
    /fault +suite +eval\/cases\/all\.yaml:1:1/,
  );
});

test('shards joined by merge give the summary of the whole run, byte for byte', async () => {
  const folder = suite();
  await proofmark(['run'], { folder });
  await proofmark(['run', '--shard', '1/2'], { folder });
  await proofmark(['run', '--shard', '2/2'], { folder });
  const runs = path.join(folder, 'eval/.proofmark/runs');
  const [whole, first, second] = readdirSync(runs).sort();
  const merged = await proofmark(['merge', first as string, path.join(runs, second as string)], { folder });
  expect([merged.code, merged.lines]).toEqual([1, ['PASS a', "FAIL live b: [missing:'x']"]]);
  const summary = (run: string | undefined): string =>
    readFileSync(path.join(runs, run as string, 'summary.json'), 'utf8');
  expect(summary(readdirSync(runs).sort().at(-1))).toBe(summary(whole));
  const half = await proofmark(['merge', first as string], { folder });
  expect([half.code, half.lines]).toEqual([3, ['PASS a', 'NOT RUN b']]);
});

test('a sample is seeded, and another seed takes others', async () => {
  const many = Array.from(
    { length: 40 },
    (_, at) => `- { id: c${at}, user: q, expect: { contains: x }, mutate: { completion: y } }`,
  );
  const made = recordedSuite(many.join('\n'), { c0: 'x' });
  cleanups.push(made.remove);
  const ids = async (...args: string[]): Promise<readonly string[]> =>
    (await proofmark(['run', '--sample', '5', ...args], { folder: made.path })).lines.map(
      (line) => line.split(' ').at(-2) as string,
    );
  const first = await ids('--seed', '7');
  expect(first).toHaveLength(5);
  expect(await ids('--seed', '7')).toEqual(first);
  expect(await ids('--seed', '8')).not.toEqual(first);
});

test('another prompt for one run is sent, hashed and kept for its resume', async () => {
  const endpoint = await startSimulatedEndpoint(
    parseScenario(
      'version: 1\nseed: 1\nreplies: [{ match: { system: pirate }, content: x }]\ndefault: { content: no }\n',
      's',
    ),
    { clock: systemClock },
  );
  cleanups.push(() => endpoint.close());
  const folder = folderWith({
    'eval/cases/all.yaml': cases,
    'eval/system_prompt.txt': 'Be plain.\n',
    'pirate.txt': 'Speak as a pirate.\n',
  });
  cleanups.push(folder.remove);
  const world = { folder: folder.path, environment: { EVAL_BASE_URL: endpoint.url } };
  expect((await proofmark(['run'], world)).code).toBe(1);
  const pirate = ['--system-prompt', 'pirate.txt', '--max-calls', '1', '--concurrency', '1'];
  expect((await proofmark(['run', ...pirate], world)).lines).toEqual(['PASS a', 'NOT RUN b']);
  expect((await proofmark(['run', '--resume'], world)).lines).toEqual(['PASS a', 'PASS b']);
});
