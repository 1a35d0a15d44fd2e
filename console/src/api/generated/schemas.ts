/** The types of requests and answers. Generated from the operation cards by `npm run emit`: do not edit. */

import type {
  Bill,
  Department,
  Invitation,
  Invoice,
  JournalEntry,
  Member,
  Permissions,
  PermissionsInput,
  ReportExportError,
  ReportExportFile,
  ReportExportGrouping,
  RuleConditionInput,
  SheetChart,
  SheetSummary,
  Transaction,
} from "@daybook/client";

export type {
  Account,
  Bill,
  BillLine,
  Department,
  Error,
  Invitation,
  Invoice,
  InvoiceLine,
  JournalEntry,
  Member,
  NewInvitation,
  NewTransactionUpload,
  NewTransactionUploadForm,
  Permissions,
  PermissionsInput,
  ReportExportError,
  ReportExportFile,
  ReportExportGrouping,
  Rule,
  RuleCondition,
  RuleConditionInput,
  SheetChart,
  SheetSummary,
  Transaction,
  TransactionUploadColumns,
  TransactionUploadRow,
} from "@daybook/client";

export interface AccountChange {
  /** A name, on one line. */
  readonly name?: string | undefined;
  /** The bank. */
  readonly institution_name?: string | null | undefined;
  /** The last four digits of its number. */
  readonly last4?: string | null | undefined;
  /** True if it is in use. */
  readonly active?: boolean | undefined;
  /** The category for its money, while the account has no transactions. */
  readonly category_id?: string | undefined;
}

export interface AccountConnection {
  /** Always `account_connection`. */
  readonly object: "account_connection";
  /** The account. */
  readonly account_id: string;
  /** The source of its lines. */
  readonly vendor: string;
  /** `requires_reconnect` if a person has to sign in again. */
  readonly status: string;
  /** A sentence about the last pull. */
  readonly detail: string | null;
  /** When the last pull succeeded. Unix seconds. */
  readonly pulled_at: number | null;
}

export interface AccountConnectionList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/account_connections";
  /** All items. */
  readonly data: readonly AccountConnection[];
}

export interface AccountMapping {
  /** The account at the vendor. */
  readonly id: string;
  /** The account of the books; null takes no lines. */
  readonly account_id: string | null;
}

/** Amounts by the days since they were due. */
export interface Ages {
  /** Of this age: `current` days past due. In cents. */
  readonly current: number;
  /** Of this age: `1_to_30` days past due. In cents. */
  readonly "1_to_30": number;
  /** Of this age: `31_to_60` days past due. In cents. */
  readonly "31_to_60": number;
  /** Of this age: `61_to_90` days past due. In cents. */
  readonly "61_to_90": number;
  /** Of this age: `over_90` days past due. In cents. */
  readonly over_90: number;
  /** Of this age: `credit` days past due. In cents. */
  readonly credit: number;
}

export interface AnsweredTwinLines {
  /** Always `answered_twin_lines`. */
  readonly object: "answered_twin_lines";
  /** The number of lines. */
  readonly answered_count: number;
}

export interface ApiKey {
  /** Always `api_key`. */
  readonly object: "api_key";
  /** The key's id. */
  readonly id: string;
  /** The purpose of the key. */
  readonly name: string;
  /** `own` does what its owner may do; `read_only` views and changes nothing. */
  readonly level: "own" | "read_only";
  /** How the key's text begins; null for an old key. */
  readonly prefix: string | null;
  /** The user who made it; null for a key that an operator made, and for an old key. */
  readonly made_by: string | null;
  /** When it was made. Unix seconds. */
  readonly created: number;
  /** When it was used last, to the hour; null if never. Unix seconds. */
  readonly last_used: number | null;
}

export interface ApiKeyName {
  /** The purpose of the key, on one line. */
  readonly name: string;
}

export interface ApiKeys {
  /** Always `api_keys`. */
  readonly object: "api_keys";
  /** The keys. */
  readonly keys: readonly ApiKey[];
  /** True if the user may make read-only keys. */
  readonly can_make_read_only: boolean;
}

export interface AssetDisposal {
  /** The day. */
  readonly on: string;
  /** The price that was paid for it, in cents. */
  readonly proceeds_cents: number;
  /** The category on which the proceeds are booked. */
  readonly to: string;
  /** The category of the gain or loss. Default: the only one of its kind. */
  readonly result?: string | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface AssetRegister {
  /** Always `asset_register`. */
  readonly object: "asset_register";
  /** The day of the figures. */
  readonly date: string;
  /** The assets that are in the books, by first day. */
  readonly assets: readonly Schedule[];
  /** The categories of the assets, beside the ledger. */
  readonly categories: readonly RegisterCategory[];
  /** True if nothing was written. */
  readonly preview: boolean;
}

export interface AuditActors {
  /** Always `audit_actors`. */
  readonly object: "audit_actors";
  /** The actors. */
  readonly actors: readonly ({
    /** The user's id, the operator's name or the job. */
    readonly actor: string;
    /** One of the places that it came from. */
    readonly surface: "key" | "console" | "command" | "job";
  })[];
}

export interface AuditEvent {
  /** Always `audit_event`. */
  readonly object: "audit_event";
  /** The event's id. */
  readonly id: string;
  /** When it happened. Unix seconds. */
  readonly at: number;
  /** The surface that it came from. */
  readonly surface: "key" | "console" | "command" | "job";
  /** The user's id, the operator's name or the job; null if unknown. */
  readonly actor: string | null;
  /** The API key's id, of a change by key. */
  readonly key: string | null;
  /** The operation, the command or the job. */
  readonly action: string;
  /** The record, if one is named. */
  readonly subject: string | null;
  /** The record's name, if it has one that the caller may know. */
  readonly subject_name: string | null;
  /** The former value or state, if the change was described. */
  readonly before: string | null;
  /** The new value or state, if the change was described. */
  readonly after: string | null;
  /** The name of the changed field, or a remark. */
  readonly note: string | null;
  /** The id of the request, as in the log. */
  readonly request: string | null;
}

export interface AuditEventList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/audit_events";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly AuditEvent[];
}

export interface BillCandidates {
  /** Always `bill_candidates`. */
  readonly object: "bill_candidates";
  /** The likeliest first. */
  readonly transactions: readonly PaymentCandidate[];
}

export interface BillCreditUse {
  /** The bill that has the credit, by its id or its number. */
  readonly from_bill_id: string;
  /** Default: as much as fits. In cents. */
  readonly amount_cents?: number | null | undefined;
  /** The accounting date. Default: today. */
  readonly date?: string | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface BillList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/bills";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Bill[];
}

export interface BillMoney {
  /** The transaction. */
  readonly id: string;
  /** Its accounting date. */
  readonly date: string;
  /** Its amount; 0 while it is excluded. In cents. */
  readonly amount_cents: number;
  /** The fees and moves that go with it, also those of other bills. */
  readonly parts: readonly BillSettlement[];
}

