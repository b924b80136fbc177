import type { Explanation } from '../core/problem.ts';
import { checks } from './registry.ts';

/** Every code that a check can find, with the checks that find it. */
export function checkExplanations(): ReadonlyMap<
  string,
  { readonly explanation: Explanation; readonly checks: readonly string[] }
> {
  const found = new Map<string, { explanation: Explanation; checks: string[] }>();
  for (const check of checks.values()) {
    for (const [code, explanation] of Object.entries(check.findings)) {
      const known = found.get(code);
      if (known && known.explanation.meaning !== explanation.meaning) throw new Error(`${code} has two meanings`);
      if (known) known.checks.push(check.type);
      else found.set(code, { explanation, checks: [check.type] });
    }
  }
  return found;
}
