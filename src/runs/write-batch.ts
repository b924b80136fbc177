/** Lines that are ready together are written together: one write serves all replies that came at once. */
export class WriteBatch {
  readonly #flush: () => void;
  #pending: Promise<void> | null = null;

  /** @param flush writes what is ready */
  constructor(flush: () => void) {
    this.#flush = flush;
  }

  /** Resolves when what is ready now is written; rejects with what the writing threw. */
  written(): Promise<void> {
    this.#pending ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#pending = null;
        try {
          this.#flush();
          resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    return this.#pending;
  }
}
