import type { ControlResult } from './controls.ts';
import type { Stop } from './guard.ts';
import type { CaseResult } from './results.ts';
import type { Summary } from './summary.ts';
import type { Timing } from './timing.ts';

/** All that is told of a run, before it becomes text. */
export interface RunReport {
  /** Null when only controls were graded: nothing is stored then. */
  readonly run: { readonly id: string; readonly folder: string } | null;
  readonly mode: 'run' | 'controls' | 'regrade' | 'merge';
  readonly suiteFolder: string;
  readonly targets: readonly {
    readonly id: string;
    readonly model: string | null;
    readonly place: string;
    readonly promptHash: string | null;
    /** When the run before had another prompt: its date. */
    readonly promptChangedSince: string | null;
  }[];
  readonly summary: Summary;
  readonly results: readonly CaseResult[];
  readonly controls: readonly ControlResult[];
  readonly timing: Timing | null;
  readonly stop: Stop | null;
  /** Cases left out of a regrade: what of their request changed, or nothing where they are no longer planned. */
  readonly leftOut: readonly { readonly id: string; readonly parts: readonly string[] }[];
  /** Recorded replies that no trial asked for. */
  readonly unusedReplies: readonly string[];
  /** Cases whose own reference does not pass, with the checks that reject it. */
  readonly rejectedReferences: readonly { readonly id: string; readonly checks: readonly string[] }[];
  /** Cases marked as known failures that passed, or whose date has gone. */
  readonly staleKnownFailures: readonly { readonly id: string; readonly why: 'passes' | 'expired' }[];
}

/** 130 interrupted, 1 something failed, 3 incomplete or not to be trusted, 0 all that was asked holds. */
export function exitCodeOf(report: RunReport): 0 | 1 | 3 | 130 {
  if (report.stop?.kind === 'interrupted') return 130;
  const statuses = new Set(report.results.map((result) => result.status));
  const controls = new Set(report.controls.map((control) => control.status));
  const failedControl =
    controls.has('accepted') || controls.has('rejected') || controls.has('not_caught') || controls.has('undecided');
  if (statuses.has('fail') || failedControl) return 1;
  const open = statuses.has('not_run') || statuses.has('error') || statuses.has('unjudged');
  return open || controls.has('unjudged') || controls.has('error') ? 3 : 0;
}
