/**
 * Bytes as they arrive: chunks of any size, cut anywhere. Here they become pieces of bounded size,
 * and text that is known to be UTF-8. Invariant: nothing is decoded before it is checked, so a byte
 * that is not UTF-8 is refused and never turns into a replacement character.
 */
import { isUtf8 } from "node:buffer";
import { LineProblem } from "./line-problem.ts";

/** A file as a sequence of chunks; their sizes and borders carry no meaning. */
export type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The largest piece handed on at once, so that memory does not follow the size of a caller's chunks. */
const PIECE_BYTES = 65_536;
const LINE_FEED = 0x0a;
const REPLACEMENT = "\ufffd";

/** The same bytes in pieces of at most 64 KiB, empty chunks left out; views, not copies. */
export async function* pieces(chunks: ByteChunks): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let from = 0; from < bytes.length; from += PIECE_BYTES)
      yield bytes.subarray(from, from + PIECE_BYTES);
  }
}

/** The number of bytes without an incomplete character at the end. */
export function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const width = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return width > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The offset of the first byte that is not part of a UTF-8 character, or -1 when all are. */
export function invalidUtf8At(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  const text = bytes.toString("utf8");
  let from = 0;
  let offset = 0;
  for (;;) {
    const found = text.indexOf(REPLACEMENT, from);
    if (found < 0) return -1;
    offset += Buffer.byteLength(text.slice(from, found));
    // The file itself may contain a replacement character; only one made by decoding is a fault.
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset;
    from = found + 1;
    offset += 3;
  }
}

/** Number of line feeds in `bytes`. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

/**
 * Pieces of a text file, each a whole number of UTF-8 characters, without a byte order mark.
 * @throws LineProblem at the line of the first byte that is not UTF-8.
 */
export async function* utf8Pieces(chunks: ByteChunks): AsyncGenerator<Buffer, void, undefined> {
  let carry: Buffer = Buffer.alloc(0);
  let line = 1;
  let started = false;
  const checked = (bytes: Buffer): Buffer => {
    const invalid = invalidUtf8At(bytes);
    if (invalid >= 0)
      throw new LineProblem(line + countLines(bytes.subarray(0, invalid)), "The file is not UTF-8 here.");
    line += countLines(bytes);
    const marked = !started && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    started = true;
    return marked ? bytes.subarray(3) : bytes;
  };
  for await (const piece of pieces(chunks)) {
    const bytes = carry.length === 0 ? piece : Buffer.concat([carry, piece]);
    const complete = completeLength(bytes);
    carry = bytes.subarray(complete);
    if (complete > 0) yield checked(bytes.subarray(0, complete));
    // The rest is copied, since the caller may fill the same chunk again.
    if (carry.length > 0) carry = Buffer.from(carry);
  }
  if (carry.length > 0) yield checked(carry);
}
