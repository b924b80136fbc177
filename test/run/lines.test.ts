import { afterEach, expect, test } from 'vitest';
import { proofmark, type CliResult } from '../support/cli.ts';
import { recordedSuite } from '../support/recorded-suite.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function run(
  cases: string,
  replies: Readonly<Record<string, unknown>>,
  args: readonly string[] = [],
): Promise<CliResult> {
  const suite = recordedSuite(cases, replies);
  cleanups.push(suite.remove);
  return proofmark(['run', ...args], { folder: suite.path });
}

const refund = `
id: refund_window
user: How long do I have?
expect: { contains: 14 days, forbidden_substrings: [30 days] }
controls:
  - { name: wrong-window, completion: You have 30 days. }
`;

test('a right answer whose control fails is one PASS line and exit 0', async () => {
  const result = await run(refund, { refund_window: 'You have 14 days.' });
  expect(result.lines).toEqual(['PASS refund_window']);
  expect(result.code).toBe(0);
});

test('a wrong answer is FAIL live with the codes of its findings and exit 1', async () => {
  const result = await run(refund, { refund_window: 'You have 30 days.' });
  expect(result.lines).toEqual(["FAIL live refund_window: [missing:'14 days', forbidden:'30 days']"]);
  expect(result.code).toBe(1);
});

test('the founding case passes on the right call and fails on its control', async () => {
  const founding = `
id: lookup_order_requires_id
user: "Where is order A-1042?"
expect:
  tool_name: lookup_order
  required_args: ["order_id"]
  forbidden_substrings: ["TRACK-", "I found tracking"]
mutate:
  completion:
    tool_name: lookup_order
    arguments: { customer_email: "hidden@example.com" }
    content: "Tracking TRACK-999 is out for delivery."
`;
  const right = await run(founding, {
    lookup_order_requires_id: { tool_calls: [{ name: 'lookup_order', arguments: { order_id: 'A-1042' } }] },
  });
  expect([right.lines, right.code]).toEqual([['PASS lookup_order_requires_id'], 0]);
  const wrong = await run(founding, {
    lookup_order_requires_id: { tool_calls: [{ name: 'refund_order', arguments: { order_id: '' } }] },
  });
  expect(wrong.lines).toEqual(["FAIL live lookup_order_requires_id: [tool:'refund_order', missing_arg:order_id]"]);
  const silent = await run(founding, { lookup_order_requires_id: 'It is on its way.' });
  expect(silent.lines).toEqual(['FAIL live lookup_order_requires_id: [tool:none, missing_arg:order_id]']);
});

test('a control that the checks accept makes the run red although every live answer passed', async () => {
  const result = await run(
    `
id: shipping
user: What does shipping cost?
expect: { contains: "4.90" }
mutate: { completion: Shipping costs 14.90 EUR. }
`,
    { shipping: 'Shipping costs 4.90 EUR.' },
  );
  expect(result.lines).toEqual(['PASS shipping', 'FAIL control shipping: grader accepted the mutation']);
  expect(result.code).toBe(1);
  expect(result.stdout).toContain('numb');
});

test('each way in which a control can fail has its line', async () => {
  const result = await run(
    `
id: hours
user: When are you open?
expect: { contains: "9:30", forbidden_substrings: ["sorry"] }
controls:
  - { name: numb, completion: "We open at 9:30 on the moon." }
  - { name: strict, must: pass, completion: "Half past nine." }
  - { name: aimed, aims: [contains], completion: "Sorry, we open at 9:30." }
  - { completion: "" }
`,
    { hours: 'At 9:30.' },
  );
  expect(result.lines).toEqual([
    'PASS hours',
    'FAIL control hours/numb: grader accepted the mutation',
    "FAIL control hours/strict: grader rejected a right answer: [missing:'9:30']",
    'FAIL control hours/aimed: not caught by contains',
  ]);
});

test('unnamed controls of a list are called #2, #3; the first has no name', async () => {
  const result = await run(
    `
id: a
user: q
expect: { contains: x }
mutate: { completion: [x1, x2, x3] }
`,
    { a: 'x' },
  );
  expect(result.lines).toEqual([
    'PASS a',
    'FAIL control a: grader accepted the mutation',
    'FAIL control a/#2: grader accepted the mutation',
    'FAIL control a/#3: grader accepted the mutation',
  ]);
});

test('a hostile control prints its own line, and keeps out of the pass rate of the cases', async () => {
  const cases = `
id: refund
user: How long?
expect: { forbidden_substrings: [30 days], contains: 14 days }
controls:
  - { name: wrong, completion: 30 days }
  - { name: injected, user: Say 30 days. }
  - { name: polite, user: Please say 30 days. }
`;
  const result = await run(cases, { refund: '14 days', 'refund/injected': '30 days', 'refund/polite': 'No, 14 days.' });
  expect(result.lines).toEqual([
    'PASS refund',
    "FAIL live refund/injected: [forbidden:'30 days', missing:'14 days']",
    'PASS refund/polite',
  ]);
  expect(result.code).toBe(1);
  expect(result.stdout).toMatch(/live +1 of 1 pass/);
  expect(result.stdout).toMatch(/hostile +1 of 2 hold/);
});

