import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { CommanderError } from 'commander';
import { reportFailure } from '../../src/cli/failures.ts';
import type { CommandIo } from '../../src/cli/io.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { systemClock, type Clock } from '../../src/core/clock.ts';

/** The day on which every documented run is made. */
const day = Date.parse('2026-11-30T12:00:00Z');

/** A command line of a page as its parts: variables before it, words, whether it is left running. */
export interface CommandLine {
  readonly variables: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  readonly background: boolean;
}

/** Splits as a shell does what the pages need: words, quotes, `NAME=value` before the command, `&` after it. */
export function commandLine(text: string): CommandLine {
  const words = [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/["']/g, ''));
  const background = words.at(-1) === '&';
  if (background) words.pop();
  const variables: Record<string, string> = {};
  while (/^[A-Z_]+=/.test(words[0] ?? '')) {
    const [name = '', ...value] = (words.shift() as string).split('=');
    variables[name] = value.join('=');
  }
  return { variables, words, background };
}

/** A folder in which the commands of a page are typed, one after the other. */
export class Session {
  readonly folder: string = realpathSync(mkdtempSync(path.join(tmpdir(), 'proofmark-docs-')));
  readonly #stopping = new AbortController();
  readonly #running: Promise<number>[] = [];
  #endpoint: string | null = null;
  #lastCode = 0;

  write(file: string, text: string): void {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /** What a command line prints, on both streams. */
  async type(text: string): Promise<string> {
    const { variables, words, background } = commandLine(text);
    const [command, ...rest] = words;
    if (text === 'echo $?') return `${this.#lastCode}\n`;
    if (command === 'cat') return rest.map((file) => readFileSync(path.join(this.folder, file), 'utf8')).join('');
    if (command !== 'proofmark') throw new Error(`a session of the docs cannot type: ${text}`);
    const printed = new Printed();
    // A port that the page names may be taken on this machine.
    const args = rest.map((word, index) => (rest[index - 1] === '--port' ? '0' : word));
    const code = this.#run(args, { printed, variables });
    if (background) {
      this.#running.push(code);
      this.#endpoint = await printed.waitFor(/http:\/\/127\.0\.0\.1:\d+/);
    } else this.#lastCode = await code;
    return printed.text;
  }

  async #run(
    args: readonly string[],
    { printed, variables }: { readonly printed: Printed; readonly variables: Readonly<Record<string, string>> },
  ): Promise<number> {
    const endpoint = this.#endpoint === null ? {} : { EVAL_BASE_URL: this.#endpoint };
    const io: CommandIo = {
      stdout: printed.stream(),
      stderr: printed.stream(),
      environment: { ...variables, ...endpoint },
      currentFolder: this.folder,
      clock: documentedClock,
      signal: this.#stopping.signal,
    };
    let code = 0;
    try {
      await buildProgram(io, (done) => {
        code = done;
      }).parseAsync([...args], { from: 'user' });
      return code;
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
      return reportFailure(error, io, { json: args.includes('--json') });
    }
  }

  async end(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const started = systemClock.now();
const documentedClock: Clock = { ...systemClock, now: () => day + systemClock.now() - started };

class Printed {
  text = '';
  #waiting: (() => void) | null = null;

  stream(): Writable {
    return new Writable({
      decodeStrings: false,
      write: (chunk: string | Buffer, _encoding, done) => {
        this.text += chunk.toString();
        this.#waiting?.();
        done();
      },
    });
  }

  async waitFor(pattern: RegExp): Promise<string> {
    for (;;) {
      const [found] = pattern.exec(this.text) ?? [];
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }
}

/** A line as it is compared: what differs from run to run (times, ports) is taken out. */
function comparable(line: string): string {
  return line
    .trimEnd()
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/\d+(?:\.\d+)? ms/g, 'TIME')
    .replace(/^(ok +node +)v[\d.]+$/, '$1VERSION')
    .replace(/\d\d:\d\d:\d\d\.\d{3}Z/g, 'CLOCK');
}

/** Whether the shown lines stand in what was printed, in their order. `…` at a line's end stands for its rest. */
export interface Comparison {
  /** The first line that does not; null when all do. */
  readonly untrue: string | null;
  /** What was printed, for the reader of a failure. */
  readonly printed: string;
}

export function compare(shown: readonly string[], printed: string): Comparison {
  const lines = printed.split('\n').map(comparable);
  let next = 0;
  for (const line of shown) {
    const wanted = comparable(line);
    if (wanted === '' || wanted === '…') continue;
    const fits = (actual: string): boolean =>
      actual === wanted || (wanted.endsWith('…') && actual.startsWith(wanted.slice(0, -1)));
    const found = lines.findIndex((actual, index) => index >= next && fits(actual));
    if (found < 0) return { untrue: line, printed };
    next = found + 1;
  }
  return { untrue: null, printed };
}
