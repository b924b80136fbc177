import { excerpt } from '../core/printable.ts';
import type { ControlResult } from '../runs/controls.ts';
import type { CaseResult } from '../runs/results.ts';
import type { RunReport } from '../runs/run-report.ts';
import { lineName } from './run-lines.ts';
import { listed } from './words.ts';

const shownFirst = 5;

/** What to look at first, worst first: controls that failed, then failed answers, each with what to do. */
export function lookFirst(report: RunReport, suite: string | null): string[] {
  const controls = report.controls.filter((control) => control.status !== 'held');
  const failures = report.results.filter((result) => result.status === 'fail' || result.status === 'error');
  if (controls.length + failures.length === 0) return [];
  const same = sameFailure(failures);
  if (controls.length === 0 && same !== null) return [...same, ''];
  const lines = ['Look first'];
  for (const control of controls.slice(0, shownFirst)) lines.push(...controlAdvice(control));
  const room = Math.max(1, shownFirst - controls.length);
  for (const result of failures.slice(0, room)) lines.push(...failureAdvice(result, report, suite));
  const rest = Math.max(0, controls.length - shownFirst) + Math.max(0, failures.length - room);
  if (rest > 0) lines.push(`  and ${rest} more, above`);
  return [...lines, ''];
}

/** Where every call failed alike, the endpoint is what to look at, once. */
function sameFailure(failures: readonly CaseResult[]): string[] | null {
  const code = failures[0]?.sample?.failure;
  if (!code || failures.length < 3 || failures.some((result) => result.sample?.failure !== code)) return null;
  const detail = excerpt(failures[0]?.sample?.detail ?? '', 76);
  const advice = `proofmark doctor makes one call and says what it sees; proofmark explain ${code}`;
  return ['Look first', `  all ${failures.length} failures are the same: ${code}: ${detail}`, `      ${advice}`];
}

function controlAdvice(result: ControlResult): string[] {
  const { caseId, name, control } = result;
  const title = `${caseId}${name === null ? '' : `/${name}`}`;
  const [seen, advice] = controlWords(result);
  return [`  ${title}   ${control.at.file}:${control.at.line}`, `      ${seen}`, `      ${advice}`];
}

function controlWords({
  status,
  control,
  codes,
  missedBy,
  checks,
}: ControlResult): readonly [seen: string, advice: string] {
  const reply = `"${excerpt(replyText(control), 44)}"`;
  const found = `[${excerpt(codes.join(', '), 60)}]`;
  switch (status) {
    case 'accepted':
      return [
        `numb: the wrong answer ${reply} passes ${listed(checks)}`,
        'add a check that it fails, or tighten one; proofmark explain CONTROL_ACCEPTED',
      ];
    case 'rejected':
      return [
        `too strict: the right answer ${reply} fails with ${found}`,
        'loosen that check; proofmark explain CONTROL_REJECTED',
      ];
    case 'not_caught':
      return [
        `the wrong answer ${reply} fails, but not by ${listed(missedBy)}`,
        'mend that check, or aim the control at the one that catches it; proofmark explain CONTROL_NOT_CAUGHT',
      ];
    case 'undecided':
      return [`the wrong answer ${reply} could not be judged: ${found}`, 'a control needs a check that can decide'];
    case 'unjudged':
    case 'error':
    case 'held':
      return [
        `the right answer ${reply} could not be judged: ${found}`,
        'add a deterministic check, or see proofmark explain',
      ];
  }
}

function replyText({ reply }: ControlResult['control']): string {
  const calls = reply.toolCalls.map((call) => `${call.name}(${call.argumentsText})`);
  return [...calls, ...(reply.content === null ? [] : [reply.content])].join(' ');
}

function failureAdvice(result: CaseResult, report: RunReport, suite: string | null): string[] {
  const name = lineName(result, report.targets.length > 1);
  const show = report.run ? `proofmark show ${report.run.id} ${name}${suite === null ? '' : ` --suite ${suite}`}` : '';
  const { file, line } = result.case.hostile.find((hostile) => hostile.name === result.variant)?.at ?? result.case.at;
  return [`  ${name}   ${file}:${line}`, `      ${seen(result)}`, ...(show === '' ? [] : [`      ${show}`])];
}

function seen({ sample, codes }: CaseResult): string {
  if (sample?.failure) return `${sample.failure}: ${excerpt(sample.detail ?? '', 76)}`;
  const finding = sample?.checks.find((check) => check.status !== 'pass' && check.findings.length > 0)?.findings[0];
  if (!finding) return [...codes.keys()].join(', ');
  const expected = finding.expected === null ? '' : ` expected ${excerpt(finding.expected, 44)}`;
  const saw = finding.saw === null ? '' : `${expected === '' ? '' : ','} saw ${excerpt(finding.saw, 40)}`;
  return `${finding.check} at ${finding.at}:${expected}${saw}`;
}
