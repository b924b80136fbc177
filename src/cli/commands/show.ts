import { excerpt, printable } from '../../core/printable.ts';
import { InputError, NothingTestedError } from '../../core/problem.ts';
import { didYouMean } from '../../core/nearest.ts';
import { formatCode } from '../../cases/verdict.ts';
import { formatJson } from '../../files/json-document.ts';
import { selectionOf } from '../../runs/manifest.ts';
import { trialsOf } from '../../runs/plan.ts';
import { findRun, type RunFolder } from '../../runs/run-store.ts';
import { gradeLine, trialLine, type StoredGrade, type StoredTrial } from '../../runs/stored-trial.ts';
import type { Summary } from '../../runs/summary.ts';
import { differingParts, type Trial } from '../../runs/trial.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { suiteFolderAt } from '../open-suite.ts';
import { storedPlan, suiteOfRun } from '../stored-suite.ts';

export interface ShowOptions {
  readonly suite?: string;
  readonly json?: boolean;
}

const shownContent = 20_000;

/** `proofmark show`: the trials of one case in a run, with what was said, how often it was tried, and why it was judged so. */
export async function showCommand(
  options: ShowOptions & { readonly run: string; readonly id: string },
  io: CommandIo,
): Promise<ExitCode> {
  const { id } = options;
  const run = findRun(suiteFolderAt(options.suite, io), options.run);
  const { trials, ids } = await trialsAt(run, id);
  if (trials.length === 0) {
    const hint = didYouMean(id, ids) ?? whyNoTrial(run, id);
    throw new InputError({ code: 'RUN_UNKNOWN', message: `run ${run.id} has no trial of ${printable(id)}`, hint });
  }
  const grades = new Map<string, StoredGrade>();
  for await (const grade of run.grades()) grades.set(grade.key, grade);
  if (options.json) {
    const shown = trials.map((trial) => ({ trial: trialLine(trial), grade: gradeOrNull(grades.get(trial.key)) }));
    io.stdout.write(formatJson({ format: 'proofmark/trials-shown', version: 1, run: run.id, trials: shown }));
    return 0;
  }
  const questions = questionsOf(run, suiteFolderAt(options.suite, io), io);
  for (const trial of trials) io.stdout.write(`${textOf(trial, grades.get(trial.key), questions).join('\n')}\n`);
  return 0;
}

function whyNoTrial(run: RunFolder, id: string): string {
  if (!run.hasSummary()) return 'the run did not end; proofmark run --resume goes on with it';
  const { cases, controls } = run.summary() as unknown as Summary;
  const [caseId, name] = id.split('/');
  if (name !== undefined && controls.failed.some((control) => control.id === caseId && control.name === name)) {
    return 'it is an offline control: its reply stands in the case file';
  }
  return cases.some((item) => item.id === id && item.status === 'not_run')
    ? 'it was not run'
    : 'the lines of proofmark run give the ids';
}

/** What was asked, by trial key, from today's suite; a trial that was asked otherwise says so. Null where it does not load. */
type Questions = ReadonlyMap<string, Trial> | null;

function questionsOf(run: RunFolder, folder: string, io: CommandIo): Questions {
  try {
    const suite = suiteOfRun(run, folder, { io, allowNoControls: true });
    const plan = storedPlan(run, suite, selectionOf(run.manifest()));
    return new Map([...trialsOf(plan)].map((trial) => [trial.key, trial]));
  } catch (error) {
    if (error instanceof InputError || error instanceof NothingTestedError) return null;
    throw error;
  }
}

function* questionLines(stored: StoredTrial, questions: Questions): Generator<string> {
  const trial = questions?.get(stored.key);
  const parts = trial ? differingParts(trial.request.parts, stored.request.parts) : [];
  const changed = parts.filter((part) => part === 'prompt' || part === 'input');
  if (!trial || changed.length > 0) {
    const why =
      changed.length > 0 ? `its ${changed.join(' and ')} changed since` : 'the suite of today does not have it';
    yield `  asked      not shown: ${why}`;
    return;
  }
  for (const message of trial.messages) {
    yield `  ${message.role}`;
    yield* textLines(typeof message.content === 'string' ? message.content : JSON.stringify(message.content ?? ''));
  }
}