export interface BillRefund {
  /** The bills that have the credit. */
  readonly bills: readonly BillShare[];
  /** The incoming transaction. */
  readonly transaction_id?: string | null | undefined;
  /**
   * Without a transaction: the category that it was paid to, such as petty cash. By its id or
   * name.
   */
  readonly category?: string | null | undefined;
  /** The accounting date. Default: today. */
  readonly date?: string | undefined;
  /** What it is for. */
  readonly note?: string | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface BillSettlement {
  /** The settlement's id, unique in the company. */
  readonly id: string;
  /**
   * A credit note, a write-off, a fee that was kept from a payment or paid besides with a
   * bill, a move of what another invoice has too much, or a refund, which takes from what is
   * settled.
   */
  readonly kind: "credit_note" | "write_off" | "fee" | "move" | "refund";
  /** The accounting date. */
  readonly date: string;
  /** What it settles or refunds: the sum of its lines. In cents. */
  readonly amount_cents: number;
  /** What it is for. */
  readonly note: string;
  /** The day on which it is reversed, with its entries; it settles nothing any more. */
  readonly reversed_on: string | null;
  /** Of a fee or a move: the payment or refund that it is a part of, and with which it goes. */
  readonly transaction_id: string | null;
  readonly bill: NamedBill;
  readonly from_bill: NamedBill | null;
  /** What it is booked on against the claim. A move is not booked. */
  readonly lines: readonly SettlementLine[];
}

export interface BillSettlementTakenBack {
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface BillShare {
  /** The bill, by its id or its number. */
  readonly bill_id: string;
  /** Its share. Default: as much as fits. In cents. */
  readonly amount_cents?: number | null | undefined;
}

export interface BillVendorCredit {
  /** What is taken back. */
  readonly lines: readonly NewSettlementLine[];
  /** The accounting date. Default: today. */
  readonly date?: string | undefined;
  /** What it is for. */
  readonly note?: string | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface BillWriteOff {
  /** The category of what is no longer owed. By its id or name. */
  readonly category: string;
  /** Default: all that is due. In cents. */
  readonly amount_cents?: number | null | undefined;
  /** The accounting date. Default: today. */
  readonly date?: string | undefined;
  /** What it is for. */
  readonly note?: string | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface BillsPayment {
  /** The outgoing transaction. */
  readonly transaction_id: string;
  /** The bills. The first one has no amount: it gets what the others leave. */
  readonly bills: readonly BillShare[];
  /** Fees that the payment contained besides. Default: none. */
  readonly fees?: readonly NewSettlementLine[] | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface BookAnswers {
  /** Always `book_answers`. */
  readonly object: "book_answers";
  /** One for each call. */
  readonly answers: readonly ({
    /** The result; one row of one for a figure. */
    readonly rows?: readonly (readonly (number | string | boolean | null)[])[] | undefined;
    /** Transactions without a category in the figure. */
    readonly uncategorized?: number | undefined;
    /** The error value of an invalid call. */
    readonly error?: string | undefined;
    /** Why it is invalid. */
    readonly message?: string | undefined;
  })[];
}

export interface BookCalls {
  /** The calls. */
  readonly calls: readonly ({
    /** The function. */
    readonly name: string;
    /** Its arguments. */
    readonly args: readonly (number | string | boolean | null)[];
  })[];
}

export interface BookImport {
  /** The import's id. */
  readonly id: string;
  /** Always `book_import`. */
  readonly object: "book_import";
  /** The file's name; null if it had none. */
  readonly file_name: string | null;
  /** The program and the report that the file came from. */
  readonly format: string;
  /** The number of vouchers that it added. */
  readonly added_vouchers: number;
  /** The number of their entries. */
  readonly added_entries: number;
  /** The number of vouchers that earlier imports had brought. */
  readonly known_vouchers: number;
  /** The number of vouchers of earlier imports that it replaced. */
  readonly changed_vouchers: number;
  /** The number of vouchers of earlier imports that it removed. */
  readonly gone_vouchers: number;
  /** `waiting` until its job has run; `refused` if nothing was imported, as `problem` says. */
  readonly status: "waiting" | "imported" | "refused";
  readonly problem: BookImportProblem | null;
  /** When it was made. Unix seconds. */
  readonly created: number;
  /** When it was taken back; null if it was not. Unix seconds. */
  readonly undone_at: number | null;
}

export interface BookImportAccount {
  /** The account, as the file names it. */
  readonly account: string;
  readonly kind: "cash" | "receivable" | "current_asset" | "fixed_asset" | "depreciation" | "investment" | "asset" | "payable" | "card" | "current_liability" | "loan" | "liability" | "equity" | "retained_earnings" | "revenue" | "cost_of_goods_sold" | "expense" | "share_compensation" | "other_income" | "disposal_gain" | "disposal_loss" | "other_expense" | null;
  /** Why. */
  readonly reason: string;
  /** What is known of it. */
  readonly evidence: readonly string[];
}

export interface BookImportAnswer {
  /** The account, as the file names it. */
  readonly account: string;
  /** What it is. */
  readonly kind: "cash" | "receivable" | "current_asset" | "fixed_asset" | "depreciation" | "investment" | "asset" | "payable" | "card" | "current_liability" | "loan" | "liability" | "equity" | "retained_earnings" | "revenue" | "cost_of_goods_sold" | "expense" | "share_compensation" | "other_income" | "disposal_gain" | "disposal_loss" | "other_expense";
}

export interface BookImportChanged {
  /** The voucher in the books. */
  readonly voucher_id: string;
  /** Its day. */
  readonly date: string;
  /** Its description. */
  readonly description: string;
  /** The sum of its debits. In cents. */
  readonly amount_cents: number;
  /** Whether it follows the file. */
  readonly applied: boolean;
  /** The line of the file. */
  readonly line: number;
  /** `lines`: its day, accounts or amounts are others; `memo`: only texts are. */
  readonly change: "lines" | "memo";
  /** Its day in the books. */
  readonly was_date: string;
  /** Its description in the books. */
  readonly was_description: string;
  /** The sum of its debits in the books. In cents. */
  readonly was_amount_cents: number;
}

export interface BookImportChoice {
  /** The id of the voucher in the books. */
  readonly voucher: string;
  /** What becomes of it. */
  readonly choice: "apply" | "leave";
}

export interface BookImportColumn {
  /** What the column holds. */
  readonly holds: "journal" | "date" | "description" | "account" | "debit" | "credit" | "amount" | "merchant" | "department";
  /** Its name in the file. */
  readonly column: string;
}

export interface BookImportDifference {
  /** The account. */
  readonly account: string;
  /** Debit minus credit in the trial balance; null if it lacks the account. In cents. */
  readonly expected_cents: number | null;
  /** Debit minus credit in the books, after the import. In cents. */
  readonly found_cents: number;
}

export interface BookImportFiles {
  /** The day of the trial balance. Default: the day in its title. */
  readonly trial_balance_date?: string | undefined;
  /** What accounts are. */
  readonly answers?: readonly BookImportAnswer[] | undefined;
  /** The format of dates. Default: as the whole file shows. */
  readonly date_format?: "YYYY-MM-DD" | "MM/DD/YYYY" | "DD/MM/YYYY" | undefined;
  /**
   * Leave out or keep vouchers that close a year. Default: leave out those that bring the
   * income statement to zero, and refuse others that look like one.
   */
  readonly closing_vouchers?: "leave-out" | "keep" | undefined;
  /** Which column of a journal as CSV is what. */
  readonly columns?: readonly BookImportColumn[] | undefined;
  /** Prices of currencies and commodities without one in the file. */
  readonly prices?: readonly BookImportPrice[] | undefined;
  /** Where changes of accounts stand in the cash flow statement. */
  readonly cash_flow?: readonly BookImportRole[] | undefined;
  /**
   * What becomes of vouchers that the source edited or deleted since an earlier import.
   * Default: `leave`.
   */
  readonly changes?: "apply" | "leave" | undefined;
  /** The same for single vouchers. */
  readonly change_of?: readonly BookImportChoice[] | undefined;
}

export interface BookImportFilesForm {
  /** The books, as another program exports them. */
  readonly file: Blob;
  /** A list of accounts with their types, as the other program exports it. */
  readonly accounts?: Blob | undefined;
  /** A trial balance of the other program, which proves the books. */
  readonly trial_balance?: Blob | undefined;
  /** The day of the trial balance. Default: the day in its title. */
  readonly trial_balance_date?: string | undefined;
  /** What accounts are. */
  readonly answers?: readonly BookImportAnswer[] | undefined;
  /** The format of dates. Default: as the whole file shows. */
  readonly date_format?: "YYYY-MM-DD" | "MM/DD/YYYY" | "DD/MM/YYYY" | undefined;
  /**
   * Leave out or keep vouchers that close a year. Default: leave out those that bring the
   * income statement to zero, and refuse others that look like one.
   */
  readonly closing_vouchers?: "leave-out" | "keep" | undefined;
  /** Which column of a journal as CSV is what. */
  readonly columns?: readonly BookImportColumn[] | undefined;
  /** Prices of currencies and commodities without one in the file. */
  readonly prices?: readonly BookImportPrice[] | undefined;
  /** Where changes of accounts stand in the cash flow statement. */
  readonly cash_flow?: readonly BookImportRole[] | undefined;
  /**
   * What becomes of vouchers that the source edited or deleted since an earlier import.
   * Default: `leave`.
   */
  readonly changes?: "apply" | "leave" | undefined;
  /** The same for single vouchers. */
  readonly change_of?: readonly BookImportChoice[] | undefined;
}

export interface BookImportGone {
  /** The voucher in the books. */
  readonly voucher_id: string;
  /** Its day. */
  readonly date: string;
  /** Its description. */
  readonly description: string;
  /** The sum of its debits. In cents. */
  readonly amount_cents: number;
  /** Whether it follows the file. */
  readonly applied: boolean;
}

export interface BookImportList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/book_imports";
  /** All items. */
  readonly data: readonly BookImport[];
}

export interface BookImportPlan {
  /** Always `book_import_plan`. */
  readonly object: "book_import_plan";
  /** By which the plan is accepted; null while the books can't be imported. */
  readonly digest: string | null;
  readonly problem: BookImportProblem | null;
  /** The program and the report; null if the file can't be read, as the days. */
  readonly format: string | null;
  /** Vouchers of the file. */
  readonly vouchers: number;
  /** Their lines. */
  readonly entries: number;
  /** The first day. */
  readonly first_date: string | null;
  /** The last day. */
  readonly last_date: string | null;
  /** Vouchers that would be added. */
  readonly new_count: number;
  /** Vouchers that the books have. */
  readonly same_count: number;
  /** Vouchers that the source edited since an earlier import. */
  readonly changed_count: number;
  /** Vouchers that the source deleted since an earlier import. */
  readonly gone_count: number;
  /** Lines that are passed over. */
  readonly skipped: readonly BookImportSkipped[];
  /** The accounts: first those that need an answer. */
  readonly accounts: readonly BookImportAccount[];
  /** The first that the source edited, with what the file has. */
  readonly changed: readonly BookImportChanged[];
  /** The first that the source deleted. */
  readonly gone: readonly BookImportGone[];
  readonly proof: BookImportProof | null;
  /** Sentences on what to check. */
  readonly notes: readonly string[];
}

export interface BookImportPrice {
  /** As the file writes it. */
  readonly commodity: string;
  /** The dollars that one of it costs. */
  readonly price: number;
}

/** Why nothing was imported; null if there is no problem. */
export interface BookImportProblem {
  /** A sentence for people. */
  readonly message: string;
  /** The field that can mend it; null if none. */
  readonly param: string | null;
  /** The line of the file; null if it is about none. */
  readonly line: number | null;
}

/** The proof; null without a trial balance. */
export interface BookImportProof {
  /** The day of the trial balance. */
  readonly date: string;
  /** Its accounts. */
  readonly accounts: number;
  /** The accounts that would differ. */
  readonly difference_count: number;
  /** The first of them. */
  readonly differences: readonly BookImportDifference[];
}

export interface BookImportRole {
  /** The account, as the file names it. */
  readonly account: string;
  /** What its changes are in the statement. */
  readonly role: "cash" | "working_capital" | "non_cash" | "investing" | "financing";
}

export interface BookImportSkipped {
  /** Why. */
  readonly reason: string;
  /** The number of lines. */
  readonly lines: number;
}

export interface BookImportTakeBack {
  /** Changes nothing. Default: false. */
  readonly dry_run?: boolean | undefined;
}

export interface BrowserSession {
  /** The session's id, with which nobody can sign in. */
  readonly id: string;
  /** True if the request came with this session. */
  readonly present: boolean;
  /** The browser and its system; null if they are not known. */
  readonly browser: string | null;
  /** When it began. Unix seconds. */
  readonly created: number;
  /** When it was seen last, to five minutes; null if that is not known. Unix seconds. */
  readonly seen: number | null;
  /** When it ends by itself. Unix seconds. */
  readonly expires: number;
}

export interface CategoryEdit {
  /** A name, on one line. */
  readonly name?: string | undefined;
  /** Its section of the cash flow statement; `none` removes it. */
  readonly cash_flow?: "cash" | "working_capital" | "non_cash" | "investing" | "financing" | "none" | undefined;
  /**
   * Its class on the balance sheet of exports, also of the categories below it; `fixed` is
   * property and equipment. With `none` its name and its section of the cash flow statement
   * decide.
   */
  readonly balance_class?: "current" | "fixed" | "non_current" | "none" | undefined;
  /**
   * What its payments are for, of a cost and of what is owed of it; exports of the cash flow
   * statement disclose what was paid. `none` removes it.
   */
  readonly cash_paid_for?: "interest" | "income_taxes" | "none" | undefined;
  /**
   * False makes it inactive, which needs that nothing will still post on it: the service
   * itself, rules, schedules, invoices, and money in banks or on cards.
   */
  readonly active?: boolean | undefined;
  /** True to check the change and say what it changes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface CategoryMerge {
  /** The category that stays. */
  readonly into: string;
  /** True to check the change and say what it changes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface CategoryMove {
  /**
   * The new parent; null for the top of the chart. Default: that of the sibling, one of which
   * is needed.
   */
  readonly parent?: string | null | undefined;
  /** The sibling before which it shall stand. */
  readonly before?: string | undefined;
  /** The sibling after which it shall stand. */
  readonly after?: string | undefined;
  /** True to check the change and say what it changes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface CategoryOrder {
  /** The parent; null for the top of the chart. Default: the whole chart. */
  readonly parent?: string | null | undefined;
}

export interface Change {
  /** Always `change`. */
  readonly object: "change";
  /** The id of the event. */
  readonly id: string;
  /** When it happened. Unix seconds. */
  readonly at: number;
  /** The surface that it came from. */
  readonly surface: "key" | "console" | "command" | "job";
  /** The user's id, the operator's name or the job; null if unknown. */
  readonly actor: string | null;
  /** The user's name; null if it is no user, or none that the caller may know. */
  readonly actor_name: string | null;
  /** The operation, the command or the job. */
  readonly action: string;
  /** The record, if one is named. */
  readonly subject: string | null;
  /** The record's name, if it has one that the caller may know. */
  readonly subject_name: string | null;
}

export interface ChangeList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/changes";
  /** All items. */
  readonly data: readonly Change[];
}

export interface Chart {
  /** Always `chart`. */
  readonly object: "chart";
  /** Every category. */
  readonly categories: readonly ChartCategory[];
}

export interface ChartCategory {
  /** The category's id, the same in reports, journal entries and transactions. */
  readonly id: string;
  /** Always `chart_category`. */
  readonly object: "chart_category";
  /** Its name. */
  readonly name: string;
  /** Determines the category's statement and the sign of its totals. */
  readonly account_type: "asset" | "liability" | "equity" | "revenue" | "cost_of_goods_sold" | "expense" | "other_income" | "other_expense";
  readonly cash_flow: "cash" | "working_capital" | "non_cash" | "investing" | "financing" | null;
  readonly role: "uncategorized_income" | "uncategorized_expenses" | "cash" | "credit_cards" | "accounts_receivable" | "accounts_payable" | "sales" | "prepaid_expenses" | "deferred_revenue" | "accumulated_depreciation" | "retained_earnings" | null;
  /** Depth in the tree, 1 at the root. */
  readonly tier: number;
  /** Order among the children of one parent. */
  readonly position: number;
  /** Its parent; null at the root. */
  readonly parent_id: string | null;
  /**
   * False if it is offered for no new entry, rule, invoice or bank line. What has it keeps it,
   * and statements show it.
   */
  readonly active: boolean;
  readonly balance_class: "current" | "fixed" | "non_current" | null;
  readonly cash_paid_for: "interest" | "income_taxes" | null;
  /** When it was created. Unix seconds. */
  readonly created: number;
  /**
   * The categories that were merged into it. Formulas and later imports that name one of them
   * mean it.
   */
  readonly merged: readonly MergedCategory[];
}

export interface ChartChange {
  /** Always `chart_change`. */
  readonly object: "chart_change";
  readonly category: ChartCategory;
  /**
   * The statements whose amounts or lines change; empty without entries, and if only a name
   * changes.
   */
  readonly statements: readonly ("balance_sheet" | "income_statement" | "cash_flow")[];
  /** The first month with entries that are shown otherwise. */
  readonly first_month: string | null;
  /** The last such month. */
  readonly last_month: string | null;
  /** True if nothing was written. */
  readonly preview: boolean;
}

export interface ClearedLines {
  /** The lines. Default: all. */
  readonly transaction_ids?: readonly string[] | undefined;
  /** False to take the marks away. Default: true. */
  readonly cleared?: boolean | undefined;
}

export interface CloseChecklist {
  /** Always `close_checklist`. */
  readonly object: "close_checklist";
  /** The last day that would be closed. */
  readonly through: string;
  /** The first open day; null for books that were never closed. */
  readonly start_date: string | null;
  /** The last closed day; null for open books. */
  readonly closed_through: string | null;
  /** The items that are done. */
  readonly done_count: number;
  /** The items that are open. */
  readonly open_count: number;
  /** All items, by group. */
  readonly items: readonly CloseChecklistItem[];
}

export interface CloseChecklistItem {
  /** What was checked: a word that stays. */
  readonly item: string;
  /** Its group. */
  readonly group: "money" | "entries" | "subledgers" | "review";
  /** What is so once it is done. */
  readonly title: string;
  /** `nothing` if there was nothing to check, or nothing to compare with. */
  readonly state: "done" | "open" | "nothing";
  /** How many of what is open. */
  readonly count: number;
  /** What these come to, in cents; null where it has no amount. */
  readonly amount_cents: number | null;
  /** A sentence for people: what was found. */
  readonly evidence: string;
  readonly opens: CloseList | null;
}

export interface CloseList {
  /** The operation that lists what it is about. */
  readonly operation: string;
  /** Its query. */
  readonly query: {
  };
  /** The page of the console, below the company's address. */
  readonly page: string;
  /** The page's query. */
  readonly search: {
  };
}

export interface Closing {
  /** Always `closing`. */
  readonly object: "closing";
  /** The last closed day; null for open books. */
  readonly closed_through: string | null;
}

export interface ClosingEvent {
  /** Always `closing_event`. */
  readonly object: "closing_event";
  /** Its number in the company, from 1. */
  readonly number: number;
  /** Whether the books were closed, or opened again. */
  readonly action: "closed" | "opened";
  /** The last closed day: the new one, or the one that was lifted. */
  readonly through: string;
  /** When it was done. Unix seconds. */
  readonly at: number;
  /** Who did it: a user's id, or the operator's name on the machine. */
  readonly actor: string | null;
  /** Why it was done, with items that were open. */
  readonly reason: string | null;
  /**
   * The checklist of the month as it was then; null for opening, and for a date that a bundle
   * set.
   */
  readonly checklist: readonly ClosingItem[] | null;
}

export interface ClosingEventList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/closings";
  /** All items. */
  readonly data: readonly ClosingEvent[];
}

export interface ClosingItem {
  /** What was checked: a word that stays. */
  readonly item: string;
  /** Its group. */
  readonly group: "money" | "entries" | "subledgers" | "review";
  /** What is so once it is done. */
  readonly title: string;
  /** `nothing` if there was nothing to check, or nothing to compare with. */
  readonly state: "done" | "open" | "nothing";
  /** How many of what is open. */
  readonly count: number;
  /** What these come to, in cents; null where it has no amount. */
  readonly amount_cents: number | null;
  /** A sentence for people: what was found. */
  readonly evidence: string;
}

export interface CompanyChange {
  /** Always `company_change`. */
  readonly object: "company_change";
  readonly company: CompanySettings;
  /** The fields that change. */
  readonly changed: readonly ({
    /** The name of the field. */
    readonly field: string;
    /** Its former value; null for none. */
    readonly before: string | null;
    /** Its new value; null for none. */
    readonly after: string | null;
  })[];
  /** True if nothing was written. */
  readonly preview: boolean;
}

export interface CompanySettings {
  /** Always `company_settings`. */
  readonly object: "company_settings";
  /** The company's id. */
  readonly id: string;
  /** The company's name in everyday use. */
  readonly name: string;
  /** The registered name. */
  readonly legal_name: string;
  /** Legal form. */
  readonly entity_type: "c_corp" | "s_corp" | "llc" | "partnership" | "sole_proprietorship" | "nonprofit";
  /** Last four digits of the federal employer identification number. */
  readonly federal_ein_last4: string | null;
  /** Day of incorporation. */
  readonly incorporation_date: string | null;
  /** Two-letter code of the state of incorporation. */
  readonly incorporation_state: string | null;
  /** Street address. */
  readonly line_1: string | null;
  /** Suite, floor or the like. */
  readonly line_2: string | null;
  /** City. */
  readonly city: string | null;
  /** State or province. */
  readonly state: string | null;
  /** Postal code. */
  readonly postal_code: string | null;
  /** Country. */
  readonly country: string | null;
  /** When the company was created in this service. Unix seconds. */
  readonly created: number;
  /** Month in which the fiscal year starts. */
  readonly fiscal_year_start_month: number;
  /**
   * Whether the cash flow statement leaves vouchers without cash out of its sections. They are
   * listed beneath it either way.
   */
  readonly excludes_non_cash: boolean;
  /** Who prepared the statements, as these say. */
  readonly prepared_by: string | null;
  /** What statements say of the assurance on them. */
  readonly statement_legend: "none" | "draft" | "no_assurance";
  /** The state of the company, such as `open`; operators change it. */
  readonly lifecycle: "open" | "closing" | "closed" | "deleted";
}

export interface CompanySettingsChange {
  /** The name in everyday use. */
  readonly name?: string | undefined;
  /** The registered name. */
  readonly legal_name?: string | undefined;
  /** Legal form. */
  readonly entity_type?: "c_corp" | "s_corp" | "llc" | "partnership" | "sole_proprietorship" | "nonprofit" | undefined;
  /** The last four digits of the EIN. */
  readonly federal_ein_last4?: string | null | undefined;
  /** Day of incorporation. */
  readonly incorporation_date?: string | null | undefined;
  /** Two-letter code of the state. */
  readonly incorporation_state?: string | null | undefined;
  /** Street address. */
  readonly line_1?: string | null | undefined;
  /** Suite, floor or the like. */
  readonly line_2?: string | null | undefined;
  /** City. */
  readonly city?: string | null | undefined;
  /** State or province. */
  readonly state?: string | null | undefined;
  /** Postal code. */
  readonly postal_code?: string | null | undefined;
  /** Country. */
  readonly country?: string | null | undefined;
  /** Month in which the fiscal year starts. */
  readonly fiscal_year_start_month?: number | undefined;
  /**
   * Whether the cash flow statement leaves vouchers without cash out of its sections. They are
   * listed beneath it either way.
   */
  readonly excludes_non_cash?: boolean | undefined;
  /** Who prepared the statements, as these say. */
  readonly prepared_by?: string | null | undefined;
  /** What statements say of the assurance on them. */
  readonly statement_legend?: "none" | "draft" | "no_assurance" | undefined;
  /** True to check the change without writing it. */
  readonly preview?: boolean | undefined;
}

export interface ConnectableVendor {
  /** The key of its integration. */
  readonly key: "simplefin" | "stripe" | "mercury" | "plaid";
  /** Its name, for people. */
  readonly name: string;
  /** True if a person signs in on a page of the vendor; otherwise a token or key is given. */
  readonly has_sessions: boolean;
  /** How many days of the past it gives. */
  readonly past_days: number;
  /** The setting that the operator must make before it can be connected; null for none. */
  readonly problem: string | null;
}

export interface Connection {
  /** The connection's id. */
  readonly id: string;
  /** Where its lines come from. */
  readonly vendor: "simplefin" | "stripe" | "mercury" | "plaid";
  /** The vendor's name, for people. */
  readonly vendor_name: string;
  /** `requires_reconnect` if a person has to sign in again. */
  readonly status: "connected" | "requires_reconnect";
  /** A sentence for people about the last pull. */
  readonly detail: string | null;
  /** Lines of earlier days are not taken. */
  readonly since: string;
  /** Pulls that failed since the last one that succeeded. */
  readonly failures: number;
  /** When it was made. Unix seconds. */
  readonly created: number;
  /** When the last pull succeeded. Unix seconds. */
  readonly pulled_at: number | null;
  /** When the worker pulls next. Unix seconds. */
  readonly next_pull_at: number;
  /**
   * When the lines of all its accounts last came in, if that is more than 48 hours ago; null
   * otherwise. Unix seconds.
   */
  readonly stale_since: number | null;
  /** True if it has been due for more than 15 minutes, so that probably no worker runs. */
  readonly is_waiting: boolean;
  /** The lines that could not be read, and so are not in the books, without those dismissed. */
  readonly skipped: readonly SkippedLine[];
  /** The accounts at the vendor. */
  readonly accounts: readonly VendorAccount[];
}

export interface ConnectionChange {
  /** Always `connection_change`. */
  readonly object: "connection_change";
  readonly connection: Connection;
  /** Sentences about what did not go well. */
  readonly problems: readonly string[];
}

export interface ConnectionMapping {
  /** The accounts that change. */
  readonly accounts: readonly AccountMapping[];
}

export interface ConnectionRenewal {
  /** The token or key from the vendor. It is stored only encrypted, and never returned. */
  readonly given: string;
}

export interface Connections {
  /** Always `connections`. */
  readonly object: "connections";
  /** The connections. */
  readonly connections: readonly Connection[];
  /** The vendors that this service can connect. */
  readonly vendors: readonly ConnectableVendor[];
}

export interface CustomerReceivables {
  /** The customer. */
  readonly customer_name: string;
  readonly ages: Ages;
  /** The sum of the ages. In cents. */
  readonly total_cents: number;
  /** Its invoices with an amount due. */
  readonly invoices: readonly ({
    /** The invoice. */
    readonly id: string;
    /** Its number. */
    readonly number: string;
    /** The day on which it is due. */
    readonly due_date: string;
    /** What is due of it; negative for the customer's credit. In cents. */
    readonly due_cents: number;
    /** The age that it counts in. */
    readonly age: "current" | "1_to_30" | "31_to_60" | "61_to_90" | "over_90" | "credit";
  })[];
}

export interface DepartmentChange {
  /** Always `department_change`. */
  readonly object: "department_change";
  readonly department: Department;
  /** Names of departments that can't be assigned any more. */
  readonly closed: readonly string[];
  /** Names of the rules that assign one of these, and therefore assign nothing any more. */
  readonly rules: readonly string[];
  /** The first month whose income statement by department changes. */
  readonly first_month: string | null;
  /** The last such month. */
  readonly last_month: string | null;
  /** True if nothing was written. */
  readonly preview: boolean;
}

export interface DepartmentDeletion {
  /** True to check the change and say what it changes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface DepartmentEdit {
  /** A name, on one line. */
  readonly name?: string | undefined;
  /** True if it can be assigned, which needs that no departments are below it. */
  readonly assignable?: boolean | undefined;
  /** True to check the change and say what it changes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface DepartmentMove {
  /** The new parent; null for the top. */
  readonly parent: string | null;
  /** True to check the change and say what it changes, without writing it. */
  readonly preview?: boolean | undefined;
}

/**
 * Given by a disposal whose depreciation the cash flow statement takes out of operating
 * activities, so that investing exceeds the proceeds by it: its category lacks the role
 * `investing`, as does that of the expense.
 */
export interface DepreciationInOperating {
  /** The category that holds the depreciation. */
  readonly category_id: string;
  /** Its name. */
  readonly category_name: string;
  /** The depreciation that left the books. In cents. */
  readonly amount_cents: number;
}

export interface Disconnection {
  /** Always `disconnection`. */
  readonly object: "disconnection";
  /** True if the access ended at the vendor too; if not, a person ends it there. */
  readonly is_revoked: boolean;
  /** The number of pending lines that were removed. */
  readonly removed: number;
}

export interface DismissedLines {
  /** The lines. */
  readonly lines: readonly string[];
}

export interface EditedSheet {
  /** Always `edited_sheet`. */
  readonly object: "edited_sheet";
  /** The document's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** The document's address in the web application. */
  readonly url: string;
  /** Grows with each edit of the document, on any worksheet. */
  readonly revision: number;
  /** Its worksheets. */
  readonly worksheets: readonly SizedWorksheet[];
  /** The names that its formulas use. */
  readonly names: readonly SheetName[];
  /** Its charts. */
  readonly charts: readonly SheetChart[];
}

export interface EndedSessions {
  /** Always `ended_sessions`. */
  readonly object: "ended_sessions";
  /** How many ended. */
  readonly ended: number;
}

export interface EntryPreview {
  /** Always `entry_preview`. */
  readonly object: "entry_preview";
  /** The three statements. */
  readonly statements: readonly ({
    /** The statement. */
    readonly report_type: "income_statement" | "balance_sheet" | "cash_flow";
    /** The rows that change, from top to bottom. */
    readonly rows: readonly ({
      /** The name of the row. */
      readonly label: string;
      /** 0 for totals. */
      readonly depth: number;
      /** By how much its figure changes. In cents. */
      readonly change_cents: number;
    })[];
  })[];
}

export interface InvitationRecord {
  /** Always `invitation_record`. */
  readonly object: "invitation_record";
  /** The invitation's id, unique in the company. */
  readonly id: string;
  /** First name of the invited person. */
  readonly first_name: string;
  /** Last name. */
  readonly last_name: string;
  /** The invited address, as it was entered. */
  readonly email: string;
  /** The member who first made the invitation. That member may have left the team. */
  readonly invited_by: string | null;
  /** When it was made. Unix seconds. */
  readonly created: number;
  /** When it expires, unless it is sent again. Unix seconds. */
  readonly expires: number;
  /** Its state. */
  readonly state: "pending" | "expired" | "accepted" | "revoked";
  /** When it was accepted. Unix seconds. */
  readonly accepted_at: number | null;
  /** The member who joined by it. */
  readonly accepted_by: string | null;
  readonly permissions: Permissions;
  /** `admin` or `read_only` when the permissions are exactly that preset, else `custom`. */
  readonly access_template: "admin" | "read_only" | "custom";
}

export interface InvitationRecordList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/invitations";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly InvitationRecord[];
}

export interface InvoiceCreditNote {
  /** What is taken back. */
  readonly lines: readonly NewSettlementLine[];
  /** The accounting date. Default: today. */
  readonly date?: string | undefined;
  /** What it is for. */
  readonly note?: string | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface InvoiceCreditUse {
  /** The invoice that has the credit, by its id or its number. */
  readonly from_invoice_id: string;
  /** Default: as much as fits. In cents. */
  readonly amount_cents?: number | null | undefined;
  /** The accounting date. Default: today. */
  readonly date?: string | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface InvoiceList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/invoices";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Invoice[];
}

export interface InvoiceMoney {
  /** The transaction. */
  readonly id: string;
  /** Its accounting date. */
  readonly date: string;
  /** Its amount; 0 while it is excluded. In cents. */
  readonly amount_cents: number;
  /** The fees and moves that go with it, also those of other invoices. */
  readonly parts: readonly Settlement[];
}

export interface InvoiceReceipt {
  /** The incoming transaction. */
  readonly transaction_id: string;
  /** The invoices. The first one has no amount: it gets what the others leave. */
  readonly invoices: readonly InvoiceShare[];
  /** Fees that were kept from the payment. Default: none. */
  readonly fees?: readonly NewSettlementLine[] | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface InvoiceRefund {
  /** The invoices that have the credit. */
  readonly invoices: readonly InvoiceShare[];
  /** The outgoing transaction. */
  readonly transaction_id?: string | null | undefined;
  /**
   * Without a transaction: the category that it was paid from, such as petty cash. By its id
   * or name.
   */
  readonly category?: string | null | undefined;
  /** The accounting date. Default: today. */
  readonly date?: string | undefined;
  /** What it is for. */
  readonly note?: string | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface InvoiceShare {
  /** The invoice, by its id or its number. */
  readonly invoice_id: string;
  /** Its share. Default: as much as fits. In cents. */
  readonly amount_cents?: number | null | undefined;
}

export interface InvoiceWriteOff {
  /** The category of bad debts. By its id or name. */
  readonly category: string;
  /** Default: all that is due. In cents. */
  readonly amount_cents?: number | null | undefined;
  /** The accounting date. Default: today. */
  readonly date?: string | undefined;
  /** What it is for. */
  readonly note?: string | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface JournalEntryList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/statement_entries";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly JournalEntry[];
}

export interface LineSize {
  /** The row or column, from 0. */
  readonly line: number;
  /** Its height or width in pixels. */
  readonly pixels: number;
}

export interface ListedOpenItem {
  /** The customer or the vendor. */
  readonly party_name: string;
  /** Its number. */
  readonly number: string | null;
  /** Its date. */
  readonly date: string;
  /** The day on which it is due. */
  readonly due_date: string | null;
  /** What it was for. In cents. */
  readonly original_cents: number | null;
  /** What is open of it; negative for a credit. In cents. */
  readonly open_cents: number;
}

export interface ListedOpenTotal {
  /** The customer or the vendor. */
  readonly party_name: string;
  /** What is open of its items. In cents. */
  readonly open_cents: number;
}

export interface ListedUpload {
  /** The upload's id. */
  readonly id: string;
  /** Always `transaction_upload`. */
  readonly object: "transaction_upload";
  /** The account of its lines. */
  readonly account_id: string;
  /**
   * `succeeded` if the account now has every line, `partially_succeeded` if some, `failed` if
   * none.
   */
  readonly status: "succeeded" | "partially_succeeded" | "failed";
  /** The file's name; null for rows, and for a file without a name. */
  readonly file_name: string | null;
  /** The format it was read as; `json` for rows. */
  readonly format: "bai2" | "camt" | "csv" | "mt940" | "ofx" | "qfx" | "qif" | "json";
  /** The number of transactions in it: created, duplicate and invalid ones together. */
  readonly row_count: number;
  /** The number of new transactions. */
  readonly imported_count: number;
  /**
   * The number that the account already had. They were updated where the bank's data had
   * changed.
   */
  readonly duplicate_count: number;
  /** When it was made. Unix seconds. */
  readonly created: number;
  /** When it was taken back; null if it was not. Unix seconds. */
  readonly undone_at: number | null;
}

export interface ListedUploadList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/uploads";
  /** All items. */
  readonly data: readonly ListedUpload[];
}

export interface ManualEntry {
  /** Always `manual_entry`. */
  readonly object: "manual_entry";
  /** The id of its first entry. */
  readonly entry: string;
  /** The accounting date. */
  readonly date: string;
  /** What it is for. */
  readonly memo: string;
  /** The sum of its debits. In cents. */
  readonly amount_cents: number;
  /** The poster's own name of it. */
  readonly reference: string | null;
  /** Whether it is an adjusting entry. */
  readonly adjusting: boolean;
  /** Who posted it: a user's id, or the operator's name. */
  readonly posted_by: string;
  /** When it was posted. Unix seconds. */
  readonly created: number;
  /** Who reviewed it. */
  readonly reviewed_by: string | null;
  /** When it was reviewed. Unix seconds. */
  readonly reviewed_at: number | null;
  /** The first entry of the voucher that it reverses. */
  readonly reverses: string | null;
  /** The first entry of its reversal. */
  readonly reversed_by: string | null;
  /** The day of its reversal. */
  readonly reversed_on: string | null;
}

export interface ManualEntryList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/manual_entries";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly ManualEntry[];
}

export interface MemberAccess {
  /** A named set of permissions, or `custom` for those in `permissions`. */
  readonly access_template: "admin" | "read_only" | "custom";
  readonly permissions?: PermissionsInput | undefined;
}

export interface MemberAnswer {
  readonly member: Member;
  /** Whether the access was another one before. */
  readonly changed: boolean;
}

export interface MergedCategory {
  /** The id that it had. */
  readonly id: string;
  /** Its name, after those of the categories above it, such as `Travel:Taxis`. */
  readonly path: string;
}

export interface NamedBill {
  /** The bill. */
  readonly id: string;
  /** Its number. */
  readonly number: string;
  /** Its vendor. */
  readonly vendor_name: string;
}

export interface NamedInvoice {
  /** The invoice. */
  readonly id: string;
  /** Its number. */
  readonly number: string;
  /** Its customer. */
  readonly customer_name: string;
}

export interface NewApiKey {
  /** The purpose of the key, on one line. */
  readonly name: string;
  /** True for a key that can only read. */
  readonly read_only?: boolean | undefined;
}

export interface NewApiKeyAnswer {
  /** Always `new_api_key`. */
  readonly object: "new_api_key";
  /** The key's id. */
  readonly id: string;
  /** The key itself, shown only now. */
  readonly api_key: string;
}

export interface NewAssetRegister {
  /** The last day of a month: that of the register. */
  readonly date: string;
  /** The assets. */
  readonly assets: readonly RegisteredAsset[];
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface NewBookImport {
  /** The day of the trial balance. Default: the day in its title. */
  readonly trial_balance_date?: string | undefined;
  /** What accounts are. */
  readonly answers?: readonly BookImportAnswer[] | undefined;
  /** The format of dates. Default: as the whole file shows. */
  readonly date_format?: "YYYY-MM-DD" | "MM/DD/YYYY" | "DD/MM/YYYY" | undefined;
  /**
   * Leave out or keep vouchers that close a year. Default: leave out those that bring the
   * income statement to zero, and refuse others that look like one.
   */
  readonly closing_vouchers?: "leave-out" | "keep" | undefined;
  /** Which column of a journal as CSV is what. */
  readonly columns?: readonly BookImportColumn[] | undefined;
  /** Prices of currencies and commodities without one in the file. */
  readonly prices?: readonly BookImportPrice[] | undefined;
  /** Where changes of accounts stand in the cash flow statement. */
  readonly cash_flow?: readonly BookImportRole[] | undefined;
  /**
   * What becomes of vouchers that the source edited or deleted since an earlier import.
   * Default: `leave`.
   */
  readonly changes?: "apply" | "leave" | undefined;
  /** The same for single vouchers. */
  readonly change_of?: readonly BookImportChoice[] | undefined;
  /** The digest of the plan. */
  readonly digest: string;
}

export interface NewBookImportForm {
  /** The books, as another program exports them. */
  readonly file: Blob;
  /** A list of accounts with their types, as the other program exports it. */
  readonly accounts?: Blob | undefined;
  /** A trial balance of the other program, which proves the books. */
  readonly trial_balance?: Blob | undefined;
  /** The day of the trial balance. Default: the day in its title. */
  readonly trial_balance_date?: string | undefined;
  /** What accounts are. */
  readonly answers?: readonly BookImportAnswer[] | undefined;
  /** The format of dates. Default: as the whole file shows. */
  readonly date_format?: "YYYY-MM-DD" | "MM/DD/YYYY" | "DD/MM/YYYY" | undefined;
  /**
   * Leave out or keep vouchers that close a year. Default: leave out those that bring the
   * income statement to zero, and refuse others that look like one.
   */
  readonly closing_vouchers?: "leave-out" | "keep" | undefined;
  /** Which column of a journal as CSV is what. */
  readonly columns?: readonly BookImportColumn[] | undefined;
  /** Prices of currencies and commodities without one in the file. */
  readonly prices?: readonly BookImportPrice[] | undefined;
  /** Where changes of accounts stand in the cash flow statement. */
  readonly cash_flow?: readonly BookImportRole[] | undefined;
  /**
   * What becomes of vouchers that the source edited or deleted since an earlier import.
   * Default: `leave`.
   */
  readonly changes?: "apply" | "leave" | undefined;
  /** The same for single vouchers. */
  readonly change_of?: readonly BookImportChoice[] | undefined;
  /** The digest of the plan. */
  readonly digest: string;
}

export interface NewCategory {
  /** A name, on one line. */
  readonly name: string;
  /** Its type, that of its parent. */
  readonly account_type: "asset" | "liability" | "equity" | "revenue" | "cost_of_goods_sold" | "expense" | "other_income" | "other_expense";
  readonly cash_flow?: "cash" | "working_capital" | "non_cash" | "investing" | "financing" | null | undefined;
  /** Its parent. Default: none. */
  readonly parent?: string | null | undefined;
}

export interface NewClosing {
  /** The last day to close, `YYYY-MM-DD`. */
  readonly through: string;
  /** Why the books are closed although items of the checklist are open. */
  readonly reason?: string | undefined;
}

export interface NewConnection {
  /** The vendor. */
  readonly vendor: "simplefin" | "stripe" | "mercury" | "plaid";
  /** The token or key from the vendor. It is stored only encrypted, and never returned. */
  readonly given: string;
  /** Lines of earlier days are not taken. Default: 90 days ago. */
  readonly since?: string | null | undefined;
}

export interface NewDepartment {
  /** A name, on one line. */
  readonly name: string;
  /** Its parent. Default: none. */
  readonly parent?: string | null | undefined;
  /** True to check the change and say what it changes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface NewManualEntry {
  /** The accounting date, `YYYY-MM-DD`. */
  readonly date: string;
  /** What it is for. */
  readonly memo: string;
  /** The poster's own name of the entry, unique in the company. */
  readonly reference?: string | null | undefined;
  /**
   * Whether it is an adjusting entry, which a trial balance can leave out or show by itself.
   * Default: false.
   */
  readonly adjusting?: boolean | undefined;
  /**
   * A later day, `YYYY-MM-DD`, on which its reversal is posted together with it. Default: none
   * is posted.
   */
  readonly reverses_on?: string | null | undefined;
  /** Its lines, whose debits equal their credits. */
  readonly lines: readonly ({
    /** The id of a category, or its name if only one has it. */
    readonly category: string;
    /** The id or the name of a department. */
    readonly department?: string | null | undefined;
    /** The debit. In cents. */
    readonly debit_cents?: number | undefined;
    /** The credit, in place of a debit. In cents. */
    readonly credit_cents?: number | undefined;
    /** What the line is for. Default: the entry's memo. */
    readonly memo?: string | null | undefined;
  })[];
}

export interface NewOpenItems {
  /** The day at whose end they are open. */
  readonly date: string;
  /** The items. */
  readonly items: readonly OpenItem[];
  /** What a report states as the totals of parties, which are compared with the items. */
  readonly totals?: readonly OpenItemsTotal[] | undefined;
  /** True to check the items and answer what they are, without storing them. */
  readonly preview?: boolean | undefined;
}

export interface NewOpeningBalances {
  /** The day at whose end the balances hold, `YYYY-MM-DD`. */
  readonly date: string;
  /** Only show what would be posted. */
  readonly dry_run?: boolean | undefined;
  /** The balances, one for each category. */
  readonly balances: readonly ({
    /** The id of a category. */
    readonly category: string;
    /** A debit balance. In cents. */
    readonly debit_cents?: number | undefined;
    /** A credit balance, in place of a debit. In cents. */
    readonly credit_cents?: number | undefined;
  })[];
}

export interface NewReconciliation {
  /** The account. */
  readonly account_id: string;
  /** The last day of the statement. */
  readonly statement_date: string;
  /**
   * The balance at the end of that day; money owed is negative. Default: that of a file that
   * states one. In cents.
   */
  readonly statement_balance_cents?: number | undefined;
  /** Of an account's first statement: the balance that it begins with. Default: 0. In cents. */
  readonly opening_balance_cents?: number | undefined;
}

export interface NewReversal {
  /** The day of the reversal, `YYYY-MM-DD`. */
  readonly date: string;
  /** What it is for. Default: it names the reversed voucher. */
  readonly memo?: string | null | undefined;
}

export interface NewRuleTrial {
  /** The conditions. All of them must be met. */
  readonly conditions: readonly RuleConditionInput[];
  /**
   * A category without children that is not cash and not the balance sheet category of a bank
   * or card account.
   */
  readonly category_id: string;
}

export interface NewSchedule {
  /** `capitalization` for an asset, or `spread`. */
  readonly kind: "spread" | "capitalization";
  /** What it is: the description of its entries, on one line. */
  readonly description: string;
  /**
   * The category where the amount stands, by id or name: of an asset, or for a spread, prepaid
   * expenses or deferred revenue.
   */
  readonly holding_category_id: string;
  /** The category of each share, by id or name. */
  readonly category_id: string;
  /**
   * The category where the depreciation of an asset is gathered, by id or name. Default: the
   * chart's accumulated depreciation.
   */
  readonly contra_category_id?: string | undefined;
  /** The department of each share. Default: none. */
  readonly department_id?: string | undefined;
  /** The cost, or the amount that is spread, in cents. */
  readonly amount_cents: number;
  /** A day of the first month; by days, the first day. */
  readonly start_date: string;
  /** The life in months. */
  readonly months: number;
  /**
   * Equal shares of whole months, shares by days, half of the first month (`mid_month`), or
   * half of the first fiscal year (`half_year`). Default: `month`.
   */
  readonly basis?: "month" | "day" | "mid_month" | "half_year" | undefined;
  /**
   * Makes it a declining balance: the percentage of the straight line that each year takes of
   * the book value, until straight line over the rest is more. Default: straight line.
   */
  readonly declining_percent?: number | undefined;
  /** The salvage value, which is not written off, in cents. Default: 0. */
  readonly salvage_cents?: number | undefined;
  /** What was written off before, in cents. Default: 0. */
  readonly opened_cents?: number | undefined;
  /** The last day of the month through which it was written off before. Default: nothing was. */
  readonly opened_on?: string | undefined;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface NewSettlementLine {
  /** The category that it is booked on. By its id or name. */
  readonly category: string;
  /** Its department. By its id or name. */
  readonly department?: string | null | undefined;
  /** The amount. In cents. */
  readonly amount_cents: number;
  /** What it is for. */
  readonly description?: string | null | undefined;
}

export interface NewSheet {
  /** Its name. */
  readonly name: string;
}

export interface NewSheetImport {
  /** The workbook. */
  readonly file: Blob;
}

export interface NewSignIn {
  /** The vendor. */
  readonly vendor: "simplefin" | "stripe" | "mercury" | "plaid";
  /** Lines of earlier days are not taken. Default: 90 days ago. */
  readonly since?: string | null | undefined;
  /** The connection to renew. Default: a new one. */
  readonly reconnect?: string | null | undefined;
}

export interface NewStatementExport {
  /**
   * The statement to export, or `package`: the statements of the days beside those before,
   * ageings, reconciliations, the register of assets and the checklist in one file.
   */
  readonly report_type: "income_statement" | "balance_sheet" | "cash_flow" | "trial_balance" | "general_ledger" | "changes_in_equity" | "package";
  /**
   * First day, `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles.
   */
  readonly start_date: string;
  /**
   * Last day, in the same forms. The range may cover parts of at most 120 calendar months; a
   * PDF shows at most 13 periods.
   */
  readonly end_date: string;
  /** Default: `pdf`. A package is a `pdf` or a `zip` of workbooks, a statement no `zip`. */
  readonly format?: "pdf" | "csv" | "xlsx" | "zip" | undefined;
  readonly group_by?: ReportExportGrouping | undefined;
  /** As of a table. Default: `none`. */
  readonly compare?: "none" | "prior_period" | "prior_year" | "both" | undefined;
  /** As of a table. Default: `included`. */
  readonly adjustments?: "included" | "excluded" | "separate" | undefined;
  /** As of a table. Default: all categories. */
  readonly category_id?: string | undefined;
  /** As of a table. Default: `none`. */
  readonly beside?: "none" | "year_to_date" | undefined;
  /** As of a table. Default: `none`. */
  readonly shares?: "none" | "revenue" | undefined;
  /**
   * What the amounts of a PDF or workbook are rounded to; those of a CSV are exact. Default:
   * `cents`.
   */
  readonly rounding?: "cents" | "dollars" | "thousands" | undefined;
}

export interface NewTransactionSpread {
  /** A day of the first month. */
  readonly start_date: string;
  /** The number of months. */
  readonly months: number;
  /** The category of the shares. Default: the transaction's own. */
  readonly category_id?: string | undefined;
  /**
   * The category of the asset that the transaction bought. Default: none; the amount is held
   * on prepaid expenses or deferred revenue.
   */
  readonly asset_category_id?: string | undefined;
  /**
   * Equal shares of whole months, or shares by the days from `start_date` on; of an asset,
   * also half of the first month (`mid_month`) or of the first fiscal year (`half_year`).
   * Default: `month`.
   */
  readonly basis?: "month" | "day" | "mid_month" | "half_year" | undefined;
  /**
   * Makes it a declining balance: the percentage of the straight line that each year takes of
   * the book value, until straight line over the rest is more. Default: straight line.
   */
  readonly declining_percent?: number | undefined;
  /** The salvage value, which is not written off, in cents. Default: 0. */
  readonly salvage_cents?: number | undefined;
}

export interface OpenItem {
  /** The customer or the vendor, on one line. */
  readonly party_name: string;
  /**
   * The number of the invoice, or the one that the vendor gave the bill. Default: the next of
   * the company's own series.
   */
  readonly number?: string | null | undefined;
  /** Its date, on or before that of the opening. */
  readonly date: string;
  /** The day on which it is due. Default: its date. */
  readonly due_date?: string | null | undefined;
  /** What it was for. Default: not stated. In cents. */
  readonly original_cents?: number | null | undefined;
  /** What is open of it; negative for a credit. In cents. */
  readonly open_cents: number;
}

export interface OpenItemsFile {
  /** Always `open_items_file`. */
  readonly object: "open_items_file";
  /** The day at whose end they are open. */
  readonly date: string;
  /** The items. */
  readonly items: readonly ListedOpenItem[];
  /** What the file states as the totals of parties. */
  readonly totals: readonly ListedOpenTotal[];
  /** Sentences on what to check. */
  readonly notes: readonly string[];
}

export interface OpenItemsTotal {
  /** The customer or the vendor. */
  readonly party_name: string;
  /** What is open of its items. In cents. */
  readonly open_cents: number;
}

export interface OpenItemsUpload {
  /** What it lists: what customers owe, or what is owed to vendors. */
  readonly side: "receivable" | "payable";
  /** The day at whose end the items are open. Default: that of its title. */
  readonly date?: string | undefined;
  /** The format of dates. Default: as the whole file shows. */
  readonly date_format?: "YYYY-MM-DD" | "MM/DD/YYYY" | "DD/MM/YYYY" | undefined;
}

export interface OpenItemsUploadForm {
  /** The file. */
  readonly file: Blob;
  /** What it lists: what customers owe, or what is owed to vendors. */
  readonly side: "receivable" | "payable";
  /** The day at whose end the items are open. Default: that of its title. */
  readonly date?: string | undefined;
  /** The format of dates. Default: as the whole file shows. */
  readonly date_format?: "YYYY-MM-DD" | "MM/DD/YYYY" | "DD/MM/YYYY" | undefined;
}

export interface OpenedBill {
  /** Always `opened_bill`. */
  readonly object: "opened_bill";
  readonly bill: Bill;
  /**
   * The transactions that pay it, and those above zero that bring back what was paid too much,
   * by date.
   */
  readonly payments: readonly BillMoney[];
  /** What else settles it, and what of its credit was moved to other bills, by date. */
  readonly settlements: readonly BillSettlement[];
}

export interface OpenedBooks {
  /** Why they are opened. */
  readonly reason: string;
}

export interface OpenedInvoice {
  /** Always `opened_invoice`. */
  readonly object: "opened_invoice";
  readonly invoice: Invoice;
  /**
   * The transactions that pay it, and those below zero that refund what was paid too much, by
   * date.
   */
  readonly payments: readonly InvoiceMoney[];
  /** What else settles it, and what of its credit was moved to other invoices, by date. */
  readonly settlements: readonly Settlement[];
}

export interface OpenedItems {
  /** Always `opened_items`. */
  readonly object: "opened_items";
  /** The day. */
  readonly date: string;
  /** The number of items that came in. */
  readonly count: number;
  /** The parties. */
  readonly parties: readonly OpenedParty[];
  /** What is due of all items. In cents. */
  readonly total_cents: number;
  /** The balance of the claims in the ledger, which is the same. In cents. */
  readonly ledger_cents: number;
  /** Whether nothing was stored. */
  readonly preview: boolean;
}

export interface OpenedParty {
  /** The customer or the vendor. */
  readonly party_name: string;
  /** The number of its items that came in. */
  readonly count: number;
  /** What is due of all its items. In cents. */
  readonly open_cents: number;
  /** What the ledger states for it; null if its entries do not name all parties. In cents. */
  readonly ledger_cents: number | null;
}

export interface OpenedReconciliation {
  /** Always `opened_reconciliation`. */
  readonly object: "opened_reconciliation";
  /** The reconciliation's id, `rcn_...`. */
  readonly id: string;
  /** Its account. */
  readonly account_id: string;
  /** The last day of the statement. */
  readonly statement_date: string;
  /**
   * Whether it is finished; what is on a finished one can't change. A reopened one was
   * finished before.
   */
  readonly state: "draft" | "finished" | "reopened";
  /** When it was begun. Unix seconds. */
  readonly created: number;
  /** Who began it: a user's id, or the operator's name on the machine. */
  readonly created_by: string;
  /** When it was finished; null for one that is not. Unix seconds. */
  readonly finished_at: number | null;
  /** Who finished it. */
  readonly finished_by: string | null;
  /** The statement's balance. Money owed is negative. In cents. */
  readonly statement_balance_cents: number;
  /** The balance of the statement before. In cents. */
  readonly opening_balance_cents: number;
  /** The opening balance and the cleared lines. In cents. */
  readonly cleared_balance_cents: number;
  /** The statement's balance less the cleared one. A finished one has 0. In cents. */
  readonly difference_cents: number;
  /** The lines that are on the statement. */
  readonly cleared_count: number;
  /** The lines through its day that are on no statement. */
  readonly open_count: number;
  /** What these come to. In cents. */
  readonly open_cents: number;
  /** Lines of which one may explain the difference, the latest first. */
  readonly explanations: readonly ReconciliationExplanation[];
  /** Whether all lines that are not cleared come to the difference. */
  readonly open_lines_explain: boolean;
}

export interface OpenedSchedule {
  /** Always `opened_schedule`. */
  readonly object: "opened_schedule";
  readonly schedule: Schedule;
  /** Its months, and the disposal of an asset. */
  readonly lines: readonly ScheduleLine[];
  readonly in_operating: DepreciationInOperating | null;
  /** True if nothing was written. */
  readonly preview: boolean;
}

export interface OpeningBalances {
  /** Always `opening_balances`. */
  readonly object: "opening_balances";
  /** The day. */
  readonly date: string;
  /** The id of the voucher's first entry; null if it was not posted. */
  readonly entry: string | null;
  /**
   * By how much the debits exceed the credits, which Opening Balance Equity takes as a credit.
   * In cents.
   */
  readonly difference_cents: number;
  /** Sentences on what to check. */
  readonly notes: readonly string[];
  /** The three statements. */
  readonly statements: readonly ({
    /** The statement. */
    readonly report_type: "income_statement" | "balance_sheet" | "cash_flow";
    /** The rows that change, from top to bottom. */
    readonly rows: readonly ({
      /** The name of the row. */
      readonly label: string;
      /** 0 for totals. */
      readonly depth: number;
      /** By how much its figure changes. In cents. */
      readonly change_cents: number;
    })[];
  })[];
}

export interface Overview {
  /** Always `overview`. */
  readonly object: "overview";
  /** The last day that is counted. */
  readonly date: string;
  /** The cash at the end of that day. In cents. */
  readonly cash_cents: number;
  /** The last day of the month before. */
  readonly cash_since_date: string;
  /** By how much cash grew since the end of that day. In cents. */
  readonly cash_change_cents: number;
  /** The categories that add up to the cash, the largest first. */
  readonly cash_categories: readonly OverviewCash[];
  readonly cards: OverviewCards | null;
  readonly days: OverviewDays;
  readonly days_before: OverviewDays;
  readonly revenue: OverviewFigure;
  readonly expenses: OverviewFigure;
  readonly burn: OverviewFigure;
  readonly burn_days: OverviewDays;
  readonly runway: OverviewRunway;
  /** The categories that changed most, the largest change first. */
  readonly changes: readonly OverviewChange[];
  /** The months, the present one last. */
  readonly months: readonly OverviewMonth[];
}

/** The categories of cards with a balance, which are no part of the cash. */
export interface OverviewCards {
  /** The number of categories. */
  readonly count: number;
  /** Their balance; negative for what is owed. In cents. */
  readonly balance_cents: number;
}

export interface OverviewCash {
  /** The category. */
  readonly category_id: string;
  /** Its name. */
  readonly name: string;
  /** Its balance; negative if it is overdrawn. In cents. */
  readonly balance_cents: number;
}

export interface OverviewChange {
  /** The key of its row in the table of the income statement. */
  readonly line: string;
  /** The category, with `-direct` if those below it have entries of their own. */
  readonly category_id: string;
  /** The category's name. */
  readonly name: string;
  /** Its own entries on the present days, as in the income statement. In cents. */
  readonly amount_cents: number;
  /** Its own entries on the days before. In cents. */
  readonly before_cents: number;
  /** By how much it is more, which for a cost is a larger cost; negative for less. In cents. */
  readonly change_cents: number;
  /** Whether the change raises income. */
  readonly is_better: boolean;
  readonly reason: OverviewReason | null;
}

export interface OverviewDays {
  /** The first day. */
  readonly start_date: string;
  /** The last day. */
  readonly end_date: string;
}

export interface OverviewFigure {
  /** The amount. In cents. */
  readonly amount_cents: number;
  /** The amount that it is compared with. In cents. */
  readonly before_cents: number;
  /** The amount less that before. In cents. */
  readonly change_cents: number;
  /** The change in tenths of a percent; null where no percentage tells it. */
  readonly percent_tenths: number | null;
  /** Whether the change is for the better; null for none. */
  readonly is_better: boolean | null;
}

export interface OverviewMonth {
  /** Its first day. */
  readonly start_date: string;
  /** Its last day, or the present one. */
  readonly end_date: string;
  /** Revenue and other income. In cents. */
  readonly revenue_cents: number;
  /** All costs. In cents. */
  readonly expenses_cents: number;
  /** Revenue less expenses. In cents. */
  readonly net_income_cents: number;
  /** The cash at its end. In cents. */
  readonly cash_cents: number;
  /** The burn of the three whole months before it. In cents. */
  readonly burn_cents: number;
  /** How long the cash at its end lasts at that burn. */
  readonly runway_tenths: number | null;
}

export interface OverviewReason {
  /** The merchant of these entries; null for those without one. */
  readonly merchant: string | null;
  readonly source: "bank_transaction" | "spread" | "capitalization" | "csv_upload" | "transfer" | "invoice" | "bill" | "adjustment" | null;
  /** What they came to on the present days. In cents. */
  readonly amount_cents: number;
  /** What they came to on the days before. In cents. */
  readonly before_cents: number;
  /** Their number on the present days. */
  readonly entry_count: number;
  /** Their number on the days before. */
  readonly before_entry_count: number;
}

export interface OverviewRunway {
  /** The runway in tenths of a month; null if cash does not fall. */
  readonly tenths: number | null;
  /** What it was a month before; null if cash did not fall. */
  readonly before_tenths: number | null;
  /** The change; null without one of both. */
  readonly change_tenths: number | null;
  /** Whether the change is for the better; null for none. */
  readonly is_better: boolean | null;
}

export interface PassedInvitation {
  readonly invitation: Invitation;
  /** True if a mail with the link is on its way. */
  readonly is_mailed: boolean;
  /**
   * Where no mail is sent, the new link, which replaces older ones. Null if the invitation
   * can't be accepted now, and for a user who has access to another company and no password
   * that only they could set.
   */
  readonly link: string | null;
}

export interface Payables {
  /** Always `payables`. */
  readonly object: "payables";
  /** The day. */
  readonly date: string;
  /** The vendors. */
  readonly vendors: readonly VendorPayables[];
  readonly ages: Ages;
  /** The sum of all vendors. In cents. */
  readonly total_cents: number;
  /** The number of bills past due. */
  readonly overdue_count: number;
  /** What is due of them. In cents. */
  readonly overdue_cents: number;
  /** The categories of payables; none if nothing could be compared. */
  readonly category_ids: readonly string[];
  /** The balance of these categories, positive where money is owed. In cents. */
  readonly ledger_cents: number;
  /** The ledger minus the total: entries that follow no bill. In cents. */
  readonly other_cents: number;
}

export interface PaymentCandidate {
  /** The transaction. */
  readonly id: string;
  /** Its date at the bank. */
  readonly date: string;
  /** Its amount. In cents. */
  readonly amount_cents: number;
  /** The bank's description. */
  readonly description: string;
  /** Its merchant. */
  readonly merchant_name: string | null;
  /** Whether it is exactly the amount due, or the credit. */
  readonly is_exact: boolean;
}

export interface PaymentCandidates {
  /** Always `payment_candidates`. */
  readonly object: "payment_candidates";
  /** The likeliest first. */
  readonly transactions: readonly PaymentCandidate[];
}

export interface People {
  /** Always `people`. */
  readonly object: "people";
  /** The people. */
  readonly people: readonly TeamPerson[];
}

export interface Receivables {
  /** Always `receivables`. */
  readonly object: "receivables";
  /** The day. */
  readonly date: string;
  /** The customers. */
  readonly customers: readonly CustomerReceivables[];
  readonly ages: Ages;
  /** The sum of all customers. In cents. */
  readonly total_cents: number;
  /** The number of invoices past due. */
  readonly overdue_count: number;
  /** What is due of them. In cents. */
  readonly overdue_cents: number;
  /** The categories of receivables; none if nothing could be compared. */
  readonly category_ids: readonly string[];
  /** The balance of these categories. In cents. */
  readonly ledger_cents: number;
  /** The ledger minus the total: entries that follow no invoice. In cents. */
  readonly other_cents: number;
}

export interface Reconciliation {
  /** Always `reconciliation`. */
  readonly object: "reconciliation";
  /** The reconciliation's id, `rcn_...`. */
  readonly id: string;
  /** Its account. */
  readonly account_id: string;
  /** The last day of the statement. */
  readonly statement_date: string;
  /**
   * Whether it is finished; what is on a finished one can't change. A reopened one was
   * finished before.
   */
  readonly state: "draft" | "finished" | "reopened";
  /** When it was begun. Unix seconds. */
  readonly created: number;
  /** Who began it: a user's id, or the operator's name on the machine. */
  readonly created_by: string;
  /** When it was finished; null for one that is not. Unix seconds. */
  readonly finished_at: number | null;
  /** Who finished it. */
  readonly finished_by: string | null;
  /** The statement's balance. Money owed is negative. In cents. */
  readonly statement_balance_cents: number;
  /** The balance of the statement before. In cents. */
  readonly opening_balance_cents: number;
}

export interface ReconciliationExplanation {
  /** The transaction. */
  readonly id: string;
  /** Its day. */
  readonly date: string;
  /** Money in is positive, money out negative. In cents. */
  readonly amount_cents: number;
  /** The bank's description. */
  readonly description: string;
  /** Merchant or counterparty, if any. */
  readonly merchant_name: string | null;
  /** Whether it is on the statement. */
  readonly cleared: boolean;
  /**
   * `not_cleared`: it is the difference itself. `cleared_too_much`: without it there is none.
   * `duplicate`: the same, beside an equal line within three days. `sign_swapped`,
   * `digits_swapped`: the statement probably has it with the other sign, or with two
   * neighbouring digits swapped.
   */
  readonly why: "not_cleared" | "cleared_too_much" | "duplicate" | "sign_swapped" | "digits_swapped";
  /** The amount that the statement would have for it; null if it has none. In cents. */
  readonly statement_cents: number | null;
}

export interface ReconciliationLine {
  /** The transaction. */
  readonly id: string;
  /** Its day. */
  readonly date: string;
  /** Money in is positive, money out negative. In cents. */
  readonly amount_cents: number;
  /** The bank's description. */
  readonly description: string;
  /** Merchant or counterparty, if any. */
  readonly merchant_name: string | null;
  /** Whether it is on the statement. */
  readonly cleared: boolean;
  /** Always `reconciliation_line`. */
  readonly object: "reconciliation_line";
}

export interface ReconciliationLineList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: string;
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly ReconciliationLine[];
}

export interface ReconciliationList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/reconciliations";
  /** All items. */
  readonly data: readonly Reconciliation[];
}

export interface RegisterCategory {
  /** A category of assets or of their depreciation. */
  readonly category_id: string;
  /** Its name. */
  readonly category_name: string;
  /** Which of the two it holds. */
  readonly of: "cost" | "depreciation";
  /** The sum of the assets' schedules. In cents. */
  readonly register_cents: number;
  /** Its balance in the ledger; of depreciation, credits less debits. In cents. */
  readonly ledger_cents: number;
  /** The ledger less the register: what follows no schedule. In cents. */
  readonly other_cents: number;
}

export interface RegisteredAsset {
  /** What it is: the description of its entries, on one line. */
  readonly description: string;
  /**
   * The category where the amount stands, by id or name: of an asset, or for a spread, prepaid
   * expenses or deferred revenue.
   */
  readonly holding_category_id: string;
  /** The category of each share, by id or name. */
  readonly category_id: string;
  /**
   * The category where the depreciation of an asset is gathered, by id or name. Default: the
   * chart's accumulated depreciation.
   */
  readonly contra_category_id?: string | undefined;
  /** The department of each share. Default: none. */
  readonly department_id?: string | undefined;
  /** The cost, or the amount that is spread, in cents. */
  readonly amount_cents: number;
  /** A day of the first month; by days, the first day. */
  readonly start_date: string;
  /** The life in months. */
  readonly months: number;
  /**
   * Equal shares of whole months, shares by days, half of the first month (`mid_month`), or
   * half of the first fiscal year (`half_year`). Default: `month`.
   */
  readonly basis?: "month" | "day" | "mid_month" | "half_year" | undefined;
  /**
   * Makes it a declining balance: the percentage of the straight line that each year takes of
   * the book value, until straight line over the rest is more. Default: straight line.
   */
  readonly declining_percent?: number | undefined;
  /** The salvage value, which is not written off, in cents. Default: 0. */
  readonly salvage_cents?: number | undefined;
  /** What was written off before, in cents. Default: 0. */
  readonly opened_cents?: number | undefined;
}

export interface ReopenedReconciliation {
  /** Why it is reopened. */
  readonly reason: string;
}

export interface RuleTrial {
  /** Always `rule_trial`. */
  readonly object: "rule_trial";
  /** The number of the latest transactions that were tried. */
  readonly examined: number;
  /** Whether these are all transactions that a rule can match. */
  readonly is_whole: boolean;
  /** Those that meet the conditions. */
  readonly matches: number;
  /** Matches that have no category yet. */
  readonly uncategorized: number;
  /** Matches that have the category already. */
  readonly agreeing: number;
  /** Matches with another category, which the rule would have given its own. Most first. */
  readonly others: readonly RuleTrialCategory[];
  /** The latest matches. */
  readonly samples: readonly RuleTrialSample[];
}

export interface RuleTrialCategory {
  /** A category that matches have now. */
  readonly category_id: string;
  /** Its name. */
  readonly category_name: string;
  /** The number of matches that have it. */
  readonly matches: number;
}

export interface RuleTrialSample {
  /** The transaction's id. */
  readonly id: string;
  /** Its date. */
  readonly date: string;
  /** The bank's description. */
  readonly description: string;
  /** Merchant or counterparty. */
  readonly merchant_name: string | null;
  /** Money in is positive, money out negative. In cents. */
  readonly amount_cents: number;
  /** Name of its category now. */
  readonly category_name: string | null;
}

export interface Schedule {
  /** The schedule's id, `spread_...`. */
  readonly id: string;
  /** Always `schedule`. */
  readonly object: "schedule";
  /** `spread` for an amount of several months, `capitalization` for an asset. */
  readonly kind: "spread" | "capitalization";
  /** The transaction whose amount it is; null if it is in the books otherwise. */
  readonly transaction_id: string | null;
  /** The description of its entries. */
  readonly description: string;
  /** The merchant of its entries. */
  readonly merchant: string | null;
  /** The category of each month's share. */
  readonly category_id: string;
  /** The department of each month's share. */
  readonly department_id: string | null;
  /** The category that holds the amount. */
  readonly holding_category_id: string;
  /** The category against which each share is booked; for an asset, of its depreciation. */
  readonly contra_category_id: string;
  /** The amount, signed like the transaction: money in is positive. In cents. */
  readonly amount_cents: number;
  /** The part not yet recognized, today. In cents. */
  readonly remaining_cents: number;
  /** A day of the first month. */
  readonly start_date: string;
  /** A day of the last month that was planned. */
  readonly end_date: string;
  /** A day of the last month, or the day of its early end. */
  readonly last_day: string;
  /** The number of months. */
  readonly months: number;
  /**
   * How months share the amount: equally, by their days, or by the convention of half a month
   * or half a year at both ends.
   */
  readonly basis: "month" | "day" | "mid_month" | "half_year";
  /**
   * Of a declining balance, the percentage of the straight line that each year takes, such as
   * 200; null for straight line.
   */
  readonly declining_percent: number | null;
  /** The salvage value of an asset, which is not written off. In cents. */
  readonly salvage_cents: number;
  /** The day through which it was written off before it came into these books. */
  readonly opened_on: string | null;
  /** What was written off by then, signed like the amount. In cents. */
  readonly opened_cents: number;
  /** The day on which it ended early. */
  readonly ended_on: string | null;
  readonly ended_as: "recognized" | "disposed" | null;
  /** The cost of an asset. In cents. */
  readonly cost_cents: number;
  /** The depreciation up to today. In cents. */
  readonly depreciated_cents: number;
  /** Cost less depreciation; 0 once the asset is disposed of. In cents. */
  readonly book_value_cents: number;
  /** What was paid for the asset. In cents. */
  readonly proceeds_cents: number | null;
  /** The category on which that is booked. */
  readonly proceeds_category_id: string | null;
  /** The gain of the disposal, negative for a loss. In cents. */
  readonly gain_cents: number | null;
  /** The category of that gain or loss. */
  readonly result_category_id: string | null;
  /** True if its transaction is on hold, and its months with it. */
  readonly held: boolean;
  /** When it was created. Unix seconds. */
  readonly created: number;
}

export interface ScheduleEnd {
  /** The day. */
  readonly on: string;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface ScheduleLine {
  /** The day on which the share is booked. */
  readonly date: string;
  /** The share, signed like the amount. In cents. */
  readonly amount_cents: number;
  /** True if it takes the asset out of the books. */
  readonly is_disposal: boolean;
  /** True if its day has come. */
  readonly is_recognized: boolean;
  /** A journal entry of it; null if none is posted. */
  readonly entry: string | null;
}

export interface ScheduleList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/schedules";
  /** All items. */
  readonly data: readonly Schedule[];
}

export interface ScheduleMove {
  /** A day of the new last month. */
  readonly last_day: string;
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface ScheduleReopening {
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface Session {
  /** Always `session`. */
  readonly object: "session";
  readonly user: {
    /** The user's id. */
    readonly id: string;
    /** The user's e-mail address. */
    readonly email: string;
    /** First name, if known. */
    readonly first_name: string | null;
    /** Last name, if known. */
    readonly last_name: string | null;
  };
  /** The user's companies. */
  readonly companies: readonly SessionCompany[];
  /** False if the installation has no mail server, so that whoever invites passes the link on. */
  readonly sends_mail: boolean;
}

export interface SessionCompany {
  /** The company's id, for the header `Daybook-Company`. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Whether it is open. */
  readonly lifecycle: "open" | "closing" | "closed" | "deleted";
  /** Its plan. */
  readonly plan: "formation" | "startup" | "growth" | "enterprise";
  /** True if requests for it are refused until it has an active subscription. */
  readonly subscription_required: boolean;
  /** The month in which its fiscal year begins; January is 1. */
  readonly fiscal_year_start_month: number;
  /** Its features, by name. */
  readonly features: readonly string[];
  readonly permissions: Permissions;
}

export interface SessionList {
  /** Always `session_list`. */
  readonly object: "session_list";
  /** The sessions. */
  readonly sessions: readonly BrowserSession[];
}

export interface SettledBills {
  /** Always `settled_bills`. */
  readonly object: "settled_bills";
  /** The bills that change, as they are then. */
  readonly bills: readonly OpenedBill[];
  /** What is booked, by category. Empty if nothing is, such as for a moved credit. */
  readonly entry_lines: readonly SettledLine[];
  /** True if nothing was written. */
  readonly preview: boolean;
}

export interface SettledInvoices {
  /** Always `settled_invoices`. */
  readonly object: "settled_invoices";
  /** The invoices that change, as they are then. */
  readonly invoices: readonly OpenedInvoice[];
  /** What is booked, by category. Empty if nothing is, such as for a moved credit. */
  readonly entry_lines: readonly SettledLine[];
  /** True if nothing was written. */
  readonly preview: boolean;
}

export interface SettledLine {
  /** The category. */
  readonly category_id: string;
  /** Debits minus credits. In cents. */
  readonly net_debit_cents: number;
}

export interface Settlement {
  /** The settlement's id, unique in the company. */
  readonly id: string;
  /**
   * A credit note, a write-off, a fee that was kept from a payment or paid besides with a
   * bill, a move of what another invoice has too much, or a refund, which takes from what is
   * settled.
   */
  readonly kind: "credit_note" | "write_off" | "fee" | "move" | "refund";
  /** The accounting date. */
  readonly date: string;
  /** What it settles or refunds: the sum of its lines. In cents. */
  readonly amount_cents: number;
  /** What it is for. */
  readonly note: string;
  /** The day on which it is reversed, with its entries; it settles nothing any more. */
  readonly reversed_on: string | null;
  /** Of a fee or a move: the payment or refund that it is a part of, and with which it goes. */
  readonly transaction_id: string | null;
  readonly invoice: NamedInvoice;
  readonly from_invoice: NamedInvoice | null;
  /** What it is booked on against the claim. A move is not booked. */
  readonly lines: readonly SettlementLine[];
}

export interface SettlementLine {
  /** The category that is debited; of a refund, credited. */
  readonly category_id: string;
  /** Its department. */
  readonly department_id: string | null;
  /** The amount. In cents. */
  readonly amount_cents: number;
  /** What it is for. Default: the note of the settlement. */
  readonly description: string | null;
}

export interface SettlementTakenBack {
  /** True to check the change and answer what it makes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface SheetBlock {
  /** The worksheet. */
  readonly worksheet_id: string;
  /** Its number: the rows 64 times this and the 63 below, counted from 0. */
  readonly block: number;
  /** Its cells, as the formula engine reads them. */
  readonly cells: string;
  /**
   * Its formats as JSON: each different one in `styles`; `rows` of a row, a column, an index
   * in `styles`, a column, and so on.
   */
  readonly formats: string;
}

export interface SheetChanges {
  /** Always `sheet_changes`. */
  readonly object: "sheet_changes";
  /** The document's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** The document's address in the web application. */
  readonly url: string;
  /** Grows with each edit of the document, on any worksheet. */
  readonly revision: number;
  /** The worksheets, in the order of their tabs. */
  readonly worksheets: readonly SizedWorksheet[];
  /** The names that its formulas use. */
  readonly names: readonly SheetName[];
  /** Its charts. */
  readonly charts: readonly SheetChart[];
  /** Blocks of 64 rows with content. */
  readonly blocks: readonly SheetBlock[];
  /** True if `moves` and `blocks` are all that changed. */
  readonly is_known: boolean;
  /** True if `moves` are all, even if the document must be read again. */
  readonly are_moves_known: boolean;
  /**
   * The rows and columns that were inserted and deleted, in order. `blocks` are those after
   * them.
   */
  readonly moves: readonly SheetMove[];
}

export interface SheetContent {
  /** Always `sheet_content`. */
  readonly object: "sheet_content";
  /** The document's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** The document's address in the web application. */
  readonly url: string;
  /** Grows with each edit of the document, on any worksheet. */
  readonly revision: number;
  /** The worksheets, in the order of their tabs. */
  readonly worksheets: readonly SizedWorksheet[];
  /** The names that its formulas use. */
  readonly names: readonly SheetName[];
  /** Its charts. */
  readonly charts: readonly SheetChart[];
  /** Blocks of 64 rows with content. */
  readonly blocks: readonly SheetBlock[];
  /** Where the next part begins; null for the last. */
  readonly next: string | null;
}

/** One edit of a spreadsheet. */
export type SheetEdit = {
  /** Always `rename`. */
  readonly kind: "rename";
  /** The document's new name. */
  readonly name: string;
} | {
  /** Always `cells`. */
  readonly kind: "cells";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** The cells. */
  readonly cells: readonly ({
    /** Its row, from 0. */
    readonly row: number;
    /** Its column, from 0. */
    readonly column: number;
    /**
     * What to write, read as if typed: a formula after `=`, a number, TRUE or FALSE, an error
     * value; anything else is text, as is all after an apostrophe. Null clears the cell. Without
     * it, the cell keeps its content.
     */
    readonly input?: string | null | undefined;
    /** The fixed size that an array formula fills. */
    readonly fills?: {
      /** Rows. */
      readonly rows: number;
      /** Columns. */
      readonly columns: number;
    } | undefined;
    /** The whole format. Null removes it; without it, the cell keeps its format. */
    readonly format?: {
      /** A number format as in spreadsheets, such as `#,##0.00`. */
      readonly number_format?: string | undefined;
      /** Whether the text is bold. */
      readonly bold?: boolean | undefined;
      /** Whether it is italic. */
      readonly italic?: boolean | undefined;
      /** Color of the text: `#` and six hexadecimal digits. */
      readonly font_color?: string | undefined;
      /** Color of the cell: `#` and six hexadecimal digits. */
      readonly background_color?: string | undefined;
      /** Horizontal alignment in the cell. */
      readonly horizontal_alignment?: "left" | "center" | "right" | "justify" | "fill" | undefined;
    } | null | undefined;
  })[];
} | {
  /** Always `add_worksheet`. */
  readonly kind: "add_worksheet";
  /** The worksheet's name. */
  readonly name: string;
  /** Rows of its grid. */
  readonly row_count: number;
  /** Columns of its grid. */
  readonly column_count: number;
  /** The position of its tab, from 0. */
  readonly place?: number | undefined;
} | {
  /** Always `rename_worksheet`. */
  readonly kind: "rename_worksheet";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** The worksheet's name. */
  readonly name: string;
} | {
  /** Always `move_worksheet`. */
  readonly kind: "move_worksheet";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** The position of its tab, from 0. */
  readonly place: number;
} | {
  /** Always `grow_worksheet`. */
  readonly kind: "grow_worksheet";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** Rows of its grid. */
  readonly row_count: number;
  /** Columns of its grid. */
  readonly column_count: number;
} | {
  /** Always `delete_worksheet`. */
  readonly kind: "delete_worksheet";
  /** The worksheet's id. */
  readonly worksheet_id: string;
} | {
  /** Always `insert_lines`. */
  readonly kind: "insert_lines";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** Rows or columns. */
  readonly lines: "rows" | "columns";
  /** The row or column before which they are inserted, from 0. */
  readonly at: number;
  /** How many are inserted. */
  readonly count: number;
} | {
  /** Always `delete_lines`. */
  readonly kind: "delete_lines";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** Rows or columns. */
  readonly lines: "rows" | "columns";
  /** The first row or column that is deleted, from 0. */
  readonly at: number;
  /** How many are deleted. */
  readonly count: number;
} | {
  /** Always `size_lines`. */
  readonly kind: "size_lines";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** Rows or columns. */
  readonly lines: "rows" | "columns";
  /** The sizes. */
  readonly sizes: readonly ({
    /** The row or column, from 0. */
    readonly line: number;
    /** Its height or width; null is the ordinary one. */
    readonly pixels: number | null;
  })[];
} | {
  /** Always `put_chart`. */
  readonly kind: "put_chart";
  /** The chart that is replaced. Without it, one is added. */
  readonly chart_id?: string | undefined;
  /**
   * If a deleted chart comes back under `chart_id`: its position among the charts of the
   * document, from 0.
   */
  readonly place?: number | undefined;
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** The kind of chart. */
  readonly type: "line" | "bar" | "column" | "area" | "pie" | "doughnut" | "scatter" | "combo";
  /** Its title. */
  readonly title: string | null;
  /** The ranges that it shows, with their worksheets. */
  readonly ranges: readonly string[];
  /** The chart's position. */
  readonly position: {
    /** The row of its upper edge, from 0. */
    readonly row: number;
    /** The column of its left edge, from 0. */
    readonly column: number;
    /** Rows that it covers. */
    readonly row_span: number;
    /** Columns that it covers. */
    readonly column_span: number;
  };
} | {
  /** Always `names`. */
  readonly kind: "names";
  /** All names that formulas use from now on. */
  readonly names: readonly SheetNameInput[];
} | {
  /** Always `delete_chart`. */
  readonly kind: "delete_chart";
  /** The chart. */
  readonly chart_id: string;
} | {
  /** Always `freeze_lines`. */
  readonly kind: "freeze_lines";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** Its first rows, which stay in sight when the others scroll. */
  readonly frozen_rows: number;
  /** Its first columns, which stay in sight when the others scroll. */
  readonly frozen_columns: number;
};

export interface SheetEdits {
  /** The revision that the editor has. */
  readonly base_revision: number;
  /** The edits, in their order. */
  readonly edits: readonly SheetEdit[];
}

export interface SheetImport {
  /** Always `sheet_import`. */
  readonly object: "sheet_import";
  readonly sheet: SheetSummary;
  /** Sentences about what was left out. */
  readonly notes: readonly string[];
}

export interface SheetMove {
  /** The worksheet. */
  readonly worksheet_id: string;
  /** Rows or columns. */
  readonly lines: "rows" | "columns";
  /** The first row or column that was inserted or deleted, from 0. */
  readonly at: number;
  /** How many; less than 0 if they were deleted. */
  readonly count: number;
}

export interface SheetName {
  /** The name. */
  readonly name: string;
  /** Its definition, with its "=". */
  readonly formula: string;
  /** The only worksheet that may use it. */
  readonly worksheet_id: string | null;
}

export interface SheetNameInput {
  /** The name. */
  readonly name: string;
  /** Its definition, with its "=". */
  readonly formula: string;
  /** The only worksheet that may use it. */
  readonly worksheet_id: string | null;
}

export interface SignIn {
  /** Always `sign_in`. */
  readonly object: "sign_in";
  /** The value of `given` for `connectVendor` afterwards. */
  readonly link_token: string;
  /** The vendor's page; null if the operator's account has none. */
  readonly url: string | null;
  /** When the session ends, as the vendor writes it. */
  readonly expires: string;
}

export interface SizedWorksheet {
  /** The worksheet's id, which never changes. */
  readonly id: string;
  /** The worksheet's name. */
  readonly name: string;
  /**
   * The smallest rectangle around all cells with content, formulas included; null if all are
   * blank.
   */
  readonly used_range: string | null;
  /** Rows of its grid. */
  readonly row_count: number;
  /** Columns of its grid. */
  readonly column_count: number;
  /** The columns whose width was set. */
  readonly column_widths: readonly LineSize[];
  /** The rows whose height was set. */
  readonly row_heights: readonly LineSize[];
  /** Its first rows, which stay in sight when the others scroll. */
  readonly frozen_rows: number;
  /** Its first columns, which stay in sight when the others scroll. */
  readonly frozen_columns: number;
}

export interface SkippedLine {
  /** What names it to be dismissed. */
  readonly id: string;
  /** The account at the vendor, if it can be read. */
  readonly account: string | null;
  /**
   * The vendor's id of the line; null if that can't be read, so that no pending line of its
   * account is taken out while it is sent.
   */
  readonly line: string | null;
  /** A sentence: why it can't be read. */
  readonly reason: string;
  /** The beginning of what the vendor sent. */
  readonly sent: string;
  /** When it was first sent so. Unix seconds. */
  readonly first_sent_at: number;
  /** When it was last sent so. Unix seconds. */
  readonly last_sent_at: number;
  /** True while it is read again once a day, and comes in as soon as it can be read. */
  readonly is_read_again: boolean;
}

export interface StaleAccount {
  /** The account of the books. */
  readonly account_id: string;
  /** Its name. */
  readonly name: string;
  /** When lines last came in. Unix seconds. */
  readonly since: number;
}

export interface StaleFeeds {
  /** Always `stale_feeds`. */
  readonly object: "stale_feeds";
  /** The accounts. */
  readonly accounts: readonly StaleAccount[];
}

export interface StatementExport {
  /** The export's id. */
  readonly id: string;
  /** Always `statement_export`. */
  readonly object: "statement_export";
  /** The exported report. */
  readonly report_type: "income_statement" | "balance_sheet" | "cash_flow" | "trial_balance" | "general_ledger" | "changes_in_equity" | "package";
  /** First day. */
  readonly start_date: string;
  /** Last day. */
  readonly end_date: string;
  /** The format of the file. */
  readonly format: "pdf" | "csv" | "xlsx" | "zip";
  readonly group_by: {
    /** The period that each column covers. */
    readonly period: "month" | "quarter" | "year";
    /** The unit of each row. */
    readonly rows: "category" | "department";
  };
  /** What the columns beside the current ones compare with. */
  readonly compare: "none" | "prior_period" | "prior_year" | "both";
  /** How a trial balance shows adjusting entries. */
  readonly adjustments: "included" | "excluded" | "separate";
  /** The category of a general ledger, with those below it; null for all. */
  readonly category_id: string | null;
  /** What stands beside the periods: the fiscal year up to the last day. */
  readonly beside: "none" | "year_to_date";
  /** What amounts are shown as percentages of, in columns of their own. */
  readonly shares: "none" | "revenue";
  /** What the amounts of a PDF or workbook are rounded to; those of a CSV are exact. */
  readonly rounding: "cents" | "dollars" | "thousands";
  /** `succeeded` and `failed` are final. Poll at growing intervals until it is one of them. */
  readonly status: "pending" | "processing" | "succeeded" | "failed";
  /** When it was accepted. Unix seconds. */
  readonly created: number;
  /**
   * When generation first began; null before that, or if access was revoked first. Unix
   * seconds.
   */
  readonly started_at: number | null;
  /** When it succeeded or failed; null before. Unix seconds. */
  readonly completed_at: number | null;
  /**
   * The time of all attempts to generate, render and store it, failed ones included, in
   * milliseconds. Waiting between attempts is not counted.
   */
  readonly generation_duration_ms: number | null;
  /**
   * The file, with a link issued by this read; null unless it succeeded, and from 30 days
   * after that.
   */
  readonly file: ReportExportFile | null;
  /** Why it failed; null unless it did. */
  readonly error: ReportExportError | null;
}

export interface StatementTable {
  /** Always `statement_table`. */
  readonly object: "statement_table";
  /** The name of the statement. */
  readonly title: string;
  /** Its days in words. */
  readonly period: string;
  /** False while its days have not ended: more may be booked on them. */
  readonly is_over: boolean;
  /** The headings of the columns of texts after the names; only a general ledger has some. */
  readonly text_columns: readonly string[];
  /** Who prepared it, as a line of its head; null for nobody. */
  readonly prepared_by: string | null;
  /** What it says of the assurance on it, on every page; null for nothing. */
  readonly legend: string | null;
  /** The columns. */
  readonly columns: readonly StatementTableColumn[];
  /** The rows from top to bottom. */
  readonly rows: readonly StatementTableRow[];
  /** The texts of the notes; the first has the number 1. */
  readonly notes: readonly string[];
  /** When the books were read. Unix seconds. */
  readonly generated_at: number;
  /** When the data last changed; null without data. Unix seconds. */
  readonly refreshed_at: number | null;
}

export interface StatementTableColumn {
  /** Names it, unlike every other column. */
  readonly key: string;
  /** Its heading. */
  readonly label: string;
  /**
   * What it holds. `prior` has the amounts that the current ones are compared with, `effect`
   * whether the change raises or lowers income, `share` the percentages of revenue of the
   * column before it.
   */
  readonly kind: "period" | "total" | "year_to_date" | "prior" | "change" | "percent" | "effect" | "share";
  /** Its first day. */
  readonly start_date: string;
  /** Its last day. Balances are those at the end of this day. */
  readonly end_date: string;
  readonly side: "debit" | "credit" | null;
}

export interface StatementTableRow {
  /** Names the row; the same in every period. */
  readonly key: string;
  /** What it is. */
  readonly kind: "heading" | "line" | "subtotal" | "total" | "grand_total";
  /** Its section of the statement, if any. */
  readonly section: string | null;
  /** 0 for a section, one more below each heading. */
  readonly depth: number;
  /** Its name. */
  readonly label: string;
  /** The numbers of its notes. */
  readonly notes: readonly number[];
  /** A text for each column of texts. */
  readonly texts: readonly string[];
  /**
   * A figure for each column: cents, null for a side of a general ledger without an amount; in
   * a column of percentages tenths of a percent, null for those of nothing or across a change
   * of sign; in one of effects 1 for favorable, -1 for unfavorable, null for no change. Null
   * for a heading.
   */
  readonly figures: readonly (number | null)[] | null;
  readonly entries_by: "amount" | "credit" | "debit" | null;
}

export interface TakenBackBookImport {
  /** Always `book_import_take_back`. */
  readonly object: "book_import_take_back";
  /** The number of vouchers. */
  readonly removed_vouchers: number;
  /** The number of their entries. */
  readonly removed_entries: number;
  /** The number of vouchers of earlier imports that became as they were before. */
  readonly restored_vouchers: number;
  /** The number of categories and departments. */
  readonly removed_categories: number;
  /** The number of those that it made and that stay, as something else uses them. */
  readonly kept_categories: number;
  readonly book_import: BookImport;
}

export interface TakenBackUpload {
  /** Always `upload_take_back`. */
  readonly object: "upload_take_back";
  /** The number of transactions. */
  readonly removed: number;
  readonly upload: ListedUpload;
}

export interface TeamPerson {
  /** The user's id. */
  readonly user: string;
  /** The member's id. */
  readonly member: string;
  /** First and last name. */
  readonly name: string | null;
  /** The e-mail address. */
  readonly email: string;
  /** True for the member of a read-only key, which is no person. */
  readonly is_service: boolean;
  /** True if the membership has ended. */
  readonly is_former: boolean;
}

export interface TransactionEvent {
  /** Always `transaction_event`. */
  readonly object: "transaction_event";
  /** The event's id. */
  readonly id: string;
  /** When it happened. Unix seconds. */
  readonly at: number;
  /** Where it came from, such as `api`, `console` or `job`. */
  readonly surface: string;
  /** The user's id, or the operator or job that did it. */
  readonly actor: string | null;
  /** What was done: the id of an operation, or a few words. */
  readonly action: string;
  /** More about it. */
  readonly note: string | null;
}

export interface TransactionEventList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: string;
  /** All items. */
  readonly data: readonly TransactionEvent[];
}

export interface TransactionList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/transactions";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Transaction[];
}

export interface TransactionPlace {
  /** The transaction at the place. Pass it as `starting_after`. */
  readonly id: string;
  /** Always `transaction_place`. */
  readonly object: "transaction_place";
  /** Its date. */
  readonly date: string;
  /** The number of transactions from the place before, without it, to this one. */
  readonly transactions: number;
}

export interface TransactionPlaceList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/transactions/places";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly TransactionPlace[];
}

export interface TransferProposal {
  /** Always `transfer_proposal`. */
  readonly object: "transfer_proposal";
  readonly from: Transaction;
  readonly to: Transaction;
}

export interface TransferProposalList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/app/api/transfer_proposals";
  /** All items. */
  readonly data: readonly TransferProposal[];
}

