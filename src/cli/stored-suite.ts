import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Suite } from '../cases/suite.ts';
import type { FoundSuite } from '../files/case-files.ts';
import { replacedPrompt } from '../runs/manifest.ts';
import { selectCases, type Plan, type Selection } from '../runs/plan.ts';
import type { RunFolder } from '../runs/run-store.ts';
import type { Target } from '../targets/target.ts';
import type { CommandIo } from './io.ts';
import { openSuite } from './open-suite.ts';

/** Today's state of the suite that a run was made of: the same case files, and the prompt that replaced the suite's. */
export function suiteOfRun(
  run: RunFolder,
  suiteFolder: string,
  { io, allowNoControls }: { readonly io: CommandIo; readonly allowNoControls: boolean },
): Suite {
  const manifest = run.manifest();
  // A case file that is gone takes its cases with it; what is new belongs to other runs.
  const files = manifest.suite.case_files
    .map((file) => path.join(suiteFolder, file))
    .filter((file) => existsSync(file));
  const found: FoundSuite = { folder: suiteFolder, files, others: [] };
  return openSuite(found, io, { allowNoControls, systemPrompt: replacedPrompt(manifest) });
}

/** The plan of a run as it lies on disk: its targets are names only, and a call to one is a bug. */
export function storedPlan(run: RunFolder, suite: Suite, selection: Selection): Plan {
  const targets = run.manifest().targets.map(({ id, model, place, identity }): Target => ({
    id,
    model,
    place,
    identity,
    live: false,
    call: () => Promise.reject(new Error('a stored run is never called')),
    close: () => Promise.resolve(),
  }));
  return { suite, cases: selectCases(suite, selection), targets, selection };
}
