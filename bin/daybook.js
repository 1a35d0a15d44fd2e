#!/usr/bin/env node
/**
 * Starts the command line on a Node.js that runs its source: this one when it is new enough, else the one
 * that the project brings along. Plain JavaScript, because any Node.js from version 20 on must read it.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { END_SIGNALS, endWithParent } from "./parent.js";

const cache = new URL("../node_modules/.cache/daybook/", import.meta.url);
const compiledMain = new URL("../src/main.js", import.meta.url);
/** A package has JavaScript; the repository has TypeScript, which only newer versions read, and newer syntax. */
const isPackage = existsSync(compiledMain);
const main = isPackage ? compiledMain : await ofClone();
const [OLDEST_MAJOR, OLDEST_MINOR] = isPackage ? [22, 18] : [24, 0];
/** The version that is fetched for a package where Node.js is older. */
const FETCHED = "node@24";
/** What is loaded is kept compiled from one run to the next, which halves the time of a short command. */
const compiled = fileURLToPath(new URL("compiled", cache));

endWithParent();
if (isNewEnough()) {
  module.enableCompileCache(compiled);
  await import(main.href);
} else {
  const node = broughtNode() ?? (isPackage ? fetchedNode() : null);
  if (node === null) giveUp();
  else runOn(node);
}

/** The sources, or what installing a clone made of them, if they are the same and nobody watches them. */
async function ofClone() {
  const isWatched = process.env["WATCH_REPORT_DEPENDENCIES"] !== undefined;
  const bundled = isWatched ? null : (await import("./bundled.js")).bundledMain();
  return bundled === null ? new URL("../src/main.ts", import.meta.url) : pathToFileURL(bundled);
}

function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > OLDEST_MAJOR || (major === OLDEST_MAJOR && minor >= OLDEST_MINOR);
}

/** The Node.js that the project brings along, if it is installed. */
function broughtNode() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve("node/package.json"));
    return join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
  } catch {
    return null;
  }
}

/** The Node.js that npm fetches, once; its path is kept where that may be written. */
function fetchedNode() {
  const kept = new URL("node", cache);
  if (existsSync(kept)) {
    const path = readFileSync(kept, "utf8");
    if (existsSync(path)) return path;
  }
  console.error(
    `This is Node.js ${process.versions.node}. Fetching ${FETCHED}, on which daybook runs, by npm.`,
  );
  const words = ["exec", "--yes", `--package=${FETCHED}`, "--", "node", "-p", "process.execPath"];
  const { status, stdout } = spawnSync("npm", words, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  });
  const path = stdout?.trim() ?? "";
  if (status !== 0 || !existsSync(path)) return null;
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(kept, path);
  } catch {
    // Installed by another user: npm's own cache has it the next time.
  }
  return path;
}

/** @param {string} node the path of a Node.js */
function runOn(node) {
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
    `daybook needs Node.js ${OLDEST_MAJOR}.${OLDEST_MINOR} or later; this is ${process.versions.node}. ${isPackage ? "Install a newer one." : "The one of the project is not installed: run npm ci."}`,
  );
  process.exit(1);
}
