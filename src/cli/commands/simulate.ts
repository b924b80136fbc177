import path from 'node:path';
import { startSimulatedEndpoint } from '../../simulate/endpoint.ts';
import { readScenario } from '../../simulate/scenario-file.ts';
import type { CommandIo, ExitCode } from '../io.ts';

export interface SimulateOptions {
  readonly port?: number;
  readonly log?: string;
}

/** `proofmark simulate`: serves a scenario until it is interrupted. */
export async function simulateCommand(file: string, options: SimulateOptions, io: CommandIo): Promise<ExitCode> {
  const scenario = await readScenario(path.resolve(io.currentFolder, file));
  const endpoint = await startSimulatedEndpoint(scenario, {
    clock: io.clock,
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.log === undefined ? {} : { log: path.resolve(io.currentFolder, options.log) }),
  });
  io.stdout.write(
    `simulated endpoint at ${endpoint.url}\n  EVAL_BASE_URL=${endpoint.url} proofmark run     (--target NAME where the first one is recorded)\nstop it with Ctrl-C\n`,
  );
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const { calls } = endpoint.counts();
  await endpoint.close();
  io.stdout.write(`${calls} calls served\n`);
  return 0;
}
