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
  readonly #engine: PGlite;

  constructor(engine: PGlite, { sentence, enter, leave }: GuardOptions) {
    this.#sentence = sentence;
    this.#engine = engine;
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
        throw statusOf(error) === LONG_JUMP ? error : this.stop(error);
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
    const stopped = (this.#error ??= new EngineStopped(this.#sentence(cause), { cause }));
    // PGlite catches what a call of the engine throws, and calls again. Its next calls must not reach the
    // engine, and must leave its loop.
    const { Module: module } = this.#engine;
    module.stackRestore = () => {
      throw stopped;
    };
    module._PostgresSendReadyForQueryIfNecessary = () => {};
    module._pgl_pq_flush = () => {};
    this.#resolveStopped(stopped);
    return stopped;
  }
}

function statusOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "status" in error ? error.status : null;
}
