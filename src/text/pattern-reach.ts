import type { RE2JS } from 're2js';

interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
}

// The instructions of RE2's program: https://swtch.com/~rsc/regexp/regexp2.html
const [alternative, alternativeMatch, capture, emptyWidth, fail, , nothing, firstRune, lastRune] = [
  1, 2, 3, 4, 5, 6, 7, 8, 11,
];
const beginText = 4;
const endText = 8;

/**
 * Whether the pattern can match any text, as far as its program shows: `[^\s\S]`, `\z.` and `$^x` cannot. When in doubt it
 * can: contradictions of `\b` and of lines are not looked at.
 */
export function canMatch(pattern: RE2JS): boolean {
  const { inst, start } = pattern.re2().prog as { readonly inst: readonly Instruction[]; readonly start: number };
  const seen = new Set<number>();
  // A state is an instruction, whether a character was taken before it, and whether the text has ended there.
  const waiting = [{ at: start, taken: false, ended: false }];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    const { at, taken, ended } = state;
    const key = at * 4 + (taken ? 2 : 0) + (ended ? 1 : 0);
    if (seen.has(key)) continue;
    seen.add(key);
    const { op, out, arg } = inst[at] as Instruction;
    if (op === fail) continue;
    if (op === alternative || op === alternativeMatch) {
      waiting.push({ at: out, taken, ended }, { at: arg, taken, ended });
    } else if (op === capture || op === nothing) {
      waiting.push({ at: out, taken, ended });
    } else if (op === emptyWidth) {
      if (!(taken && (arg & beginText) !== 0)) {
        waiting.push({ at: out, taken, ended: ended || (arg & endText) !== 0 });
      }
    } else if (op >= firstRune && op <= lastRune) {
      if (!ended) waiting.push({ at: out, taken: true, ended });
    } else {
      return true; // A match, or an instruction that is not known here.
    }
  }
  return false;
}
