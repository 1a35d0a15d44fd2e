/**
 * Opens each image of a folder that lost its power, with the service's own code, and checks it: one line of
 * JSON an image on the standard output. `open-images.ts FOLDER`, where FOLDER has the images of
 * `recorder.ts`.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { amcheck } from "@electric-sql/pglite/contrib/amcheck";
import { openApp } from "../../../src/app.ts";
import { readConfig } from "../../../src/config/config.ts";
import { statement } from "../../../src/platform/db/index.ts";
import type { Finding, Image } from "./images.ts";

/** What the writers name, by kind: each is acknowledged under such a name. */
const NAMES = statement<{ kind: string; names: string[] }>(
  "test.namesAfterPowerLoss",
  `select 'invoice' as kind, coalesce(array_agg(customer_name), '{}') as names from invoices
   union all select 'account', coalesce(array_agg(name), '{}') from accounts
   union all select 'company', coalesce(array_agg(id), '{}') from companies
   union all select 'upload', coalesce(array_agg(description), '{}') from transactions
   union all select 'export', coalesce(array_agg(id || ' ' || status), '{}') from report_exports`,
);

/** Compares every index with its table. */
const CHECK_INDEXES = `select bt_index_check(c.oid, true)
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
   where a.amname = 'btree' and c.relpersistence = 'p' and i.indisvalid`;
/** Looks at every page of every table. */
const CHECK_TABLES = `select c.relname::text as name, v.msg as fault
   from pg_class c, verify_heapam(c.oid::regclass) v
   where c.relkind in ('r', 't') and c.relpersistence = 'p'`;

async function checkTables(home: string): Promise<{ indexes: number; faults: string[] }> {
  const engine = await PGlite.create({ dataDir: join(home, "data"), extensions: { amcheck } });
  try {
    await engine.exec("create extension if not exists amcheck");
    // A damaged index throws.
    const indexes = await engine.query(CHECK_INDEXES);
    const tables = await engine.query<{ name: string; fault: string }>(CHECK_TABLES);
    return {
      indexes: indexes.rows.length,
      faults: tables.rows.map(({ name, fault }) => `${name}: ${fault}`),
    };
  } finally {
    await engine.close();
  }
}

async function openImage(home: string): Promise<Pick<Finding, "faults" | "indexes" | "found">> {
  const config = readConfig({ DAYBOOK_HOME: home, EMBEDDED_FLUSH: "no", LOG_LEVEL: "silent" });
  const app = await openApp(config, { command: "verify", socket: null });
  const faults: string[] = [];
  const found: Record<string, string[]> = {};
  try {
    for (const { id } of await app.company.list()) {
      const checks = [...(await app.ledger.verify(id)).checks, ...(await app.checkFiles(id))];
      for (const check of checks.filter(({ ok }) => !ok)) faults.push(JSON.stringify(check).slice(0, 500));
    }
    for (const { kind, names } of await app.db.list(NAMES)) found[kind] = names;
  } finally {
    await app.close();
  }
  const tables = await checkTables(home);
  return { found, faults: [...faults, ...tables.faults], indexes: tables.indexes };
}

function restore(folder: string, image: Image, home: string): void {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { mode: 0o700 });
  for (const each of image.folders.toSorted()) mkdirSync(join(home, each), { recursive: true, mode: 0o700 });
  for (const { path, content } of image.files) {
    mkdirSync(dirname(join(home, path)), { recursive: true, mode: 0o700 });
    copyFileSync(join(folder, "files", content), join(home, path));
  }
}

const folder = process.argv[2] ?? "";
const home = join(folder, "opened");
const numbers = readdirSync(folder)
  .map((name) => /^image-(\d+)\.json$/.exec(name)?.[1])
  .filter((number) => number !== undefined)
  .map(Number)
  .toSorted((a, b) => a - b);
for (const number of numbers) {
  const image = JSON.parse(readFileSync(join(folder, `image-${number}.json`), "utf8")) as Image;
  restore(folder, image, home);
  const { at, kept } = image;
  const none = { faults: [], indexes: 0, found: {} };
  const finding = await openImage(home).then(
    (opened) => ({ number, at, kept, problem: null, ...opened }),
    (error: unknown) => ({ number, at, kept, problem: String(error), ...none }),
  );
  process.stdout.write(`${JSON.stringify(finding satisfies Finding)}\n`);
}
if (existsSync(home)) rmSync(home, { recursive: true, force: true });
