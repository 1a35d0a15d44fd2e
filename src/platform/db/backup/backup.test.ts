/**
 * A backup from each engine is restored byte for byte into each engine, even if others write during the
 * backup. A damaged backup, or a database that is not empty, is refused, and nothing is changed.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Bundle, companyBundle, cr, dr, person, voucher } from "../../../../test/support/bundle.ts";
import { openEmptyApp, PAIRS, TESTED_ENGINE } from "../../../../test/support/engine-pairs.ts";
import { CITUS_URL } from "../../../../test/support/engine.ts";
import { importInto, insertVouchers } from "../../../../test/support/import.ts";
import type { App } from "../../../app.ts";
import { API_ROOT } from "../../../contract/operation.ts";
import { type CivilDate, unixSeconds } from "@daybook/words/civil-date";
import type { Progress } from "../../../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import { FileProblem } from "../../machine/files.ts";
import { pause } from "../../time/timer.ts";
import { copyRow } from "../copy.ts";
import type { Engine } from "../db.ts";
import { describeSchema } from "../schema.ts";
import { statement } from "../statement.ts";

const SET_UP = unixSeconds(1_767_225_600);
const noReport = () => {};

const kinds = statement<{ kind: string; name: string }>(
  "test.backup.kinds",
  `select relkind::text as kind, relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind not in ('r', 'i', 'c')
      and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e') order by 1, 2`,
);
const vouchers = statement<{ vouchers: number }>(
  "test.backup.vouchers",
  "select count(distinct voucher_id) as vouchers from journal_entries",
);
const ENTRIES =
  "journal_entries (company_id, voucher_id, line, date, category_id, net_debit_cents, source, created, updated)";
const insertKey = statement<never>(
  "test.backup.insertKey",
  `insert into api_keys (company_id, id, user_id, hash, created)
    values ($1, 'key_x', 'user_nobody', decode(repeat('00', 32), 'hex'), 0)`,
);

let folder: string;
const closedAfterTest: App[] = [];
const closedAfterAll: App[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-backup-"));
});
afterEach(async () => {
  await Promise.all(closedAfterTest.splice(0).map((app) => app.close()));
});
afterAll(async () => {
  await Promise.all(closedAfterAll.map((app) => app.close()));
  await rm(folder, { recursive: true, force: true });
});

function newPath(): string {
  return join(folder, `${randomBytes(6).toString("hex")}.backup`);
}

async function emptyApp(engine: Engine): Promise<App> {
  const app = await openEmptyApp(engine);
  closedAfterTest.push(app);
  return app;
}

/** Two companies; the second has texts with the special characters of text formats. */
function books(): Bundle[] {
  const left = person("left");
  const stays = person("stays");
  const odd = companyBundle({
    company: { name: 'Tab\tNewline\nReturn\rBackslash \\ \\. \\N "quotes" 🧾 grün' },
    users: [stays.user, { ...left.user, last_name: "\\N", first_name: "" }],
    members: [stays.member, { ...left.member, removed_at: 1_712_000_000 }],
    journal: [
      voucher("2025-01-02", "\\.", [
        dr("checking", 9_007_199_254_000_000),
        cr("stock", 9_007_199_254_000_000),
      ]),
      voucher("2025-01-02", "\n\\.\n", [
        dr("checking", 1, { description: "\\N" }),
        cr("stock", 1, { description: "" }),
      ]),
      voucher("1999-12-31", "another century\t", [
        dr("savings", 700, { merchant: "Ünï\\cödé" }),
        cr("loan", 700),
      ]),
    ],
  });
  return [companyBundle(), odd];
}

interface FilledApp {
  readonly app: App;
  readonly companies: readonly { readonly id: PublicId<"company">; readonly key: string }[];
}

