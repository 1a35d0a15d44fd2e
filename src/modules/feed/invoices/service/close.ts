/** What subledgers add to the checklist of a month: whether each comes to the ledger, and drafts. */
import { accountingText } from "@daybook/words/money-text";
import type { CivilDate } from "@daybook/words/civil-date";
import type { Queryable } from "../../../../platform/db/index.ts";
import { type CloseCheck, leftFinding, nothingToCheck } from "../../../books/ledger/index.ts";
import { closeStore } from "../store/close.ts";
import { invoicesStore } from "../store/invoices.ts";
import { ageing, type Ageing, type InvoicedCompany } from "./ageing.ts";

/** A subledger by age, and the words in which it is compared with the ledger. */
interface Subledger extends Pick<CloseCheck, "item" | "title"> {
  /** True if there are records, without which nothing is compared. */
  readonly hasRecords: (db: Queryable, companyId: InvoicedCompany) => Promise<boolean>;
  readonly age: (
    db: Queryable,
    companyId: InvoicedCompany,
    date: CivilDate,
  ) => Promise<Pick<Ageing, "total_cents" | "ledger_cents" | "other_cents">>;
  readonly operation: string;
  readonly page: string;
  /** What the difference follows none of. */
  readonly record: string;
}

const SUBLEDGERS: readonly Subledger[] = [
  {
    item: "receivables",
    title: "Receivables match the ledger",
    hasRecords: async (db, companyId) => (await invoicesStore.listReceivables(db, companyId)).length > 0,
    age: ageing,
    operation: "getReceivables",
    page: "invoices",
    record: "invoice",
  },
];

function subledgerCheck({ item, title, hasRecords, age, operation, page, record }: Subledger): CloseCheck {
  return {
    item,
    group: "subledgers",
    title,
    async find(db, companyId, { through }) {
      if (!(await hasRecords(db, companyId))) return nothingToCheck("Nothing to compare");
      const { total_cents, ledger_cents, other_cents } = await age(db, companyId, through);
      const agrees = other_cents === 0;
      return {
        state: agrees ? "done" : "open",
        count: agrees ? 0 : 1,
        amount_cents: agrees ? null : other_cents,
        evidence: agrees
          ? `${accountingText(total_cents)} in both`
          : `${accountingText(total_cents)}, but ${accountingText(ledger_cents)} in the ledger: ${accountingText(other_cents)} follows no ${record}`,
        opens: { operation, query: { date: through }, page, search: { show: "ages", on: through } },
      };
    },
  };
}

const drafts: CloseCheck = {
  item: "draft_invoices",
  group: "subledgers",
  title: "Invoices are issued",
  async find(db, companyId, { from, through }) {
    const { has_any, ...draft } = await closeStore.sumDrafts(db, companyId, from, through);
    if (!has_any) return nothingToCheck("No invoice is of these days");
    return {
      ...leftFinding(draft, draft.count === 1 ? "draft" : "drafts", "No drafts"),
      opens: {
        operation: "findInvoices",
        query: { status: "draft", end_date: through },
        page: "invoices",
        search: { status: "draft", to: through },
      },
    };
  },
};

/** The items of subledgers in the checklist, in their order. */
export const INVOICE_CLOSE_CHECKS: readonly CloseCheck[] = [...SUBLEDGERS.map(subledgerCheck), drafts];
