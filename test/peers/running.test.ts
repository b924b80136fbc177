import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadCase, caseWith } from '../support/suite-folder.ts';
import { folderWith, proofmark, type CliResult } from '../support/cli.ts';
import { fastClock, httpServer, type Answer, type TestServer } from '../support/http-server.ts';
import { recordedSuite } from '../support/recorded-suite.ts';
import { gradingFingerprint } from '../../src/runs/grading.ts';

// What users of other tools ran into while a suite was run; the number is the thread's.

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const caseOf = (id: string, more = ''): string =>
  `- { id: ${id}, user: "q ${id}", expect: { contains: yes }, mutate: { completion: "no" }${more} }\n`;
const completion = (content: string | null): string =>
  JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }] });

interface LiveRun {
  readonly server: TestServer;
  readonly folder: string;
  readonly run: (args?: readonly string[], signal?: AbortSignal) => Promise<CliResult>;
}

/** A suite that asks a server of this test; waits and timeouts go fifty times as fast. */
async function live(cases: string, answer: Answer, config = ''): Promise<LiveRun> {
  const server = await httpServer(answer);
  const folder = folderWith({ 'eval/cases/all.yaml': cases, 'eval/proofmark.yaml': config });
  cleanups.push(folder.remove, server.close);
  const environment = { EVAL_BASE_URL: server.url };
  const clock = fastClock(50);
  const run = (args: readonly string[] = [], signal?: AbortSignal): Promise<CliResult> =>
    proofmark(['run', '--concurrency', '1', ...args], {
      folder: folder.path,
      environment,
      clock,
      ...(signal ? { signal } : {}),
    });
  return { server, folder: folder.path, run };
}

const saying =
  (content: string): Answer =>
  (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(completion(content));
  };
const refusing =
  (status: number): Answer =>
  (response) => {
    response.statusCode = status;
    response.end('{"error":{"message":"quota for the day"}}');
  };

function recorded(
  cases: string,
  replies: Readonly<Record<string, unknown>>,
): (args?: readonly string[]) => Promise<CliResult> {
  const suite = recordedSuite(cases, replies);
  cleanups.push(suite.remove);
  return (args = []) => proofmark(['run', ...args], { folder: suite.path });
}

test('D 1932, 428, 1: a case that passes and fails over repeats is one line with its count, not several rows', async () => {
  const replies = { 'a#0': 'yes', 'a#1': 'nope', 'a#2': 'yes' };
  const { code, lines } = await recorded(caseOf('a', ', repeat: 3'), replies)();
  expect(lines).toEqual(["FAIL live a: 2/3 [missing:'yes' ×1]"]);
  expect(code).toBe(1);
});

test('D 5847, PR 9066: how many repeats must pass is said for each case, so no good average hides a dead one', async () => {
  const ten = (id: string, right: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 10 }, (_, repeat) => [`${id}#${repeat}`, repeat < right ? 'yes' : 'nope']));
  const cases = ['good', 'enough', 'dead'].map((id) => caseOf(id, ', repeat: 10, min_pass: 0.8')).join('');
  const { code, lines } = await recorded(cases, { ...ten('good', 10), ...ten('enough', 8), ...ten('dead', 1) })();
  expect(lines).toEqual([
    'PASS good',
    expect.stringMatching(/^PASS enough/),
    expect.stringMatching(/^FAIL live dead: 1\/10 /),
  ]);
  expect(code).toBe(1);
});

test('D 360, 1431, 1888: every repeat is a call of its own, with a key of its own', async () => {
  const { server, run } = await live(caseOf('a', ', repeat: 4'), saying('yes'));
  expect((await run()).code).toBe(0);
  const keys = server.seen.map((request) => request.headers['x-client-request-id']);
  expect(keys).toEqual(['a@default#0', 'a@default#1', 'a@default#2', 'a@default#3']);
});

test('D 360, 1431, 1888: one recorded reply stands for one repeat, never for all of them', async () => {
  const { code, lines } = await recorded(caseOf('a', ', repeat: 3'), { 'a#0': 'yes' })();
  expect(lines).toEqual(['FAIL live a: 1/3 [not_recorded ×2]']);
  expect(code).toBe(1);
});

test('D 1492, 7467, action PR 669: whatever is asked differently makes another request, and a resume names it', async () => {
  const { folder, run, server } = await live(caseOf('a'), saying('yes'));
  await run();
  const cases = path.join(folder, 'eval/cases/all.yaml');
  const change = async (text: string): Promise<string> => {
    writeFileSync(cases, text);
    const { code, stderr } = await run(['--resume']);
    return code === 0 ? 'taken up' : stderr;
  };
  expect(await change(caseOf('a'))).toBe('taken up');
  expect(await change(caseOf('a', ', vars: { x: y }'))).toContain('input');
  expect(await change(caseOf('a', ', sampling: { temperature: 1 }'))).toContain('sampling');
  expect(await change(caseOf('a', ', tools: [{ type: function }]'))).toContain('tools');
  expect(server.seen).toHaveLength(1);
});

test('D 5849: what grades a case has a fingerprint of its own, which the meaning of its checks is part of', () => {
  const item = loadCase(caseWith(''));
  const other = loadCase(caseWith('').replace('contains: hi', 'contains: ho'));
  expect(gradingFingerprint(item)).toBe(gradingFingerprint(loadCase(caseWith(''))));
  expect(gradingFingerprint(item)).not.toBe(gradingFingerprint(other));
});

test('D 1970, 7727: a quota that is spent is a failure with its code after one more try, never a crash or a loop', async () => {
  const { server, run } = await live(caseOf('a'), refusing(429));
  const { code, lines } = await run();
  expect(lines).toEqual(['FAIL live a: [http_429]']);
  expect([code, server.seen.length]).toEqual([1, 2]);
});

