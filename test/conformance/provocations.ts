/**
 * Requests that are refused as no request made from a card is, by the expected error: `operation code param`.
 * They need a state of the books or of records, or fields that fit together.
 */
import { encodeCursor } from "../../src/core/cursor.ts";
import type { FaultStep } from "../../src/platform/faults/steps.ts";
import { type CompanyOverrides, cr, dr, voucher } from "../support/bundle.ts";
import { bill, billPayment, FEED, invoice, payment } from "../support/feed.ts";
import { form, formReport } from "../support/form-records.ts";
import { RULE } from "./ordinary.ts";

/** A request that is refused. For a GET, only its target. */
export type Provocation = string | RefusedRequest;

interface RefusedRequest {
  readonly target: string;
  readonly method?: string;
  readonly body?: object;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the expected answer is a 5xx although the service has no fault. */
  readonly faultWanted?: true;
  /** A step that is made to fail, as in a fault drill. */
  readonly fault?: FaultStep;
  /** True if the company's records make the expected answer a 5xx. */
  readonly unready?: true;
  /** Overrides for a new company to which the request is sent; by default the common company is used. */
  readonly sections?: CompanyOverrides;
}

/**
 * Lines with the largest amounts, whose sum is `total`, but whose debits are too large to be added exactly.
 */
const flights = (amount_cents: number) => ({ category_id: "cat_flights", amount_cents });
const LARGEST = 1_000_000_000_000_000;
const enormous = (total: number) => ({
  lines: [flights(total), ...Array.from({ length: 10 }, () => [flights(LARGEST), flights(-LARGEST)]).flat()],
});
/**
 * Books whose sum of debits is almost the largest allowed. Undoing a transfer exceeds it: a transfer posts
 * its amount once, but its two separate transactions post it twice.
 */
export const nearlyFull: CompanyOverrides = {
  ...FEED,
  manual_entries: [],
  journal: [
    voucher("2025-01-02", "Almost all", [
      dr("checking", 9_007_199_254_150_000),
      cr("stock", 9_007_199_254_150_000),
    ]),
  ],
};

/** A company with closed books, in which no bank line is pending. */
export const CLOSED: CompanyOverrides = {
  ...FEED,
  transactions: FEED.transactions.filter(({ status }) => status !== "pending"),
  closing: { closed_through: "2026-05-10" },
};
/** A company with a transaction that is matched with an invoice. */
const matched: CompanyOverrides = {
  ...FEED,
  invoices: [invoice("paid", 90_00)],
  transactions: [...FEED.transactions, payment("matched", 90_00, "inv_paid")],
};

/** A company with a report that is not ready, because a record has an unknown filing status. */
const unready = {
  unready: true,
  sections: {
    form_1099_reports: [formReport(2025)],
    forms_1099: [form("kept", 2025, { filing_status: "on_hold" })],
  },
} as const;

/** Returns a request with a body. */
export function sending(
  method: "PATCH" | "POST" | "PUT" | "DELETE",
  target: string,
  body?: object,
): RefusedRequest {
  return { method, target, ...(body === undefined ? {} : { body }) };
}

const edit = (body: object, id = "txn_plain") => sending("PATCH", `/transactions/${id}`, body);
const transfer = (from_transaction_id: string, to_transaction_id: string) =>
  sending("POST", "/transfers", { from_transaction_id, to_transaction_id });
const issue = (changes: object) =>
  sending("POST", "/invoices", {
    customer_name: "Quay Foods",
    line_items: [{ description: "Work", unit_amount_cents: 100_00, category_id: "cat_services" }],
    ...changes,
  });
const enter = (changes: object) =>
  sending("POST", "/bills", {
    vendor_name: "Quay Hosting",
    line_items: [{ description: "Servers", unit_amount_cents: 100_00, category_id: "cat_software" }],
    ...changes,
  });
const EXPORT = {
  report_type: "income_statement",
  start_date: "2025-01-01",
  end_date: "2025-06-30",
  format: "csv",
} as const;

