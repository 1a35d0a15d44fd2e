/**
 * `npm test`: runs the tests on the embedded database, or on the PostgreSQL server of DATABASE_URL, whose
 * user must be allowed to create databases. Those that see the service from outside, with processes and
 * browsers, take several times as long as all others; they run with `--all`, and when arguments name files.
 * Arguments are passed to vitest: names of files, `-t` and so on. `--slowest` adds a table of the seconds
 * that each file took.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const server = process.env["DATABASE_URL"]?.trim();

const OUTSIDE = "test/acceptance";
const SLOWEST = ["--reporter=default", "--reporter=./test/support/slowest.ts"];
const words = process.argv.slice(2);
const isQuick = words.every((word) => word === "--slowest");
const options = [
  ...words.filter((word) => word !== "--all").flatMap((word) => (word === "--slowest" ? SLOWEST : [word])),
  ...(isQuick ? [`--exclude=${OUTSIDE}/**`] : []),
];
const left = `, without those of ${OUTSIDE}, which npm test -- --all and npm run check run, too`;
console.log(
  `Tests on ${server ? `the PostgreSQL server at ${new URL(server).host}` : "the embedded database"}${isQuick ? left : ""}.`,
);
const child = spawn(process.execPath, [vitest, "run", ...options], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
