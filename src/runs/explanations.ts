import type { Explanations } from '../core/problem.ts';

/** What can go wrong with runs and controls: what each code means and what to do. */
export const runExplanations: Explanations = {
  NO_CASES: {
    meaning: 'Nothing was tested, which is never a pass (exit 5).',
    advice: 'Check the path and the selection.',
  },
  NO_SUCH_PATH: { meaning: 'A path on the command line is not there.', advice: 'Paths start at the current folder.' },
  RUN_SELECTION: {
    meaning: 'A selection of cases or repeats cannot be met.',
    advice: 'Mend the option that the message names.',
  },
  RUN_UNKNOWN: {
    meaning: 'No run of this suite has that id.',
    advice: 'proofmark list shows the runs; latest names the newest.',
  },
  RUN_CHANGED: {
    meaning:
      'A resume would mix answers to different questions: prompt, input, tools, sampling, target or endpoint are others today.',
    advice: 'Start a new run, or put back what the message names.',
  },
  RUN_MERGE: {
    meaning: 'These runs are no shards of one run.',
    advice: 'Merge the runs of one suite state, one selection, each shard once.',
  },
  RUN_USAGE: {
    meaning: 'Options that do not go together, or a value that cannot be.',
    advice: 'See proofmark run --help.',
  },
  SYSTEM_ERROR: {
    meaning: 'The operating system refused to read or write a file: no permission, a full disk, a folder in the way.',
    advice: 'Mend what the message names; what was written before is kept, and a run goes on with --resume.',
  },
  ENV_FILE: {
    meaning: 'A line of a file of variables is no NAME=value, so it would be passed over.',
    advice: 'Mend the line, or put a # before it.',
  },
  INIT_EXISTS: {
    meaning: 'A folder that would be written to is there and not empty.',
    advice: 'Name another folder, or move the old one away.',
  },
  CONTROL_ACCEPTED: {
    meaning:
      'A reply that was written to be wrong passes every check of its case: the grader is numb there. The build fails for it, even if every live answer passed.',
    advice:
      'Add the check that would have caught it: the amount with its unit, the argument’s value, the forbidden phrase.',
  },
  CONTROL_REJECTED: {
    meaning: 'A reply that was written to be right does not pass: the grader would reject good answers.',
    advice:
      'Loosen the check that is named: contains_any for synonyms, ignore_case, a matcher instead of one exact value.',
  },
  CONTROL_NOT_CAUGHT: {
    meaning:
      'The control fails, but not by the checks that it aims at: the check that it was written to prove is unproved.',
    advice: 'Mend that check, change the control so that only this fault is in it, or change its aims.',
  },
};
