/**
 * Writes rows as JSON text directly from the bytes that the server sends. Invariants: the text is the one
 * that `JSON.stringify` makes of the same values; a column with another name or type than its member, or an
 * unexpected null, fails an assertion and never becomes wrong text. Constant parts of the rows, and texts
 * without escapes, are written four bytes at a time, which takes half the time of writing single bytes.
 */
import { assert } from "@daybook/words/assert";
import { JSON_HEADROOM, type JsonKind, type JsonLayout, JsonRows } from "../../core/json-rows.ts";
import { BOOLEAN, COUNT_BYTES, INTEGERS, LENGTH_BYTES, SAFE_DIGITS, safeInteger, TEXTS } from "./rows.ts";

/** A column of a result: its name and its type. */
export interface DescribedColumn {
  readonly name: string;
  readonly type: number;
}

const KINDS: ReadonlyMap<number, JsonKind> = new Map([
  ...INTEGERS.map((type) => [type, "integer"] as const),
  ...TEXTS.map((type) => [type, "text"] as const),
  [BOOLEAN, "boolean"],
]);

/**
 * A constant text as 32-bit words. The unused bytes of the last word are overwritten by the text that
 * follows.
 */
interface FixedText {
  readonly words: Int32Array;
  readonly length: number;
}

/** How one column is written as a member of the record. */
interface Cell {
  /** The text before the value: constant members, and the name of this member. */
  readonly before: FixedText;
  readonly kind: JsonKind;
  readonly nullable: boolean;
  readonly name: string;
}

/** A plan for writing the rows of a statement as JSON records. */
export interface JsonPlan {
  readonly cells: readonly Cell[];
  readonly after: FixedText;
  /** The largest number of bytes of a record without the bytes of its values. */
  readonly fixedBytes: number;
}

/** Plans how columns are written as the members of a layout. Fails an assertion if the two don't match. */
export function planJson({ members }: JsonLayout<unknown>, columns: readonly DescribedColumn[]): JsonPlan {
  const cells: Cell[] = [];
  let before = "";
  for (const member of members) {
    before += `${cells.length === 0 && before === "" ? "{" : ","}${JSON.stringify(member.name)}:`;
    if ("always" in member) {
      before += member.always;
      continue;
    }
    const { name, kind, nullable } = member;
    const column = columns[cells.length];
    assert(
      column?.name === name && KINDS.get(column.type) === kind,
      `a statement returns ${column?.name} (type ${column?.type}) where a record has ${name} (${kind})`,
    );
    cells.push({ before: fixedText(before), kind, nullable, name });
    before = "";
  }
  assert(cells.length === columns.length, "a statement returns more columns than a record has");
  const after = fixedText(`${before}}`);
  return {
    cells,
    after,
    fixedBytes: cells.reduce(
      (bytes, { before: text }) => bytes + sizeOf(text) + WORD_ROOM,
      sizeOf(after) + 1,
    ),
  };
}

/** Returns the JSON of a result without rows. */
export function noRecords(): JsonRows<unknown> {
  return new JsonRows(Buffer.alloc(0), [], () => {});
}

const WORD = 4;
/** Space for `false`, or for the quotes of a text and the unused bytes that are written after them. */
const WORD_ROOM = 8;
const FIRST_BYTES = 131_072;
/**
 * Buffers for reuse. A new buffer for each response would be memory outside of the JavaScript heap, which
 * triggers a full garbage collection every few megabytes: up to a third of the time of a page.
 */
const spare: Buffer[] = [];
const MAX_SPARE_BUFFERS = 32;
const MAX_SPARE_BYTES = 1_048_576;

function release(bytes: Buffer): void {
  if (spare.length < MAX_SPARE_BUFFERS && bytes.length <= MAX_SPARE_BYTES) spare.push(bytes);
}

function fixedText(text: string): FixedText {
  const length = Buffer.byteLength(text);
  const bytes = Buffer.alloc(Math.ceil(length / WORD) * WORD);
  bytes.write(text);
  return {
    words: Int32Array.from({ length: bytes.length / WORD }, (_, index) => bytes.readInt32LE(index * WORD)),
    length,
  };
}

function sizeOf({ words }: FixedText): number {
  return words.length * WORD;
}

const [COMMA, QUOTE, BACKSLASH, SPACE, TRUE] = [",", '"', "\\", " ", "t"].map((character) =>
  character.charCodeAt(0),
) as [number, number, number, number, number];
const [WORD_NULL, WORD_TRUE, WORD_FALSE] = [fixedText("null"), fixedText("true"), fixedText("false")];
/** The length of the longest escape of one byte, such as \u001f. */
const LONGEST_ESCAPE = 6;
/** The JSON escapes of bytes that need one. */
const ESCAPES: readonly (FixedText | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const text = JSON.stringify(String.fromCharCode(code)).slice(1, -1);
  return text.length === 1 ? undefined : fixedText(text);
});

