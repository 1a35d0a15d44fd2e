/**
 * Files that settings name: those that hold one secret, as orchestrators mount them, and certificates. They
 * are looked at when a process starts, before anything else is loaded. Invariant: no problem contains what a
 * file holds.
 */
import { accessSync, closeSync, constants, openSync, readSync } from "node:fs";

/** The longest secret, and room for the end of its line. */
const MOST_BYTES = 65_536;

/** Why a file can't be read, by the code of the error. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "this user may not read",
  EISDIR: "is a folder",
};

/** The text of the file without the newline at its end, or a problem that ends a sentence about the file. */
export function readSecretFile(
  path: string,
): { text: string; problem: null } | { text: ""; problem: string } {
  let text: string;
  try {
    text = readAtMost(path, MOST_BYTES + 1);
  } catch (error) {
    return { text: "", problem: reasonOf(error) };
  }
  if (Buffer.byteLength(text) > MOST_BYTES) return { text: "", problem: `has more than ${MOST_BYTES} bytes` };
  const line = text.replace(/\r?\n$/, "");
  if (line.trim() === "") return { text: "", problem: "is empty" };
  return /[\r\n]/.test(line) ? { text: "", problem: "has several lines" } : { text: line, problem: null };
}

/** Why a file can't be read, as the end of a sentence about it; null if it can. */
export function fileProblem(path: string): string | null {
  try {
    accessSync(path, constants.R_OK);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  const { code = "" } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? `can't be read (${code})`;
}

/** Reads to the end or to `bytes`, in parts, because a pipe gives only what is in it. */
function readAtMost(path: string, bytes: number): string {
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(bytes);
    let filled = 0;
    for (let read = -1; read !== 0 && filled < bytes; filled += read)
      read = readSync(file, buffer, filled, bytes - filled, null);
    return buffer.toString("utf8", 0, filled);
  } finally {
    closeSync(file);
  }
}
