/**
 * Writes rows as JSON text from the bytes in which the server sends them. Invariants: the text is that which
 * `JSON.stringify` makes of the same values; a column that is not what its member promises, by name, by type
 * or by being null, is a fault and never a wrong text. What is the same in all rows, and texts in which
 * nothing is escaped, are written four bytes at a time: by single ones it takes twice as long.
 */
import { assert } from "../../core/assert.ts";
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

/** The member that a column becomes. */
interface Cell {
  /** The text before its value: constant members, and the name of its own member. */
  readonly before: FixedText;
  readonly kind: JsonKind;
  readonly nullable: boolean;
  readonly name: string;
}

/** A plan for writing the rows of a statement as JSON records. */
export interface JsonPlan {
  readonly cells: readonly Cell[];
  readonly after: FixedText;
  /** The most bytes of a record beside those of its values. */
  readonly fixed: number;
}

/** Plans how columns become the members of a layout; an assertion where they are not those of it. */
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
      `a statement gives ${column?.name} (type ${column?.type}) where a record has ${name} (${kind})`,
    );
    cells.push({ before: fixedText(before), kind, nullable, name });
    before = "";
  }
  assert(cells.length === columns.length, "a statement gives more than a record has");
  const after = fixedText(`${before}}`);
  return {
    cells,
    after,
    fixed: cells.reduce((bytes, cell) => bytes + roomOf(cell.before) + WORD_ROOM, roomOf(after) + 1),
  };
}

/** The records of an answer without rows. */
export function noRecords(): JsonRows<unknown> {
  return new JsonRows(Buffer.alloc(0), [], () => {});
}

const WORD = 4;
/** Space for `false`, or for the quotes of a text and the unused bytes that are written after them. */
const WORD_ROOM = 8;
const FIRST_BYTES = 131_072;
/**
 * Free buffers. A new buffer for each response would be memory outside of the JavaScript heap, which triggers
 * a full garbage collection every few megabytes: up to a third of the time of a page.
 */
const spare: Buffer[] = [];
const SPARE_MOST = 32;
const SPARE_BYTES_MOST = 1_048_576;

function release(bytes: Buffer): void {
  if (spare.length < SPARE_MOST && bytes.length <= SPARE_BYTES_MOST) spare.push(bytes);
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

function roomOf({ words }: FixedText): number {
  return words.length * WORD;
}

const [COMMA, QUOTE, BACKSLASH, SPACE, TRUE] = [",", '"', "\\", " ", "t"].map((character) =>
  character.charCodeAt(0),
) as [number, number, number, number, number];
const [WORD_NULL, WORD_TRUE, WORD_FALSE] = [fixedText("null"), fixedText("true"), fixedText("false")];
/** The longest text that one byte becomes: \u001f. */
const LONGEST_ESCAPE = 6;
/** The JSON escapes of bytes that need one. */
const ESCAPES: readonly (FixedText | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const text = JSON.stringify(String.fromCharCode(code)).slice(1, -1);
  return text.length === 1 ? undefined : fixedText(text);
});

/** The records of one answer while its rows arrive. */
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
    const { cells, after, fixed } = this.#plan;
    this.#makeRoom(fixed + (end - start) * LONGEST_ESCAPE);
    const out = this.#out;
    const view = this.#view;
    const input = viewOf(bytes.buffer);
    const base = bytes.byteOffset;
    let at = this.#at;
    if (this.#ends.length > 0) out[at++] = COMMA;
    let from = base + start + COUNT_BYTES;
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index] as Cell;
      at = put(cell.before, view, at);
      const length = input.getInt32(from);
      from += LENGTH_BYTES;
      if (length < 0) {
        assert(cell.nullable, `a statement gives null where ${cell.name} is promised`);
        at = put(WORD_NULL, view, at);
        continue;
      }
      const to = from + length;
      if (cell.kind === "text") {
        out[at++] = QUOTE;
        for (; from + WORD <= to; from += WORD) {
          const four = input.getInt32(from, true);
          if (mayHoldEscaped(four)) break;
          view.setInt32(at, four, true);
          at += WORD;
        }
        for (; from < to; from += 1) {
          const byte = input.getUint8(from);
          if (byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH) out[at++] = byte;
          else at = put(ESCAPES[byte] as FixedText, view, at);
        }
        out[at++] = QUOTE;
      } else if (cell.kind === "integer") {
        if (length > SAFE_DIGITS) safeInteger(Buffer.from(bytes.buffer, from, length).toString());
        for (; from + WORD <= to; from += WORD) {
          view.setInt32(at, input.getInt32(from, true), true);
          at += WORD;
        }
        for (; from < to; from += 1) out[at++] = input.getUint8(from);
      } else at = put(input.getUint8(from) === TRUE ? WORD_TRUE : WORD_FALSE, view, at);
      from = to;
    }
    at = put(after, view, at);
    this.#ends.push(at);
    this.#at = at;
  }

  /** May be called once. */
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

function put({ words, length }: FixedText, view: DataView, at: number): number {
  for (let index = 0; index < words.length; index += 1)
    view.setInt32(at + index * WORD, words[index] as number, true);
  return at + length;
}

/** The bytes that were read last: hundreds of rows lie in the same ones. */
let lastView: DataView = new DataView(new ArrayBuffer(0));

function viewOf(buffer: ArrayBufferLike): DataView {
  if (lastView.buffer !== buffer) lastView = new DataView(buffer);
  return lastView;
}

/**
 * True if one of four bytes may be a quote, a backslash or a control character. A byte is zero where
 * subtracting one borrows from it, less than a space where subtracting a space does; bytes above 127 may be
 * reported too, and are then checked one by one.
 */
function mayHoldEscaped(four: number): boolean {
  return (
    (((four - 0x20202020) | ((four ^ 0x22222222) - 0x01010101) | ((four ^ 0x5c5c5c5c) - 0x01010101) | four) &
      0x80808080) !==
    0
  );
}
