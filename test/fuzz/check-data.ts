import fc from 'fast-check';

// Checks as data, built from the real vocabulary, with texts that have troubled loaders before.
export const nastyTexts: readonly string[] = [
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
export function mostly<T, U>(sound: fc.Arbitrary<T>, odd: fc.Arbitrary<U>, weight = 24): fc.Arbitrary<T | U> {
  return fc.oneof({ weight, arbitrary: sound }, { weight: 1, arbitrary: odd });
}

export const text: fc.Arbitrary<string> = mostly(fc.constantFrom(...soundTexts), fc.constantFrom(...nastyTexts));
export const number: fc.Arbitrary<number> = mostly(
  fc.constantFrom(1, 2, 5),
  fc.constantFrom(0, -1, 0.5, 1.5, 1e21, 10_000, 1e-7),
);
export const scalar: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: text },
  number,
  fc.boolean(),
  fc.constant(null),
);
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(text, scalar, { maxKeys: 2 }),
);

export const checkTypes: readonly string[] = [
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
export const patterns: fc.Arbitrary<string> = mostly(
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
export const expectation: fc.Arbitrary<unknown> = mostly(
  fc.oneof(
    fc.array(entry, { minLength: 1, maxLength: 2 }).map((entries) => Object.fromEntries(entries)),
    fc.array(listItem, { minLength: 1, maxLength: 3 }),
  ),
  anything,
);
