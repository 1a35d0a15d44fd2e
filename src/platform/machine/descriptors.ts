/**
 * File descriptors, of which every connection and open file takes one. Node.js reports nothing when there is
 * none left for a new connection: it closes the connection and goes on. So whether there is one left is
 * tried.
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
