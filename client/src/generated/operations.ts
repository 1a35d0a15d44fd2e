/** The operations. Generated from the operation cards by `npm run emit`: do not edit. */

import type { List } from "../list.ts";
import type { CallOptions, ListOptions, OperationRow } from "../options.ts";
import type {
  Account,
  AccountList,
  AggregationTotal,
  AggregationTotalList,
  BalanceSheet,
  Bill,
  BillList,
  BillPayment,
  BillPaymentTakenBack,
  CardList,
  CashFlow,
  CategoryList,
  CellHitList,
  ChangesInEquity,
  Company,
  DepartmentList,
  File,
  FileUpload,
  Form1099,
  Form1099List,
  FranchiseUpload,
  GeneralLedgerLineList,
  IncomeStatement,
  IncomeUpload,
  IntegrationList,
  InvitationAnswer,
  Invoice,
  InvoiceList,
  InvoicePayment,
  InvoicePaymentTakenBack,
  Job,
  JournalEntry,
  JournalEntryList,
  MerchantList,
  NewAccess,
  NewAccount,
  NewBill,
  NewFile,
  NewFileUpload,
  NewInvitation,
  NewInvoice,
  NewReportExport,
  NewRule,
  NewSplit,
  NewTransactionUploadForm,
  NewTransfer,
  ReportExport,
  Rule,
  RuleChange,
  RuleList,
  Sheet,
  SheetSummaryList,
  SpreadList,
  Tax,
  TaxCredit,
  TaxCreditList,
  TaxList,
  Team,
  Transaction,
  TransactionBulkEdit,
  TransactionEdit,
  TransactionList,
  TransactionSplitList,
  TransactionUpload,
  Transfer,
  TrialBalance,
} from "./schemas.ts";

/** The path below which the API lies on its server. */
export const API_ROOT = "/api/v1";

/** How each operation is called. */
export const OPERATIONS = {
  bulkUpdateTransactions: { method: "POST", path: "/transactions/bulk/update", body: "json", keyed: true, object: "job" },
  changeInvitation: { method: "PATCH", path: "/team/invitations/{id}", body: "json" },
  changeRule: { method: "PATCH", path: "/rules/{id}", body: "json", object: "rule" },
  changeSplit: { method: "PATCH", path: "/transactions/{id}/split", body: "json", object: "transaction" },
  createAccount: { method: "POST", path: "/accounts", body: "json", keyed: true, object: "account" },
  createBill: { method: "POST", path: "/bills", body: "json", keyed: true, object: "bill" },
  createFile: { method: "POST", path: "/files", body: "form", keyed: true, object: "file" },
  createFileUpload: { method: "POST", path: "/file_uploads", body: "json", keyed: true, object: "file_upload" },
  createInvitation: { method: "POST", path: "/team/invitations", body: "json" },
  createInvoice: { method: "POST", path: "/invoices", body: "json", keyed: true, object: "invoice" },
  createReportExport: { method: "POST", path: "/reports/exports", body: "json", keyed: true, object: "report_export" },
  createRule: { method: "POST", path: "/rules", body: "json", keyed: true, object: "rule" },
  createTransactionUpload: { method: "POST", path: "/transaction_uploads", body: "form", keyed: true, object: "transaction_upload" },
  createTransfer: { method: "POST", path: "/transfers", body: "json", keyed: true, object: "transfer" },
  deleteRule: { method: "DELETE", path: "/rules/{id}", empty: true },
  deleteSheet: { method: "DELETE", path: "/sheets/{id}", query: true, empty: true },
  deleteTransfer: { method: "DELETE", path: "/transfers/{id}", empty: true },
  editTransaction: { method: "PATCH", path: "/transactions/{id}", body: "json", object: "transaction" },
  getBalanceSheet: { method: "GET", path: "/reports/balance_sheet", query: true, object: "balance_sheet" },
  getBill: { method: "GET", path: "/bills/{id}", object: "bill" },
  getCashFlow: { method: "GET", path: "/reports/cash_flow", query: true, object: "cash_flow" },
  getChangesInEquity: { method: "GET", path: "/reports/changes_in_equity", query: true, object: "changes_in_equity" },
  getCompany: { method: "GET", path: "/company", object: "company" },
  getForm1099: { method: "GET", path: "/forms/1099/{id}", object: "form_1099" },
  getIncomeStatement: { method: "GET", path: "/reports/income_statement", query: true, object: "income_statement" },
  getInvoice: { method: "GET", path: "/invoices/{id}", object: "invoice" },
  getJob: { method: "GET", path: "/jobs/{id}", object: "job" },
  getJournalEntry: { method: "GET", path: "/journal_entries/{id}", object: "journal_entry" },
  getReportExport: { method: "GET", path: "/reports/exports/{id}", object: "report_export" },
  getRule: { method: "GET", path: "/rules/{id}", object: "rule" },
  getSheet: { method: "GET", path: "/sheets/{id}", query: true },
  getTax: { method: "GET", path: "/taxes/{id}", object: "tax" },
  getTaxCredit: { method: "GET", path: "/tax_credits/{id}", object: "tax_credit" },
  getTeam: { method: "GET", path: "/team" },
  getTotal: { method: "GET", path: "/aggregations/total", query: true, object: "aggregation_total" },
  getTransaction: { method: "GET", path: "/transactions/{id}", object: "transaction" },
  getTrialBalance: { method: "GET", path: "/reports/trial_balance", query: true, object: "trial_balance" },
  listAccounts: { method: "GET", path: "/accounts", query: true, list: "cursor", pageMost: 500 },
  listBills: { method: "GET", path: "/bills", query: true, list: "cursor", pageMost: 500 },
  listCards: { method: "GET", path: "/cards", query: true, list: "cursor", pageMost: 500 },
  listCategories: { method: "GET", path: "/categories", list: "whole" },
  listDepartments: { method: "GET", path: "/departments", list: "whole" },
  listForms1099: { method: "GET", path: "/forms/1099", query: true, list: "cursor", pageMost: 500 },
  listGeneralLedger: { method: "GET", path: "/reports/general_ledger", query: true, list: "cursor", pageMost: 500 },
  listIntegrations: { method: "GET", path: "/integrations", list: "whole" },
  listInvoices: { method: "GET", path: "/invoices", query: true, list: "cursor", pageMost: 500 },
  listJournalEntries: { method: "GET", path: "/journal_entries", query: true, list: "cursor", pageMost: 500 },
  listMerchants: { method: "GET", path: "/parties/merchants", query: true, list: "cursor", pageMost: 500 },
  listRules: { method: "GET", path: "/rules", list: "whole" },
  listSheetCells: { method: "GET", path: "/sheets/{id}/cells", query: true, list: "cursor", pageMost: 500 },
  listSheets: { method: "GET", path: "/sheets", query: true, list: "cursor", pageMost: 500 },
  listSplits: { method: "GET", path: "/transactions/splits", query: true, list: "cursor", pageMost: 500 },
  listSpreads: { method: "GET", path: "/spreads", query: true, list: "cursor", pageMost: 500 },
  listTaxCredits: { method: "GET", path: "/tax_credits", query: true, list: "cursor", pageMost: 500 },
  listTaxes: { method: "GET", path: "/taxes", query: true, list: "cursor", pageMost: 500 },
  listTotals: { method: "GET", path: "/aggregations/totals", query: true, list: "whole" },
  listTransactions: { method: "GET", path: "/transactions", query: true, list: "cursor", pageMost: 500 },
  matchBill: { method: "POST", path: "/bills/{id}/match", body: "json", keyed: true, object: "bill" },
  matchInvoice: { method: "POST", path: "/invoices/{id}/match", body: "json", keyed: true, object: "invoice" },
  removeSplit: { method: "DELETE", path: "/transactions/{id}/split", object: "transaction" },
  resendInvitation: { method: "POST", path: "/team/invitations/{id}/resend" },
  revokeInvitation: { method: "DELETE", path: "/team/invitations/{id}", empty: true },
  splitTransaction: { method: "POST", path: "/transactions/{id}/split", body: "json", keyed: true, object: "transaction" },
  unmatchBill: { method: "POST", path: "/bills/{id}/unmatch", body: "json", keyed: true, object: "bill" },
  unmatchInvoice: { method: "POST", path: "/invoices/{id}/unmatch", body: "json", keyed: true, object: "invoice" },
  uploadFranchiseConfirmation: { method: "POST", path: "/taxes/franchise_uploads", body: "json", keyed: true, object: "tax" },
  uploadIncomeReturn: { method: "POST", path: "/taxes/income_uploads", body: "json", keyed: true, object: "tax" },
  voidBill: { method: "POST", path: "/bills/{id}/void", keyed: true, object: "bill" },
  voidInvoice: { method: "POST", path: "/invoices/{id}/void", keyed: true, object: "invoice" },
} as const satisfies Readonly<Record<string, OperationRow>>;

