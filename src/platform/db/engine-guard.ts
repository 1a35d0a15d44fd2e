/**
 * Detects that the embedded engine has stopped. On a panic, PostgreSQL ends its process. The engine, compiled
 * to WebAssembly, throws an exception into PGlite's loop instead; the loop ignores it and calls the engine
 * again, which then waits for ever for its own locks. Invariant: after an exception that is not part of the
 * engine's error handling, the engine is never called again.
 */
import type { PGlite } from "@electric-sql/pglite";
import { EngineStopped } from "./unavailable.ts";

/** The status of the exception by which the engine jumps from a failed statement to its error handling. */
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
  #resolveStopped: (error: EngineStopped) => void = () => {};
  readonly #sentence: GuardOptions["sentence"];

  constructor(engine: PGlite, { sentence, enter, leave }: GuardOptions) {
    this.#sentence = sentence;
    this.stopped = new Promise((resolve) => {
      this.#resolveStopped = resolve;
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
        // PGlite catches `stopped` and goes on. Its next calls must not reach the engine and must leave its
        // loop.
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

  /** Marks the engine as stopped. Returns the error that every later use throws. */
  stop(cause: unknown): EngineStopped {
    this.#error ??= new EngineStopped(this.#sentence(cause), { cause });
    this.#resolveStopped(this.#error);
    return this.#error;
  }
}

function statusOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "status" in error ? error.status : null;
}
