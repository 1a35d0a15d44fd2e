/**
 * The stream between the driver and the embedded engine. To `pg` the stream looks like a socket; it passes
 * the bytes of the PostgreSQL protocol that are written to it to the engine, and the engine's answer to the
 * driver. PGlite's own adapter passes single messages and decodes each answer twice; passing a batch of
 * messages and letting only the driver decode halves the time of small statements. Invariant: a batch is
 * answered completely before the next one is passed to the engine.
 */
import { Duplex } from "node:stream";
import type { PGlite } from "@electric-sql/pglite";
import { pauseIfLong } from "../time/turn.ts";
import { type Disk, DiskFull } from "./disk.ts";
import type { EngineGuard } from "./engine-guard.ts";

/**
 * The first byte of a startup message, which begins with its length. Every other message begins with a
 * letter.
 */
const STARTUP = 0;
const TERMINATE = "X".charCodeAt(0);
/** A server's answer to a startup message: AuthenticationOk and ReadyForQuery. */
const STARTUP_ANSWER = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");
/** Makes the engine accept messages again. After an error it skips all messages up to this one. */
const SYNC = Buffer.from("S\0\0\0\x04", "latin1");
/** Resets the engine's only session, because on a server each connection has a new session. */
const RESET_SESSION = Buffer.concat([SYNC, simpleQuery("rollback"), simpleQuery("discard all")]);
const CHECKPOINT = simpleQuery("checkpoint");
const CURRENT_SEGMENT = simpleQuery("select pg_walfile_name(pg_current_wal_insert_lsn())");
const LENGTH_OFFSET = 1;
const ERROR = "E".charCodeAt(0);
/** The end of an answer if the session is not in a transaction: ReadyForQuery with the status "idle". */
const IDLE = "Z\0\0\0\x05I";

/** Makes a Query message. */
function simpleQuery(sql: string): Buffer {
  const message = Buffer.from(`Q\0\0\0\0${sql}\0`, "latin1");
  message.writeUInt32BE(message.length - 1, 1);
  return message;
}

export class EngineStream extends Duplex {
  readonly #engine: PGlite;
  readonly #guard: EngineGuard;
  readonly #disk: Disk | null;

  /** `disk`: the disk of the database; null for a database in memory. */
  constructor(engine: PGlite, guard: EngineGuard, disk: Disk | null) {
    super();
    this.#engine = engine;
    this.#guard = guard;
    this.#disk = disk;
  }

  // The methods of a socket that `pg` calls.
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

  /** Receives the messages of a statement, which the driver corks until they are complete. */
  override _writev(parts: readonly { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), "binary", done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  async #exchange(bytes: Buffer): Promise<void> {
    // The engine answers synchronously. Without a pause, a long series of statements would keep the process
    // from handling anything else.
    await pauseIfLong();
    this.#guard.requireRunning();
    if (bytes[0] === STARTUP) {
      const answer = await this.#send(RESET_SESSION);
      if (hasError(answer) || !answer.toString("latin1").endsWith(IDLE))
        throw this.#guard.stop(new Error("its session can't be reset"));
      this.push(STARTUP_ANSWER);
      return;
    }
    // The end of a session writes nothing, and may arrive after the folder of the database is gone.
    if (bytes[0] === TERMINATE) {
      await this.#send(bytes);
      return;
    }
    if (this.#disk?.mayLackNextSegment) await this.#requireSegment(this.#disk);
    const answer = await this.#send(bytes);
    if (answer.length > 0) this.push(answer);
    if (this.#disk?.isCheckpointDue) await this.#checkpoint(this.#disk);
  }

  /** Throws `DiskFull` if the statement could need a new segment of the log that does not fit on the disk. */
  async #requireSegment(disk: Disk): Promise<void> {
    const current = await this.#send(CURRENT_SEGMENT);
    if (!disk.hasSegmentAfter(current.toString("latin1")))
      throw new DiskFull("the disk has no room for the next segment of the log");
  }

  /**
   * Runs a checkpoint; without checkpoints the log would grow until the database is closed. A checkpoint
   * fails in a transaction that has failed; it is then still due after the next statement.
   */
  async #checkpoint(disk: Disk): Promise<void> {
    if (!hasError(await this.#send(CHECKPOINT))) disk.noteCheckpoint();
  }

  /** Passes messages to the engine and returns its complete answer. */
  async #send(bytes: Buffer): Promise<Buffer> {
    const answer: Buffer[] = [];
    await this.#engine.execProtocolRawStream(bytes, {
      onRawData: (part) => {
        // Copied, because `part` is a view of the engine's memory, which changes with the next part.
        answer.push(Buffer.from(part));
      },
    });
    return answer.length === 1 && answer[0] ? answer[0] : Buffer.concat(answer);
  }
}

/** True if one of the messages of an answer is an error. */
function hasError(answer: Buffer): boolean {
  for (let at = 0; at < answer.length; at += LENGTH_OFFSET + answer.readInt32BE(at + LENGTH_OFFSET))
    if (answer[at] === ERROR) return true;
  return false;
}
