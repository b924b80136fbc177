import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomFrom } from '../core/random.ts';
import { readChatRequest, type ChatRequest } from './chat-request.ts';
import { matchesGlob } from './glob.ts';
import { drawLatencyMs, faultOf, latencyMsOf, replyTo } from './plan.ts';
import { parseScenario } from './scenario-file.ts';
import type { Scenario } from './scenario.ts';

interface Asked {
  readonly key?: string;
  readonly retry?: number;
  readonly model?: string;
  readonly messages?: readonly object[];
}

function ask({
  key = '',
  retry = 0,
  model = 'm',
  messages = [{ role: 'user', content: 'hello' }],
}: Asked): ChatRequest {
  const headers = { 'x-client-request-id': key, 'x-retry-count': String(retry) };
  const request = readChatRequest(JSON.stringify({ model, messages }), headers);
  if ('message' in request) throw new Error(request.message);
  return request;
}

const scenarioOf = (yaml: string): Scenario => parseScenario(`version: 1\n${yaml}`, 'scenario.yaml');
const keys = Array.from({ length: 2000 }, (_, index) => `case_${index}`);

test('the first rule whose conditions all hold answers, else the default', () => {
  const scenario = scenarioOf(`
replies:
  - { match: { user: "A-1", model: "big-*" }, content: both }
  - { match: { user: "A-1" }, content: user }
  - { match: { system: "terse" }, content: system }
  - { match: { tool_result: "shipped" }, content: tool }
  - { match: { key: "refund_*/0" }, content: key }
default: { content: none }`);
  const says = (asked: Asked): string | null => replyTo(ask(asked), scenario).content;
  const user = { role: 'user', content: [{ type: 'text', text: 'order A-1' }] };
  expect(says({ messages: [user], model: 'big-2' })).toBe('both');
  expect(says({ messages: [user, { role: 'user', content: 'again' }], model: 'bigger' })).toBe('user');
  expect(says({ messages: [{ role: 'developer', content: 'be terse' }] })).toBe('system');
  expect(says({ messages: [{ role: 'tool', content: '{"state":"shipped"}' }] })).toBe('tool');
  expect(says({ key: 'refund_window/0' })).toBe('key');
  expect(says({ key: 'refund_window/1' })).toBe('none');
  expect(says({ messages: [{ role: 'assistant', content: 'A-1 terse shipped' }] })).toBe('none');
});

test('a script answers by the number of assistant turns, its last reply for all later ones', () => {
  const scenario = scenarioOf('default: { script: [{ content: one }, { content: two }] }');
  const user = { role: 'user', content: 'go on' };
  const assistant = { role: 'assistant', content: 'x' };
  const says = (messages: readonly object[]): string | null => replyTo(ask({ messages }), scenario).content;
  expect(says([user])).toBe('one');
  expect(says([user, assistant, user])).toBe('two');
  expect(says([user, assistant, user, assistant, user])).toBe('two');
});

test('a pass probability decides per key, the same on every retry, in about the stated share', () => {
  const scenario = scenarioOf(
    'seed: 7\ndefault: { content: good, pass_probability: 0.9, otherwise: [{ content: b1 }, { content: b2 }] }',
  );
  const says = (key: string, retry = 0): string | null => replyTo(ask({ key, retry }), scenario).content;
  const shares = { good: 0, b1: 0, b2: 0 };
  for (const key of keys) {
    shares[says(key) as 'good'] += 1;
    expect(says(key, 1)).toBe(says(key));
  }
  // Four standard deviations of a binomial of 2,000.
  expect(Math.abs(shares.good - 1800)).toBeLessThan(54);
  expect(Math.min(shares.b1, shares.b2)).toBeGreaterThan(60);
});

// The digits were computed by another program from the definition of the generator.
test('what is drawn for a seed and key stays the same from release to release', () => {
  const scenario = scenarioOf('seed: 7\ndefault: { content: "1", pass_probability: 0.5, otherwise: { content: "0" } }');
  expect(
    keys
      .slice(0, 32)
      .map((key) => replyTo(ask({ key }), scenario).content)
      .join(''),
  ).toBe('01101100100101101010110110010001');
});

