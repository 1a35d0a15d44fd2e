#!/usr/bin/env node
/** `npm run dev`: runs `daybook start` and starts it again when a file changes. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { END_SIGNALS, endWithParent } from "./parent.js";

const daybook = fileURLToPath(new URL("daybook.js", import.meta.url));
const watcher = spawn(process.execPath, ["--watch", daybook, "start", ...process.argv.slice(2)], {
  stdio: "inherit",
});
for (const signal of END_SIGNALS) process.on(signal, () => watcher.kill(signal));
endWithParent(() => watcher.kill("SIGTERM"));
watcher.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
