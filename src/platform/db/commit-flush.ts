/**
 * Flushes the log of the embedded engine for all commits that wait, together. Where the engine asks to flush
 * its log, that flush is only noted; a commit is acknowledged when a flush that began afterwards has ended,
 * and the engine runs other transactions meanwhile. The engine relies on its log being on the disk before it
 * changes anything else there, so `settle` runs before each such change. Invariants: nothing is acknowledged,
 * and no other file changes, before the log it depends on is on the disk; after a flush that failed, nothing
 * is acknowledged or changed any more.
 */
import { close, closeSync, fsync, fsyncSync, openSync } from "node:fs";
import { promisify } from "node:util";
import { FlushFailed } from "../machine/durable.ts";

/**
 * A file of the log, opened once for each way to flush it: the system reports a failure once to each opened
 * file, so that neither flush can take the failure of the other.
 */
interface Segment {
  readonly path: string;
  readonly waited: number;
  readonly background: number;
}

export class CommitFlush {
  /** Resolves when a flush has failed. */
  readonly failed: Promise<FlushFailed>;
  #resolveFailed: (error: FlushFailed) => void = () => {};
  #failure: FlushFailed | null = null;
  /** The file of the log that was written last. */
  #segment: Segment | null = null;
  // Positions are counts of the engine's requests to flush.
  /** The last request. */
  #noted = 0;
  /** All requests up to here are on the disk, as far as the engine relies on it. */
  #settled = 0;
  /** All requests up to here may be acknowledged. */
  #acknowledged = 0;
  /** The last request that belongs to a record. */
  #required = 0;
  #running: Promise<void> | null = null;

  constructor() {
    this.failed = new Promise((resolve) => {
      this.#resolveFailed = resolve;
    });
  }

  /** Notes that the engine asks to flush a file of its log. */
  note(path: string): void {
    if (this.#segment?.path !== path) {
      this.settle();
      this.#closeSegment();
      // Windows flushes only what is open for writing.
      this.#segment = { path, waited: openSync(path, "r+"), background: openSync(path, "r+") };
    }
    this.#noted += 1;
  }

  /** Flushes what is noted, before a file outside of the log changes. Throws `FlushFailed`. */
  settle(): void {
    if (this.#failure) throw this.#failure;
    if (this.#settled === this.#noted || this.#segment === null) return;
    try {
      fsyncSync(this.#segment.waited);
    } catch (error) {
      throw this.#fail(error);
    }
    this.#settled = this.#noted;
    if (this.#running === null) this.#acknowledged = this.#noted;
  }

  /** Resolves when everything that was committed so far is on the disk. Rejects with `FlushFailed`. */
  afterCommit(): Promise<void> {
    this.#required = this.#noted;
    return this.beforeRead();
  }

  /**
   * Resolves when the disk has every record that a caller waits for, so that an answer does not show a commit
   * that a loss of power would undo. Rejects with `FlushFailed`.
   */
  async beforeRead(): Promise<void> {
    const position = this.#required;
    while (this.#acknowledged < position) {
      if (this.#failure) throw this.#failure;
      await (this.#running ??= this.#flush());
    }
  }

  /** Lets go of the log's file. */
  close(): void {
    this.#closeSegment();
  }

  async #flush(): Promise<void> {
    const position = this.#noted;
    try {
      if (this.#segment !== null) await flushDescriptor(this.#segment.background);
      if (this.#failure) throw this.#failure;
      this.#settled = Math.max(this.#settled, position);
      this.#acknowledged = this.#settled;
    } catch (error) {
      throw this.#fail(error);
    } finally {
      this.#running = null;
    }
  }

  #fail(cause: unknown): FlushFailed {
    this.#failure ??= new FlushFailed(this.#segment?.path ?? "the log", cause);
    this.#resolveFailed(this.#failure);
    return this.#failure;
  }

  #closeSegment(): void {
    const segment = this.#segment;
    this.#segment = null;
    if (segment === null) return;
    closeSync(segment.waited);
    // A flush that runs uses this one in another thread.
    if (this.#running === null) closeSync(segment.background);
    else void this.#running.catch(() => {}).finally(() => close(segment.background));
  }
}

const flushDescriptor = (descriptor: number): Promise<void> => promisify(fsync)(descriptor);
