import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  calledKeys,
  command,
  concurrency,
  keysOnDisk,
  newestRun,
  runAndSignal,
  runCommand,
  startCommand,
  summaryOf,
  withSession,
  type Session,
} from './session.ts';
import { cases, configText, idOf, trials, writeCase } from './suite.ts';

vi.setConfig({ testTimeout: 60_000 }); // each starts several processes

const inSuite = ({ folder }: Session, ...parts: readonly string[]): string => path.join(folder, 'eval', ...parts);
const quick = '{ ms: 1 }';

let whole = '';
beforeAll(async () => {
  whole = await withSession(async (session) => {
    await runCommand(session);
    return summaryOf(session);
  }, quick);
});

describe('a run that is interrupted', () => {
  test.concurrent.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s ends with 130, keeps what ended, and goes on',
    async (signal) => {
      await withSession(async (session) => {
        const { code, stdout } = await runAndSignal(session, [], { signal, afterCalls: 30, thenMs: 5 });
        expect(code).toBe(130);
        expect(stdout).toContain(`NOT RUN ${idOf(cases - 1)}`);
        const onDisk = new Set(keysOnDisk(session));
        const called = calledKeys(session);
        expect(onDisk.size).toBeGreaterThanOrEqual(new Set(called).size - concurrency);
        expect(onDisk.size).toBeLessThan(trials);
        expect((await runCommand(session, '--resume')).code).toBe(1);
        expect(calledKeys(session, called.length).filter((key) => onDisk.has(key))).toEqual([]);
        expect(summaryOf(session)).toBe(whole);
      });
    },
  );

  test('twice by SIGINT ends at once and loses nothing that ended', async () => {
    await withSession(async (session) => {
      const { child, ended } = startCommand(session, 'run');
      child.stderr?.on('data', (text: string) => {
        if (text.includes('once more')) child.kill('SIGINT');
      });
      await untilCalled(session, 20);
      child.kill('SIGINT');
      expect((await ended).code).toBe(130);
      await runCommand(session, '--resume');
      expect(summaryOf(session)).toBe(whole);
    });
  });
});

describe('a resume', () => {
  /** Runs 20 calls, changes the suite, resumes. */
  async function changed(change: (session: Session) => void): Promise<{
    readonly code: number | null;
    readonly stderr: string;
    readonly calls: number;
    readonly manifests: readonly [before: string, after: string];
  }> {
    return withSession(async (session) => {
      await runCommand(session, '--max-calls', '20');
      const manifest = (): string => readFileSync(path.join(newestRun(session), 'manifest.json'), 'utf8');
      const before = { calls: session.endpoint.counts().calls, manifest: manifest() };
      change(session);
      const { code, stderr } = await runCommand(session, '--resume');
      const calls = session.endpoint.counts().calls - before.calls;
      return { code, stderr, calls, manifests: [before.manifest, manifest()] };
    }, quick);
  }

  test.concurrent.each([
    ['prompt', (session: Session) => writeFileSync(inSuite(session, 'system_prompt.txt'), 'Be brief.\n')],
    ['input', (session: Session) => writeCase(session.folder, 0, { user: 'How long, please?' })],
    ['sampling', (session: Session) => writeFileSync(inSuite(session, 'proofmark.yaml'), configText(1))],
  ])('with another %s is refused, naming trial and part, and calls nobody', async (part, change) => {
    const { code, stderr, calls, manifests } = await changed(change);
    expect({ code, calls }).toEqual({ code: 2, calls: 0 });
    expect(stderr).toContain(`case-00@default#0 was asked with another ${part}  [RUN_CHANGED]`);
    expect(manifests[1]).toBe(manifests[0]); // the run is left as it was
  });

  test('against another endpoint is refused', async () => {
    await withSession(async (session) => {
      await runCommand(session, '--max-calls', '20');
      await withSession(async (other) => {
        const { code, stderr } = await runCommand({ ...session, endpoint: other.endpoint }, '--resume');
        expect(code).toBe(2);
        expect(stderr).toContain('case-00@default#0 was asked with another endpoint  [RUN_CHANGED]');
        expect(other.endpoint.counts().calls).toBe(0);
      }, quick);
    }, quick);
  });

  test('with a case less and a case more calls only what is missing, and a later regrade knows both', async () => {
    await withSession(async (session) => {
      await runCommand(session, '--max-calls', '20');
      const onDisk = keysOnDisk(session);
      rmSync(inSuite(session, 'cases', 'case-01.yaml'));
      writeCase(session.folder, 61);
      const before = session.endpoint.counts().calls;
      const { code, stdout } = await runCommand(session, '--resume');
      expect(code).toBe(1);
      expect(stdout).toContain('PASS case-61');
      expect(stdout).not.toContain('case-01');
      const called = calledKeys(session, before);
      expect(called).toContain('case-61@default#0');
      expect(called.filter((key) => onDisk.includes(key))).toEqual([]);
      const regraded = await command(session, 'regrade', 'latest');
      expect(regraded.stdout).toContain('PASS case-61');
    }, quick);
  });

  test('asks again what had no call left for its retry: a spent budget is no outcome', async () => {
    await withSession(async (session) => {
      // case-06 and its hostile neighbours fail at first; budgets end before, at and after their retries
      for (const budget of ['7', '1', '1', '1', '9'])
        await runCommand(session, ...resumeUnlessFirst(session), '--max-calls', budget);
      await runCommand(session, '--resume');
      expect(summaryOf(session)).toBe(whole);
    }, quick);
  });

  test('of a complete run calls nobody and writes the same bytes', async () => {
    await withSession(async (session) => {
      await runCommand(session);
      const before = session.endpoint.counts().calls;
      await runCommand(session, '--resume');
      expect(session.endpoint.counts().calls).toBe(before);
      expect(summaryOf(session)).toBe(whole);
    }, quick);
  });
});

