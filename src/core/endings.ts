/** What is to be done when a block ends, however it ends. */

/** The part of `AsyncDisposableStack` that is needed here; Node.js has that from version 24 on. */
export class Endings {
  readonly #acts: (() => unknown)[] = [];

  /** Does `act` at the end, before what was deferred earlier. */
  defer(act: () => unknown): void {
    this.#acts.push(act);
  }

  /** Does all, also when one fails; then throws what failed first. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (const act of this.#acts.toReversed()) {
      try {
        await act();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
