import { Command, CommanderError, Option } from 'commander';
import { systemClock } from '../core/clock.ts';
import { InputError } from '../core/problem.ts';
import { list, shard, whole } from './arguments.ts';
import type { DemoOptions } from './commands/demo.ts';
import type { DoctorOptions } from './commands/doctor.ts';
import type { ListOptions } from './commands/list.ts';
import type { MergeOptions } from './commands/merge.ts';
import type { PruneOptions } from './commands/prune.ts';
import type { RegradeOptions } from './commands/regrade.ts';
import type { RunCommandOptions } from './commands/run.ts';
import type { SchemaOptions } from './commands/schema.ts';
import type { ShowOptions } from './commands/show.ts';
import type { SimulateOptions } from './commands/simulate.ts';
import { reportFailure } from './failures.ts';
import type { CommandIo, ExitCode } from './io.ts';
import { packageVersion } from './version.ts';

/** Runs this process's command line and gives its exit code; never throws. */
export async function runCli(commandLine: readonly string[]): Promise<ExitCode> {
  const stopping = new AbortController();
  stopOnSignals(stopping);
  const output = watchOutput();
  const code = await runCommandLine(commandLine, {
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    currentFolder: process.cwd(),
    clock: systemClock,
    signal: stopping.signal,
  });
  return (await output.failed()) ? 2 : code;
}

/** A reader that closes the pipe (`| head`) has seen enough; output that cannot be written otherwise is a failure. */
function watchOutput(): { readonly failed: () => Promise<boolean> } {
  let failure: NodeJS.ErrnoException | null = null;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure ??= error;
  });
  return {
    failed: async () => {
      await new Promise<void>((resolve) => {
        process.stdout.write('', () => resolve());
      });
      if (failure === null) return false;
      process.stderr.write(`the result could not be written: ${failure.message}\n`);
      return true;
    },
  };
}

/** Runs one command line in a given world and gives its exit code; never throws. */
export async function runCommandLine(commandLine: readonly string[], io: CommandIo): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = buildProgram(io, (done) => {
    code = done;
  });
  try {
    await program.parseAsync([...commandLine], { from: 'user' });
    return code;
  } catch (error) {
    const json = commandLine.includes('--json');
    if (!(error instanceof CommanderError)) return reportFailure(error, io, { json });
    if (error.exitCode === 0) return 0;
    if (json) reportFailure(new InputError({ code: 'RUN_USAGE', message: error.message }), io, { json });
    return 2;
  }
}

/** The first Ctrl-C ends the run in order: what is in flight is dropped, what ended is on disk. The second ends at once. */
function stopOnSignals(stopping: AbortController): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(130);
      process.stderr.write('\nstopping; once more to stop at once\n');
      stopping.abort(new Error('interrupted'));
    });
  }
}

