/**
 * Asks for one address without a key over many connections at once, whatever is answered, until it is
 * stopped: `hammer.ts <origin> <path> <connections>`.
 */
import { setTimeout as pause } from "node:timers/promises";
import { load } from "../load.ts";

const [origin = "", path = "", connections = "1"] = process.argv.slice(2);
const RECONNECTED_MS = 10;

async function ask(): Promise<never> {
  for (;;) {
    await load([{ origin, path, key: null, anyAnswer: true }], Number.MAX_SAFE_INTEGER, 1).catch(() => {});
    // The connection was closed.
    await pause(RECONNECTED_MS);
  }
}

console.log("asking");
await Promise.all(Array.from({ length: Number(connections) }, ask));
