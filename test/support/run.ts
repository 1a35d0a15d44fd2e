/**
 * `npm test`: all tests, on the embedded database, or on a PostgreSQL server when DATABASE_URL names
 * one on which databases may be made. Further arguments go to vitest: names of files, `-t` and so on.
 * `--slowest` adds a table of the seconds that each file took.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const server = process.env["DATABASE_URL"]?.trim();

console.log(
  `Tests on ${server ? `the PostgreSQL server at ${new URL(server).host}` : "the embedded database"}.`,
);
const SLOWEST = ["--reporter=default", "--reporter=./test/support/slowest.ts"];
const words = process.argv.slice(2).flatMap((word) => (word === "--slowest" ? SLOWEST : [word]));
const child = spawn(process.execPath, [vitest, "run", ...words], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