/** The command line; `done` hears the exit code of the command that ran. */
export function buildProgram(io: CommandIo, done: (code: ExitCode) => void): Command {
  const program = new Command('proofmark');
  program
    .description('Evaluate language-model features with instruments that are themselves proved.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .showSuggestionAfterError(true)
    .addHelpText(
      'after',
      `
First steps
  proofmark demo                a suite with a numb check, caught; no key, no network
  proofmark init                write a first suite that runs at once
  proofmark run                 run the suite in eval/ against EVAL_BASE_URL

Exit codes: 0 all holds, 1 something failed, 2 wrong usage or a faulty file, 3 incomplete,
4 a bug of ours, 5 nothing was tested, 130 interrupted.  proofmark explain CODE tells the rest.`,
    );

  program
    .command('demo')
    .description('run an example suite against a simulated endpoint and catch a numb check')
    .option('--out <folder>', 'where its files go', 'proofmark-demo')
    .action(async (options: DemoOptions) => done(await (await import('./commands/demo.ts')).demoCommand(options, io)));

  program
    .command('init')
    .description('write a first suite: two cases with their controls, a prompt, recorded replies')
    .argument('[folder]', 'where', 'eval')
    .action(async (folder: string) => done(await (await import('./commands/init.ts')).initCommand(folder, io)));

  program
    .command('run')
    .description('ask, grade, and grade every control')
    .argument('[paths...]', 'suite folders, case files or globs (default: eval/)')
    .option('--target <ids>', 'targets by id (default: the first)', list)
    .option('--only <ids>', 'only these cases', list)
    .option('--tag <tags>', 'only cases with one of these tags', list)
    .option('--failed <run>', 'only cases that this run did not pass (latest for the newest)')
    .option('--sample <n>', 'a seeded sample of so many cases', whole(1))
    .option('--seed <seed>', 'seed of the sample')
    .option('--shard <i/n>', 'the i-th of n parts; join them with proofmark merge', shard)
    .option('--repeat <n>', 'trials of every case', whole(1))
    .option('--concurrency <n>', 'calls in flight', whole(1))
    .option('--max-calls <n>', 'stop after so many calls, retries counted', whole(1))
    .option('--resume [run]', 'go on with a run that was stopped (default: the newest)')
    .option('--system-prompt <file>', 'send this prompt instead of the suite’s, once')
    .option('--env-file <file>', 'read variables from a file; what the shell sets wins')
    .addOption(new Option('--record', 'append to the history of the suite (default in CI)'))
    .addOption(new Option('--no-record', 'do not append to the history'))
    .option('--history <file>', 'the history to read and append to')
    .option('--allow-no-controls', 'let cases without a control run; the result says so')
    .option('--controls-only', 'grade the controls and call nobody')
    .option('--dry-run', 'say what would be called, and call nobody')
    .option('--json', 'one JSON document on stdout')
    .action(async (paths: string[], options: RunCommandOptions) =>
      done(await (await import('./commands/run.ts')).runCommand(paths, options, io)),
    );

  program
    .command('regrade')
    .description('grade the stored replies of a run with today’s checks; no call is made')
    .argument('<run>', 'id of the run, or latest')
    .option('--suite <folder>', 'folder of the suite (default: eval/)')
    .option('--allow-no-controls', 'let cases without a control be graded; the result says so')
    .option('--json', 'one JSON document on stdout')
    .action(async (run: string, options: RegradeOptions) =>
      done(await (await import('./commands/regrade.ts')).regradeCommand(run, options, io)),
    );

  program
    .command('show')
    .description('one case of a run: its replies, attempts and findings')
    .argument('<run>', 'id of the run, or latest')
    .argument('<id>', 'case, case/variant, or a whole trial key')
    .option('--suite <folder>', 'folder of the suite (default: eval/)')
    .option('--json', 'one JSON document on stdout')
    .action(async (run: string, id: string, options: ShowOptions) =>
      done(await (await import('./commands/show.ts')).showCommand({ run, id, ...options }, io)),
    );

  program
    .command('list')
    .description('the runs of a suite')
    .option('--suite <folder>', 'folder of the suite (default: eval/)')
    .option('--json', 'one JSON document on stdout')
    .action(async (options: ListOptions) => done(await (await import('./commands/list.ts')).listCommand(options, io)));

  program
    .command('merge')
    .description('join the shards of a run into one run')
    .argument('<runs...>', 'ids or folders of the shards’ runs')
    .option('--suite <folder>', 'folder of the suite (default: eval/)')
    .option('--allow-no-controls', 'let cases without a control be graded; the result says so')
    .option('--json', 'one JSON document on stdout')
    .action(async (runs: string[], options: MergeOptions) =>
      done(await (await import('./commands/merge.ts')).mergeCommand(runs, options, io)),
    );

  program
    .command('prune')
    .description('remove old runs')
    .option('--keep <n>', 'how many of the newest to keep', whole(0), 20)
    .option('--dry-run', 'say what would be removed')
    .option('--suite <folder>', 'folder of the suite (default: eval/)')
    .action(async (options: PruneOptions) =>
      done(await (await import('./commands/prune.ts')).pruneCommand(options, io)),
    );

  program
    .command('simulate')
    .description('serve a simulated chat endpoint on 127.0.0.1')
    .argument('<scenario>', 'scenario file')
    .option('--port <n>', 'port (default: the scenario’s, else a free one)', whole(0, 65_535))
    .option('--log <file>', 'write every call to this file')
    .action(async (scenario: string, options: SimulateOptions) =>
      done(await (await import('./commands/simulate.ts')).simulateCommand(scenario, options, io)),
    );

  program
    .command('doctor')
    .description('check Node, the suite, the key, and the endpoint with one call')
    .argument('[path]', 'the suite (default: eval/)')
    .option('--target <id>', 'the target to call (default: the first)')
    .option('--env-file <file>', 'read variables from a file; what the shell sets wins')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string | undefined, options: DoctorOptions) =>
      done(await (await import('./commands/doctor.ts')).doctorCommand(path, options, io)),
    );

  program
    .command('schema')
    .description('print the JSON Schema of a file')
    .argument('[kind]', 'case, cases (a file of several) or config', 'case')
    .option('--out <folder>', 'write all of them there')
    .action(async (kind: string, options: SchemaOptions) =>
      done(await (await import('./commands/schema.ts')).schemaCommand(kind, options, io)),
    );

  program
    .command('explain')
    .description('what a code means and what to do')
    .argument('[code]', 'any code that proofmark prints; without one, all of them')
    .action(async (code: string | undefined) =>
      done(await (await import('./commands/explain.ts')).explainCommand(code, io)),
    );

  return program;
}