export interface TwinAnswers {
  /** What the lines are. */
  readonly answer: "same" | "another";
  /** The lines. Default: all that wait for an answer. */
  readonly transaction_ids?: readonly string[] | undefined;
}

export interface TwinLine {
  /** The transaction's id. */
  readonly id: string;
  /** Always `twin_line`. */
  readonly object: "twin_line";
  /** Its account. */
  readonly account_id: string;
  /** The account's name. */
  readonly account_name: string;
  /** Its day. */
  readonly date: string;
  /** Money in is positive, money out negative. In cents. */
  readonly amount_cents: number;
  /** The bank's description. */
  readonly description: string;
  /** Merchant or counterparty, if any. */
  readonly merchant_name: string | null;
  /** The entry of imported books. */
  readonly journal_entry_id: string;
  /** The entry's day; null if it is in the books no more. */
  readonly entry_date: string | null;
  /** The entry's text; null as its day. */
  readonly entry_description: string | null;
}

export interface TwinLines {
  /** Always `twin_lines`. */
  readonly object: "twin_lines";
  /** The number of all of them. */
  readonly count: number;
  /** The first of them. */
  readonly lines: readonly TwinLine[];
}

export interface UploadColumn {
  /** Its name; null in a file without a header. */
  readonly name: string | null;
  /** Its first values. */
  readonly samples: readonly string[];
  /** What it is read as; null if it is not read. */
  readonly use: string | null;
}

