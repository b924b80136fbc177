import { fingerprint } from '../core/canonical-json.ts';
import type { JsonValue } from '../core/json.ts';
import type { Case } from '../cases/case.ts';
import type { FailureCode, Outcome } from '../cases/outcome.ts';
import type { Reply } from '../cases/reply.ts';
import { formatCode, type CheckResult, type Verdict, type VerdictStatus } from '../cases/verdict.ts';
import type { Evidence } from '../checks/check.ts';
import { grade } from '../checks/grade.ts';
import { checks } from '../checks/registry.ts';
import { printedCode } from '../targets/printed-code.ts';

/** How one trial was judged: by its checks, or failed by the call's own code. */
export interface Grade {
  readonly status: VerdictStatus;
  readonly score: number | null;
  /** The call's failure, when no reply could be graded. */
  readonly failure: string | null;
  /** What the failed call said, in one line. */
  readonly detail: string | null;
  readonly checks: readonly CheckResult[];
}

/** Grades what came of a call. A cut or filtered reply is graded where a check of the case speaks of that finish reason. */
export function gradeOutcome(item: Case, outcome: Outcome, evidence: Evidence = {}): Grade {
  if (outcome.kind === 'reply') return ofVerdict(grade(item, outcome.reply, evidence));
  if (outcome.reply && allowsFinish(item, outcome.code, outcome.reply))
    return ofVerdict(grade(item, outcome.reply, evidence));
  return { status: 'fail', score: 0, failure: printedCode(outcome), detail: outcome.detail, checks: [] };
}

function ofVerdict({ status, score, checks: results }: Verdict): Grade {
  return { status, score, failure: null, detail: null, checks: results };
}

const finishReasons: Partial<Record<FailureCode, string>> = { truncated: 'length', content_filter: 'content_filter' };

function allowsFinish(item: Case, code: FailureCode, reply: Reply): boolean {
  const standard = finishReasons[code];
  if (standard === undefined) return false;
  // Some endpoints spell it their own way (`max_tokens`): what the check names is what the endpoint says.
  const reasons = [standard, ...(reply.finishReason === null ? [] : [reply.finishReason])];
  return item.checks.some((check) => {
    if (check.type !== 'finish_reason' || check.not) return false;
    const { value } = check.options as { readonly value: string | readonly string[] };
    return reasons.some((reason) => (typeof value === 'string' ? value === reason : value.includes(reason)));
  });
}

/** The codes of a grade as they are printed in brackets, each once. */
export function codesOf(grading: Grade): string[] {
  if (grading.failure !== null) return [grading.failure];
  const findings = grading.checks
    .filter((check) => check.status !== 'pass' && check.status !== 'left_out')
    .flatMap((check) => check.findings);
  return [...new Set(findings.map(formatCode))];
}

const known = new WeakMap<Case, string>();

/** The hash of all that `grade` reads of a case after defaults and templates, and of the versions of its checks. */
export function gradingFingerprint(item: Case): string {
  const found = known.get(item);
  if (found !== undefined) return found;
  const made = fingerprint({
    checks: item.checks.map(({ id, type, options, not, blocking }) => ({
      id,
      type,
      version: checks.get(type)?.version ?? 0,
      options: options as JsonValue,
      not,
      blocking,
    })),
    input: item.inputText,
    facts: item.facts as unknown as JsonValue,
    context: item.context as unknown as JsonValue,
    material: item.material as unknown as JsonValue,
    needleFinder: item.metadata['needle_finder'] ?? null,
  });
  known.set(item, made);
  return made;
}
