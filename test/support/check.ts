/**
 * `npm run check`: runs all checks that must pass before a change lands, and prints the time of each part. A
 * part that can't run counts as failed, and so does a test that ran on neither engine. Arguments select parts
 * by name. The last line counts passes and failures: of tests, and of parts that are not tests.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { GATES } from "../tidy/gates.ts";
import { dealt, testFiles, touchingDatabase } from "./touching.ts";

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly note?: string;
}

interface Part {
  readonly name: string;
  readonly about: string;
  run(): Promise<Outcome>;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SERVER = process.env["DAYBOOK_TEST_SERVER"]?.trim() || "postgres://postgres@127.0.0.1:5432/postgres";
/**
 * The longest time of all parts together. The part that still runs then is ended, and failures are printed:
 * on a slow machine a check may take more than twice the usual time, and ending it by hand would print
 * nothing.
 */
const LONGEST_MS = 4_500_000;
const leftMs = (): number => Math.max(1, Math.ceil(LONGEST_MS - performance.now()));
const reports = mkdtempSync(join(tmpdir(), "daybook-check-"));

/** Runs a program of the project on this Node.js, prints its output, and returns its exit code. */
function node(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: "inherit",
      timeout: leftMs(),
      env: { ...process.env, ...environment },
    });
    child.on("error", () => resolve(1));
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

function tool(name: string, about: string, ...programs: readonly (readonly string[])[]): Part {
  return {
    name,
    about,
    async run() {
      const codes = [];
      for (const program of programs) codes.push(await node(program));
      return codes.every((code) => code === 0) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    },
  };
}

interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** For each run of tests, by the name of its part, the status of each test by file and name. */
const results = new Map<string, ReadonlyMap<string, string>>();
/**
 * Failed and unsteady tests with the beginnings of their messages. Printed last, because people read the end
 * of the output.
 */
const failures: string[] = [];
/** The characters of a failed test's message that are printed at the end. */
const MESSAGE_CHARACTERS = 1_000;
/** The faults that are planted each day, and how many of them must be noticed: see decision 0031. */
const FAULTS = 20;
const LEAST_NOTICED = 10;
/** The failed tests of so many files may be run once more. More of them are no accident. */
const MOST_SECOND_TRIES = 20;
/** After so many failed tests a run ends: what is wrong is wrong everywhere, and each test waits for it. */
const MOST_FAILED = 40;

interface Run {
  readonly code: number;
  /** The status of each test by file and name. */
  readonly statuses: Map<string, string>;
  /** The messages of the failed tests, by the same names. */
  readonly messages: Map<string, string>;
  /** The files in which something failed: a test, or what had to happen before its tests. */
  readonly files: Set<string>;
}

/**
 * Runs test files on an engine, `words` being names of files and options; null if they end without a report.
 */
async function testRun(databaseUrl: string, words: readonly string[]): Promise<Run | null> {
  const file = join(mkdtempSync(join(reports, "run-")), "tests.json");
  const code = await node(
    [
      "test/support/run.ts",
      "--reporter=default",
      "--reporter=./test/support/failures.ts",
      "--reporter=json",
      `--outputFile.json=${file}`,
      `--bail=${MOST_FAILED}`,
      ...words,
    ],
    {
      DATABASE_URL: databaseUrl,
      DAYBOOK_OUTSIDE: "required",
    },
  );
  const run: Run = { code, statuses: new Map(), messages: new Map(), files: new Set() };
  try {
    const { testResults } = JSON.parse(readFileSync(file, "utf8")) as TestReport;
    for (const { name, status: ofFile, message, assertionResults } of testResults) {
      if (ofFile === "failed") run.files.add(name.slice(ROOT.length));
      const isUnread = ofFile === "failed" && assertionResults.length === 0;
      const unread = { fullName: "the file can't be loaded", status: "failed", failureMessages: [message] };
      for (const { fullName, status, failureMessages } of isUnread ? [unread] : assertionResults) {
        const test = `${name.slice(ROOT.length)}: ${fullName}`;
        run.statuses.set(test, status);
        if (status === "failed")
          run.messages.set(test, failureMessages.join("\n").slice(0, MESSAGE_CHARACTERS));
      }
    }
  } catch {
    return null;
  }
  return run;
}

/**
 * Runs the files of failed tests once more, by themselves, and corrects the run by what passes then. Returns
 * true if nothing failed.
 */
async function passAgain(databaseUrl: string, { statuses, messages, files }: Run): Promise<boolean> {
  console.log("\n== once more, by themselves: the files of the failed tests");
  const again = await testRun(databaseUrl, [...files, "--maxWorkers=2"]);
  for (const [test, status] of again?.statuses ?? []) {
    if (status !== "passed" || statuses.get(test) === "passed") continue;
    failures.push(`UNSTEADY ${test}\n    ${messages.get(test) ?? "not run at first"}`);
    statuses.set(test, "passed");
    messages.delete(test);
  }
  return again?.code === 0;
}

/**
 * Runs the tests of a part, which `words` select, names of files and options of the test runner, on the
 * engine that `databaseUrl` selects. Outside programs and data that tests need are required here. The files
 * of failed tests are run once more, by themselves: a test that passes then is reported as unsteady and fails
 * nothing, because a busy machine can delay a test beyond its bounds.
 */
