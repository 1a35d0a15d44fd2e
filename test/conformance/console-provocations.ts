/** As `provocations.ts`, for the operations that only the web console has. */
import { bindingOf, encodeCursor } from "../../src/core/cursor.ts";
import { category, type CompanyOverrides, cr, dr, voucher } from "../support/bundle.ts";
import { bill, billPayment, FEED, FEED_CHART, invoice, payment, transaction } from "../support/feed.ts";
import { CLOSED, nearlyFull, type Provocation, sending } from "./provocations.ts";
import { booksForm, openItems, openItemsForm } from "./console-requests.ts";
import { CONSOLE } from "./requests.ts";

/** A spread or an asset of the year 2026. */
const ofYear = (name: string, more: object = {}) =>
  transaction(name, -1_200_00, {
    date: "2026-01-05",
    spread: {
      id: `spread_${name}`,
      holding_category_id: "cat_prepaid",
      start_date: "2026-01-01",
      end_date: "2026-12-31",
      ...more,
    },
  });
/** Closed books with months of schedules in them. */
const CLOSED_MONTHS: CompanyOverrides = {
  ...CLOSED,
  transactions: [
    ...(CLOSED.transactions ?? []),
    ofYear("running"),
    ofYear("stopped", { ended_on: "2026-02-15" }),
    {
      ...ofYear("machine", {
        kind: "capitalization",
        holding_category_id: "cat_equipment",
        contra_category_id: "cat_accumulated_depreciation",
      }),
      category_id: "cat_depreciation",
    },
  ],
};

const post = (path: string, body?: object) => sending("POST", `${CONSOLE}${path}`, body);
const starting = (changed: object) =>
  post("/reconciliations", {
    account_id: "acct_rcn_finished_11",
    statement_date: "2026-05-20",
    statement_balance_cents: 0,
    ...changed,
  });
/** A schedule of no transaction, with months in the closed books. */
const STANDING = {
  kind: "spread",
  description: "Insurance",
  holding_category_id: "cat_prepaid",
  category_id: "cat_software",
  amount_cents: 1_200_00,
  start_date: "2026-01-01",
  months: 12,
};
const REGISTERED = {
  description: "Oven",
  holding_category_id: "cat_oven",
  category_id: "cat_depreciation",
  contra_category_id: "cat_oven_worn",
  amount_cents: 3_600_00,
  start_date: "2026-01-01",
  months: 36,
};
const OWNED = {
  categories: [
    ...FEED_CHART,
    ...["oven", "oven_worn"].flatMap((name, at) =>
      category(name, name, "asset", "investing").map((row) => ({ ...row, position: 300 + at })),
    ),
  ],
  manual_entries: [],
  journal: [voucher("2025-12-30", "An oven", [dr("oven", 3_600_00), cr("stock", 3_600_00)])],
};
const DISPOSAL = {
  on: "2026-05-20",
  proceeds_cents: 0,
  to: "cat_receivable",
  result: "cat_interest_expense",
};

/** A reference under which `manualEntry` is posted before these requests are sent. */
export const manualEntry = (memo: string) =>
  post("/manual_entries", {
    date: "2025-03-31",
    memo,
    reference: "posted before",
    lines: [
      { category: "cat_hosting", debit_cents: 1_00 },
      { category: "cat_checking", credit_cents: 1_00 },
    ],
  });

/** An upload that is taken back before these requests are sent. */
export const takingBack = post("/uploads/tup_taken_back_11/take_back", {});

/** An import of books that is taken back before these requests are sent. */
export const takingImportBack = post("/book_imports/imp_taken_back_11/take_back", {});

/** Values of fields of a form with books that are refused. */
const WRONG: Readonly<Record<string, string>> = {
  answers: "x",
  cash_flow: "x",
  columns: "x",
  prices: "x",
  change_of: "x",
  changes: "x",
  closing_vouchers: "x",
  date_format: "x",
  trial_balance_date: "x",
};
const importing = (path: string, fields: Readonly<Record<string, string>>) =>
  sending("POST", `${CONSOLE}${path}`, booksForm(fields));
const readingItems = (fields: Readonly<Record<string, string>>) =>
  sending("POST", `${CONSOLE}/open_items_file`, openItemsForm(fields));
const opening = (path: string) => ({ ...post(path, openItems("OLD", 1)), sections: CLOSED });
/** The refusals that a plan and an import have in common. */
const ofBooks = (id: string, path: string, more: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(WRONG).map(([name, value]) => [
      `${id} invalid_request ${name}`,
      importing(path, { ...more, [name]: value }),
    ]),
  );

