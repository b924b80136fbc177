import fc from 'fast-check';
import { Buffer } from 'node:buffer';
import { afterAll, expect, test } from 'vitest';
import { Workbench } from './loading.ts';
import { runsOr, seed, wholeTimeMs } from './runs.ts';
import { seedConfig, seedFiles } from './seeds.ts';

const bench = new Workbench();
afterAll(() => bench.close());

const tokens = [
  '{{',
  '}}',
  '{{item}}',
  ': ',
  '- ',
  '? ',
  '&a ',
  '*a',
  '*base',
  '<<: ',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '!!str ',
  '!foo ',
  '|\n',
  '>\n',
  '"',
  "'",
  '""',
  ',',
  ';',
  '\t',
  '\r',
  '\r\n',
  '\n',
  '\n\n',
  ' ',
  '#',
  '[',
  ']',
  '{',
  '}',
  '\\',
  '\\u',
  '\0',
  '\ufeff',
  '\u0085',
  '\u2028',
  '\u200b',
  '😀',
  'é',
  '__proto__',
  'constructor',
  'null',
  '~',
  'true',
  '007',
  '1e3',
  '0x1F',
  '.inf',
  '-',
  '1'.repeat(25),
  '[['.repeat(60),
  'id: a\n',
  'expect:\n',
  'file: ',
  '{ file: x }',
  '$',
  '@',
  '`',
  '()',
  '.*',
];
const bytesToInsert = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...tokens).map((token) => Buffer.from(token)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0xff, 0xfe, 0xc3, 0xe2, 0x80, 0x00, 0x1b, 0x7f).map((byte) => Buffer.from([byte])),
  },
);

interface Edit {
  readonly kind: 'delete' | 'duplicate' | 'swap' | 'insert' | 'cut' | 'line_delete' | 'line_swap' | 'indent';
  readonly at: number;
  readonly length: number;
  readonly bytes: Buffer;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom<Edit['kind'][]>(
    'delete',
    'duplicate',
    'swap',
    'insert',
    'insert',
    'insert',
    'cut',
    'line_delete',
    'line_swap',
    'indent',
  ),
  at: fc.nat({ max: 2000 }),
  length: fc.integer({ min: 1, max: 12 }),
  bytes: bytesToInsert,
});

function edited(source: Buffer, { kind, at, length, bytes }: Edit): Buffer {
  const start = at % (source.length + 1);
  const end = Math.min(source.length, start + length);
  const [before, piece, after] = [source.subarray(0, start), source.subarray(start, end), source.subarray(end)];
  const lines = source.toString('latin1').split('\n');
  const line = at % lines.length;
  switch (kind) {
    case 'delete':
      return Buffer.concat([before, after]);
    case 'duplicate':
      return Buffer.concat([before, piece, piece, after]);
    case 'swap':
      return Buffer.concat([before, Buffer.from(piece).reverse(), after]);
    case 'insert':
      return Buffer.concat([before, bytes, source.subarray(start)]);
    case 'cut':
      return length > 10 ? Buffer.from(before) : Buffer.concat([before, after]);
    case 'line_delete':
      return Buffer.from(lines.toSpliced(line, 1).join('\n'), 'latin1');
    case 'line_swap':
      return Buffer.from(lines.toSpliced(line, 2, ...lines.slice(line, line + 2).reverse()).join('\n'), 'latin1');
    case 'indent':
      return Buffer.from(
        lines.toSpliced(line, 1, `${' '.repeat(length % 4)}${(lines[line] ?? '').trimStart()}`).join('\n'),
        'latin1',
      );
  }
}

test(
  'a file with any bytes changed loads, or is refused with the place of each fault, and no case passes every reply',
  () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...seedFiles),
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        ([name, text], edits) => {
          bench.prove(name, edits.reduce(edited, Buffer.from(text)));
        },
      ),
      { seed, numRuns: runsOr(3000) },
    );
    const { accepted, refused } = bench.counts;
    expect(accepted / (accepted + refused)).toBeGreaterThan(0.03);
    expect(refused / (accepted + refused)).toBeGreaterThan(0.3);
  },
  wholeTimeMs,
);

test(
  'the same of a config',
  () => {
    const sound = 'id: a\nuser: u\nexpect: { contains: hi }\nmutate: { completion: bye }\n';
    const configs = new Workbench();
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 4 }), (edits) => {
        configs.prove('cases/x.yaml', sound, edits.reduce(edited, Buffer.from(seedConfig)));
      }),
      { seed, numRuns: runsOr(1500) },
    );
    configs.close();
    expect(configs.counts.accepted).toBeGreaterThan(10);
    expect(configs.counts.refused).toBeGreaterThan(10);
  },
  wholeTimeMs,
);

test('the files from which bytes are changed are sound themselves', () => {
  const fresh = new Workbench();
  try {
    for (const [name, text] of seedFiles) fresh.prove(name, text);
    expect(fresh.counts).toEqual({ accepted: seedFiles.length, refused: 0 });
  } finally {
    fresh.close();
  }
});

test(
  'random bytes are no suite, and are refused like any other fault',
  () => {
    const names = fc.constantFrom('cases/x.yaml', 'cases/x.json', 'cases/x.jsonl', 'cases/x.csv');
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.array(bytesToInsert, { maxLength: 12 }).map((parts) => Buffer.concat(parts)),
    );
    fc.assert(
      fc.property(names, bytes, (name, content) => {
        const before = bench.counts.accepted;
        bench.prove(name, content);
        expect(bench.counts.accepted).toBe(before);
      }),
      { seed, numRuns: runsOr(1500) },
    );
  },
  wholeTimeMs,
);
