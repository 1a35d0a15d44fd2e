#!/usr/bin/env node
/**
 * Starts the command line on a Node.js that runs its source: this one when it is new enough, else the one
 * that the project brings along. Plain JavaScript, because any Node.js from version 20 on must read it.
 */
import { spawn } from "node:child_process";
import module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { END_SIGNALS, endWithParent } from "./parent.js";

const main = new URL("../src/main.ts", import.meta.url);
/** What is loaded is kept compiled from one run to the next, which halves the time of a short command. */
const compiled = fileURLToPath(new URL("../node_modules/.cache/daybook/compiled", import.meta.url));
const OLDEST_MAJOR = 24;

endWithParent();
if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) {
  module.enableCompileCache(compiled);
  await import(main.href);
} else runOnOwnNode();

function runOnOwnNode() {
  let node;
  try {
    node = join(
      dirname(createRequire(import.meta.url).resolve("node/package.json")),
      "bin",
      process.platform === "win32" ? "node.exe" : "node",
    );
  } catch {
    return giveUp();
  }
  // The channel carries nothing: it tells the child when this process is killed, so that it never stays
  // behind.
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });
  for (const signal of END_SIGNALS) process.on(signal, () => child.kill(signal));
  child.on("error", giveUp);
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const each of END_SIGNALS) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
}

function giveUp() {
  console.error(
    `daybook needs Node.js ${OLDEST_MAJOR} or later; this is ${process.versions.node}, and the one of the project is not installed. Run npm ci.`,
  );
  process.exit(1);
}
