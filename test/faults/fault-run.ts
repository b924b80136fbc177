import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { runCommand } from '../../src/cli/commands/run.ts';
import { systemClock } from '../../src/core/clock.ts';
import { startSimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { parseScenario } from '../../src/simulate/scenario-file.ts';
import type { PlantedFault } from './faults.ts';

/** A key that no file and no line may show. */
export const plantedKey = 'sk-planted-7f3a9c1e55';

/** What a run of one case against a faulty endpoint came to. */
export interface FaultResult {
  readonly fault: string;
  readonly stream: boolean;
  readonly exitCode: number;
  /** The line of the case, as it is printed. */
  readonly line: string;
  /** What each attempt came to: `http_429`. */
  readonly attempts: readonly string[];
  /** What the trial's record says of the failure; null for a reply. */
  readonly detail: string | null;
  /** Everything printed and written, to look for what must not be there. */
  readonly traces: string;
}

const caseText = `id: refund
user: How long do I have?
expect:
  contains: 14 days
controls:
  - must: fail
    completion: You have 30 days.
`;

/** Runs one case against an endpoint with this fault, through the run command; null plants none. */
export async function runWithFault(fault: PlantedFault | null, stream: boolean): Promise<FaultResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'proofmark-fault-'));
  const place = await placeOf(fault);
  try {
    mkdirSync(path.join(folder, 'eval', 'cases'), { recursive: true });
    writeFileSync(path.join(folder, 'eval', 'cases', 'refund.yaml'), caseText);
    writeFileSync(path.join(folder, 'eval', 'proofmark.yaml'), configText(fault, stream));
    const printed: string[] = [];
    const code = await runCommand(
      [],
      { record: false },
      {
        stdout: into(printed),
        stderr: into(printed),
        environment: { EVAL_BASE_URL: place.url, EVAL_API_KEY: plantedKey },
        currentFolder: folder,
        clock: systemClock,
        signal: new AbortController().signal,
      },
    );
    return { fault: fault?.name ?? 'none', stream, exitCode: code, ...readBack(folder, printed.join('')) };
  } finally {
    await place.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function configText(fault: PlantedFault | null, stream: boolean): string {
  const limits = { timeout_ms: 20_000, deadline_ms: 30_000, ...fault?.limits };
  return `version: 1\ntargets: [{ id: default, type: chat, stream: ${stream} }]\nlimits: ${JSON.stringify(limits)}\n`;
}

function into(printed: string[]): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      printed.push(chunk.toString());
      done();
    },
  });
}

interface StoredLine {
  readonly key?: string;
  readonly outcome: { readonly detail?: string };
  readonly attempts: readonly { readonly result: string }[];
}

function readBack(folder: string, printed: string): Pick<FaultResult, 'line' | 'attempts' | 'detail' | 'traces'> {
  const run = path.join(folder, 'eval', '.proofmark', 'runs');
  const files = readdirSync(run, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
  const trials = files.findIndex((entry) => entry.name === 'trials.ndjson');
  const lines = (texts[trials] ?? '').split('\n').filter((line) => line !== '');
  const [trial] = lines.map((line) => JSON.parse(line) as StoredLine).filter((line) => line.key === 'refund@default#0');
  return {
    line: printed.split('\n').find((line) => /^[A-Z]/.test(line)) ?? '',
    attempts: trial?.attempts.map(({ result }) => result) ?? [],
    detail: trial?.outcome.detail ?? null,
    traces: [printed, ...texts].join('\n'),
  };
}

async function placeOf(
  fault: PlantedFault | null,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  if (fault?.name === 'no_endpoint') return { url: `http://127.0.0.1:${await closedPort()}`, close: async () => {} };
  if (fault?.name === 'not_http') return mailServer();
  const faults = fault?.entry ? `[${fault.entry}]` : '[]';
  const scenario = parseScenario(
    `version: 1\ndefault: { content: You have 14 days. }\nfaults: ${faults}\n`,
    'scenario.yaml',
  );
  return startSimulatedEndpoint(scenario, { clock: systemClock });
}

async function closedPort(): Promise<number> {
  const server = await listening(createServer());
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function mailServer(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = await listening(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end('220 mail.example ESMTP\r\n'));
    }),
  );
  const close = async (): Promise<void> => {
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function listening(server: ReturnType<typeof createServer>): Promise<typeof server> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
