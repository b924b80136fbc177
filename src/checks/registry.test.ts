import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calling, gradingContext, useOf } from '../../test/support/grading.ts';
import type { CheckUse } from '../cases/case.ts';
import { madeReply, replyOf, type Reply } from '../cases/reply.ts';
import type { JsonValue } from '../core/json.ts';
import { canonicalJson } from '../core/canonical-json.ts';
import { grade, gradeExplanations } from './grade.ts';
import { checks } from './registry.ts';

interface Sample {
  readonly options: unknown;
  /** A reply that passes. */
  readonly reply: Reply;
}

const said = (content: string): Reply => replyOf({ content, finishReason: 'stop' });
const order = '{"id":"A-17","items":[{"price":5},{"price":7}],"total":12}';
const orderSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, total: { type: 'number', minimum: 10 } },
  required: ['id', 'total'],
};
const lookup = calling(['lookup', { id: 'A-17', n: 5, deep: { list: [1, 2] } }]);

/** For every check of the registry options with a reply that passes; a check without a sample fails a test below. */
const samples: Readonly<Record<string, readonly Sample[]>> = {
  tool_name: [
    { options: { value: 'lookup' }, reply: lookup },
    { options: { value: 'lookup', position: 'any' }, reply: calling(['other', {}], ['lookup', {}]) },
  ],
  no_tool_call: [{ options: {}, reply: said('hello') }],
  required_args: [{ options: { value: ['id', '/deep/list/0'] }, reply: lookup }],
  args: [
    { options: { value: { id: 'A-17', n: { min: 1, max: 9 }, '/deep/list': [1, 2] } }, reply: lookup },
    {
      options: {
        value: { id: { regex: '^A-\\d+$' }, n: { equals: 5, tolerance: 1 }, x: { absent: true } },
        allow_extra: true,
      },
      reply: lookup,
    },
    {
      options: {
        value: { id: { one_of: ['A-17', 'A-18'] }, n: { optional: true }, deep: { optional: true } },
        allow_extra: false,
      },
      reply: lookup,
    },
    { options: { value: { id: { from_input: true } } }, reply: lookup },
  ],
  contains: [
    { options: { value: 'ab' }, reply: said('aabb') },
    { options: { value: '250', word: true }, reply: said('It costs 250, not 2500.') },
    { options: { value: 'Größe', ignore_case: true }, reply: said('die GRÖSSE, Größe') },
    { options: { value: ['14 days', 'é'], exact: true }, reply: said('é: 14 days') },
  ],
  contains_any: [{ options: { value: ['14 days', 'two weeks'] }, reply: said('14 days, that is two weeks') }],
  contains_all: [{ options: { value: ['a', 'b'] }, reply: said('abba') }],
  forbidden_substrings: [
    { options: { value: ['30 days', 'never'] }, reply: said('14 days') },
    { options: { value: ['X'], ignore_case: false }, reply: said('x') },
  ],
  equals: [
    { options: { value: 'billing' }, reply: said('billing') },
    { options: { value: 'Yes, 2', normalise: ['case', 'whitespace', 'punctuation'] }, reply: said('yes  2.') },
    { options: { value: JSON.parse(order) as JsonValue }, reply: said(order) },
  ],
  regex: [
    { options: { value: '\\d+ days' }, reply: said('14 days or 15 days') },
    { options: { value: '[a-z]+', full: true, flags: 'i' }, reply: said('Refund') },
    { options: { value: '.' }, reply: said('x') },
  ],
  json: [
    { options: {}, reply: said(order) },
    { options: { fence: 'accept' }, reply: said('```json\n[1]\n```') },
    { options: {}, reply: said('12') },
  ],
  json_path: [
    { options: { path: '$.items[*].price', one_of: [5, 7] }, reply: said(order) },
    { options: { path: '$.items', exists: true, count: 1 }, reply: said(order) },
    { options: { path: '$.id', matches: '^A' }, reply: said(order) },
    { options: { path: '$.error', exists: false }, reply: said(order) },
  ],
  json_schema: [
    { options: { value: orderSchema }, reply: said(order) },
    { options: { value: { type: 'array' } }, reply: said('[]') },
  ],
  finish_reason: [{ options: { value: ['stop', 'tool_calls'] }, reply: said('x') }],
  rubric: [{ options: { value: 'is polite' }, reply: said('x') }],
};

