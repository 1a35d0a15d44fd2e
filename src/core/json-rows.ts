/**
 * Records as JSON text that was written from the bytes a database sent, without values in between. A list of
 * hundreds of records is mostly texts that no code reads; decoding and encoding each of them is most of the
 * cost of such a list.
 */
import { present } from "./assert.ts";

/** A member of a record: the same text in all of them, or what a column of its name holds. */
export type JsonMember =
  | { readonly name: string; readonly always: string }
  | { readonly name: string; readonly kind: JsonKind; readonly nullable: boolean };
export type JsonKind = "text" | "integer" | "boolean";

declare const shape: unique symbol;
/** The members of a record of the type `Item`, in their order. */
export interface JsonLayout<Item> {
  readonly members: readonly JsonMember[];
  readonly [shape]?: Item;
}

/** Bytes before the first record in which the beginning of an answer finds room. */
export const JSON_HEADROOM = 2048;

/**
 * JSON text in UTF-8, in a reusable buffer: call `release` when nothing reads `bytes` any more. If that is
 * uncertain, do not call it; the buffer is then garbage collected.
 */
export interface LentJson {
  readonly bytes: Buffer;
  readonly release: () => void;
}

/** Records as JSON text, of the type `Item`. */
export class JsonRows<Item> {
  #bytes: Buffer | null;
  readonly #ends: readonly number[];
  readonly #release: (bytes: Buffer) => void;

  /**
   * `bytes`: the records in UTF-8 from `JSON_HEADROOM` on, separated by commas; owned by this object. `ends`:
   * the end of each record. `release` receives the bytes when they are no longer used.
   */
  constructor(bytes: Buffer, ends: readonly number[], release: (bytes: Buffer) => void) {
    this.#bytes = bytes;
    this.#ends = ends;
    this.#release = release;
  }

  get length(): number {
    return this.#ends.length;
  }

  /** The record in a place, as a value; undefined outside. */
  at(index: number): Item | undefined {
    const end = this.#ends[index];
    if (end === undefined) return undefined;
    const before = this.#ends[index - 1];
    return JSON.parse(
      this.#held.toString("utf8", before === undefined ? JSON_HEADROOM : before + 1, end),
    ) as Item;
  }

  /**
   * The first `count` records between two texts. The result owns the bytes, so this object can't be used
   * afterwards.
   */
  between(head: string, count: number, tail: string): LentJson {
    const bytes = this.#held;
    this.#bytes = null;
    let lent = true;
    const release = (): void => {
      if (lent) this.#release(bytes);
      lent = false;
    };
    const end = this.#ends[Math.min(count, this.length) - 1] ?? JSON_HEADROOM;
    const [headBytes, tailBytes] = [Buffer.byteLength(head), Buffer.byteLength(tail)];
    if (headBytes > JSON_HEADROOM || end + tailBytes > bytes.length) {
      const whole = Buffer.concat([Buffer.from(head), bytes.subarray(JSON_HEADROOM, end), Buffer.from(tail)]);
      release();
      return { bytes: whole, release: () => {} };
    }
    bytes.write(head, JSON_HEADROOM - headBytes);
    bytes.write(tail, end);
    return { bytes: bytes.subarray(JSON_HEADROOM - headBytes, end + tailBytes), release };
  }

  get #held(): Buffer {
    return present(this.#bytes, "records that were handed over are asked for once more");
  }
}