function gradeOrNull(grade: StoredGrade | undefined): object | null {
  return grade === undefined ? null : gradeLine(grade);
}

async function trialsAt(run: RunFolder, id: string): Promise<{ trials: StoredTrial[]; ids: Set<string> }> {
  const trials: StoredTrial[] = [];
  const ids = new Set<string>();
  for await (const trial of run.trials()) {
    const name = trial.variant === null ? trial.case : `${trial.case}/${trial.variant}`;
    ids.add(name);
    if ([trial.key, name, `${name}@${trial.target}`].includes(id) || (trial.case === id && trial.variant === null))
      trials.push(trial);
  }
  const place = ({ variant, target, repeat }: StoredTrial): string =>
    `${variant ?? ''}@${target}#${String(repeat).padStart(9, '0')}`;
  trials.sort((first, second) => (place(first) < place(second) ? -1 : 1));
  return { trials, ids };
}

function* textLines(text: string): Generator<string> {
  const shown = text.length > shownContent ? `${text.slice(0, shownContent)}…` : text;
  for (const line of shown.split(/\r?\n/)) yield `  | ${printable(line)}`;
  if (text.length > shownContent) yield `  (${text.length} characters in all; --json prints them)`;
}

function textOf(trial: StoredTrial, grade: StoredGrade | undefined, questions: Questions): string[] {
  const { outcome } = trial;
  const lines = [`${trial.key}   ${grade?.verdict.status ?? 'not graded'}   ${trial.ended}`];
  lines.push(...questionLines(trial, questions));
  if (outcome.kind === 'failure') lines.push(`  failed with ${outcome.code}: ${printable(outcome.detail)}`);
  const { reply } = outcome;
  if (reply) {
    if (reply.content !== null) lines.push('  said', ...textLines(reply.content));
    if (reply.refusal !== null) lines.push('  refusal', ...textLines(reply.refusal));
    for (const call of reply.toolCalls) lines.push(`  calls ${printable(call.name)}`, ...textLines(call.argumentsText));
    const model = reply.servedModel === null ? '' : `   served by ${printable(reply.servedModel)}`;
    const usage = reply.usage ? `   ${reply.usage.inputTokens ?? '?'} + ${reply.usage.outputTokens ?? '?'} tokens` : '';
    const latency = reply.latencyMs === null ? '' : `   ${Math.round(reply.latencyMs)} ms`;
    lines.push(
      `  finish reason ${reply.finishReason === null ? 'none' : printable(reply.finishReason)}${usage}${latency}${model}`,
    );
  }
  for (const [index, attempt] of trial.attempts.entries()) {
    const waited = attempt.waitedMs >= 1 ? `, after waiting ${Math.round(attempt.waitedMs)} ms` : '';
    const told = attempt.detail?.startsWith(`HTTP ${attempt.httpStatus ?? ''}`) ?? false;
    const status = attempt.httpStatus === null || told ? '' : ` (HTTP ${attempt.httpStatus})`;
    const detail = attempt.detail === null ? '' : `: ${printable(attempt.detail)}`;
    lines.push(
      `  attempt ${index + 1}: ${attempt.result}${status} in ${Math.round(attempt.durationMs)} ms${waited}${detail}`,
    );
  }
  for (const check of grade?.verdict.checks ?? []) {
    lines.push(`  ${check.status.padEnd(10)} ${check.id}`);
    for (const finding of check.findings) {
      const expected = finding.expected === null ? '' : `, expected ${excerpt(finding.expected, 200)}`;
      const saw = finding.saw === null ? '' : `, saw ${excerpt(finding.saw, 200)}`;
      lines.push(`             ${formatCode(finding)} at ${printable(finding.at)}${expected}${saw}`);
    }
  }
  return lines;
}