export interface UploadPreview {
  /** Always `upload_preview`. */
  readonly object: "upload_preview";
  /** The format it is read as. */
  readonly format: "bai2" | "camt" | "csv" | "mt940" | "ofx" | "qfx" | "qif" | "json";
  readonly problem: UploadProblem | null;
  /** Lines that would be added. */
  readonly new_count: number;
  /** New lines that are probably the same as entries of imported books. */
  readonly booked_count: number;
  /** Lines that the account has. */
  readonly known_count: number;
  /** Lines that would be refused. */
  readonly refused_count: number;
  /** The columns of a CSV, in order. */
  readonly columns: readonly UploadColumn[];
  /**
   * The refused lines, then those that imported books have, then the others, as many as are
   * shown.
   */
  readonly lines: readonly UploadPreviewLine[];
  /** How doubtful parts are understood, as sentences. */
  readonly notes: readonly string[];
}

export interface UploadPreviewLine {
  /** The line of the file. */
  readonly line: number;
  /** What would become of it. */
  readonly state: "new" | "booked" | "known" | "refused";
  /** Its day; null if it can't be read, as the following. */
  readonly date: string | null;
  /** Money in is positive, money out negative. In cents. */
  readonly amount_cents: number | null;
  /** The bank's description. */
  readonly description: string | null;
  /** Merchant or counterparty, if any. */
  readonly merchant_name: string | null;
  /** Why it would be refused, or what it is probably the same as. */
  readonly reason: string | null;
}

