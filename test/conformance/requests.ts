/**
 * One good request for each operation, to the company in `ordinary.ts`. The conformance tests send these
 * requests, with one fault at a time. A good request can be made repeatedly: if something can be done to a
 * record only once, each request uses another spare record.
 */
import type { Operation } from "../../src/contract/operation.ts";
import { permissions } from "../support/bundle.ts";
import { DONE_JOB, KEPT_EXPORT } from "../support/app.ts";
import { formWith, md5Of, pdfOf } from "../support/files.ts";
import { CONSOLE_BODIES, CONSOLE_TARGETS } from "./console-requests.ts";
import { RULE, spare } from "./ordinary.ts";

/** Where `doors.ts` serves the operations that only the web console has. */
export const CONSOLE = "/console";

const PDF = await pdfOf();

/** The path of each operation with its required query; `count` is the number of earlier requests. */
const TARGETS: Readonly<Record<string, string | ((count: number) => string)>> = {
  getCompany: "/company",
  listCategories: "/categories",
  listIntegrations: "/integrations",
  listDepartments: "/departments",
  listJournalEntries: "/journal_entries",
  getJournalEntry: "/journal_entries/je_capital_1",
  getTotal: "/aggregations/total?category_id=cat_cash&date=2025-06-30",
  listTotals: "/aggregations/totals?start_date=2025-01-01&end_date=2025-06-30",
  listMerchants: "/parties/merchants?category_id=cat_cash",
  getBalanceSheet: "/reports/balance_sheet?date=2025-06-30",
  getIncomeStatement: "/reports/income_statement?start_date=2025-01-01&end_date=2025-06-30",
  getCashFlow: "/reports/cash_flow?start_date=2025-01-01&end_date=2025-06-30",
  getTrialBalance: "/reports/trial_balance?start_date=2025-01-01&end_date=2025-06-30",
  getChangesInEquity: "/reports/changes_in_equity?start_date=2025-01-01&end_date=2025-06-30",
  listGeneralLedger: "/reports/general_ledger?start_date=2025-01-01&end_date=2025-06-30",
  createReportExport: "/reports/exports",
  getReportExport: `/reports/exports/${KEPT_EXPORT}`,
  listForms1099: "/forms/1099",
  getForm1099: "/forms/1099/f1099_kept",
  getTeam: "/team",
  createInvitation: "/team/invitations",
  changeInvitation: "/team/invitations/invite_change",
  resendInvitation: "/team/invitations/invite_resend/resend",
  revokeInvitation: "/team/invitations/invite_revoke",
  createBill: "/bills",
  listBills: "/bills",
  getBill: "/bills/bill_open",
  matchBill: "/bills/bill_billed/match",
  unmatchBill: "/bills/bill_paid/unmatch",
  voidBill: "/bills/bill_voidable/void",
  createInvoice: "/invoices",
  listInvoices: "/invoices",
  getInvoice: "/invoices/inv_open",
  matchInvoice: "/invoices/inv_billed/match",
  unmatchInvoice: "/invoices/inv_paid/unmatch",
  voidInvoice: "/invoices/inv_voidable/void",
  listAccounts: "/accounts",
  createAccount: "/accounts",
  listCards: "/cards",
  listSpreads: "/spreads",
  listTransactions: "/transactions",
  listSplits: "/transactions/splits",
  getTransaction: "/transactions/txn_plain",
  editTransaction: "/transactions/txn_edited",
  splitTransaction: (count) => `/transactions/txn_${spare("whole", count)}/split`,
  changeSplit: "/transactions/txn_resplit/split",
  removeSplit: (count) => `/transactions/txn_${spare("parted", count)}/split`,
  createTransfer: "/transfers",
  deleteTransfer: (count) => `/transfers/trf_${spare("undone", count)}`,
  createTransactionUpload: "/transaction_uploads",
  createFile: "/files",
  createFileUpload: "/file_uploads",
  listRules: "/rules",
  createRule: "/rules",
  getRule: "/rules/rule_kept",
  changeRule: "/rules/rule_changed",
  deleteRule: (count) => `/rules/rule_${spare("dropped", count)}`,
  listSheets: "/sheets",
  getSheet: "/sheets/sht_kept?ranges[]=Plan!A1:C2&ranges[]=Notes!A1&view=both&include=charts,formats",
  listSheetCells: "/sheets/sht_kept/cells?query=plan",
  deleteSheet: (count) => `/sheets/sht_${spare("dropped", count)}?base_revision=1`,
  listTaxes: "/taxes",
  getTax: "/taxes/tax_income_2024",
  uploadIncomeReturn: "/taxes/income_uploads",
  uploadFranchiseConfirmation: "/taxes/franchise_uploads",
  listTaxCredits: "/tax_credits",
  getTaxCredit: "/tax_credits/tcred_2024",
  bulkUpdateTransactions: "/transactions/bulk/update",
  getJob: `/jobs/${DONE_JOB}`,
};

/** True if only the web console has an operation that `doors.ts` serves. */
export function isOfConsole({ path }: Pick<Operation, "path">): boolean {
  return path.startsWith(`${CONSOLE}/`);
}

/** Permissions that every inviter may give, different from those of the existing invitations. */
const LITTLE = permissions("none", { api_access: "none", team_access: "view" });

