import { expect, test } from 'vitest';
import { caseWith, faultsOf, loadFiles } from '../../test/support/suite-folder.ts';
import { suiteConfigSchema } from './suite-config.ts';

const files = { 'cases/a.yaml': caseWith('') };
const configOf = (text: string, more: Readonly<Record<string, string>> = {}) =>
  loadFiles({ ...files, ...more, 'proofmark.yaml': text }).config;
const faults = (text: string, more: Readonly<Record<string, string>> = {}): string[] =>
  faultsOf({ ...files, ...more, 'proofmark.yaml': text });

test('without a config, or with an empty one, every key has its default', () => {
  const expected = {
    name: null,
    systemPrompt: null,
    tools: null,
    targets: [
      {
        id: 'default',
        type: 'chat',
        baseUrlEnv: 'EVAL_BASE_URL',
        modelEnv: 'EVAL_MODEL',
        apiKeyEnv: 'EVAL_API_KEY',
        model: null,
        headersEnv: {},
        query: {},
        path: null,
        omit: [],
        rename: {},
        responseFormat: null,
        stream: false,
        systemPrompt: null,
        family: null,
      },
    ],
    panel: ['default'],
    sampling: { temperature: 0 },
    productionSampling: null,
    setVersion: null,
    retrieval: null,
    limits: {
      timeoutMs: 30_000,
      deadlineMs: 90_000,
      retries: 1,
      concurrency: 8,
      requestsPerMinute: null,
      tokensPerMinute: null,
      maxReplyBytes: 10_000_000,
      maxCalls: null,
      maxCostUsd: null,
      stopAfterSameError: 20,
    },
    prices: {},
    thresholds: { minKill: 0.6, window: 20, saturatedAt: 0.99, minDelta: 0.03 },
    weights: {},
    blocking: [],
    allowNoControls: false,
  };
  expect(loadFiles(files).config).toMatchObject(expected);
  expect(configOf('# nothing\n')).toEqual(loadFiles(files).config);
});

test('every key that is written is read', () => {
  const config = configOf(
    [
      'version: 1',
      'name: support-agent',
      'targets:',
      '  - { id: a, type: chat, base_url_env: B, model_env: M, api_key_env: K, headers_env: { X-Team: T }, query: { api-version: 2026-01-01 },',
      '      path: /x, omit: [temperature], rename: { max_tokens: max_completion_tokens }, response_format: { type: json_object }, stream: true, family: f }',
      '  - { id: b, type: recorded, file: r.jsonl }',
      'panel: [b, a]',
      'sampling: { temperature: 0.7, max_tokens: 10 }',
      'production_sampling: { temperature: 1 }',
      'set_version: 2026-11',
      'retrieval: { index: i, version: 2 }',
      'limits: { timeout_ms: 1, deadline_ms: 2, retries: 0, concurrency: 3, requests_per_minute: 4, tokens_per_minute: 5, max_reply_bytes: 6, max_calls: 7, max_cost_usd: 0.5, stop_after_same_error: 8 }',
      'prices: { m: { input_per_million: 0.10, output_per_million: 2 } }',
      'thresholds: { min_kill: 0.5, window: 10, saturated_at: 0.9, min_delta: 0.1 }',
      'weights: { easy: 0.2 }',
      'blocking: [returns]',
      'allow_no_controls: true',
      'tools: [{ type: function }]',
    ].join('\n'),
  );
  expect(config).toMatchObject({
    name: 'support-agent',
    targets: [
      {
        id: 'a',
        baseUrlEnv: 'B',
        modelEnv: 'M',
        apiKeyEnv: 'K',
        headersEnv: { 'X-Team': 'T' },
        query: { 'api-version': '2026-01-01' },
        path: '/x',
        omit: ['temperature'],
        rename: { max_tokens: 'max_completion_tokens' },
        responseFormat: { type: 'json_object' },
        stream: true,
        family: 'f',
      },
      { id: 'b', type: 'recorded', file: 'r.jsonl' },
    ],
    panel: ['b', 'a'],
    sampling: { temperature: 0.7, max_tokens: 10 },
    productionSampling: { temperature: 1 },
    setVersion: '2026-11',
    retrieval: { index: 'i', version: 2 },
    limits: {
      timeoutMs: 1,
      deadlineMs: 2,
      retries: 0,
      concurrency: 3,
      requestsPerMinute: 4,
      tokensPerMinute: 5,
      maxReplyBytes: 6,
      maxCalls: 7,
      maxCostUsd: 0.5,
      stopAfterSameError: 8,
    },
    prices: { m: { input_per_million: 0.1, output_per_million: 2 } },
    thresholds: { minKill: 0.5, window: 10, saturatedAt: 0.9, minDelta: 0.1 },
    weights: { easy: 0.2 },
    blocking: ['returns'],
    allowNoControls: true,
    tools: [{ type: 'function' }],
  });
});

