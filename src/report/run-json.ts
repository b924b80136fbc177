import type { RunReport } from '../runs/run-report.ts';

/** The one document of `run --json`: the summary, and what a summary may not hold. */
export function runDocument(report: RunReport, exitCode: number): object {
  return {
    format: 'proofmark/run',
    version: 1,
    exit_code: exitCode,
    run: report.run,
    mode: report.mode,
    targets: report.targets.map((target) => ({
      id: target.id,
      model: target.model,
      place: target.place,
      prompt: target.promptHash,
      prompt_changed_since: target.promptChangedSince,
    })),
    stop: report.stop,
    left_out: report.leftOut,
    unused_replies: report.unusedReplies,
    rejected_references: report.rejectedReferences,
    stale_known_failures: report.staleKnownFailures,
    timing: report.timing,
    summary: report.summary,
  };
}
