/**
 * `npm run check:mutants`: plants small faults in the product, one at a time, runs the tests nearest to the
 * faulty file, and reports the faults that no test noticed. They are compared with `survivors.tsv`, which may
 * only shrink. With `--least`, as `npm run check` runs it, so many must be noticed; the others are reported.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { testFiles } from "../support/touching.ts";
import { Copy, ROOT } from "./copy.ts";
import { nearestTests } from "./nearest.ts";
import { canBeRead, type Fault, faultsIn, planted, syntaxOf } from "./plant.ts";

const LIST = "test/mutants/survivors.tsv";
/** Where faults are planted: everything that runs and is not generated. */
const PLANTED = [
  "src/**/*.ts",
  "console/src/**/*.{ts,tsx}",
  "client/src/**/*.ts",
  "formula/src/**/*.ts",
  "words/**/*.ts",
];
const NOT_PLANTED = /\.test\.ts$|\.d\.ts$|\/generated\//;
/** So many journeys run for a fault that no other test reaches. Each takes half a minute. */
const MOST_JOURNEYS = 1;
/** Faults are tried in so many copies at once, unless `--copies` says otherwise. */
const COPIES = 2;
/** What stands in place of a test where the compiler refuses a fault. */
const COMPILER = "the compiler";
/** The longest time of the tests of one fault. A fault with which they don't end is noticed. */
const LIMIT_MS = 240_000;

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly fault: Fault;
  /** Identifies the mutant even after other lines have changed: file, text of the line, change. */
  readonly row: string;
}

interface Tried extends Mutant {
  readonly noticed: boolean;
  /** The test files that failed; all of them if they did not end. */
  readonly by: readonly string[];
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("Give a whole number.");
  return Number(text);
}

const program = new Command("check:mutants")
  .description(
    [
      "Plants small faults in the code of the service, the console, the client and the formula engine, one at a",
      "time, and runs the tests nearest to the faulty file. Reports each fault that no test noticed. Exits with",
      `1 if such a fault is missing in ${LIST}, or if a fault in that list is noticed by now.`,
    ].join(" "),
  )
  .option("--count <number>", "how many faults to plant", wholeNumber, 200)
  .option("--seed <text>", "chooses other faults", "1")
  .option("--skip <number>", "leave out this many of the chosen ones, to go on with a run", wholeNumber, 0)
  .option("--nearest <number>", "how many test files to run for a fault", wholeNumber, 8)
  .option(
    "--under <path>",
    "only files whose path begins so, such as src/modules/feed/banking; repeatable",
    (path: string, before: readonly string[]) => [...before, path],
    [] as readonly string[],
  )
  .option("--copies <number>", "how many faults to try at once", wholeNumber, COPIES)
  .option("--least <number>", "exit with 0 if so many are noticed, whichever they are", wholeNumber)
  .option("--report <file>", "write the faults that survived into this file, one a line")
  .option("--list", "print the faults that would be planted, with their tests, and plant none")
  .helpOption("--help", "print this help");
program.parse();
const options = program.opts<{
  count: number;
  seed: string;
  skip: number;
  nearest: number;
  under: readonly string[];
  copies: number;
  least?: number;
  report?: string;
  list?: true;
}>();

const source = (file: string): string => readFileSync(join(ROOT, file), "utf8");

function* allMutants(): Generator<Mutant> {
  const files = globSync(PLANTED, { cwd: ROOT }).filter((file) => !NOT_PLANTED.test(file));
  for (const file of files.toSorted()) {
    if (options.under.length > 0 && !options.under.some((path) => file.startsWith(path))) continue;
    const text = source(file);
    const bytes = Buffer.from(text);
    const lines = text.split("\n");
    const rows = new Map<string, number>();
    for (const fault of faultsIn(text, syntaxOf(file))) {
      const line = bytes.subarray(0, fault.start).toString().split("\n").length;
      const base = [file, lines[line - 1]?.trim().replaceAll("\t", " ") ?? "", fault.change].join("\t");
      const nth = (rows.get(base) ?? 0) + 1;
      rows.set(base, nth);
      yield { file, line, fault, row: `${base}\t${nth}` };
    }
  }
}

/**
 * Chooses by the seed, from each kind of fault in turn. A change of the code leaves the choice among all that
 * did not change as it was.
 */
function chosen(): readonly Mutant[] {
  const rank = ({ row }: Mutant): string =>
    createHash("sha256").update(`${options.seed}\n${row}`).digest("hex");
  const ranked = [...allMutants()]
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ mutant }) => mutant);
  const queues = [...Map.groupBy(ranked, ({ fault }) => fault.kind)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, mutants]) => mutants.values());
  const taken: Mutant[] = [];
  while (taken.length < options.count) {
    const before = taken.length;
    for (const queue of queues) {
      const found = queue.find(({ file, fault }) => canBeRead(planted(source(file), fault), syntaxOf(file)));
      if (found && taken.length < options.count) taken.push(found);
    }
    if (taken.length === before) break;
  }
  return taken.slice(options.skip);
}

const nearest = nearestTests(ROOT, testFiles(ROOT));

/** So many lines before a fault, and behind it, say what it is about. */
const LINES_AROUND = 8;

/** A declaration at the top of a file. */
const DECLARATION = /^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/;

