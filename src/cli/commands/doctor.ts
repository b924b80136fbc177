import { plural } from '../../report/words.ts';
import { excerpt, printable } from '../../core/printable.ts';
import { formatProblem, InputError, NothingTestedError } from '../../core/problem.ts';
import type { ChatTargetConfig, TargetConfig } from '../../cases/config.ts';
import { promptFor, type Suite } from '../../cases/suite.ts';
import { formatJson } from '../../files/json-document.ts';
import { printedCode } from '../../targets/printed-code.ts';
import type { Target } from '../../targets/target.ts';
import { environmentWith } from '../environment.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { openSuite, openTargets, suitesAt, targetConfigs } from '../open-suite.ts';

export interface DoctorOptions {
  readonly target?: string;
  readonly envFile?: string;
  readonly json?: boolean;
}

/** One thing that was looked at; `note` is well but worth knowing. */
interface Symptom {
  readonly state: 'ok' | 'note' | 'fault';
  readonly what: string;
  readonly seen: string;
}

/** `proofmark doctor`: Node, the suite, the key, the endpoint with one call. 0 when all is well, 1 when something is not. */
export async function doctorCommand(
  path: string | undefined,
  options: DoctorOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const symptoms: Symptom[] = [nodeSymptom()];
  const environment = environmentWith(options.envFile, io);
  const suite = loadForDoctor(path, symptoms, io);
  if (suite) {
    const [config] = targetConfigs(suite, options.target === undefined ? [] : [options.target]);
    if (config) await examine(suite, config, { symptoms, io, environment });
  }
  const sick = symptoms.some((symptom) => symptom.state === 'fault');
  if (options.json) io.stdout.write(formatJson({ format: 'proofmark/doctor', version: 1, well: !sick, symptoms }));
  else
    for (const { state, what, seen } of symptoms) io.stdout.write(`${state.padEnd(5)}  ${what.padEnd(9)}  ${seen}\n`);
  const ready = [
    'proofmark run',
    ...(path === undefined ? [] : [path]),
    ...(options.target === undefined ? [] : ['--target', options.target]),
  ];
  if (!options.json)
    io.stdout.write(sick ? 'mend the faults first, from the top\n' : `all is well: ${ready.join(' ')}\n`);
  return sick ? 1 : 0;
}

function nodeSymptom(): Symptom {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  return {
    state: fits ? 'ok' : 'fault',
    what: 'node',
    seen: `${process.version}${fits ? '' : ': 20.19 or newer is needed'}`,
  };
}

function loadForDoctor(path: string | undefined, symptoms: Symptom[], io: CommandIo): Suite | null {
  try {
    const [found] = suitesAt(path === undefined ? [] : [path], io);
    if (!found) return null;
    const suite = openSuite(found, io);
    const controls = suite.cases.reduce((sum, item) => sum + item.controls.length, 0);
    symptoms.push({
      state: 'ok',
      what: 'suite',
      seen: `${suite.name}: ${plural(suite.cases.length, 'case')}, ${plural(controls, 'control')}`,
    });
    return suite;
  } catch (error) {
    if (!(error instanceof InputError) && !(error instanceof NothingTestedError)) throw error;
    const problems = error instanceof InputError ? error.problems : [error.problem];
    for (const problem of problems.slice(0, 20))
      symptoms.push({ state: 'fault', what: 'suite', seen: formatProblem(problem) });
    return null;
  }
}

interface Examination {
  readonly symptoms: Symptom[];
  readonly io: CommandIo;
  readonly environment: CommandIo['environment'];
}

async function examine(suite: Suite, config: TargetConfig, { symptoms, io, environment }: Examination): Promise<void> {
  const prompt = promptFor(suite, config.id);
  symptoms.push(
    prompt
      ? { state: 'ok', what: 'prompt', seen: `${prompt.file}, ${prompt.hash.slice(0, 6)}` }
      : { state: 'note', what: 'prompt', seen: 'none: no system message is sent' },
  );
  if (config.type === 'chat') symptoms.push(...variableSymptoms(config, environment));
  let target: Target | undefined;
  try {
    [target] = await openTargets(withoutRetries(suite), [config], { io, environment, concurrency: 1 });
    if (target) symptoms.push(await oneCall(suite, target, io));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    for (const problem of error.problems)
      symptoms.push({ state: 'fault', what: 'target', seen: formatProblem(problem) });
  } finally {
    await target?.close();
  }
}

/** One call is made, whatever comes of it. */
function withoutRetries(suite: Suite): Suite {
  return { ...suite, config: { ...suite.config, limits: { ...suite.config.limits, retries: 0 } } };
}

/** Whether variables are set; their values are never looked at further. */
function* variableSymptoms(config: ChatTargetConfig, environment: CommandIo['environment']): Generator<Symptom> {
  const set = (name: string): boolean => (environment[name] ?? '') !== '';
  const url = set(config.baseUrlEnv)
    ? `${config.baseUrlEnv} is set`
    : `${config.baseUrlEnv} is not set: http://127.0.0.1:8080 is called`;
  yield { state: set(config.baseUrlEnv) ? 'ok' : 'note', what: 'address', seen: url };
  const key = set(config.apiKeyEnv) ? `${config.apiKeyEnv} is set` : `${config.apiKeyEnv} is not set: no key is sent`;
  yield { state: set(config.apiKeyEnv) ? 'ok' : 'note', what: 'key', seen: key };
}

async function oneCall(suite: Suite, target: Target, io: CommandIo): Promise<Symptom> {
  if (!target.live)
    return { state: 'ok', what: 'target', seen: `${target.id} answers from ${target.place}; nothing is called` };
  const { outcome } = await target.call(
    {
      key: 'proofmark-doctor',
      caseId: 'doctor',
      variant: null,
      repeat: 0,
      messages: [{ role: 'user', content: 'Answer with the word: ready' }],
      tools: null,
      sampling: suite.config.sampling,
      timeoutMs: null,
    },
    io.signal,
  );
  const where = `${printable(target.model ?? target.id)} on ${printable(target.place)}`;
  if (outcome.kind === 'reply') {
    const latency = outcome.reply.latencyMs === null ? '' : ` in ${Math.round(outcome.reply.latencyMs)} ms`;
    return {
      state: 'ok',
      what: 'endpoint',
      seen: `${where} answered${latency}: ${excerpt(outcome.reply.content ?? '', 60)}`,
    };
  }
  return {
    state: 'fault',
    what: 'endpoint',
    seen: `${where}: [${printedCode(outcome)}] ${excerpt(outcome.detail, 200)}`,
  };
}
