#!/usr/bin/env node
/**
 * `daybook-mirror`: mirrors a company's feed into SQLite, PostgreSQL or CSV files, and proves that the mirror
 * is whole. The key is read from the environment only, so that neither a shell's history nor a list of
 * processes holds it.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "../client.ts";
import { DaybookError } from "../errors.ts";
import { mirror, MirrorDifferenceError, type MirrorReport } from "./mirror.ts";
import { postgresStore, type RunQuery } from "./postgres.ts";
import { type ListName, LISTS } from "./rows.ts";
import type { SqliteStore } from "./sqlite.ts";
import type { MirrorStore } from "./store.ts";

const HELP = `daybook-mirror <target> [options]

Copies a company's transactions, categories, departments and accounts, follows their changes, and proves by
the service's digest that no transaction is missing, old or too many.

Targets:
  books.sqlite           a SQLite file
  folder/                a folder of CSV files, beside the SQLite file that they are written from
  postgres://...         a PostgreSQL database; the package "pg" must be installed
  postgres               the same, with the address in DATABASE_URL

Environment:
  DAYBOOK_URL            the address of the service, such as https://books.example.com
  DAYBOOK_KEY            an API key; one that only reads is enough

Options:
  --follow <seconds>     go on, with this pause between two synchronizations
  --verify               also compute the digest of everything that is stored
  --journal              also copy the journal entries, all of them each time
  --from-zero            delete the transactions and read everything again
  --schema <name>        the schema in PostgreSQL (default: daybook)
  --quiet                print errors only
  --help                 this text

Ends with 0 if the mirror is proved to be whole, 3 if it differs, 4 if it is not proved (it was stopped before,
or others wrote all the time), 2 if it is called wrongly, 1 after another error.
`;

const ENDED = { whole: 0, failed: 1, misused: 2, differs: 3, unproved: 4 } as const;

class Misuse extends Error {}

interface Target {
  readonly store: MirrorStore;
  /** Runs after each synchronization. */
  readonly after: () => void;
  readonly close: () => Promise<void>;
}

async function openTarget(name: string, schema: string | undefined): Promise<Target> {
  if (name === "postgres" || /^postgres(ql)?:\/\//.test(name)) {
    const address = name === "postgres" ? process.env["DATABASE_URL"] : name;
    if (!address) throw new Misuse("DATABASE_URL is not set.");
    const pool = new (await loadPool())({ connectionString: address, max: 2 });
    // A connection that breaks while it is not used would end the process; the next statement tells of it.
    pool.on("error", () => {});
    const run: RunQuery = (text, values) => pool.query(text, [...values]);
    return { store: postgresStore(run, { schema }), after: () => {}, close: () => pool.end() };
  }
  if (name.endsWith(".csv")) throw new Misuse("Name a folder for CSV files, with a / at its end.");
  if (!name.endsWith("/")) {
    const store = await openSqlite(name);
    return { store, after: () => {}, close: async () => store.close() };
  }
  mkdirSync(name, { recursive: true });
  const store = await openSqlite(join(name, "mirror.sqlite"));
  const { writeCsv } = await import("./csv.ts");
  return { store, after: () => writeCsv(store, name), close: async () => store.close() };
}

/** Loaded here, so that older versions of Node.js can mirror into PostgreSQL. */
async function openSqlite(path: string): Promise<SqliteStore> {
  const { sqliteStore } = await import("./sqlite.ts").catch(() => {
    throw new Misuse("SQLite needs Node.js 22.13 or later.");
  });
  try {
    return sqliteStore(path);
  } catch (error) {
    throw new DaybookError(`${path} can't be opened as a SQLite file: ${(error as Error).message}.`);
  }
}

interface Pool {
  on(event: "error", listener: () => void): void;
  query(text: string, values: readonly unknown[]): ReturnType<RunQuery>;
  end(): Promise<void>;
}

/** Loads the driver that is installed beside this package, which does not depend on it. */
async function loadPool(): Promise<new (options: object) => Pool> {
  const name = "pg";
  const { default: driver } = (await import(name).catch(() => {
    throw new Misuse('The package "pg" is not installed. Run `npm install pg`.');
  })) as { readonly default: { readonly Pool: new (options: object) => Pool } };
  return driver.Pool;
}

function needed(name: string): string {
  const value = process.env[name]?.trim();
  if (!value) throw new Misuse(`${name} is not set.`);
  return value;
}

function isOnThisMachine(baseUrl: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(baseUrl);
}

/** Asks for answers that are not compressed: on one machine compressing takes most of the service's time. */
const fetchPlain: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set("accept-encoding", "identity");
  return fetch(input, { ...init, headers });
};

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      follow: { type: "string" },
      verify: { type: "boolean", default: false },
      journal: { type: "boolean", default: false },
      "from-zero": { type: "boolean", default: false },
      schema: { type: "string" },
      quiet: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const everyMs = values.follow === undefined ? null : Number(values.follow) * 1000;
  if (everyMs !== null && !(everyMs >= 1000))
    throw new Misuse("--follow takes a number of seconds, at least 1.");
  return { ...values, everyMs, positionals };
}

function sentenceOf({ delivered, rows, watermark, proved }: MirrorReport): string {
  const proof = proved
    ? "whole, by the service's digest"
    : "not proved yet, because others write all the time";
  return `${rows} transactions, ${delivered} delivered, up to ${new Date(watermark * 1000).toISOString()}: ${proved ? "" : "it is "}${proof}.`;
}

async function main(): Promise<number> {
  const { positionals, everyMs, ...options } = readArguments();
  const [name, ...others] = positionals;
  if (options.help) {
    process.stdout.write(HELP);
    return ENDED.whole;
  }
  if (name === undefined || others.length > 0)
    throw new Misuse("Name one target. `daybook-mirror --help` lists them.");
  const [baseUrl, key] = [needed("DAYBOOK_URL"), needed("DAYBOOK_KEY")];
  const client = createClient({ baseUrl, key, fetch: isOnThisMachine(baseUrl) ? fetchPlain : undefined });
  const lists: ListName[] = LISTS.filter((list) => options.journal || list !== "journal_entries");
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  const { signal } = stopping;
  const target = await openTarget(name, options.schema);
  try {
    const copy = mirror(client, target.store, { lists });
    let ended: number = ENDED.unproved;
    const report = (result: MirrorReport): void => {
      target.after();
      ended = result.proved ? ENDED.whole : ENDED.unproved;
      if (!options.quiet) process.stdout.write(`${sentenceOf(result)}\n`);
    };
    try {
      if (options["from-zero"]) report(await copy.reread({ signal }));
      if (everyMs !== null) await copy.follow({ signal, everyMs, onSync: report });
      else if (options.verify) report(await copy.verify({ signal }));
      else if (!options["from-zero"]) report(await copy.sync({ signal }));
    } catch (error) {
      // Whoever stops it does so on purpose; the next start goes on from the last page.
      if (!signal.aborted) throw error;
    }
    return ended;
  } finally {
    await target.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const isMisuse = error instanceof Misuse || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `${message}${isMisuse ? "" : error instanceof DaybookError ? "" : `\n${(error as Error).stack}`}\n`,
  );
  process.exitCode = isMisuse
    ? ENDED.misused
    : error instanceof MirrorDifferenceError
      ? ENDED.differs
      : ENDED.failed;
}
