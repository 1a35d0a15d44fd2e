/**
 * The stream between the driver and the embedded engine: it looks like a socket to `pg`, and what is
 * written to it is handed to the engine as bytes of the PostgreSQL protocol. The engine's own adapter
 * takes message by message and decodes each answer twice; passing one batch of bytes and letting the
 * driver decode halves the time of small statements. Invariant: one batch is answered whole before
 * the next one is handed over.
 */
import { Duplex } from "node:stream";
import type { PGlite } from "@electric-sql/pglite";
import { type Disk, DiskFull } from "./disk.ts";
import type { EngineGuard } from "./engine-guard.ts";

/** A greeting begins with its length, whose first byte is this; every other message begins with a letter. */
const GREETING = 0;
/** The response of a server to a startup message: authenticated, and ready for queries. */
const WELCOME = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");
/** Ends the skipping of messages that begins with an error. */
const SYNC = Buffer.from("S\0\0\0\x04", "latin1");
/**
 * Resets the session after the previous connection, because a server would give each connection a new
 * session.
 */
const AFRESH = Buffer.concat([SYNC, simpleQuery("rollback"), simpleQuery("discard all")]);
const CHECKPOINT = simpleQuery("checkpoint");
const CURRENT_SEGMENT = simpleQuery("select pg_walfile_name(pg_current_wal_insert_lsn())");
const LENGTH_OFFSET = 1;
const ERROR = "E".charCodeAt(0);
/** The end of an answer after which the session is in no transaction. */
const IDLE = "Z\0\0\0\x05I";

function simpleQuery(sql: string): Buffer {
  const message = Buffer.from(`Q\0\0\0\0${sql}\0`, "latin1");
  message.writeUInt32BE(message.length - 1, 1);
  return message;
}

export class EngineStream extends Duplex {
  readonly #engine: PGlite;
  readonly #guard: EngineGuard;
  readonly #disk: Disk | null;

  /** `disk`: the one under the database, unless that is in memory. */
  constructor(engine: PGlite, guard: EngineGuard, disk: Disk | null) {
    super();
    this.#engine = engine;
    this.#guard = guard;
    this.#disk = disk;
  }

  /** The methods of a socket that `pg` calls. */
  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#exchange(bytes).then(() => done(), done);
  }

  /** The messages of a statement, which the driver holds back until they are complete. */
  override _writev(parts: readonly { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), "binary", done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  async #exchange(bytes: Buffer): Promise<void> {
    this.#guard.requireRunning();
    if (bytes[0] === GREETING) {
      const answer = await this.#ask(AFRESH);
      if (hasError(answer) || !answer.toString("latin1").endsWith(IDLE))
        throw this.#guard.stop(new Error("its session can't be reset"));
      this.push(WELCOME);
      return;
    }
    if (this.#disk?.isLast) await this.#requireSegment(this.#disk);
    const answer = await this.#ask(bytes);
    if (answer.length > 0) this.push(answer);
    if (this.#disk?.isCheckpointDue) await this.#checkpoint(this.#disk);
  }

  /** Refuses what could need a segment of the log that does not fit on the disk. */
  async #requireSegment(disk: Disk): Promise<void> {
    const current = await this.#ask(CURRENT_SEGMENT);
    if (!disk.hasSegmentAfter(current.toString("latin1")))
      throw new DiskFull("the disk has no room for the next segment of the log");
  }

  /**
   * Without it the log would grow until the database is closed. It fails in a transaction that has failed,
   * and is tried again.
   */
  async #checkpoint(disk: Disk): Promise<void> {
    if (!hasError(await this.#ask(CHECKPOINT))) disk.checkpointed();
  }

  /** The engine's answer, whole. */
  async #ask(bytes: Buffer): Promise<Buffer> {
    const answer: Buffer[] = [];
    await this.#engine.execProtocolRawStream(bytes, {
      onRawData: (part) => {
        // The engine lends a view of its memory, which changes with the next part.
        answer.push(Buffer.from(part));
      },
    });
    return answer.length === 1 && answer[0] ? answer[0] : Buffer.concat(answer);
  }
}

/** True if one of the messages is an error. */
function hasError(answer: Buffer): boolean {
  for (let at = 0; at < answer.length; at += LENGTH_OFFSET + answer.readInt32BE(at + LENGTH_OFFSET))
    if (answer[at] === ERROR) return true;
  return false;
}
