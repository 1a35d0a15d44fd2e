/**
 * `npm test`: runs all tests on the embedded database, or on the PostgreSQL server of DATABASE_URL, whose
 * user must be allowed to create databases. Further arguments are passed to vitest: names of files, `-t` and
 * so on. `--slowest` adds a table of the seconds that each file took.
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
const options = process.argv.slice(2).flatMap((word) => (word === "--slowest" ? SLOWEST : [word]));
const child = spawn(process.execPath, [vitest, "run", ...options], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
