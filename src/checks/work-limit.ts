/** Thrown when deciding takes more work than a check allows itself; `grade` makes an error of it, never a pass. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError';
}

/** Counts work down from a limit. */
export interface WorkBudget {
  /** Throws `WorkLimitError` when nothing is left. */
  readonly spend: (steps?: number) => void;
}

export function workBudget(limit: number, what: string): WorkBudget {
  let left = limit;
  return {
    spend: (steps = 1) => {
      left -= steps;
      if (left < 0) throw new WorkLimitError(`${what} takes more than ${limit} steps`);
    },
  };
}
