import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isoDate, type Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/json.ts';
import { didYouMean } from '../core/nearest.ts';
import { InputError } from '../core/problem.ts';
import { readJsonDocument, writeJsonDocument } from '../files/json-document.ts';
import { tryLock } from '../files/lock.ts';
import { NdjsonWriter, readNdjson } from '../files/ndjson.ts';
import type { Manifest } from './manifest.ts';
import {
  gradeFault,
  gradeFromLine,
  gradeLine,
  trialFault,
  trialFromLine,
  trialLine,
  type StoredGrade,
  type StoredTrial,
} from './stored-trial.ts';

const trialsFormat = 'proofmark/trials';
const gradesFormat = 'proofmark/grades';
const manifestFormat = 'proofmark/manifest';
const summaryFormat = 'proofmark/summary';

/** One run's folder: `.proofmark/runs/<id>/` in the suite. Trials and grades are only ever appended. */
export class RunFolder {
  readonly id: string;
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
    this.id = path.basename(folder);
  }

  /** How messages name a file of the run. */
  shown(name: string): string {
    return `${this.id}/${name}`;
  }

  manifest(): Manifest {
    return readJsonDocument(
      path.join(this.path, 'manifest.json'),
      this.shown('manifest.json'),
      manifestFormat,
    ) as unknown as Manifest;
  }

  writeManifest(manifest: Manifest): void {
    writeJsonDocument(path.join(this.path, 'manifest.json'), manifest);
  }

  hasSummary(): boolean {
    return existsSync(path.join(this.path, 'summary.json'));
  }

  summary(): JsonObject {
    return readJsonDocument(path.join(this.path, 'summary.json'), this.shown('summary.json'), summaryFormat);
  }

  writeSummary(summary: object): void {
    writeJsonDocument(path.join(this.path, 'summary.json'), summary);
  }

  writeTiming(timing: object): void {
    writeJsonDocument(path.join(this.path, 'timing.json'), timing);
  }

  async *trials(): AsyncGenerator<StoredTrial> {
    const reading = { shown: this.shown('trials.ndjson'), format: trialsFormat, fault: trialFault };
    for await (const line of readNdjson(path.join(this.path, 'trials.ndjson'), reading)) yield trialFromLine(line);
  }

  async *grades(): AsyncGenerator<StoredGrade> {
    const reading = { shown: this.shown('grades.ndjson'), format: gradesFormat, fault: gradeFault };
    for await (const line of readNdjson(path.join(this.path, 'grades.ndjson'), reading)) yield gradeFromLine(line);
  }

  /** Opens both files for appending, under the run's lock. @throws InputError when another process writes this run */
  openForAppending(clock: Clock): RunWriter {
    const lock = tryLock(path.join(this.path, 'run.lock'), clock);
    if (!lock) {
      const message = `run ${this.id} is being written by another process`;
      throw new InputError({ code: 'FILE_LOCKED', message, hint: 'wait for it to end, or stop it first' });
    }
    return new RunWriter(this.path, lock.release);
  }
}

/** Appends to a run; what was flushed is on disk. */
export class RunWriter {
  readonly #trials: NdjsonWriter;
  readonly #grades: NdjsonWriter;
  readonly #release: () => void;

  constructor(folder: string, release: () => void) {
    this.#release = release;
    this.#trials = NdjsonWriter.open(path.join(folder, 'trials.ndjson'), trialsFormat);
    this.#grades = NdjsonWriter.open(path.join(folder, 'grades.ndjson'), gradesFormat);
  }

  /** Written with the next `flushTrials` or `close`. */
  addTrial(trial: StoredTrial): void {
    this.#trials.appendLater(trialLine(trial));
  }

  flushTrials(): void {
    this.#trials.flush();
  }

  /** Written with the next `flushGrades` or `close`: a grade that is lost is made again by a resume. */
  addGrade(grade: StoredGrade): void {
    this.#grades.appendLater(gradeLine(grade));
  }

  flushGrades(): void {
    this.#grades.flush();
  }

  close(): void {
    this.#trials.close();
    this.#grades.close();
    this.#release();
  }
}

/** Where a suite's runs lie. */
function runsFolder(suiteFolder: string): string {
  return path.join(suiteFolder, '.proofmark', 'runs');
}

/** Makes the folder of a new run: `2026-11-30`, then `2026-11-30-2`, …; two processes never get the same. */
export function createRun(suiteFolder: string, clock: Clock): RunFolder {
  const runs = runsFolder(suiteFolder);
  mkdirSync(runs, { recursive: true });
  const day = isoDate(clock.now());
  const last = path.join(path.dirname(runs), 'last-run');
  for (let number = numberAfter(runs, last, day); ; number += 1) {
    const id = number === 1 ? day : `${day}-${number}`;
    try {
      mkdirSync(path.join(runs, id));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    writeFileSync(last, `${id}\n`);
    return new RunFolder(path.join(runs, id));
  }
}

/** The number after the day's highest so far, of removed runs too: an id never names two runs. */
function numberAfter(runs: string, last: string, day: string): number {
  const ids = [...readdirSync(runs), ...(existsSync(last) ? [readFileSync(last, 'utf8').trim()] : [])];
  const numbers = ids.map(splitId).filter(([date]) => date === day);
  return Math.max(0, ...numbers.map(([, number]) => number)) + 1;
}

/** The runs of a suite, oldest first. */
export function listRuns(suiteFolder: string): RunFolder[] {
  const runs = runsFolder(suiteFolder);
  if (!existsSync(runs)) return [];
  return readdirSync(runs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(runs, entry.name, 'manifest.json')))
    .map((entry) => new RunFolder(path.join(runs, entry.name)))
    .sort((first, second) => compareIds(first.id, second.id));
}

function compareIds(first: string, second: string): number {
  const [day, number] = splitId(first);
  const [otherDay, otherNumber] = splitId(second);
  return day < otherDay ? -1 : day > otherDay ? 1 : number - otherNumber;
}

function splitId(id: string): [string, number] {
  const match = /^(\d{4}-\d{2}-\d{2})(?:-(\d+))?$/.exec(id);
  return match ? [match[1] as string, Number(match[2] ?? 1)] : [id, 1];
}

/** The run with this id, or the newest for `latest`. @throws InputError naming the nearest id */
export function findRun(suiteFolder: string, id: string): RunFolder {
  const runs = listRuns(suiteFolder);
  const found = id === 'latest' ? runs.at(-1) : runs.find((run) => run.id === id);
  if (found) return found;
  const message = runs.length === 0 ? 'this suite has no run yet' : `there is no run ${id}`;
  const hint =
    didYouMean(
      id,
      runs.map((run) => run.id),
    ) ?? 'proofmark list shows the runs';
  throw new InputError({ code: 'RUN_UNKNOWN', message, hint });
}

export function removeRun(run: RunFolder): void {
  rmSync(run.path, { recursive: true, force: true });
}