/** Opens an application with books, keys, a revoked key, a stale month and the job that rebuilds it. */
async function filledApp(engine: Engine): Promise<FilledApp> {
  const app = await emptyApp(engine);
  const companies = [];
  for (const bundle of books()) {
    await importInto(app, bundle);
    const id = bundle.company.id as PublicId<"company">;
    const member = bundle.members[0]?.id ?? "";
    const { id: revoked } = await app.access.createKey(id, member, "revoked");
    await app.access.revokeKey(id, revoked);
    companies.push({ id, key: (await app.access.createKey(id, member, "kept")).api_key });
  }
  await app.ledger.markStale(companies[0]?.id ?? ("" as PublicId<"company">), ["2025-02-01" as CivilDate]);
  return { app, companies };
}

const READS = [
  "/company",
  "/categories",
  "/departments",
  "/journal_entries?limit=500",
  "/aggregations/totals?start_date=2024-01-01&end_date=2026-05-01&date=2026-05-01",
  "/reports/balance_sheet",
  "/reports/balance_sheet?date=2025-02-17",
  "/reports/income_statement?start_date=1999-01-01",
  "/reports/income_statement?start_date=1999-01-01&group_by=department",
  "/reports/cash_flow?start_date=1999-01-01",
];

/** Returns the texts of all answers, for each company's key. */
async function answers(app: App, companies: FilledApp["companies"]): Promise<string[]> {
  const server = app.rest();
  try {
    const texts = [];
    for (const { key } of companies) {
      for (const url of READS) {
        const answer = await server.inject({
          url: `${API_ROOT}${url}`,
          headers: { authorization: `Bearer ${key}` },
        });
        texts.push(`${url} ${answer.statusCode} ${answer.body}`);
      }
    }
    return texts;
  } finally {
    await server.close();
  }
}

async function unpacked(path: string): Promise<string> {
  return gunzipSync(await readFile(path)).toString("utf8");
}

/** The rows of a backup. The servers of a distributed database give them in any order. */
async function rowsOf(path: string): Promise<string> {
  const text = await unpacked(path);
  return CITUS_URL === null ? text : text.split("\n").slice(0, -2).toSorted().join("\n");
}

/** Returns the message of the `FileProblem` with which `work` fails. */
async function problemMessage(work: Promise<unknown>): Promise<string> {
  const error = await work.then(() => null).catch((thrown: unknown) => thrown);
  if (!(error instanceof FileProblem)) throw new Error(`not refused: ${String(error)}`);
  return error.message;
}

