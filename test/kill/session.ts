import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../src/core/clock.ts';
import { startSimulatedEndpoint, type SimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { parseScenario } from '../../src/simulate/scenario-file.ts';
import { run, start, type Ended } from './command.ts';
import { scenarioText, writeSuite } from './suite.ts';

export const concurrency = 8;

/** A suite in a folder of its own, and the endpoint that it is run against, with a log of every call. */
export interface Session {
  readonly folder: string;
  readonly endpoint: SimulatedEndpoint;
  readonly close: () => Promise<void>;
}

async function openSession(latency?: string): Promise<Session> {
  const folder = mkdtempSync(path.join(tmpdir(), 'proofmark-kill-'));
  writeSuite(folder);
  const endpoint = await startSimulatedEndpoint(parseScenario(scenarioText(latency), 'scenario.yaml'), {
    clock: systemClock,
  });
  const close = async (): Promise<void> => {
    await endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, endpoint, close };
}

/** Opens a session for the time of the work. */
export async function withSession<T>(work: (session: Session) => Promise<T>, latency?: string): Promise<T> {
  const session = await openSession(latency);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

const surroundings = ({ folder, endpoint }: Session) => ({ folder, environment: { EVAL_BASE_URL: endpoint.url } });

/** Any command of proofmark in the session's folder, to its end. */
export function command(session: Session, ...commandLine: readonly string[]): Promise<Ended> {
  return run(commandLine, surroundings(session));
}

export function startCommand(session: Session, ...commandLine: readonly string[]): ReturnType<typeof start> {
  return start(commandLine, surroundings(session));
}

export const runCommand = (session: Session, ...flags: readonly string[]): Promise<Ended> =>
  command(session, 'run', '--concurrency', String(concurrency), ...flags);

/** Starts a run and sends it the signal so many milliseconds after the endpoint has seen so many more calls. */
export async function runAndSignal(
  session: Session,
  flags: readonly string[],
  {
    signal,
    afterCalls,
    thenMs,
  }: { readonly signal: NodeJS.Signals; readonly afterCalls: number; readonly thenMs: number },
): Promise<Ended> {
  const before = session.endpoint.counts().calls;
  const { child, ended } = startCommand(session, 'run', '--concurrency', String(concurrency), ...flags);
  while (child.exitCode === null && session.endpoint.counts().calls - before < afterCalls) await pause(1);
  await pause(thenMs);
  child.kill(signal);
  const end = await ended;
  await pause(20); // what was sent before the end may still be on its way to the endpoint
  return end;
}

/** Keys of the calls from the `from`th on, the first attempts and the repeated ones. */
export function calledKeys({ endpoint }: Session, from = 0): string[] {
  return endpoint
    .calls()
    .slice(from)
    .map((call) => call.key);
}

export function newestRun({ folder }: Session): string {
  const runs = path.join(folder, 'eval', '.proofmark', 'runs');
  const number = (name: string): number => Number(name.split('-')[3] ?? 1);
  const [newest] = readdirSync(runs).sort((first, second) => number(second) - number(first));
  return path.join(runs, newest as string);
}

/** Keys of the trials that are whole on disk, in the order of their lines. */
export function keysOnDisk(session: Session): string[] {
  const lines = readFileSync(path.join(newestRun(session), 'trials.ndjson'), 'utf8')
    .split('\n')
    .slice(0, -1);
  return lines.map((line) => JSON.parse(line) as { readonly key?: string }).flatMap(({ key }) => key ?? []);
}

export function summaryOf(session: Session): string {
  return readFileSync(path.join(newestRun(session), 'summary.json'), 'utf8');
}
