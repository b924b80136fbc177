import { printable } from '../../core/printable.ts';
import { didYouMean } from '../../core/nearest.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { allExplanations, explanationOf } from '../explanations.ts';

/** `proofmark explain`: what a code means and what to do; without a code, all codes with their meaning. */
export async function explainCommand(code: string | undefined, io: CommandIo): Promise<ExitCode> {
  const all = allExplanations();
  if (code === undefined) {
    for (const [name, { meaning }] of all) io.stdout.write(`${name.padEnd(24)} ${meaning}\n`);
    return 0;
  }
  const found = explanationOf(code);
  if (found) {
    const { name, meaning, advice, where } = found;
    io.stdout.write(`${name}${where === '' ? '' : `   (${where})`}\n  ${meaning}\n  What to do: ${advice}\n`);
    return 0;
  }
  const hint = didYouMean(code, all.keys()) ?? 'proofmark explain lists all codes';
  io.stderr.write(`there is no code ${printable(code)}; ${hint}\n`);
  return 2;
}
