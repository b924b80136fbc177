import type { Case, Control } from '../cases/case.ts';
import { grade } from '../checks/grade.ts';
import { codesOf } from './grading.ts';

/**
 * `accepted`: a reply that must fail passed. `rejected`: one that must pass did not. `not_caught`: it failed, but not by
 * every check it aims at. `undecided`: one that must fail was not graded *fail*. `unjudged`, `error`: one that must pass
 * could not be judged.
 */
export type ControlStatus = 'held' | 'accepted' | 'rejected' | 'not_caught' | 'undecided' | 'unjudged' | 'error';

export interface ControlResult {
  readonly caseId: string;
  readonly name: string | null;
  readonly must: 'fail' | 'pass';
  readonly status: ControlStatus;
  readonly codes: readonly string[];
  /** Checks that were to catch it and did not. */
  readonly missedBy: readonly string[];
  readonly synthesised: boolean;
  /** Ids of the checks of its case. */
  readonly checks: readonly string[];
  readonly control: Control;
}

/** Grades every offline control of a case; no network is touched. */
export function gradeControls(item: Case): ControlResult[] {
  return item.controls.map((control) => {
    const verdict = grade(item, control.reply);
    const codes = codesOf({ ...verdict, failure: null, detail: null });
    const caught = new Set(
      verdict.checks
        .filter((check) => check.status === 'fail' || check.status === 'unreadable')
        .flatMap((check) => [check.id, check.type]),
    );
    const missedBy = control.aims.filter((aim) => !caught.has(aim));
    const shared = {
      caseId: item.id,
      name: control.name,
      must: control.must,
      codes,
      synthesised: control.synthesised,
      checks: item.checks.map((check) => check.id),
      control,
    };
    const status = statusOf(control, verdict.status, missedBy);
    return { ...shared, status, missedBy: status === 'not_caught' ? missedBy : [] };
  });
}

function statusOf(
  control: Control,
  verdict: 'pass' | 'fail' | 'error' | 'not_judged',
  missedBy: readonly string[],
): ControlStatus {
  if (control.must === 'fail') {
    if (verdict === 'pass') return 'accepted';
    if (verdict !== 'fail') return 'undecided';
    return missedBy.length > 0 ? 'not_caught' : 'held';
  }
  switch (verdict) {
    case 'pass':
      return 'held';
    case 'fail':
      return 'rejected';
    case 'error':
      return 'error';
    case 'not_judged':
      return 'unjudged';
  }
}
