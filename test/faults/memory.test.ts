import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { startSimulatedEndpoint } from '../../src/simulate/endpoint.ts';
import { parseScenario } from '../../src/simulate/scenario-file.ts';
import { run } from '../kill/command.ts';
import { httpServer } from '../support/http-server.ts';

const tellPeak = new URL('../../bench/tell-peak.mjs', import.meta.url).href;
const cases = 3; // one after the other: what one leaves behind would add up

let folder = '';
let soundPeak = 0;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'proofmark-memory-'));
  for (const stream of [false, true]) {
    const suite = path.join(folder, `stream-${stream}`);
    mkdirSync(path.join(suite, 'cases'), { recursive: true });
    const ids = Array.from({ length: cases }, (_, index) => `case-${index}`);
    const texts = ids.map(
      (id) => `- { id: ${id}, user: hi, expect: { contains: yes }, controls: [{ must: fail, completion: no }] }`,
    );
    writeFileSync(path.join(suite, 'cases', 'all.yaml'), `${texts.join('\n')}\n`);
    writeFileSync(
      path.join(suite, 'proofmark.yaml'),
      `version: 1\nlimits: { max_reply_bytes: 5000000 }\ntargets: [{ id: default, type: chat, stream: ${stream} }]\n`,
    );
  }
  soundPeak = (await against('')).peak;
}, 30_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function runAt(
  url: string,
  stream: boolean,
): Promise<{ readonly lines: readonly string[]; readonly peak: number }> {
  const { stdout, stderr } = await run(['run', `stream-${stream}`, '--concurrency', '1'], {
    folder,
    environment: { EVAL_BASE_URL: url },
    nodeFlags: ['--import', tellPeak],
  });
  const peak = Number(/peak memory: ([\d.]+) MB/.exec(stderr)?.[1]);
  return { lines: stdout.split('\n\n', 1)[0]?.split('\n') ?? [], peak };
}

async function against(fault: string, stream = false): ReturnType<typeof runAt> {
  const scenario = parseScenario(`version: 1\ndefault: { content: yes }\nfaults: [${fault}]\n`, 'scenario.yaml');
  const endpoint = await startSimulatedEndpoint(scenario, { clock: systemClock });
  try {
    return await runAt(endpoint.url, stream);
  } finally {
    await endpoint.close();
  }
}

/** Megabytes over a run with sound replies; 5 MB of a reply may be kept, as bytes and as text, and what is not collected yet. */
const boundMb = 80;

test.each([
  ['a reply of 100 MB that is announced', '{ kind: too_large }', false],
  ['a stream of 100 MB', '{ kind: too_large }', true],
  ['a stream without end', '{ kind: endless_stream, drip_ms: 1 }', true],
  ['a body without end', '{ kind: endless_stream, drip_ms: 1 }', false],
])('%s ends as too_large in bounded memory', { timeout: 60_000 }, async (_, fault, stream) => {
  const { lines, peak } = await against(fault, stream);
  expect(lines).toEqual(Array.from({ length: cases }, (__, index) => `FAIL live case-${index}: [too_large]`));
  expect(peak - soundPeak).toBeLessThan(boundMb);
});

test('a compressed reply that unpacks to 200 MB ends as too_large in bounded memory', { timeout: 60_000 }, async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, 32), { level: 9 });
  const server = await httpServer((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
  });
  try {
    const { lines, peak } = await runAt(server.url, false);
    expect(lines).toEqual(Array.from({ length: cases }, (_, index) => `FAIL live case-${index}: [too_large]`));
    expect(peak - soundPeak).toBeLessThan(boundMb);
  } finally {
    await server.close();
  }
});