/** A function for each operation: first the parameters of its path, then its query or its body, then options. */
export interface Operations {
  /**
   * Edit many transactions.
   *
   * Sets the same fields on many transactions. The edits run in batches in the background;
   * `GET /jobs/{id}` returns the progress and the transactions that could not be edited. A
   * value that no transaction can have is refused at once, and nothing is edited.
   *
   * Another company's transaction, category or department is answered like an unknown one.
   *
   * `POST /transactions/bulk/update`
   */
  readonly bulkUpdateTransactions: (body: TransactionBulkEdit, options?: CallOptions) => Promise<Job>;
  /**
   * Change the access of an invitation.
   *
   * Changes the access of a pending invitation, and nothing else. The key's owner needs at
   * least the invitation's present access and its new access.
   *
   * An invitation of another company, or one that is no longer pending, is answered like an
   * unknown one.
   *
   * `PATCH /team/invitations/{id}`
   */
  readonly changeInvitation: (id: string, body: NewAccess, options?: CallOptions) => Promise<InvitationAnswer>;
  /**
   * Change a rule.
   *
   * Sets any of six fields: all the given ones, or none. The change applies to transactions
   * that come in from now on; existing ones stay unchanged.
   *
   * Another company's rule is answered like an unknown one.
   *
   * `PATCH /rules/{id}`
   */
  readonly changeRule: (id: string, body: RuleChange, options?: CallOptions) => Promise<Rule>;
  /**
   * Change the lines of a split.
   *
   * Replaces the lines of a transaction that is split by category. The former lines and their
   * spreads are deleted.
   *
   * `PATCH /transactions/{id}/split`
   */
  readonly changeSplit: (id: string, body: NewSplit, options?: CallOptions) => Promise<Transaction>;
  /**
   * Create an account.
   *
   * Creates an account that transactions can be uploaded to. It has no transactions yet, so
   * its balance is 0.
   *
   * `POST /accounts`
   */
  readonly createAccount: (body: NewAccount, options?: CallOptions) => Promise<Account>;
  /**
   * Enter a bill of a vendor.
   *
   * Enters a bill with status `open`, under the next number of the company's own series,
   * `BILL-0001` and so on. On its date each line is debited to its category, and the total is
   * credited to Accounts Payable. Nothing is paid and no mail is sent.
   *
   * `POST /bills`
   */
  readonly createBill: (body: NewBill, options?: CallOptions) => Promise<Bill>;
  /**
   * Upload a PDF.
   *
   * Uploads a PDF, which is checked while it arrives. It is kept for 24 hours and can be
   * attached to one record in that time. The PDF must be readable to its last page without a
   * password.
   *
   * `POST /files`
   */
  readonly createFile: (body: NewFile, options?: CallOptions) => Promise<File>;
  /**
   * Upload a PDF into storage directly.
   *
   * Returns an address that accepts the file for 10 minutes. It accepts only these bytes,
   * because their length, their MD5 and the headers are signed. Attaching the file checks that
   * it is a PDF.
   *
   * `POST /file_uploads`
   */
  readonly createFileUpload: (body: NewFileUpload, options?: CallOptions) => Promise<FileUpload>;
  /**
   * Invite somebody to the team.
   *
   * Invites an address to the API key's company, in the name of the key's owner. `permissions`
   * is allowed only with the template `custom`. The owner can't grant more access than they
   * have. Full Admin access has no further condition; any other access needs the feature
   * `role_based_access_control` and an active or trialing Growth plan. What counts is the
   * resulting permissions, not the name of the template.
   *
   * `POST /team/invitations`
   */
  readonly createInvitation: (body: NewInvitation, options?: CallOptions) => Promise<InvitationAnswer>;
  /**
   * Issue an invoice.
   *
   * Issues an invoice with status `open`. On the day of issue its total is debited to Accounts
   * Receivable and each line is credited to its category. No mail is sent.
   *
   * `POST /invoices`
   */
  readonly createInvoice: (body: NewInvoice, options?: CallOptions) => Promise<Invoice>;
  /**
   * Export a report as a file.
   *
   * Generates a file in the background; `GET /reports/exports/{id}` returns its status. The
   * file holds the figures of the reports: a column for each period and one for the total. A
   * balance sheet has no total column; its columns are balances at the end of each period. A
   * cash flow statement is printed by vouchers: investing and financing gross, and without
   * what moved no cash. The books are read when the file is generated, not before.
   *
   * `POST /reports/exports`
   */
  readonly createReportExport: (body: NewReportExport, options?: CallOptions) => Promise<ReportExport>;
  /**
   * Create a rule.
   *
   * Creates a rule that assigns a category, and optionally a department, to incoming
   * transactions. Unless `apply_to_existing_transactions` is false, a background job,
   * `job_id`, also applies it to existing uncategorized transactions. It changes only
   * transactions for which this is the first active rule that matches, and nothing that a
   * person has categorized.
   *
   * Another company's category, department or account is answered like an unknown one.
   *
   * `POST /rules`
   */
  readonly createRule: (body: NewRule, options?: CallOptions) => Promise<Rule>;
  /**
   * Upload a bank file.
   *
   * Adds the lines of a bank file, or rows, to an account. An invalid line is reported with
   * its number; an unreadable file is refused as a whole. Lines that the account already has
   * are counted but not added. They are recognized by the bank's own id, or by day, amount and
   * description, so repeated and overlapping files add only new lines.
   *
   * Another company's account is answered like an unknown one.
   *
   * `POST /transaction_uploads`
   */
  readonly createTransactionUpload: (body: NewTransactionUploadForm, options?: CallOptions) => Promise<TransactionUpload>;
  /**
   * Match two transactions as a transfer.
   *
   * Money that went from one of the company's accounts to another is neither income nor
   * expense. Both transactions become sides of the transfer, which is booked on the earlier of
   * their accounting dates.
   *
   * `POST /transfers`
   */
  readonly createTransfer: (body: NewTransfer, options?: CallOptions) => Promise<Transfer>;
  /**
   * Delete a rule.
   *
   * Deletes a rule. Transactions that it categorized keep their category. A job that is still
   * applying it ends with `status` `failed`; transactions that it has not processed stay
   * unchanged.
   *
   * An unknown id is answered like a rule that was already deleted.
   *
   * `DELETE /rules/{id}`
   */
  readonly deleteRule: (id: string, options?: CallOptions) => Promise<void>;
  /**
   * Delete a spreadsheet.
   *
   * Deletes the document with all its worksheets if it is still at `base_revision`. If it has
   * changed, look at the change before you retry.
   *
   * Another company's document is answered like an unknown one.
   *
   * `DELETE /sheets/{id}`
   */
  readonly deleteSheet: (id: string, query: DeleteSheetQuery, options?: CallOptions) => Promise<void>;
  /**
   * Unmatch a transfer.
   *
   * Both transactions become `standard` again, with Uncategorized Expenses and Uncategorized
   * Income as their categories.
   *
   * `DELETE /transfers/{id}`
   */
  readonly deleteTransfer: (id: string, options?: CallOptions) => Promise<void>;
  /**
   * Edit a transaction.
   *
   * Sets any of five fields: all the given ones, or none. The journal entries change at the
   * same time.
   *
   * Another company's transaction, category or department is answered like an unknown one.
   *
   * `PATCH /transactions/{id}`
   */
  readonly editTransaction: (id: string, body: TransactionEdit, options?: CallOptions) => Promise<Transaction>;
  /**
   * Read the balance sheet.
   *
   * The full statement at the end of a day. Retained earnings are computed from the books and
   * shown as one equity entry, with a breakdown: the amount before the fiscal year and the net
   * income to date. A category with the role `retained_earnings` is included in that entry and
   * has no entry of its own.
   *
   * `GET /reports/balance_sheet`
   */
  readonly getBalanceSheet: (query?: GetBalanceSheetQuery, options?: CallOptions) => Promise<BalanceSheet>;
  /**
   * Read one bill.
   *
   * One bill, directly, of any status.
   *
   * Another company's bill or transaction is answered like an unknown one.
   *
   * `GET /bills/{id}`
   */
  readonly getBill: (id: string, options?: CallOptions) => Promise<Bill>;
  /**
   * Read the cash flow statement.
   *
   * The indirect method, computed from the books: net income, then the change of every balance
   * sheet category except cash. Income that belongs to investing or financing is taken out
   * under Non-Cash Expenses. Inflows are positive. The three totals add up to the change of
   * the cash balance.
   *
   * `GET /reports/cash_flow`
   */
  readonly getCashFlow: (query?: GetCashFlowQuery, options?: CallOptions) => Promise<CashFlow>;
  /**
   * Read the changes in equity.
   *
   * Each category of equity, and retained earnings, from its balance before the first day to
   * that at the end of the last day. The totals are those of the balance sheet, and the net
   * income is that of the income statement. Amounts are positive where they add to equity. A
   * change has a kind only if its voucher leaves no doubt: cash against equity alone, equity
   * alone, or retained earnings against assets and liabilities other than cash, with words
   * such as "prior period correction". All others are other changes, as is cash against
   * retained earnings or opening balances, whatever its words; so is what the books of the
   * first day open with, unless it came from a bank.
   *
   * `GET /reports/changes_in_equity`
   */
  readonly getChangesInEquity: (query?: GetChangesInEquityQuery, options?: CallOptions) => Promise<ChangesInEquity>;
  /**
   * Read the company's profile.
   *
   * The profile of the company that the API key belongs to. There is no path with an id: a key
   * has exactly one company.
   *
   * `GET /company`
   */
  readonly getCompany: (options?: CallOptions) => Promise<Company>;
  /**
   * Read one 1099 record.
   *
   * One record, directly, with new links to its documents.
   *
   * Another company's record is answered like an unknown one.
   *
   * `GET /forms/1099/{id}`
   */
  readonly getForm1099: (id: string, options?: CallOptions) => Promise<Form1099>;
  /**
   * Read the income statement.
   *
   * Revenue is positive and expenses are negative, so that the totals of the sections add up
   * to net income.
   *
   * `GET /reports/income_statement`
   */
  readonly getIncomeStatement: (query?: GetIncomeStatementQuery, options?: CallOptions) => Promise<IncomeStatement>;
  /**
   * Read one invoice.
   *
   * One invoice, directly, of any status.
   *
   * Another company's invoice or transaction is answered like an unknown one.
   *
   * `GET /invoices/{id}`
   */
  readonly getInvoice: (id: string, options?: CallOptions) => Promise<Invoice>;
  /**
   * Read a job.
   *
   * A background job that edits transactions, with its progress. It stays readable for some
   * weeks after it ends.
   *
   * Another company's job is answered like an unknown one.
   *
   * `GET /jobs/{id}`
   */
  readonly getJob: (id: string, options?: CallOptions) => Promise<Job>;
  /**
   * Read one journal entry.
   *
   * One entry, directly.
   *
   * Another company's entry is answered like an unknown one.
   *
   * `GET /journal_entries/{id}`
   */
  readonly getJournalEntry: (id: string, options?: CallOptions) => Promise<JournalEntry>;
  /**
   * Read an export.
   *
   * Returns an export's status; a teammate's export too. Each read of a succeeded export
   * returns a new link to the file, until 30 days after completion. The record stays.
   *
   * An export of another company, or of the browser application, is answered like an unknown
   * one.
   *
   * `GET /reports/exports/{id}`
   */
  readonly getReportExport: (id: string, options?: CallOptions) => Promise<ReportExport>;
  /**
   * Read one rule.
   *
   * One rule, directly.
   *
   * Another company's rule is answered like an unknown one.
   *
   * `GET /rules/{id}`
   */
  readonly getRule: (id: string, options?: CallOptions) => Promise<Rule>;
  /**
   * Read one spreadsheet.
   *
   * The document with its worksheets; with `ranges`, also cells, calculated now. A range is a
   * cell or a rectangle within the grid, such as `B2` or `A1:C10`, from its top left to its
   * bottom right corner. It may name its worksheet: `'Monthly plan'!A1:C10`, with an
   * apostrophe in the name doubled. A range without a worksheet belongs to `worksheet_id`, or
   * to the only worksheet. Failed formulas and unfinished calculations are reported in
   * `calculation`, with HTTP status 200: always check `calculation.status`. It is
   * `unavailable`, with a message that says why, if the calculation takes too much time or
   * memory, if the texts of the values are too long together, or if the company has too many
   * calculations at once.
   *
   * Another company's document is answered like an unknown one.
   *
   * `GET /sheets/{id}`
   */
  readonly getSheet: (id: string, query?: GetSheetQuery, options?: CallOptions) => Promise<Sheet>;
  /**
   * Read one tax record.
   *
   * One record, directly, with fresh links to its documents.
   *
   * Another company's record is answered like an unknown one, and so is one reserved for
   * staff.
   *
   * `GET /taxes/{id}`
   */
  readonly getTax: (id: string, options?: CallOptions) => Promise<Tax>;
  /**
   * Read one tax credit.
   *
   * One credit, directly.
   *
   * Another company's credit is answered like an unknown one.
   *
   * `GET /tax_credits/{id}`
   */
  readonly getTaxCredit: (id: string, options?: CallOptions) => Promise<TaxCredit>;
  /**
   * Read the team.
   *
   * The members of the company, active ones first, and the pending invitations, expired ones
   * included. Former members are excluded. Not paginated.
   *
   * `GET /team`
   */
  readonly getTeam: (options?: CallOptions) => Promise<Team>;
  /**
   * Read one category's total.
   *
   * One signed total of a category with its descendants, by whole months: the day in a date is
   * ignored. A period category takes `start_date` and `end_date`, a point-in-time category
   * `date`.
   *
   * `GET /aggregations/total`
   */
  readonly getTotal: (query: GetTotalQuery, options?: CallOptions) => Promise<AggregationTotal>;
  /**
   * Read one transaction.
   *
   * One transaction, directly. A deleted one is missing.
   *
   * Another company's transaction is answered like an unknown one.
   *
   * `GET /transactions/{id}`
   */
  readonly getTransaction: (id: string, options?: CallOptions) => Promise<Transaction>;
  /**
   * Read the trial balance.
   *
   * For each category with any of these amounts: its opening balance, before the first day;
   * its changes, what was booked on the days; and its closing balance, at the end of the last
   * day, without adjusting entries of the days if these are excluded. Each amount is a debit
   * or a credit of the category's own entries, without those of categories below it. In every
   * total debits equal credits. The days are of one fiscal year: income and expenses begin at
   * zero with it, and what they came to before is the line `grp_earlier_net_income`. An
   * adjusting entry is one that was marked as such when it was posted; those of before the
   * first day are in the opening balances.
   *
   * `GET /reports/trial_balance`
   */
  readonly getTrialBalance: (query?: GetTrialBalanceQuery, options?: CallOptions) => Promise<TrialBalance>;
  /**
   * List the bank and card accounts.
   *
   * All accounts, in the order in which they were created.
   *
   * `GET /accounts`
   */
  readonly listAccounts: (query?: ListAccountsQuery, options?: ListOptions) => List<AccountList["data"][number], AccountList>;
  /**
   * List bills.
   *
   * Bills by date, latest first.
   *
   * `GET /bills`
   */
  readonly listBills: (query?: ListBillsQuery, options?: ListOptions) => List<BillList["data"][number], BillList>;
  /**
   * List the cards.
   *
   * All cards, in the order in which they were created.
   *
   * `GET /cards`
   */
  readonly listCards: (query?: ListCardsQuery, options?: ListOptions) => List<CardList["data"][number], CardList>;
  /**
   * List all categories.
   *
   * The whole chart of categories, ordered by tier, then position, then name. Not paginated.
   *
   * `GET /categories`
   */
  readonly listCategories: (options?: ListOptions) => List<CategoryList["data"][number], CategoryList>;
  /**
   * List all departments.
   *
   * The whole tree of departments in display order: each department is followed by its
   * children. Not paginated.
   *
   * `GET /departments`
   */
  readonly listDepartments: (options?: ListOptions) => List<DepartmentList["data"][number], DepartmentList>;
  /**
   * List 1099 records.
   *
   * Records by year, latest first, and within a year newest first. A record must match all
   * filters. `summaries` is complete on every page: it covers all years, or the requested one,
   * and ignores the other filters. There is no list of changed or deleted records.
   *
   * `GET /forms/1099`
   */
  readonly listForms1099: (query?: ListForms1099Query, options?: ListOptions) => List<Form1099List["data"][number], Form1099List>;
  /**
   * Read the general ledger.
   *
   * The lines of each category of a trial balance of the same days, in its order: the opening
   * balance, each entry with the balance after it, the earliest first, and the totals with the
   * closing balance. Categories without a balance and without entries have no lines. The days
   * are of one fiscal year, as those of a trial balance.
   *
   * A cursor from another company, or one that the filters exclude, is answered like an
   * unknown one.
   *
   * `GET /reports/general_ledger`
   */
  readonly listGeneralLedger: (query?: ListGeneralLedgerQuery, options?: ListOptions) => List<GeneralLedgerLineList["data"][number], GeneralLedgerLineList>;
  /**
   * List the integrations that are available to the company.
   *
   * Not paginated; the order may change. An integration that is missing here is not available
   * to the company, which is different from not connected. Poll at most every few minutes.
   *
   * `GET /integrations`
   */
  readonly listIntegrations: (options?: ListOptions) => List<IntegrationList["data"][number], IntegrationList>;
  /**
   * List invoices.
   *
   * Invoices by day of issue, latest first.
   *
   * `GET /invoices`
   */
  readonly listInvoices: (query?: ListInvoicesQuery, options?: ListOptions) => List<InvoiceList["data"][number], InvoiceList>;
  /**
   * List journal entries.
   *
   * Entries by date, latest first. With the `category_id` of a report line and the report's
   * dates, these are the entries that make up the line. A category stands for itself and its
   * descendants.
   *
   * A cursor from another company, or one that the filters exclude, is answered like an
   * unknown one.
   *
   * `GET /journal_entries`
   */
  readonly listJournalEntries: (query?: ListJournalEntriesQuery, options?: ListOptions) => List<JournalEntryList["data"][number], JournalEntryList>;
  /**
   * List the merchants of a category.
   *
   * Merchant and counterparty names recorded for a category and its descendants across all
   * months, by name. Names that occur only on held entries are excluded.
   *
   * `GET /parties/merchants`
   */
  readonly listMerchants: (query: ListMerchantsQuery, options?: ListOptions) => List<MerchantList["data"][number], MerchantList>;
  /**
   * List the rules.
   *
   * All rules, in the order in which they are tried.
   *
   * `GET /rules`
   */
  readonly listRules: (options?: ListOptions) => List<RuleList["data"][number], RuleList>;
  /**
   * Search a spreadsheet's cells.
   *
   * Cells that contain a text, by worksheet and row. The search covers what was entered,
   * formulas included, not the values that formulas return. A page of very long texts may end
   * before `limit`; `has_more` says whether there are more.
   *
   * Another company's document is answered like an unknown one.
   *
   * `GET /sheets/{id}/cells`
   */
  readonly listSheetCells: (id: string, query: ListSheetCellsQuery, options?: ListOptions) => List<CellHitList["data"][number], CellHitList>;
  /**
   * List spreadsheets.
   *
   * The company's spreadsheet documents, newest first. A document that is edited between two
   * pages keeps its place.
   *
   * `GET /sheets`
   */
  readonly listSheets: (query?: ListSheetsQuery, options?: ListOptions) => List<SheetSummaryList["data"][number], SheetSummaryList>;
  /**
   * List the lines of split transactions.
   *
   * All lines, or those of one transaction. Lines of a transaction stand together, in order.
   *
   * `GET /transactions/splits`
   */
  readonly listSplits: (query?: ListSplitsQuery, options?: ListOptions) => List<TransactionSplitList["data"][number], TransactionSplitList>;
  /**
   * List the spreads.
   *
   * Amounts spread over several months, such as a year's insurance, in the order in which they
   * were created. The part not yet recognized is held on a balance sheet category.
   *
   * `GET /spreads`
   */
  readonly listSpreads: (query?: ListSpreadsQuery, options?: ListOptions) => List<SpreadList["data"][number], SpreadList>;
  /**
   * List tax credits.
   *
   * One credit for each type and year, newest year first. Reading calculates no credit,
   * changes no decision, and files and submits nothing.
   *
   * `GET /tax_credits`
   */
  readonly listTaxCredits: (query?: ListTaxCreditsQuery, options?: ListOptions) => List<TaxCreditList["data"][number], TaxCreditList>;
  /**
   * List tax records.
   *
   * Newest first. An empty list does not mean that no tax is owed. A record must match all
   * filters.
   *
   * `GET /taxes`
   */
  readonly listTaxes: (query?: ListTaxesQuery, options?: ListOptions) => List<TaxList["data"][number], TaxList>;
  /**
   * Read the totals of several categories.
   *
   * Several totals from one consistent read. Without `category_ids[]`, all categories that the
   * given dates fit: period categories for `start_date` and `end_date`, point-in-time
   * categories for `date`. In chart order. Not paginated.
   *
   * `GET /aggregations/totals`
   */
  readonly listTotals: (query?: ListTotalsQuery, options?: ListOptions) => List<AggregationTotalList["data"][number], AggregationTotalList>;
  /**
   * List transactions.
   *
   * Transactions by date, latest first. With `updated_after`, transactions changed since then,
   * oldest change first, with deleted ones as tombstones. To mirror the feed, begin with 0,
   * send the same `updated_after` for every page, and keep `watermark` of the last page for
   * the next run. With the last page of a run without filters comes the header `Feed-Digest`.
   * Filters apply to the present state, so a mirror should use only those that never change:
   * dates, account and source.
   *
   * A cursor from another company is answered like an unknown one.
   *
   * `GET /transactions`
   */
  readonly listTransactions: (query?: ListTransactionsQuery, options?: ListOptions) => List<TransactionList["data"][number], TransactionList>;
  /**
   * Match a transaction with a bill.
   *
   * Records that the transaction pays the bill. The transaction must be an outflow of at most
   * the amount due. It is booked to Accounts Payable, and its category can't be edited until
   * it is unmatched. Several transactions may each pay a part.
   *
   * Another company's bill or transaction is answered like an unknown one.
   *
   * `POST /bills/{id}/match`
   */
  readonly matchBill: (id: string, body: BillPayment, options?: CallOptions) => Promise<Bill>;
  /**
   * Match a transaction with an invoice.
   *
   * Records that the transaction pays the invoice. The transaction must be an inflow of at
   * most the amount due. It is booked to Accounts Receivable, and its category can't be edited
   * until it is unmatched. Several transactions may each pay a part.
   *
   * Another company's invoice or transaction is answered like an unknown one.
   *
   * `POST /invoices/{id}/match`
   */
  readonly matchInvoice: (id: string, body: InvoicePayment, options?: CallOptions) => Promise<Invoice>;
  /**
   * Remove a split by category.
   *
   * Deletes the lines and their spreads. The transaction becomes `standard`, with
   * Uncategorized Expenses or Uncategorized Income as its category. Its earlier category,
   * department and accounting date are not restored. Splits by department and for payroll
   * can't be removed.
   *
   * `DELETE /transactions/{id}/split`
   */
  readonly removeSplit: (id: string, options?: CallOptions) => Promise<Transaction>;
  /**
   * Send an invitation again.
   *
   * Extends a pending invitation, even an expired one. Its inviter and creation time stay
   * unchanged. It accepts neither a body nor parameters.
   *
   * An invitation of another company, or one that is no longer pending, is answered like an
   * unknown one.
   *
   * `POST /team/invitations/{id}/resend`
   */
  readonly resendInvitation: (id: string, options?: CallOptions) => Promise<InvitationAnswer>;
  /**
   * Revoke an invitation.
   *
   * Revokes a pending invitation. It never removes a member. It accepts neither a body nor
   * parameters.
   *
   * An unknown id is answered like an invitation that was already revoked.
   *
   * `DELETE /team/invitations/{id}`
   */
  readonly revokeInvitation: (id: string, options?: CallOptions) => Promise<void>;
  /**
   * Split a transaction by category.
   *
   * Books a transaction on several categories. Its own category and department are removed,
   * and are not restored when the split is removed.
   *
   * `POST /transactions/{id}/split`
   */
  readonly splitTransaction: (id: string, body: NewSplit, options?: CallOptions) => Promise<Transaction>;
  /**
   * Unmatch transactions from a bill.
   *
   * The bill's transactions, or only the named one, get the category Uncategorized Expenses.
   * The bill is open again.
   *
   * Another company's bill or transaction is answered like an unknown one.
   *
   * `POST /bills/{id}/unmatch`
   */
  readonly unmatchBill: (id: string, body?: BillPaymentTakenBack, options?: CallOptions) => Promise<Bill>;
  /**
   * Unmatch transactions from an invoice.
   *
   * The invoice's transactions, or only the named one, get the category Uncategorized Income.
   * The invoice is open again.
   *
   * Another company's invoice or transaction is answered like an unknown one.
   *
   * `POST /invoices/{id}/unmatch`
   */
  readonly unmatchInvoice: (id: string, body?: InvoicePaymentTakenBack, options?: CallOptions) => Promise<Invoice>;
  /**
   * Upload Delaware's confirmation of a franchise tax filing.
   *
   * Creates the year's Delaware record, or updates it, as filed elsewhere, now. The PDF
   * becomes its `filing_confirmation`, renamed after the year and the company, and replaces an
   * earlier one.
   *
   * Another company's file is answered like an unknown one.
   *
   * `POST /taxes/franchise_uploads`
   */
  readonly uploadFranchiseConfirmation: (body: FranchiseUpload, options?: CallOptions) => Promise<Tax>;
  /**
   * Upload an income return that was filed elsewhere.
   *
   * Creates or overwrites the year's income record as filed elsewhere, now, for federal and
   * the given states. The PDF becomes its `filed_return`. The year's Delaware record is
   * created too; it is `filed` only if Delaware's own status showed that. Send a Delaware
   * franchise tax report to `POST /taxes/franchise_uploads`.
   *
   * Another company's file is answered like an unknown one.
   *
   * `POST /taxes/income_uploads`
   */
  readonly uploadIncomeReturn: (body: IncomeUpload, options?: CallOptions) => Promise<Tax>;
  /**
   * Void a bill.
   *
   * Removes a bill from the books for good. Its postings are deleted or, in closed books,
   * reversed on the first open day. Its own number stays taken, that of the vendor is free
   * again. A bill with payments can't be voided; unmatch them first.
   *
   * Another company's bill or transaction is answered like an unknown one.
   *
   * `POST /bills/{id}/void`
   */
  readonly voidBill: (id: string, options?: CallOptions) => Promise<Bill>;
  /**
   * Void an invoice.
   *
   * Removes an invoice from the books for good. Its postings are deleted or, in closed books,
   * reversed on the first open day. Its number stays taken. An invoice with payments can't be
   * voided; unmatch them first.
   *
   * Another company's invoice or transaction is answered like an unknown one.
   *
   * `POST /invoices/{id}/void`
   */
  readonly voidInvoice: (id: string, options?: CallOptions) => Promise<Invoice>;
}