describe("a round trip", () => {
  test.each(PAIRS)("from $from to $to restores everything byte for byte", async ({ from, to }) => {
    const { app, companies } = await filledApp(from);
    const before = await answers(app, companies);
    expect(before.filter((text) => !text.includes(" 200 "))).toEqual([]);
    const path = newPath();
    const reports: Progress[] = [];
    const backup = await app.backup(path, (progress) => reports.push(progress));
    expect(backup.rows).toMatchObject({
      companies: 2,
      users: 3,
      members: 3,
      api_keys: 4,
      background_jobs: 1,
      ledger_stale_months: 1,
    });
    expect(reports.at(-1)).toEqual({ done: reports.at(-1)?.total, total: expect.any(Number), unit: "bytes" });
    expect((await stat(path)).mode & 0o777).toBe(0o600);

    const other = await emptyApp(to);
    const schema = await describeSchema(other.db);
    const restored = await other.restore(path, noReport);
    expect(restored).toMatchObject({ made: other.clock.now(), rows: backup.rows });
    expect(Object.fromEntries(restored.companies.map(({ company_id, ok }) => [company_id, ok]))).toEqual(
      Object.fromEntries(companies.map(({ id }) => [id, true])),
    );
    const again = newPath();
    await other.backup(again, noReport);
    expect(await rowsOf(again)).toBe(await rowsOf(path));
    expect(await answers(other, companies)).toEqual(before);
    expect(await describeSchema(other.db)).toBe(schema);
  });

  test.each([TESTED_ENGINE])("into %s leaves its triggers and foreign keys enabled", async (engine) => {
    const { app, companies } = await filledApp(TESTED_ENGINE);
    const path = newPath();
    await app.backup(path, noReport);
    const other = await emptyApp(engine);
    await other.restore(path, noReport);
    const id = companies[0]?.id ?? ("" as PublicId<"company">);
    const write = (lines: readonly (readonly [category: string, cents: number])[]) =>
      other.db.transaction((tx) =>
        tx.copyIn(ENTRIES, [
          lines
            .map(([category, cents], index) =>
              copyRow([id, "vch_later", index + 1, "2025-04-04", category, cents, "adjustment", 0, 0]),
            )
            .join(""),
        ]),
      );
    await expect(write([["cat_checking", 5]])).rejects.toThrow("is out of balance");
    await expect(
      write([
        ["cat_nowhere", 5],
        ["cat_stock", -5],
      ]),
    ).rejects.toThrow("no category cat_nowhere");
    await expect(other.db.run(insertKey, [id])).rejects.toThrow("api_keys_company_id_user_id_fkey");
    await write([
      ["cat_checking", 5],
      ["cat_stock", -5],
    ]);
    expect(await other.ledger.verify(id)).toMatchObject({ ok: true });
  });

  test("of an empty database restores an empty database", async () => {
    const path = newPath();
    const { rows } = await (await emptyApp(TESTED_ENGINE)).backup(path, noReport);
    expect(new Set(Object.values(rows))).toEqual(new Set([0]));
    expect(await (await emptyApp("embedded")).restore(path, noReport)).toMatchObject({ rows, companies: [] });
  });

  test("of many rows reads and writes them in parts", async () => {
    const app = await emptyApp(TESTED_ENGINE);
    const bundle = companyBundle({ journal: [] });
    await importInto(app, bundle);
    const journal = Array.from({ length: 6000 }, (_, index) =>
      voucher(`2025-0${1 + (index % 9)}-11`, `row ${index} ${"x".repeat(900)}`, [
        dr("checking", index + 1),
        cr("stock", index + 1),
      ]),
    );
    await app.db.transaction((tx) => insertVouchers(tx, bundle.company.id, journal, SET_UP));
    const path = newPath();
    const reports: number[] = [];
    const backup = await app.backup(path, ({ done }) => reports.push(done));
    expect(backup.rows["journal_entries"]).toBe(12_000);
    expect(reports.length).toBeGreaterThan(Object.keys(backup.rows).length);
    expect(reports).toEqual(reports.toSorted((a, b) => a - b));
    const other = await emptyApp("embedded");
    const companies = [{ ok: true, entries: 12_000 }];
    expect(await other.restore(path, noReport)).toMatchObject({ rows: backup.rows, companies });
    const again = newPath();
    await other.backup(again, noReport);
    expect(await rowsOf(again)).toBe(await rowsOf(path));
  });

  test("covers the whole schema, which has only tables: no sequences, views or partitions", async () => {
    expect(await (await emptyApp(TESTED_ENGINE)).db.list(kinds)).toEqual([]);
  });
});

describe("a backup", () => {
  test("has one consistent state while others write", async () => {
    const app = await emptyApp(TESTED_ENGINE);
    const bundle = companyBundle({
      journal: Array.from({ length: 2000 }, () =>
        voucher("2025-03-03", "before", [dr("checking", 5), cr("stock", 5)]),
      ),
    });
    await importInto(app, bundle);
    let written = 0;
    const seen: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const path = newPath();
      const before = written;
      let ended = false;
      const writers = [1, 2].map(async () => {
        while (!ended) {
          await app.db.transaction((tx) =>
            insertVouchers(
              tx,
              bundle.company.id,
              [voucher("2025-03-03", "beside", [dr("checking", 5), cr("stock", 5)])],
              SET_UP,
            ),
          );
          written += 1;
          // The embedded engine answers synchronously. Without a pause the backup would never run.
          await pause(1);
        }
      });
      await pause(20);
      await app.backup(path, noReport).finally(() => {
        ended = true;
      });
      await Promise.all(writers);
      const other = await emptyApp("embedded");
      expect(await other.restore(path, noReport)).toMatchObject({ companies: [{ ok: true }] });
      const found = (await other.db.get(vouchers)).vouchers - 2000;
      expect(found).toBeGreaterThanOrEqual(before);
      expect(found).toBeLessThanOrEqual(written);
      seen.push(found);
    }
    expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? 0);
  });

  test("does not replace an existing file", async () => {
    const app = await emptyApp(TESTED_ENGINE);
    const path = newPath();
    await writeFile(path, "precious");
    expect(await problemMessage(app.backup(path, noReport))).toMatch(
      /is there already, and .* replaces no file\. Name another one, or move that one away\.$/,
    );
    expect(await readFile(path, "utf8")).toBe("precious");
  });

  test("that is interrupted leaves no file", async () => {
    const app = await emptyApp(TESTED_ENGINE);
    const path = newPath();
    const interrupted = app.backup(path, () => {
      throw new Error("enough");
    });
    await expect(interrupted).rejects.toThrow("enough");
    expect((await readdir(folder)).filter((name) => path.includes(name.slice(0, 12)))).toEqual([]);
    await app.backup(path, noReport);
  });

  test("reports a missing folder", async () => {
    const app = await emptyApp(TESTED_ENGINE);
    const path = join(folder, "missing", "a.backup");
    expect(await problemMessage(app.backup(path, noReport))).toMatch(/no file or folder/);
  });
});

