import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { runCommandLine } from '../../src/cli/program.ts';
import type { ExitCode } from '../../src/cli/io.ts';
import { systemClock, type Clock } from '../../src/core/clock.ts';

export interface CliResult {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of stdout above the first blank one. */
  readonly lines: readonly string[];
}

export interface CliWorld {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}

/** Runs `proofmark …` in this process, in a folder and an environment of its own. */
export async function proofmark(args: readonly string[], world: CliWorld): Promise<CliResult> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  const code = await runCommandLine(args, {
    stdout,
    stderr,
    environment: world.environment ?? {},
    currentFolder: world.folder,
    clock: world.clock ?? systemClock,
    signal: world.signal ?? new AbortController().signal,
  });
  const head = stdout.text.startsWith('\n') ? '' : (stdout.text.split('\n\n', 1)[0] ?? '');
  return {
    code,
    stdout: stdout.text,
    stderr: stderr.text,
    lines: head.trimEnd() === '' ? [] : head.trimEnd().split('\n'),
  };
}

class Sink extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

/** A folder with these files, removed when the test process is done with it. */
export function folderWith(files: Readonly<Record<string, string>>): {
  readonly path: string;
  readonly remove: () => void;
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'proofmark-test-'));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
