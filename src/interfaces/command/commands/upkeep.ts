/** Commands that maintain the database: its schema, its rollups (stored sums of entries), and backups. */
import { databaseCommand } from "../command.ts";
import { deleteOldBackups, newBackupPath, noteBackup } from "../../../platform/machine/backup-folder.ts";
import { id, namedFile, needed, optional, toggle, wholeNumber } from "../fields.ts";
import type { RebuildResult, Restoration, Verification } from "../services.ts";
import { instant, table } from "../table.ts";
import { countKeys, type SealingOfAll, sealingOfAll } from "../sealing.ts";
import { rowsText } from "./archive.ts";
import { companyId } from "./choose.ts";

function checkTable({ checks }: Pick<Verification, "checks">): string {
  const rows = checks.map(({ check, ok, difference }) => [ok ? "ok" : "DIFFERS", check, difference ?? ""]);
  return table(["", "CHECK", "FIRST DIFFERENCE"], rows, "No checks.");
}

/** Says where the books are as they were before an upgrade. */
export function savedBefore(backup: string): string {
  return `The books as they were before are in ${backup}. To go back, restore that file into an empty folder with the version before.`;
}

const migrate = databaseCommand({
  name: "migrate",
  migrates: true,
  withoutFolder: ({ distribute: isWanted }) => (isWanted ? "use a temporary one" : "make"),
  summary: "Bring the database to this version",
  description:
    "Only this, `start` and `serve` upgrade a database of an older version; every other command refuses it. An embedded database is backed up first, into `before-upgrades` of its folder. On PostgreSQL make a backup with the version before, and run this before a deployment starts its processes. Several may safely run at once. With --distribute, it then spreads the companies over the servers of Citus, in one transaction: stop all other processes first. It may be run again, and does what remains.",
  examples: [
    ["migrate", "prints what ran"],
    ["migrate --distribute", "then distributes the tables of companies"],
  ],
  fields: {
    distribute: toggle("Distribute the companies over the servers that the coordinator DATABASE_URL knows."),
  },
  ownProcess: true,
  async run(app, args) {
    if (!args.distribute) return { ...app.migrated, distributed: null };
    const { distribute, DistributionProblem, inspectDatabase } =
      await import("../../../platform/db/index.ts");
    if ((await inspectDatabase(app.db)).isInUse)
      throw new DistributionProblem("another process uses the database; stop all of them first");
    return { ...app.migrated, distributed: await distribute(app.db) };
  },
  show: ({ ran, backup, distributed }) =>
    [
      ran.length === 0 ? "The database is already at this version." : `Ran ${ran.join(", ")}.`,
      ...(backup === null ? [] : [savedBefore(backup)]),
      ...(distributed === null
        ? []
        : [
            distributed.length === 0
              ? "All tables are where they belong."
              : `Distributed ${distributed.join(", ")}.`,
          ]),
    ].join("\n"),
});