test('three shards, merged, give the summary of the whole run', async () => {
  await withSession(async (session) => {
    const ids: string[] = [];
    for (const shard of ['1/3', '2/3', '3/3']) {
      await runCommand(session, '--shard', shard);
      ids.push(path.basename(newestRun(session)));
    }
    const before = session.endpoint.counts().calls;
    const { code } = await command(session, 'merge', ...ids);
    expect(code).toBe(1);
    expect(session.endpoint.counts().calls).toBe(before);
    expect(summaryOf(session)).toBe(whole);
  }, quick);
});

test('a regrade after an edited check changes grades without a call, and leaves out by name what was asked otherwise', async () => {
  await withSession(async (session) => {
    await runCommand(session);
    const before = session.endpoint.counts().calls;
    writeCase(session.folder, 7, { needle: '15 日' });
    writeCase(session.folder, 9, { user: 'Something else?' });
    const { code, stdout } = await command(session, 'regrade', 'latest');
    expect(code).toBe(1);
    expect(stdout).toContain("FAIL live case-07: [missing:'15 日']");
    expect(stdout).toContain('NOT RUN case-09');
    expect(stdout).toMatch(/case-09.*input/);
    expect(stdout).toContain('PASS case-11');
    expect(session.endpoint.counts().calls).toBe(before);
    const gradings = readFileSync(path.join(newestRun(session), 'grades.ndjson'), 'utf8').split('\n');
    expect(gradings.filter((line) => line.includes('"case-07@default#0"'))).toHaveLength(2);
    expect(gradings.filter((line) => line.includes('"case-11@default#0"'))).toHaveLength(1);
  }, quick);
});

describe('two processes on one run', () => {
  test('the second is refused while the first goes on', async () => {
    await withSession(async (session) => {
      const first = startCommand(session, 'run');
      await untilCalled(session, 1);
      const second = await runCommand(session, '--resume');
      expect({ code: second.code, stderr: second.stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('[FILE_LOCKED]'),
      });
      expect((await first.ended).code).toBe(1);
      expect(new Set(calledKeys(session)).size).toBe(trials);
      expect(summaryOf(session)).toBe(whole);
    }, '{ ms: 150 }');
  });

  test('of several that take over a killed run at once, one does and the others are refused', async () => {
    await withSession(async (session) => {
      await runAndSignal(session, [], { signal: 'SIGKILL', afterCalls: 10, thenMs: 0 });
      const before = session.endpoint.counts().calls;
      const all = await Promise.all(Array.from({ length: 4 }, () => runCommand(session, '--resume')));
      expect(all.map(({ code }) => Number(code)).sort((first, second) => first - second)).toEqual([1, 2, 2, 2]);
      for (const { code, stderr } of all) if (code === 2) expect(stderr).toContain('[FILE_LOCKED]');
      const called = session.endpoint
        .calls()
        .slice(before)
        .filter((call) => call.retry === 0);
      expect(new Set(called.map(({ key }) => key)).size).toBe(called.length);
      expect(summaryOf(session)).toBe(whole);
    }, '{ ms: 150 }');
  });

  test('a lock that names no process yet is waited out, then taken over', async () => {
    await withSession(async (session) => {
      await runCommand(session, '--max-calls', '20');
      const lock = path.join(newestRun(session), 'run.lock');
      writeFileSync(lock, '');
      expect((await runCommand(session, '--resume')).stderr).toContain('[FILE_LOCKED]');
      utimesSync(lock, 1, 1);
      expect((await runCommand(session, '--resume')).code).toBe(1);
      expect(summaryOf(session)).toBe(whole);
    }, quick);
  });
});

function resumeUnlessFirst({ endpoint }: Session): readonly string[] {
  return endpoint.counts().calls === 0 ? [] : ['--resume'];
}

async function untilCalled({ endpoint }: Session, calls: number): Promise<void> {
  while (endpoint.counts().calls < calls) await new Promise((resolve) => setTimeout(resolve, 2));
}
