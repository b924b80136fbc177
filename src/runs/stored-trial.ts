import { isJsonObject, type JsonObject } from '../core/json.ts';
import { fromFileKeys, toFileKeys } from '../core/naming.ts';
import type { Attempt, Outcome } from '../cases/outcome.ts';
import { replyOf, type Reply } from '../cases/reply.ts';
import type { Grade } from './grading.ts';
import type { RequestFingerprint, Trial } from './trial.ts';

/** A trial as it lies in `trials.ndjson`. */
export interface StoredTrial {
  readonly key: string;
  readonly case: string;
  readonly variant: string | null;
  readonly target: string;
  readonly repeat: number;
  /** ISO 8601: when it ended. */
  readonly ended: string;
  readonly request: RequestFingerprint;
  readonly outcome: Outcome;
  readonly attempts: readonly Attempt[];
}

/** A grading as it lies in `grades.ndjson`. */
export interface StoredGrade {
  readonly key: string;
  readonly grading: string;
  readonly verdict: Grade;
}

export function storedTrial(
  trial: Trial,
  record: { readonly outcome: Outcome; readonly attempts: readonly Attempt[] },
  ended: string,
): StoredTrial {
  return {
    key: trial.key,
    case: trial.case.id,
    variant: trial.variant,
    target: trial.target.id,
    repeat: trial.repeat,
    ended,
    request: trial.request,
    outcome: record.outcome,
    attempts: record.attempts,
  };
}

// A model's arguments and the messages of a transcript have names of their own.
const ofOthers: ReadonlySet<string> = new Set(['arguments', 'transcript']);

/** The line of a trial, its reply without the parts that are absent. */
export function trialLine(trial: StoredTrial): object {
  const { outcome } = trial;
  const reply = outcome.reply ? withoutAbsent(outcome.reply) : undefined;
  return toFileKeys({ ...trial, outcome: { ...outcome, reply } }, ofOthers) as object;
}

function withoutAbsent(reply: Reply): Partial<Reply> {
  const present: Record<string, unknown> = {};
  for (const key of Object.keys(reply)) {
    const value: unknown = reply[key as keyof Reply];
    const absent = value === null || value === false || (Array.isArray(value) && value.length === 0);
    if (!absent) present[key] = value;
  }
  return present;
}

/** Why a line is no trial; null when it is one. */
export function trialFault(line: JsonObject): string | null {
  const texts = ['key', 'case', 'target'].every((name) => typeof line[name] === 'string');
  const { outcome, request, attempts, repeat } = line;
  if (!texts || typeof repeat !== 'number' || !Array.isArray(attempts)) return 'is no trial';
  if (!isJsonObject(request) || !isJsonObject(request['parts'])) return 'is a trial without its request';
  if (!isJsonObject(outcome)) return 'is a trial without its outcome';
  const { kind, reply, code } = outcome;
  const known = kind === 'reply' ? isJsonObject(reply) : kind === 'failure' && typeof code === 'string';
  return known ? null : 'is a trial whose outcome is neither a reply nor a failure';
}

/** Why a line is no grading; null when it is one. */
export function gradeFault(line: JsonObject): string | null {
  const { key, grading, verdict } = line;
  const whole = typeof key === 'string' && typeof grading === 'string' && isJsonObject(verdict);
  return whole && Array.isArray(verdict['checks']) ? null : 'is no grading';
}

export function trialFromLine(line: JsonObject): StoredTrial {
  const trial = fromFileKeys(line, ofOthers) as StoredTrial & { outcome: { reply?: Partial<Reply> } };
  const { outcome } = trial;
  const reply = outcome.reply ? replyOf(outcome.reply) : undefined;
  return { ...trial, outcome: { ...outcome, ...(reply ? { reply } : {}) } };
}

export function gradeLine(grade: StoredGrade): object {
  const checks = grade.verdict.checks.map((check) => ({
    ...check,
    findings: check.findings.length > 0 ? check.findings : undefined,
  }));
  return toFileKeys({ ...grade, verdict: { ...grade.verdict, checks } }) as object;
}

export function gradeFromLine(line: JsonObject): StoredGrade {
  const grade = fromFileKeys(line) as StoredGrade;
  const checks = grade.verdict.checks.map((check) => ({ ...check, findings: check.findings ?? [] }));
  return { ...grade, verdict: { ...grade.verdict, checks } };
}
