import { canonicalJson } from '../core/canonical-json.ts';
import type { Clock } from '../core/clock.ts';
import { InputError, type Problem } from '../core/problem.ts';
import { selectionOf, type Manifest } from './manifest.ts';
import type { Plan, Selection } from './plan.ts';
import { createRun, type RunFolder } from './run-store.ts';
import type { StoredTrial } from './stored-trial.ts';

/** The selection that the shards of one run share, without the shard. @throws InputError when they are not of one run */
export function commonSelection(shards: readonly RunFolder[]): Selection {
  const [first, ...others] = shards.map((shard) => shard.manifest());
  if (first === undefined) throw new InputError({ code: 'RUN_MERGE', message: 'merge takes the runs of all shards' });
  const problems: Problem[] = [];
  const ask = (manifest: typeof first): string => JSON.stringify({ ...manifest.selection, shard: null });
  for (const other of others) {
    if (other.suite.hash !== first.suite.hash) problems.push(differs(first.id, other.id, 'another state of the suite'));
    else if (ask(other) !== ask(first)) problems.push(differs(first.id, other.id, 'another selection of cases'));
    else problems.push(...targetDifferences(first, other));
  }
  if (problems.length > 0) throw new InputError(problems);
  return { ...selectionOf(first), shard: null };
}

/** Endpoints may be others (each shard has its own machine), but not the model, the prompt, or how they are asked. */
function targetDifferences(first: Manifest, other: Manifest): Problem[] {
  const problems: Problem[] = [];
  if (canonicalJson(first.sampling) !== canonicalJson(other.sampling))
    problems.push(differs(first.id, other.id, 'with another sampling'));
  for (const target of first.targets) {
    const same = other.targets.find((one) => one.id === target.id);
    const parts = same ? targetParts(target, same) : ['target'];
    for (const part of parts) problems.push(differs(first.id, other.id, `with another ${part} of ${target.id}`));
  }
  return problems;
}

function targetParts(first: Manifest['targets'][number], other: Manifest['targets'][number]): string[] {
  const { endpoint: _one, ...asked } = first.identity;
  const { endpoint: _two, ...askedThere } = other.identity;
  return [
    ...(first.model === other.model ? [] : ['model']),
    ...(first.prompt === other.prompt ? [] : ['prompt']),
    ...(first.model !== other.model || canonicalJson(asked) === canonicalJson(askedThere) ? [] : ['way of asking']),
  ];
}

function differs(first: string, second: string, what: string): Problem {
  return { code: 'RUN_MERGE', message: `${second} ran ${what} than ${first}`, hint: 'merge only shards of one run' };
}

/** Copies the trials of shards into a new run. @throws InputError when a trial lies in two of them with different answers */
export async function mergeShards(shards: readonly RunFolder[], plan: Plan, clock: Clock): Promise<RunFolder> {
  const origin = new Map<string, { readonly run: string; readonly trial: string }>();
  const trials: StoredTrial[] = [];
  for (const shard of shards) {
    for await (const trial of shard.trials()) {
      const seen = origin.get(trial.key);
      const text = JSON.stringify(trial);
      if (seen === undefined) {
        origin.set(trial.key, { run: shard.id, trial: text });
        trials.push(trial);
      } else if (seen.trial !== text) {
        const message = `${trial.key} lies in ${seen.run} and in ${shard.id} with different answers`;
        throw new InputError({ code: 'RUN_MERGE', message, hint: 'merge each shard once' });
      }
    }
  }
  const run = createRun(plan.suite.folder, clock);
  const [first] = shards as [RunFolder];
  const manifest = first.manifest();
  run.writeManifest({
    ...manifest,
    id: run.id,
    selection: { ...manifest.selection, shard: null },
    state: 'running',
    trials: trials.length,
    ended: new Date(clock.now()).toISOString(),
  });
  const writer = run.openForAppending(clock);
  for (const trial of trials) writer.addTrial(trial);
  writer.close();
  return run;
}
