/**
 * Reads one address over many connections at once, each answer to its end, until it is stopped; with pauses
 * between them where any are asked for:
 * `readers.ts <origin> <path> <key> <connections> [<pause in milliseconds>]`.
 */
import { setTimeout as pause } from "node:timers/promises";
import { load } from "../load.ts";

const [origin = "", path = "", key = "", connections = "1", pauseMs = "0"] = process.argv.slice(2);
const WAIT_MS = 1_000;
const PAUSE_MS = Number(pauseMs);

async function read(): Promise<never> {
  for (;;) {
    const answered = await load(
      [{ origin, path, key }],
      PAUSE_MS === 0 ? Number.MAX_SAFE_INTEGER : 1,
      1,
    ).catch(() => null);
    // Refused, as when the burst of the key is over.
    await pause(answered === null ? WAIT_MS : PAUSE_MS);
  }
}

console.log("reading");
await Promise.all(Array.from({ length: Number(connections) }, read));
