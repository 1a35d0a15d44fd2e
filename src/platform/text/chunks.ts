/**
 * Turns chunks of a file, of any size and cut anywhere, into pieces of bounded size, and into text that is
 * valid UTF-8. Invariant: bytes are checked before they are decoded, so a byte that is not UTF-8 is refused
 * and never becomes a replacement character.
 */
import { isUtf8 } from "node:buffer";
import { LineProblem } from "./line-problem.ts";

/** A file as a sequence of chunks; their sizes and boundaries have no meaning. */
export type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The largest piece, so that memory does not depend on the size of the caller's chunks. */
const PIECE_BYTES = 65_536;
const LINE_FEED = 0x0a;
const REPLACEMENT = "\ufffd";

/**
 * Yields the same bytes in pieces of at most 64 KiB, without empty ones. The pieces are views, not copies.
 */
export async function* pieces(chunks: ByteChunks): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let from = 0; from < bytes.length; from += PIECE_BYTES)
      yield bytes.subarray(from, from + PIECE_BYTES);
  }
}

/** Returns the number of bytes without an incomplete character at the end. */
export function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const width = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return width > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Returns the offset of the first byte that is not part of a UTF-8 character, or -1 if there is none. */
export function invalidUtf8At(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  const text = bytes.toString("utf8");
  let from = 0;
  let offset = 0;
  for (;;) {
    const replacementAt = text.indexOf(REPLACEMENT, from);
    if (replacementAt < 0) return -1;
    offset += Buffer.byteLength(text.slice(from, replacementAt));
    // The file itself may contain a replacement character; only one that decoding made marks invalid bytes.
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset;
    from = replacementAt + 1;
    offset += 3;
  }
}

function countLineFeeds(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

/**
 * Yields pieces of a text file, each made of complete UTF-8 characters, without a byte order mark.
 * @throws LineProblem at the line of the first byte that is not UTF-8.
 */
export async function* utf8Pieces(chunks: ByteChunks): AsyncGenerator<Buffer, void, undefined> {
  let carry: Buffer = Buffer.alloc(0);
  let line = 1;
  let started = false;
  const checkedPiece = (bytes: Buffer): Buffer => {
    const invalid = invalidUtf8At(bytes);
    if (invalid >= 0)
      throw new LineProblem(line + countLineFeeds(bytes.subarray(0, invalid)), "The file is not UTF-8 here.");
    line += countLineFeeds(bytes);
    const hasByteOrderMark = !started && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    started = true;
    return hasByteOrderMark ? bytes.subarray(3) : bytes;
  };
  for await (const piece of pieces(chunks)) {
    const bytes = carry.length === 0 ? piece : Buffer.concat([carry, piece]);
    const complete = completeLength(bytes);
    carry = bytes.subarray(complete);
    if (complete > 0) yield checkedPiece(bytes.subarray(0, complete));
    // The rest is copied, because the caller may reuse the chunk's memory.
    if (carry.length > 0) carry = Buffer.from(carry);
  }
  if (carry.length > 0) yield checkedPiece(carry);
}
