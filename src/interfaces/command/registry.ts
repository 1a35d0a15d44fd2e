/** Every command, in the order in which the help lists them. */
import type { Command } from "./command.ts";
import { AUDIT_COMMANDS } from "./commands/audit.ts";
import { CATEGORY_COMMANDS } from "./commands/category.ts";
import { CLOSE_COMMANDS } from "./commands/close.ts";
import { COMPANY_COMMANDS } from "./commands/company.ts";
import { COMPANY_USE } from "./commands/company-use.ts";
import { CONNECTION_COMMANDS } from "./commands/connections.ts";
import { EXPORT_COMMANDS } from "./commands/export.ts";
import { FAULT_COMMANDS } from "./commands/fault.ts";
import { FEATURE_COMMANDS } from "./commands/feature.ts";
import { FEED_COMMANDS } from "./commands/feed.ts";
import { FORM_COMMANDS } from "./commands/form.ts";
import { IMPORT_COMMANDS } from "./commands/import.ts";
import { INTEGRATION_COMMANDS } from "./commands/integration.ts";
import { JOURNAL_COMMANDS } from "./commands/journal.ts";
import { KEY_COMMANDS } from "./commands/key.ts";
import { LOCAL_COMMANDS } from "./commands/local.ts";
import { MEMBER_COMMANDS } from "./commands/member.ts";
import { MOVE_COMMANDS } from "./commands/move.ts";
import { OVERRIDE_COMMANDS } from "./commands/override.ts";
import { PLAN_COMMANDS } from "./commands/plan.ts";
import { RESIDENT_COMMANDS } from "./commands/resident.ts";
import { ASSET_COMMANDS, SCHEDULE_COMMANDS } from "./commands/schedule.ts";
import { SHEET_COMMANDS } from "./commands/sheet.ts";
import { TAX_COMMANDS } from "./commands/tax.ts";
import { TAX_CREDIT_COMMANDS } from "./commands/tax-credit.ts";
import { STATEMENT_COMMANDS } from "./commands/statement.ts";
import { RECONCILE_COMMANDS } from "./commands/reconcile.ts";
import { ACCOUNT_COMMANDS } from "./commands/account.ts";
import { BILL_COMMANDS } from "./commands/bill.ts";
import { TRANSACTION_COMMANDS } from "./commands/transaction.ts";
import { INVOICE_COMMANDS } from "./commands/invoice.ts";
import { TRANSFER_COMMANDS } from "./commands/transfer.ts";
import { UPKEEP_COMMANDS } from "./commands/upkeep.ts";
import { WORKBOOK_COMMANDS } from "./commands/workbook.ts";
import { WORKER_COMMANDS } from "./commands/worker.ts";

export const COMMANDS: readonly Command[] = [
  ...RESIDENT_COMMANDS,
  ...IMPORT_COMMANDS,
  ...EXPORT_COMMANDS,
  ...STATEMENT_COMMANDS,
  ...WORKBOOK_COMMANDS,
  ...FEED_COMMANDS,
  ...CONNECTION_COMMANDS,
  ...KEY_COMMANDS,
  ...MEMBER_COMMANDS,
  ...COMPANY_COMMANDS,
  ...CLOSE_COMMANDS,
  COMPANY_USE,
  ...MOVE_COMMANDS,
  ...CATEGORY_COMMANDS,
  ...JOURNAL_COMMANDS,
  ...SCHEDULE_COMMANDS,
  ...ASSET_COMMANDS,
  ...AUDIT_COMMANDS,
  ...PLAN_COMMANDS,
  ...OVERRIDE_COMMANDS,
  ...FEATURE_COMMANDS,
  ...INTEGRATION_COMMANDS,
  ...FORM_COMMANDS,
  ...SHEET_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...RECONCILE_COMMANDS,
  ...INVOICE_COMMANDS,
  ...BILL_COMMANDS,
  ...TRANSACTION_COMMANDS,
  ...TRANSFER_COMMANDS,
  ...TAX_COMMANDS,
  ...TAX_CREDIT_COMMANDS,
  ...WORKER_COMMANDS,
  ...FAULT_COMMANDS,
  ...UPKEEP_COMMANDS,
  ...LOCAL_COMMANDS,
];

/** The ids of the operations that commands are made of. */
export const OPERATIONS_OF_COMMANDS: ReadonlySet<string> = new Set(
  COMMANDS.flatMap((each) => (each.place === "database" ? (each.operation ?? []) : [])),
);

/** The summaries of command groups, by the group's word, such as `key` of `key create`. */
export const GROUPS: Readonly<Record<string, string>> = {
  import: "Import books and spreadsheets",
  export: "Export books, statements and spreadsheets",
  statement: "Statements on the terminal",
  note: "Notes on lines of statements",
  feed: "Lines of bank and card accounts",
  transaction: "Single transactions: what they are booked on",
  connect: "Connect a bank or payment service",
  connections: "Connections to banks and payment services",
  key: "API keys",
  member: "Members of a company and their users",
  company: "Companies and their states",
  account: "Bank and card accounts, and their reconciliation",
  reconcile: "Statements of accounts, and the lines that are on them",
  invoice: "Invoices, what pays and settles them, and receivables by age",
  bill: "Bills of vendors, what pays and settles them, and payables by age",
  category: "A company's chart of accounts",
  journal: "Journal entries that people post",
  schedule: "Amounts that are spread over several months",
  asset: "Assets that are written off month by month",
  plan: "A company's plan and subscription",
  override: "A company's monthly request limits",
  feature: "A company's enabled features",
  integration: "A company's connections to outside services",
  "1099": "Vendor 1099 filings",
  sheet: "Spreadsheet documents",
  worker: "Background work",
  fault: "Faults for drills",
  tax: "Tax filings and tax credits, as far as operators record them",
  transfer: "Transfers between a company's accounts",
};
