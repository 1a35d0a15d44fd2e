/** Reads one address over many connections at once, each answer to its end, until it is stopped: `readers.ts <origin> <path> <key> <connections>`. */
import { setTimeout as pause } from "node:timers/promises";
import { load } from "../load.ts";

const [origin = "", path = "", key = "", connections = "1"] = process.argv.slice(2);
const WAIT_MS = 1_000;

async function read(): Promise<never> {
  for (;;) {
    await load([{ origin, path, key }], Number.MAX_SAFE_INTEGER, 1).catch(() => {});
    // Refused, as when the burst of the key is over.
    await pause(WAIT_MS);
  }
}

console.log("reading");
await Promise.all(Array.from({ length: Number(connections) }, read));
