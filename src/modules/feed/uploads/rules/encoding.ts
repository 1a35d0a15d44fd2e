/**
 * Bank files come in many encodings and rarely name theirs. Invariant: the whole file is decoded by one
 * encoding: that of a byte order mark, else UTF-8 if it is valid, else the one that the file names, else
 * Windows-1252, in which every byte is a character. An encoding that gives bytes of ASCII other meanings,
 * such as UTF-7, is always good UTF-8, so what the file says of itself decides there.
 */
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";

/** A file in the pieces in which it lies in memory. */
export type Content = readonly Uint8Array[];

/** The number of bytes that are read to find out the format of a file. */
const HEAD_BYTES = 65_536;
/** The number of bytes that are checked without a pause. */
const PIECE_BYTES = 65_536;

/** Files that are taken for bank files by mistake, by how they begin. */
const OTHERS: readonly (readonly [start: string | RegExp, says: string])[] = [
  [
    "PK\u0003\u0004",
    "The file in the archive is an archive or a spreadsheet too; unpack it, and upload that.",
  ],
  ["\u00d0\u00cf\u0011\u00e0", "The file is an old spreadsheet; export it as CSV."],
  [/^%PDF/, "The file is a PDF; download the statement as CSV, OFX or another format for programs."],
  ["\u001f\u008b", "The file is compressed; send it unpacked."],
  [
    /^\s*<(?:!doctype html|html|head|table|meta)\b/i,
    "The file is a web page, perhaps with the name of a spreadsheet; open it in a spreadsheet program and save it as CSV, or download the account as CSV or OFX.",
  ],
  [
    /^\s*(?:\{\s*"|\[\s*[{[])/,
    "The file is JSON, which is no format of bank files; download the account as CSV, OFX or another of them.",
  ],
  [
    /^\{\\rtf/,
    "The file is a text document; download the account as CSV, OFX or another format for programs.",
  ],
];

/** A file in pieces of bounded size; views, not copies. */
function* piecesOf(content: Content): Generator<Uint8Array, void, undefined> {
  for (const piece of content)
    for (let from = 0; from < piece.length; from += PIECE_BYTES)
      yield piece.subarray(from, from + PIECE_BYTES);
}

/** The first bytes of a file. */
export function headOf(content: Content, bytes: number): Content {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const piece of content) {
    if (length >= bytes) break;
    pieces.push(piece.subarray(0, bytes - length));
    length += piece.length;
  }
  return pieces;
}

/** The first characters of a file as far as they are ASCII, which is enough to find out its format. */
export function startOf(content: Content): string {
  const start = Buffer.concat(headOf(content, HEAD_BYTES)).toString("latin1");
  const bare = start.replace(/^\u00ef\u00bb\u00bf/, "");
  const other = OTHERS.find(([mark]) => (typeof mark === "string" ? bare.startsWith(mark) : mark.test(bare)));
  if (other) throw new LineProblem(1, other[1]);
  return start.replaceAll(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)|\0/g, "");
}

/** Encodings in which bytes of ASCII may stand for other letters. */
const SHIFTING = /^(?:x-|cs)?(?:unicode-?1-?1-?)?(?:utf-?7|iso-?2022|hz-gb|scsu|bocu)/iu;

/** The encoding that an XML file declares; null if none. Throws `LineProblem` for an unknown one. */
export function declaredInXml(start: string): string | null {
  const declared = /<\?xml[^>]{0,200}\bencoding=["']([^"']+)["']/iu.exec(start)?.[1] ?? null;
  if (declared !== null) decoderOf(declared);
  return declared;
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new LineProblem(1, `The file declares the encoding ${quoted(encoding)}, which is not supported.`);
  }
}

/** Returns the encoding of a file. `stated` is the one that it names, if any. */
export async function encodingOf(content: Content, stated: string | null, paced: Paced): Promise<string> {
  const head = Buffer.concat(headOf(content, HEAD_BYTES));
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const wide = zerosOf(head);
  if (wide !== null) return wide;
  if (stated !== null && SHIFTING.test(stated)) return stated;
  if (await isUtf8(content, paced)) return "utf-8";
  return stated ?? "windows-1252";
}

/** Text of ordinary letters in UTF-16 has a zero in every other byte. */
function zerosOf(head: Buffer): "utf-16le" | "utf-16be" | null {
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = head.length / 4;
  if (odd > most && even < odd / 10) return "utf-16le";
  return even > most && odd < even / 10 ? "utf-16be" : null;
}

async function isUtf8(content: Content, paced: Paced): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of paced(piecesOf(content))) decoder.decode(piece, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/**
 * The text of a file in pieces, without its byte order mark. Throws `LineProblem` where it is not in that
 * encoding, or the encoding is not known.
 */
export function* texts(content: Content, encoding: string): Generator<string, void, undefined> {
  let line = 1;
  const decoder = decoderOf(encoding);
  try {
    for (const piece of piecesOf(content)) {
      const text = decoder.decode(piece, { stream: true });
      yield text;
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) line++;
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError)
      throw new LineProblem(line, `The file is not valid ${encoding} from here on.`);
    throw error;
  }
}

/** The same in UTF-8. */
export function* utf8(content: Content, encoding: string): Generator<Buffer, void, undefined> {
  for (const text of texts(content, encoding)) yield Buffer.from(text);
}