/** Returns a good request for an export, changed by `changes`. */
export function exportRequest(changes: object, idempotencyKey = "refused") {
  return {
    ...sending("POST", "/reports/exports", { ...EXPORT, ...changes }),
    headers: { "idempotency-key": idempotencyKey },
  };
}

const UPLOADS = {
  income: { tax_year: 2025, tax_firm: "Tick & Tie LLP", states_filed: [], file_id: "file_income_0" },
  franchise: { tax_year: 2025, file_id: "file_franchise_0" },
} as const;

export function uploading(which: keyof typeof UPLOADS, changes: object) {
  return sending("POST", `/taxes/${which}_uploads`, { ...UPLOADS[which], ...changes });
}

/** Returns the refusals that both uploads of taxes have. */
function ofFile(id: string, which: keyof typeof UPLOADS): Record<string, Provocation> {
  return {
    [`${id} invalid_file `]: uploading(which, { file_id: "file_empty" }),
    [`${id} file_already_attached `]: uploading(which, { file_id: "file_attached" }),
    [`${id} tax_upload_failed `]: { ...uploading(which, {}), fault: "tax_upload.inspected" },
  };
}

/** Returns a well-formed cursor that belongs to no search. */
const foreignCursor = (places: number) =>
  encodeCursor(["0123456789012345678901", ...Array.from({ length: places }, () => 1)]);
const nowhere = { conditions: [{ field: "account_id", operator: "equals", value: "acct_nobodys" }] };
const TOTAL = "/aggregations/total?category_id=cat_revenue";
const TOTALS = "/aggregations/totals";

