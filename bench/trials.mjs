// 1 and 2: trials against an endpoint in a process of its own, the runner being the real command.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command, measure, startEndpoint } from './processes.mjs';
import { writeScenario, writeSuite } from './suite.mjs';

const inFlight = 64;

/** Runs the suite once; seconds of the trials alone and of the whole process, loading included. */
async function runOnce(folder, url, { cases, repeat }) {
  rmSync(join(folder, '.proofmark'), { recursive: true, force: true });
  const flags = ['--concurrency', String(inFlight), '--repeat', String(repeat), '--no-record'];
  const environment = { EVAL_BASE_URL: url };
  const { code, seconds, peakMb, stdout, stderr } = await measure([command, 'run', folder, ...flags], { environment });
  const passes = stdout.split('\n').filter((line) => line.startsWith('PASS ')).length;
  if (code !== 0 || passes !== cases) throw new Error(`${passes} of ${cases} passed, exit ${code}: ${stderr}`);
  const runs = join(folder, '.proofmark', 'runs');
  const timing = JSON.parse(readFileSync(join(runs, readdirSync(runs)[0], 'timing.json'), 'utf8'));
  return { trialSeconds: timing.wall_ms / 1000, wholeSeconds: seconds, peakMb };
}

/** So many trials at a latency; `times` runs and as many of the bare loop, in turn. */
export async function trials(work, { cases, repeat = 1, latencyMs, times }) {
  const count = cases * repeat;
  const folder = join(work, `trials-${cases}`);
  writeSuite(folder, { count: cases, perFile: 100 });
  const scenario = join(work, `scenario-${latencyMs}.yaml`);
  writeScenario(scenario, latencyMs);
  const endpoint = await startEndpoint(scenario);
  const bareClient = new URL('./bare-client.mjs', import.meta.url).pathname;
  const results = [];
  try {
    for (let time = 0; time < times; time += 1) {
      const run = await runOnce(folder, endpoint.url, { cases, repeat });
      const bare = await measure([bareClient, endpoint.url, String(count), String(inFlight)]);
      if (bare.code !== 0) throw new Error(bare.stderr);
      results.push({ ...run, bareSeconds: Number(bare.stdout) });
    }
  } finally {
    endpoint.close();
  }
  return { idealSeconds: (count * latencyMs) / 1000 / inFlight, results };
}
