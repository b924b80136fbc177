import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { folderWith, proofmark, type CliResult } from '../support/cli.ts';
import { recordedSuite } from '../support/recorded-suite.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

const twoCases = `
- { id: a, user: q, expect: { contains: x }, mutate: { completion: y }, tags: [smoke] }
- { id: b, user: q, expect: { contains: x }, mutate: { completion: y } }
`;

function suiteOf(
  cases: string,
  replies: Readonly<Record<string, unknown>>,
): (args: readonly string[]) => Promise<CliResult> {
  const suite = recordedSuite(cases, replies);
  cleanups.push(suite.remove);
  return (args) => proofmark(args, { folder: suite.path });
}

test('no suite, an empty suite and an empty selection are exit 5, never a pass', async () => {
  const empty = folderWith({ 'other/x.txt': '' });
  cleanups.push(empty.remove);
  expect((await proofmark(['run'], { folder: empty.path })).code).toBe(5);
  expect((await proofmark(['run', 'other'], { folder: empty.path })).code).toBe(5);
  const run = suiteOf(twoCases, { a: 'x', b: 'x' });
  expect((await run(['run', '--only', 'c'])).code).toBe(5);
  expect((await run(['run', '--tag', 'smok'])).stderr).toContain('did you mean "smoke"?');
  expect((await run(['run', '--tag', 'smok'])).code).toBe(5);
});

test('an empty shard and an empty --failed are exit 0 with a line', async () => {
  const run = suiteOf(twoCases, { a: 'x', b: 'x' });
  const shard = await run(['run', '--shard', '3/3']);
  expect([shard.code, shard.stdout]).toEqual([0, 'nothing to run: this shard has no case\n']);
  await run(['run']);
  const failed = await run(['run', '--failed', 'latest']);
  expect(failed.code).toBe(0);
  expect(failed.stdout).toMatch(/^nothing to run: every case of \S+ passed\n$/);
});

test('a faulty suite is exit 2 with every problem, and nothing is run', async () => {
  const run = suiteOf(
    '- { id: a, user: q, expect: { contians: x } }\n- { id: a, user: q, expect: { contains: x } }\n',
    {},
  );
  const result = await run(['run']);
  expect(result.code).toBe(2);
  expect(result.stdout).toBe('');
  expect(result.stderr).toContain('eval/cases/all.yaml:1:');
  expect(result.stderr).toContain('did you mean "contains"?');
  expect(result.stderr).toContain('CASE_NO_CONTROL');
  expect(result.stderr).toMatch(/\d problems in 1 file; nothing was run\./);
});

test.each([
  [['run', '--repat', '3']],
  [['run', '--repeat', '0']],
  [['run', '--shard', '4/3']],
  [['run', '--seed', '3']],
  [['run', '--resume', '--only', 'a']],
  [['run', '--controls-only', '--resume']],
  [['run', '--target', 'nobody']],
  [['run', 'no-such-folder']],
  [['run', '--only', 'a,zzz']],
  [['frobnicate']],
  [['show', 'latest', 'a']],
  [['regrade', '2020-01-01']],
])('wrong usage is exit 2: %j', async (args) => {
  const run = suiteOf(twoCases, { a: 'x', b: 'x' });
  const result = await run(args);
  expect(result.code).toBe(2);
  expect(result.stderr).not.toBe('');
});

test('a budget of calls leaves the rest NOT RUN with exit 3, and a failure among the rest is still exit 1', async () => {
  const run = suiteOf(twoCases, { a: 'x', b: 'x' });
  const stopped = await run(['run', '--max-calls', '1', '--concurrency', '1']);
  expect([stopped.lines, stopped.code]).toEqual([['PASS a', 'NOT RUN b'], 3]);
  expect(stopped.stdout).toContain('proofmark run --resume');
  const failing = suiteOf(twoCases, { a: 'no', b: 'x' });
  expect((await failing(['run', '--max-calls', '1', '--concurrency', '1'])).code).toBe(1);
});

