/**
 * Takes an import of books back whole: the vouchers that it added go, with the categories and departments
 * that it made and that nothing else uses, and what it changed becomes as it was. Nothing goes while one of
 * the vouchers is in closed books or reversed, or while a later import recognised what it brought. The file
 * can be imported again afterwards.
 */
import type { Way } from "../../../core/advice.ts";
import { losAngelesDate } from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import { describeChange, takeTurn, transactionOrPreview, type Tx } from "../../../platform/db/index.ts";
import { currentActor, updateActor } from "../../../platform/log/actor.ts";
import { chartStore } from "../../books/chart/index.ts";
import { closedThrough, vouchersStore } from "../../books/ledger/index.ts";
import type { AccessNeeds } from "../../tenants/access/index.ts";
import { companyStore } from "../../tenants/company/index.ts";
import type { BookImportRow } from "../record.ts";
import { intakeStore, type VoucherOfImport } from "../store.ts";
import { restoreFormer } from "./apply-changes.ts";

/** What was taken back, or would be. */
export interface TakenBackImport {
  readonly book_import: BookImportRow;
  readonly removed_vouchers: number;
  readonly removed_entries: number;
  /** Vouchers of earlier imports that it had changed or removed, and that are as they were before. */
  readonly restored_vouchers: number;
  /** Categories and departments. */
  readonly removed_categories: number;
  /** Categories and departments that it made and that stay, because something else uses them. */
  readonly kept_categories: number;
}

/** The obstacles that a refusal names. */
const OBSTACLES_SHOWN = 10;
const VOUCHERS_PER_DELETE = 5_000;

const refused = (message: string, ...ways: readonly Way[]) =>
  refuse("invalid_request", { param: "id", message, ways });

/**
 * Takes an import back; with `isTrial` only shows what would go. Refuses `resource_missing` for an unknown
 * company or import, and `invalid_request` for one that can't be taken back, with what is in the way.
 */
export function takeBackImport(
  { db, now }: Pick<AccessNeeds, "db" | "now">,
  companyId: PublicId<"company">,
  id: string,
  isTrial: boolean,
): Promise<TakenBackImport> {
  updateActor({ company_id: companyId });
  return transactionOrPreview(
    db,
    isTrial,
    async (tx) => {
      if (!(await companyStore.lock(tx, companyId))) throw refuse("resource_missing");
      await takeTurn(tx, companyId, "chart");
      const found = await intakeStore.lockImport(tx, companyId, id);
      if (found === null) throw refuse("resource_missing", { param: "id" });
      if (found.undone_at !== null)
        throw refused(`The import was taken back on ${losAngelesDate(found.undone_at)} already.`);
      if (found.status !== "imported")
        throw refused("Nothing of the import is in the books, so there is nothing to take back.");
      const later = await intakeStore.listLater(tx, companyId, found, OBSTACLES_SHOWN);
      if (later.length > 0)
        throw refused(
          `Nothing was taken back. Later imports recognised vouchers of earlier ones and took over only what was new. Take them back first, the latest first: ${later.map((each) => `${each.id} of ${losAngelesDate(each.created)}`).join(", ")}.`,
        );
      const vouchers = await intakeStore.listOfImport(tx, companyId, id);
      await refuseObstacles(tx, companyId, vouchers);
      for (let from = 0; from < vouchers.length; from += VOUCHERS_PER_DELETE)
        await vouchersStore.delete(
          tx,
          companyId,
          vouchers.slice(from, from + VOUCHERS_PER_DELETE).map(({ voucher_id }) => voucher_id),
        );
      await intakeStore.deleteOfImport(tx, companyId, id);
      const restored = await restoreFormer({ tx, companyId, now: now() }, id, (reason) =>
        refused(`Nothing was taken back. ${reason}.`),
      );
      const [categories, departments] = [found.made_categories, found.made_departments];
      // Those below others were made after them.
      const removed = await chartStore.deleteUnused(tx, companyId, {
        categories: categories.toReversed(),
        departments: departments.toReversed(),
      });
      const undone = { ...found, undone_at: now() };
      await intakeStore.updateImport(tx, companyId, undone);
      if (found.enabled_departments || departments.length > 0) await disableDepartments(tx, companyId);
      await describeChange(tx, companyId, {
        at: undone.undone_at,
        by: currentActor()?.by ?? "daybook",
        action: "import undo",
        topic: "imports",
        subject: id,
        from_state: "imported",
        to_state: "undone",
        note: `${vouchers.length} vouchers`,
      });
      return {
        book_import: undone,
        removed_vouchers: vouchers.length,
        removed_entries: vouchers.reduce((sum, { entries }) => sum + entries, 0),
        restored_vouchers: restored,
        removed_categories: removed,
        kept_categories: categories.length + departments.length - removed,
      };
    },
    { long: true },
  );
}

/**
 * Turns departments off once none is left, if an import turned them on: this one, or one that was taken back
 * while others still had departments.
 */
async function disableDepartments(tx: Tx, companyId: PublicId<"company">): Promise<void> {
  if ((await chartStore.listDepartments(tx, companyId)).length > 0) return;
  const enabledBy = await intakeStore.forgetEnabled(tx, companyId);
  if (enabledBy.length > 0) await companyStore.deleteFeature(tx, companyId, "departments");
}

/** Refuses vouchers that can't be removed. */
async function refuseObstacles(
  tx: Tx,
  companyId: PublicId<"company">,
  vouchers: readonly VoucherOfImport[],
): Promise<void> {
  const through = await closedThrough(tx, companyId);
  const closed = vouchers.filter(({ date }) => through !== null && date <= through);
  const reversed = vouchers.filter(({ reversed_by }) => reversed_by !== null);
  const reasons = [
    ...closed.map(({ voucher_id, date }) => `${voucher_id} of ${date} is in books closed through ${through}`),
    ...reversed.map(({ voucher_id, reversed_by }) => `${voucher_id} is reversed by ${reversed_by}`),
  ];
  if (reasons.length === 0) return;
  const more = reasons.length > OBSTACLES_SHOWN ? `; and ${reasons.length - OBSTACLES_SHOWN} more` : "";
  const kept = reversed.length > 0 ? " A reversal stays, so reverse the other vouchers instead." : "";
  throw refused(
    `Nothing was taken back. ${reasons.slice(0, OBSTACLES_SHOWN).join("; ")}${more}.${kept}`,
    ...(closed.length > 0 ? [{ first: "openBooks", with: { company: companyId } } as const] : []),
  );
}
