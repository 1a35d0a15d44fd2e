/**
 * Checks for a free file descriptor. Every connection and open file needs one; without a free one, Node.js
 * closes a new connection and reports nothing.
 */
import { open } from "node:fs/promises";
import { devNull } from "node:os";

const NONE_LEFT = new Set(["EMFILE", "ENFILE"]);

/** True if this process can open one more file. */
export async function canOpenFile(): Promise<boolean> {
  try {
    await (await open(devNull)).close();
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && NONE_LEFT.has(String(error.code)));
  }
}