const verify = databaseCommand({
  name: "verify",
  summary: "Check a company's books against their journal entries",
  description:
    "Recomputes everything from the journal entries and checks that vouchers balance, that rollups equal their sums, that the chart is sound and that the statements agree. Then checks the entries against their sources: each transaction, transfer, spread and invoice has exactly its entries, splits add up, the digest of the feed is that of its transactions, balances are the sums of their transactions, and reports of 1099 filings count their records. Last, checks that no record has a change time in the future, that each stored file exists, and that each belongs to a record. Names the first difference of each check and ends with exit code 5 if there is one. Warns of assets that are named like bank accounts but are not cash, which is no difference; `daybook category set` with `--cash-flow cash` makes them cash.",
  examples: [
    ["verify", "all companies"],
    ["verify comp_sample --rebuild", "rebuilds the rollups of one company first"],
  ],
  fields: {
    company: optional("argument", id("company"), "The company; default: all of them."),
    rebuild: toggle(
      "First rebuild the rollups from the entries and the digest of the feed, and remove stale marks.",
    ),
  },
  ownProcess: true,
  async run(app, args, report, signal) {
    const ids = (
      args.company === null ? await app.company.list() : [await app.company.read(companyId(args.company))]
    ).map((row) => row.id);
    const rebuilt = new Map<string, RebuildResult>();
    for (const each of args.rebuild ? ids : []) {
      rebuilt.set(each, await app.ledger.rebuild(each));
      await app.transactions.rebuildDigest(each);
    }
    const companies = [];
    for (const { checks: ofBooks, ...verification } of await app.verifyBooks(ids, report, signal)) {
      const company = companyId(verification.company_id);
      const checks = [...ofBooks, ...(await app.checkFiles(company))];
      companies.push({ ...verification, ok: checks.every(({ ok }) => ok), checks, ...rebuilt.get(company) });
    }
    return { ok: companies.every(({ ok }) => ok), companies };
  },
  show: ({ ok, companies }) =>
    [
      ...companies.map((company) => {
        const repaired =
          company.rollups_repaired === undefined ? "" : `; ${company.rollups_repaired} rollups were repaired`;
        return `${company.company_id}, ${company.entries} journal entries${repaired}\n${checkTable(company)}\n${company.warnings.map((each) => `Warning: ${each}\n`).join("")}`;
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
  ownProcess: true,
  summary: "Write the whole database and the stored files to one file",
  description:
    "The file holds one state of all companies, even while the server is running, and can be restored into either database, embedded or PostgreSQL, with a folder or S3. It contains the books and hashes of keys: protect it like the books. With --keep, the name is that of a folder: the backup gets a name of its time there, and older ones of such names are deleted, unless a stored file was missing, which an older backup may hold.",
  examples: [
    ["backup daybook.backup", "a file in this folder"],
    ["backup /var/backups/daybook --keep 14", "for a timer: a new file in that folder, and the 13 before it"],
  ],
  fields: {
    file: needed("argument", namedFile(), "The file to write, or with --keep the folder."),
    keep: optional("option", wholeNumber("number", 1, 10_000), "Keep this many backups in the folder."),
    no_files: toggle("Leave the stored files out, such as where S3 keeps versions of its own."),
  },
  async run(app, args, report) {
    const file = args.keep === null ? args.file : await newBackupPath(args.file, app.clock.now());
    const written = await app.backup(file, report, { files: !args.no_files });
    await noteBackup(app.config.home, app.clock.now());
    // An older backup may hold a file that is missing in this one.
    const isToClear = args.keep !== null && written.missing.length === 0;
    return {
      ...written,
      deleted: isToClear ? await deleteOldBackups(file, args.keep, app.clock.now()) : [],
    };
  },
  show: ({ file, rows, files, missing, deleted }) =>
    [
      `The database is in ${file}: ${rowsText(rows)}, and ${files} stored files. Protect it like the books.`,
      ...missing.map((key) => `The stored file ${key} was not there. \`daybook verify\` names its record.`),
      ...deleted.map((name) => `Deleted ${name}.`),
    ].join("\n"),
  exit: ({ missing }) => (missing.length === 0 ? "ok" : "difference"),
});

/** The text that reports a restore: what was restored, and the differences that `verify` found. */
export function showRestoration(
  { ok, made, rows, files, companies }: Restoration & { readonly ok: boolean },
  file: string,
): string {
  return [
    `The database is restored from ${file}, made at ${instant(made)}: ${rowsText(rows)}, and ${files} stored files.`,
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
  ].join("\n");
}

const restore = databaseCommand({
  name: "restore",
  withoutFolder: () => "make",
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
  show: (restored, args) => showRestoration(restored, args.file),
  exit: ({ ok }) => (ok ? "ok" : "difference"),
});

/** The part of the result of `status` that the doctor reads. */
export interface Status {
  readonly dead_jobs: readonly {
    readonly queue: string;
    readonly subject: string | null;
    readonly last_error: string;
  }[];
  /** Since when workers take no jobs, in Unix seconds; null if they take jobs. */
  readonly paused_since: number | null;
  /** Left out by a running server of an older version. */
  readonly sealing?: SealingOfAll;
}

/** The most dead jobs (jobs that have failed for good) that the doctor counts. */
export const MOST_DEAD_JOBS = 100;

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
    dead_jobs: await app.jobs.listDead(MOST_DEAD_JOBS),
    paused_since: await app.jobs.pausedSince(),
    sealing: await sealingOfAll(countKeys(app.config), await app.company.list(), app.connections.sealing),
  }),
  show: (result) => `${result.engine}, ${result.companies} companies, ${instant(result.now)}`,
});

export const STATUS_COMMAND = status;
export const UPKEEP_COMMANDS = [migrate, verify, backup, restore, status];