test('D 7727: retries can be switched off', async () => {
  const { server, run } = await live(caseOf('a'), refusing(429), 'limits: { retries: 0 }\n');
  expect((await run()).lines).toEqual(['FAIL live a: [http_429]']);
  expect(server.seen).toHaveLength(1);
});

test('D 145: a dead endpoint stops the run after the same error some times over; the rest is NOT RUN', async () => {
  const cases = Array.from({ length: 10 }, (_, index) => caseOf(`c${index}`)).join('');
  const { server, run } = await live(cases, refusing(401), 'limits: { stop_after_same_error: 3 }\n');
  const { code, lines } = await run();
  expect(server.seen).toHaveLength(3);
  expect(lines.filter((line) => line.startsWith('FAIL live'))).toHaveLength(3);
  expect(lines.filter((line) => line.startsWith('NOT RUN'))).toHaveLength(7);
  expect(code).toBe(1);
});

test('D 1597: a fault anywhere in the suite is told before the first call', async () => {
  const { server, run } = await live(caseOf('a') + caseOf('b').replace('contains', 'containz'), saying('yes'));
  expect((await run()).code).toBe(2);
  expect(server.seen).toHaveLength(0);
});

test('D PR 7012, 7606: an interrupted run keeps what ended, and its resume asks only what is missing', async () => {
  const stopping = new AbortController();
  const cases = ['a', 'b', 'c', 'd'].map((id) => caseOf(id)).join('');
  const { server, run } = await live(cases, (response, request, count) => {
    if (count === 2) stopping.abort(new Error('interrupted'));
    return saying('yes')(response, request, count);
  });
  expect((await run([], stopping.signal)).code).toBe(130);
  const before = server.seen.map((request) => request.headers['x-client-request-id']);
  const { code, lines } = await run(['--resume']);
  expect([code, lines]).toEqual([0, ['PASS a', 'PASS b', 'PASS c', 'PASS d']]);
  const after = server.seen.slice(before.length).map((request) => request.headers['x-client-request-id']);
  expect(after.filter((key) => key === 'a@default#0' || key === 'b@default#0')).toEqual([]);
});

test('D 7606: no two trials of a run have one key, not even of hostile inputs, targets and repeats', async () => {
  const cases =
    caseOf('a', ', repeat: 2, controls: [{ name: h, user: x }, { user: z }]') + caseOf('a-h', ', repeat: 2');
  const config = 'targets: [{ id: m, type: chat }, { id: n, type: chat }]\n';
  const { folder, server, run } = await live(cases, saying('yes'), config);
  await run(['--target', 'm,n']);
  const keys = server.seen.map((request) => request.headers['x-client-request-id']);
  expect(new Set(keys).size).toBe(keys.length);
  const runs = path.join(folder, 'eval/.proofmark/runs');
  const trials = readFileSync(path.join(runs, readdirSync(runs)[0] ?? '', 'trials.ndjson'), 'utf8')
    .trim()
    .split('\n');
  expect(trials).toHaveLength(keys.length + 1);
});

test('D 741, 634, 1441: exit codes tell a failure, an open question, a faulty suite and an empty one apart', async () => {
  const codeOf = async (
    cases: string,
    replies: Readonly<Record<string, unknown>>,
    args: readonly string[] = [],
  ): Promise<number> => (await recorded(cases, replies)(args)).code;
  expect(await codeOf(caseOf('a'), { a: 'yes' })).toBe(0);
  expect(await codeOf(caseOf('a'), { a: 'nope' })).toBe(1);
  expect(await codeOf('- { id: a, user: q, expect: { rubric: polite } }\n', { a: 'x' })).toBe(3);
  expect(await codeOf('- { id: a, usr: q }\n', {})).toBe(2);
  expect(await codeOf(caseOf('a'), { a: 'yes' }, ['--only', 'zzz'])).toBe(5);
});

test.each([
  ['more: an empty answer fails a case that only forbids', completion(''), 'empty'],
  ['more: an answer of null is a failure with a code', completion(null), 'empty'],
  ['more: no choices is a failure with a code and no TypeError', '{"choices":[]}', 'no_choices'],
  ['more: HTML is a failure with a code', '<html>busy</html>', 'bad_body'],
])('%s', async (_, body, code) => {
  const cases = '- { id: a, user: q, expect: { forbidden_substrings: [secret] }, mutate: { completion: secret } }\n';
  const { run } = await live(cases, (response) => {
    response.setHeader('content-type', body.startsWith('<') ? 'text/html' : 'application/json');
    response.end(body);
  });
  const result = await run();
  expect([result.code, result.lines]).toEqual([1, [`FAIL live a: [${code}]`]]);
});

test('more: an endpoint that never answers is a timeout, and a 500 is asked once more', async () => {
  const hanging = await live(caseOf('a'), () => undefined, 'limits: { timeout_ms: 40, retries: 0 }\n');
  expect((await hanging.run()).lines).toEqual(['FAIL live a: [timeout]']);
  const recovering = await live(caseOf('a'), (response, request, count) =>
    count === 0 ? refusing(500)(response, request, count) : saying('yes')(response, request, count),
  );
  expect((await recovering.run()).lines).toEqual(['PASS a']);
  expect(recovering.server.seen).toHaveLength(2);
});

test('more: a reply that was cut is a failure, though it passes the checks', async () => {
  const body = completion('yes').replace('"stop"', '"length"');
  const { run } = await live(caseOf('a'), (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  expect((await run()).lines).toEqual(['FAIL live a: [truncated]']);
});
