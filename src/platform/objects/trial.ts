/** Tests the storage by storing, finding, reading and deleting an object. */
import { randomBytes } from "node:crypto";
import type { Objects } from "./objects.ts";

const CONTENT = Buffer.from("This was stored to see whether it can be, and may be deleted.\n");
const CONTENT_TYPE = "text/plain";
const TRIAL_MS = 30_000;

/** Tests the storage. Returns the problem as a sentence, or null. Leaves no object, unless deleting fails. */
export async function findStorageProblem(
  objects: Pick<Objects, "put" | "find" | "read" | "delete">,
): Promise<string | null> {
  const key = `trial/${randomBytes(12).toString("hex")}.txt`;
  const signal = AbortSignal.timeout(TRIAL_MS);
  try {
    await objects.put(key, CONTENT, CONTENT_TYPE, signal);
    const found = await objects.find(key);
    const read = await objects.read(key, signal);
    await objects.delete(key);
    if (found?.size !== CONTENT.length || !read || !CONTENT.equals(read))
      return "What was stored was not there as it was stored.";
    return (await objects.find(key)) === null ? null : "What was deleted is still there.";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
