/**
 * Notices when the embedded engine stops. A PostgreSQL that panics ends its process; compiled to WebAssembly
 * it throws into PGlite's loop, which swallows the exception and calls the engine again, whose locks are
 * still held: the next call spins for ever. Invariant: after an exception that is not the engine's own error
 * handling, the engine is never called again.
 */
import type { PGlite } from "@electric-sql/pglite";
import { EngineStopped } from "./away.ts";

/** The status by which the engine leaves a statement that failed, to go on with its error handling. */
const LONG_JUMP = 100;

export interface GuardOptions {
  /** Returns the sentence for the operator. */
  readonly sentence: (cause: unknown) => string;
  /** Called before and after each call of the engine. */
  readonly enter: () => void;
  readonly leave: () => void;
}

export class EngineGuard {
  /** Resolves when the engine has stopped. */
  readonly stopped: Promise<EngineStopped>;
  #error: EngineStopped | null = null;
  #tell: (error: EngineStopped) => void = () => {};
  readonly #sentence: GuardOptions["sentence"];

  constructor(engine: PGlite, { sentence, enter, leave }: GuardOptions) {
    this.#sentence = sentence;
    this.stopped = new Promise((resolve) => {
      this.#tell = resolve;
    });
    const { Module: module } = engine;
    const run = module._PostgresMainLoopOnce;
    module._PostgresMainLoopOnce = () => {
      this.requireRunning();
      enter();
      try {
        run();
      } catch (error) {
        if (statusOf(error) === LONG_JUMP) throw error;
        const stopped = this.stop(error);
        // PGlite's next call must not reach the engine, and has to leave its loop.
        module.stackRestore = () => {
          throw stopped;
        };
        module._PostgresSendReadyForQueryIfNecessary = () => {};
        module._pgl_pq_flush = () => {};
        throw stopped;
      } finally {
        leave();
      }
    };
  }

  get isStopped(): boolean {
    return this.#error !== null;
  }

  /** Throws `EngineStopped` if the engine has stopped. */
  requireRunning(): void {
    if (this.#error) throw this.#error;
  }

  /** Declares the engine unusable; returns the error that every later use gets. */
  stop(cause: unknown): EngineStopped {
    this.#error ??= new EngineStopped(this.#sentence(cause), { cause });
    this.#tell(this.#error);
    return this.#error;
  }
}

function statusOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "status" in error ? error.status : null;
}
