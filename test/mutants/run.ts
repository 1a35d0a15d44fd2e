/**
 * `npm run check:mutants`: plants small faults in the product, one at a time, runs the tests of the module
 * that has the fault, and reports the faults that no test noticed. They are compared with `survivors.tsv`,
 * which may only shrink. The working tree is never touched: faults are planted in a copy of it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError } from "commander";
import { newRunFolder, newRunName } from "../support/engine.ts";
import { type Fault, faultsIn, planted } from "./plant.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const LIST = "test/mutants/survivors.tsv";
/** Where faults are planted: files whose behaviour the tests of their own module must prove. */
const PLANTED = /\/(?:rules|stores?|service|handlers|jobs)(?:\/.*)?(?:\.ts)$/;
/** Modules that stand beside the areas instead of in one. */
const OWN_AREAS = ["intake", "sheets"];
/** Tests of a module that lie outside of its folder, because they use it as its callers do. */
const OTHER_TESTS: Readonly<Record<string, readonly string[]>> = {
  "books/chart": ["src/interfaces/command/commands/category.test.ts"],
  "tenants/sign-in": ["src/interfaces/app/"],
};
/** A test run with a fault may take this many times as long as without one, and a minute more. */
const MOST_TIMES = 5;
const GRACE_MS = 60_000;

interface Mutant {
  readonly module: string;
  readonly file: string;
  readonly line: number;
  readonly fault: Fault;
  /** Identifies the mutant even after other lines have changed: file, text of the line, change. */
  readonly row: string;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("Give a whole number.");
  return Number(text);
}

const program = new Command("check:mutants")
  .description(
    [
      "Plants small faults in the rules, stores, services and handlers of src/modules, one at a time, and",
      "runs the tests of the faulty module. Reports each fault that no test noticed. Exits with 1 if such a",
      `fault is missing in ${LIST}, or if a fault in that list is noticed by now.`,
    ].join(" "),
  )
  .option("--count <number>", "how many faults to plant", wholeNumber, 200)
  .option("--seed <text>", "chooses other faults", "1")
  .option("--skip <number>", "leave out this many of the chosen ones, to go on with a run", wholeNumber, 0)
  .option(
    "--module <path>",
    "only the module in this folder of src/modules, such as feed/banking; repeatable",
    (path: string, before: readonly string[]) => [...before, path],
    [] as readonly string[],
  )
  .option("--list", "print the faults that would be planted, and plant none")
  .helpOption("--help", "print this help");
program.parse();
const options = program.opts<{
  count: number;
  seed: string;
  skip: number;
  module: readonly string[];
  list?: true;
}>();

/** The folder of a file's module: `feed/banking`, or `sheets`. */
function moduleOf(path: string): string {
  const [area = "", name = ""] = path.split("/");
  return OWN_AREAS.includes(area) ? area : `${area}/${name}`;
}

function* allMutants(): Generator<Mutant> {
  const modules = join(ROOT, "src/modules");
  for (const path of readdirSync(modules, { recursive: true, encoding: "utf8" }).toSorted()) {
    const within = path.slice(moduleOf(path).length);
    if (!PLANTED.test(within) || path.endsWith(".test.ts")) continue;
    const file = `src/modules/${path}`;
    const source = readFileSync(join(ROOT, file), "utf8");
    const bytes = Buffer.from(source);
    const rows = new Map<string, number>();
    for (const fault of faultsIn(source)) {
      const line = bytes.subarray(0, fault.start).toString().split("\n").length;
      const text = source.split("\n")[line - 1]?.trim().replaceAll("\t", " ") ?? "";
      const base = [file, text, fault.change].join("\t");
      const nth = (rows.get(base) ?? 0) + 1;
      rows.set(base, nth);
      yield { module: moduleOf(path), file, line, fault, row: `${base}\t${nth}` };
    }
  }
}

/** Chooses by the seed. A change of the code leaves the choice among all that did not change as it was. */
function chosen(): readonly Mutant[] {
  const rank = ({ row }: Mutant): string =>
    createHash("sha256").update(`${options.seed}\n${row}`).digest("hex");
  const all = [...allMutants()].filter(
    ({ module }) => options.module.length === 0 || options.module.includes(module),
  );
  return all
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, options.count)
    .map(({ mutant }) => mutant)
    .toSorted((one, other) =>
      one.file < other.file ? -1 : one.file > other.file ? 1 : one.fault.start - other.fault.start,
    )
    .slice(options.skip);
}

