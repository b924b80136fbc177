/**
 * Work that may wait until the answers at hand are stored and the next calls are on their way. Replies that come together
 * would else wait for one another's grading, and the endpoint for us.
 */
export class LateWork {
  readonly #onError: () => void;
  readonly #onBatch: () => void;
  #waiting: (() => void)[] = [];
  #failed: { readonly error: unknown } | null = null;

  /** @param hear `onError` is told at once (the error itself is thrown by `finish`), `onBatch` when all that waited is done */
  constructor(hear: { readonly onError: () => void; readonly onBatch: () => void }) {
    this.#onError = hear.onError;
    this.#onBatch = hear.onBatch;
  }

  add(work: () => void): void {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) setImmediate(() => this.#doAll());
  }

  /** Does what is left. @throws what any of the work threw */
  finish(): void {
    this.#doAll();
    if (this.#failed) throw this.#failed.error;
  }

  #doAll(): void {
    const all = this.#waiting;
    this.#waiting = [];
    try {
      for (const work of all) work();
      if (all.length > 0) this.#onBatch();
    } catch (error) {
      this.#failed ??= { error };
      this.#onError();
    }
  }
}
