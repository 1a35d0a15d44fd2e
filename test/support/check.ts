/**
 * `npm run check`: runs all checks that must pass before a change lands, and prints the time of each part. A
 * part that can't run counts as failed, and so does a test that ran on neither engine. Arguments select parts
 * by name. The last line counts passes and failures: of tests, and of parts that are not tests.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { journeysOf, testFiles, touchingDatabase } from "./touching.ts";

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
/** The longest time of a part: one that hangs is ended. A slow machine takes more than twice the usual time. */
const LONGEST_MS = 2_700_000;
const reports = mkdtempSync(join(tmpdir(), "daybook-check-"));

/** Runs a program of the project on this Node.js, prints its output, and returns its exit code. */
function node(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: "inherit",
      timeout: LONGEST_MS,
      env: { ...process.env, ...environment },
    });
    child.on("error", () => resolve(1));
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

function tool(name: string, about: string, program: readonly string[]): Part {
  return {
    name,
    about,
    async run() {
      return (await node(program)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
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

/** For each engine, the status of each test by file and name. */
const results: ReadonlyMap<string, string>[] = [];
/**
 * Failed and unsteady tests with the beginnings of their messages. Printed last, because people read the end
 * of the output.
 */
const failures: string[] = [];
/** The characters of a failed test's message that are printed at the end. */
const MESSAGE_CHARACTERS = 600;
/** So many failed tests may be run once more. More of them are no accident. */
const MOST_SECOND_TRIES = 3;

interface Run {
  readonly code: number;
  /** The status of each test by file and name. */
  readonly statuses: Map<string, string>;
  /** The messages of the failed tests, by the same names. */
  readonly messages: Map<string, string>;
}

/** Runs test files on an engine, `words` being names of files and options; null if they end without a report. */
async function testRun(databaseUrl: string, words: readonly string[]): Promise<Run | null> {
  const file = join(mkdtempSync(join(reports, "run-")), "tests.json");
  const code = await node(
    ["test/support/run.ts", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...words],
    {
      DATABASE_URL: databaseUrl,
      DAYBOOK_OUTSIDE: "required",
    },
  );
  const run: Run = { code, statuses: new Map(), messages: new Map() };
  try {
    const { testResults } = JSON.parse(readFileSync(file, "utf8")) as TestReport;
    for (const { name, status: ofFile, message, assertionResults } of testResults) {
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
 * Runs the tests that `words` select, names of files and options of the test runner, on the engine that
 * `databaseUrl` selects. Outside programs and data that tests need are required here. The files of a few
 * failed tests are run once more, alone: a test that passes then is reported as unsteady and fails nothing,
 * because a busy machine can delay a test beyond its bounds.
 */
async function suite(databaseUrl: string, words: readonly string[]): Promise<Outcome> {
  const run = await testRun(databaseUrl, words);
  if (run === null)
    return {
      passed: 0,
      failed: 1,
      note: `the tests ended without a report, or took more than ${LONGEST_MS / 60_000} minutes`,
    };
  const { statuses, messages } = run;
  results.push(statuses);
  let { code } = run;
  if (messages.size > 0 && messages.size <= MOST_SECOND_TRIES) {
    console.log("\n== once more, alone: the files of the failed tests");
    const again = await testRun(databaseUrl, [
      ...new Set([...messages.keys()].map((test) => test.split(": ")[0] ?? "")),
    ]);
    const unsteady = [...messages].filter(([test]) => again?.statuses.get(test) === "passed");
    for (const [test, message] of unsteady) {
      failures.push(`UNSTEADY ${test}\n    ${message}`);
      statuses.set(test, "passed");
      messages.delete(test);
    }
    if (again?.code === 0) code = 0;
  }
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

const JOURNEYS = journeysOf(testFiles(ROOT));

const PARTS: readonly Part[] = [
  tool("types", "the compiler", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "tsconfig.json"]),
  tool("format", "the layout of code and documents; npm run format corrects it", [
    "node_modules/oxfmt/bin/oxfmt",
    "--check",
  ]),
  tool("lint", "lint rules, including those that need types", [
    "node_modules/oxlint/bin/oxlint",
    "--type-aware",
    "--deny-warnings",
  ]),
  tool("tidy", "arrows, shape, words, dependencies", ["test/support/run.ts", "test/tidy"]),
  tool("unused", "files, exports and dependencies that nothing uses", [
    "node_modules/knip/bin/knip.js",
    "--no-progress",
    "--treat-config-hints-as-errors",
  ]),
  tool("published", "the generated files are up to date", ["bin/daybook.js", "emit", "--check"]),
  {
    name: "embedded",
    about: "all tests on the embedded database, of the journeys in a browser every second file",
    run: () =>
      suite(
        "",
        JOURNEYS.server.map((file) => `--exclude=${file}`),
      ),
  },
  {
    name: "server",
    about: "all tests that touch the database, on PostgreSQL, with the other journeys",
    async run() {
      const problem = await serverProblem(SERVER);
      if (problem === null) {
        const files = touchingDatabase(ROOT, testFiles(ROOT));
        return suite(
          SERVER,
          files.filter((file) => !JOURNEYS.embedded.includes(file)),
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
    name: "engines",
    about: "no test was left out on both engines",
    async run() {
      const [first, second] = results;
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
