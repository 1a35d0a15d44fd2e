/**
 * Lists the files of a ZIP archive by its directory, and unpacks one of them outside of the main thread.
 * Invariant: nothing is unpacked before it is asked for, never to more bytes than the caller allows, and only
 * what was packed.
 */
import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { LIMITS } from "@daybook/words/limits";
import { WorkbookProblem } from "./problem.ts";

/** A file in an archive. */
export interface ZippedFile {
  /** Its path in the archive, with slashes. */
  readonly name: string;
  /** Unpacks it. Throws `WorkbookProblem` for more than `most` bytes and for a damaged file. */
  read(most: number): Promise<Uint8Array>;
}

const END = 0x06_05_4b_50;
const END_BYTES = 22;
/** The comment at the end of an archive has at most as many bytes. */
const COMMENT_MOST = 65_535;
const ENTRY = 0x02_01_4b_50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04_03_4b_50;
const LOCAL_BYTES = 30;
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;

const inflate = promisify(inflateRaw);

/** The files of an archive, without folders. Throws `WorkbookProblem` for one that is damaged or too large. */
export function openZip(bytes: Uint8Array): readonly ZippedFile[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return entriesOf(buffer);
  } catch (error) {
    if (error instanceof RangeError) throw damaged(error);
    throw error;
  }
}

function entriesOf(buffer: Buffer): ZippedFile[] {
  const end = endOf(buffer);
  const count = buffer.readUInt16LE(end + 10);
  if (count > LIMITS.workbook_entries.value)
    throw new WorkbookProblem(`The archive has more than ${LIMITS.workbook_entries.value} files.`);
  const files: ZippedFile[] = [];
  const first = buffer.readUInt32LE(end + 16);
  let at = first;
  for (let index = 0; index < count; index += 1) {
    if (buffer.readUInt32LE(at) !== ENTRY) throw damaged();
    const nameLength = buffer.readUInt16LE(at + 28);
    const name = buffer.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength);
    const header = {
      flags: buffer.readUInt16LE(at + 8),
      method: buffer.readUInt16LE(at + 10),
      sum: buffer.readUInt32LE(at + 16),
      packed: buffer.readUInt32LE(at + 20),
      local: buffer.readUInt32LE(at + 42),
    };
    if (!name.endsWith("/"))
      files.push({ name: name.replaceAll("\\", "/"), read: (most) => unpacked(buffer, header, most) });
    at += ENTRY_BYTES + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  // A number that is too small, or has lost its upper bits, would leave files out without a word.
  if (at - first !== buffer.readUInt32LE(end + 12) || buffer.readUInt32LE(at) === ENTRY) throw damaged();
  return files;
}

/** The offset of the record that ends the directory. */
function endOf(buffer: Buffer): number {
  const first = Math.max(0, buffer.length - END_BYTES - COMMENT_MOST);
  for (let at = buffer.length - END_BYTES; at >= first; at -= 1)
    if (buffer.readUInt32LE(at) === END) return at;
  throw damaged();
}

/** What the directory says of a file; `sum` is the CRC-32 of its content. */
interface Header {
  readonly flags: number;
  readonly method: number;
  readonly sum: number;
  readonly packed: number;
  readonly local: number;
}

async function unpacked(
  buffer: Buffer,
  { flags, method, sum, packed, local }: Header,
  most: number,
): Promise<Uint8Array> {
  if ((flags & ENCRYPTED) !== 0)
    throw new WorkbookProblem("The archive is protected by a password. Unpack it and upload the file in it.");
  try {
    if (buffer.readUInt32LE(local) !== LOCAL) throw damaged();
    const from = local + LOCAL_BYTES + buffer.readUInt16LE(local + 26) + buffer.readUInt16LE(local + 28);
    const content = buffer.subarray(from, from + packed);
    if (content.length < packed) throw damaged();
    if (method === STORED && packed <= most) return proved(content, sum);
    if (method === DEFLATED) return proved(await inflate(content, { maxOutputLength: most }), sum);
  } catch (error) {
    if (error instanceof WorkbookProblem) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(most);
    throw damaged(error);
  }
  if (method === STORED) throw tooLarge(most);
  throw new WorkbookProblem(
    "The archive is packed in a way that is not read. Unpack it and upload the file in it.",
  );
}

/** The content, if it is what was packed. */
function proved(content: Uint8Array, sum: number): Uint8Array {
  if (crc32(content) !== sum) throw damaged();
  return content;
}

function tooLarge(most: number): WorkbookProblem {
  return new WorkbookProblem(`The file in the archive is larger than ${most} bytes once it is unpacked.`);
}

function damaged(cause?: unknown): WorkbookProblem {
  return new WorkbookProblem("The archive is damaged. Unpack it and upload the file in it.", { cause });
}
