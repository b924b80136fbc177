import { printable } from '../core/printable.ts';
import type { ControlResult } from '../runs/controls.ts';
import type { CaseResult } from '../runs/results.ts';

/** How a case is called in lines: `id`, `id/hostile`, and `@target` where a run has several. */
export function lineName(result: Pick<CaseResult, 'id' | 'variant' | 'target'>, manyTargets: boolean): string {
  const variant = result.variant === null ? '' : `/${result.variant}`;
  return `${result.id}${variant}${manyTargets ? `@${result.target}` : ''}`;
}

/** The one line of a case; stable and greppable (`formats`: "What a run prints"). */
export function caseLine(result: CaseResult, manyTargets: boolean): string {
  const name = lineName(result, manyTargets);
  switch (result.status) {
    case 'pass':
      return result.passes === result.trials ? `PASS ${name}` : `PASS ${name}: ${counted(result)}`;
    case 'fail':
      return `FAIL live ${name}: ${counted(result)}`;
    case 'known': {
      const { until, reason } = result.case.knownFailure ?? { until: '', reason: '' };
      return `KNOWN ${name}: ${counted(result)} until ${until}: ${printable(reason)}`;
    }
    case 'error':
      return `ERROR ${name}: ${counted(result)}`;
    case 'unjudged':
      return `UNJUDGED ${name}: ${counted(result)}`;
    case 'not_run':
      return `NOT RUN ${name}`;
  }
}

/** `[missing:'14 days']`; with repeats `3/5 [missing:'14 days' ×2]`. */
function counted({ trials, passes, codes }: CaseResult): string {
  const list = [...codes].map(([code, count]) => (trials === 1 ? code : `${code} ×${count}`));
  return `${trials === 1 ? '' : `${passes}/${trials} `}[${list.join(', ')}]`;
}

/** The line of an offline control; null when it held, which prints nothing. */
export function controlLine(control: ControlResult): string | null {
  const name = `${control.caseId}${control.name === null ? '' : `/${control.name}`}`;
  const codes = `[${control.codes.join(', ')}]`;
  switch (control.status) {
    case 'held':
      return null;
    case 'accepted':
      return `FAIL control ${name}: grader accepted the mutation`;
    case 'rejected':
      return `FAIL control ${name}: grader rejected a right answer: ${codes}`;
    case 'not_caught':
      return `FAIL control ${name}: not caught by ${control.missedBy.join(', ')}`;
    case 'undecided':
      return `FAIL control ${name}: grader could not decide: ${control.codes.length > 0 ? codes : 'its checks look only at what a call has'}`;
    case 'unjudged':
      return `UNJUDGED control ${name}: ${codes}`;
    case 'error':
      return `ERROR control ${name}: ${codes}`;
  }
}
