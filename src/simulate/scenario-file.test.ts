import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InputError } from '../core/problem.ts';
import { parseScenario, readScenario, scenarioExplanations } from './scenario-file.ts';

function problemsOf(text: string): readonly string[] {
  try {
    parseScenario(text, 'scenario.yaml');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const unexplained = error.problems.filter(({ code }) => !(code in scenarioExplanations));
    return [...error.message.split('\n'), ...unexplained.map(({ code }) => `${code} is not explained`)];
  }
  return [];
}

test('every key of a scenario is read', () => {
  const scenario = parseScenario(
    `
version: 1
seed: 7
port: 8123
model: served
created: 1700000000
latency: { median_ms: 400, p95_ms: 2000 }
replies:
  - match: { user: A, system: B, tool_result: C, key: "d*", model: "e*" }
    tool_calls: [{ name: refund, arguments: { order_id: A-1, nested: { keep_this: 1 } } }, { name: raw, arguments: "{" }]
    usage: { prompt_tokens: 3, completion_tokens: 4 }
    pass_probability: 0.9
    otherwise: { refusal: no }
  - match: { key: s }
    script: [{ content: one, finish_reason: length }, { content: two, usage: null }]
default: { content: dunno }
faults:
  - { kind: http_429, key: "d*", user: A, probability: 0.5, retries: [0, 1], retry_after_ms: 250 }
  - { kind: too_large, calls: [3], every: 2, bytes: 2000 }
  - { kind: redirect, location: "https://example.org/" }
  - { kind: slow_drip, drip_ms: 20 }
log: calls.ndjson
`,
    'folder/scenario.yaml',
  );
  expect(scenario).toMatchObject({
    seed: 7,
    port: 8123,
    model: 'served',
    created: 1_700_000_000,
    latency: { kind: 'log_normal', medianMs: 400, p95Ms: 2000 },
    fallback: { script: [{ content: 'dunno', finishReason: 'stop', usage: 'counted' }], passProbability: 1 },
    log: join('folder', 'calls.ndjson'),
  });
  expect(scenario.rules[0]).toEqual({
    conditions: { user: 'A', system: 'B', toolResult: 'C', key: 'd*', model: 'e*' },
    script: [
      {
        content: null,
        refusal: null,
        toolCalls: [
          { name: 'refund', argumentsText: '{"order_id":"A-1","nested":{"keep_this":1}}' },
          { name: 'raw', argumentsText: '{' },
        ],
        finishReason: 'tool_calls',
        usage: { promptTokens: 3, completionTokens: 4 },
      },
    ],
    passProbability: 0.9,
    otherwise: [{ content: null, refusal: 'no', toolCalls: [], finishReason: 'stop', usage: 'counted' }],
  });
  expect(scenario.rules[1]?.script).toMatchObject([{ finishReason: 'length' }, { usage: null }]);
  expect(scenario.faults).toMatchObject([
    {
      kind: 'http_429',
      conditions: { key: 'd*', user: 'A' },
      probability: 0.5,
      retries: [0, 1],
      retryAfter: { form: 'ms', value: 250 },
    },
    { kind: 'too_large', calls: [3], every: 2, bytes: 2000, retries: null },
    { kind: 'redirect', location: 'https://example.org/' },
    { kind: 'slow_drip', dripMs: 20, probability: 1 },
  ]);
});

test('a scenario of nothing but its version says that it does not know, at once and without faults', () => {
  expect(parseScenario('version: 1\n', 'scenario.yaml')).toMatchObject({
    seed: 1,
    port: 0,
    model: null,
    latency: { kind: 'fixed', ms: 0 },
    rules: [],
    fallback: { script: [{ content: 'I do not know.' }] },
    faults: [],
    log: null,
  });
});

