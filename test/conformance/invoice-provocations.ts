/** Requests about invoices that are refused, by the expected error: `operation code param`. */
import { cr, dr, voucher } from "../support/bundle.ts";
import { FEED, invoice, payment } from "../support/feed.ts";
import { CLOSED, type Provocation } from "./feed-provocations.ts";

const PATH = "/invoices";
const line = (changes: object = {}) => ({
  description: "Work",
  unit_amount_cents: 100_00,
  category_id: "cat_services",
  ...changes,
});
const issue = (changes: object) => ({
  target: PATH,
  method: "POST",
  body: { customer_name: "Quay Foods", line_items: [line()], ...changes },
});
const change = (action: "match" | "unmatch" | "void", body?: object, id = "inv_open") => ({
  target: `${PATH}/${id}/${action}`,
  method: "POST",
  ...(body === undefined ? {} : { body }),
});

/** Books whose sum of debits is almost the largest allowed. */
const nearlyFull = {
  ...FEED,
  journal: [
    voucher("2025-01-02", "Almost all", [
      dr("checking", 9_007_199_254_150_000),
      cr("stock", 9_007_199_254_150_000),
    ]),
  ],
};

export const INVOICE_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "listInvoices invalid_request status": `${PATH}?status=overdue`,
  "listInvoices invalid_request customer_name": `${PATH}?customer_name=`,
  "listInvoices invalid_request limit": `${PATH}?limit=0`,
  "listInvoices invalid_date start_date": `${PATH}?start_date=yesterday`,
  "listInvoices invalid_date end_date": `${PATH}?end_date=2026-02-30`,
  "listInvoices invalid_date_range start_date": `${PATH}?start_date=2026-01-02&end_date=2026-01-01`,
  "listInvoices resource_missing ": `${PATH}?starting_after=inv_nobodys`,
  "getInvoice resource_missing ": `${PATH}/inv_nobodys`,
  "createInvoice parameter_missing customer_name": issue({ customer_name: " " }),
  "createInvoice parameter_missing line_items": issue({ line_items: undefined }),
  "createInvoice invalid_request number": issue({ number: "open" }),
  "createInvoice invalid_request customer_name": issue({ customer_name: "a\nb" }),
  "createInvoice invalid_request customer_email": issue({ customer_email: "quay" }),
  "createInvoice invalid_request issue_date": issue({ issue_date: "2026-02-30" }),
  "createInvoice invalid_request due_date": issue({ issue_date: "2026-05-02", due_date: "2026-05-01" }),
  "createInvoice invalid_request currency": issue({ currency: "EUR" }),
  "createInvoice invalid_request line_items": issue({ line_items: [line({ quantity: 0.00001 })] }),
  "createInvoice resource_missing line_items": issue({ line_items: [line({ category_id: "cat_travel" })] }),
  "createInvoice transaction_update_failed issue_date": issue({ issue_date: "2029-05-20" }),
  "createInvoice transaction_update_failed ": {
    ...issue({ line_items: [line({ unit_amount_cents: 1_000_000_000_000_000 })] }),
    sections: nearlyFull,
  },
  "matchInvoice parameter_missing transaction_id": change("match", {}),
  "matchInvoice invalid_request transaction_id": change("match", { transaction_id: 5 }),
  "matchInvoice resource_missing transaction_id": change("match", { transaction_id: "txn_split" }),
  "matchInvoice resource_missing ": change("match", { transaction_id: "txn_income" }, "inv_nobodys"),
  "matchInvoice transaction_update_failed transaction_id": change("match", { transaction_id: "txn_plain" }),
  "matchInvoice transaction_update_failed ": {
    ...change("match", { transaction_id: "txn_income" }),
    sections: { ...FEED, invoices: [invoice("open", 900_00, { status: "draft" })] },
  },
  "unmatchInvoice invalid_request transaction_id": change("unmatch", { transaction_id: null }),
  "unmatchInvoice resource_missing transaction_id": change("unmatch", { transaction_id: "txn_settling" }),
  "unmatchInvoice resource_missing ": change("unmatch", undefined, "inv_nobodys"),
  "unmatchInvoice transaction_update_failed ": {
    ...change("unmatch", undefined, "inv_paid"),
    sections: {
      ...CLOSED,
      invoices: [invoice("paid", 90_00)],
      transactions: [payment("matched", 90_00, "inv_paid")],
      transfers: [],
    },
  },
  "voidInvoice invalid_request ": change("void", {}),
  "voidInvoice resource_missing ": change("void", undefined, "inv_nobodys"),
  "voidInvoice transaction_update_failed ": change("void", undefined, "inv_paid"),
};
