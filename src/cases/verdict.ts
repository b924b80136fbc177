/** One thing that a check saw. `code` is short and stable; `detail` names the value (`missing_arg:order_id`). */
export interface Finding {
  readonly code: string;
  readonly detail: string | null;
  /** The check's id within its case. */
  readonly check: string;
  /** Where it looked: `content`, `refusal`, `tool_calls[0].arguments/order_id`, `finish_reason`, … */
  readonly at: string;
  readonly expected: string | null;
  readonly saw: string | null;
}

/**
 * `unreadable`: what had to be parsed or addressed is missing or malformed in the reply; not passed, and `not` does not
 * turn it round. `left_out`: the check looks at what a made reply does not have.
 */
export type CheckStatus = 'pass' | 'fail' | 'unreadable' | 'error' | 'not_judged' | 'left_out';

export interface CheckResult {
  readonly id: string;
  readonly type: string;
  readonly status: CheckStatus;
  /** 0..1; null when the check could not decide. */
  readonly score: number | null;
  readonly findings: readonly Finding[];
}

export type VerdictStatus = 'pass' | 'fail' | 'error' | 'not_judged';

/** What the grader says of one reply. `error` means that the grader could not decide; it is never folded into the others. */
export interface Verdict {
  readonly status: VerdictStatus;
  /** The mean of the checks' scores, 0 when a blocking check failed; null when nothing was scored. */
  readonly score: number | null;
  readonly checks: readonly CheckResult[];
}

/** `missing:'14 days'`, `tool:none`: how a finding is printed in brackets. */
export function formatCode(finding: Pick<Finding, 'code' | 'detail'>): string {
  return finding.detail === null ? finding.code : `${finding.code}:${finding.detail}`;
}
