import { printable } from '../core/printable.ts';
import type { Plan } from '../runs/plan.ts';
import type { Trial } from '../runs/trial.ts';
import { grouped } from './estimate-text.ts';

/** What a run would do: trials, calls, tokens, cost; nothing is called. */
export function planSummary(
  plan: Plan,
  {
    trials: planned,
    concurrency,
    maxCalls,
  }: { readonly trials: Iterable<Trial>; readonly concurrency: number; readonly maxCalls: number | null },
): { readonly text: string; readonly document: object } {
  const { limits, prices } = plan.suite.config;
  const byTarget = new Map(plan.targets.map((target) => [target.id, { trials: 0, characters: 0 }]));
  for (const trial of planned) {
    const count = byTarget.get(trial.target.id) as { trials: number; characters: number };
    count.trials += 1;
    count.characters += JSON.stringify([trial.messages, trial.tools]).length;
  }
  const controls = plan.cases.reduce((sum, item) => sum + item.controls.length, 0);
  const targets = plan.targets.map((target) => {
    const { trials, characters } = byTarget.get(target.id) as { trials: number; characters: number };
    const inputTokens = Math.ceil(characters / 4);
    const price = target.model === null ? undefined : prices[target.model];
    return {
      id: target.id,
      model: target.model,
      place: target.place,
      trials,
      calls_at_most: target.live ? trials * (1 + limits.retries) : 0,
      input_tokens_about: target.live ? inputTokens : 0,
      input_cost_usd_about: !target.live
        ? 0
        : price === undefined
          ? null
          : (inputTokens * Number(price['input_per_million'])) / 1e6,
    };
  });
  const trials = targets.reduce((sum, target) => sum + target.trials, 0);
  const document = {
    format: 'proofmark/plan',
    version: 1,
    suite: plan.suite.name,
    cases: plan.cases.length,
    controls,
    trials,
    max_calls: maxCalls,
    concurrency,
    targets,
  };
  const lines = targets.map((target) => {
    const cost =
      target.input_cost_usd_about === null
        ? 'cost unknown: no price'
        : `about ${target.input_cost_usd_about.toPrecision(2)} USD for input`;
    const calls = `${counted(target.trials, 'call')}, ${grouped(target.calls_at_most)} with every retry`;
    const where = `${target.model === null ? target.id : printable(target.model)} on ${printable(target.place)}`;
    return target.calls_at_most === 0
      ? `  ${target.id.padEnd(12)} ${counted(target.trials, 'reply', 'replies')} from ${printable(target.place)}, no call`
      : `  ${target.id.padEnd(12)} ${where}: ${calls} · about ${grouped(target.input_tokens_about)} input tokens · ${cost}`;
  });
  const head = `would run ${counted(plan.cases.length, 'case')} of ${plan.suite.name}: ${counted(trials, 'trial')}, ${concurrency} at a time; ${counted(controls, 'control')} offline`;
  const budget = maxCalls === null ? [] : [`  stops after ${counted(maxCalls, 'call')}`];
  return { text: `${[head, ...lines, ...budget, 'nothing was called'].join('\n')}\n`, document };
}

function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
