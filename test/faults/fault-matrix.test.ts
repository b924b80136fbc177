import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { namedFaults } from '../../src/simulate/scenario.ts';
import { faultPage } from './fault-page.ts';
import { plantedKey, runWithFault, type FaultResult } from './fault-run.ts';
import { plantedFaults } from './faults.ts';

const page = fileURLToPath(new URL('../../docs/reference/faults.md', import.meta.url));
const boundMs = 25_000;
const atOnce = 12;

async function bounded(work: Promise<FaultResult>, what: string): Promise<FaultResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not end`)), boundMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function runAll(): Promise<FaultResult[]> {
  const jobs = plantedFaults.flatMap((fault) => [false, true].map((stream) => ({ fault, stream })));
  const results: FaultResult[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let job = jobs[next]; job !== undefined; job = jobs[next]) {
      const place = next;
      next += 1;
      results[place] = await bounded(runWithFault(job.fault, job.stream), `${job.fault.name}, stream ${job.stream}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

describe('against an endpoint with a fault', () => {
  let results: FaultResult[] = [];
  beforeAll(async () => {
    results = await runAll();
  }, 60_000);

  test('every fault that the simulated endpoint can have is tried, with and without a stream', () => {
    const tried = new Set(results.map(({ fault, stream }) => `${fault} ${stream}`));
    for (const fault of namedFaults) for (const stream of [false, true]) expect(tried).toContain(`${fault} ${stream}`);
    expect(results).toHaveLength(plantedFaults.length * 2);
  });

  test('every run ends with exit code 1 and a coded line of its case, never with a pass or a crash', () => {
    for (const { fault, stream, exitCode, line } of results) {
      expect({ fault, stream, exitCode, line }).toEqual({
        fault,
        stream,
        exitCode: 1,
        line: expect.stringMatching(/^FAIL live refund: \[[^\]]+\]$/),
      });
    }
  });

  test('a fault is asked again at most once, and one that asking cannot mend never', () => {
    const attempts = new Map(results.map((result) => [`${result.fault} ${result.stream}`, result.attempts.length]));
    for (const count of attempts.values()) expect([1, 2]).toContain(count);
    for (const fault of ['http_400', 'http_401', 'http_404', 'redirect', 'too_large', 'no_choices', 'truncated']) {
      expect([fault, attempts.get(`${fault} false`)]).toEqual([fault, 1]);
    }
    for (const fault of ['http_429', 'http_500', 'hang', 'reset', 'cut_body', 'html', 'broken_json', 'no_endpoint']) {
      expect([fault, attempts.get(`${fault} false`)]).toEqual([fault, 2]);
    }
  });

  test('no key that was sent back is in a line or a file', () => {
    for (const { fault, traces } of results) expect([fault, traces.includes(plantedKey)]).toEqual([fault, false]);
    expect(results.find(({ fault }) => fault === 'echo_key')?.traces).toContain('[redacted]');
  });

  test('the table in docs/reference/faults.md says what happened', () => {
    const made = faultPage(results, plantedFaults);
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, made);
    expect(readFileSync(page, 'utf8')).toBe(made);
  });
});

test.each([false, true])('the same case passes against an endpoint without a fault (stream: %s)', async (stream) => {
  expect(await runWithFault(null, stream)).toMatchObject({ exitCode: 0, line: 'PASS refund', attempts: ['ok'] });
});
