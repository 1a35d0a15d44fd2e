/**
 * One good request for each operation of a company that only the web console has, to the company in
 * `ordinary.ts`: what `requests.ts` holds for the API.
 */
import { KEPT_EXPORT } from "../support/app.ts";
import { permissions } from "../support/bundle.ts";
import { workbookFile } from "../support/workbooks.ts";
import { consoleSpare, UNREAD_ID } from "./console-records.ts";

const NO_LEVELS = permissions("none", { api_access: "none" });
const DAYS = "report_type=income_statement&start_date=2025-01-01&end_date=2025-06-30";

/** Paths below the console's root, with their required query. */
export const CONSOLE_TARGETS: Readonly<Record<string, string | ((count: number) => string)>> = {
  getVoucher: "/vouchers/je_capital_1",
  listManualEntries: "/manual_entries",
  createManualEntry: "/manual_entries",
  reverseVoucher: (count) => `/vouchers/je_${consoleSpare("reversible", count)}_1/reversal`,
  reviewManualEntry: "/vouchers/je_to_review_1/review",
  getClosing: "/closing",
  closeBooks: "/closing",
  openBooks: "/closing/open",
  getCloseChecklist: "/close_checklist",
  listClosings: "/closings",
  setOpeningBalances: "/opening_balances",
  listBookImports: "/book_imports",
  getBookImport: "/book_imports/imp_kept",
  planBookImport: "/book_imports/plan",
  createBookImport: "/book_imports",
  takeBackBookImport: (count) => `/book_imports/imp_${consoleSpare("taken_back", count)}/take_back`,
  getOverview: "/overview",
  listAuditEvents: "/audit_events",
  listAuditActors: "/audit_actors",
  listChanges: "/changes",
  listKeys: "/keys",
  createKey: "/keys",
  renameKey: "/keys/key_kept",
  revokeKey: (count) => `/keys/key_${consoleSpare("revoked", count)}`,
  getCompanySettings: "/company",
  changeCompanySettings: "/company",
  listInvitations: "/invitations",
  inviteMember: "/invitations",
  changeMember: (count) => `/team/members/mbr_${consoleSpare("changed", count)}`,
  removeMember: (count) => `/team/members/mbr_${consoleSpare("removed", count)}`,
  resendMember: "/invitations/invite_resend/resend",
  listPeople: "/people",
  getUsage: "/usage",
  getStatementTable: `/statement_table?${DAYS}`,
  listStatementEntries: `/statement_entries?${DAYS}&row=net_income&column_start=2025-01-01&column_end=2025-06-30`,
  exportStatement: "/statement_exports",
  getStatementExport: `/statement_exports/${KEPT_EXPORT}`,
  previewManualEntry: "/manual_entries/preview",
  findTransactions: "/transactions",
  listTransactionPlaces: "/transactions/places?every=1",
  listTransferProposals: "/transfer_proposals",
  listTwinLines: "/transactions/twins",
  answerTwinLines: "/transactions/twins",
  spreadTransaction: (count) => `/transactions/txn_${consoleSpare("spreadable", count)}/spread`,
  listTransactionEvents: "/transactions/txn_plain/events",
  listSchedules: "/schedules",
  addSchedule: "/schedules",
  removeSchedule: (count) => `/schedules/spread_${consoleSpare("loose", count)}/remove`,
  getAssetRegister: "/asset_register",
  addAssetRegister: "/asset_register",
  getSchedule: "/schedules/spread_insurance",
  moveScheduleEnd: (count) => `/schedules/spread_${consoleSpare("moved", count)}/move`,
  endSchedule: (count) => `/schedules/spread_${consoleSpare("ended", count)}/end`,
  reopenSchedule: (count) => `/schedules/spread_${consoleSpare("reopened", count)}/reopen`,
  disposeAsset: (count) => `/schedules/spread_${consoleSpare("sold", count)}/dispose`,
  listReconciliations: "/reconciliations",
  getReconciliation: "/reconciliations/rcn_kept",
  listReconciliationLines: "/reconciliations/rcn_kept/lines",
  startReconciliation: "/reconciliations",
  clearReconciliationLines: (count) => `/reconciliations/rcn_${consoleSpare("drafted", count)}/clear`,
  finishReconciliation: (count) => `/reconciliations/rcn_${consoleSpare("agreeing", count)}/finish`,
  reopenReconciliation: (count) => `/reconciliations/rcn_${consoleSpare("finished", count)}/reopen`,
  dropReconciliation: (count) => `/reconciliations/rcn_${consoleSpare("dropped", count)}/drop`,
  changeAccount: "/accounts/acct_savings",
  listAccountConnections: "/account_connections",
  tryRule: "/rules/try",
  applyRule: "/rules/rule_kept/apply",
  previewUpload: "/uploads/preview",
  listUploads: "/uploads",
  takeBackUpload: (count) => `/uploads/tup_${consoleSpare("taken_back", count)}/take_back`,
  listConnections: "/connections",
  listStaleFeeds: "/stale_feeds",
  connectVendor: "/connections",
  beginSignIn: "/connections/sign_in",
  renewConnection: "/connections/conn_kept/renew",
  mapConnection: (count) => `/connections/conn_${consoleSpare("mapped", count)}/accounts`,
  syncConnection: "/connections/conn_kept/sync",
  dismissSkippedLines: (count) => `/connections/conn_${consoleSpare("unread", count)}/dismiss`,
  disconnectVendor: (count) => `/connections/conn_${consoleSpare("ended", count)}/disconnect`,
  getChart: "/chart",
  addCategory: "/chart/categories",
  changeCategory: "/chart/categories/cat_travel",
  moveCategory: "/chart/categories/cat_hotels/move",
  orderCategories: "/chart/order",
  mergeCategory: (count) => `/chart/categories/cat_${consoleSpare("merged", count)}/merge`,
  addDepartment: "/chart/departments",
  changeDepartment: "/chart/departments/dept_design",
  moveDepartment: "/chart/departments/dept_apps/move",
  deleteDepartment: (count) => `/chart/departments/dept_${consoleSpare("dropped", count)}/delete`,
  findBills: "/bills",
  getPayables: "/payables",
  listBillCandidates: "/bills/bill_open/candidates",
  getBillSettlements: "/bills/bill_settled/settlements",
  openInvoices: "/open_invoices",
  openBills: "/open_bills",
  readOpenItems: "/open_items_file",
  payBills: "/bill_payments",
  refundBills: "/bill_refunds",
  creditBill: "/bills/bill_settled/credit",
  writeOffBill: "/bills/bill_settled/write_off",
  applyBillCredit: "/bills/bill_settled/apply",
  takeBackBillSettlement: (count) => `/bill_settlements/stl_${consoleSpare("bill_back", count)}/take_back`,
  findInvoices: "/invoices",
  getReceivables: "/receivables",
  listPaymentCandidates: "/invoices/inv_open/candidates",
  getInvoiceSettlements: "/invoices/inv_settled/settlements",
  receivePayment: "/receipts",
  refundCredit: "/refunds",
  creditInvoice: "/invoices/inv_settled/credit",
  writeOffInvoice: "/invoices/inv_settled/write_off",
  applyCredit: "/invoices/inv_settled/apply",
  takeBackSettlement: (count) => `/settlements/stl_${consoleSpare("back", count)}/take_back`,
  createSheet: "/sheets",
  importSheet: "/sheet_imports",
  getSheetContent: "/sheets/sht_kept/content",
  getSheetChanges: "/sheets/sht_kept/changes?since=1",
  editSheet: (count) => `/sheets/sht_${consoleSpare("edited", count)}/edits`,
  askBooks: "/book_calls",
};

