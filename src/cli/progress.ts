import { progressLine } from '../report/progress-line.ts';
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
  #done: number;
  #passes = 0;
  #judged = 0;
  #retries = 0;
  #inFlight = 0;
  #drawn = Number.NEGATIVE_INFINITY;
  #tenth: number;

  constructor(io: CommandIo, { total, done }: { readonly total: number; readonly done: number }) {
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
  ended({ passed, judged, retries }: { readonly passed: boolean; readonly judged: boolean; readonly retries: number }): void {
    this.#done += 1;
    this.#retries += retries;
    if (passed) this.#passes += 1;
    if (judged) this.#judged += 1;
    if (this.#live) this.#redraw();
    else this.#tenths();
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
      rate: wilsonInterval(this.#passes, this.#judged),
      inFlight: this.#inFlight,
      perSecond,
      retries: this.#retries,
      secondsLeft: perSecond === null ? null : (this.#total - this.#done) / perSecond,
    });
  }
}
