/** The types of requests and answers. Generated from the operation cards by `npm run emit`: do not edit. */

export interface JournalEntry {
  /** The entry's id. */
  readonly id: string;
  /** Always `journal_entry`. */
  readonly object: "journal_entry";
  /** The accounting date. */
  readonly date: string;
  /** The category it is booked on. */
  readonly category_id: string;
  /** Name of the category now. */
  readonly category_name: string;
  /** Its department, if any. */
  readonly department_id: string | null;
  /** Name of the department now. */
  readonly department_name: string | null;
  /**
   * The amount, signed as in totals and reports. Assets count debit minus credit, every other
   * category credit minus debit. In cents.
   */
  readonly amount_cents: number;
  /** The debit, or 0. In cents. */
  readonly debit_cents: number;
  /** The credit, or 0. In cents. */
  readonly credit_cents: number;
  /** Always `USD`. */
  readonly currency: "USD";
  /** What it is for. */
  readonly description: string;
  /** Merchant or counterparty. */
  readonly merchant: string | null;
  /**
   * What it was posted from. Known values: `bank_transaction`, `spread`, `capitalization`,
   * `csv_upload`, `transfer`, `invoice`, `adjustment`. More may be added; treat another one as
   * unknown.
   */
  readonly source: "bank_transaction" | "spread" | "capitalization" | "csv_upload" | "transfer" | "invoice" | "adjustment" | (string & {});
  /** The bank or card transaction that it was posted from, if any. */
  readonly transaction_id: string | null;
  /**
   * Whether its posting is on hold. Held entries count in reports, but not in the list of
   * merchants.
   */
  readonly held: boolean;
  /** When it was written. Unix seconds. */
  readonly created: number;
  /** When it was last written. Unix seconds. */
  readonly updated: number;
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
  /** The uploads. */
  readonly data: readonly ListedUpload[];
}

export interface NewRuleTrial {
  /** The conditions. All of them must be met. */
  readonly conditions: readonly RuleCondition[];
  /**
   * A category without children that is not cash and not the balance sheet category of a bank
   * or card account.
   */
  readonly category_id: string;
}

export interface NewTransactionSpread {
  /** A day of the first month. */
  readonly start_date: string;
  /** The number of months. */
  readonly months: number;
  /** The category of the shares. Default: the transaction's own. */
  readonly category_id?: string | undefined;
}

export interface NewTransactionUpload {
  /** The account of the lines. */
  readonly account_id: string;
  /** The transactions, instead of a file. */
  readonly rows?: readonly TransactionUploadRow[] | undefined;
  /** The file's format. Default: detected from its content. */
  readonly format?: "bai2" | "camt" | "csv" | "mt940" | "ofx" | "qfx" | "qif" | undefined;
  readonly columns?: TransactionUploadColumns | undefined;
  /**
   * The date format of a CSV or a QIF. Default: detected from all dates together; a file whose
   * every date is ambiguous is refused.
   */
  readonly date_format?: "YYYY-MM-DD" | "MM/DD/YYYY" | "DD/MM/YYYY" | undefined;
  /**
   * For a CSV with one column of amounts: `bank` if money out is negative, `card` if it is
   * positive. Default: `bank`; inferred for an account of type `credit`, or refused if that is
   * unclear.
   */
  readonly signs?: "bank" | "card" | undefined;
  /**
   * Whether a file of another account, by the last digits of its number or by its kind, is
   * refused. Default: `strict`.
   */
  readonly account_check?: "strict" | "none" | undefined;
}

export interface NewTransactionUploadForm {
  /** The account of the lines. */
  readonly account_id: string;
  /** The bank's file: BAI2, CAMT (052 or 053), CSV, MT940, OFX, QFX or QIF. */
  readonly file?: Blob | undefined;
  /** The transactions, instead of a file. */
  readonly rows?: readonly TransactionUploadRow[] | undefined;
  /** The file's format. Default: detected from its content. */
  readonly format?: "bai2" | "camt" | "csv" | "mt940" | "ofx" | "qfx" | "qif" | undefined;
  readonly columns?: TransactionUploadColumns | undefined;
  /**
   * The date format of a CSV or a QIF. Default: detected from all dates together; a file whose
   * every date is ambiguous is refused.
   */
  readonly date_format?: "YYYY-MM-DD" | "MM/DD/YYYY" | "DD/MM/YYYY" | undefined;
  /**
   * For a CSV with one column of amounts: `bank` if money out is negative, `card` if it is
   * positive. Default: `bank`; inferred for an account of type `credit`, or refused if that is
   * unclear.
   */
  readonly signs?: "bank" | "card" | undefined;
  /**
   * Whether a file of another account, by the last digits of its number or by its kind, is
   * refused. Default: `strict`.
   */
  readonly account_check?: "strict" | "none" | undefined;
}

