/**
 * Reads one JSON object of any length whose members are small values or arrays of records, in the order of
 * the file, with memory bounded by one record and one piece of the file. A scan over the bytes, which follows
 * only strings and depth, finds where records end; the whole records of a piece are then checked as UTF-8 and
 * given to JSON.parse together. The scan may be led astray only by bytes that JSON.parse then refuses, so
 * what is yielded is what JSON.parse of the whole would give. What JSON.parse would change without a word,
 * such as a member that stands twice in a record, is refused.
 */
import { isUtf8 } from "node:buffer";
import { assert } from "@daybook/words/assert";
import { LIMITS } from "@daybook/words/limits";
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "../../../platform/text/json-bytes.ts";
import { firstFlaw, flawSentence } from "../../../platform/text/json-flaw.ts";
import { type ByteChunks, completeLength, invalidUtf8At, pieces } from "../../../platform/text/chunks.ts";
import { firstFalseInteger, firstFault } from "./json-fault.ts";
import { JsonProblem } from "./json-problem.ts";

/**
 * A part of the object. `value`: a member that is not an array. `records`: elements of an array member, from
 * index `from` on. `end`: the end of an array member with `count` elements.
 */
export type JsonPart =
  | { readonly kind: "value"; readonly member: string; readonly value: unknown; readonly path: string }
  | {
      readonly kind: "records";
      readonly member: string;
      readonly from: number;
      readonly values: readonly unknown[];
    }
  | { readonly kind: "end"; readonly member: string; readonly count: number };

export interface JsonStreamOptions {
  /** The largest element of an array or other member, in bytes; `LIMITS.bundle_record_bytes` when absent. */
  readonly recordBytes?: number;
  /** True if a number of a record that is read as an integer must be written as one. */
  readonly exactIntegers?: boolean;
}

/** The path of a record, as refusals write it: `journal[12]`. */
function recordPath(member: string, index: number): string {
  return `${member}[${index}]`;
}

/** Bound on the members of the object; a bundle has about ten. */
const MEMBERS_MOST = 256;

/** Sets the bit that tells `[` from `{` and `]` from `}`; no other byte becomes one of them. */
const FOLD = 0x20;

/** The most characters of a number that a message repeats. */
const NUMBER_TOLD = 40;

const MALFORMED = "malformed JSON";

/** The expected characters, for messages. */
const AWAITED: Readonly<Record<string, string>> = {
  first_name: "a member name in quotes or `}` is expected here",
  name: "a member name in quotes is expected here",
  colon: "`:` is expected here",
  comma: "`,` or `}` is expected here",
};

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The state of the parser: outside of values the expected sign, inside of them their end. */
type State =
  | "object"
  | "first_name"
  | "name"
  | "in_name"
  | "colon"
  | "value"
  | "in_value"
  | "in_records"
  | "comma"
  | "over";
/** The context of the scan: among signs, within a string, or after a backslash in one. */
type Within = "signs" | "string" | "escape";

class ObjectReader {
  readonly #recordBytes: number;
  readonly #exactIntegers: boolean;
  readonly #names = new Set<string>();
  /** Bytes from `#from` (not yet given out) to `#to`; `#base` is the file's offset of byte 0. */
  #bytes = Buffer.allocUnsafe(65_536);
  #from = 0;
  #at = 0;
  #to = 0;
  #base = 0;
  #state: State = "object";
  #started = false;
  #within: Within = "signs";
  #depth = 0;
  #member = "";
  /**
   * Of the array being read: elements given out, complete ones not given out, their end, and where the next
   * begins.
   */
  #given = 0;
  #whole = 0;
  #wholeTo = 0;
  #element = 0;

  constructor({ recordBytes = LIMITS.bundle_record_bytes.value, exactIntegers = false }: JsonStreamOptions) {
    this.#recordBytes = recordBytes;
    this.#exactIntegers = exactIntegers;
  }

