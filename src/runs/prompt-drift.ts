import { promptFor } from '../cases/suite.ts';
import { lastRecordedPrompt } from './history.ts';
import type { Plan } from './plan.ts';
import { listRuns, type RunFolder } from './run-store.ts';

/** For each target whose prompt differs from that of the run before: the date of that run. */
export async function promptChanges(
  plan: Plan,
  history: string,
  resumed: RunFolder | null,
): Promise<ReadonlyMap<string, string>> {
  const runs = listRuns(plan.suite.folder).filter((run) => run.id !== resumed?.id);
  const manifests = runs.map((run) => run.manifest()).reverse();
  const changes = new Map<string, string>();
  for (const target of plan.targets) {
    const hash = promptFor(plan.suite, target.id)?.hash ?? null;
    const before = manifests.find((manifest) => manifest.targets.some((one) => one.id === target.id));
    if (before) {
      const prompt = before.targets.find((one) => one.id === target.id)?.prompt ?? null;
      if (prompt !== hash) changes.set(target.id, before.started.slice(0, 10));
      continue;
    }
    const recorded = await lastRecordedPrompt(history, target.id);
    if (recorded && recorded.prompt !== (hash?.slice(0, 16) ?? null)) changes.set(target.id, recorded.date);
  }
  return changes;
}
