import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** How a process ended, and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export interface Surroundings {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Flags of Node itself. */
  readonly nodeFlags?: readonly string[];
}

/** Starts the built command as a process of its own. */
export function start(
  commandLine: readonly string[],
  { folder, environment = {}, nodeFlags = [] }: Surroundings,
): Started {
  if (!existsSync(entry)) throw new Error('dist/cli/main.js is missing: npm run build');
  const child = spawn(process.execPath, [...nodeFlags, entry, ...commandLine], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, ...texts }));
  });
  return { child, ended };
}

/** Runs the built command to its end. */
export function run(commandLine: readonly string[], surroundings: Surroundings): Promise<Ended> {
  return start(commandLine, surroundings).ended;
}