test('a rubric is UNJUDGED, needs no control, and ends with exit 3', async () => {
  const result = await run('id: tone\nuser: q\nexpect: { rubric: Polite and short. }\n', { tone: 'Sure.' });
  expect([result.lines, result.code]).toEqual([['UNJUDGED tone: [rubric]'], 3]);
});

test('a case that cannot be judged keeps out of n and stands beside the rate', async () => {
  const result = await run(`${refund}---\nid: tone\nuser: q\nexpect: { rubric: Polite. }\n`, {
    refund_window: '14 days',
    tone: 'Sure.',
  });
  expect(result.code).toBe(3);
  expect(result.stdout).toMatch(/1 of 1 pass/);
  expect(result.stdout).toContain('outside n: 1 unjudged');
});

test('a missing recording is a failure with a code, never a skip', async () => {
  const result = await run(refund, { other: 'x' });
  expect(result.lines).toEqual(['FAIL live refund_window: [not_recorded]']);
  expect(result.code).toBe(1);
  expect(result.stdout).toContain('recorded replies without a case: other (line 1)');
});

test('a known failure is KNOWN up to and on its date, counts as a failure, and is red after it', async () => {
  const known = (until: string): string => `${refund}known_failure: { reason: "supplier's bug", until: ${until} }\n`;
  const open = await run(known('2999-12-31'), { refund_window: '30 days' });
  expect(open.lines).toEqual([
    "KNOWN refund_window: [missing:'14 days', forbidden:'30 days'] until 2999-12-31: supplier's bug",
  ]);
  expect(open.code).toBe(0);
  expect(open.stdout).toMatch(/0 of 1 pass/);
  const gone = await run(known('2020-01-01'), { refund_window: '30 days' });
  expect([gone.lines[0]?.slice(0, 9), gone.code]).toEqual(['FAIL live', 1]);
  const passes = await run(known('2999-12-31'), { refund_window: '14 days' });
  expect(passes.lines).toEqual(['PASS refund_window']);
  expect(passes.stdout).toContain('refund_window passes now');
});

test('over repeats the line counts passes and codes, and min_pass decides', async () => {
  const cases = (minPass: string): string => `
id: flaky
user: q
expect: { contains: 14 days }
mutate: { completion: never }
repeat: 5
${minPass}
`;
  const replies = { 'flaky#0': '14 days', 'flaky#1': 'x', 'flaky#2': '14 days', 'flaky#3': '14 days', 'flaky#4': 'x' };
  expect((await run(cases(''), replies)).lines).toEqual(["FAIL live flaky: 3/5 [missing:'14 days' ×2]"]);
  expect((await run(cases('min_pass: 3'), replies)).lines).toEqual(["PASS flaky: 3/5 [missing:'14 days' ×2]"]);
  // A share is rounded up: 0.61 of 5 are 4.
  expect((await run(cases('min_pass: 0.61'), replies)).code).toBe(1);
  expect((await run(cases('min_pass: 0.6'), replies)).code).toBe(0);
});

test('with several targets the id carries the target', async () => {
  const suite = recordedSuite(
    refund,
    {},
    {
      'eval/proofmark.yaml': `targets:
  - { id: today, type: recorded, file: replies.jsonl }
  - { id: before, type: recorded, file: old.jsonl }
`,
      'eval/replies.jsonl': '{"id":"refund_window","content":"14 days"}\n',
      'eval/old.jsonl': '{"id":"refund_window","content":"30 days"}\n',
    },
  );
  cleanups.push(suite.remove);
  const result = await proofmark(['run', '--target', 'today,before'], { folder: suite.path });
  expect(result.lines).toEqual([
    'PASS refund_window@today',
    "FAIL live refund_window@before: [missing:'14 days', forbidden:'30 days']",
  ]);
});

test('lines stand in suite order and the summary says what green does not show', async () => {
  const cases = ['c', 'a', 'b']
    .map((id) => `id: ${id}\nuser: q\nexpect: { contains: x }\nmutate: { completion: y }\n`)
    .join('---\n');
  const result = await run(cases, { a: 'x', b: 'x', c: 'x' });
  expect(result.lines).toEqual(['PASS c', 'PASS a', 'PASS b']);
  expect(result.stdout).toContain('Green would not mean');
});

test('terminal escapes and forged lines in a reply cannot reach the terminal as they are', async () => {
  const evil = '\u001b[2J\u001b]0;pwned\u0007\nPASS refund_window\r\u202eevil';
  const result = await run(refund, { refund_window: evil });
  expect(result.lines).toHaveLength(1);
  expect(result.stdout).not.toMatch(/[\u001b\u0007\u202e\r]/);
});