test('an interrupted run is exit 130 and can be gone on with', async () => {
  const suite = recordedSuite(twoCases, { a: 'x', b: 'x' });
  cleanups.push(suite.remove);
  const stopped = new AbortController();
  stopped.abort(new Error('interrupted'));
  const result = await proofmark(['run'], { folder: suite.path, signal: stopped.signal });
  expect([result.code, result.lines]).toEqual([130, ['NOT RUN a', 'NOT RUN b']]);
  const resumed = await proofmark(['run', '--resume'], { folder: suite.path });
  expect([resumed.code, resumed.lines]).toEqual([0, ['PASS a', 'PASS b']]);
});

test('a control that must pass and cannot be judged is UNJUDGED with exit 3; one that must fail is a failure', async () => {
  const cases = (must: string): string => `
id: a
user: q
expect: [{ check: contains, value: x }, { check: rubric, value: polite }]
controls:
  - { completion: y }
  - { name: polite, must: ${must}, completion: x }
`;
  const pass = await suiteOf(cases('pass'), { a: 'x' })(['run', '--controls-only']);
  expect([pass.code, pass.lines]).toEqual([3, ['UNJUDGED control a/polite: [rubric]']]);
  const fail = await suiteOf(cases('fail'), { a: 'x' })(['run', '--controls-only']);
  expect([fail.code, fail.lines]).toEqual([1, ['FAIL control a/polite: grader could not decide: [rubric]']]);
});

test('controls only needs no endpoint and stores nothing; without any control nothing was tested', async () => {
  const run = suiteOf(twoCases, {});
  const result = await run(['run', '--controls-only', '--json']);
  const document = JSON.parse(result.stdout) as {
    run: unknown;
    exit_code: number;
    summary: { controls: { held: number } };
  };
  expect([result.code, document.run, document.exit_code, document.summary.controls.held]).toEqual([0, null, 0, 2]);
  const none = suiteOf('{ id: a, user: q, expect: { contains: x } }', {});
  expect((await none(['run', '--controls-only', '--allow-no-controls'])).code).toBe(5);
});

test('cases without a control run only when it is allowed, and the result says so', async () => {
  const run = suiteOf('{ id: a, user: q, expect: { contains: x } }', { a: 'x' });
  expect((await run(['run'])).code).toBe(2);
  const allowed = await run(['run', '--allow-no-controls']);
  expect(allowed.code).toBe(0);
  expect(allowed.stdout).toContain('1 without a control');
});

test('a folder that cannot be written is exit 2 with the system’s words, not a bug of ours', async () => {
  const suite = recordedSuite(twoCases, { a: 'x', b: 'x' });
  cleanups.push(suite.remove);
  writeFileSync(path.join(suite.path, 'eval/.proofmark'), 'in the way');
  const result = await proofmark(['run'], { folder: suite.path });
  expect(result.code).toBe(2);
  expect(result.stderr).toContain('SYSTEM_ERROR');
});

test('a limit on costs stops the run when it is spent, and at once where a cost is unknown', async () => {
  const replies = { a: { content: 'x', usage: { prompt_tokens: 10, completion_tokens: 10 }, model: 'm' }, b: 'x' };
  const suite = recordedSuite(twoCases, replies);
  cleanups.push(suite.remove);
  const config = (prices: string): void =>
    writeFileSync(
      path.join(suite.path, 'eval/proofmark.yaml'),
      `targets: [{ id: recorded, type: recorded, file: replies.jsonl }]\nlimits: { max_cost_usd: 0.00001 }\nprices: ${prices}\n`,
    );
  config('{ m: { input_per_million: 1, output_per_million: 1 } }');
  const spent = await proofmark(['run', '--concurrency', '1'], { folder: suite.path });
  expect([spent.code, spent.lines]).toEqual([3, ['PASS a', 'NOT RUN b']]);
  expect(spent.stdout).toContain('the budget of 0.00001 USD is spent');
  config('{}');
  const unknown = await proofmark(['run', '--concurrency', '1'], { folder: suite.path });
  expect([unknown.code, unknown.lines]).toEqual([3, ['PASS a', 'NOT RUN b']]);
  expect(unknown.stdout).toContain("a reply's cost is unknown");
});