const context = gradingContext('Where is order A-17?');
const uses: readonly (readonly [type: string, sample: Sample])[] = Object.entries(samples).flatMap(([type, list]) =>
  list.map((sample) => [type, sample] as const),
);
const codesOf = (type: string): Set<string> =>
  new Set([...Object.keys(checks.get(type)?.findings ?? {}), ...Object.keys(gradeExplanations)]);
const verdict = (use: CheckUse, reply: Reply): ReturnType<typeof grade> => grade({ ...context, checks: [use] }, reply);
const status = (use: CheckUse, reply: Reply): string | undefined => verdict(use, reply).checks[0]?.status;

test('every check of the registry has a sample, and every sample a check', () => {
  expect(Object.keys(samples)).toEqual([...checks.keys()]);
});

describe.each(uses)('%s, sample %#', (type, { options, reply }) => {
  const check = checks.get(type);
  if (!check) throw new Error(type);
  const use = useOf(type, options);

  test('the reply passes, and its options can fail', () => {
    expect(status(use, reply)).toBe(check.judgeable ? 'pass' : 'not_judged');
    expect(check.neverFails(use.options, { not: false })).toBeNull();
  });

  test('its counterexamples do not pass, bear different names, and leave the reply as it was', () => {
    const before = canonicalJson(reply);
    const found = [...check.counterexamples(reply, use.options, { case: context, evidence: {}, toolName: null })];
    const passing = found.filter((example) => verdict(use, example.reply).status !== 'fail');
    expect(passing).toEqual([]);
    expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
    expect(found.length >= (check.judgeable ? 2 : 0)).toBe(true);
    expect(canonicalJson(reply)).toBe(before);
  });

  test('its options are plain data, which parsing again leaves as they are', () => {
    expect(JSON.parse(JSON.stringify(use.options))).toEqual(use.options);
    if (type !== 'args') expect(check.options.parse(use.options)).toEqual(use.options);
  });

  test('each code has a meaning and an advice', () => {
    for (const explanation of Object.values(check.findings)) {
      expect(explanation.meaning).toMatch(/^[A-Z].{20,}\.$/);
      expect(explanation.advice).toMatch(/^[A-Z“].{20,}\.$/);
    }
  });
});

test.each([
  ['contains', { value: 'ab' }, said('aabb'), 'value-removed'],
  ['contains', { value: '250', word: true }, said('It costs 250.'), 'word-lengthened'],
  ['contains_all', { value: ['a', 'b'] }, said('ab'), 'value-removed-2'],
  ['contains_any', { value: ['a', 'b'] }, said('ab'), 'value-removed'],
  ['forbidden_substrings', { value: ['x'] }, said('y'), 'value-refused'],
  ['regex', { value: '\\d' }, said('a1'), 'match-removed'],
  ['json', {}, said('{}'), 'in-a-code-fence'],
  ['json_path', { path: '$.a', equals: 1 }, said('{"a":1}'), 'node-removed-1'],
  ['json_schema', { value: orderSchema }, said(order), 'without/total'],
  ['equals', { value: { a: [1] } }, said('{"a":[1]}'), 'changed/a/0-1'],
  ['tool_name', { value: 'lookup' }, lookup, 'other-tool-first'],
  ['required_args', { value: 'id' }, lookup, 'id-empty-1'],
  ['args', { value: { n: { min: 1, max: 9 } } }, lookup, 'n-removed-1'],
])('%s with %j knows what kills it: %s', (type, options, reply, name) => {
  const found = checks
    .get(type)
    ?.counterexamples(reply, useOf(type, options).options, { case: context, evidence: {}, toolName: null });
  expect([...(found ?? [])].map((example) => example.name)).toContain(name);
});