/** A level in each of the fourteen areas. */
export interface Permissions {
  /** Level in `company`. */
  readonly company: "none" | "view" | "manage";
  /** Level in `accounting_setup`. */
  readonly accounting_setup: "none" | "view" | "manage";
  /** Level in `integrations`. */
  readonly integrations: "none" | "view" | "manage";
  /** Level in `reports`. */
  readonly reports: "none" | "view" | "manage";
  /** Level in `transactions`. */
  readonly transactions: "none" | "view" | "manage";
  /** Level in `invoices`. */
  readonly invoices: "none" | "view" | "manage";
  /** Level in `forecast`. */
  readonly forecast: "none" | "view" | "manage";
  /** Level in `taxes`. */
  readonly taxes: "none" | "view" | "manage";
  /** Level in `team_access`. */
  readonly team_access: "none" | "view" | "manage";
  /** Level in `api_access`. */
  readonly api_access: "none" | "manage";
  /** Level in `bills`. */
  readonly bills: "none" | "view" | "manage";
  /** Level in `payroll`. */
  readonly payroll: "none" | "view" | "manage";
  /** Level in `documents`. */
  readonly documents: "none" | "view" | "manage";
  /** Level in `billing`. */
  readonly billing: "none" | "view" | "manage";
}

export interface RuleCondition {
  /** The field of the transaction to compare. */
  readonly field: "description" | "merchant_name" | "source_vendor" | "account_id" | "amount_cents";
  /**
   * The comparison. `description`, `merchant_name` and `source_vendor` by `equals`,
   * `contains`, `starts_with` or `ends_with`, ignoring letter case; `amount_cents` by
   * `equals`, `greater_than` or `less_than`; `account_id` by `equals`.
   */
  readonly operator: "equals" | "contains" | "starts_with" | "ends_with" | "greater_than" | "less_than";
  /**
   * The value to compare with: cents for `amount_cents`, with money out negative; otherwise a
   * non-blank text.
   */
  readonly value: string | number;
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
  /** The month in which its fiscal year begins; January is 1. */
  readonly fiscal_year_start_month: number;
  /** Its features, by name. */
  readonly features: readonly string[];
  readonly permissions: Permissions;
}

export interface StartedSpread {
  /** The spread's id. */
  readonly id: string;
  /** Always `spread`. */
  readonly object: "spread";
  /** The transaction. */
  readonly transaction_id: string;
  /** The number of months. */
  readonly months: number;
}

export interface TakenBackUpload {
  /** Always `upload_take_back`. */
  readonly object: "upload_take_back";
  /** The number of transactions. */
  readonly removed: number;
  readonly upload: ListedUpload;
}

