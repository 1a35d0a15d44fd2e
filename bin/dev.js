#!/usr/bin/env node
/**
 * `npm run dev`: runs `daybook start` and starts it again when a file changes; builds the console again when
 * one of its files changes.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { END_SIGNALS, endWithParent } from "./parent.js";

const daybook = fileURLToPath(new URL("daybook.js", import.meta.url));
const root = fileURLToPath(new URL("../", import.meta.url));
const watcher = spawn(process.execPath, ["--watch", daybook, "start", ...process.argv.slice(2)], {
  stdio: "inherit",
});
const builder = spawn(
  process.execPath,
  ["node_modules/vite/bin/vite.js", "build", "console", "--watch", "--logLevel", "warn"],
  { cwd: root, stdio: "inherit" },
);
/** @param {NodeJS.Signals} signal */
function stop(signal) {
  watcher.kill(signal);
  builder.kill(signal);
}
for (const signal of END_SIGNALS) process.on(signal, () => stop(signal));
endWithParent(() => stop("SIGTERM"));
watcher.on("exit", (code, signal) => {
  builder.kill("SIGTERM");
  process.exit(signal === null ? (code ?? 1) : 1);
});