/** Collects the rows of one result as JSON while they arrive. */
export class JsonWriter {
  readonly #plan: JsonPlan;
  #out = spare.pop() ?? Buffer.allocUnsafeSlow(FIRST_BYTES);
  #view = new DataView(this.#out.buffer);
  #at = JSON_HEADROOM;
  readonly #ends: number[] = [];

  constructor(plan: JsonPlan) {
    this.#plan = plan;
  }

  /** Writes the row that begins at `start`, with the number of its columns, and ends before `end`. */
  write(bytes: Buffer, start: number, end: number): void {
    const { cells, after, fixedBytes } = this.#plan;
    this.#makeRoom(fixedBytes + (end - start) * LONGEST_ESCAPE);
    const out = this.#out;
    const view = this.#view;
    const input = viewOf(bytes.buffer);
    const base = bytes.byteOffset;
    let at = this.#at;
    if (this.#ends.length > 0) out[at++] = COMMA;
    let from = base + start + COUNT_BYTES;
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index] as Cell;
      at = writeFixed(cell.before, view, at);
      const length = input.getInt32(from);
      from += LENGTH_BYTES;
      if (length < 0) {
        // The text is made only for a failure: a page has hundreds of nulls.
        if (!cell.nullable) assert(false, `a statement returns null for ${cell.name}, which is never null`);
        at = writeFixed(WORD_NULL, view, at);
        continue;
      }
      const to = from + length;
      if (cell.kind === "text") at = writeText(input, from, to, out, view, at);
      else if (cell.kind === "integer") {
        if (length > SAFE_DIGITS) safeInteger(Buffer.from(bytes.buffer, from, length).toString());
        at = writeDigits(input, from, to, out, view, at);
      } else at = writeFixed(input.getUint8(from) === TRUE ? WORD_TRUE : WORD_FALSE, view, at);
      from = to;
    }
    at = writeFixed(after, view, at);
    this.#ends.push(at);
    this.#at = at;
  }

  /** Returns the rows as JSON. May be called once, because the buffer passes to the result. */
  finish(): JsonRows<unknown> {
    return new JsonRows(this.#out, this.#ends, release);
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#out.length * 2, this.#at + bytes));
    this.#out.copy(larger, 0, 0, this.#at);
    release(this.#out);
    this.#out = larger;
    this.#view = new DataView(larger.buffer);
  }
}

function writeFixed({ words, length }: FixedText, view: DataView, at: number): number {
  for (let index = 0; index < words.length; index += 1)
    view.setInt32(at + index * WORD, words[index] as number, true);
  return at + length;
}

/** Writes the bytes from `start` to `end` as a JSON text; returns the end of what was written. */
function writeText(
  input: DataView,
  start: number,
  end: number,
  out: Buffer,
  view: DataView,
  to: number,
): number {
  let from = start;
  let at = to;
  out[at++] = QUOTE;
  for (; from + WORD <= end; from += WORD) {
    const four = input.getInt32(from, true);
    if (mayNeedEscape(four)) break;
    view.setInt32(at, four, true);
    at += WORD;
  }
  for (; from < end; from += 1) {
    const byte = input.getUint8(from);
    if (byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH) out[at++] = byte;
    else at = writeFixed(ESCAPES[byte] as FixedText, view, at);
  }
  out[at++] = QUOTE;
  return at;
}

function writeDigits(
  input: DataView,
  start: number,
  end: number,
  out: Buffer,
  view: DataView,
  to: number,
): number {
  let from = start;
  let at = to;
  for (; from + WORD <= end; from += WORD) {
    view.setInt32(at, input.getInt32(from, true), true);
    at += WORD;
  }
  for (; from < end; from += 1) out[at++] = input.getUint8(from);
  return at;
}

/** A view of the buffer that was read last. Hundreds of rows are in the same buffer. */
let lastView: DataView = new DataView(new ArrayBuffer(0));

function viewOf(buffer: ArrayBufferLike): DataView {
  if (lastView.buffer !== buffer) lastView = new DataView(buffer);
  return lastView;
}

/**
 * True if one of four bytes may be a quote, a backslash or a control character. Subtracting 1 from a zero
 * byte borrows, which sets its top bit; the exclusive or makes a quote or a backslash zero. Subtracting a
 * space borrows from a control character. Bytes above 127 give true as well; the caller then checks byte by
 * byte.
 */
function mayNeedEscape(four: number): boolean {
  return (
    (((four - 0x20202020) | ((four ^ 0x22222222) - 0x01010101) | ((four ^ 0x5c5c5c5c) - 0x01010101) | four) &
      0x80808080) !==
    0
  );
}