async function suite(part: string, databaseUrl: string, words: readonly string[]): Promise<Outcome> {
  const run = await testRun(databaseUrl, words);
  if (run === null)
    return {
      passed: 0,
      failed: 1,
      note: `the tests ended without a report, or the check took more than ${LONGEST_MS / 60_000} minutes`,
    };
  const { statuses, messages, files } = run;
  results.set(part, statuses);
  let { code } = run;
  if (files.size > 0 && files.size <= MOST_SECOND_TRIES && (await passAgain(databaseUrl, run))) code = 0;
  for (const [test, message] of messages) failures.push(`FAILED ${test}\n    ${message}`);
  const count = (status: string): number => [...statuses.values()].filter((each) => each === status).length;
  const [passed, failed] = [count("passed"), count("failed")];
  const skipped = statuses.size - passed - failed;
  // A file that can't be loaded, or an error outside of any test, fails the run without failing a test.
  return {
    passed,
    failed: Math.max(failed, code === 0 && passed > 0 ? 0 : 1),
    ...(skipped === 0 ? {} : { note: `${skipped} of the other engine only` }),
  };
}

/** Returns the reason why the tests can't run on the server; null if they can. */
async function serverProblem(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ may: boolean }>(
      "select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user",
    );
    return rows[0]?.may === true ? null : "its user may not make databases";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The tests of the project's own shape, which are a part of their own. */
const TIDY = "test/tidy";
const DEALT = dealt(testFiles(ROOT));

const PARTS: readonly Part[] = [
  ...GATES.filter(({ programs }) => programs.length > 0).map(({ name, about, programs }) =>
    tool(name, about, ...programs),
  ),
  {
    name: "tidy",
    about: "arrows, shape, words, dependencies",
    run: () => suite("tidy", "", [TIDY]),
  },
  tool("published", "the generated files are up to date", ["bin/daybook.js", "emit", "--check"]),
  {
    name: "embedded",
    about: "all other tests on the embedded database, of those of pages every second file",
    run: () =>
      suite(
        "embedded",
        "",
        [...DEALT.server, `${TIDY}/**`].map((file) => `--exclude=${file}`),
      ),
  },
  {
    name: "server",
    about: "all tests that touch the database, on PostgreSQL, with the other ones of pages",
    async run() {
      const problem = await serverProblem(SERVER);
      if (problem === null) {
        const files = touchingDatabase(ROOT, testFiles(ROOT));
        return suite(
          "server",
          SERVER,
          files.filter((file) => !DEALT.embedded.includes(file)),
        );
      }
      return {
        passed: 0,
        failed: 1,
        note: `not run: ${SERVER} can't be used (${problem}); start a server there, or name another one by DAYBOOK_TEST_SERVER`,
      };
    },
  },
  {
    name: "mutants",
    about: "small faults of today's date are noticed by the tests nearest to them",
    async run() {
      const file = join(reports, "survivors.txt");
      const code = await node([
        "test/mutants/run.ts",
        `--count=${FAULTS}`,
        `--seed=${new Date().toISOString().slice(0, 10)}`,
        `--least=${LEAST_NOTICED}`,
        `--report=${file}`,
      ]);
      if (!existsSync(file)) return { passed: 0, failed: 1, note: "the faults were not tried" };
      const survivors = readFileSync(file, "utf8").split("\n").filter(Boolean);
      failures.push(...survivors.map((fault) => `SURVIVED ${fault}\n    No test noticed this fault.`));
      return {
        passed: FAULTS - survivors.length,
        failed: code === 0 ? 0 : 1,
        ...(survivors.length === 0 ? {} : { note: `${survivors.length} of ${FAULTS} faults survived` }),
      };
    },
  },
  {
    name: "engines",
    about: "no test was left out on both engines",
    async run() {
      const [first, second] = [results.get("embedded"), results.get("server")];
      if (first === undefined || second === undefined)
        return { passed: 0, failed: 1, note: "not run: it needs the tests on both engines" };
      const ran = (status: string | undefined): boolean => status === "passed" || status === "failed";
      const never = [...new Set([...first.keys(), ...second.keys()])].filter(
        (test) => !ran(first.get(test)) && !ran(second.get(test)),
      );
      for (const test of never) console.error(`Ran on neither engine: ${test}`);
      return never.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: never.length };
    },
  },
];

const selected = process.argv.slice(2);
const unknown = selected.find((name) => !PARTS.some((part) => part.name === name));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}; the parts are ${PARTS.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const rows: (Outcome & { readonly part: Part; readonly seconds: string })[] = [];
for (const part of PARTS.filter(({ name }) => selected.length === 0 || selected.includes(name))) {
  console.log(`\n== ${part.name}: ${part.about}`);
  const began = performance.now();
  const outcome = await part.run();
  rows.push({ part, ...outcome, seconds: ((performance.now() - began) / 1000).toFixed(1) });
}
rmSync(reports, { recursive: true });

console.log("");
for (const each of failures) console.log(`${each}\n`);
for (const { part, passed, failed, note, seconds } of rows) {
  console.log(
    `${failed === 0 ? "ok    " : "FAILED"} ${part.name.padEnd(10)} ${seconds.padStart(7)} s  ${`${passed} passed, ${failed} failed`.padEnd(24)} ${note ?? part.about}`,
  );
}
const failed = rows.reduce((sum, row) => sum + row.failed, 0);
console.log(`\n${rows.reduce((sum, row) => sum + row.passed, 0)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
