import { caseExplanations } from '../cases/explanations.ts';
import { failureExplanations } from '../cases/outcome.ts';
import { checkExplanations } from '../checks/explanations.ts';
import { gradeExplanations } from '../checks/grade.ts';
import type { Explanation, Explanations } from '../core/problem.ts';
import { fileExplanations } from '../files/explanations.ts';
import { runExplanations } from '../runs/explanations.ts';
import { endpointExplanations } from '../simulate/endpoint.ts';
import { scenarioExplanations } from '../simulate/scenario-file.ts';
import { targetExplanations } from '../targets/explanations.ts';

export interface ExplainedCode extends Explanation {
  readonly name: string;
  /** Where the code is met: `check contains`, `a call`, `a suite`. */
  readonly where: string;
}

const groups: readonly (readonly [where: string, Explanations])[] = [
  ['what came of a call', failureExplanations],
  ['grading', gradeExplanations],
  ['a suite', caseExplanations],
  ['a file', fileExplanations],
  ['a target', targetExplanations],
  ['a run', runExplanations],
  ['a simulated endpoint', { ...scenarioExplanations, ...endpointExplanations }],
];

/** Every code that proofmark can print, by room, then by name. */
export function allExplanations(): ReadonlyMap<string, ExplainedCode> {
  const all = new Map<string, ExplainedCode>();
  for (const [where, explanations] of groups) {
    for (const [name, explanation] of Object.entries(explanations)) all.set(name, { ...explanation, name, where });
  }
  for (const [name, { explanation, checks }] of checkExplanations()) {
    const where = `check ${checks.join(', ')}`;
    if (!all.has(name)) all.set(name, { ...explanation, name, where });
  }
  return all;
}

/** The explanation of a code as it is printed: `[missing_arg:order_id]`, `http_404`, `CASE_NO_CONTROL`. */
export function explanationOf(printed: string): ExplainedCode | null {
  const all = allExplanations();
  const code = printed.replace(/^\[|\]$/g, '').split(':', 1)[0] ?? '';
  const status = /^http_([45])\d\d$/.exec(code);
  const name = status && code !== 'http_429' ? `http_${status[1] ?? ''}xx` : code;
  return all.get(name) ?? all.get(name.toUpperCase()) ?? null;
}
