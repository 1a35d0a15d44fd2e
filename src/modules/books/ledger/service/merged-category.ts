/** What becomes of journal entries when their category is merged into another. */
import { refuse } from "../../../../core/errors.ts";
import type { CategoryRecords } from "../../chart/index.ts";
import { vouchersStore } from "../store/vouchers.ts";
import { closedThrough } from "./closing.ts";

export const ENTRY_RECORDS: CategoryRecords = {
  /** Moves the entries. Refuses `invalid_request` if any is in closed books, whose statements keep their lines. */
  async replace(tx, companyId, { from, into, now }) {
    const days = await vouchersStore.findEntryDays(tx, companyId, [from.id]);
    if (days === null) return;
    const through = await closedThrough(tx, companyId);
    if (through !== null && days.first <= through)
      throw refuse("invalid_request", {
        param: "id",
        message: `The books are closed through ${through}, and ${from.id} (${from.name}) has journal entries from ${days.first} on. Closed statements keep its line, so it can be made inactive, but merged only once the books are open.`,
        ways: [{ first: "openBooks", with: { company: companyId } }],
      });
    await vouchersStore.moveCategory(tx, companyId, from.id, into.id, now);
  },
};