function testsFor({ file, line }: Mutant): readonly string[] {
  const lines = source(file).split("\n");
  const declared = lines.slice(0, line).flatMap((text) => DECLARATION.exec(text)?.[1] ?? []);
  const around = lines.slice(Math.max(0, line - LINES_AROUND), line + LINES_AROUND - 1).join("\n");
  const tests = nearest(file, options.nearest, declared.at(-1), around);
  return tests.slice(0, tests[0]?.startsWith("test/acceptance/") === true ? MOST_JOURNEYS : tests.length);
}

async function tryOne(copy: Copy, mutant: Mutant): Promise<Tried> {
  const { file, fault } = mutant;
  const tests = testsFor(mutant);
  if (tests.length === 0) return { ...mutant, noticed: false, by: [] };
  const path = join(copy.folder, file);
  const text = source(file);
  writeFileSync(path, planted(text, fault));
  const first = await copy.test(tests, LIMIT_MS);
  // Tests that were merely slow have noticed nothing; those of a fault that never ends are late again.
  const { end, failed } = first.end === "late" ? await copy.test(tests, LIMIT_MS * 2) : first;
  // The compiler, a gate like tests, sees a member that is missing.
  const isRefused = end === "passed" && !(await copy.compiles(file, LIMIT_MS));
  writeFileSync(path, text);
  if (isRefused) return { ...mutant, noticed: true, by: [COMPILER] };
  return { ...mutant, noticed: end !== "passed", by: failed.length > 0 ? failed : tests };
}

async function plantAll(mutants: readonly Mutant[], copies: readonly Copy[]): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  const queue = mutants.values();
  const began = performance.now();
  await Promise.all(
    copies.map(async (copy) => {
      for (const mutant of queue) {
        const result = await tryOne(copy, mutant);
        tried.push(result);
        const { file, line, fault, noticed, by } = result;
        const seconds = ((performance.now() - began) / 1000).toFixed(0);
        const tests = by.length === 0 ? "no test reaches the file" : by.join(", ");
        console.log(
          `${tried.length}/${mutants.length} ${seconds} s ${noticed ? "noticed " : "SURVIVED"} ${file}:${line} ${fault.change} (${tests})`,
        );
      }
    }),
  );
  return tried;
}

/** What fails without any fault has noticed none: runs what noticed something once more. */
async function proven(tried: readonly Tried[], copy: Copy): Promise<readonly Tried[]> {
  const wrong = new Set<string>();
  const refused = tried.find(({ by }) => by.includes(COMPILER));
  if (refused !== undefined && !(await copy.compiles(refused.file, LIMIT_MS))) wrong.add(COMPILER);
  const deciding = new Set(tried.flatMap(({ noticed, by }) => (noticed ? by : [])));
  deciding.delete(COMPILER);
  if (deciding.size > 0) {
    const { end, failed, output } = await copy.test([...deciding], LIMIT_MS * 3, "all");
    if (end !== "passed")
      for (const name of end === "late" || failed.length === 0 ? deciding : failed) wrong.add(name);
    if (wrong.size > 0) console.log(output);
  }
  if (wrong.size === 0) return tried;
  console.log(`These fail without any fault, and notice nothing: ${[...wrong].join(", ")}`);
  return tried.map((each) => ({ ...each, noticed: each.noticed && !each.by.some((by) => wrong.has(by)) }));
}

/** Compares with the list; returns whether it is as it must be. */
function compare(tried: readonly Tried[]): boolean {
  const listed = new Set(source(LIST).trimEnd().split("\n").slice(1));
  const added = tried.filter(({ noticed, row }) => !noticed && !listed.has(row));
  const gone = tried.filter(({ noticed, row }) => noticed && listed.has(row));
  const survived = tried.filter(({ noticed }) => !noticed).length;
  console.log(
    `\n${tried.length} faults planted, ${survived} survived; not in ${LIST}: ${added.length}. Seed ${options.seed}.`,
  );
  const place = ({ file, line, fault }: Mutant): string => `${file}:${line} ${fault.change}`;
  if (added.length > 0) console.log("\nWrite a test that notices each of these:");
  for (const each of added) console.log(`${place(each)}\n  ${each.row}`);
  if (gone.length > 0) console.log(`\nTests notice these by now; take their rows off ${LIST}:`);
  for (const { row } of gone) console.log(`  ${row}`);
  if (options.report !== undefined)
    writeFileSync(options.report, added.map((each) => `${place(each)}\n`).join(""));
  if (options.least !== undefined) return tried.length - added.length >= options.least;
  return added.length === 0 && gone.length === 0;
}

const mutants = chosen();
if (mutants.length === 0) program.error(`error: there are no such files: ${options.under.join(", ")}`);
if (options.list === true)
  for (const mutant of mutants)
    console.log(`${mutant.file}:${mutant.line} ${mutant.fault.change}\n    ${testsFor(mutant).join(", ")}`);
else {
  const copies = Array.from({ length: Math.max(options.copies, 1) }, () => new Copy());
  const remove = (): void => {
    for (const copy of copies) copy.remove();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      remove();
      process.exit(1);
    });
  try {
    const tried = await plantAll(mutants, copies);
    const [copy] = copies;
    process.exitCode = compare(copy ? await proven(tried, copy) : tried) ? 0 : 1;
  } finally {
    remove();
  }
}
