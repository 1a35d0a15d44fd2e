/**
 * Records as JSON text that was written from the bytes a database sent, without values in between. A list of hundreds of records is
 * mostly texts that nobody looks at on their way; making a value of each and a text of it again is most of what such a list costs.
 */

/** A member of a record: the same text in all of them, or what a column of its name holds. */
export type JsonMember = { readonly name: string; readonly always: string } | { readonly name: string; readonly kind: JsonKind; readonly nullable: boolean };
export type JsonKind = "text" | "integer" | "boolean";

declare const shape: unique symbol;
/** The members of a record of the type `Item`, in their order. */
export interface JsonLayout<Item> {
  readonly members: readonly JsonMember[];
  readonly [shape]?: Item;
}

/** Bytes before the first record in which the beginning of an answer finds room. */
export const JSON_HEADROOM = 2048;

/** Records as JSON text, of the type `Item`. */
export class JsonRows<Item> {
  /** The records, with a comma between each two, from `JSON_HEADROOM` on. */
  readonly #bytes: Buffer;
  readonly #ends: readonly number[];

  /** `ends`: where each record ends in `bytes`, which are not used by anybody else. */
  constructor(bytes: Buffer, ends: readonly number[]) {
    this.#bytes = bytes;
    this.#ends = ends;
  }

  get length(): number {
    return this.#ends.length;
  }

  /** The record in a place, as a value; undefined outside. */
  at(index: number): Item | undefined {
    const end = this.#ends[index];
    if (end === undefined) return undefined;
    const before = this.#ends[index - 1];
    return JSON.parse(this.#bytes.toString("utf8", before === undefined ? JSON_HEADROOM : before + 1, end)) as Item;
  }

  /** The first `count` records between two texts. May be asked for once. */
  between(head: string, count: number, tail: string): Buffer {
    const end = this.#ends[Math.min(count, this.length) - 1] ?? JSON_HEADROOM;
    const [headBytes, tailBytes] = [Buffer.byteLength(head), Buffer.byteLength(tail)];
    if (headBytes > JSON_HEADROOM || end + tailBytes > this.#bytes.length) {
      return Buffer.concat([Buffer.from(head), this.#bytes.subarray(JSON_HEADROOM, end), Buffer.from(tail)]);
    }
    this.#bytes.write(head, JSON_HEADROOM - headBytes);
    this.#bytes.write(tail, end);
    return this.#bytes.subarray(JSON_HEADROOM - headBytes, end + tailBytes);
  }
}