  /** The parts that `piece` completes. */
  push(piece: Buffer): JsonPart[] {
    this.#append(piece);
    if (!this.#started && !this.#skipMark()) return [];
    return this.#read();
  }

  /** Throws unless the object was complete; the parts are those that waited for a byte order mark. */
  finish(): JsonPart[] {
    const parts = this.#read();
    if (this.#state === "over") return parts;
    if (this.#state === "object") throw this.#problem(this.#to, "the file contains no JSON object");
    const inside = this.#state === "in_name" || this.#state === "in_value" || this.#state === "in_records";
    throw (
      (inside ? this.#explain(this.#from, this.#to, false) : null) ??
      this.#problem(this.#to, "the file ends before the JSON object does")
    );
  }

  #append(piece: Buffer): void {
    if (this.#to + piece.length > this.#bytes.length) {
      const kept = this.#to - this.#from;
      // At most half of the space is ever moved, so that many small pieces cost no more than a large one.
      const roomy = (kept + piece.length) * 2 <= this.#bytes.length;
      const target = roomy ? this.#bytes : Buffer.allocUnsafe((kept + piece.length) * 2);
      this.#bytes.copy(target, 0, this.#from, this.#to);
      this.#bytes = target;
      this.#base += this.#from;
      this.#at -= this.#from;
      this.#element -= this.#from;
      this.#wholeTo -= this.#from;
      this.#to = kept;
      this.#from = 0;
    }
    piece.copy(this.#bytes, this.#to);
    this.#to += piece.length;
  }

  /** Skips a byte order mark; false while there are too few bytes to decide. */
  #skipMark(): boolean {
    if (this.#to < 3) return false;
    this.#started = true;
    if (this.#bytes.readUIntBE(0, 3) === 0xefbbbf) this.#at = 3;
    return true;
  }

  #problem(at: number, reason: string, path: string = this.#path()): JsonProblem {
    return new JsonProblem(this.#base + at, path, reason);
  }

  #path(): string {
    if (this.#state === "in_records") return recordPath(this.#member, this.#given + this.#whole);
    return this.#state === "colon" || this.#state === "value" || this.#state === "in_value"
      ? this.#member
      : "";
  }

  #read(): JsonPart[] {
    const parts: JsonPart[] = [];
    for (;;) {
      const inside = this.#state === "in_name" || this.#state === "in_value" || this.#state === "in_records";
      const goesOn = inside ? this.#readInside(parts) : this.#readSign();
      if (!goesOn) break;
    }
    if (this.#state === "in_records") this.#giveWhole(parts);
    return parts;
  }

  /** Reads one sign between values; false when the bytes are used up. */
  #readSign(): boolean {
    while (this.#at < this.#to && isBlank(this.#bytes[this.#at])) this.#at++;
    this.#from = this.#at;
    if (this.#at >= this.#to) return false;
    const byte = this.#bytes[this.#at];
    const state = this.#state;
    if (state === "object" && byte === OPEN_BRACE) this.#state = "first_name";
    else if (state === "object") throw this.#problem(this.#at, "the top level is not a JSON object");
    else if (state === "over") throw this.#problem(this.#at, "something follows the end of the JSON object");
    else if ((state === "first_name" || state === "name") && byte === QUOTE) {
      this.#state = "in_name";
      this.#within = "string";
    } else if ((state === "first_name" || state === "comma") && byte === CLOSE_BRACE) this.#state = "over";
    else if (state === "comma" && byte === COMMA) this.#state = "name";
    else if (state === "colon" && byte === COLON) this.#state = "value";
    else if (state === "value") {
      this.#startValue(byte === OPEN_BRACKET);
      return true;
    } else throw this.#problem(this.#at, `${MALFORMED}: ${AWAITED[state] ?? ""}`);
    this.#at++;
    return true;
  }

  #startValue(isArray: boolean): void {
    this.#state = isArray ? "in_records" : "in_value";
    this.#within = "signs";
    this.#depth = 0;
    if (!isArray) return;
    this.#from = ++this.#at;
    this.#element = this.#at;
    this.#wholeTo = this.#at;
    this.#given = 0;
    this.#whole = 0;
  }

  /** Reads on within a name, a value or an array; false when the bytes are used up. */
  #readInside(parts: JsonPart[]): boolean {
    if (this.#state === "in_name") return this.#readName();
    const sign = this.#scan();
    const records = this.#state === "in_records";
    if (this.#at - (records ? this.#element : this.#from) > this.#recordBytes) throw this.#tooLarge();
    if (sign === 0) return false;
    if (!records) {
      if (sign === CLOSE_BRACKET) throw this.#wrongSign();
      parts.push({
        kind: "value",
        member: this.#member,
        value: this.#parse(this.#from, this.#at),
        path: this.#member,
      });
      this.#state = "comma";
      return true;
    }
    if (sign === CLOSE_BRACE) throw this.#wrongSign();
    this.#endElement(sign === CLOSE_BRACKET);
    if (sign === CLOSE_BRACKET) {
      this.#giveWhole(parts);
      parts.push({ kind: "end", member: this.#member, count: this.#given });
      this.#state = "comma";
    }
    this.#at++;
    return true;
  }

  /** Counts the element that ends at `#at`; an array of nothing but blanks has none. */
  #endElement(last: boolean): void {
    const none = last && this.#given + this.#whole === 0 && this.#blankBetween(this.#element, this.#at);
    if (!none) this.#whole++;
    this.#wholeTo = this.#at;
    this.#element = this.#at + 1;
  }

  #blankBetween(from: number, to: number): boolean {
    let at = from;
    while (at < to && isBlank(this.#bytes[at])) at++;
    return at === to;
  }

  /** Parses the complete elements that are not given out yet, all at once. */
  #giveWhole(parts: JsonPart[]): void {
    if (this.#whole === 0) return;
    const values = this.#parse(this.#from, this.#wholeTo) as unknown[];
    // Only a single element of blanks makes an empty array.
    if (values.length === 0)
      throw this.#problem(this.#wholeTo, MALFORMED, recordPath(this.#member, this.#given));
    assert(values.length === this.#whole, "the scan and JSON.parse count elements differently");
    parts.push({ kind: "records", member: this.#member, from: this.#given, values });
    this.#given += this.#whole;
    this.#whole = 0;
    this.#from = this.#element;
  }

  #readName(): boolean {
    // The opening quote was passed already, so the scan stops only at what follows the closing one.
    const end = this.#scanString();
    if (this.#at - this.#from > this.#recordBytes) throw this.#tooLarge();
    if (!end) return false;
    const start = this.#base + this.#from;
    const name: unknown = this.#parse(this.#from, this.#at);
    assert(typeof name === "string", "a text in quotes was parsed as something else");
    if (this.#names.has(name)) throw new JsonProblem(start, name, "this member occurs twice");
    if (this.#names.size >= MEMBERS_MOST)
      throw new JsonProblem(start, name, `the object has more than ${MEMBERS_MOST} members`);
    this.#names.add(name);
    this.#member = name;
    this.#state = "colon";
    return true;
  }

  /** Moves `#at` past the closing quote of a string; false if the quote has not arrived yet. */
  #scanString(): boolean {
    const bytes = this.#bytes;
    const to = this.#to;
    let at = this.#at;
    let escaped = this.#within === "escape";
    while (at < to) {
      const byte = bytes[at++];
      if (escaped) escaped = false;
      else if (byte === QUOTE) {
        this.#within = "signs";
        this.#at = at;
        return true;
      } else if (byte === BACKSLASH) escaped = true;
    }
    this.#within = escaped ? "escape" : "string";
    this.#at = at;
    return false;
  }

  /**
   * Moves `#at` to the next comma or closing bracket that belongs to the value around, and gives
   * that byte, or 0 when the bytes are used up. Every byte of a file passes here.
   */
  #scan(): number {
    if (this.#within !== "signs" && !this.#scanString()) return 0;
    const bytes = this.#bytes;
    const to = this.#to;
    let at = this.#at;
    let depth = this.#depth;
    while (at < to) {
      const byte = bytes[at++] as number;
      if (byte === QUOTE) {
        for (;;) {
          if (at >= to) return this.#pause(at, depth, "string");
          const inner = bytes[at++];
          if (inner === QUOTE) break;
          if (inner === BACKSLASH && at++ >= to) return this.#pause(to, depth, "escape");
        }
      } else {
        const folded = byte | FOLD;
        if (folded === OPEN_BRACE) depth++;
        else if (folded === CLOSE_BRACE ? depth-- === 0 : byte === COMMA && depth === 0) {
          this.#pause(at - 1, 0, "signs");
          return byte;
        }
      }
    }
    return this.#pause(at, depth, "signs");
  }

  /** Keeps where the scan stands; 0, for "no sign found". */
  #pause(at: number, depth: number, within: Within): 0 {
    this.#at = at;
    this.#depth = depth;
    this.#within = within;
    return 0;
  }

  /** The value between two places, or all elements there as an array. */
  #parse(from: number, to: number): unknown {
    const slice = this.#bytes.subarray(from, to);
    try {
      if (isUtf8(slice)) {
        const text = this.#state === "in_records" ? `[${slice.toString("utf8")}]` : slice.toString("utf8");
        const value: unknown = JSON.parse(text);
        this.#refuseFlaw(text, from);
        return value;
      }
    } catch (error) {
      if (error instanceof JsonProblem) throw error;
      // Other faults are found and located below.
    }
    throw this.#explain(from, to, true) ?? this.#problem(from, MALFORMED);
  }

  /**
   * Refuses what JSON.parse would change without a word. `text` is what stands from `from` on; elements are
   * in brackets.
   */
  #refuseFlaw(text: string, from: number): void {
    const records = this.#state === "in_records";
    const integer = records && this.#exactIntegers ? firstFalseInteger(text) : null;
    const flaw = integer ?? firstFlaw(text);
    if (!flaw) return;
    const reason =
      "number" in flaw
        ? `${flaw.number.slice(0, NUMBER_TOLD)} must be written as an integer, without fraction and exponent`
        : `it ${flawSentence(flaw)}`;
    const path = records ? recordPath(this.#member, this.#given + flaw.element) : this.#path();
    throw this.#problem(from + Buffer.byteLength(text.slice(records ? 1 : 0, flaw.at)), reason, path);
  }

  /**
   * The first fault of the bytes from `from` to `to`, which are the value, the name or the elements
   * being read; null when they are right as far as they go and only more is awaited (`whole` false).
   */
  #explain(from: number, to: number, whole: boolean): JsonProblem | null {
    const slice = this.#bytes.subarray(from, to);
    const records = this.#state === "in_records";
    const invalid = invalidUtf8At(whole ? slice : slice.subarray(0, completeLength(slice)));
    const usable =
      invalid < 0
        ? slice.subarray(0, whole ? slice.length : completeLength(slice))
        : slice.subarray(0, invalid);
    const text = `${records ? "[" : ""}${usable.toString("utf8")}${records && whole && invalid < 0 ? "]" : ""}`;
    const fault = firstFault(text);
    const path = records ? recordPath(this.#member, this.#given + (fault?.element ?? 0)) : this.#path();
    if (fault && (fault.at < text.length || (whole && invalid < 0))) {
      const at = from + Buffer.byteLength(text.slice(records ? 1 : 0, fault.at));
      return this.#problem(
        at,
        fault.at < text.length
          ? `${MALFORMED}: unexpected ${JSON.stringify(text.charAt(fault.at))}`
          : MALFORMED,
        path,
      );
    }
    return invalid < 0 ? null : this.#problem(from + invalid, "this is not UTF-8", path);
  }

  /** The bracket at `#at` closes nothing; the true fault may lie before it. */
  #wrongSign(): JsonProblem {
    return this.#explain(this.#from, this.#at + 1, false) ?? this.#problem(this.#at, MALFORMED);
  }

  #tooLarge(): JsonProblem {
    const start = this.#state === "in_records" ? this.#element : this.#from;
    return (
      this.#explain(this.#from, this.#at, false) ??
      this.#problem(start, `larger than ${this.#recordBytes} bytes`)
    );
  }
}

/**
 * Reads one top-level JSON object, member by member. Members come in the order of the file; the elements of
 * an array come in batches of those that one piece of the file completed.
 * @throws JsonProblem when the file is no JSON object, is cut off, is not UTF-8, has a member twice, holds a
 *   record or value of more than `recordBytes` bytes (the blanks before it counted), or breaks
 *   `exactIntegers`.
 */
export async function* readJsonObject(
  chunks: ByteChunks,
  options: JsonStreamOptions = {},
): AsyncGenerator<JsonPart, void, undefined> {
  const reader = new ObjectReader(options);
  for await (const piece of pieces(chunks)) {
    for (const part of reader.push(piece)) yield part;
  }
  for (const part of reader.finish()) yield part;
}
