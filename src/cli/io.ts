import type { Clock } from '../core/clock.ts';

/** What a command may touch of the world around it. */
export interface CommandIo {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly currentFolder: string;
  readonly clock: Clock;
  /** Aborts on the first Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Exit codes, as `formats` has them. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 130;