const entry = (count: number) => ({
  date: "2025-03-31",
  memo: `Owed ${count}`,
  lines: [
    { category: "cat_hosting", debit_cents: 12_345 },
    { category: "cat_checking", credit_cents: 12_345 },
  ],
});
const WORKBOOK = workbookFile({ sheets: { Plan: '<row r="1"><c r="A1"><v>1</v></c></row>' } });

/** A form with books, and other fields. */
export const booksForm = (fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData();
  const text =
    "date,description,account,debit,credit\n2025-05-05,Chairs,Expenses:Office,5.00,\n2025-05-05,Chairs,Assets:Checking,,5.00\n";
  form.append("file", new File([text], "books.csv"));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

/** The form of a file of open items, with other fields. */
export const openItemsForm = (fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData();
  form.append(
    "file",
    new File(["Customer,Num,Date,Amount,Open balance\nBlue Fern,1,2025-01-01,6.00,5.00\n"], "open.csv"),
  );
  for (const [name, value] of Object.entries({ side: "receivable", date: "2025-01-01", ...fields }))
    form.append(name, value);
  return form;
};

/** An item and its credit, which together are the claims of a day before the books. */
export const openItems = (kind: string, count: number, more: object = {}) => ({
  date: "2025-01-01",
  items: [5_00, -5_00].map((open_cents) => ({
    party_name: "Blue Fern",
    number: `${kind}-${count}-${open_cents < 0 ? "credit" : "open"}`,
    date: "2025-01-01",
    open_cents,
    ...more,
  })),
});

/** As `BODIES` of `requests.ts`. */
export const CONSOLE_BODIES: Readonly<Record<string, (count: number) => object>> = {
  createManualEntry: entry,
  previewManualEntry: entry,
  reverseVoucher: () => ({ date: "2025-06-01" }),
  exportStatement: () => ({
    report_type: "trial_balance",
    start_date: "2025-01-01",
    end_date: "2025-06-30",
    format: "csv",
  }),
  closeBooks: () => ({ through: "2024-12-31", reason: "As filed" }),
  openBooks: (count) => ({ reason: `Reason ${count}` }),
  setOpeningBalances: (count) => ({
    // Each before all others, since a day on which a category has a balance is refused.
    date: new Date(Date.UTC(2024, 11, 31 - count)).toISOString().slice(0, 10),
    balances: [
      { category: "cat_checking", debit_cents: 1_250_000 },
      { category: "cat_hosting", credit_cents: 0 },
    ],
  }),
  takeBackBookImport: () => ({}),
  planBookImport: () => booksForm(),
  createBookImport: (count) => booksForm({ digest: `digest ${count}` }),
  createKey: (count) => ({ name: `Key ${count}` }),
  renameKey: (count) => ({ name: `Renamed ${count}` }),
  changeCompanySettings: (count) => ({ name: `Harbor ${count}` }),
  startReconciliation: (count) => ({
    account_id: `acct_${consoleSpare("mapped", count)}`,
    statement_date: "2025-12-31",
    statement_balance_cents: 0,
  }),
  clearReconciliationLines: () => ({ cleared: true }),
  reopenReconciliation: (count) => ({ reason: `Reason ${count}` }),
  spreadTransaction: () => ({ start_date: "2026-05-01", months: 12 }),
  addSchedule: () => ({
    kind: "spread",
    description: "Insurance of the opening balances",
    holding_category_id: "cat_prepaid",
    category_id: "cat_software",
    amount_cents: 1_200_00,
    start_date: "2026-05-01",
    months: 12,
  }),
  addAssetRegister: (count) => ({
    date: "2025-12-31",
    assets: [
      {
        description: "Oven",
        holding_category_id: `cat_${consoleSpare("owned", count)}`,
        contra_category_id: `cat_${consoleSpare("worn", count)}`,
        category_id: "cat_depreciation",
        amount_cents: 3_600_00,
        start_date: "2026-01-01",
        months: 36,
      },
    ],
  }),
  moveScheduleEnd: () => ({ last_day: "2026-12-31" }),
  endSchedule: () => ({ on: "2026-05-20" }),
  reopenSchedule: () => ({}),
  disposeAsset: () => ({
    on: "2026-05-20",
    proceeds_cents: 100_00,
    to: "cat_receivable",
    result: "cat_interest_expense",
  }),
  changeAccount: (count) => ({ name: `Reserve ${count}` }),
  tryRule: () => ({
    conditions: [{ field: "description", operator: "contains", value: "Payment" }],
    category_id: "cat_software",
  }),
  previewUpload: () => ({
    account_id: "acct_checking",
    rows: [{ date: "2025-06-01", amount_cents: -1250, description: "Coffee House" }],
  }),
  answerTwinLines: (count) => ({ answer: count % 2 === 0 ? "same" : "another" }),
  takeBackUpload: () => ({}),
  connectVendor: () => ({ vendor: "mercury", given: "token" }),
  changeMember: () => ({ access_template: "custom", permissions: NO_LEVELS }),
  beginSignIn: () => ({ vendor: "plaid" }),
  renewConnection: () => ({ given: "token" }),
  mapConnection: (count) => ({
    accounts: [{ id: "theirs", account_id: `acct_${consoleSpare("mapped", count)}` }],
  }),
  dismissSkippedLines: () => ({ lines: [UNREAD_ID] }),
  addCategory: (count) => ({ name: `Added ${count}`, account_type: "expense" }),
  changeCategory: (count) => ({ name: `Journeys ${count}` }),
  moveCategory: () => ({ parent: null }),
  orderCategories: () => ({}),
  mergeCategory: () => ({ into: "cat_software" }),
  addDepartment: (count) => ({ name: `Added ${count}` }),
  changeDepartment: (count) => ({ name: `Design ${count}` }),
  moveDepartment: () => ({ parent: null }),
  deleteDepartment: () => ({}),
  openInvoices: (count) => openItems("INVOICE", count),
  openBills: (count) => openItems("BILL", count),
  readOpenItems: () => openItemsForm(),
  payBills: (count) => ({
    transaction_id: `txn_${consoleSpare("bills_paid", count)}`,
    bills: [{ bill_id: `bill_${consoleSpare("small", count)}` }],
    fees: [{ category: "cat_software", amount_cents: 1 }],
  }),
  refundBills: (count) => ({
    bills: [{ bill_id: "bill_refunded" }],
    transaction_id: `txn_${consoleSpare("vendor_refunding", count)}`,
  }),
  creditBill: () => ({ lines: [{ category: "cat_software", amount_cents: 1 }] }),
  writeOffBill: () => ({ category: "cat_software", amount_cents: 1 }),
  applyBillCredit: () => ({ from_bill_id: "bill_overpaid", amount_cents: 1 }),
  takeBackBillSettlement: () => ({}),
  receivePayment: (count) => ({
    transaction_id: `txn_${consoleSpare("received", count)}`,
    invoices: [{ invoice_id: "inv_settled" }],
    fees: [{ category: "cat_software", amount_cents: 1 }],
  }),
  refundCredit: (count) => ({
    invoices: [{ invoice_id: "inv_refunded" }],
    transaction_id: `txn_${consoleSpare("refunding", count)}`,
  }),
  creditInvoice: () => ({ lines: [{ category: "cat_services", amount_cents: 1 }] }),
  writeOffInvoice: () => ({ category: "cat_software", amount_cents: 1 }),
  applyCredit: () => ({ from_invoice_id: "inv_overpaid", amount_cents: 1 }),
  takeBackSettlement: () => ({}),
  createSheet: (count) => ({ name: `New ${count}` }),
  importSheet: () => {
    const form = new FormData();
    form.append("file", new File([WORKBOOK], "Plan.xlsx"));
    return form;
  },
  editSheet: () => ({ base_revision: 1, edits: [{ kind: "rename", name: "Edited" }] }),
  askBooks: () => ({ calls: [{ name: "BOOKS.CASH", args: [46_022] }] }),
};
