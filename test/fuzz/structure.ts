import fc from 'fast-check';

// Built from the real vocabulary, with texts that have troubled loaders before.
const nastyTexts = [
  'hi',
  '14 days',
  '',
  ' ',
  '007',
  '1e3',
  '1.10',
  '2024-01-02',
  'true',
  'null',
  '~',
  '12345678901234567890',
  '{{item}}',
  '{{context}}',
  '{{missing}}',
  '{#',
  '# x',
  '- x',
  'a: b',
  '"',
  "'",
  '\n',
  'line\nline',
  '\ttab',
  '\u00a0',
  '\u200b',
  '\ufeffx',
  '退货期',
  '😀',
  '\ud800',
  '*x',
  '&x',
  '<<',
  '%',
  '@x',
  '|',
  '>',
  '[',
  '__proto__',
  'constructor',
  'toString',
  'e\u0301',
  '$&',
];
const soundTexts = [
  'hi',
  '14 days',
  '007',
  '1e3',
  '2024-01-02',
  'true',
  'a: b',
  '{#',
  '退货期',
  '😀',
  'e\u0301',
  'line\nline',
  '$&',
  "it's",
];

/** Nearly always the first, so that some inputs come through whole; now and then the second, so that most do not. */
function mostly<T, U>(sound: fc.Arbitrary<T>, odd: fc.Arbitrary<U>, weight = 24): fc.Arbitrary<T | U> {
  return fc.oneof({ weight, arbitrary: sound }, { weight: 1, arbitrary: odd });
}

const text = mostly(fc.constantFrom(...soundTexts), fc.constantFrom(...nastyTexts));
const number = mostly(fc.constantFrom(1, 2, 5), fc.constantFrom(0, -1, 0.5, 1.5, 1e21, 10_000, 1e-7));
const scalar = fc.oneof({ weight: 6, arbitrary: text }, number, fc.boolean(), fc.constant(null));
const anything = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(text, scalar, { maxKeys: 2 }));

const checkTypes = [
  'tool_name',
  'no_tool_call',
  'required_args',
  'args',
  'contains',
  'contains_any',
  'contains_all',
  'forbidden_substrings',
  'equals',
  'regex',
  'json',
  'json_path',
  'json_schema',
  'finish_reason',
  'rubric',
];
const unknownTypes = ['judge', 'similar', 'contanis', 'constructor', '__proto__', 'length'];
const schemas = mostly<unknown, unknown>(
  fc.constantFrom<unknown>({ type: 'object', required: ['a'] }, { type: 'string' }, { const: 1 }),
  fc.constantFrom<unknown>(
    { type: 'object', required: ['a'] },
    { type: 'string' },
    { type: 'array', minItems: 1 },
    {},
    true,
    false,
    { type: 'objct' },
    { properties: { a: { type: 'string' } } },
    { type: 'object', properties: { a: {} } },
    { not: {} },
    { $ref: '#' },
    { const: 1 },
  ),
  6,
);
const patterns = mostly(
  fc.constantFrom('^hi$', 'hi', '\\d+', '\\bhi\\b'),
  fc.constantFrom('^hi$', 'hi', '.*', '', '(', '\\d+', 'x*', '^', '\\bhi\\b', '[a-z]', '(?=x)'),
  6,
);
const paths = mostly(
  fc.constantFrom('$.a', '$.a[0]', '$..a'),
  fc.constantFrom('$', '$.a', '$.a[0]', '$[', '', 'a', '$..a', '$[?@.a]'),
  6,
);
const value = (type: string): fc.Arbitrary<unknown> => {
  switch (type) {
    case 'json_schema':
      return schemas;
    case 'regex':
      return patterns;
    case 'json':
    case 'no_tool_call':
      return mostly(fc.constant(true), fc.constantFrom<unknown>(false, 'true', null));
    case 'args':
      return fc.dictionary(
        text,
        mostly(fc.oneof(text, fc.record({ equals: text })), fc.oneof(scalar, fc.constant({ optional: true })), 8),
        { minKeys: 1, maxKeys: 3 },
      );
    case 'tool_name':
    case 'rubric':
      return mostly(text, anything);
    case 'equals':
      return mostly(text, anything, 4);
    default:
      return mostly(fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })), anything);
  }
};
const common = mostly(
  fc.record({ not: fc.boolean(), blocking: fc.boolean(), template: fc.boolean() }, { requiredKeys: [] }),
  fc.record(
    { id: fc.constantFrom('x', 'contains', 'a b'), word: fc.boolean(), fence: fc.constant('accept'), valeu: text },
    { requiredKeys: [] },
  ),
  8,
);
const pathOptions = mostly(
  fc.record({ path: paths, equals: mostly(text, scalar) }),
  fc.record(
    {
      path: paths,
      equals: scalar,
      one_of: fc.array(scalar, { maxLength: 2 }),
      matches: patterns,
      exists: fc.boolean(),
      count: fc.nat({ max: 2 }),
    },
    { requiredKeys: ['path'] },
  ),
  2,
);
const type = mostly(fc.constantFrom(...checkTypes), fc.constantFrom(...unknownTypes));
const entry = type.chain((name): fc.Arbitrary<[string, unknown]> =>
  name === 'json_path'
    ? fc.tuple(fc.constant(name), pathOptions)
    : fc.tuple(
        fc.constant(name),
        fc.oneof(
          { weight: 4, arbitrary: value(name) },
          fc.tuple(value(name), common).map(([inner, options]) => ({ value: inner, ...options })),
        ),
      ),
);
const listItem = fc
  .tuple(entry, common)
  .map(([[name, inner], options]) =>
    name === 'json_path'
      ? { check: name, ...(inner as object), ...options }
      : { check: name, value: inner, ...options },
  );
const expectation = mostly(
  fc.oneof(
    fc.array(entry, { minLength: 1, maxLength: 2 }).map((entries) => Object.fromEntries(entries)),
    fc.array(listItem, { minLength: 1, maxLength: 3 }),
  ),
  anything,
);

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
