/** Runs cleanup functions at the end of a block, also after an error. */

/**
 * The part of `AsyncDisposableStack` that the service needs: `await using cleanups = new CleanupStack()`.
 * Node.js has `AsyncDisposableStack` only from version 24 on.
 */
export class CleanupStack {
  readonly #cleanups: (() => unknown)[] = [];

  /** Adds a function to run at the end of the block, before those that were added earlier. */
  defer(cleanUp: () => unknown): void {
    this.#cleanups.push(cleanUp);
  }

  /** Runs all functions even if some fail, then throws the first error. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (const cleanUp of this.#cleanups.toReversed()) {
      try {
        await cleanUp();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
