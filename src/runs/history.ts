import path from 'node:path';
import { canonicalJson, sha256 } from '../core/canonical-json.ts';
import { isoDate, type Clock } from '../core/clock.ts';
import type { JsonValue } from '../core/json.ts';
import type { Case } from '../cases/case.ts';
import { promptFor, type Suite } from '../cases/suite.ts';
import { withLock } from '../files/lock.ts';
import { NdjsonWriter, readNdjson } from '../files/ndjson.ts';
import type { Plan } from './plan.ts';
import type { CaseResult } from './results.ts';

const format = 'proofmark/history';

/** One line of the history: what one case did in one run, audit or confirmation. Keys are file keys. */
export interface HistoryLine {
  readonly date: string;
  readonly kind: 'run' | 'audit' | 'confirmation';
  readonly case: string;
  readonly run: string | null;
  readonly target: string | null;
  readonly model: string | null;
  readonly runs: number;
  readonly passes: number;
  readonly mutants: number;
  readonly killed: number;
  readonly verdict: string | null;
  readonly hashes: { readonly prompt: string | null; readonly reference: string | null; readonly expect: string };
}

export function historyFile(suite: Suite): string {
  return path.join(suite.folder, 'history.ndjson');
}

/** The lines of a run: one per case and target; trials without a verdict are not counted as runs. */
function runLines(
  plan: Plan,
  results: readonly CaseResult[],
  run: { readonly id: string; readonly clock: Clock },
): HistoryLine[] {
  const models = new Map(plan.targets.map((target) => [target.id, target.model]));
  return results
    .filter((result) => result.variant === null && result.status !== 'not_run' && result.status !== 'unjudged')
    .map((result) => ({
      date: isoDate(run.clock.now()),
      kind: 'run',
      case: result.id,
      run: run.id,
      target: result.target,
      model: models.get(result.target) ?? null,
      runs: result.judged,
      passes: result.passes,
      mutants: 0,
      killed: 0,
      verdict: result.status,
      hashes: caseHashes(result.case, promptFor(plan.suite, result.target)?.hash ?? null),
    }));
}

function caseHashes(item: Case, prompt: string | null): HistoryLine['hashes'] {
  const hash = (value: unknown): string => sha256(canonicalJson(value as JsonValue)).slice(0, 16);
  const { reference } = item;
  return {
    prompt: prompt?.slice(0, 16) ?? null,
    reference: reference === null ? null : hash([reference.content, reference.toolCalls]),
    expect: hash(item.checks.map(({ type, options, not, blocking }) => [type, options, not, blocking])),
  };
}

/** Records a complete run, once: a run that is in the history already adds nothing. */
export async function recordRun(
  file: string,
  plan: Plan,
  run: { readonly report: { readonly results: readonly CaseResult[] }; readonly id: string; readonly clock: Clock },
): Promise<void> {
  for await (const line of readNdjson(file, { shown: path.basename(file), format })) if (line['run'] === run.id) return;
  await appendHistory(file, runLines(plan, run.report.results, run), run.clock);
}

/** Appends lines under a lock; a new file gets its format line. */
async function appendHistory(file: string, lines: readonly HistoryLine[], clock: Clock): Promise<void> {
  if (lines.length === 0) return;
  await withLock(
    `${file}.lock`,
    () => {
      const writer = NdjsonWriter.open(file, format);
      for (const line of lines) writer.append(line);
      writer.close();
    },
    { clock, waitMs: 10_000 },
  );
}

/** The date and prompt hash of the newest run in a history; null where there is none. */
export async function lastRecordedPrompt(
  file: string,
  target: string,
): Promise<{ date: string; prompt: string | null } | null> {
  let last: { date: string; prompt: string | null } | null = null;
  for await (const line of readNdjson(file, { shown: path.basename(file), format })) {
    const entry = line as unknown as HistoryLine;
    if (entry.kind === 'run' && entry.target === target) last = { date: entry.date, prompt: entry.hashes.prompt };
  }
  return last;
}
