/** What subledgers add to the checklist of a month: whether each comes to the ledger, and drafts. */
import { accountingText } from "@daybook/words/money-text";
import { type CloseCheck, leftFinding, nothingToCheck } from "../../../books/ledger/index.ts";
import { closeStore } from "../store/close.ts";
import { PAYABLE, RECEIVABLE, type Side } from "../rules/sides.ts";
import { ageing } from "./ageing.ts";

/** Whether what is due by age comes to the ledger, where either has anything. */
function subledgerCheck(side: Side): CloseCheck {
  return {
    item: side.claims,
    group: "subledgers",
    title: `${WORDS[side.name].Claims} match the ledger`,
    async find(db, companyId, { through }) {
      const { customers, total_cents, ledger_cents, other_cents } = await ageing(
        db,
        companyId,
        side,
        through,
      );
      if (customers.length === 0 && ledger_cents === 0) return nothingToCheck("Nothing to compare");
      const agrees = other_cents === 0;
      return {
        state: agrees ? "done" : "open",
        count: agrees ? 0 : 1,
        amount_cents: agrees ? null : other_cents,
        evidence: agrees
          ? `${accountingText(total_cents)} in both`
          : `${accountingText(total_cents)}, but ${accountingText(ledger_cents)} in the ledger: ${accountingText(other_cents)} follows no ${side.item}`,
        opens: {
          operation: WORDS[side.name].ages,
          query: { date: through },
          page: side.area,
          search: { show: "ages", on: through },
        },
      };
    },
  };
}

const WORDS = {
  receivable: {
    Claims: "Receivables",
    Drafts: "Invoices are issued",
    ages: "getReceivables",
    find: "findInvoices",
  },
  payable: { Claims: "Payables", Drafts: "Bills are entered", ages: "getPayables", find: "findBills" },
} as const;

function draftsCheck(side: Side): CloseCheck {
  return {
    item: `draft_${side.area}`,
    group: "subledgers",
    title: WORDS[side.name].Drafts,
    async find(db, companyId, { from, through }) {
      const { has_any, ...draft } = await closeStore.sumDrafts(db, companyId, side, from, through);
      if (!has_any) return nothingToCheck(`No ${side.item} is of these days`);
      return {
        ...leftFinding(draft, draft.count === 1 ? "draft" : "drafts", "No drafts"),
        opens: {
          operation: WORDS[side.name].find,
          query: { status: "draft", end_date: through },
          page: side.area,
          search: { status: "draft", to: through },
        },
      };
    },
  };
}

/** The items of subledgers in the checklist, in their order. */
export const INVOICE_CLOSE_CHECKS: readonly CloseCheck[] = [
  subledgerCheck(RECEIVABLE),
  draftsCheck(RECEIVABLE),
  subledgerCheck(PAYABLE),
  draftsCheck(PAYABLE),
];
