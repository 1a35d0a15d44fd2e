/**
 * Measures the free space and the write-ahead log of the embedded database. The engine can't recover from a
 * failure to create a log segment. Therefore writing is refused while the disk still has some room, and every
 * statement is refused before the engine would need a segment that does not fit. The errors have the SQLSTATE
 * of a server whose disk is full.
 */
import { constants, readdirSync, statfsSync } from "node:fs";
import { cp, readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { DISK_FULL } from "./unavailable.ts";

/** The size of a segment of the engine's write-ahead log. */
const SEGMENT_BYTES = 16_777_216;
/** Room for one more segment and for the other files that are written with it. */
const NEXT_SEGMENT_BYTES = SEGMENT_BYTES + 4_000_000;
/** The shortest time between two measurements of the disk. */
const MEASURE_INTERVAL_MS = 100;
/** The number of new segments after which a checkpoint is due. The engine itself runs one only on closing. */
const CHECKPOINT_SEGMENTS = 3;

/** The disk has too little room for a statement. */
export class DiskFull extends Error {
  override readonly name = "DiskFull";
  readonly code = DISK_FULL;
  /** `sqlState` recognizes database errors by this member. */
  readonly severity = "ERROR";
}

export class Disk {
  readonly #data: string;
  readonly #log: string;
  readonly #reserveBytes: number;
  #freeBytes = Number.POSITIVE_INFINITY;
  /** The number of the log's newest segment, now and when it was last checkpointed. */
  #newest = 0;
  #newestAtCheckpoint = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;

  /** `data`: the folder of the database. `reserveBytes`: changes are refused while less is free. */
  constructor(data: string, reserveBytes: number) {
    this.#data = data;
    this.#log = join(data, "pg_wal");
    this.#reserveBytes = reserveBytes;
    this.noteCheckpoint();
  }

  #measure(): void {
    const now = performance.now();
    if (now - this.#measuredAt < MEASURE_INTERVAL_MS) return;
    this.#measuredAt = now;
    const { bavail, bsize } = statfsSync(this.#log);
    this.#freeBytes = bavail * bsize;
    this.#newest = this.#newestSegment();
  }

  /** True if less than the reserve is free, so that changes are refused. */
  get isBelowReserve(): boolean {
    this.#measure();
    return this.#freeBytes < this.#reserveBytes;
  }

  /** Throws `DiskFull` if less than the reserve is free. */
  requireRoom(): void {
    if (!this.isBelowReserve) return;
    throw new DiskFull(
      `the disk has ${Math.floor(this.#freeBytes / 1e6)} MB left, and changes need ${Math.ceil(this.#reserveBytes / 1e6)} MB`,
    );
  }

  /**
   * Copies the folder of the database, of which nothing may be written meanwhile. Returns false, without a
   * copy, if that would bring the disk below the reserve.
   */
  async copyTo(folder: string): Promise<boolean> {
    const entries = await readdir(this.#data, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      entries
        .filter((each) => each.isFile())
        .map(async (each) => (await stat(join(each.parentPath, each.name))).size),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const { bavail, bsize } = await statfs(this.#data);
    if (bavail * bsize - bytes < this.#reserveBytes + NEXT_SEGMENT_BYTES) return false;
    // Where the file system can, the copy shares what does not change.
    await cp(this.#data, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return true;
  }

  /**
   * True if the next segment of the log may not fit on the disk. Requests that only read data also write to
   * the log, because requests are counted.
   */
  get mayLackNextSegment(): boolean {
    this.#measure();
    return this.#freeBytes < NEXT_SEGMENT_BYTES;
  }

  /** True if the log has grown so far that a checkpoint is due. */
  get isCheckpointDue(): boolean {
    this.#measure();
    return this.#newest - this.#newestAtCheckpoint >= CHECKPOINT_SEGMENTS;
  }

  /** Must be called after each checkpoint. The engine uses the segments that the checkpoint recycled next. */
  noteCheckpoint(): void {
    this.#newest = this.#newestAtCheckpoint = this.#newestSegment();
  }

  /** True if the log has a spare segment after the current one. `text` contains the current one's name. */
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

/** A segment's name: its timeline, then its number in two parts, each of 8 hexadecimal digits. */
const SEGMENT_NAME_DIGITS = 24;
const SEGMENT_NAME = /[0-9A-F]{24}/;
const TIMELINE_DIGITS = 8;
/** The lower part of a number goes up to 255. */
const SEGMENTS_PER_UPPER_PART = 0x100;

/** Returns the number in a segment's name. */
function segmentNumber(name: string): number {
  return (
    Number.parseInt(name.slice(TIMELINE_DIGITS, 2 * TIMELINE_DIGITS), 16) * SEGMENTS_PER_UPPER_PART +
    Number.parseInt(name.slice(2 * TIMELINE_DIGITS), 16)
  );
}
