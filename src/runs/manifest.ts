import type { JsonObject } from '../core/json.ts';

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
  /** Absolute or relative path of a prompt that replaced the suite's. */
  readonly system_prompt: string | null;
  readonly trials: number;
  readonly versions: { readonly proofmark: string; readonly node: string; readonly checks: Readonly<Record<string, number>> };
  /** When the run was taken up again. */
  readonly resumed: readonly string[];
  readonly regraded: readonly string[];
}
