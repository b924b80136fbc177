import { readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { randomFrom } from '../../src/core/random.ts';
import {
  calledKeys,
  concurrency,
  keysOnDisk,
  newestRun,
  runAndSignal,
  runCommand,
  summaryOf,
  withSession,
  type Session,
} from './session.ts';
import { trials } from './suite.ts';

vi.setConfig({ testTimeout: 60_000 }); // each starts several processes

interface Instant {
  readonly afterCalls: number;
  readonly thenMs: number;
}

const random = randomFrom('instants of a kill');
const instant = (calls: number): Instant => ({
  afterCalls: 1 + Math.floor(random() * calls),
  thenMs: Math.floor(random() * 30),
});

/** What an uninterrupted run writes. */
function uninterrupted(flags: readonly string[]): Promise<string> {
  return withSession(async (session) => {
    const { code } = await runCommand(session, ...flags);
    expect(code).toBe(1); // some cases are planted to fail
    return summaryOf(session);
  });
}

const killed = (session: Session, flags: readonly string[], at: Instant) =>
  runAndSignal(session, flags, { signal: 'SIGKILL', ...at });

interface Kill {
  readonly onDisk: ReadonlySet<string>;
  readonly called: ReadonlySet<string>;
  readonly calls: number;
}

function stateAt(session: Session): Kill {
  const called = calledKeys(session);
  return { onDisk: new Set(keysOnDisk(session)), called: new Set(called), calls: called.length };
}

function expectNothingPaidTwice(session: Session, kill: Kill): void {
  const after = [...new Set(calledKeys(session, kill.calls))];
  expect(after.filter((key) => kill.onDisk.has(key))).toEqual([]);
  const repeated = after.filter((key) => kill.called.has(key));
  expect(repeated.length).toBeLessThanOrEqual(concurrency);
}

function expectComplete(session: Session, summary: string): void {
  const keys = keysOnDisk(session);
  expect(new Set(keys).size).toBe(keys.length);
  expect(summaryOf(session)).toBe(summary);
}

describe('a run that is killed', () => {
  let plain = '';
  let repeated = '';
  beforeAll(async () => {
    [plain, repeated] = await Promise.all([uninterrupted([]), uninterrupted(['--repeat', '3'])]);
  });

  const scenarios = [
    ...Array.from({ length: 16 }, () => ({ flags: [] as string[], instants: [instant(trials - 2 * concurrency)] })),
    { flags: [], instants: [instant(20), instant(20), instant(20)] }, // the resumes are killed too
    ...Array.from({ length: 3 }, () => ({ flags: ['--repeat', '3'], instants: [instant(3 * trials - 30)] })),
  ];
  const named = scenarios.map(({ flags, instants }) => ({
    flags,
    instants,
    name: [...flags, ...instants.map(({ afterCalls, thenMs }) => `${thenMs} ms after ${afterCalls} calls`)].join(', '),
  }));

  test.concurrent.each(named)('goes on without calling again what is on disk: $name', async ({ flags, instants }) => {
    await withSession(async (session) => {
      const kills: Kill[] = [];
      for (const [index, at] of instants.entries()) {
        const { signal } = await killed(session, index === 0 ? flags : ['--resume'], at);
        if (signal === 'SIGKILL') kills.push(stateAt(session));
      }
      expect(kills).toHaveLength(instants.length);
      expect((await runCommand(session, '--resume')).code).toBe(1);
      for (const kill of kills) expectNothingPaidTwice(session, kill);
      expectComplete(session, flags.length === 0 ? plain : repeated);
    });
  });

  test.concurrent.each([
    ['in the middle of its last line', (line: Buffer) => Math.floor(line.length / 2)],
    ['inside a character of several bytes', (line: Buffer) => line.findLastIndex((byte) => byte >= 0xe0) + 1],
    ['before the line end', (line: Buffer) => line.length - 1],
    ['after the first byte of its last line', () => 1],
  ])('heals a file that was torn %s', async (_, where) => {
    await withSession(async (session) => {
      await killed(session, [], { afterCalls: 40, thenMs: 0 });
      const torn = keysOnDisk(session).at(-1);
      for (const name of ['trials.ndjson', 'grades.ndjson']) tear(path.join(newestRun(session), name), where);
      const state = stateAt(session);
      expect(state.onDisk).not.toContain(torn);
      await runCommand(session, '--resume');
      expect(calledKeys(session, state.calls)).toContain(torn);
      expect(calledKeys(session, state.calls).filter((key) => state.onDisk.has(key))).toEqual([]);
      expectComplete(session, plain);
    });
  });

  test('before its first call leaves nothing that hinders the next', async () => {
    await withSession(async (session) => {
      for (const thenMs of [60, 140, 220, 300]) await killed(session, [], { afterCalls: 0, thenMs });
      await runCommand(session);
      expect(summaryOf(session)).toBe(plain);
    });
  });
});

/** Cuts the file so that of its last line only the bytes before `where` are left. */
function tear(file: string, where: (line: Buffer) => number): void {
  const bytes = readFileSync(file);
  const start = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  truncateSync(file, start + where(bytes.subarray(start)));
}
