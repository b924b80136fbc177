import type { Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import type { Case } from '../cases/case.ts';
import { promptFor, type SystemPrompt } from '../cases/suite.ts';
import { checks } from '../checks/registry.ts';
import { repeatsOf, type Plan, type Selection } from './plan.ts';

/** What a run was, for people and for a resume; holds times, unlike the summary. Keys are file keys. */
export interface Manifest {
  readonly format: 'proofmark/manifest';
  readonly version: 1;
  readonly id: string;
  /** The case files are paths inside the suite, so that a regrade reads the same ones. */
  readonly suite: { readonly name: string; readonly hash: string; readonly case_files: readonly string[] };
  /** `running` is also what a killed run says. */
  readonly state: 'running' | 'complete' | 'incomplete' | 'interrupted';
  readonly started: string;
  readonly ended: string | null;
  readonly targets: readonly {
    readonly id: string;
    readonly model: string | null;
    readonly place: string;
    readonly identity: JsonObject;
    readonly prompt: string | null;
  }[];
  readonly sampling: JsonObject;
  /** The prompts sent, by hash; a target's prompt is named by its hash. */
  readonly prompts: Readonly<Record<string, { readonly file: string; readonly text: string }>>;
  readonly selection: JsonObject;
  /** The file of a prompt that replaced the suite's for this run; its text is among the prompts. */
  readonly system_prompt: string | null;
  readonly trials: number;
  readonly versions: {
    readonly proofmark: string;
    readonly node: string;
    readonly checks: Readonly<Record<string, number>>;
  };
  /** When the run was taken up again. */
  readonly resumed: readonly string[];
  readonly regraded: readonly string[];
}

/** The manifest of a run that is about to begin. */
export function newManifest(
  id: string,
  plan: Plan,
  settings: { readonly clock: Clock; readonly version: string; readonly replacedPrompt: boolean },
): Manifest {
  const prompts = [...plan.targets].flatMap((target) => promptFor(plan.suite, target.id) ?? []);
  return {
    format: 'proofmark/manifest',
    version: 1,
    id,
    suite: suiteOf(plan),
    state: 'running',
    started: new Date(settings.clock.now()).toISOString(),
    ended: null,
    targets: plan.targets.map(({ id, model, place, identity }) => ({
      id,
      model,
      place,
      identity,
      prompt: promptFor(plan.suite, id)?.hash ?? null,
    })),
    sampling: plan.suite.config.sampling,
    prompts: Object.fromEntries(prompts.map(({ hash, file, text }) => [hash, { file, text }])),
    selection: plan.selection as unknown as JsonObject,
    system_prompt: settings.replacedPrompt ? (plan.suite.systemPrompt?.file ?? null) : null,
    trials: trialCount(plan),
    versions: {
      proofmark: settings.version,
      node: process.version,
      checks: Object.fromEntries([...checks.values()].map((check) => [check.type, check.version])),
    },
    resumed: [],
    regraded: [],
  };
}

/** The manifest of a run that goes on with the suite as it is today: cases may have come or gone. */
export function takenUp(manifest: Manifest, plan: Plan, clock: Clock): Manifest {
  const now = new Date(clock.now()).toISOString();
  const today = { suite: suiteOf(plan), trials: trialCount(plan) };
  return { ...manifest, ...today, state: 'running', ended: null, resumed: [...manifest.resumed, now] };
}

function suiteOf({ suite }: Plan): Manifest['suite'] {
  return { name: suite.name, hash: suite.hash, case_files: suite.caseFiles };
}

function trialCount(plan: Plan): number {
  const ofCase = (item: Case): number => repeatsOf(item, plan.selection) * (1 + item.hostile.length);
  return plan.cases.reduce((sum, item) => sum + ofCase(item), 0) * plan.targets.length;
}

/** The selection that a run was started with. */
export function selectionOf(manifest: Manifest): Selection {
  return manifest.selection as unknown as Selection;
}

/** The prompt that replaced the suite's in a run, as it was sent; null where none did. */
export function replacedPrompt(manifest: Manifest): SystemPrompt | null {
  if (manifest.system_prompt === null) return null;
  const hash = manifest.targets[0]?.prompt ?? '';
  const prompt = manifest.prompts[hash];
  return prompt ? { hash, file: prompt.file, text: prompt.text } : null;
}