/** A cursor of an earlier revision of a document, and one of another document. */
export const contentCursor = (companyId: string, sheet: string) =>
  encodeCursor([bindingOf(companyId, sheet, "content"), 0, 0, 0, 0]);

/** A good request for the file of a statement, changed by `changes`. */
export const exportingStatement = (changes: object, idempotencyKey = "refused") => ({
  ...post("/statement_exports", {
    report_type: "trial_balance",
    start_date: "2025-01-01",
    end_date: "2025-06-30",
    format: "csv",
    ...changes,
  }),
  headers: { "idempotency-key": idempotencyKey },
});

/** A payment, a credit note, a write-off and a moved credit that are refused, changed by `changes`. */
const receiving = (changes: object) =>
  post("/receipts", {
    transaction_id: "txn_income",
    invoices: [{ invoice_id: "inv_settled" }],
    ...changes,
  });
const refunding = (changes: object) =>
  post("/refunds", { invoices: [{ invoice_id: "inv_refunded" }], transaction_id: "txn_plain", ...changes });
const crediting = (changes: object, id = "inv_settled", amount_cents = 1) =>
  post(`/invoices/${id}/credit`, { lines: [{ category: "cat_services", amount_cents }], ...changes });
const writingOff = (changes: object, id = "inv_settled") =>
  post(`/invoices/${id}/write_off`, { category: "cat_software", amount_cents: 1, ...changes });
const applying = (changes: object, id = "inv_settled") =>
  post(`/invoices/${id}/apply`, { from_invoice_id: "inv_overpaid", ...changes });
const payingBills = (changes: object) =>
  post("/bill_payments", { transaction_id: "txn_plain", bills: [{ bill_id: "bill_settled" }], ...changes });
const refundingBills = (changes: object) =>
  post("/bill_refunds", { bills: [{ bill_id: "bill_refunded" }], transaction_id: "txn_income", ...changes });
const creditingBill = (changes: object, id = "bill_settled", amount_cents = 1) =>
  post(`/bills/${id}/credit`, { lines: [{ category: "cat_software", amount_cents }], ...changes });
const writingOffBill = (changes: object, id = "bill_settled") =>
  post(`/bills/${id}/write_off`, { category: "cat_software", amount_cents: 1, ...changes });
const applyingBill = (changes: object) =>
  post("/bills/bill_settled/apply", { from_bill_id: "bill_overpaid", ...changes });
const LATE = { date: "2029-05-20" };
const DRAFT: CompanyOverrides = { ...FEED, invoices: [invoice("settled", 900_00, { status: "draft" })] };
/** Books whose sum of debits is almost the largest allowed, with an invoice of an amount. */
const fullWith = (amount: number): CompanyOverrides => ({
  ...nearlyFull,
  transactions: [],
  transfers: [],
  invoices: [invoice("settled", amount)],
});
const fullWithBill = (amount: number): CompanyOverrides => ({
  ...fullWith(amount),
  invoices: [],
  bills: [bill("settled", amount)],
});
const BILL_DRAFT: CompanyOverrides = { ...FEED, bills: [bill("settled", 900_00, { status: "draft" })] };
/** An invoice of it fits into these books, but not what reverses it. */
const ROOM = 4_000_00;
/** An invoice whose credit note made a credit that settles another one. */
const MOVED: CompanyOverrides = {
  ...FEED,
  invoices: [invoice("credited", 100_00), invoice("other", 100_00)],
  transactions: [...FEED.transactions, payment("first", 100_00, "inv_credited")],
  settlements: [
    {
      id: "stl_note",
      kind: "credit_note",
      invoice_id: "inv_credited",
      date: "2026-05-02",
      amount_cents: 50_00,
      lines: [{ category_id: "cat_services", department_id: null, amount_cents: 50_00, description: null }],
    },
    {
      id: "stl_move",
      kind: "move",
      invoice_id: "inv_other",
      from_invoice_id: "inv_credited",
      date: "2026-05-02",
      amount_cents: 50_00,
    },
  ],
};

/** The same of a bill and its vendor credit. */
const BILL_MOVED: CompanyOverrides = {
  ...FEED,
  bills: [bill("credited", 100_00), bill("other", 100_00)],
  transactions: [...FEED.transactions, billPayment("first", 100_00, "bill_credited")],
  settlements: [
    {
      id: "stl_note",
      kind: "credit_note",
      invoice_id: "bill_credited",
      date: "2026-05-02",
      amount_cents: 50_00,
      lines: [{ category_id: "cat_software", department_id: null, amount_cents: 50_00, description: null }],
    },
    {
      id: "stl_move",
      kind: "move",
      invoice_id: "bill_other",
      from_invoice_id: "bill_credited",
      date: "2026-05-02",
      amount_cents: 50_00,
    },
  ],
};

