import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../core/problem.ts';
import { startSimulatedEndpoint } from '../../simulate/endpoint.ts';
import { readScenario } from '../../simulate/scenario-file.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { runCommand } from './run.ts';
import { writeSchemas } from './schema.ts';

const example = fileURLToPath(new URL('../../../examples/support-agent', import.meta.url));
/** The lines that the example is planted to give; anything else is a fault of this program. */
const plantedFile = 'expected-lines.txt';

export interface DemoOptions {
  readonly out: string;
}

/** `proofmark demo`: runs the example suite live against a simulated endpoint. 0 when it ended as planted, else 1. */
export async function demoCommand(options: DemoOptions, io: CommandIo): Promise<ExitCode> {
  const folder = path.resolve(io.currentFolder, options.out);
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(path.join(folder, plantedFile))) {
    const message = `${options.out} is there and is not a demo's folder`;
    throw new InputError({ code: 'INIT_EXISTS', message, hint: 'name another one: proofmark demo --out FOLDER' });
  }
  const again = existsSync(path.join(folder, plantedFile));
  mkdirSync(folder, { recursive: true });
  cpSync(example, folder, { recursive: true });
  writeSchemas(path.join(folder, 'schema'));
  const endpoint = await startSimulatedEndpoint(await readScenario(path.join(folder, 'scenario.yaml')), {
    clock: io.clock,
    port: 0,
  });
  const suite = path.join(options.out, 'eval');
  if (again) io.stdout.write(`${options.out} was there: its suite is written anew, its runs are kept.\n`);
  io.stdout.write(
    `A simulated model answers at ${endpoint.url}. Its suite, ${suite}, is run live, with its controls:\n\n`,
  );
  const printed: string[] = [];
  try {
    await runCommand([suite], { record: false }, spying(io, endpoint.url, printed));
  } finally {
    await endpoint.close();
  }
  const planted = readFileSync(path.join(folder, plantedFile), 'utf8').trimEnd();
  const lines = printed.join('').split('\n\n', 1)[0] ?? '';
  if (lines !== planted) {
    io.stderr.write(`the demo did not end as planted; expected were these lines:\n${planted}\n`);
    return 1;
  }
  io.stdout.write(nextSteps(options.out, suite));
  return 0;
}

/** The same world, with the endpoint's address in its environment and what is printed kept. */
function spying(io: CommandIo, url: string, printed: string[]): CommandIo {
  const write = (chunk: string): boolean => {
    printed.push(chunk);
    return io.stdout.write(chunk);
  };
  const stdout = Object.assign(Object.create(io.stdout) as CommandIo['stdout'], { write });
  return {
    ...io,
    stdout,
    environment: {
      ...io.environment,
      EVAL_BASE_URL: url,
      EVAL_MODEL: 'demo-model',
      EVAL_API_KEY: undefined,
      CI: undefined,
    },
  };
}

function nextSteps(out: string, suite: string): string {
  return `
The demo ended as planted. What you saw:
  - shipping_cost passes on every answer, and its check is numb: "14.90 EUR" passes contains: "4.90".
    Only its control shows that. The build fails for it, although the live answer was right.
  - two live answers failed, each with a code: proofmark explain CODE tells what it means.

Do this next:
  1. open ${path.join(suite, 'cases', 'shipping.yaml')} and mend the check:  contains: { value: "4.90", word: true }
  2. proofmark regrade latest --suite ${suite}      the stored replies, graded again: no call is made
  3. proofmark init                                    your own first suite

In a clone of the repository, type npx proofmark for proofmark.
All files are in ${out}/: the suite, the scenario of the simulated model, and the run under eval/.proofmark/runs/.
`;
}
