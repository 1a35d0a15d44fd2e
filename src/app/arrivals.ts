/**
 * Books that come from elsewhere: restored backups, and companies that move here. Both are verified before
 * they are kept, with their stored files.
 */
import type { ReportProgress } from "../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import { EXPORT_FILES } from "../modules/books/exports/index.ts";
import { checkStoredFiles, UPLOADED_FILES } from "../modules/filings/files/index.ts";
import { FORM_FILES } from "../modules/filings/forms-1099/index.ts";
import { TAX_FILES } from "../modules/filings/taxes/index.ts";
import { companyStore } from "../modules/tenants/company/index.ts";
import { MoveProblem, restoreBackup, wholeCompany } from "../platform/db/index.ts";
import type { RandomText } from "../platform/random/random.ts";
import type { Clock } from "../platform/time/clock.ts";
import { pause } from "../platform/time/timer.ts";
import type { App, Restoration } from "./app.ts";

/** Descriptions of the tables whose rows name stored files. */
export const STORED_FILES = [EXPORT_FILES, UPLOADED_FILES, TAX_FILES, FORM_FILES];

/**
 * The pause after which `verify` looks again at stored files without a row. It is longer than a stored file
 * outlives its deleted row.
 */
const SETTLE_MS = 2_000;

/** Compares a company's stored files with the records that name them. */
export function checkFilesOf({ db, objects }: Pick<App, "db" | "objects">, companyId: PublicId<"company">) {
  return checkStoredFiles({ db, objects, rows: STORED_FILES, settle: () => pause(SETTLE_MS) }, companyId);
}

/**
 * Restores a backup and verifies every company. Differences are reported but do not stop the restore: the
 * file may be the last copy of the books.
 */
async function restoreAndVerify(
  { db, ledger, objects }: Pick<App, "db" | "ledger" | "objects">,
  path: string,
  report: ReportProgress,
): Promise<Restoration> {
  const { checkResult, ...restored } = await restoreBackup(db, path, report, objects, async (tx) => {
    const verifications = [];
    for (const { id } of await companyStore.list(tx))
      verifications.push({ id, found: await ledger.verifyWithin(tx, id, report) });
    return verifications;
  });
  const companies = [];
  for (const { id, found } of checkResult) {
    const checks = [...found.checks, ...(await checkFilesOf({ db, objects }, id))];
    companies.push({ ...found, checks, ok: checks.every(({ ok }) => ok) });
  }
  return { ...restored, companies };
}

/**
 * Makes the restore of backups, and the service of archives, moves and erasures of one company. A company
 * whose books differ is not received.
 */
export function arrivalsOf(
  { db, ledger, objects }: Pick<App, "db" | "ledger" | "objects">,
  now: Clock["now"],
  random: RandomText,
): Pick<App, "restore" | "wholeCompany"> {
  const whole = wholeCompany({
    db,
    storage: objects,
    fileRows: STORED_FILES,
    now,
    randomText: random,
    async check(tx, companyId) {
      const { checks } = await ledger.verifyWithin(tx, companyId as PublicId<"company">);
      const failed = checks.find(({ ok }) => !ok);
      if (failed !== undefined)
        throw new MoveProblem(
          `The books of ${companyId} differ from their entries (${failed.check}: ${failed.difference ?? ""}). Repair them where it left, with \`daybook company stay ${companyId}\` and \`daybook verify ${companyId} --rebuild\`; nothing was received.`,
        );
    },
  });
  return {
    restore: (path, report) => restoreAndVerify({ db, ledger, objects }, path, report),
    wholeCompany: whole,
  };
}