test('another seed draws otherwise', () => {
  const bits = (seed: number): string => {
    const scenario = scenarioOf(
      `seed: ${seed}\ndefault: { content: "1", pass_probability: 0.5, otherwise: { content: "0" } }`,
    );
    return keys
      .slice(0, 64)
      .map((key) => replyTo(ask({ key }), scenario).content)
      .join('');
  };
  expect(bits(1)).not.toBe(bits(2));
});

test('calls without a key are told apart by their bodies', () => {
  const scenario = scenarioOf('default: { content: "1", pass_probability: 0.5, otherwise: { content: "0" } }');
  const says = keys
    .slice(0, 64)
    .map((text) => replyTo(ask({ messages: [{ role: 'user', content: text }] }), scenario).content);
  expect(new Set(says)).toEqual(new Set(['0', '1']));
});

test('a fault strikes by key and retry whatever the number of the call, in about the stated share', () => {
  const scenario = scenarioOf('faults: [{ kind: http_429, probability: 0.1, retries: [0] }]');
  const struck = keys.filter((key) => faultOf(ask({ key }), 1, scenario) !== null);
  expect(Math.abs(struck.length - 200)).toBeLessThan(54);
  expect(keys.filter((key) => faultOf(ask({ key }), 999, scenario) !== null)).toEqual(struck);
  expect(keys.filter((key) => faultOf(ask({ key, retry: 1 }), 1, scenario) !== null)).toEqual([]);
});

test('without a list of retries each attempt draws anew', () => {
  const scenario = scenarioOf('faults: [{ kind: http_500, probability: 0.5 }]');
  const same = keys.filter((key) => {
    const strikes = (retry: number): boolean => faultOf(ask({ key, retry }), 1, scenario) !== null;
    return strikes(0) === strikes(1);
  });
  expect(Math.abs(same.length - 1000)).toBeLessThan(90);
});

test('faults by count strike the calls named, and the first that is due wins', () => {
  const scenario = scenarioOf(
    'faults: [{ kind: cut_body, calls: [3, 7] }, { kind: http_500, every: 3 }, { kind: hang, key: "slow_*" }]',
  );
  const kinds = Array.from({ length: 9 }, (_, index) => faultOf(ask({ key: 'a' }), index + 1, scenario)?.kind);
  const none = undefined;
  expect(kinds).toEqual([none, none, 'cut_body', none, none, 'http_500', 'cut_body', none, 'http_500']);
  expect(faultOf(ask({ key: 'slow_1' }), 1, scenario)?.kind).toBe('hang');
});

test('a log-normal latency has the stated median and 95th percentile', () => {
  const random = randomFrom('latency');
  const latency = { kind: 'log_normal', medianMs: 400, p95Ms: 2000 } as const;
  const drawn = Array.from({ length: 40_000 }, () => drawLatencyMs(latency, random)).sort((a, b) => a - b);
  // The sampling error of these quantiles is about 0.6 % and 1 %.
  expect(drawn[20_000]).toBeGreaterThan(400 * 0.97);
  expect(drawn[20_000]).toBeLessThan(400 * 1.03);
  expect(drawn[38_000]).toBeGreaterThan(2000 * 0.95);
  expect(drawn[38_000]).toBeLessThan(2000 * 1.05);
});

test('a uniform latency fills its range and is the same for the same key and retry', () => {
  const scenario = scenarioOf('latency: { from_ms: 100, to_ms: 200 }');
  const drawn = keys.map((key) => latencyMsOf(ask({ key }), scenario));
  expect(keys.map((key) => latencyMsOf(ask({ key }), scenario))).toEqual(drawn);
  expect(keys.map((key) => latencyMsOf(ask({ key, retry: 1 }), scenario))).not.toEqual(drawn);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(100);
  expect(Math.min(...drawn)).toBeLessThan(101);
  expect(Math.max(...drawn)).toBeGreaterThan(199);
  expect(Math.max(...drawn)).toBeLessThan(200);
});

test('a glob matches what the regular expression of it does', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 6 });
  fc.assert(
    fc.property(pattern, word, (glob, text) => {
      expect(matchesGlob(glob, text)).toBe(new RegExp(`^${glob.replaceAll('*', '.*')}$`).test(text));
    }),
  );
  expect(matchesGlob('case.1', 'case_1')).toBe(false);
});
