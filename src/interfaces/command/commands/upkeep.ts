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
    "Every command does this before anything else; alone it is for a deployment that wants it done before its processes start. Safe when several run at once.",
  examples: [["migrate", "prints what ran"]],
  fields: {},
  run: async (app) => ({ ran: app.migrated }),
  show: ({ ran }) =>
    ran.length === 0 ? "The database is at this version already." : `Ran ${ran.join(", ")}.`,
});

const verify = databaseCommand({
  name: "verify",
  summary: "Check a company's books against their raw entries",
  description:
    "Recomputes everything from the journal entries: that vouchers balance, that the rollups are their sums, that the chart is sound and the statements agree. Then the entries from what posted them: that each transaction, transfer, spread and invoice has exactly the entries that it means, that splits add up, that balances are the sums of their transactions, and that reports of 1099 filings count their records. Then that no record says it changed in the future, that each stored file is there, and that each belongs to a record. Names the first difference of each check and then ends with exit code 5.",
  examples: [
    ["verify", "all companies"],
    ["verify comp_sample --rebuild", "makes the rollups of one anew first"],
  ],
  fields: {
    company: optional("argument", id("company"), "The company; left out: all of them."),
    rebuild: toggle(
      "Make the rollups anew from the entries first, and read them again where they were marked stale.",
    ),
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
    "The file holds one state of all companies, also while the server works, and can be restored into either database, embedded or PostgreSQL. It holds the books and hashes of keys: keep it as you keep the books.",
  examples: [["backup daybook.backup", "a file in this folder"]],
  fields: { file: needed("argument", namedFile(), "The file to write.") },
  run: (app, args, report) => app.backup(args.file, report),
  show: ({ rows }, args) =>
    `The database is in ${args.file}: ${total(rows)} rows of ${Object.keys(rows).length} tables. Keep it as you keep the books.`,
});

const restore = databaseCommand({
  name: "restore",
  summary: "Restore a backup into an empty database",
  description:
    "The file is read to its end before anything is changed, and the books of every company are verified before anything is kept. A database in which any table has a row is refused. Books that differed when they were backed up are restored as they were, told, and end it with exit code 5.",
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
        ? "It holds no company."
        : ok
          ? "The books of all companies agree."
          : "There are differences. `daybook verify` shows them again, and `daybook verify --rebuild` makes rollups anew.",
    ].join("\n"),
  exit: ({ ok }) => (ok ? "ok" : "difference"),
});

/** What the doctor reads of `status`. */
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
