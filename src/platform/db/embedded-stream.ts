/**
 * The stream between the driver and the embedded engine: it looks like a socket to `pg`, and what is
 * written to it is handed to the engine as bytes of the PostgreSQL protocol. The engine's own adapter
 * takes message by message and decodes each answer twice; passing one batch of bytes and letting the
 * driver decode halves the time of small statements. Invariant: one batch is answered whole before
 * the next one is handed over.
 */
import { Duplex } from "node:stream";
import type { PGlite } from "@electric-sql/pglite";

/** A greeting begins with its length, whose first byte is this; every other message begins with a letter. */
const GREETING = 0;
/** What a server answers to a greeting: the user is let in, and the session is idle. */
const WELCOME = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");
/** Ends what a former connection left behind, as a server does when it gives a connection a session of its own. */
const AFRESH = Buffer.concat([simpleQuery("rollback"), simpleQuery("discard all")]);

function simpleQuery(sql: string): Buffer {
  const message = Buffer.from(`Q\0\0\0\0${sql}\0`, "latin1");
  message.writeUInt32BE(message.length - 1, 1);
  return message;
}

export class EngineStream extends Duplex {
  readonly #engine: PGlite;

  constructor(engine: PGlite) {
    super();
    this.#engine = engine;
  }

  /** What `pg` calls on a socket. */
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
    if (bytes[0] === GREETING) {
      await this.#engine.execProtocolRawStream(AFRESH, { onRawData: () => {} });
      this.push(WELCOME);
      return;
    }
    const answer: Buffer[] = [];
    await this.#engine.execProtocolRawStream(bytes, {
      onRawData: (part) => {
        // The engine lends a view of its memory, which changes with the next part.
        answer.push(Buffer.from(part));
      },
    });
    if (answer.length > 0) this.push(answer.length === 1 ? answer[0] : Buffer.concat(answer));
  }
}