/** Why the file can't be read at all; null if it can. */
export interface UploadProblem {
  /** A sentence for people. */
  readonly message: string;
  /** The field that can mend it. */
  readonly param: string | null;
}

export interface UploadTakeBack {
  /** Changes nothing. Default: false. */
  readonly dry_run?: boolean | undefined;
}

export interface Usage {
  /** Always `usage`. */
  readonly object: "usage";
  /** The plan. */
  readonly plan: "formation" | "startup" | "growth" | "enterprise";
  /** The subscription. */
  readonly subscription_status: "active" | "trialing" | "past_due" | "closed" | "none";
  /** When a trial ends. Unix seconds. */
  readonly trial_ends_at: number | null;
  /** The present month in Los Angeles, `YYYY-MM`. */
  readonly month: string;
  /** The requests counted in this month. */
  readonly requests: number;
  /** Most requests of this month; null if there is no limit. */
  readonly cap: number | null;
  /** True if an operator set this month's limit. */
  readonly is_override: boolean;
  /** The day on which the count begins again. */
  readonly resets_on: string;
  /** Most requests of one key in a minute. */
  readonly burst_requests: number;
  /** Most requests of one user of the console in a minute. */
  readonly console_requests: number;
  /** The last twelve months with requests, the earliest first. */
  readonly months: readonly ({
    /** A month, `YYYY-MM`. */
    readonly month: string;
    /** Its requests. */
    readonly requests: number;
  })[];
}

