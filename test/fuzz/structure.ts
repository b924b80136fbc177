import fc from 'fast-check';
import { anything, checkTypes, expectation, mostly, nastyTexts, number, patterns, scalar, text } from './check-data.ts';

const argumentsData = fc.dictionary(text, mostly(text, scalar), { maxKeys: 2 });
const completion = mostly(
  fc.oneof(
    text,
    fc.record({ content: text, tool_name: text, arguments: argumentsData }),
    fc.record({ json: anything }),
  ),
  fc.oneof(
    anything,
    fc.record({ content: text, json: anything, tool_name: text, arguments: argumentsData }, { requiredKeys: [] }),
    fc.record({ tool_calls: fc.array(fc.record({ name: text, arguments: argumentsData }), { maxLength: 2 }) }),
  ),
  8,
);
const control = mostly(
  fc.record(
    { name: fc.constantFrom('n', 'm', 'k'), must: fc.constantFrom('fail', 'pass'), completion },
    { requiredKeys: ['completion'] },
  ),
  fc.record(
    {
      name: fc.constantFrom('n', 'a b'),
      must: fc.constant('fial'),
      aims: fc.array(fc.constantFrom(...checkTypes)),
      user: text,
      completion,
    },
    { requiredKeys: [] },
  ),
  8,
);
const message = fc.record(
  { role: fc.constantFrom('user', 'system', 'assistant', 'usr'), content: fc.oneof(text, anything) },
  { requiredKeys: ['role'] },
);
const id = mostly(
  fc.constantFrom('a', 'b', 'c_1', 'd-2', 'e.3', 'f', 'g', 'h', 'i', 'j', 'k', '007'),
  fc.constantFrom(...nastyTexts),
);
const passages = fc.array(fc.record({ id: text, text, rank: number }, { requiredKeys: ['id', 'text'] }), {
  maxLength: 2,
});

const soundKeys = {
  id,
  user: mostly(fc.constantFrom('Hello?', 'Say {{item}}', 'Use {{context}}'), text, 8),
  expect: expectation,
  mutate: mostly(
    completion.map((inner) => ({ completion: inner })),
    anything,
  ),
  controls: fc.array(control, { maxLength: 3 }),
  reference: completion,
  messages: fc.array(message, { maxLength: 3 }),
  vars: fc.dictionary(fc.constantFrom('item', 'context', 'x y', 'constructor'), text, { maxKeys: 2 }),
  context: passages,
  facts: fc.record({ must: fc.array(text, { maxLength: 2 }), locale: text }, { requiredKeys: [] }),
  repeat: mostly(fc.integer({ min: 1, max: 6 }), scalar, 8),
  min_pass: mostly(fc.constantFrom(1, 0.5, 2), scalar, 8),
  known_failure: mostly(
    fc.constant({ reason: 'r', until: '2026-12-31' }),
    fc.record({ reason: text, until: text }, { requiredKeys: [] }),
    4,
  ),
  tags: fc.array(text, { maxLength: 2 }),
  split: mostly(fc.constantFrom('dev', 'private'), fc.constant('x')),
  note: text,
};
/** What people add by mistake: a key of another tool, a slip of the pen, a name of the language. */
const strayKeys = fc.constantFrom(
  'assert',
  'exepct',
  'test',
  'threshold',
  'contains',
  'constructor',
  'toString',
  'prompt',
  'item_id',
  'turns',
);

/** A case as data, mostly sound; the optional keys are there now and then. */
export const caseData: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(
    fc.record(soundKeys, { requiredKeys: [] }),
    fc.subarray(
      [
        'messages',
        'vars',
        'context',
        'facts',
        'repeat',
        'min_pass',
        'known_failure',
        'tags',
        'split',
        'note',
        'controls',
        'reference',
      ],
      { maxLength: 3 },
    ),
    mostly(fc.constant(null), fc.tuple(strayKeys, anything), 9),
    fc.record({ id, user: soundKeys.user, expect: expectation, mutate: soundKeys.mutate }),
  )
  .map(([all, chosen, stray, needed]) => ({
    ...needed,
    ...Object.fromEntries(Object.entries(all).filter(([key]) => chosen.includes(key))),
    ...(stray === null ? {} : { [stray[0]]: stray[1] }),
  }));

/** Cases of the older forms as data. */
export const olderData: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.record(
    {
      id,
      prompt: text,
      reference: text,
      grader: mostly(fc.constantFrom('contains_all', 'regex', 'rubric'), fc.constant('x')),
      needles: mostly(fc.array(text, { minLength: 1, maxLength: 3 }), fc.constant([])),
      pattern: patterns,
      runs: number,
      last_audit: mostly(fc.constantFrom(null, '2026-01-01'), fc.constant('x')),
    },
    { requiredKeys: ['id', 'prompt', 'reference'] },
  ),
  fc.record(
    {
      item_id: id,
      input_text: text,
      gold: mostly(text, scalar),
      slice_tags: fc.array(text, { maxLength: 2 }),
      split: mostly(fc.constantFrom('dev', 'private'), fc.constant('x')),
      source: fc.constantFrom('prod_sample', 'synthetic'),
    },
    { requiredKeys: ['item_id', 'input_text', 'gold'] },
  ),
);

/** A config as data; mostly none. */
export const configData: fc.Arbitrary<Record<string, unknown> | null> = mostly(
  fc.constant(null),
  fc.record(
    {
      version: mostly(fc.constant<unknown>(1), fc.constantFrom<unknown>(2, '1', null)),
      name: text,
      defaults: fc.record({ tags: fc.array(text, { maxLength: 2 }), expect: expectation }, { requiredKeys: [] }),
      targets: fc.array(
        mostly(
          fc.record({ id, type: fc.constant('chat'), model: text }),
          fc.record(
            { id, type: fc.constantFrom('recorded', 'x'), file: text, api_key_env: text },
            { requiredKeys: ['id'] },
          ),
          4,
        ),
        { minLength: 1, maxLength: 2 },
      ),
      panel: fc.array(id, { maxLength: 1 }),
      limits: fc.dictionary(
        mostly(fc.constantFrom('timeout_ms', 'retries', 'concurrency'), fc.constant('retrys')),
        mostly(fc.integer({ min: 1, max: 9 }), scalar),
        { maxKeys: 2 },
      ),
      sampling: fc.dictionary(text, mostly(text, scalar), { maxKeys: 2 }),
      tools: mostly(fc.constant([{ type: 'function' }]), anything),
      allow_no_controls: mostly(fc.boolean(), scalar),
    },
    { requiredKeys: [] },
  ),
  1,
);
