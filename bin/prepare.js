#!/usr/bin/env node
/**
 * What `npm ci` does after it has installed the packages: it deletes the fonts that nothing reads, and makes
 * the program in a few files, the templates of the embedded database and the browser application of the
 * console. An installation without the tools of developers has no application from here and runs the sources;
 * a package or an image carries all of it built.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/**
 * Runs a program of Node.js; returns whether it succeeded.
 *
 * @param {string[]} words
 */
function run(words) {
  return spawnSync(process.execPath, words, { cwd: ROOT, stdio: "inherit" }).status === 0;
}

/** The program of the builder, or null where it is not installed. */
function findVite() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
  } catch {
    return null;
  }
}

run(["deploy/npm/slim.ts"]);
const vite = findVite();
// The builder brings what puts modules together.
if (vite !== null) run(["deploy/npm/bundle.ts"]);
// Without the templates the first start takes longer, and works all the same.
run(["bin/daybook.js", "template"]);
if (vite !== null && !run([vite, "build", "console", "--logLevel", "warn"])) {
  console.error("The console could not be built.");
  process.exit(1);
}