export interface UserName {
  /** First name. */
  readonly first_name: string;
  /** Last name. */
  readonly last_name: string;
}

export interface UserNameAnswer {
  /** Always `user_name`. */
  readonly object: "user_name";
  /** First name. */
  readonly first_name: string;
  /** Last name. */
  readonly last_name: string;
}

export interface VendorAccount {
  /** The account as the vendor names it. */
  readonly id: string;
  /** Its name, for people. */
  readonly name: string;
  /** The code of its currency. */
  readonly currency: string;
  /** The account of the books that its lines go to; null: they are not taken. */
  readonly account_id: string | null;
}

export interface VendorPayables {
  /** The vendor. */
  readonly vendor_name: string;
  readonly ages: Ages;
  /** The sum of the ages. In cents. */
  readonly total_cents: number;
  /** Its bills with an amount due. */
  readonly bills: readonly ({
    /** The bill. */
    readonly id: string;
    /** Its number. */
    readonly number: string;
    /** The day on which it is due. */
    readonly due_date: string;
    /** What is due of it; negative for a credit that the vendor owes. In cents. */
    readonly due_cents: number;
    /** The age that it counts in. */
    readonly age: "current" | "1_to_30" | "31_to_60" | "61_to_90" | "over_90" | "credit";
  })[];
}

export interface Voucher {
  /** Always `voucher`. */
  readonly object: "voucher";
  /** The accounting date of all its entries. */
  readonly date: string;
  /** The sum of its debits, which is that of its credits. In cents. */
  readonly total_cents: number;
  /** Its entries. */
  readonly entries: readonly JournalEntry[];
  /** Whether it follows a source, such as a transaction, so that it can't be reversed. */
  readonly follows_source: boolean;
  /** Who posted and reviewed it; null unless a person posted it. */
  readonly manual_entry: ManualEntry | null;
}