/** Invites another person with each request. */
const invited = (name: string) => (count: number) => ({
  first_name: "Grace",
  last_name: "Ledger",
  email: `${name}.${count}@example.com`,
  access_template: "custom",
  permissions: LITTLE,
});

/** Returns a body with two lines of a split. */
function linesOf(first: number, second: number): object {
  return {
    lines: [
      { category_id: "cat_flights", department_id: "dept_sales", amount_cents: first, memo: "there" },
      { category_id: "cat_hotels", amount_cents: second },
    ],
  };
}

/** The bodies of the operations that take one; `count` is the number of earlier requests. */
const BODIES: Readonly<Record<string, (count: number) => object>> = {
  ...CONSOLE_BODIES,
  createInvitation: invited("grace"),
  inviteMember: invited("ada"),
  changeInvitation: () => ({ access_template: "custom", permissions: LITTLE }),
  createReportExport: () => ({
    report_type: "balance_sheet",
    start_date: "2025-01-01",
    end_date: "2025-06-30",
    format: "csv",
  }),
  createBill: () => ({
    vendor_name: "Quay Hosting",
    line_items: [
      { description: "Servers", quantity: 2.5, unit_amount_cents: 40_00, category_id: "cat_software" },
    ],
  }),
  matchBill: (count) => ({ transaction_id: `txn_${spare("billing", count)}` }),
  unmatchBill: () => ({}),
  createInvoice: () => ({
    customer_name: "Quay Foods",
    line_items: [
      { description: "Work", quantity: 2.5, unit_amount_cents: 40_00, category_id: "cat_services" },
    ],
  }),
  matchInvoice: (count) => ({ transaction_id: `txn_${spare("paying", count)}` }),
  unmatchInvoice: () => ({}),
  uploadIncomeReturn: (count) => ({
    tax_year: 2025,
    tax_firm: "Tick & Tie LLP",
    states_filed: ["CA", "DC"],
    file_id: `file_${spare("income", count)}`,
  }),
  uploadFranchiseConfirmation: (count) => ({ tax_year: 2025, file_id: `file_${spare("franchise", count)}` }),
  // Not applied to existing transactions, because that would need another permission than the card's.
  createRule: (count) => ({ ...RULE, name: `Rule ${count}`, apply_to_existing_transactions: false }),
  changeRule: (count) => ({ name: `Changed ${count}` }),
  bulkUpdateTransactions: (count) => ({ transaction_ids: ["txn_plain"], memo: `Together ${count}` }),
  createAccount: () => ({ name: "Petty cash", type: "other" }),
  editTransaction: (count) => ({
    category_id: "cat_software",
    department_id: "dept_platform",
    accounting_date: "2026-05-02",
    merchant_name: "Cloud Depot",
    memo: `Edited ${count}`,
  }),
  splitTransaction: () => linesOf(-100_00, -200_00),
  changeSplit: () => linesOf(-10_00, -40_00),
  createTransfer: (count) => ({
    from_transaction_id: `txn_${spare("leaving", count)}`,
    to_transaction_id: `txn_${spare("coming", count)}`,
  }),
  createFile: () => formWith(PDF),
  createFileUpload: (count) => ({ filename: `Return ${count}.pdf`, size: PDF.length, checksum: md5Of(PDF) }),
  createTransactionUpload: () => ({
    account_id: "acct_checking",
    rows: [{ date: "2025-06-01", amount_cents: -1250, description: "Coffee House" }],
  }),
};

const counts = new Map<string, number>();

/** Returns the number of earlier calls with this name. */
function countOf(name: string): number {
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  return count;
}

/**
 * Returns the target of an operation's good request. A new operation fails its tests until TARGETS has one.
 */
export function goodTarget({ id }: Pick<Operation, "id">): string {
  const root = id in CONSOLE_TARGETS ? CONSOLE : "";
  const target = TARGETS[id] ?? CONSOLE_TARGETS[id];
  if (target === undefined)
    throw new Error(
      `there is no good request for ${id}; add one to test/conformance/requests.ts or console-requests.ts`,
    );
  return `${root}${typeof target === "string" ? target : target(countOf(`target ${id}`))}`;
}

interface GoodOptions {
  readonly method: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The number of different idempotency keys of an operation's good requests: those of both that make exports
 * are fewer than the limit of unfinished ones, so that good requests never reach it.
 */
const IDEMPOTENCY_KEYS = 2;

/** Returns the method, body and headers of an operation's good request. */
export function goodOptions({
  id,
  method,
  body,
  idempotencyKey,
}: Pick<Operation, "id" | "method" | "body" | "idempotencyKey">): GoodOptions {
  // An operation that takes a form accepts its fields as JSON too.
  if (!("schema" in body)) return { method };
  const make = BODIES[id];
  if (!make) throw new Error(`there is no good body for ${id}; add one to test/conformance/requests.ts`);
  return {
    method,
    body: make(countOf(`body ${id}`)),
    ...(idempotencyKey === "required"
      ? { headers: { "idempotency-key": `good ${id} ${countOf(`key ${id}`) % IDEMPOTENCY_KEYS}` } }
      : {}),
  };
}

/** Returns an answer without the counts of requests, to which a read of the usage adds itself. */
export function withoutUsage(text: string): string {
  return text.replaceAll(/"requests":\d+/g, "");
}

/** Returns a target with a further query. */
export function withQuery(target: string, query: string): string {
  return `${target}${target.includes("?") ? "&" : "?"}${query}`;
}
