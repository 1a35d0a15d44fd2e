/**
 * `npm test`: runs the tests on the embedded database, or on the PostgreSQL server of DATABASE_URL, whose
 * user must be allowed to create databases. Without arguments it runs what is quick, which is a share of
 * every suite (`quickOnes`), and says what it leaves out; `--all` runs everything, and `--near` the tests of
 * one's change that fit into a minute (`nearOnes`). Other arguments are passed to vitest: names of files,
 * `-t` and so on. `--slowest` adds a table of the seconds that each file took, and `--record` keeps them in
 * `costs.tsv`.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nearestTests } from "../mutants/nearest.ts";
import { costOf, quickOnes, recordedCosts, suiteOf } from "./costs.ts";
import { changedFiles, NEAR_MOST, NEAR_S, nearOnes } from "./near.ts";
import { testFiles } from "./touching.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const server = process.env["DATABASE_URL"]?.trim();

/** Processor seconds of a quick run: two processors need less than five minutes for them. */
const QUICK_S = 360;
const SLOWEST = ["--reporter=default", "--reporter=./test/support/slowest.ts"];

/** The words for a number of files of each suite. */
function bySuite(files: readonly string[]): string {
  return [...Map.groupBy(files, suiteOf)].map(([suite, some]) => `${some.length} of ${suite}`).join(", ");
}

const words = process.argv.slice(2);
const isRecorded = words.includes("--record");
const isQuick = words.every((word) => word === "--slowest" || word === "--record");
if (isRecorded && server) {
  console.error("The costs of test files are recorded on the embedded database: leave DATABASE_URL empty.");
  process.exit(2);
}
console.log(
  `Tests on ${server ? `the PostgreSQL server at ${new URL(server).host}` : "the embedded database"}.`,
);

/** Returns the tests of one's change. */
function near(): readonly string[] {
  const tests = testFiles(root);
  const nearest = nearestTests(root, tests);
  const chosen = nearOnes(
    changedFiles(root).map((file) => (tests.includes(file) ? [file] : nearest(file, NEAR_MOST))),
    recordedCosts(),
    NEAR_S,
  );
  if (chosen.length === 0) {
    console.error("No test is near to what has changed. Name tests, or run all with --all.");
    process.exit(2);
  }
  return chosen;
}

let left: readonly string[] = [];
if (isQuick) {
  const costs = recordedCosts();
  const all = testFiles(root);
  const quick = new Set(quickOnes(all, costs, QUICK_S));
  left = all.filter((file) => !quick.has(file)).toSorted();
  const leftS = left.reduce((sum, file) => sum + costOf(file, costs).processorS, 0);
  console.log(
    `Quick ones, ${bySuite([...quick].toSorted())}. Left out are files that take a processor ${Math.round(leftS / 60)} minutes: ${bySuite(left)}. npm test -- --all and npm run check run them, too.`,
  );
}
const ours = new Set(["--all", "--near", "--record", "--slowest"]);
const options = [
  ...(words.includes("--near") ? near() : []),
  ...words.filter((word) => !ours.has(word)),
  ...(isRecorded || words.includes("--slowest") ? SLOWEST : []),
  ...left.map((file) => `--exclude=${file}`),
];
const child = spawn(process.execPath, [vitest, "run", ...options], {
  cwd: root,
  stdio: "inherit",
  env: {
    // What is loaded is kept compiled from one run to the next, as by the program: nearly half of the time
    // of a single file.
    NODE_COMPILE_CACHE: join(root, "node_modules/.cache/daybook/compiled"),
    ...process.env,
    ...(isRecorded ? { DAYBOOK_TEST_RECORD: "yes" } : {}),
  },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