export interface Transaction {
  /** The transaction's id. */
  readonly id: string;
  /** Always `transaction`. */
  readonly object: "transaction";
  /** When the service received it. Unix seconds. */
  readonly created: number;
  /** When it last changed; `updated_after` compares with it. Unix seconds. */
  readonly updated: number;
  /** Whether it was deleted; true only in lists of changes. */
  readonly deleted: boolean;
  /** The date of the transaction, which never changes. */
  readonly date: string;
  /** The accounting date. */
  readonly accounting_date: string;
  /** Money in is positive, money out negative. In cents. */
  readonly amount_cents: number;
  /** Always `USD`. */
  readonly currency: "USD";
  /** The bank's description. */
  readonly description: string;
  /** Merchant or counterparty. */
  readonly merchant_name: string | null;
  /** The company's own note. */
  readonly memo: string | null;
  /** Its account. */
  readonly account_id: string;
  /** Name of the account now. */
  readonly account_name: string;
  /** The card that was used. */
  readonly card_id: string | null;
  /** Its category; null for a split, whose lines have categories, and for a side of a transfer. */
  readonly category_id: string | null;
  /** Name of the category now. */
  readonly category_name: string | null;
  /**
   * False if its category is Uncategorized Income or Uncategorized Expenses; otherwise true,
   * also for splits and transfers, which have no category.
   */
  readonly categorized: boolean;
  /** Its department. */
  readonly department_id: string | null;
  /** Name of the department now. */
  readonly department_name: string | null;
  /** `standard`, a split, or one side of a transfer. */
  readonly transaction_type: "standard" | "category_split" | "department_split" | "payroll_split" | "transfer";
  /** Whether the transaction is split. `/transactions/splits` returns the lines. */
  readonly has_splits: boolean;
  /**
   * Its review status. A pending transaction is on hold in the journal; an excluded one is not
   * in the books.
   */
  readonly status: "pending" | "approved" | "needs_review" | "excluded";
  /** Whether the bank has not settled it yet. */
  readonly pending: boolean;
  /** The vendor that delivered it. */
  readonly source_vendor: string;
  /** The type of source that delivered it. */
  readonly source_type: string;
  /** Its transfer. */
  readonly transfer_id: string | null;
  /** Its spread over months. */
  readonly spread_id: string | null;
  /** The invoice that it pays. */
  readonly invoice_id: string | null;
}

export interface TransactionEvent {
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
  /** The events. */
  readonly data: readonly TransactionEvent[];
}

export interface TransactionList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/transactions";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Transaction[];
}

/**
 * For a CSV: the names of its columns, or their numbers from 1 where it has no header.
 * Columns that are not given are found by the names that banks use. `debit` alone is a
 * column in which spending is positive.
 */
export interface TransactionUploadColumns {
  /** The column of `date`. */
  readonly date?: string | number | undefined;
  /** The column of `amount`. */
  readonly amount?: string | number | undefined;
  /** The column of `debit`. */
  readonly debit?: string | number | undefined;
  /** The column of `credit`. */
  readonly credit?: string | number | undefined;
  /** The column of `description`. */
  readonly description?: string | number | undefined;
  /** The column of `merchant_name`. */
  readonly merchant_name?: string | number | undefined;
  /** The column of `external_id`. */
  readonly external_id?: string | number | undefined;
  /** The column of `currency`. */
  readonly currency?: string | number | undefined;
}

export interface TransactionUploadRow {
  /** The day of the transaction, `YYYY-MM-DD`. */
  readonly date: string;
  /** Money in is positive, money out negative. In cents. */
  readonly amount_cents?: number | undefined;
  /** The amount in decimal dollars, such as `-12.50`, instead of `amount_cents`. */
  readonly amount?: string | undefined;
  /** The bank's description. Default: empty. */
  readonly description?: string | undefined;
  /** Merchant or counterparty. Default: null. */
  readonly merchant_name?: string | null | undefined;
  /**
   * The bank's own id, used to recognize duplicates. Default: null; then day, amount and
   * description are used.
   */
  readonly external_id?: string | null | undefined;
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
  /** The pairs. */
  readonly data: readonly TransferProposal[];
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
  /** Lines that the account has. */
  readonly known_count: number;
  /** Lines that would be refused. */
  readonly refused_count: number;
  /** The columns of a CSV, in order. */
  readonly columns: readonly UploadColumn[];
  /** The refused lines, then the others, as many as are shown. */
  readonly lines: readonly UploadPreviewLine[];
  /** How doubtful parts are understood, as sentences. */
  readonly notes: readonly string[];
}

export interface UploadPreviewLine {
  /** The line of the file. */
  readonly line: number;
  /** What would become of it. */
  readonly state: "new" | "known" | "refused";
  /** Its day; null if it can't be read, as the following. */
  readonly date: string | null;
  /** Money in is positive, money out negative. In cents. */
  readonly amount_cents: number | null;
  /** The bank's description. */
  readonly description: string | null;
  /** Merchant or counterparty, if any. */
  readonly merchant_name: string | null;
  /** Why it would be refused. */
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

export interface Voucher {
  /** Always `voucher`. */
  readonly object: "voucher";
  /** The accounting date of all its entries. */
  readonly date: string;
  /** The sum of its debits, which is that of its credits. In cents. */
  readonly total_cents: number;
  /** Its entries. */
  readonly entries: readonly JournalEntry[];
}
