import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { proofmark, type CliResult } from '../support/cli.ts';
import { folderOf } from '../support/suite-folder.ts';
import { startSimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { readScenario } from '../../src/simulate/scenario-file.ts';
import { systemClock } from '../../src/core/clock.ts';

const fixtures = fileURLToPath(new URL('../fixtures/founding', import.meta.url));

/** The founding files in a folder of their own, so that runs leave nothing among the fixtures. */
function foundingFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = folderOf({});
  cpSync(fixtures, folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const recorded = (file: string): string => `targets:\n  - { id: recorded, type: recorded, file: ${file} }\n`;

function replies(said: Readonly<Record<string, string>>): string {
  return Object.entries(said)
    .map(([id, content]) => `${JSON.stringify({ id, content })}\n`)
    .join('');
}

function controlsOf(paths: readonly string[], folder = foundingFolder()): Promise<CliResult> {
  return proofmark(['run', ...paths, '--controls-only'], { folder });
}

async function withModel(content: string): Promise<CliResult> {
  const folder = foundingFolder();
  const scenario = path.join(folder, 'scenario.yaml');
  writeFileSync(scenario, content);
  const endpoint = await startSimulatedEndpoint(await readScenario(scenario), { clock: systemClock, port: 0 });
  try {
    return await proofmark(['run'], { folder, environment: { EVAL_BASE_URL: endpoint.url } });
  } finally {
    await endpoint.close();
  }
}

test('the case of the first runner: its control fails, as it must', async () => {
  const { code, stdout } = await controlsOf(['eval']);
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('FAIL')]);
});

test('a model that looks the order up passes; one that invents a tracking number gets the founding codes', async () => {
  const right = await withModel(
    'version: 1\ndefault: { tool_calls: [{ name: lookup_order, arguments: { order_id: A-1042 } }] }\n',
  );
  expect([right.code, right.lines]).toEqual([0, ['PASS lookup_order_requires_id']]);
  const wrong = await withModel('version: 1\ndefault: { content: "I found tracking TRACK-1." }\n');
  expect(wrong.code).toBe(1);
  expect(wrong.lines).toEqual([
    "FAIL live lookup_order_requires_id: [tool:none, missing_arg:order_id, forbidden:'TRACK-', forbidden:'I found tracking']",
  ]);
});

test('a numb check is caught by the founding control, in the founding words', async () => {
  const folder = foundingFolder();
  const file = path.join(folder, 'eval/cases/lookup_order.yaml');
  const text = readFileSync(file, 'utf8');
  const numb = text
    .replace('required_args: ["order_id"]\n', 'required_args: ["customer_email"]\n')
    .replace('    - "TRACK-"\n', '');
  writeFileSync(file, numb);
  const { code, lines } = await controlsOf(['eval'], folder);
  expect(code).toBe(1);
  expect(lines).toEqual(['FAIL control lookup_order_requires_id: grader accepted the mutation']);
});

test('the cases with counters run on recorded replies; the rubric is not judged, so the run ends with 3', async () => {
  const said = {
    late_fee: 'The late fee is 250 EUR after 14 days; staff cannot waive it.',
    return_days: 'You may return it within 30 days.',
    iso_date: '2026-11-30',
    no_grader: 'It is Paris.',
    tone: 'We are sorry, and will call you back.',
  };
  const folder = foundingFolder({ 'proofmark.yaml': recorded('replies.jsonl'), 'replies.jsonl': replies(said) });
  const { code, lines } = await proofmark(['run', 'cases/*.json'], { folder });
  expect(lines).toEqual([
    'PASS late_fee',
    'PASS iso_date',
    'PASS no_grader',
    'UNJUDGED tone: [rubric]',
    'PASS return_days',
  ]);
  expect(code).toBe(3);
});

test('their controls are made of their needles and patterns, and all of them fail as they must', async () => {
  const { code, stdout } = await controlsOf(['cases/*.json'], foundingFolder({ 'proofmark.yaml': '' }));
  expect(stdout).not.toContain('FAIL');
  expect(stdout).toContain('4 of 4 graded right');
  expect(code).toBe(0);
});

test('a wrong answer to them fails with the needle that is missing', async () => {
  const said = { late_fee: 'It is free.', return_days: '', iso_date: '30.11.2026', no_grader: 'Lyon', tone: 'x' };
  const folder = foundingFolder({ 'proofmark.yaml': recorded('replies.jsonl'), 'replies.jsonl': replies(said) });
  const { code, lines } = await proofmark(['run', 'cases/*.json'], { folder });
  expect(code).toBe(1);
  expect(lines).toEqual([
    "FAIL live late_fee: [missing:'250']",
    'FAIL live iso_date: [no_match]',
    "FAIL live no_grader: [missing:'Paris']",
    'UNJUDGED tone: [rubric]',
    expect.stringMatching(/^FAIL live return_days: \[(empty|missing:'30 days')\]$/),
  ]);
});

test('items are graded by their label; the private one is left out and counted', async () => {
  const folder = foundingFolder({
    'proofmark.yaml': recorded('replies.jsonl'),
    'replies.jsonl': replies({ 'q-001': 'complaint', 'q-002': 'complaint' }),
  });
  const { code, lines, stdout } = await proofmark(['run', 'items.jsonl'], { folder });
  expect(code).toBe(1);
  expect(lines).toEqual(['PASS q-001', 'FAIL live q-002: [not_equal]']);
  expect(stdout).toContain('private   1 item of the private split left out');
  expect(stdout).not.toContain('q-003');
});

test('a file that lost its indentation is an error that says so', async () => {
  const { code, stderr } = await controlsOf(['lost-indentation.yaml']);
  expect(code).toBe(2);
  expect(stderr).toContain('lost-indentation.yaml:3:1  the file lost its indentation: "expect" is empty');
  expect(stderr).toContain('1 problem in 1 file');
});
