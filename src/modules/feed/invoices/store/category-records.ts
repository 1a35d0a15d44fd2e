/** What invoices and their settlements keep of categories. */
import { statement } from "../../../../platform/db/index.ts";
import type { CategoryRecords } from "../../../books/chart/index.ts";
import { sideOf } from "../rules/sides.ts";

/** Drafts post when they are issued, and open invoices when they are paid. */
const listPosting = statement<{ readonly id: string; readonly number: string }>(
  "invoices.listPosting",
  `select i.id, i.number from invoices i where i.company_id = $1 and (
     i.receivable_category_id = $2 and (i.state = 'draft'
       or i.state = 'open' and i.total_cents <> i.paid_cents + i.credited_cents - i.moved_cents)
     or i.state = 'draft' and exists (select 1 from invoice_lines l
       where l.company_id = $1 and l.invoice_id = i.id and l.category_id = $2))
   order by i.number`,
);
const moveInvoices = statement<never>(
  "invoices.moveCategory",
  `update invoices i set updated = $4,
     receivable_category_id = case when i.receivable_category_id = $2 then $3 else i.receivable_category_id end
   where i.company_id = $1 and (i.receivable_category_id = $2 or exists (select 1 from invoice_lines l
     where l.company_id = $1 and l.invoice_id = i.id and l.category_id = $2))`,
);
const moveLines = statement<never>(
  "invoices.moveLinesOfCategory",
  "update invoice_lines set category_id = $3 where company_id = $1 and category_id = $2",
);
const moveSettlements = statement<never>(
  "invoices.moveSettlementsOfCategory",
  "update settlement_lines set category_id = $3 where company_id = $1 and category_id = $2",
);

export const INVOICE_RECORDS: CategoryRecords = {
  listPosting: async (db, companyId, id) =>
    (await db.list(listPosting, [companyId, id])).map((row) => `the ${sideOf(row).item} ${row.number}`),
  async replace(tx, companyId, { from, into, now }) {
    await tx.run(moveInvoices, [companyId, from.id, into.id, now]);
    await tx.run(moveLines, [companyId, from.id, into.id]);
    await tx.run(moveSettlements, [companyId, from.id, into.id]);
  },
};
