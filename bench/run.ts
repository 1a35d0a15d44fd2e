/**
 * `npm run bench`: measures what the project promises of speed and memory and prints a table. Databases and
 * folders that it makes are gone when it ends.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { administer } from "./administer.ts";
import type { Bench, Finding } from "./part.ts";
import { bankFile } from "./parts/bank-file.ts";
import { consolePart } from "./parts/console.ts";
import { distribution } from "./parts/distribution.ts";
import { documents } from "./parts/documents.ts";
import { frontDoor } from "./parts/door.ts";
import { exporting } from "./parts/exports.ts";
import { feed } from "./parts/feed.ts";
import { flushing } from "./parts/flush.ts";
import { growth } from "./parts/growth.ts";
import { importing } from "./parts/import.ts";
import { movingIn } from "./parts/move-in.ts";
import { neighbours } from "./parts/neighbours.ts";
import { replicas } from "./parts/replicas.ts";
import { requests } from "./parts/requests.ts";
import { sheets } from "./parts/sheets.ts";
import { start } from "./parts/start.ts";
import { statements } from "./parts/statements.ts";
import { tools } from "./parts/tools.ts";
import { record } from "./record.ts";
import { tableOf, verdictOf } from "./table.ts";

const PARTS = [
  start,
  requests,
  tools,
  statements,
  importing,
  movingIn,
  bankFile,
  feed,
  exporting,
  sheets,
  consolePart,
  documents,
  neighbours,
  frontDoor,
  flushing,
  distribution,
  replicas,
  growth,
];

const HELP = `npm run bench -- [part...] [--full] [--server postgres://...]

Parts (all of them when none is named):
${PARTS.map(({ name, about }) => `  ${name.padEnd(12)}${about}`).join("\n")}

  --full      also on books of 10,000,000 entries and a feed of 5,000,000 transactions, and the console on a feed of
              500,000 (about half an hour more)
  --server    a PostgreSQL server on which databases may be made; otherwise DATABASE_URL or
              DAYBOOK_TEST_SERVER names it, and without one only the embedded database is measured
  --case      of "console", "neighbours", "move-in" and "tools", only the cases whose name contains this text
  --record    writes what was found into docs/operating/measurements.md, beside what other parts and cases found
              before
  --help      this text

Ends with 1 when something falls short of its target.`;

interface Options {
  readonly parts: readonly (typeof PARTS)[number][];
  readonly full: boolean;
  readonly server: string | null;
  readonly caseText: string;
  readonly records: boolean;
}

function readOptions(): Options | null {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      full: { type: "boolean", default: false },
      server: { type: "string" },
      case: { type: "string", default: "" },
      record: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  const unknown = positionals.find((word) => !PARTS.some(({ name }) => name === word));
  if (unknown !== undefined)
    throw new Error(`there is no part ${unknown}; the parts are ${PARTS.map(({ name }) => name).join(", ")}`);
  const server =
    values.server ?? (process.env["DATABASE_URL"]?.trim() || process.env["DAYBOOK_TEST_SERVER"]?.trim());
  return {
    parts: PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    full: values.full,
    server: server ?? null,
    caseText: values.case,
    records: values.record,
  };
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Runs one part; what it made is undone before its findings are given. */
async function runPart(
  part: Options["parts"][number],
  { server, full, caseText }: Options,
): Promise<{ findings: Finding[]; skipped: string[] }> {
  await using undo = new AsyncDisposableStack();
  const findings: Finding[] = [];
  const skipped: string[] = [];
  const bench: Bench = {
    server,
    full,
    caseText,
    undo,
    async database(name) {
      if (server === null) throw new Error("no server is named");
      const made = `daybook_bench_${name}_${randomBytes(4).toString("hex")}`;
      await administer(server, `create database ${made}`);
      undo.defer(() => administer(server, `drop database if exists ${made} with (force)`));
      return Object.assign(new URL(server), { pathname: `/${made}` }).href;
    },
    async folder(name) {
      const made = await mkdtemp(join(tmpdir(), `daybook-bench-${name}-`));
      undo.defer(() => rm(made, { recursive: true, force: true }));
      return made;
    },
    say,
    found: (finding) => void findings.push(finding),
    skipped: (what) => void skipped.push(what),
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const stop = () => void undo.disposeAsync().finally(() => process.exit(130));
    process.once(signal, stop);
    undo.defer(() => void process.off(signal, stop));
  }
  await part.run(bench);
  return { findings, skipped };
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) {
    console.log(HELP);
    return 0;
  }
  let short = 0;
  for (const part of options.parts) {
    const began = performance.now();
    const circumstances = {
      day: new Date().toISOString().slice(0, 10),
      load: loadavg()[0] ?? 0,
      cores: availableParallelism(),
      node: process.version,
    };
    const { findings, skipped } = await runPart(part, options);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`\n${part.name}: ${part.about} (${seconds} s)\n\n${tableOf(findings)}`);
    for (const what of skipped) console.log(`not measured: ${what}`);
    if (options.records) {
      const isWhole = options.caseText === "" && skipped.length === 0;
      await record({ part: part.name, about: part.about }, findings, circumstances, isWhole);
    }
    short += findings.filter((finding) => verdictOf(finding) === "short").length;
  }
  console.log(
    short === 0
      ? "\nEverything that was measured reaches its target."
      : `\n${short} of the targets are not reached.`,
  );
  return short === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});