/** The query of `deleteSheet`. */
export interface DeleteSheetQuery {
  /** The document's current `revision`, from a read. */
  readonly base_revision: number;
}

/** The query of `getBalanceSheet`. */
export interface GetBalanceSheetQuery {
  /**
   * The day; by default today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly date?: string | undefined;
}

/** The query of `getCashFlow`. */
export interface GetCashFlowQuery {
  /**
   * First day; by default the first day of the current calendar quarter. `YYYY-MM-DD`, or an
   * ISO 8601 datetime with `Z` or an offset, which denotes its day in Los Angeles. Blank
   * counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day; by default today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
}

/** The query of `getChangesInEquity`. */
export interface GetChangesInEquityQuery {
  /**
   * First day; by default the first day of the current calendar quarter. `YYYY-MM-DD`, or an
   * ISO 8601 datetime with `Z` or an offset, which denotes its day in Los Angeles. Blank
   * counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day; by default today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
}

/** The query of `getIncomeStatement`. */
export interface GetIncomeStatementQuery {
  /**
   * First day; by default the first day of the current calendar quarter. `YYYY-MM-DD`, or an
   * ISO 8601 datetime with `Z` or an offset, which denotes its day in Los Angeles. Blank
   * counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day; by default today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** `department` breaks each section down by department too; it needs the departments feature. */
  readonly group_by?: "category" | "department" | undefined;
}

/** The query of `getSheet`. */
export interface GetSheetQuery {
  /** Ranges to read: one as `ranges=`, or several as `ranges[]=`. */
  readonly ranges?: readonly string[] | undefined;
  /** The worksheet of ranges that do not name one. Ranges that do must name this one. */
  readonly worksheet_id?: string | undefined;
  /**
   * Whether to return the calculated values of cells, their formulas, or both. `formulas`
   * calculates nothing. Default: `values`.
   */
  readonly view?: "values" | "formulas" | "both" | undefined;
  /** What else to return: all charts of the document, and the formats of cells in the ranges. */
  readonly include?: string | undefined;
}

/** The query of `getTotal`. */
export interface GetTotalQuery {
  /** The category. */
  readonly category_id: string;
  /**
   * Any day of the first month. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Any day of the last month. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /**
   * Any day of the balance's last month. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an
   * offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly date?: string | undefined;
  /**
   * First month, `YYYY-MM`. Use `start_date`.
   * @deprecated
   */
  readonly start_month?: string | undefined;
  /**
   * Last month, `YYYY-MM`. Use `end_date`.
   * @deprecated
   */
  readonly end_month?: string | undefined;
  /** Counts only entries of exactly this merchant or counterparty; letter case matters. */
  readonly merchant?: string | undefined;
}

/** The query of `getTrialBalance`. */
export interface GetTrialBalanceQuery {
  /**
   * First day; by default the first day of the fiscal year of the last day. `YYYY-MM-DD`, or
   * an ISO 8601 datetime with `Z` or an offset, which denotes its day in Los Angeles. Blank
   * counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day; by default today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /**
   * The period of each of the changes; the first and the last may be partial. Default: `year`,
   * which is one for all days.
   */
  readonly period?: "month" | "quarter" | "year" | undefined;
  /**
   * Whether adjusting entries of the days are `included`, which makes the trial balance
   * adjusted; `excluded`, which makes it unadjusted; or `separate`, which gives both. Default:
   * `included`.
   */
  readonly adjustments?: "included" | "excluded" | "separate" | undefined;
}

/** The query of `listAccounts`. */
export interface ListAccountsQuery {
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`. */
  readonly starting_after?: string | undefined;
}

/** The query of `listBills`. */
export interface ListBillsQuery {
  /** Only bills of this status. */
  readonly status?: "draft" | "open" | "paid" | "void" | undefined;
  /** Only bills of exactly this vendor. */
  readonly vendor_name?: string | undefined;
  /**
   * Only bills dated on or after this day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or
   * an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Only bills dated on or before this day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or
   * an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same filters. */
  readonly starting_after?: string | undefined;
}

/** The query of `listCards`. */
export interface ListCardsQuery {
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`. */
  readonly starting_after?: string | undefined;
}

/** The query of `listForms1099`. */
export interface ListForms1099Query {
  /** Only this reporting year, in four digits. Default: all years. */
  readonly year?: number | undefined;
  /** Only records with one of these statuses, separated by commas. */
  readonly filing_status?: string | undefined;
  /**
   * `true`: only records whose filing is confirmed as required and not complete:
   * `w9_required`, `w9_requested`, `ready_to_file`, `filing`. `false`: only the others.
   */
  readonly pending?: boolean | undefined;
  /**
   * Only records of vendors with exactly this name. Letter case and surrounding blanks are
   * ignored.
   */
  readonly vendor_name?: string | undefined;
  /** `true`: only records that were filed elsewhere. `false`: only the others. */
  readonly filed_elsewhere?: boolean | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same filters; `limit` may change. */
  readonly starting_after?: string | undefined;
}

/** The query of `listGeneralLedger`. */
export interface ListGeneralLedgerQuery {
  /**
   * First day; by default the first day of the fiscal year of the last day. `YYYY-MM-DD`, or
   * an ISO 8601 datetime with `Z` or an offset, which denotes its day in Los Angeles. Blank
   * counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day; by default today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /**
   * Only this category and its descendants. `<id>-direct`, as shown in reports, excludes the
   * descendants.
   */
  readonly category_id?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same days and category. */
  readonly starting_after?: string | undefined;
}

/** The query of `listInvoices`. */
export interface ListInvoicesQuery {
  /** Only invoices of this status. */
  readonly status?: "draft" | "open" | "paid" | "void" | undefined;
  /** Only invoices of exactly this customer. */
  readonly customer_name?: string | undefined;
  /**
   * Only invoices issued on or after this day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z`
   * or an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Only invoices issued on or before this day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z`
   * or an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same filters. */
  readonly starting_after?: string | undefined;
}

/** The query of `listJournalEntries`. */
export interface ListJournalEntriesQuery {
  /**
   * Only entries of this category and its descendants. `<id>-direct`, as shown in reports,
   * excludes the descendants.
   */
  readonly category_id?: string | undefined;
  /** Only entries of this department and those below it. */
  readonly department_id?: string | undefined;
  /**
   * First day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** Only entries of exactly this merchant or counterparty. */
  readonly merchant?: string | undefined;
  /** Only entries posted from this source. */
  readonly source?: "bank_transaction" | "spread" | "capitalization" | "csv_upload" | "transfer" | "invoice" | "bill" | "adjustment" | undefined;
  /** Only entries of this transaction. */
  readonly transaction_id?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same filters. */
  readonly starting_after?: string | undefined;
}

/** The query of `listMerchants`. */
export interface ListMerchantsQuery {
  /** The category. */
  readonly category_id: string;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same category. */
  readonly starting_after?: string | undefined;
}

/** The query of `listSheetCells`. */
export interface ListSheetCellsQuery {
  /** The text to find, ignoring letter case. */
  readonly query: string;
  /**
   * Whether the text may be part of a cell's content, or must be all of it. Default:
   * `contains`.
   */
  readonly match?: "contains" | "exact" | undefined;
  /** Only cells of this worksheet. */
  readonly worksheet_id?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same other parameters. */
  readonly starting_after?: string | undefined;
}

/** The query of `listSheets`. */
export interface ListSheetsQuery {
  /** Only documents whose name contains this text, ignoring letter case. */
  readonly query?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same other parameters. */
  readonly starting_after?: string | undefined;
}

/** The query of `listSplits`. */
export interface ListSplitsQuery {
  /** Only lines of this transaction. */
  readonly transaction_id?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same filter. */
  readonly starting_after?: string | undefined;
}

/** The query of `listSpreads`. */
export interface ListSpreadsQuery {
  /** Only spreads of this transaction. */
  readonly transaction_id?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same filter. */
  readonly starting_after?: string | undefined;
}

/** The query of `listTaxCredits`. */
export interface ListTaxCreditsQuery {
  /** Only credits of this type. */
  readonly type?: "research_and_development" | undefined;
  /** Only the credit of this tax year. */
  readonly year?: number | undefined;
  /** Only credits of this claim status. */
  readonly claim_status?: "undecided" | "not_claimed" | "pending" | "claimed" | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same filters. */
  readonly starting_after?: string | undefined;
}

/** The query of `listTaxes`. */
export interface ListTaxesQuery {
  /** Only records of this type. */
  readonly type?: "income" | "franchise" | undefined;
  /** Only records of this jurisdiction: `US`, or `US-` and a state's code. */
  readonly jurisdiction?: "US" | "US-AL" | "US-AK" | "US-AZ" | "US-AR" | "US-CA" | "US-CO" | "US-CT" | "US-DE" | "US-DC" | "US-FL" | "US-GA" | "US-HI" | "US-ID" | "US-IL" | "US-IN" | "US-IA" | "US-KS" | "US-KY" | "US-LA" | "US-ME" | "US-MD" | "US-MA" | "US-MI" | "US-MN" | "US-MS" | "US-MO" | "US-MT" | "US-NE" | "US-NV" | "US-NH" | "US-NJ" | "US-NM" | "US-NY" | "US-NC" | "US-ND" | "US-OH" | "US-OK" | "US-OR" | "US-PA" | "US-RI" | "US-SC" | "US-SD" | "US-TN" | "US-TX" | "US-UT" | "US-VT" | "US-VA" | "US-WA" | "US-WV" | "US-WI" | "US-WY" | "US-AS" | "US-GU" | "US-MP" | "US-PR" | "US-VI" | undefined;
  /** Only records of this tax year. */
  readonly year?: number | undefined;
  /** Only records of this filing status. */
  readonly status?: "onboarding" | "preparing" | "review_required" | "filing" | "filed" | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same filters. */
  readonly starting_after?: string | undefined;
}

/** The query of `listTotals`. */
export interface ListTotalsQuery {
  /** The categories. Repeat the parameter for each: `category_ids[]=...`. */
  readonly category_ids?: readonly string[] | undefined;
  /**
   * Any day of the first month. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Any day of the last month. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /**
   * Any day of the balance's last month. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an
   * offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly date?: string | undefined;
  /**
   * First month, `YYYY-MM`. Use `start_date`.
   * @deprecated
   */
  readonly start_month?: string | undefined;
  /**
   * Last month, `YYYY-MM`. Use `end_date`.
   * @deprecated
   */
  readonly end_month?: string | undefined;
  /** Counts only entries of exactly this merchant or counterparty; letter case matters. */
  readonly merchant?: string | undefined;
}

/** The query of `listTransactions`. */
export interface ListTransactionsQuery {
  /**
   * First day, of the transaction's own date. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z`
   * or an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day, of the transaction's own date. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or
   * an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** Only transactions of this status. */
  readonly status?: "pending" | "approved" | "needs_review" | "excluded" | undefined;
  /** Only transactions delivered by this vendor. */
  readonly source_vendor?: string | undefined;
  /** Only transactions of this type of source. */
  readonly source_type?: string | undefined;
  /** Only transactions of exactly this category. */
  readonly category_id?: string | undefined;
  /** Only transactions of exactly this department. */
  readonly department_id?: string | undefined;
  /** Only transactions of this account. */
  readonly account_id?: string | undefined;
  /** Only transactions of this type. */
  readonly transaction_type?: "standard" | "category_split" | "department_split" | "payroll_split" | "transfer" | undefined;
  /**
   * Only transactions changed in this second or later; 0 for all. Whole Unix seconds, from 0
   * to 253402300799.
   */
  readonly updated_after?: number | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same filters and the same `updated_after`. */
  readonly starting_after?: string | undefined;
}