export const PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "getTotal invalid_request date": `${TOTAL}&date=2026-01-01`,
  "getTotal parameter_missing start_date": `${TOTAL}&end_date=2026-01-01`,
  "getTotal parameter_missing end_date": `${TOTAL}&start_date=2026-01-01`,
  "getTotal parameter_missing start_month": `${TOTAL}&end_month=2026-01`,
  "getTotal parameter_missing end_month": `${TOTAL}&start_month=2026-01`,
  "getTotal invalid_date_range start_date": `${TOTAL}&start_date=2026-02-01&end_date=2026-01-01`,
  "getTotal invalid_date_range start_month": `${TOTAL}&start_month=2026-02&end_month=2026-01`,
  "listTotals parameter_missing date": `${TOTALS}?category_ids[]=cat_cash&start_date=2026-01-01&end_date=2026-01-31`,
  "listTotals parameter_missing start_month": `${TOTALS}?end_month=2026-01`,
  "listTotals parameter_missing end_month": `${TOTALS}?start_month=2026-01`,
  "listTotals invalid_date_range start_month": `${TOTALS}?start_month=2026-02&end_month=2026-01`,
  "listTransactions resource_missing starting_after": `/transactions?updated_after=0&starting_after=txn_plain`,
  "editTransaction transaction_update_failed accounting_date": edit({ accounting_date: "2029-05-20" }),
  "editTransaction transaction_update_failed category_id": {
    ...edit({ category_id: "cat_subscriptions" }, "txn_matched"),
    sections: matched,
  },
  "editTransaction transaction_update_failed department_id": {
    ...edit({ department_id: "dept_sales" }),
    sections: CLOSED,
  },
  "editTransaction transaction_update_failed merchant_name": {
    ...edit({ merchant_name: "Other" }),
    sections: CLOSED,
  },
  "splitTransaction transaction_update_failed ": sending(
    "POST",
    "/transactions/txn_splittable/split",
    enormous(-300_00),
  ),
  "changeSplit transaction_update_failed ": sending(
    "PATCH",
    "/transactions/txn_resplit/split",
    enormous(-50_00),
  ),
  "removeSplit transaction_update_failed ": {
    target: `/transactions/txn_resplit/split`,
    method: "DELETE",
    sections: CLOSED,
  },
  "createTransfer transaction_update_failed ": {
    ...transfer("txn_moving_out", "txn_moving_in"),
    sections: CLOSED,
  },
  "createTransfer transaction_update_failed from_transaction_id": transfer("txn_moving_in", "txn_moving_out"),
  "createTransfer transaction_update_failed to_transaction_id": transfer("txn_moving_out", "txn_income"),
  "deleteTransfer transaction_update_failed ": {
    target: "/transfers/trf_saved",
    method: "DELETE",
    sections: nearlyFull,
  },
  "createBill transaction_update_failed issue_date": enter({ issue_date: "2029-05-20" }),
  "createBill transaction_update_failed ": {
    ...enter({
      line_items: [{ description: "Servers", unit_amount_cents: LARGEST, category_id: "cat_software" }],
    }),
    sections: nearlyFull,
  },
  "matchBill transaction_update_failed transaction_id": sending("POST", "/bills/bill_open/match", {
    transaction_id: "txn_income",
  }),
  "matchBill transaction_update_failed ": {
    ...sending("POST", "/bills/bill_open/match", { transaction_id: "txn_plain" }),
    sections: { ...FEED, bills: [bill("open", 900_00, { status: "draft" })] },
  },
  "unmatchBill transaction_update_failed ": {
    ...sending("POST", "/bills/bill_paid/unmatch"),
    sections: {
      ...CLOSED,
      bills: [bill("paid", 90_00)],
      transactions: [billPayment("matched", 90_00, "bill_paid")],
      transfers: [],
    },
  },
  "voidBill transaction_update_failed ": sending("POST", "/bills/bill_paid/void"),
  "createInvoice transaction_update_failed issue_date": issue({ issue_date: "2029-05-20" }),
  "createInvoice transaction_update_failed ": {
    ...issue({
      line_items: [{ description: "Work", unit_amount_cents: LARGEST, category_id: "cat_services" }],
    }),
    sections: nearlyFull,
  },
  "matchInvoice transaction_update_failed transaction_id": sending("POST", "/invoices/inv_open/match", {
    transaction_id: "txn_plain",
  }),
  "matchInvoice transaction_update_failed ": {
    ...sending("POST", "/invoices/inv_open/match", { transaction_id: "txn_income" }),
    sections: { ...FEED, invoices: [invoice("open", 900_00, { status: "draft" })] },
  },
  "unmatchInvoice transaction_update_failed ": {
    ...sending("POST", "/invoices/inv_paid/unmatch"),
    sections: {
      ...CLOSED,
      invoices: [invoice("paid", 90_00)],
      transactions: [payment("matched", 90_00, "inv_paid")],
      transfers: [],
    },
  },
  "voidInvoice transaction_update_failed ": sending("POST", "/invoices/inv_paid/void"),
  "createRule resource_missing conditions": sending("POST", "/rules", {
    name: "Refused",
    ...RULE,
    ...nowhere,
  }),
  "changeRule resource_missing conditions": sending("PATCH", "/rules/rule_kept", nowhere),
  "bulkUpdateTransactions transaction_update_failed accounting_date": sending(
    "POST",
    "/transactions/bulk/update",
    {
      transaction_ids: ["txn_plain"],
      memo: "x",
      accounting_date: "2024-12-19",
    },
  ),
  ...ofFile("uploadIncomeReturn", "income"),
  ...ofFile("uploadFranchiseConfirmation", "franchise"),
  "uploadIncomeReturn wrong_document_type ": uploading("income", { file_id: "file_report" }),
  "createReportExport feature_disabled ": exportRequest({ group_by: { rows: "department" } }),
  "createReportExport idempotency_key_conflict ": exportRequest({}, "kept"),
  "createReportExport report_export_failed ": { ...exportRequest({}, "uncertain"), fault: "export.accepted" },
  "listSheets invalid_request starting_after": `/sheets?starting_after=${foreignCursor(2)}`,
  "listSheetCells invalid_request starting_after": `/sheets/sht_kept/cells?query=x&starting_after=${foreignCursor(4)}`,
  "listForms1099 forms_not_ready ": { target: "/forms/1099", ...unready },
  "getForm1099 forms_not_ready ": { target: `/forms/1099/f1099_kept`, ...unready },
};
