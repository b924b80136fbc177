import { progressLine } from '../report/progress-line.ts';
import type { EndedTrial } from '../runs/execute.ts';
import type { CaseResult } from '../runs/results.ts';
import { wilsonInterval } from '../stats/wilson.ts';
import type { CommandIo } from './io.ts';

const redrawMs = 100;

/** Tells on stderr how a run goes: one live line on a terminal, one line a tenth elsewhere. */
export class Progress {
  readonly #io: CommandIo;
  readonly #live: boolean;
  readonly #total: number;
  readonly #started: number;
  readonly #before: number;
  /** Every case is tried once, so trials are independent. */
  readonly #once: boolean;
  #done: number;
  #passes = 0;
  #judged = 0;
  #retries = 0;
  #inFlight = 0;
  #drawn = Number.NEGATIVE_INFINITY;
  #tenth: number;

  /** @param run its size, what is on disk already, and whether every case is tried once */
  constructor(
    io: CommandIo,
    {
      total,
      done,
      once,
      results,
    }: {
      readonly total: number;
      readonly done: number;
      readonly once: boolean;
      readonly results: readonly CaseResult[];
    },
  ) {
    this.#once = once;
    for (const result of results.filter(({ variant }) => variant === null)) {
      this.#passes += result.passes;
      this.#judged += result.judged;
    }
    this.#io = io;
    this.#live = io.stderr.isTTY === true && !io.environment['CI'];
    this.#total = total;
    this.#before = done;
    this.#done = done;
    this.#started = io.clock.elapsed();
    this.#tenth = Math.floor((done / Math.max(1, total)) * 10);
  }

  inFlight(count: number): void {
    this.#inFlight = count;
  }

  /** One more trial ended. */
  ended(trial: EndedTrial): void {
    this.#done += 1;
    this.#retries += Math.max(0, trial.trial.attempts.length - 1);
    this.#count(trial);
    if (this.#live) this.#redraw();
    else this.#tenths();
  }

  /** Hostile inputs have a rate of their own. */
  #count({ trial, grade }: EndedTrial): void {
    if (trial.variant !== null) return;
    if (grade.status === 'pass') this.#passes += 1;
    if (grade.status === 'pass' || grade.status === 'fail') this.#judged += 1;
  }

  /** Takes the live line off, so that a line of the result can be printed. */
  clear(): void {
    if (this.#live) this.#io.stderr.write('\r\u001b[K');
    this.#drawn = Number.NEGATIVE_INFINITY;
  }

  #redraw(): void {
    const now = this.#io.clock.elapsed();
    if (now - this.#drawn < redrawMs && this.#done < this.#total) return;
    this.#drawn = now;
    const width = Math.max(20, (this.#io.stderr.columns ?? 100) - 1);
    this.#io.stderr.write(`\r\u001b[K${this.#text().slice(0, width)}`);
  }

  #tenths(): void {
    const tenth = Math.floor((this.#done / this.#total) * 10);
    if (tenth === this.#tenth || this.#total < 10) return;
    this.#tenth = tenth;
    this.#io.stderr.write(`${this.#text()}\n`);
  }

  #text(): string {
    const seconds = (this.#io.clock.elapsed() - this.#started) / 1000;
    const session = this.#done - this.#before;
    const perSecond = seconds > 0.2 && session > 0 ? session / seconds : null;
    return progressLine({
      done: this.#done,
      total: this.#total,
      rate: this.#once ? wilsonInterval(this.#passes, this.#judged) : null,
      passes: this.#passes,
      judged: this.#judged,
      inFlight: this.#inFlight,
      perSecond,
      retries: this.#retries,
      secondsLeft: perSecond === null ? null : (this.#total - this.#done) / perSecond,
    });
  }
}
