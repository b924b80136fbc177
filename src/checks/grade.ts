import type { CheckUse, GradingContext } from '../cases/case.ts';
import type { Reply } from '../cases/reply.ts';
import type { CheckResult, CheckStatus, Finding, Verdict, VerdictStatus } from '../cases/verdict.ts';
import { excerpt } from '../core/printable.ts';
import type { Explanations } from '../core/problem.ts';
import { undecided, type Check, type CheckContext, type CheckOutcome, type Evidence, type Sighting } from './check.ts';
import { checks as ownChecks } from './registry.ts';
import { WorkLimitError } from './work-limit.ts';

/** What of a case is graded by. */
export type GradedCase = GradingContext & { readonly checks: readonly CheckUse[] };

/** What `grade` itself can find, beside the codes of the checks. */
export const gradeExplanations: Explanations = {
  not: {
    meaning: 'A negated check (not: true) found what must not be there; the check’s id is given.',
    advice:
      'Read in proofmark show RUN ID what was seen. What a reply lacks altogether is unreadable, which not does not turn round.',
  },
  work_limit: {
    meaning:
      'Deciding would have taken more work or depth than a check allows itself; the reply is neither passed nor failed.',
    advice:
      'Look at the reply: it is very large or nested very deeply. Narrow the path, or bound the reply with sampling.max_tokens.',
  },
  check_crashed: {
    meaning: 'A check threw an exception, so it decided nothing; the reply is not passed.',
    advice:
      'For a check of your own, correct it; for one of proofmark’s, please report it with the case and the reply.',
  },
  unknown_check: {
    meaning: 'The case uses a check that this grader does not have.',
    advice: 'Correct the check’s name, or define the check where the library is used.',
  },
  no_checks: {
    meaning: 'The case has no checks, so there is nothing to grade by; that never counts as a pass.',
    advice: 'Give the case an expect: with at least one check.',
  },
};

/** Grades one reply. Pure: never throws, changes nothing; what a check throws becomes an error of the verdict. */
export function grade(graded: GradedCase, reply: Reply, evidence: Evidence = {}): Verdict {
  return gradeWith(ownChecks, { graded, reply, evidence });
}

/** Grades one reply by a given set of checks. */
export function gradeWith(
  checks: ReadonlyMap<string, Check>,
  {
    graded,
    reply,
    evidence = {},
  }: { readonly graded: GradedCase; readonly reply: Reply; readonly evidence?: Evidence },
): Verdict {
  if (graded.checks.length === 0) return noChecks;
  const context: CheckContext = { case: graded, evidence, toolName: wantedTool(graded.checks) };
  const results = graded.checks.map((use) => resultOf(use, checks.get(use.type), { reply, context }));
  return { status: statusOf(results), score: scoreOf(results, graded.checks), checks: results };
}

const noChecks: Verdict = {
  status: 'error',
  score: null,
  checks: [
    {
      id: 'expect',
      type: 'expect',
      status: 'error',
      score: null,
      findings: [
        { code: 'no_checks', detail: null, check: 'expect', at: 'expect', expected: 'at least one check', saw: 'none' },
      ],
    },
  ],
};

function wantedTool(uses: readonly CheckUse[]): string | null {
  const use = uses.find(({ type, not }) => type === 'tool_name' && !not);
  const value = (use?.options as { readonly value?: unknown } | undefined)?.value;
  return typeof value === 'string' ? value : null;
}

function resultOf(
  use: CheckUse,
  check: Check | undefined,
  { reply, context }: { readonly reply: Reply; readonly context: CheckContext },
): CheckResult {
  if (check?.looksAt === 'call' && reply.made) {
    return { id: use.id, type: use.type, status: 'left_out', score: null, findings: [] };
  }
  const found = outcome(use, check, { reply, context });
  const { status, score, sightings } = use.not ? negated(found, use) : found;
  const findings = status === 'pass' ? [] : sightings.map((sighting) => findingOf(sighting, use.id));
  return { id: use.id, type: use.type, status, score, findings };
}

function outcome(
  use: CheckUse,
  check: Check | undefined,
  { reply, context }: { readonly reply: Reply; readonly context: CheckContext },
): CheckOutcome {
  if (check === undefined) return undecided({ code: 'unknown_check', detail: excerpt(use.type), at: 'expect' });
  try {
    return check.test(reply, use.options, context);
  } catch (error) {
    // A RangeError is the end of the stack or of a string's length: the reply is too deep or too large to decide on.
    const isLimit = error instanceof WorkLimitError || error instanceof RangeError;
    const saw = excerpt(error instanceof Error ? error.message : String(error), 200);
    return undecided({ code: isLimit ? 'work_limit' : 'check_crashed', at: 'content', saw });
  }
}

// The one place where `not` is applied: pass and fail change places, all else stays what it is.
function negated(found: CheckOutcome, use: CheckUse): CheckOutcome {
  const score = found.score === null ? null : 1 - found.score;
  switch (found.status) {
    case 'pass': {
      const [first] = found.sightings;
      const sighting: Sighting = {
        at: 'content',
        ...first,
        code: 'not',
        detail: excerpt(use.id),
        expected: `not ${first?.expected || use.type}`,
      };
      return { status: 'fail', score, sightings: [sighting] };
    }
    case 'fail':
      return { status: 'pass', score, sightings: [] };
    case 'unreadable':
    case 'error':
    case 'not_judged':
      return found;
  }
}

function findingOf({ code, detail, at, expected, saw }: Sighting, check: string): Finding {
  return { code, detail: detail ?? null, check, at, expected: expected ?? null, saw: saw ?? null };
}

function statusOf(results: readonly CheckResult[]): VerdictStatus {
  const any = (...statuses: readonly CheckStatus[]): boolean => results.some(({ status }) => statuses.includes(status));
  if (any('fail', 'unreadable')) return 'fail';
  if (any('error')) return 'error';
  // Checks that are left out decide nothing; when all are, nothing was judged.
  return any('not_judged') || !any('pass') ? 'not_judged' : 'pass';
}

function scoreOf(results: readonly CheckResult[], uses: readonly CheckUse[]): number | null {
  const scores = results.flatMap(({ score }) => (score === null ? [] : [score]));
  if (scores.length === 0) return null;
  const blocked = results.some(
    ({ status }, index) => uses[index]?.blocking && (status === 'fail' || status === 'unreadable'),
  );
  return blocked ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
