/**
 * Watches the disk under the embedded database. The engine can't recover from a log segment that it fails to
 * make, so writing is refused while there is still room, and everything is refused before the engine would
 * need a segment that does not fit. The errors carry the code of a server whose disk is full.
 */
import { readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { DISK_FULL } from "./away.ts";

/** The size of a segment of the engine's write-ahead log. */
const SEGMENT_BYTES = 16_777_216;
/** Room for one more segment and for what is written beside it. */
const LAST_BYTES = SEGMENT_BYTES + 4_000_000;
/** The shortest time between two measurements of the disk. */
const FRESH_MS = 100;
/**
 * The log is checkpointed when it has grown by so many segments. Left alone, the engine does so only when it
 * closes.
 */
const CHECKPOINT_SEGMENTS = 3;

/** The disk has too little room for what was asked for. */
export class DiskFull extends Error {
  override readonly name = "DiskFull";
  readonly code = DISK_FULL;
  /** Marks an error of the database, see `sqlState`. */
  readonly severity = "ERROR";
}

export class Disk {
  readonly #log: string;
  readonly #reserveBytes: number;
  #freeBytes = Number.POSITIVE_INFINITY;
  /** The number of the log's newest segment, now and when it was last checkpointed. */
  #newest = 0;
  #newestThen = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** `data`: the folder of the database. `reserveBytes`: nothing is written while less is free. */
  constructor(data: string, reserveBytes: number) {
    this.#log = join(data, "pg_wal");
    this.#reserveBytes = reserveBytes;
    this.checkpointed();
  }

  #look(): void {
    const now = performance.now();
    if (now - this.#lookedAt < FRESH_MS) return;
    this.#lookedAt = now;
    const { bavail, bsize } = statfsSync(this.#log);
    this.#freeBytes = bavail * bsize;
    this.#newest = this.#newestSegment();
  }

  /** True while nothing may be written. */
  get isShort(): boolean {
    this.#look();
    return this.#freeBytes < this.#reserveBytes;
  }

  /** Throws `DiskFull` while nothing may be written. */
  requireRoom(): void {
    if (!this.isShort) return;
    throw new DiskFull(
      `the disk has ${Math.floor(this.#freeBytes / 1e6)} MB left, and changes need ${Math.ceil(this.#reserveBytes / 1e6)} MB`,
    );
  }

  /**
   * True if the next segment of the log may not fit. Statements that only read need one too, because requests
   * are counted.
   */
  get isLast(): boolean {
    this.#look();
    return this.#freeBytes < LAST_BYTES;
  }

  /** True if the log has grown so far that a checkpoint is due. */
  get isCheckpointDue(): boolean {
    this.#look();
    return this.#newest - this.#newestThen >= CHECKPOINT_SEGMENTS;
  }

  /** To be called after each checkpoint: the segments that it recycled are used next. */
  checkpointed(): void {
    this.#newest = this.#newestThen = this.#newestSegment();
  }

  /** True if the log has a spare segment after the current one, which `text` names. */
  hasSegmentAfter(text: string): boolean {
    const current = SEGMENT_NAME.exec(text)?.[0];
    return current !== undefined && this.#newestSegment() > segmentNumber(current);
  }

  #newestSegment(): number {
    return Math.max(
      0,
      ...readdirSync(this.#log)
        .filter((name) => name.length === SEGMENT_NAME_DIGITS && SEGMENT_NAME.test(name))
        .map(segmentNumber),
    );
  }
}

/** The name of a segment: its timeline and its number, in hexadecimal. */
const SEGMENT_NAME_DIGITS = 24;
const SEGMENT_NAME = /[0-9A-F]{24}/;
const TIMELINE_DIGITS = 8;
const SEGMENTS_IN_FILE = 0x100;

/** The number of a segment: its name counts in two parts, of which the lower goes up to 255. */
function segmentNumber(name: string): number {
  return (
    Number.parseInt(name.slice(TIMELINE_DIGITS, 2 * TIMELINE_DIGITS), 16) * SEGMENTS_IN_FILE +
    Number.parseInt(name.slice(2 * TIMELINE_DIGITS), 16)
  );
}
