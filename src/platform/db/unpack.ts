/**
 * Unpacks the template of the embedded database: a tar file of folders and plain files, in which each folder
 * comes before its content. Invariant: only this user can open the folders and files that are created.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Creates a folder and unpacks `tar` into it. */
export async function unpack(tar: Blob, folder: string): Promise<void> {
  const bytes = Buffer.from(await tar.arrayBuffer());
  await mkdir(folder, { mode: 0o700 });
  for (let at = 0; at < bytes.length && bytes[at] !== 0;) {
    const field = (from: number, length: number): string =>
      bytes.toString("latin1", at + from, at + from + length).replace(/\0.*$/s, "");
    const path = join(folder, field(NAME.from, NAME.length));
    const size = Number.parseInt(field(SIZE.from, SIZE.length), 8);
    const content = at + BLOCK_BYTES;
    if (field(TYPE.from, TYPE.length) === FOLDER) await mkdir(path, { mode: 0o700 });
    else await writeFile(path, bytes.subarray(content, content + size), { mode: 0o600, flag: "wx" });
    at = content + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
}

// The layout of a header in the tar format.
const BLOCK_BYTES = 512;
const NAME = { from: 0, length: 100 };
const SIZE = { from: 124, length: 12 };
const TYPE = { from: 156, length: 1 };
const FOLDER = "5";