test.each([
  [
    'a key misspelt at the top',
    'version: 1\nsede: 7\n',
    'scenario.yaml:2:1  unknown key "sede" in the scenario; did you mean "seed"?  [SCENARIO_UNKNOWN_KEY]',
  ],
  [
    'a key misspelt deep inside',
    'version: 1\nreplies:\n  - match: { usr: a }\n    content: b\n',
    'scenario.yaml:3:14  unknown key "usr" in replies[0].match; did you mean "user"?  [SCENARIO_UNKNOWN_KEY]',
  ],
  [
    'a key misspelt in a single reply that stands for a list',
    'version: 1\ndefault:\n  content: a\n  pass_probability: 0.5\n  otherwise: { contnt: b, content: c }\n',
    'scenario.yaml:5:16  unknown key "contnt" in default.otherwise[0]; did you mean "content"?  [SCENARIO_UNKNOWN_KEY]',
  ],
  [
    'a number where text is wanted',
    'version: 1\ndefault: { content: 42 }\n',
    'scenario.yaml:2:21  default.content must be a text (quote it)  [SCENARIO_VALUE]',
  ],
  [
    'text where a number is wanted',
    'version: 1\nseed: seven\n',
    'scenario.yaml:2:7  seed must be a number  [SCENARIO_VALUE]',
  ],
  [
    'a map where a list is wanted',
    'version: 1\nfaults: { kind: hang }\n',
    'scenario.yaml:2:9  faults must be a list  [SCENARIO_VALUE]',
  ],
  [
    'no version',
    'seed: 1\n',
    'scenario.yaml:1:1  version must be 1, the version that this program reads  [SCENARIO_VALUE]',
  ],
  [
    'a newer version',
    'version: 2\n',
    'scenario.yaml:1:10  version must be 1, the version that this program reads  [SCENARIO_VALUE]',
  ],
  ['an empty file', '', 'scenario.yaml:1:1  the scenario must be a map  [SCENARIO_VALUE]'],
  [
    'a probability above 1',
    'version: 1\nfaults:\n  - { kind: hang, probability: 90 }\n',
    'scenario.yaml:3:32  faults[0].probability must be from 0 to 1  [SCENARIO_VALUE]',
  ],
  [
    'an option that the fault does not read',
    'version: 1\nfaults:\n  - { kind: hang, retry_after: 1 }\n',
    'scenario.yaml:3:32  faults[0].retry_after has no meaning for hang  [SCENARIO_VALUE]',
  ],
  [
    'a reply that says nothing',
    'version: 1\ndefault: { finish_reason: stop }\n',
    'scenario.yaml:2:10  default must have content, tool_calls, refusal or script  [SCENARIO_VALUE]',
  ],
  [
    'a chance without its other side',
    'version: 1\ndefault: { content: a, pass_probability: 0.5 }\n',
    'scenario.yaml:2:10  default must have pass_probability and otherwise together  [SCENARIO_VALUE]',
  ],
  [
    'a rule that matches everything',
    'version: 1\nreplies:\n  - { match: {}, content: a }\n',
    'scenario.yaml:3:14  replies[0].match must hold a condition; what is said to all the rest is `default`  [SCENARIO_VALUE]',
  ],
  [
    'a latency of two kinds',
    'version: 1\nlatency: { ms: 5, p95_ms: 9 }\n',
    'scenario.yaml:2:10  latency must have ms, or median_ms and p95_ms, or from_ms and to_ms  [SCENARIO_VALUE]',
  ],
  [
    'a log outside the folder',
    'version: 1\nlog: ../calls.ndjson\n',
    'scenario.yaml:2:6  log must be a path inside the folder of this file  [SCENARIO_VALUE]',
  ],
])('%s is named with its place', (_, text, expected) => {
  expect(problemsOf(text)).toEqual([expected]);
});

test('an unknown kind of fault gets the nearest right spelling', () => {
  expect(problemsOf('version: 1\nfaults:\n  - kind: htp_429\n')[0]).toMatch(
    /^scenario\.yaml:3:11 .*did you mean "http_429"\?/,
  );
});

test('a syntax error is named with line and column', () => {
  expect(problemsOf('version: 1\ndefault: { content: "a }\n')[0]).toMatch(
    /^scenario\.yaml:\d+:\d+  .*quote.*\[SCENARIO_SYNTAX\]$/i,
  );
  expect(problemsOf('version: 1\nversion: 1\n')).toEqual([
    'scenario.yaml:2:1  Map keys must be unique  [SCENARIO_SYNTAX]',
  ]);
});

test('all problems are told at once', () => {
  expect(problemsOf('version: 1\nsede: 1\nport: -1\nmodl: a\n')).toHaveLength(3);
});

test('a document of aliases upon aliases is refused', () => {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(', ')}]`,
  );
  expect(problemsOf(`version: 1\nl0: &l0 [x]\n${levels.join('\n')}\n`)[0]).toContain('SCENARIO_SYNTAX');
});

test('a scenario is read from its file, and a missing one is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'proofmark-scenario-'));
  const path = join(folder, 'scenario.yaml');
  await writeFile(path, 'version: 1\nseed: 11\n');
  expect((await readScenario(path)).seed).toBe(11);
  await expect(readScenario(join(folder, 'none.yaml'))).rejects.toThrow(
    'none.yaml cannot be read: there is no such file',
  );
});
