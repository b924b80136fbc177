import type { Clock } from '../core/clock.ts';
import { InputError, type Problem } from '../core/problem.ts';
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
  }
  if (problems.length > 0) throw new InputError(problems);
  return { ...(first.selection as unknown as Selection), shard: null };
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
    state: 'complete',
    trials: trials.length,
    ended: new Date(clock.now()).toISOString(),
  });
  const writer = run.openForAppending(clock);
  for (const trial of trials) writer.addTrial(trial);
  writer.close();
  return run;
}