/** Makes a copy of the tree, with the installed packages of the original. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), "daybook-mutants-"));
  for (const name of readdirSync(ROOT))
    if (name !== "node_modules" && name !== ".git")
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  // Links to single packages, because the template of the database and other caches are written beside them.
  const packages = join(copy, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    const original = join(ROOT, "node_modules", name);
    // A process that reads PDFs may read nothing outside its own packages, to which a link would lead.
    if (name === "pdfjs-dist") cpSync(original, join(packages, name), { recursive: true });
    else if (name !== ".cache" && name !== "@daybook") symlinkSync(original, join(packages, name));
  }
  mkdirSync(join(packages, "@daybook"));
  for (const name of ["client", "formula"]) symlinkSync(join(copy, name), join(packages, "@daybook", name));
  return copy;
}

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

interface Run {
  readonly passed: boolean;
  readonly tookMs: number;
  readonly output: string;
}

/** Kills a test run with all of its workers: one in an endless loop does not end when its parent does. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // All of them have ended.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** The test run in progress. A signal from the terminal does not reach it, as it has a group of its own. */
let inProgress: ChildProcess | undefined;

/** Runs the tests of a module in the copy until the first one fails or the time is over. */
function runTests(copy: string, module: string, limitMs: number): Promise<Run> {
  const began = performance.now();
  const words = [
    "run",
    `src/modules/${module}/`,
    ...(OTHER_TESTS[module] ?? []),
    "--bail=1",
    "--reporter=dot",
  ];
  const runName = newRunName();
  const folder = newRunFolder(runName);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vitest, ...words], {
      cwd: copy,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, DAYBOOK_TEST_RUN: runName },
      detached: true,
    });
    inProgress = child;
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-5_000)));
    const timer = setTimeout(() => killGroup(child), limitMs);
    child.on("error", (error) => resolve({ passed: false, tookMs: 0, output: String(error) }));
    // A worker that outlives the run would keep its output open, for which "close" waits.
    child.on("exit", () => killGroup(child));
    child.on("close", (code) => {
      clearTimeout(timer);
      inProgress = undefined;
      // A run that was killed has not removed its files.
      rmSync(folder, { recursive: true, force: true });
      resolve({ passed: code === 0, tookMs: performance.now() - began, output });
    });
  });
}

async function plantAll(mutants: readonly Mutant[], copy: string): Promise<readonly Mutant[]> {
  const survivors: Mutant[] = [];
  const limits = new Map<string, number>();
  for (const [index, mutant] of mutants.entries()) {
    const { module, file, line, fault } = mutant;
    let limitMs = limits.get(module);
    if (limitMs === undefined) {
      const { passed, tookMs, output } = await runTests(copy, module, 10 * GRACE_MS);
      if (!passed) throw new Error(`The tests of ${module} fail without any fault:\n${output}`);
      console.log(`${module}: its tests pass, in ${(tookMs / 1000).toFixed(1)} s`);
      limitMs = tookMs * MOST_TIMES + GRACE_MS;
      limits.set(module, limitMs);
    }
    const path = join(copy, file);
    const source = readFileSync(path, "utf8");
    writeFileSync(path, planted(source, fault));
    const { passed } = await runTests(copy, module, limitMs);
    writeFileSync(path, source);
    if (passed) survivors.push(mutant);
    console.log(
      `${index + 1}/${mutants.length} ${passed ? "SURVIVED" : "noticed "} ${file}:${line} ${fault.change}`,
    );
  }
  return survivors;
}

/** Compares with the list; returns whether it is as it must be. */
function compare(mutants: readonly Mutant[], survivors: readonly Mutant[]): boolean {
  const listed = new Set(readFileSync(join(ROOT, LIST), "utf8").trimEnd().split("\n").slice(1));
  const lived = new Set(survivors.map(({ row }) => row));
  const added = survivors.filter(({ row }) => !listed.has(row));
  const gone = mutants.filter(({ row }) => listed.has(row) && !lived.has(row));
  console.log(
    `\n${mutants.length} faults planted, ${survivors.length} survived; not in ${LIST}: ${added.length}`,
  );
  if (added.length > 0) console.log("\nWrite a test that notices each of these:");
  for (const { file, line, fault, row } of added) console.log(`${file}:${line} ${fault.change}\n  ${row}`);
  if (gone.length > 0) console.log(`\nTests notice these by now; take their rows off ${LIST}:`);
  for (const { row } of gone) console.log(`  ${row}`);
  return added.length === 0 && gone.length === 0;
}

const mutants = chosen();
if (mutants.length === 0) program.error(`error: no module has such a folder: ${options.module.join(", ")}`);
if (options.list === true)
  for (const { file, line, fault } of mutants) console.log(`${file}:${line} ${fault.change}`);
else {
  const copy = copyTree();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (inProgress) killGroup(inProgress);
      rmSync(copy, { recursive: true, force: true });
      process.exit(1);
    });
  try {
    process.exitCode = compare(mutants, await plantAll(mutants, copy)) ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
