/**
 * Text files in the encodings of other programs: UTF-8, UTF-16 and Windows-1252. Invariant: a file is read in
 * one encoding, which a byte order mark decides, or else the zeros of UTF-16, or else whether all of it is
 * UTF-8; Windows-1252 is the last resort, since every byte is a character there.
 */
import type { ByteChunks } from "./chunks.ts";

/** A file that can be read again from its beginning. */
export interface Rereadable {
  read(): ByteChunks;
}

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const HEAD_BYTES = 65_536;

/** The encoding of a file, which is read to its end unless its beginning decides. */
export async function encodingOf(file: Rereadable): Promise<TextEncoding> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  try {
    for await (const chunk of file.read()) {
      if (isFirst) {
        const wide = wideEncodingOf(chunk.subarray(0, HEAD_BYTES));
        if (wide !== null) return wide;
        isFirst = false;
      }
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError) return "windows-1252";
    throw error;
  }
}

/** UTF-16 by its mark, or because every other byte of ordinary letters is zero; null for other encodings. */
function wideEncodingOf(head: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = head.length / 4;
  if (odd > most && even < odd / 10) return "utf-16le";
  return even > most && odd < even / 10 ? "utf-16be" : null;
}

/** The file in UTF-8. A file that is UTF-8 already passes unchanged. */
export async function* inUtf8(
  file: Rereadable,
  encoding: TextEncoding,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (encoding === "utf-8") {
    yield* file.read();
    return;
  }
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of file.read()) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  const rest = decoder.decode();
  if (rest !== "") yield encoder.encode(rest);
}

/** The first characters of a file, for finding out its format. */
export async function startOfText(file: Rereadable, encoding: TextEncoding): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.read()) {
    pieces.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - length)));
    length += chunk.length;
    if (length >= HEAD_BYTES) break;
  }
  return new TextDecoder(encoding).decode(Buffer.concat(pieces), { stream: true });
}
