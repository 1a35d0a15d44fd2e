/** Commands that look after the database: its schema, the truth of its rollups, and copies of it. */
import { databaseCommand } from "../command.ts";
import { id, namedFile, needed, optional, toggle } from "../fields.ts";
import type { Verification } from "../services.ts";
import { instant, table } from "../table.ts";
import { companyId } from "./choose.ts";

function checkTable({ checks }: Pick<Verification, "checks">): string {
  const rows = checks.map(({ check, ok, difference }) => [ok ? "ok" : "DIFFERS", check, difference ?? ""]);
  return table(["", "CHECK", "FIRST DIFFERENCE"], rows, "No checks.");
}

function total(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

const migrate = databaseCommand({
  name: "migrate",
  summary: "Bring the database to this version",
  description:
    "Every command does this first. Run it alone to migrate before a deployment starts its processes. Several may safely run at once.",
  examples: [["migrate", "prints what ran"]],
  fields: {},
  run: async (app) => ({ ran: app.migrated }),
  show: ({ ran }) =>
    ran.length === 0 ? "The database is already at this version." : `Ran ${ran.join(", ")}.`,
});

const verify = databaseCommand({
  name: "verify",
  summary: "Check a company's books against their journal entries",
  description:
    "Recomputes everything from the journal entries and checks that vouchers balance, that rollups equal their sums, that the chart is sound and that the statements agree. Then checks the entries against their sources: each transaction, transfer, spread and invoice has exactly its entries, splits add up, balances are the sums of their transactions, and reports of 1099 filings count their records. Last, checks that no record has a change time in the future, that each stored file exists, and that each belongs to a record. Names the first difference of each check and ends with exit code 5 if there is one.",
  examples: [
    ["verify", "all companies"],
    ["verify comp_sample --rebuild", "rebuilds the rollups of one company first"],
  ],
  fields: {
    company: optional("argument", id("company"), "The company; default: all of them."),
    rebuild: toggle("Rebuild the rollups from the entries first, and remove stale marks."),
  },
  async run(app, args, report) {
    const all =
      args.company === null ? await app.company.list() : [await app.company.read(companyId(args.company))];
    const companies = [];
    for (const { id: company } of all) {
      const rebuilt = args.rebuild ? await app.ledger.rebuild(company) : null;
      const { checks: ofBooks, ...verification } = await app.ledger.verify(company, report);
      const checks = [...ofBooks, ...(await app.checkFiles(company))];
      companies.push({
        ...verification,
        ok: checks.every(({ ok }) => ok),
        checks,
        ...(rebuilt === null
          ? {}
          : { rollups_repaired: rebuilt.rollups_repaired, months_cleared: rebuilt.months_cleared }),
      });
    }
    return { ok: companies.every(({ ok }) => ok), companies };
  },
  show: ({ ok, companies }) =>
    [
      ...companies.map((company) => {
        const repaired =
          company.rollups_repaired === undefined ? "" : `; ${company.rollups_repaired} rollups were repaired`;
        return `${company.company_id}, ${company.entries} journal entries${repaired}\n${checkTable(company)}\n`;
      }),
      companies.length === 0
        ? "There is no company to verify."
        : ok
          ? "Everything agrees."
          : "There are differences.",
    ].join("\n"),
  exit: ({ ok }) => (ok ? "ok" : "difference"),
});

const backup = databaseCommand({
  name: "backup",
  summary: "Write the whole database to a file",
  description:
    "The file holds one state of all companies, even while the server is running, and can be restored into either database, embedded or PostgreSQL. It contains the books and hashes of keys: protect it like the books.",
  examples: [["backup daybook.backup", "a file in this folder"]],
  fields: { file: needed("argument", namedFile(), "The file to write.") },
  run: (app, args, report) => app.backup(args.file, report),
  show: ({ rows }, args) =>
    `The database is in ${args.file}: ${total(rows)} rows of ${Object.keys(rows).length} tables. Protect it like the books.`,
});

const restore = databaseCommand({
  name: "restore",
  summary: "Restore a backup into an empty database",
  description:
    "The whole file is read before anything is changed, and every company's books are verified before the changes are committed. A database with a row in any table is refused. Books that already had differences in the backup are restored unchanged and reported, with exit code 5.",
  examples: [
    ["restore daybook.backup", "into the embedded database, or into the one that DATABASE_URL names"],
  ],
  fields: { file: needed("argument", namedFile(), "The file that `daybook backup` wrote.") },
  async run(app, args, report) {
    const restored = await app.restore(args.file, report);
    return { ok: restored.companies.every(({ ok }) => ok), ...restored };
  },
  show: ({ ok, made, rows, companies }, args) =>
    [
      `The database is restored from ${args.file}, made at ${instant(made)}: ${total(rows)} rows of ${Object.keys(rows).length} tables.`,
      ...companies
        .filter((company) => !company.ok)
        .map(
          (company) =>
            `${company.company_id} was restored as it was backed up, and differs:\n${checkTable(company)}\n`,
        ),
      companies.length === 0
        ? "It contains no company."
        : ok
          ? "The books of all companies agree."
          : "There are differences. `daybook verify` shows them again, and `daybook verify --rebuild` rebuilds the rollups.",
    ].join("\n"),
  exit: ({ ok }) => (ok ? "ok" : "difference"),
});

/** The part of the result of `status` that the doctor reads. */
export interface Status {
  readonly dead_jobs: readonly {
    readonly queue: string;
    readonly subject: string | null;
    readonly last_error: string;
  }[];
  /** Since when no worker takes a job; null when they do. */
  readonly paused_since: number | null;
}

/** Most dead jobs that the doctor counts. */
export const DEAD_TOLD = 100;

const status = databaseCommand({
  name: "status",
  summary: "What the open database says of itself, for doctor",
  examples: [],
  hidden: true,
  fields: {},
  run: async (app) => ({
    engine: app.db.engine,
    companies: (await app.company.list()).length,
    now: app.clock.now(),
    clock_file: app.config.clockFile,
    dead_jobs: await app.jobs.listDead(DEAD_TOLD),
    paused_since: await app.jobs.pausedSince(),
  }),
  show: (result) => `${result.engine}, ${result.companies} companies, ${instant(result.now)}`,
});

export const STATUS_COMMAND = status;
export const UPKEEP_COMMANDS = [migrate, verify, backup, restore, status];