// A small alphabet with what breaks readers: half a surrogate pair, a null character, an accent on its own.
const awkward = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    '1',
    '4',
    ' ',
    '.',
    ',',
    '"',
    '{',
    '}',
    '[',
    ']',
    ':',
    '`',
    '\n',
    '\u0000',
    '\u0301',
    '\ud800',
    '\u{1f600}',
    '漢',
    '\u00a0',
  ),
  maxLength: 12,
});
const key = fc.constantFrom('a', 'id', 'n', '__proto__', 'constructor', '');
const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, 0, -1, 5, 12, 1e300, 'A-17', ''),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 3 })
      .map(
        (entries) =>
          JSON.parse(
            `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${JSON.stringify(item)}`).join(',')}}`,
          ) as JsonValue,
      ),
  ),
})).value;
// Stand-ins, put in place inside the properties: a report of a failure must not print them.
const huge: Readonly<Record<string, string>> = {
  '<long>': 'x'.repeat(100_000),
  '<open>': '['.repeat(50_000),
  '<deep>': `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
};
const content = fc.oneof(
  fc.constantFrom(null, '', order, '14 days', 'aabb', ...Object.keys(huge)),
  awkward,
  anyJson.map((value) => JSON.stringify(value)),
  anyJson.map((value) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``),
);
const call = fc.record({ name: fc.constantFrom('lookup', 'other', ''), value: anyJson }).map(({ name, value }) => {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    name,
    arguments: isObject ? (value as Readonly<Record<string, JsonValue>>) : null,
    argumentsText: JSON.stringify(value),
  };
});
const anyReply = fc
  .record({
    content,
    refusal: fc.option(awkward),
    toolCalls: fc.array(call, { maxLength: 2 }),
    finishReason: fc.constantFrom(null, 'stop', 'length'),
    made: fc.boolean(),
  })
  .map((parts) => (parts.made ? madeReply(parts) : replyOf(parts)));
const whole = (reply: Reply): Reply => ({ ...reply, content: huge[reply.content ?? ''] ?? reply.content });

// Deep freezing would need recursion as deep as the reply: only its own fields are frozen, and compared after.
const frozen = (reply: Reply): Reply => Object.freeze({ ...reply, toolCalls: Object.freeze([...reply.toolCalls]) });

test('for any reply, a check and its negation never both pass, and only pass and fail change places', () => {
  const turned: Readonly<Record<string, string>> = { pass: 'fail', fail: 'pass' };
  fc.assert(
    fc.property(fc.constantFrom(...uses), anyReply, (pick, short) => {
      const reply = whole(short);
      const use = useOf(pick[0], pick[1].options);
      const plain = status(use, reply) as string;
      expect(status({ ...use, not: true }, reply)).toBe(turned[plain] ?? plain);
    }),
    { numRuns: 600 },
  );
});

test('for any reply, grading does not throw, changes nothing, tells declared codes only, and says the same twice', () => {
  fc.assert(
    fc.property(fc.constantFrom(...uses), anyReply, fc.boolean(), (pick, short, not) => {
      const reply = whole(short);
      const use = useOf(pick[0], pick[1].options, { not });
      const optionsBefore = JSON.stringify(use.options);
      const before = JSON.stringify(reply.toolCalls) + String(reply.content);
      const first = verdict(use, frozen(reply));
      expect(verdict(use, frozen(reply))).toEqual(first);
      expect(JSON.stringify(reply.toolCalls) + String(reply.content)).toBe(before);
      expect(JSON.stringify(use.options)).toBe(optionsBefore);
      const { status: checkStatus, score, findings } = first.checks[0] as (typeof first.checks)[number];
      if (checkStatus === 'fail' || checkStatus === 'unreadable' || checkStatus === 'error')
        expect(findings.length).toBeGreaterThan(0);
      if (score !== null) expect(score >= 0 && score <= 1).toBe(true);
      expect(findings.map(({ code }) => code).filter((code) => !codesOf(pick[0]).has(code))).toEqual([]);
      for (const finding of findings) {
        for (const part of [finding.detail, finding.at, finding.saw, finding.expected]) {
          expect(part ?? '').not.toMatch(/[\u0000-\u001f\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])/);
          expect((part ?? '').length).toBeLessThan(400);
        }
      }
    }),
    { numRuns: 600 },
  );
});

test('for any passing reply, no counterexample passes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...uses), anyReply, (pick, short) => {
      const reply = whole(short);
      const use = useOf(pick[0], pick[1].options);
      fc.pre(status(use, reply) === 'pass');
      const found =
        checks.get(pick[0])?.counterexamples(reply, use.options, { case: context, evidence: {}, toolName: null }) ?? [];
      for (const example of found) expect(verdict(use, example.reply).status).not.toBe('pass');
    }),
    { numRuns: 150 },
  );
});
