/**
 * File descriptors, of which every connection and open file takes one. If none is left for a new connection,
 * Node.js closes the connection and reports nothing. So this file tests if one is left.
 */
import { open } from "node:fs/promises";
import { devNull } from "node:os";

const NONE_LEFT = new Set(["EMFILE", "ENFILE"]);

/** True when this process can open one more file. */
export async function canOpenFile(): Promise<boolean> {
  try {
    await (await open(devNull)).close();
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && NONE_LEFT.has(String(error.code)));
  }
}