test.each([
  'targets: [{ id: x, type: chat, api_key: sk-SECRET-1234 }]',
  'targets: [{ id: x, type: chat, apiKey: sk-SECRET-1234 }]',
  'targets: [{ id: x, type: chat, api_key_env: sk-SECRET-1234 }]',
  'targets: [{ id: x, type: chat, api_key_env: [sk-SECRET-1234] }]',
  'targets: [{ id: x, type: chat, headers_env: { Authorization: "Bearer sk-SECRET-1234" } }]',
  'targets: [{ id: x, type: chat, headers: { Authorization: "Bearer sk-SECRET-1234" } }]',
  'targets: [{ id: x, type: chat, stream: sk-SECRET-1234 }]',
  'targets: [{ id: x, type: sk-SECRET-1234 }]',
  'targets: [sk-SECRET-1234]',
  'targets: sk-SECRET-1234',
  'limits: { timeout_ms: sk-SECRET-1234 }',
  'api_key: sk-SECRET-1234',
])('a key that stands in the config is refused, and no message repeats it: %s', (text) => {
  const lines = faults(`${text}\n`);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toContain('SECRET');
});

test('where a key stands in place of a name, the message says where it belongs', () => {
  expect(faults('targets:\n  - { id: x, type: chat, api_key: k }\n')).toEqual([
    'proofmark.yaml:2:26  unknown key "api_key" in "targets.0"; a key never stands in a file: name its environment variable in api_key_env  [CASE_UNKNOWN_KEY]',
  ]);
  expect(faults('targets: [{ id: x, type: chat, base_url_env: "http://x" }]\n')[0]).toContain(
    'must be the name of an environment variable; a key itself never stands in a file',
  );
});

test.each([
  ['nme: x', '1:1  unknown key "nme" in config; did you mean "name"?'],
  ['limits: { retrys: 2, timeout_ms: 0 }', '1:34  "limits.timeout_ms" must be at least 1, found 0'],
  ['limits: { max_cost_usd: 0 }', '1:25  "limits.max_cost_usd" must be more than 0'],
  ['thresholds: { min_kill: 2 }', '1:25  "thresholds.min_kill" must be at most 1'],
  ['sampling: { temperature: 1e0 }', '1:26  "sampling.temperature": 1e0 could be meant as a number or as text'],
  ['allow_no_controls: yes', '1:20  "allow_no_controls" must be true or false'],
  ['version: 2', '1:10  "version" must be 1, found 2; a newer file needs a newer proofmark'],
  ['- a', '1:1  the config must be a map, found a list'],
  ['name: x\n---\nname: y', '3:1  a config holds one document'],
  ['name: [', '2:1  is not YAML: '],
  ['name: a\nname: b', '2:1  key "name" is there twice'],
  ['targets: [{ id: x, type: chatt }]', '1:26  "targets.0.type" must be chat or recorded'],
  ['targets: [{ id: x }]', '"targets.0.type" is missing'],
  ['targets: [{ id: x, type: recorded }]', '1:11  "targets.0.file" is missing'],
  ['targets: []', '"targets" must not be empty'],
  ['targets: [{ id: x, type: chat }, { id: x, type: chat }]', '1:40  target id "x" is there twice  [CONFIG_TARGET]'],
  ['panel: [defualt]', '1:9  the panel names no target: defualt; did you mean "default"?  [CONFIG_TARGET]'],
  ['system_prompt: no.txt', '1:16  system_prompt "no.txt" is not there  [CONFIG_PROMPT]'],
  ['system_prompt: ../x', `1:16  system_prompt "../x" is outside the suite's folder`],
  ['targets: [{ id: x, type: chat, system_prompt: no.txt }]', '1:47  system_prompt "no.txt" is not there'],
  ['tools: no.yaml', '1:8  file "no.yaml" is not there'],
  ['tools: []', '"tools" must not be empty'],
])('%j is refused at its place', (text, message) => {
  expect(faults(`${text}\n`).join('\n')).toContain(message);
});

test('tools may come from a file, which must hold a list of sound values', () => {
  expect(configOf('tools: t.yaml\n', { 't.yaml': '- { type: function }\n' }).tools).toEqual([{ type: 'function' }]);
  expect(configOf('tools: t.json\n', { 't.json': '[{"type": "function"}]' }).tools).toEqual([{ type: 'function' }]);
  expect(faults('tools: t.yaml\n', { 't.yaml': 'a: 1\n' })).toEqual([
    't.yaml:1:1  t.yaml must hold a list of tool definitions, found a map  [CONFIG_TOOLS]',
  ]);
  expect(faults('tools: t.yaml\n', { 't.yaml': '- { minimum: 1e3 }\n' })[0]).toContain(
    't.yaml:1:14  "0.minimum": 1e3 could',
  );
});

test('the schema alone gives the same defaults as an empty file', () => {
  expect(suiteConfigSchema.parse({})).toMatchObject({ allow_no_controls: false, limits: { retries: 1 } });
});
