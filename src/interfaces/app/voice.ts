/** Advice of refusals in the words of the console's pages. */
import type { Voice } from "../../core/advice.ts";

/** What a person does on the page for an input, or for a value of it. */
const FIELDS: Readonly<Record<string, string>> = {
  reason: "say why, with Close anyway",
  result: "choose the category of the gain or loss",
  account_id: "choose the account of the file",
  "totals_check none": "say below that its totals are taken as they are",
  "account_check none": "say below that the file belongs there",
  "signs bank": "say below that spending is negative",
  "changes leave": "keep what your books have",
};

/** Where a person does what an operation does. */
const PLACES: Readonly<Record<string, string>> = {
  addCategory: "add a category on the page Chart of accounts",
  getBill: "look at the bill on the page Bills",
  getInvoice: "look at the invoice on the page Invoices",
  listAccounts: "look for it on the page Accounts",
  listBills: "look for it on the page Bills",
  getCloseChecklist: "look at what is open on the page Month close",
  listClosings: "look at it on the page Month close",
  listInvoices: "look for it on the page Invoices",
  listReconciliations: "look at it with Reconcile, beside the account on the page Accounts",
  listJournalEntries: "look for it on the page Journal",
  openBooks: "open the books on the page Month close",
  mapConnection: "change them on the page Connections",
  reverseVoucher: "reverse the voucher on the page Journal",
  resendMember: "send a new link on the page Team",
};

export const CONSOLE_VOICE: Voice = (way) => {
  if ("give" in way) return FIELDS[`${way.give} ${way.as}`] ?? FIELDS[way.give] ?? null;
  if ("run" in way) return null;
  return PLACES["first" in way ? way.first : way.see] ?? null;
};
