/**
 * Records as JSON text, copied from the bytes that the database sent without decoding them to values. A list
 * of hundreds of records consists mostly of texts that no code reads, and decoding and encoding them would be
 * most of the cost of the list.
 */
import { present } from "@daybook/words/assert";

/**
 * A member of a record: the same JSON text in all records (`always`), or the value of the column `name`.
 */
export type JsonMember =
  | { readonly name: string; readonly always: string }
  | {
      readonly name: string;
      readonly kind: JsonKind;
      readonly nullable: boolean;
    };
export type JsonKind = "text" | "integer" | "boolean";

declare const shape: unique symbol;
/** The members of records of the type `Item`, in order. */
export interface JsonLayout<Item> {
  readonly members: readonly JsonMember[];
  readonly [shape]?: Item;
}

/** The number of free bytes before the first record. The beginning of the response is written there. */
export const JSON_HEADROOM = 4096;

/**
 * JSON text in UTF-8 in a reusable buffer. Call `release` when `bytes` are no longer read. If that is
 * uncertain, don't call `release`; the buffer is then garbage collected.
 */
export interface LentJson {
  readonly bytes: Buffer;
  readonly release: () => void;
}

/** Returns a JSON text as a string, and releases its bytes. */
export function jsonText(json: string | LentJson): string {
  if (typeof json === "string") return json;
  const text = json.bytes.toString();
  json.release();
  return text;
}

/**
 * Writes a text before and after the bytes from `start` to `end`, in the same buffer if it has room for both.
 * `release` receives the buffer when it is no longer used.
 */
function enclose(
  bytes: Buffer,
  [start, end]: readonly [number, number],
  [head, tail]: readonly [string, string],
  release: () => void,
): LentJson {
  const [headBytes, tailBytes] = [Buffer.byteLength(head), Buffer.byteLength(tail)];
  if (headBytes > start || end + tailBytes > bytes.length) {
    const copy = Buffer.concat([Buffer.from(head), bytes.subarray(start, end), Buffer.from(tail)]);
    release();
    return lend(copy);
  }
  bytes.write(head, start - headBytes);
  bytes.write(tail, end);
  return lend(bytes, [start - headBytes, end + tailBytes], release);
}

/** Lends a JSON text from `start` to `end` of the bytes. `release` is called when they are no longer read. */
export function lend(
  bytes: Buffer,
  range: readonly [start: number, end: number] = [0, bytes.length],
  release = (): void => {},
): LentJson {
  return {
    bytes: bytes.subarray(...range),
    release,
  };
}

/** A list of records of the type `Item` as JSON text. */
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

  /** Decodes the record at `index`; undefined if there is none. */
  at(index: number): Item | undefined {
    const end = this.#ends[index];
    if (end === undefined) return undefined;
    const before = this.#ends[index - 1];
    return JSON.parse(
      this.#ownBytes.toString("utf8", before === undefined ? JSON_HEADROOM : before + 1, end),
    ) as Item;
  }

  /**
   * Returns the first `count` records between two texts. The result takes over the bytes, so this object
   * can't be used afterwards.
   */
  between(head: string, count: number, tail: string): LentJson {
    const bytes = this.#ownBytes;
    this.#bytes = null;
    let lent = true;
    const release = (): void => {
      if (lent) this.#release(bytes);
      lent = false;
    };
    const end = this.#ends[Math.min(count, this.length) - 1] ?? JSON_HEADROOM;
    return enclose(bytes, [JSON_HEADROOM, end], [head, tail], release);
  }

  get #ownBytes(): Buffer {
    return present(this.#bytes, "records are used after `between` handed over their bytes");
  }
}
