/**
 * Uploads the largest bank files there may be, several at once and each again when it is answered, until the
 * process is stopped: `uploads.ts <origin> <address of the uploads> <account>... -- <key>...`.
 */
import { setTimeout as pause } from "node:timers/promises";

const [origin = "", path = "", ...words] = process.argv.slice(2);
const keys = words.slice(words.indexOf("--") + 1);
const accounts = words.slice(0, words.indexOf("--"));
/** Just under the bound of a form, in bytes, and just under the most lines of one upload. */
const FILE_BYTES = 26_000_000;
const LINES = 99_000;
const WAIT_MS = 1_000;

/** A CSV whose lines differ from those of every other `part`. */
function fileOf(part: number): Blob {
  const width = Math.floor(FILE_BYTES / LINES);
  const lines = Array.from({ length: LINES }, (_none, at) => {
    const head = `2026-0${1 + (at % 6)}-05,-${1 + (at % 9_000)}.25,Shop ${part} ${at} `;
    return `${head}${"x".repeat(width - head.length - 1)}\n`;
  });
  return new Blob(["Date,Amount,Description\n", ...lines], { type: "text/csv" });
}

async function upload(account: string, index: number): Promise<never> {
  for (let round = 0; ; round += 1) {
    const form = new FormData();
    form.set("account_id", account);
    form.set("file", fileOf(index + round * accounts.length), "bank.csv");
    const headers = { authorization: `Bearer ${keys[index % keys.length]}` };
    const answer = await fetch(`${origin}${path}`, { method: "POST", headers, body: form }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    // Refused, as when the service takes no more uploads at the moment.
    if (!answer?.ok) await pause(WAIT_MS);
  }
}

console.log("uploading");
await Promise.all(accounts.map(upload));