describe("a restore", () => {
  let source: FilledApp;
  let path: string;
  let target: App;
  let tables: readonly string[];
  beforeAll(async () => {
    source = await filledApp(TESTED_ENGINE);
    path = newPath();
    tables = Object.keys((await source.app.backup(path, noReport)).rows);
    target = await emptyApp(TESTED_ENGINE);
    closedAfterAll.push(...closedAfterTest.splice(0));
  });

  async function expectEmpty(): Promise<void> {
    const filled = tables.map((table) => `select '${table}' where exists (select 1 from ${table})`);
    await target.db.transaction(async (tx) => {
      for await (const rows of tx.copyOut(filled.join(" union all "))) expect(String(rows)).toBe("");
    });
  }

  /** Restores `content`, which must fail and change nothing. Returns the error message. */
  async function restoreProblem(content: Buffer): Promise<string> {
    const bad = newPath();
    await writeFile(bad, content);
    const message = await problemMessage(target.restore(bad, noReport));
    await expectEmpty();
    return message;
  }

  test("refuses a file that is not a backup", async () => {
    for (const content of [
      Buffer.alloc(0),
      Buffer.from("{}"),
      randomBytes(5000),
      gzipSync(""),
      gzipSync("{}\n"),
      gzipSync("hello\n".repeat(9)),
      gzipSync(randomBytes(300_000)),
    ]) {
      expect(await restoreProblem(content)).toMatch(/is not a backup/);
    }
    expect(await restoreProblem(gzipSync('{"format":"daybook.backup","version":3}\n'))).toMatch(
      /is in version 3 of its format/,
    );
    expect(await problemMessage(target.restore(newPath(), noReport))).toMatch(/^There is no file/);
    expect(await problemMessage(target.restore(folder, noReport))).toContain(folder);
  });

  test("refuses a file that was cut off at any length", async () => {
    const whole = await readFile(path);
    const lengths = Array.from({ length: 12 }, (_, index) => Math.floor((whole.length * index) / 12)).concat(
      whole.length - 1,
      whole.length - 8,
    );
    for (const length of lengths)
      expect(await restoreProblem(whole.subarray(0, length))).toMatch(/is damaged|is not a backup/);
  });

  test("refuses a file in which any byte was changed", async () => {
    const whole = await readFile(path);
    // The first ten bytes of a gzip file, such as the time of packing, are not checked.
    for (let round = 0; round < 16; round += 1) {
      const bad = Buffer.from(whole);
      const at = 10 + Math.floor(((whole.length - 10) * round) / 16);
      bad[at] = (bad[at] ?? 0) ^ 0x10;
      expect(await restoreProblem(bad)).toMatch(/is damaged|is not a backup/);
    }
  });

  test("refuses changed content that was compressed again", async () => {
    const text = await unpacked(path);
    const tampered: readonly (readonly [string, RegExp])[] = [
      [text.replace("Harbor Pine", "Harbor Pint"), /is damaged: its checksum is not that of its content/],
      [text.replace("\\.\n", ""), /is damaged/],
      [text.replace("\\.\n", "\\.\n\\.\n"), /is damaged/],
      [text.slice(0, text.indexOf("\n") + 1), /is damaged: it ends before its last table does/],
      [text.slice(0, text.lastIndexOf("{")), /is damaged: it ends in the middle of a line/],
      [`${text}\\.\n`, /is damaged: there is more content after its end/],
      [text.replace(/\n[^\n]*\n(?=\{"rows")/, "\n"), /is damaged/],
    ];
    expect(new Set(tampered.map(([bad]) => bad)).size).toBe(tampered.length);
    for (const [bad, message] of tampered) expect(await restoreProblem(gzipSync(bad))).toMatch(message);
  });

  test("refuses the schema of another version, and a schema that was changed by hand", async () => {
    const text = await unpacked(path);
    const [first = ""] = text.split("\n", 1);
    const packed = (header: string) => gzipSync(resealed(text.replace(first, header)));
    expect(await restoreProblem(packed(first.replace('"0003-chart.sql"', '"0003-charts.sql"')))).toMatch(
      /migration 0003-charts.sql this one does not have/,
    );
    expect(await restoreProblem(packed(first.replace(/"checksum":"./, '"checksum":"x')))).toMatch(
      /migration 0001-company.sql this one does not have/,
    );
    expect(await restoreProblem(packed(first.replace('"email"', '"e_mail"')))).toMatch(/changed by hand/);
    const older = first.replace(/,\{"name":"[^"]*","checksum":"[^"]*"\}\]/, "]");
    expect(await restoreProblem(packed(older))).toMatch(
      /^The backup .* was made by an older version of Daybook, before the migration \d{4}-\S+\.sql: /,
    );
  });

  test("refuses a database that is not empty and changes nothing there", async () => {
    const { app, companies } = await filledApp(TESTED_ENGINE);
    const before = await answers(app, companies);
    expect(await problemMessage(app.restore(path, noReport))).toMatch(
      /into an empty database, and in this one the table api_keys has rows.*DAYBOOK_HOME.*nothing was changed/,
    );
    expect(await answers(app, companies)).toEqual(before);
  });

  test("that is interrupted at any moment leaves the database empty and its schema unchanged", async () => {
    let calls = 0;
    await (await emptyApp(TESTED_ENGINE)).restore(path, () => void (calls += 1));
    const schema = await describeSchema(target.db);
    for (let last = 1; last <= calls; last += Math.ceil(calls / 6)) {
      let left = last;
      const interrupted = target.restore(path, () => {
        left -= 1;
        if (left === 0) throw new Error("enough");
      });
      await expect(interrupted).rejects.toThrow("enough");
    }
    await expectEmpty();
    expect(await describeSchema(target.db)).toBe(schema);
  });

  test("reports books that were inconsistent before the backup, and restores them unchanged", async () => {
    const { app, companies } = await filledApp(TESTED_ENGINE);
    await app.db.transaction((tx) =>
      tx.script(
        `update ledger_rollups set net_debit_cents = net_debit_cents + 1 where grain = 'month'
          and period = '2025-03-01'`,
      ),
    );
    const differing = newPath();
    const { rows } = await app.backup(differing, noReport);
    const other = await emptyApp(TESTED_ENGINE);
    const restored = await other.restore(differing, noReport);
    expect(restored.rows).toEqual(rows);
    expect(restored.companies.find(({ company_id }) => company_id === companies[0]?.id)).toMatchObject({
      ok: false,
    });
    await other.ledger.rebuild(companies[0]?.id ?? ("" as PublicId<"company">));
    expect(await other.ledger.verify(companies[0]?.id ?? ("" as PublicId<"company">))).toMatchObject({
      ok: true,
    });
  });
});

/** Replaces the checksum of tampered content by a correct one. */
function resealed(text: string): string {
  const at = text.lastIndexOf('{"rows"');
  const content = text.slice(0, at);
  const trailer = JSON.parse(text.slice(at)) as { sha256: string };
  trailer.sha256 = createHash("sha256").update(content).digest("hex");
  return `${content}${JSON.stringify(trailer)}\n`;
}