export const CONSOLE_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "createManualEntry idempotency_key_conflict reference": manualEntry("Another memo"),
  "exportStatement feature_disabled ": exportingStatement({
    report_type: "income_statement",
    group_by: { rows: "department" },
  }),
  "exportStatement idempotency_key_conflict ": exportingStatement({}, "kept"),
  "exportStatement report_export_failed ": {
    ...exportingStatement({}, "uncertain statement"),
    fault: "export.accepted",
  },
  "reverseVoucher invalid_request entry": post("/vouchers/je_txn-plain_1/reversal", { date: "2026-05-19" }),
  "closeBooks parameter_missing reason": sending("PUT", `${CONSOLE}/closing`, { through: "2026-04-30" }),
  "changeCompanySettings invalid_request ": {
    ...sending("PATCH", `${CONSOLE}/company`, { fiscal_year_start_month: 7 }),
    sections: CLOSED,
  },
  "startReconciliation transaction_update_failed account_id": starting({ account_id: "acct_checking" }),
  "startReconciliation transaction_update_failed statement_date": starting({ statement_date: "2026-05-19" }),
  "startReconciliation transaction_update_failed opening_balance_cents": starting({
    opening_balance_cents: 1,
  }),
  "clearReconciliationLines resource_missing transaction_ids": post("/reconciliations/rcn_drafted_11/clear", {
    transaction_ids: ["txn_none"],
  }),
  "clearReconciliationLines transaction_update_failed id": post("/reconciliations/rcn_finished_11/clear", {}),
  "clearReconciliationLines transaction_update_failed transaction_ids": post(
    "/reconciliations/rcn_drafted_11/clear",
    { transaction_ids: ["txn_plain"] },
  ),
  "finishReconciliation transaction_update_failed id": post("/reconciliations/rcn_finished_11/finish"),
  "reopenReconciliation transaction_update_failed id": post("/reconciliations/rcn_drafted_11/reopen", {
    reason: "None",
  }),
  "dropReconciliation transaction_update_failed id": post("/reconciliations/rcn_finished_11/drop"),
  "spreadTransaction invalid_request id": post("/transactions/txn_moved_11/spread", {
    start_date: "2026-05-01",
    months: 12,
  }),
  "spreadTransaction transaction_update_failed ": {
    ...post("/transactions/txn_plain/spread", { start_date: "2026-05-01", months: 12 }),
    sections: CLOSED,
  },
  "addSchedule resource_missing contra_category_id": post("/schedules", {
    ...STANDING,
    kind: "capitalization",
    holding_category_id: "cat_equipment",
    category_id: "cat_depreciation",
    contra_category_id: "cat_none",
  }),
  "addSchedule transaction_update_failed ": { ...post("/schedules", STANDING), sections: CLOSED_MONTHS },
  "removeSchedule invalid_request id": post("/schedules/spread_moved_11/remove"),
  "removeSchedule transaction_update_failed ": {
    ...post("/schedules/spread_loose/remove"),
    sections: {
      ...CLOSED_MONTHS,
      schedules: [
        {
          ...STANDING,
          id: "spread_loose",
          contra_category_id: "cat_prepaid",
          amount_cents: -1_200_00,
          end_date: "2026-12-31",
          months: undefined,
        },
      ],
    },
  },
  "addAssetRegister transaction_update_failed ": {
    ...post("/asset_register", {
      date: "2025-12-31",
      assets: [REGISTERED],
    }),
    sections: { ...CLOSED_MONTHS, ...OWNED },
  },
  "moveScheduleEnd invalid_request id": post("/schedules/spread_reopened_11/move", {
    last_day: "2026-12-31",
  }),
  "endSchedule invalid_request id": post("/schedules/spread_reopened_11/end", { on: "2026-05-20" }),
  "endSchedule transaction_update_failed ": {
    ...post("/schedules/spread_running/end", { on: "2026-03-15" }),
    sections: CLOSED_MONTHS,
  },
  "reopenSchedule invalid_request id": post("/schedules/spread_moved_11/reopen", {}),
  "reopenSchedule transaction_update_failed ": {
    ...post("/schedules/spread_stopped/reopen", {}),
    sections: CLOSED_MONTHS,
  },
  "disposeAsset invalid_request id": post("/schedules/spread_moved_11/dispose", DISPOSAL),
  "disposeAsset transaction_update_failed ": {
    ...post("/schedules/spread_machine/dispose", { ...DISPOSAL, on: "2026-03-15" }),
    sections: CLOSED_MONTHS,
  },
  "receivePayment transaction_update_failed transaction_id": receiving({ transaction_id: "txn_plain" }),
  "receivePayment transaction_update_failed invoices": receiving({
    invoices: [{ invoice_id: "inv_settled" }, { invoice_id: "inv_open" }],
  }),
  "receivePayment transaction_update_failed fees": receiving({
    fees: [{ category: "cat_software", amount_cents: 20_000_00 }],
  }),
  "receivePayment transaction_update_failed ": {
    ...receiving({ transaction_id: "txn_plain_income" }),
    sections: {
      ...CLOSED,
      invoices: [invoice("settled", 900_00)],
      transactions: [transaction("plain_income", 10_00, { category_id: "cat_services", date: "2026-05-04" })],
      transfers: [],
    },
  },
  "refundCredit resource_missing category": refunding({ transaction_id: null, category: "cat_nobodys" }),
  "refundCredit transaction_update_failed invoices": refunding({ invoices: [{ invoice_id: "inv_open" }] }),
  "refundCredit transaction_update_failed transaction_id": refunding({ transaction_id: "txn_income" }),
  "refundCredit transaction_update_failed date": refunding({
    transaction_id: null,
    category: "cat_software",
    ...LATE,
  }),
  "refundCredit transaction_update_failed ": {
    ...refunding({ transaction_id: "txn_early" }),
    sections: {
      ...CLOSED,
      invoices: [invoice("refunded", 1_00)],
      transactions: [
        payment("overpaying", 90_00, "inv_refunded"),
        transaction("early", -10_00, { date: "2026-05-04" }),
      ],
      transfers: [],
    },
  },
  "creditInvoice transaction_update_failed id": { ...crediting({}), sections: DRAFT },
  "creditInvoice transaction_update_failed lines": crediting({}, "inv_open", 600_00),
  "creditInvoice transaction_update_failed date": crediting(LATE),
  "creditInvoice transaction_update_failed ": {
    ...crediting({}, "inv_settled", ROOM),
    sections: fullWith(ROOM),
  },
  "writeOffInvoice transaction_update_failed id": writingOff({}, "inv_paid"),
  "writeOffInvoice transaction_update_failed amount_cents": writingOff({ amount_cents: 20_000_01 }),
  "writeOffInvoice transaction_update_failed date": writingOff(LATE),
  "writeOffInvoice transaction_update_failed ": {
    ...writingOff({ amount_cents: ROOM }),
    sections: fullWith(ROOM),
  },
  "applyCredit transaction_update_failed id": {
    ...applying({ from_invoice_id: "inv_other" }),
    sections: { ...FEED, invoices: [...(DRAFT.invoices ?? []), invoice("other", 900_00)] },
  },
  "applyCredit transaction_update_failed from_invoice_id": applying({ from_invoice_id: "inv_open" }),
  "applyCredit transaction_update_failed amount_cents": {
    ...applying({ from_invoice_id: "inv_paid", amount_cents: 60_00 }),
    sections: {
      ...FEED,
      invoices: [invoice("settled", 50_00), invoice("paid", 100_00)],
      transactions: [...FEED.transactions, payment("paying", 200_00, "inv_paid")],
    },
  },
  "applyCredit transaction_update_failed date": applying(LATE),
  "openInvoices transaction_update_failed date": opening("/open_invoices"),
  "openBills transaction_update_failed date": opening("/open_bills"),
  "readOpenItems invalid_request date": readingItems({ date: "soon" }),
  "readOpenItems invalid_request date_format": readingItems({ date_format: "DD.MM" }),
  "readOpenItems invalid_request side": readingItems({ side: "both" }),
  "readOpenItems parameter_missing side": importing("/open_items_file", {}),
  "payBills transaction_update_failed transaction_id": payingBills({ transaction_id: "txn_income" }),
  "payBills transaction_update_failed bills": payingBills({
    bills: [{ bill_id: "bill_settled" }, { bill_id: "bill_open" }],
  }),
  "payBills transaction_update_failed fees": payingBills({
    fees: [{ category: "cat_software", amount_cents: 20_000_00 }],
  }),
  "payBills transaction_update_failed ": {
    ...payingBills({ transaction_id: "txn_early" }),
    sections: {
      ...CLOSED,
      bills: [bill("settled", 900_00)],
      transactions: [transaction("early", -10_00, { date: "2026-05-04" })],
      transfers: [],
    },
  },
  "refundBills resource_missing category": refundingBills({ transaction_id: null, category: "cat_nobodys" }),
  "refundBills transaction_update_failed bills": refundingBills({ bills: [{ bill_id: "bill_open" }] }),
  "refundBills transaction_update_failed transaction_id": refundingBills({ transaction_id: "txn_plain" }),
  "refundBills transaction_update_failed date": refundingBills({
    transaction_id: null,
    category: "cat_software",
    ...LATE,
  }),
  "refundBills transaction_update_failed ": {
    ...refundingBills({ transaction_id: "txn_early" }),
    sections: {
      ...CLOSED,
      bills: [bill("refunded", 1_00)],
      transactions: [
        billPayment("overpaying", 90_00, "bill_refunded"),
        transaction("early", 10_00, { category_id: "cat_services", date: "2026-05-04" }),
      ],
      transfers: [],
    },
  },
  "creditBill transaction_update_failed id": { ...creditingBill({}), sections: BILL_DRAFT },
  "creditBill transaction_update_failed lines": creditingBill({}, "bill_open", 600_00),
  "creditBill transaction_update_failed date": creditingBill(LATE),
  "creditBill transaction_update_failed ": {
    ...creditingBill({}, "bill_settled", ROOM),
    sections: fullWithBill(ROOM),
  },
  "writeOffBill transaction_update_failed id": writingOffBill({}, "bill_paid"),
  "writeOffBill transaction_update_failed amount_cents": writingOffBill({ amount_cents: 20_000_01 }),
  "writeOffBill transaction_update_failed date": writingOffBill(LATE),
  "writeOffBill transaction_update_failed ": {
    ...writingOffBill({ amount_cents: ROOM }),
    sections: fullWithBill(ROOM),
  },
  "applyBillCredit transaction_update_failed id": {
    ...applyingBill({ from_bill_id: "bill_other" }),
    sections: { ...FEED, bills: [...(BILL_DRAFT.bills ?? []), bill("other", 900_00)] },
  },
  "applyBillCredit transaction_update_failed from_bill_id": applyingBill({ from_bill_id: "bill_open" }),
  "applyBillCredit transaction_update_failed amount_cents": {
    ...applyingBill({ from_bill_id: "bill_paid", amount_cents: 60_00 }),
    sections: {
      ...FEED,
      bills: [bill("settled", 50_00), bill("paid", 100_00)],
      transactions: [...FEED.transactions, billPayment("paying", 200_00, "bill_paid")],
    },
  },
  "applyBillCredit transaction_update_failed date": applyingBill(LATE),
  "takeBackBillSettlement transaction_update_failed id": {
    ...post("/bill_settlements/stl_note/take_back", {}),
    sections: BILL_MOVED,
  },
  "takeBackSettlement transaction_update_failed id": {
    ...post("/settlements/stl_note/take_back", {}),
    sections: MOVED,
  },
  "answerTwinLines resource_missing transaction_ids": post("/transactions/twins", {
    answer: "same",
    transaction_ids: ["txn_plain"],
  }),
  "dismissSkippedLines resource_missing lines": post("/connections/conn_kept/dismiss", { lines: ["gone"] }),
  "takeBackUpload invalid_request id": takingBack,
  "takeBackBookImport invalid_request id": takingImportBack,
  ...ofBooks("planBookImport", "/book_imports/plan"),
  ...ofBooks("createBookImport", "/book_imports", { digest: "d" }),
  "createBookImport invalid_request digest": importing("/book_imports", { digest: "d".repeat(1_001) }),
  "createBookImport parameter_missing digest": importing("/book_imports", {}),
  "changeCategory invalid_request id": {
    ...sending("PATCH", `${CONSOLE}/chart/categories/cat_stock`, { cash_flow: "investing" }),
    sections: CLOSED,
  },
  "moveCategory invalid_request id": {
    ...post("/chart/categories/cat_software/move", { parent: "cat_travel" }),
    sections: CLOSED,
  },
  "mergeCategory invalid_request id": {
    ...post("/chart/categories/cat_software/merge", { into: "cat_payroll" }),
    sections: CLOSED,
  },
  "deleteDepartment invalid_request id": post("/chart/departments/dept_platform/delete", {}),
  "getSheetContent invalid_request starting_after": `${CONSOLE}/sheets/sht_kept/content?starting_after=${contentCursor("comp_other", "sht_kept")}`,
};
