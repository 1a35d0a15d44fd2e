/** The types of requests and answers. Generated from the operation cards by `npm run emit`: do not edit. */

export interface Account {
  /** The account's id, unique in the company. */
  readonly id: string;
  /** Always `account`. */
  readonly object: "account";
  /** Its name. */
  readonly name: string;
  /** The bank, if known. */
  readonly institution_name: string | null;
  /** The kind of account. */
  readonly type: "checking" | "savings" | "credit" | "other";
  /** The last four digits of its number. */
  readonly last4: string | null;
  /** Always `USD`. */
  readonly currency: "USD";
  /** The balance sheet category for its money. */
  readonly category_id: string;
  /**
   * The sum of its transactions that are not excluded; money that the company owes is
   * negative. In cents.
   */
  readonly balance_cents: number;
  /** True while it is in use. */
  readonly active: boolean;
  /** When it was created. Unix seconds. */
  readonly created: number;
}

export interface AccountList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/accounts";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Account[];
}

export interface AggregationTotal {
  /** Always `aggregation_total`. */
  readonly object: "aggregation_total";
  /** The category asked for. */
  readonly category_id: string;
  /** Its name. */
  readonly category_name: string;
  /** Whether the total is a cumulative balance. */
  readonly point_in_time: boolean;
  /**
   * The total of the category and all its descendants. Assets count debit minus credit, every
   * other category credit minus debit. In cents.
   */
  readonly total_cents: number;
  /** Always `USD`. */
  readonly currency: "USD";
  /** The merchant asked for, when one was. */
  readonly merchant: string | null;
  /** First day counted; null for a balance. */
  readonly start_date: string | null;
  /** Last day counted; null for a balance. */
  readonly end_date: string | null;
  /** Last day of the month of a balance; null for a period. */
  readonly date: string | null;
  /** First month counted. */
  readonly start_month: string | null;
  /** Last month counted; for a balance the month of its date. */
  readonly end_month: string | null;
  /** Latest change of what is included; null when nothing matches. Unix seconds. */
  readonly refreshed_at: number | null;
}

export interface AggregationTotalList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/aggregations/totals";
  /** All items. */
  readonly data: readonly AggregationTotal[];
}

export interface BalanceLine {
  /**
   * Id of the category; `grp_...` for a presentation group, `<category id>-direct` for a
   * parent's own entries.
   */
  readonly category_id: string;
  /** Its name. */
  readonly name: string;
  /**
   * Cumulative balance at the date in its natural sign. A parent holds the subtotal of its
   * children. In cents.
   */
  readonly balance_cents: number;
  /** Order among the children of one parent. */
  readonly position: number;
  /** The entry that this one is part of; null at the root. */
  readonly parent_category_id: string | null;
}

export interface BalanceSection {
  /** Sum of the root entries. In cents. */
  readonly total_cents: number;
  /** In display order, each followed by its children. */
  readonly categories: readonly BalanceLine[];
}

export interface BalanceSheet {
  /** Always `balance_sheet`. */
  readonly object: "balance_sheet";
  /** The day at whose end the balances are taken. */
  readonly date: string;
  /** Always `USD`. */
  readonly currency: "USD";
  /**
   * Latest change of the included entries, or the time of the request if entries were read
   * directly; null only if nothing is included. Unix seconds.
   */
  readonly refreshed_at: number | null;
  /** Balance of the cash categories among the assets. In cents. */
  readonly cash_cents: number;
  readonly assets: BalanceSection;
  readonly liabilities: BalanceSection;
  readonly equity: {
    /** Sum of the root entries. In cents. */
    readonly total_cents: number;
    /** In display order, each followed by its children. */
    readonly categories: readonly BalanceLine[];
    readonly retained_earnings: {
      /**
       * All net income before the fiscal year of the date, and the balance of the category with
       * the role `retained_earnings`. In cents.
       */
      readonly beginning_balance_cents: number;
      /** Net income from the start of the fiscal year through the date. In cents. */
      readonly net_income_cents: number;
      /** Their sum. In cents. */
      readonly ending_balance_cents: number;
    };
  };
  /** Equals the total of assets. In cents. */
  readonly liabilities_and_equity_cents: number;
}

export interface Bill {
  /** The bill's id. */
  readonly id: string;
  /** Always `bill`. */
  readonly object: "bill";
  /** Its number in the company's own series, which no other bill has. */
  readonly number: string;
  /**
   * The number that the vendor gave it. No other bill of the vendor that is not void has it,
   * in upper or lower case.
   */
  readonly vendor_number: string | null;
  /** The vendor's name. */
  readonly vendor_name: string;
  /** The vendor's e-mail address. */
  readonly vendor_email: string | null;
  /**
   * `open` until it is `paid` in full, and again after a payment is unmatched. A `draft` or
   * `void` bill is not in the books.
   */
  readonly status: "draft" | "open" | "paid" | "void";
  /** The date of the bill, which is its accounting date. */
  readonly issue_date: string;
  /** The due date. */
  readonly due_date: string;
  /** Always `USD`. */
  readonly currency: "USD";
  /** The lines of the bill. */
  readonly line_items: readonly BillLine[];
  /** The sum of the lines. In cents. */
  readonly total_cents: number;
  /**
   * What is settled: the sum of its payments (an excluded transaction counts as 0), vendor
   * credits, write-offs, and credit moved from and to other bills, less the fees that the
   * payments contained and refunds of the vendor. In cents.
   */
  readonly amount_paid_cents: number;
  /**
   * The unpaid part of the total, which is what is not settled; 0 if void. Negative if more
   * was paid or credited: a credit that the vendor owes. In cents.
   */
  readonly amount_due_cents: number;
  /** The latest of its payments. */
  readonly matched_transaction_id: string | null;
  /**
   * The transactions that pay it, or bring back what was paid too much, by date, earliest
   * first.
   */
  readonly matched_transaction_ids: readonly string[];
  /** When it was entered. Unix seconds. */
  readonly created: number;
  /** When the bill or its paid amount last changed. Unix seconds. */
  readonly updated: number;
}

export interface BillLine {
  /** The product or service that is bought. */
  readonly description: string;
  /** The number of units, with at most four decimals. */
  readonly quantity: number;
  /** The price of one unit. In cents. */
  readonly unit_amount_cents: number;
  /**
   * Quantity times unit amount, rounded to whole cents; half a cent is rounded away from zero.
   * In cents.
   */
  readonly amount_cents: number;
  /** The category that it is debited to. */
  readonly category_id: string;
}

export interface BillList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/bills";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Bill[];
}

export interface BillPayment {
  /** The outgoing transaction. */
  readonly transaction_id: string;
}

export interface BillPaymentTakenBack {
  /** One of its payments. Default: all of them. */
  readonly transaction_id?: string | undefined;
}

export interface Card {
  /** The card's id, unique in the company. */
  readonly id: string;
  /** Always `card`. */
  readonly object: "card";
  /** Its name. */
  readonly name: string;
  /** The last four digits of its number. */
  readonly last4: string | null;
  /** Its network, such as `visa`. */
  readonly brand: string | null;
  /** The cardholder. */
  readonly cardholder_name: string | null;
  /** The account from which it is paid. */
  readonly account_id: string;
  /** Its status. */
  readonly status: "active" | "frozen" | "closed";
  /** When it was created. Unix seconds. */
  readonly created: number;
}

export interface CardList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/cards";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Card[];
}

export interface CashFlow {
  /** Always `cash_flow`. */
  readonly object: "cash_flow";
  /** First day. */
  readonly start_date: string;
  /** Last day. */
  readonly end_date: string;
  /** Always `USD`. */
  readonly currency: "USD";
  /**
   * Latest change of the included entries, or the time of the request if entries were read
   * directly; null only if nothing is included. Unix seconds.
   */
  readonly refreshed_at: number | null;
  readonly operating_activities: {
    /** Sum of the root entries. In cents. */
    readonly total_cents: number;
    /** Net income of the period, also listed among the entries as `grp_net_income`. In cents. */
    readonly net_income_cents: number;
    /** In display order, each followed by its children. */
    readonly categories: readonly PeriodLine[];
  };
  readonly investing_activities: CashFlowSection;
  readonly financing_activities: CashFlowSection;
  /** Cash before the first day. In cents. */
  readonly beginning_cash_cents: number;
  /** Sum of the three totals. In cents. */
  readonly change_in_cash_cents: number;
  /** Cash at the end of the last day. In cents. */
  readonly ending_cash_cents: number;
  /**
   * Investing and financing without cash, such as equipment bought for a note: vouchers of the
   * balance sheet that touch a category of investing or financing and no cash, added up by the
   * categories that they touch.
   */
  readonly non_cash_activities: readonly NonCashActivity[];
  readonly depreciation: {
    /** What was added to accumulated depreciation. In cents. */
    readonly charged_cents: number;
    /** What was taken from it, as with assets that were sold. In cents. */
    readonly released_cents: number;
  };
}

export interface CashFlowSection {
  /** Sum of the root entries. In cents. */
  readonly total_cents: number;
  /** In display order, each followed by its children. */
  readonly categories: readonly PeriodLine[];
}

export interface Category {
  /** The category's id, the same in reports, journal entries and transactions. */
  readonly id: string;
  /** Always `category`. */
  readonly object: "category";
  /** Its name. */
  readonly name: string;
  /** Determines the category's statement and the sign of its totals. */
  readonly account_type: "asset" | "liability" | "equity" | "revenue" | "cost_of_goods_sold" | "expense" | "other_income" | "other_expense";
  /** True when its totals are cumulative balances rather than the activity of a period. */
  readonly point_in_time: boolean;
  /** Depth in the tree, 1 at the root. */
  readonly tier: number;
  /** Order among the children of one parent. */
  readonly position: number;
  /** Its parent; null at the root. */
  readonly parent_id: string | null;
  /** When it was created. Unix seconds. */
  readonly created: number;
  /** True if nothing new can be put on it; left out for all others. */
  readonly inactive?: true | undefined;
}

export interface CategoryList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/categories";
  /** All items. */
  readonly data: readonly Category[];
}

/** The format of a cell: only the properties that are set. */
export interface CellFormat {
  /** The cell, without its worksheet. */
  readonly cell: string;
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
}

export interface CellHit {
  /** The worksheet. */
  readonly worksheet_id: string;
  /** The worksheet's name. */
  readonly worksheet_name: string;
  /** The cell, without its worksheet. */
  readonly cell: string;
  /**
   * The cell's content as it was entered: text, a number or a boolean, or a formula with its
   * `=`.
   */
  readonly input: string;
}

export interface CellHitList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: string;
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The revision of the document that was searched. */
  readonly revision: number;
  /** The items of the page. */
  readonly data: readonly CellHit[];
}

export interface ChangesInEquity {
  /** Always `changes_in_equity`. */
  readonly object: "changes_in_equity";
  /** First day. */
  readonly start_date: string;
  /** Last day. */
  readonly end_date: string;
  /** Always `USD`. */
  readonly currency: "USD";
  /**
   * Latest change of the included entries, or the time of the request if entries were read
   * directly; null only if nothing is included. Unix seconds.
   */
  readonly refreshed_at: number | null;
  /** In the order of the chart. Retained earnings are the last. */
  readonly categories: readonly EquityChanges[];
  readonly total: EquityChangesTotal;
}

export interface Company {
  /** The company's id. */
  readonly id: string;
  /** Always `company`. */
  readonly object: "company";
  /** The company's name in everyday use. */
  readonly name: string;
  /** The registered name. */
  readonly legal_name: string;
  /** Legal form. */
  readonly entity_type: "c_corp" | "s_corp" | "llc" | "partnership" | "sole_proprietorship" | "nonprofit";
  /** Last four digits of the federal employer identification number. */
  readonly federal_ein_last4: string | null;
  readonly incorporation: {
    /** Day of incorporation. */
    readonly date: string | null;
    /** Two-letter code of the state of incorporation. */
    readonly state: string | null;
  };
  readonly legal_address: {
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
  };
  /** When the company was created in this service. Unix seconds. */
  readonly created: number;
}

/** An amount on its side; in a total, the sums of both sides. */
export interface DebitCredit {
  /** The debit, or 0. In cents. */
  readonly debit_cents: number;
  /** The credit, or 0. In cents. */
  readonly credit_cents: number;
}

export interface Department {
  /** The department's id. */
  readonly id: string;
  /** Always `department`. */
  readonly object: "department";
  /** Its name. */
  readonly name: string;
  /** Depth in the tree, 1 at the top. */
  readonly tier: number;
  /** Order among the children of one parent. */
  readonly position: number;
  /** Its parent; null at the top. */
  readonly parent_id: string | null;
  /** Whether it may be assigned; true only for a department without children. */
  readonly assignable: boolean;
  /** When it was created. Unix seconds. */
  readonly created: number;
}

export interface DepartmentLine {
  /** Id of the department; null for entries without one. */
  readonly department_id: string | null;
  /** Its name. */
  readonly name: string;
  /** A parent holds the subtotal of its children. In cents. */
  readonly amount_cents: number;
  /** Order among the children of one parent. */
  readonly position: number;
  /** The entry that this one is part of; null at the top. */
  readonly parent_department_id: string | null;
}

export interface DepartmentList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/departments";
  /** All items. */
  readonly data: readonly Department[];
}

export interface EquityChanges {
  /**
   * Id of the category; `grp_...` for a presentation group, `<category id>-direct` for a
   * parent's own entries.
   */
  readonly category_id: string;
  /** Its name. */
  readonly name: string;
  /** The balance before the first day. In cents. */
  readonly opening_cents: number;
  /** Corrections of earlier periods, which change the balance they began with. In cents. */
  readonly corrected_cents: number;
  /** The net income of the days, in retained earnings. In cents. */
  readonly net_income_cents: number;
  /** What owners paid in, such as contributions and issues of stock. In cents. */
  readonly paid_in_cents: number;
  /**
   * What was paid to owners, such as distributions, dividends and repurchases of stock; never
   * positive. In cents.
   */
  readonly paid_out_cents: number;
  /** Transfers between categories of equity; 0 in the total. In cents. */
  readonly transferred_cents: number;
  /** All other changes. In cents. */
  readonly other_cents: number;
  /** The balance at the end of the last day, the sum of all these. In cents. */
  readonly closing_cents: number;
}

/** The sums of all categories. */
export interface EquityChangesTotal {
  /** The balance before the first day. In cents. */
  readonly opening_cents: number;
  /** Corrections of earlier periods, which change the balance they began with. In cents. */
  readonly corrected_cents: number;
  /** The net income of the days, in retained earnings. In cents. */
  readonly net_income_cents: number;
  /** What owners paid in, such as contributions and issues of stock. In cents. */
  readonly paid_in_cents: number;
  /**
   * What was paid to owners, such as distributions, dividends and repurchases of stock; never
   * positive. In cents.
   */
  readonly paid_out_cents: number;
  /** Transfers between categories of equity; 0 in the total. In cents. */
  readonly transferred_cents: number;
  /** All other changes. In cents. */
  readonly other_cents: number;
  /** The balance at the end of the last day, the sum of all these. In cents. */
  readonly closing_cents: number;
}

/** The body of every answer with a status of 400 or more. */
export interface Error {
  readonly error: {
    /** Kind of the error; stable. */
    readonly type: "api_error" | "authentication_error" | "invalid_request_error" | "limit_error" | "permission_error" | "rate_limit_error";
    /**
     * The error; stable. Branch on this. Known values: `company_closed`, `feature_disabled`,
     * `file_already_attached`, `forms_not_ready`, `idempotency_key_conflict`,
     * `insufficient_permission`, `internal_error`, `invalid_api_key`, `invalid_date`,
     * `invalid_date_range`, `invalid_file`, `invalid_request`, `invitation_invalid`,
     * `monthly_limit_exceeded`, `parameter_missing`, `plan_upgrade_required`,
     * `rate_limit_exceeded`, `report_export_failed`, `report_export_limit_exceeded`,
     * `resource_missing`, `revision_conflict`, `service_unavailable`, `staging_access_denied`,
     * `subscription_required`, `tax_upload_failed`, `taxes_not_ready`,
     * `transaction_update_failed`, `user_inactive`, `user_removed_from_company`,
     * `wrong_document_type`. More may be added; treat another one as unknown.
     */
    readonly code: "company_closed" | "feature_disabled" | "file_already_attached" | "forms_not_ready" | "idempotency_key_conflict" | "insufficient_permission" | "internal_error" | "invalid_api_key" | "invalid_date" | "invalid_date_range" | "invalid_file" | "invalid_request" | "invitation_invalid" | "monthly_limit_exceeded" | "parameter_missing" | "plan_upgrade_required" | "rate_limit_exceeded" | "report_export_failed" | "report_export_limit_exceeded" | "resource_missing" | "revision_conflict" | "service_unavailable" | "staging_access_denied" | "subscription_required" | "tax_upload_failed" | "taxes_not_ready" | "transaction_update_failed" | "user_inactive" | "user_removed_from_company" | "wrong_document_type" | (string & {});
    /** A sentence for people; may change without notice. */
    readonly message: string;
    /** Name of the offending input, when there is one. */
    readonly param?: string | undefined;
    /** Where this error is explained. */
    readonly doc_url: string;
    /** Only with `revision_conflict`: the spreadsheet's current revision. */
    readonly current_revision?: number | undefined;
  };
}

export interface File {
  /** The file's id, used to attach it. */
  readonly id: string;
  /** Always `file`. */
  readonly object: "file";
  /**
   * The file's original name. Characters that are not safe in a file name, such as those of a
   * path, are replaced by `_`.
   */
  readonly filename: string;
  /** The file's size in bytes. */
  readonly size: number;
  /** When it was uploaded. Unix seconds. */
  readonly created: number;
  /** When the file is deleted if it is not attached: 24 hours after the upload. Unix seconds. */
  readonly expires_at: number;
}

export interface FileUpload {
  /** Always `file_upload`. */
  readonly object: "file_upload";
  /** The id of the future file, used to attach it. */
  readonly file_id: string;
  /**
   * Where to put the bytes. It needs no API key: whoever has it can upload the file, so treat
   * it like a password.
   */
  readonly url: string;
  /** Always `PUT`. */
  readonly method: "PUT";
  readonly headers: FileUploadHeaders;
  /** When the address expires, 10 minutes after it was issued. Unix seconds. */
  readonly expires_at: number;
}

/** Headers to send exactly as given. Storage refuses a request without them. */
export interface FileUploadHeaders {
  /** The type that the file is stored with. */
  readonly "Content-Type": string;
  /** The `checksum` that was sent. */
  readonly "Content-MD5": string;
  /** The name that the file is stored with. */
  readonly "Content-Disposition": string;
}

export interface Form1099 {
  /** The record's id. */
  readonly id: string;
  /** Always `form_1099`. */
  readonly object: "form_1099";
  /** The reporting year. */
  readonly year: number;
  /** The vendor's name, for display; several records of a year may share it. */
  readonly vendor_name: string;
  /**
   * The filing's status. Only `filed` means complete; treat an unknown value as not complete.
   * Known values: `review_required`, `w9_required`, `w9_requested`, `ready_to_file`, `filing`,
   * `filed`, `not_required`. More may be added; treat another one as unknown.
   */
  readonly filing_status: "review_required" | "w9_required" | "w9_requested" | "ready_to_file" | "filing" | "filed" | "not_required" | (string & {});
  /**
   * When the service recorded the filing; null if unknown, not filed or filed elsewhere. Unix
   * seconds.
   */
  readonly filed_at: number | null;
  /** Whether it was reported as filed outside the service; only with `filed`. */
  readonly filed_elsewhere: boolean;
  /** The attached documents, earliest first; may be empty even if the record is filed. */
  readonly documents: readonly Form1099Document[];
  /** When the record was made. Unix seconds. */
  readonly created: number;
  /** When the record last changed. Unix seconds. */
  readonly updated: number;
}

export interface Form1099Document {
  /** The document's id. A new link keeps the id; a replaced file gets a new one. */
  readonly id: string;
  /**
   * What it is. Known values: `w9`, `form_1099`. More may be added; treat another one as
   * unknown.
   */
  readonly type: "w9" | "form_1099" | (string & {});
  /** The file's name. */
  readonly filename: string;
  /** The file's media type, which need not be PDF; null if unknown. */
  readonly content_type: string | null;
  /**
   * The address of the file, for a plain GET. Anyone with this address can download the file:
   * treat it like a password.
   */
  readonly download_url: string;
  /**
   * When the address expires, five minutes after it was issued. Read the record again for
   * another one. Unix seconds.
   */
  readonly expires_at: number;
}

export interface Form1099List {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/forms/1099";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Form1099[];
  /** One for each year that has a report, newest first, or only the requested year's. */
  readonly summaries: readonly Form1099Summary[];
}

export interface Form1099Summary {
  /** The reporting year. */
  readonly year: number;
  /**
   * `unknown`: the year has no report. `review_required`: for some record it is not confirmed
   * whether a filing is required. `pending`: required filings are not complete. `filed`: all
   * required filings, at least one, are complete. `not_required`: no filing is required. Known
   * values: `unknown`, `review_required`, `pending`, `filed`, `not_required`. More may be
   * added; treat another one as unknown.
   */
  readonly filing_status: "unknown" | "review_required" | "pending" | "filed" | "not_required" | (string & {});
  readonly counts: {
    /** Records whose requirement is not confirmed yet. The other counts exclude them. */
    readonly review_required: number;
    /** Records whose filing is required: pending and filed ones. */
    readonly required: number;
    /** Records whose filing is required and not complete, including those in `filing`. */
    readonly pending: number;
    /** Records that are filed. */
    readonly filed: number;
  };
}

export interface FranchiseUpload {
  /** The year that the filing covers. */
  readonly tax_year: number;
  /** The PDF of Delaware's confirmation: a file that is not attached. */
  readonly file_id: string;
}

export interface GeneralLedgerLine {
  /**
   * The entry's id, `je_...`; of an opening or closing balance, the category's id with
   * `.opening` or `.closing`.
   */
  readonly id: string;
  /** Always `general_ledger_line`. */
  readonly object: "general_ledger_line";
  /**
   * `opening` is the category's balance before the first day, `closing` its totals and its
   * balance at the end of the last day.
   */
  readonly kind: "opening" | "entry" | "closing";
  /**
   * Id of the category; `grp_...` for a presentation group, `<category id>-direct` for a
   * parent's own entries.
   */
  readonly category_id: string;
  /** The category's name. */
  readonly category_name: string;
  /** The category's type. */
  readonly account_type: "asset" | "liability" | "equity" | "revenue" | "cost_of_goods_sold" | "expense" | "other_income" | "other_expense";
  /** The entry's day; of an opening balance the first day, of a closing balance the last. */
  readonly date: string;
  /** The entry's description; null for balances. */
  readonly description: string | null;
  /** The entry's merchant or counterparty, if any. */
  readonly merchant: string | null;
  /** What the entry was posted from; null for balances. */
  readonly source: "bank_transaction" | "spread" | "capitalization" | "csv_upload" | "transfer" | "invoice" | "bill" | "adjustment" | null;
  /**
   * The entry's debit, or 0; in a closing balance, the sum of all debits. 0 for an opening
   * balance. In cents.
   */
  readonly debit_cents: number;
  /**
   * The entry's credit, or 0; in a closing balance, the sum of all credits. 0 for an opening
   * balance. In cents.
   */
  readonly credit_cents: number;
  /**
   * The category's balance after the line: debits minus credits, so that a credit balance is
   * negative. In cents.
   */
  readonly balance_cents: number;
}

export interface GeneralLedgerLineList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/reports/general_ledger";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly GeneralLedgerLine[];
}

export interface IncomeSection {
  /** Sum of the root entries. In cents. */
  readonly total_cents: number;
  /** In display order, each followed by its children. */
  readonly categories: readonly PeriodLine[];
  /** The same total by department; null unless grouped by department. */
  readonly departments: readonly DepartmentLine[] | null;
}

export interface IncomeStatement {
  /** Always `income_statement`. */
  readonly object: "income_statement";
  /** First day. */
  readonly start_date: string;
  /** Last day. */
  readonly end_date: string;
  /** Always `USD`. */
  readonly currency: "USD";
  /** How it is grouped. */
  readonly group_by: "category" | "department";
  /**
   * Latest change of the included entries, or the time of the request if entries were read
   * directly; null only if nothing is included. Unix seconds.
   */
  readonly refreshed_at: number | null;
  readonly revenue: IncomeSection;
  readonly cost_of_goods_sold: IncomeSection;
  /** Revenue and cost of goods sold. In cents. */
  readonly gross_profit_cents: number;
  readonly operating_expenses: IncomeSection;
  /** Gross profit and operating expenses. In cents. */
  readonly operating_income_cents: number;
  readonly other_income: IncomeSection;
  readonly other_expenses: IncomeSection;
  /** Sum of all sections. In cents. */
  readonly net_income_cents: number;
}

export interface IncomeUpload {
  /** The year that the return is for: last year or the year before, by the day in Los Angeles. */
  readonly tax_year: number;
  /** Who prepared the return. */
  readonly tax_firm: string;
  /** USPS codes of the states that a return was filed in, `DC` among them; `[]` for none. */
  readonly states_filed: readonly ("AL" | "AK" | "AZ" | "AR" | "CA" | "CO" | "CT" | "DE" | "DC" | "FL" | "GA" | "HI" | "ID" | "IL" | "IN" | "IA" | "KS" | "KY" | "LA" | "ME" | "MD" | "MA" | "MI" | "MN" | "MS" | "MO" | "MT" | "NE" | "NV" | "NH" | "NJ" | "NM" | "NY" | "NC" | "ND" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VT" | "VA" | "WA" | "WV" | "WI" | "WY" | "AS" | "GU" | "MP" | "PR" | "VI")[];
  /** The PDF of the return: a file that is not attached. */
  readonly file_id: string;
}

export interface Integration {
  /** Always `integration`. */
  readonly object: "integration";
  /** Its stable machine id, unique in the list. Branch only on this, and allow for unknown ids. */
  readonly key: string;
  /** Its name, for people. */
  readonly name: string;
  /**
   * What it is for: `banking`, `payments`, `payroll`, `accounting`, `notifications`; more may
   * come. `notifications` says nothing about whether data is complete.
   */
  readonly type: string;
  /**
   * `connected`; `not_connected`, which is not an error; `requires_reconnect`: data has
   * stopped, and a person has to sign in again; `pending`: being set up. More may come; an
   * unknown status needs no action.
   */
  readonly status: string;
  /**
   * When all of its data last came in, if that is more than 48 hours ago: figures may lack
   * what has happened since. Null otherwise, and for what this service does not read itself.
   * Unix seconds.
   */
  readonly stale_since: number | null;
}

export interface IntegrationList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/integrations";
  /** All items. */
  readonly data: readonly Integration[];
}

/** An offer of a membership that is pending. */
export interface Invitation {
  /** The invitation's id. Null for a short time at most. */
  readonly id: string | null;
  /** Always `invitation`. */
  readonly object: "invitation";
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
  /**
   * Changes with each change of the invitation. Treat it as opaque: do not parse, compare or
   * send it.
   */
  readonly version: string;
  readonly permissions: Permissions;
  /** `admin` or `read_only` when the permissions are exactly that preset, else `custom`. */
  readonly access_template: "admin" | "read_only" | "custom";
}

export interface InvitationAnswer {
  readonly invitation: Invitation;
  /** Whether an existing invitation was changed. */
  readonly changed: boolean;
}

export interface Invoice {
  /** The invoice's id. */
  readonly id: string;
  /** Always `invoice`. */
  readonly object: "invoice";
  /** Its number, which no other invoice of the company has. */
  readonly number: string;
  /** The customer's name. */
  readonly customer_name: string;
  /** The customer's e-mail address. */
  readonly customer_email: string | null;
  /**
   * `open` until it is `paid` in full, and again after a payment is unmatched. A `draft` or
   * `void` invoice is not in the books.
   */
  readonly status: "draft" | "open" | "paid" | "void";
  /** The accounting date. */
  readonly issue_date: string;
  /** The due date. */
  readonly due_date: string;
  /** Always `USD`. */
  readonly currency: "USD";
  /** The lines of the invoice. */
  readonly line_items: readonly InvoiceLine[];
  /** The sum of the lines. In cents. */
  readonly total_cents: number;
  /**
   * What is settled: the sum of its payments (an excluded transaction counts as 0), credit
   * notes, write-offs, fees, and credit moved from and to other invoices, less refunds. In
   * cents.
   */
  readonly amount_paid_cents: number;
  /**
   * The unpaid part of the total, which is what is not settled; 0 if void. Negative if more
   * was paid or credited: the customer's credit. In cents.
   */
  readonly amount_due_cents: number;
  /** The latest of its payments. */
  readonly matched_transaction_id: string | null;
  /** The transactions that pay it, or refund what was paid too much, by date, earliest first. */
  readonly matched_transaction_ids: readonly string[];
  /** When it was made. Unix seconds. */
  readonly created: number;
  /** When the invoice or its paid amount last changed. Unix seconds. */
  readonly updated: number;
}

export interface InvoiceLine {
  /** The product or service that is billed. */
  readonly description: string;
  /** The number of units, with at most four decimals. */
  readonly quantity: number;
  /** The price of one unit. In cents. */
  readonly unit_amount_cents: number;
  /**
   * Quantity times unit amount, rounded to whole cents; half a cent is rounded away from zero.
   * In cents.
   */
  readonly amount_cents: number;
  /** The category that it is credited to. */
  readonly category_id: string;
}

export interface InvoiceList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/invoices";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Invoice[];
}

export interface InvoicePayment {
  /** The incoming transaction. */
  readonly transaction_id: string;
}

export interface InvoicePaymentTakenBack {
  /** One of its payments. Default: all of them. */
  readonly transaction_id?: string | undefined;
}

export interface Job {
  /** The job's id. */
  readonly id: string;
  /** Always `job`. */
  readonly object: "job";
  /**
   * An edit of several transactions, or the application of a rule to existing transactions.
   * Known values: `transaction_bulk_update`, `rule_application`. More may be added; treat
   * another one as unknown.
   */
  readonly type: "transaction_bulk_update" | "rule_application" | (string & {});
  /**
   * `succeeded` once every transaction was processed, even if some could not be edited.
   * `failed` if the service gave up or the rule was deleted; unprocessed transactions are
   * unchanged. Known values: `pending`, `processing`, `succeeded`, `failed`. More may be
   * added; treat another one as unknown.
   */
  readonly status: "pending" | "processing" | "succeeded" | "failed" | (string & {});
  /** Transactions to process. */
  readonly total: number;
  /** Transactions processed so far. */
  readonly processed: number;
  /** Processed transactions that could not be edited. */
  readonly failed: number;
  /** Why they could not be edited. */
  readonly errors: readonly JobError[];
  /** When it was requested. Unix seconds. */
  readonly created: number;
  /** When it ended. Unix seconds. */
  readonly completed_at: number | null;
}

export interface JobError {
  /** The transaction's id, as sent. */
  readonly transaction_id: string;
  /** The error code that a single edit of it would return. */
  readonly code: string;
  /** A sentence for people. */
  readonly message: string;
}

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
   * `csv_upload`, `transfer`, `invoice`, `bill`, `adjustment`. More may be added; treat
   * another one as unknown.
   */
  readonly source: "bank_transaction" | "spread" | "capitalization" | "csv_upload" | "transfer" | "invoice" | "bill" | "adjustment" | (string & {});
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

export interface JournalEntryList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/journal_entries";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly JournalEntry[];
}

export interface Member {
  /** The member's id. Null for a short time at most. */
  readonly id: string | null;
  /** Always `member`. */
  readonly object: "member";
  /** First and last name; null when neither is known. */
  readonly name: string | null;
  /** The member's e-mail address, in lower case. */
  readonly email: string;
  /** First name. */
  readonly first_name: string | null;
  /** Last name. */
  readonly last_name: string | null;
  /** Whether the member has access. */
  readonly active: boolean;
  /** When the member was last seen; null when that is not known. Unix seconds. */
  readonly last_active: number | null;
  /** When the member joined this company. Unix seconds. */
  readonly created: number;
  readonly permissions: Permissions;
  /** `admin` or `read_only` when the permissions are exactly that preset, else `custom`. */
  readonly access_template: "admin" | "read_only" | "custom";
}

export interface Merchant {
  /** Always `merchant`. */
  readonly object: "merchant";
  /** The name, as recorded. */
  readonly name: string;
}

export interface MerchantList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/parties/merchants";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Merchant[];
}

export interface NewAccess {
  /** A named set of permissions, or `custom` for those in `permissions`. */
  readonly access_template: "admin" | "read_only" | "custom";
  readonly permissions?: PermissionsInput | undefined;
}

export interface NewAccount {
  /** A name, on one line. */
  readonly name: string;
  /** The kind of account. */
  readonly type: "checking" | "savings" | "credit" | "other";
  /** The bank. */
  readonly institution_name?: string | null | undefined;
  /** The last four digits of its number. */
  readonly last4?: string | null | undefined;
  /**
   * The category for its money: a leaf of type asset, or of type liability for `credit`.
   * Default: one of its own, which is the company's category for cash, or for credit cards, as
   * long as nothing is booked on it, and otherwise a new category with the account's name.
   */
  readonly category_id?: string | undefined;
}

export interface NewBill {
  /** The vendor's name, on one line. */
  readonly vendor_name: string;
  /** An e-mail address. Nothing is sent to it. Default: null. */
  readonly vendor_email?: string | null | undefined;
  /**
   * The number that the vendor gave the bill, which can be used once for a vendor, in upper or
   * lower case; a void bill leaves it free. Default: null.
   */
  readonly vendor_number?: string | null | undefined;
  /**
   * The date of the bill, which is its accounting date. On or after the company's
   * incorporation date (two years ago if unknown), and earlier than three years from today.
   * Default: today.
   */
  readonly issue_date?: string | undefined;
  /** The due date. Default: the date of the bill. */
  readonly due_date?: string | undefined;
  /** Always `USD`. */
  readonly currency?: "USD" | undefined;
  /** The lines of the bill. Their sum must be more than 0. */
  readonly line_items: readonly NewBillLine[];
}

export interface NewBillLine {
  /** The product or service that is bought, on one line. */
  readonly description: string;
  /** The number of units, with at most four decimals. Default: 1. */
  readonly quantity?: number | undefined;
  /** The price of one unit, in cents; negative for a discount. */
  readonly unit_amount_cents: number;
  /** The expected amount of the line; the bill is refused if it differs. In cents. */
  readonly amount_cents?: number | undefined;
  /**
   * A category without children of type `expense`, `cost_of_goods_sold`, `other_expense`,
   * `asset` or `liability` that is not cash, not the balance sheet category of a bank or card
   * account, and not Accounts Payable itself.
   */
  readonly category_id: string;
}

export interface NewFile {
  /** The PDF. Its bytes decide what it is, not its name or declared type. */
  readonly file: Blob;
}

export interface NewFileUpload {
  /** The file's name. */
  readonly filename: string;
  /** The exact number of bytes to upload. */
  readonly size: number;
  /** The MD5 of those bytes, in base64. */
  readonly checksum: string;
}

export interface NewInvitation {
  /** First name, on one line. Surrounding blanks are removed. */
  readonly first_name: string;
  /** Last name, on one line. Surrounding blanks are removed. */
  readonly last_name: string;
  /** The address, as `name@domain`. It is shown as entered here, and compared ignoring case. */
  readonly email: string;
  /** A named set of permissions, or `custom` for those in `permissions`. */
  readonly access_template: "admin" | "read_only" | "custom";
  readonly permissions?: PermissionsInput | undefined;
}

export interface NewInvoice {
  /**
   * A number that no other invoice of the company has. Default: the next of the company's own
   * series, `INV-0001` and so on.
   */
  readonly number?: string | null | undefined;
  /** The customer's name, on one line. */
  readonly customer_name: string;
  /** An e-mail address. Nothing is sent to it. Default: null. */
  readonly customer_email?: string | null | undefined;
  /**
   * The accounting date. On or after the company's incorporation date (two years ago if
   * unknown), and earlier than three years from today. Default: today.
   */
  readonly issue_date?: string | undefined;
  /** The due date. Default: the day of issue. */
  readonly due_date?: string | undefined;
  /** Always `USD`. */
  readonly currency?: "USD" | undefined;
  /** The lines of the invoice. Their sum must be more than 0. */
  readonly line_items: readonly NewInvoiceLine[];
}

export interface NewInvoiceLine {
  /** The product or service that is billed, on one line. */
  readonly description: string;
  /** The number of units, with at most four decimals. Default: 1. */
  readonly quantity?: number | undefined;
  /** The price of one unit, in cents; negative for a discount. */
  readonly unit_amount_cents: number;
  /** The expected amount of the line; the invoice is refused if it differs. In cents. */
  readonly amount_cents?: number | undefined;
  /**
   * A category without children of type `revenue`, `other_income` or `liability` that is not
   * the balance sheet category of a bank or card account. Default: the company's sales.
   */
  readonly category_id?: string | null | undefined;
}

export interface NewReportExport {
  /** The report to export. */
  readonly report_type: "income_statement" | "balance_sheet" | "cash_flow";
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
  /** Default: `pdf`. */
  readonly format?: "pdf" | "csv" | "xlsx" | undefined;
  readonly group_by?: ReportExportGrouping | undefined;
}

export interface NewRule {
  /** A name, on one line. */
  readonly name: string;
  /** The conditions. All of them must be met. */
  readonly conditions: readonly RuleConditionInput[];
  /**
   * A category without children that is not cash and not the balance sheet category of a bank
   * or card account.
   */
  readonly category_id: string;
  /** An assignable department. Default: null, none. */
  readonly department_id?: string | null | undefined;
  /** Default: true. */
  readonly active?: boolean | undefined;
  /**
   * Its position among the rules, which are tried from 1 up. The other rules shift; a position
   * past the end means last.
   */
  readonly position?: number | undefined;
  /**
   * Whether to apply it to existing uncategorized transactions too. Default: true, which needs
   * `transactions: manage` too.
   */
  readonly apply_to_existing_transactions?: boolean | undefined;
}

export interface NewSplit {
  /** At least two lines, whose amounts sum to the transaction's. */
  readonly lines: readonly NewSplitLine[];
}

export interface NewSplitLine {
  /**
   * A category without children that is not cash and not the balance sheet category of a bank
   * or card account.
   */
  readonly category_id: string;
  /** An assignable department. Default: null. */
  readonly department_id?: string | null | undefined;
  /** Its part of the transaction's amount, in cents. Money in is positive, money out negative. */
  readonly amount_cents: number;
  /** A note. Default: null. */
  readonly memo?: string | null | undefined;
  /** The months over which the amount is spread in equal shares. Default: null, not spread. */
  readonly spread?: {
    /** A day of the first month. */
    readonly start_date: string;
    /** A day of the last month. */
    readonly end_date: string;
  } | null | undefined;
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
   * For a CSV with one column of amounts, OFX, QFX or QIF: `bank` if money out is negative,
   * `card` if it is positive. Default: `bank`; inferred for an account of type `credit`, and a
   * CSV for which that is unclear is refused.
   */
  readonly signs?: "bank" | "card" | undefined;
  /**
   * Whether a file of another account, by the last digits of its number or by its kind, is
   * refused. Default: `strict`.
   */
  readonly account_check?: "strict" | "none" | undefined;
  /**
   * Whether a BAI2 file whose control totals or counts differ from its records is refused, or
   * taken with a note of the difference. Default: `strict`.
   */
  readonly totals_check?: "strict" | "none" | undefined;
  /**
   * What new lines are that are probably the same as entries of imported books: the amount of
   * an entry on the account's category at most five days apart, each entry for one line.
   * `same` excludes them, `another` adds them as all others, `ask` excludes them until a
   * person says which. Default: `ask`.
   */
  readonly in_books?: "ask" | "same" | "another" | undefined;
}

export interface NewTransactionUploadForm {
  /** The account of the lines. */
  readonly account_id: string;
  /**
   * The bank's file: BAI2, CAMT (052 or 053), CSV, MT940, OFX, QFX, QIF or XLSX, or one of
   * these in a ZIP.
   */
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
   * For a CSV with one column of amounts, OFX, QFX or QIF: `bank` if money out is negative,
   * `card` if it is positive. Default: `bank`; inferred for an account of type `credit`, and a
   * CSV for which that is unclear is refused.
   */
  readonly signs?: "bank" | "card" | undefined;
  /**
   * Whether a file of another account, by the last digits of its number or by its kind, is
   * refused. Default: `strict`.
   */
  readonly account_check?: "strict" | "none" | undefined;
  /**
   * Whether a BAI2 file whose control totals or counts differ from its records is refused, or
   * taken with a note of the difference. Default: `strict`.
   */
  readonly totals_check?: "strict" | "none" | undefined;
  /**
   * What new lines are that are probably the same as entries of imported books: the amount of
   * an entry on the account's category at most five days apart, each entry for one line.
   * `same` excludes them, `another` adds them as all others, `ask` excludes them until a
   * person says which. Default: `ask`.
   */
  readonly in_books?: "ask" | "same" | "another" | undefined;
}

export interface NewTransfer {
  /** The outgoing transaction. */
  readonly from_transaction_id: string;
  /** The incoming transaction, on another account. */
  readonly to_transaction_id: string;
}

export interface NonCashActivity {
  /** The names of the categories, those that grew in debit first. */
  readonly name: string;
  /** The sum of the positive amounts. In cents. */
  readonly amount_cents: number;
  /** Their amounts add up to zero. */
  readonly categories: readonly ({
    /** Id of the category. */
    readonly category_id: string;
    /** Its name. */
    readonly name: string;
    /** The effect on cash that it would have had. In cents. */
    readonly amount_cents: number;
  })[];
}

export interface PayrollSubmission {
  /** The payroll software, by name; null when it is not known. */
  readonly provider: string | null;
  /**
   * The status of the submission to payroll. `submitted` is recorded here; it means neither
   * acknowledgment nor refund. Known values: `waiting_for_tax_filing`, `pending`,
   * `action_required`, `submitted`, `not_required`, `unknown`. More may be added; treat
   * another one as unknown.
   */
  readonly status: "waiting_for_tax_filing" | "pending" | "action_required" | "submitted" | "not_required" | "unknown" | (string & {});
}

export interface PeriodLine {
  /**
   * Id of the category; `grp_...` for a presentation group, `<category id>-direct` for a
   * parent's own entries.
   */
  readonly category_id: string;
  /** Its name. */
  readonly name: string;
  /** A parent holds the subtotal of its children. In cents. */
  readonly amount_cents: number;
  /** Order among the children of one parent. */
  readonly position: number;
  /** The entry that this one is part of; null at the root. */
  readonly parent_category_id: string | null;
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

/** A level in each of the fourteen areas. */
export interface PermissionsInput {
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

export interface ReportExport {
  /** The export's id. */
  readonly id: string;
  /** Always `report_export`. */
  readonly object: "report_export";
  /** The exported report. */
  readonly report_type: "income_statement" | "balance_sheet" | "cash_flow";
  /** First day. */
  readonly start_date: string;
  /** Last day. */
  readonly end_date: string;
  /** The format of the file. */
  readonly format: "pdf" | "csv" | "xlsx";
  readonly group_by: {
    /** The period that each column covers. */
    readonly period: "month" | "quarter" | "year";
    /** The unit of each row. */
    readonly rows: "category" | "department";
  };
  /**
   * `succeeded` and `failed` are final. Poll at growing intervals until it is one of them.
   * Known values: `pending`, `processing`, `succeeded`, `failed`. More may be added; treat
   * another one as unknown.
   */
  readonly status: "pending" | "processing" | "succeeded" | "failed" | (string & {});
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

export interface ReportExportError {
  /** `generation_failed` or `access_revoked`; `enqueue_failed` is reserved. */
  readonly code: string;
  /** A sentence for people; may change without notice. */
  readonly message: string;
}

export interface ReportExportFile {
  /** The file's name. */
  readonly filename: string;
  /** The file's media type. */
  readonly content_type: string;
  /** The file's size in bytes. */
  readonly size: number;
  /**
   * The address of the file, for a plain GET. Anyone with this address can download the file:
   * treat it like a password.
   */
  readonly download_url: string;
  /** When the address expires, seven days after it was issued. Unix seconds. */
  readonly expires_at: number;
}

/** How columns and rows are made. */
export interface ReportExportGrouping {
  /**
   * The period that each column covers, by calendar or by the company's fiscal year; the first
   * and the last may be partial. Default: `month`.
   */
  readonly period?: "month" | "quarter" | "year" | undefined;
  /**
   * `department` is for the income statement only and needs the departments feature. Default:
   * `category`.
   */
  readonly rows?: "category" | "department" | undefined;
}

export interface Rule {
  /** The rule's id, unique in the company. */
  readonly id: string;
  /** Always `rule`. */
  readonly object: "rule";
  /** Its name. */
  readonly name: string;
  /** The conditions. All of them must be met. */
  readonly conditions: readonly RuleCondition[];
  /** The category that it assigns. */
  readonly category_id: string;
  /** The department that it assigns. */
  readonly department_id: string | null;
  /** Whether the rule is active. */
  readonly active: boolean;
  /**
   * Its position among the rules. Only the first active rule that matches a transaction is
   * applied.
   */
  readonly position: number;
  /**
   * The job that applies it to existing transactions, for `GET /jobs/{id}`; null if not
   * requested.
   */
  readonly job_id: string | null;
  /** When it was made. Unix seconds. */
  readonly created: number;
  /** When it was last changed. A move of another rule does not count. Unix seconds. */
  readonly updated: number;
}

export interface RuleChange {
  /** A name, on one line. */
  readonly name?: string | undefined;
  /** The conditions. All of them must be met. */
  readonly conditions?: readonly RuleConditionInput[] | undefined;
  /**
   * A category without children that is not cash and not the balance sheet category of a bank
   * or card account.
   */
  readonly category_id?: string | undefined;
  /** An assignable department. Null removes it. */
  readonly department_id?: string | null | undefined;
  /** Whether the rule is active. */
  readonly active?: boolean | undefined;
  /**
   * Its position among the rules, which are tried from 1 up. The other rules shift; a position
   * past the end means last.
   */
  readonly position?: number | undefined;
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

export interface RuleConditionInput {
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

export interface RuleList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/rules";
  /** All items. */
  readonly data: readonly Rule[];
}

export interface Sheet {
  /** The document's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** The document's address in the web application. */
  readonly url: string;
  /** Grows with each edit of the document, on any worksheet. */
  readonly revision: number;
  /** The worksheets, in the order of their tabs. */
  readonly worksheets: readonly Worksheet[];
  /** One for each requested range, in the same order. */
  readonly ranges?: readonly SheetRange[] | undefined;
  readonly calculation?: SheetCalculation | undefined;
  /** All charts of the document. Only with `include=charts`. */
  readonly charts?: readonly SheetChart[] | undefined;
}

export interface SheetCalculation {
  /**
   * `complete`: no formula failed. `error`: some formulas failed, and their cells are null.
   * `unavailable`: the calculation did not finish, and there are no values. Applies to this
   * answer only.
   */
  readonly status: "complete" | "error" | "unavailable";
  /** Formulas of the ranges that failed. */
  readonly errors: readonly ({
    /**
     * The kind of error, such as `division_by_zero` or `circular_reference`;
     * `calculation_unavailable` when there are no values. New ones may come.
     */
    readonly code: string;
    /** A sentence for people. */
    readonly message: string;
    /** Where. */
    readonly worksheet_id?: string | undefined;
    /** The cell, without its worksheet. */
    readonly cell?: string | undefined;
    /** Its formula. */
    readonly formula?: string | undefined;
  })[];
  /** Warnings: not errors, but values that could mislead. */
  readonly warnings: readonly ({
    /** The kind of warning, such as `uncategorized_transactions`. New ones may come. */
    readonly code: string;
    /** A sentence for people. */
    readonly message: string;
    /** The formula that the warning is about. */
    readonly formula?: string | undefined;
    /** How many there are. */
    readonly count?: number | undefined;
  })[];
}

export interface SheetChart {
  /** The chart's id. */
  readonly id: string;
  /** The chart's worksheet. */
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
}

export interface SheetRange {
  /** The worksheet. */
  readonly worksheet_id: string;
  /** The range with its worksheet's name, such as `'Monthly plan'!A1:B2`. */
  readonly range: string;
  /**
   * Rows of calculated values, in the units of the worksheet; null for a blank cell or a
   * failed formula. Omitted with `view=formulas`, and if the calculation is `unavailable`.
   */
  readonly values?: readonly (readonly (number | string | boolean | null)[])[] | undefined;
  /**
   * Rows of formulas, each beginning with `=`; null where a cell has none. Only with
   * `view=formulas` and `view=both`.
   */
  readonly formulas?: readonly (readonly (string | null)[])[] | undefined;
  /** Cells of the range with a format of their own, row after row. Only with `include=formats`. */
  readonly formats?: readonly CellFormat[] | undefined;
}

export interface SheetSummary {
  /** The document's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** The document's address in the web application. */
  readonly url: string;
  /** Grows with each edit of the document, on any worksheet. */
  readonly revision: number;
}

export interface SheetSummaryList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/sheets";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly SheetSummary[];
}

export interface Spread {
  /** The spread's id. */
  readonly id: string;
  /** Always `spread`. */
  readonly object: "spread";
  /**
   * The transaction whose amount, or part of it, is spread; null if it is in the books
   * otherwise.
   */
  readonly transaction_id: string | null;
  /** The category of each month's share. */
  readonly category_id: string;
  /** The department of each month's share. */
  readonly department_id: string | null;
  /** The spread amount, signed like the transaction: money in is positive. In cents. */
  readonly amount_cents: number;
  /** A day of the first month. */
  readonly start_date: string;
  /** A day of the last month. */
  readonly end_date: string;
  /**
   * The number of months. Each month gets an equal share, or one by its days, booked on its
   * last day; the last month gets the remainder.
   */
  readonly months: number;
  /** The part not yet recognized, today. In cents. */
  readonly remaining_cents: number;
  /** When it was created. Unix seconds. */
  readonly created: number;
}

export interface SpreadList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/spreads";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Spread[];
}

export interface Tax {
  /** The record's id, `tax_income_...` or `tax_franchise_...`. */
  readonly id: string;
  /** Always `tax`. */
  readonly object: "tax";
  /** Income tax, federal and state in one, or Delaware's annual franchise tax. */
  readonly type: "income" | "franchise";
  /** The year that the tax is for, not that in which it was filed. */
  readonly year: number;
  /**
   * `US` for federal, `US-` and a code for a state or district. Status and dates apply to all
   * of them together.
   */
  readonly jurisdictions: readonly string[];
  /** Recorded names of states without a known code. */
  readonly unmapped_jurisdictions: readonly string[];
  /**
   * `onboarding` until that is complete, `preparing` until there is a draft, `review_required`
   * until the return is reviewed and signed (or Delaware's payment information is there),
   * `filing` until it is `filed`. The status says nothing about payment or acceptance by an
   * authority. More may come; never treat an unknown status as filed. Known values:
   * `onboarding`, `preparing`, `review_required`, `filing`, `filed`. More may be added; treat
   * another one as unknown.
   */
  readonly filing_status: "onboarding" | "preparing" | "review_required" | "filing" | "filed" | (string & {});
  /**
   * When it was filed, or when an uploaded return was uploaded; null if unknown, which a filed
   * record may be. Unix seconds.
   */
  readonly filed_at: number | null;
  /** Whether it was filed outside the service. */
  readonly filed_elsewhere: boolean;
  /** When an extension was filed; always null for franchise tax. Unix seconds. */
  readonly extension_filed_at: number | null;
  /** Its documents, with links issued by this answer. */
  readonly documents: readonly TaxDocument[];
  /** When the record was made. Unix seconds. */
  readonly created: number;
  /**
   * When the record last changed. It does not show whether its documents changed. Unix
   * seconds.
   */
  readonly updated: number;
}

export interface TaxCredit {
  /** The credit's id, which never changes. */
  readonly id: string;
  /** Always `tax_credit`. */
  readonly object: "tax_credit";
  /** The kind of credit. */
  readonly type: "research_and_development";
  /** Always `US`: federal. */
  readonly jurisdiction: "US";
  /** The tax year. */
  readonly year: number;
  /** Always `usd`. */
  readonly currency: "usd";
  /**
   * `undecided`; `not_claimed` if declined; `pending` if opted in; `claimed` if the filed
   * return has a positive credit.
   */
  readonly claim_status: "undecided" | "not_claimed" | "pending" | "claimed";
  /** The whole credit, before any use; null if unknown, 0 if known to be zero. In cents. */
  readonly amount_cents: number | null;
  /** The source of the amount; null if unknown. */
  readonly amount_basis: "estimate" | "prepared_return" | "filed_return" | null;
  /**
   * The part used against income tax; null if not recorded, or if more than the return's total
   * is recorded. In cents.
   */
  readonly applied_to_income_tax_cents: number | null;
  /**
   * The part of the return's total left for payroll tax; null unless both are known. It is not
   * a refund received. In cents.
   */
  readonly payroll_credit_cents: number | null;
  readonly payroll_submission: PayrollSubmission;
  /** When the record's questionnaire was created. Unix seconds. */
  readonly created: number;
  /**
   * When that questionnaire, the year's income tax record or the return last changed. Unix
   * seconds.
   */
  readonly updated: number;
}

export interface TaxCreditList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/tax_credits";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly TaxCredit[];
}

export interface TaxDocument {
  /**
   * A `draft_return` becomes the `filed_return` when the income filing is complete;
   * `filing_confirmation` is Delaware's. Known values: `draft_return`, `filed_return`,
   * `filing_confirmation`. More may be added; treat another one as unknown.
   */
  readonly type: "draft_return" | "filed_return" | "filing_confirmation" | (string & {});
  /** The file's name. */
  readonly filename: string;
  /** Always `application/pdf`. */
  readonly content_type: "application/pdf";
  /**
   * The address of the file, for a plain GET. Anyone with this address can download the file:
   * treat it like a password.
   */
  readonly download_url: string;
  /** When the address expires, five minutes after it was issued. Unix seconds. */
  readonly expires_at: number;
}

export interface TaxList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/taxes";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly Tax[];
}

export interface Team {
  /** Every member. */
  readonly members: readonly Member[];
  /** Every pending invitation. */
  readonly invitations: readonly Invitation[];
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
  /** The bill that it pays. */
  readonly bill_id: string | null;
}

export interface TransactionBulkEdit {
  /** The ids of the transactions. An id sent twice is edited once. */
  readonly transaction_ids: readonly string[];
  /**
   * A category without children that is not cash and not the balance sheet category of a bank
   * or card account.
   */
  readonly category_id?: string | undefined;
  /** An assignable department. Null removes it. */
  readonly department_id?: string | null | undefined;
  /**
   * The accounting date. On or after the company's incorporation date (two years ago if
   * unknown), and earlier than three years from today. Null means the transaction's own date.
   */
  readonly accounting_date?: string | null | undefined;
  /** Merchant or counterparty. Null removes it. */
  readonly merchant_name?: string | null | undefined;
  /** A note. Null removes it. */
  readonly memo?: string | null | undefined;
}

export interface TransactionEdit {
  /**
   * A category without children that is not cash and not the balance sheet category of a bank
   * or card account.
   */
  readonly category_id?: string | undefined;
  /** An assignable department. Null removes it. */
  readonly department_id?: string | null | undefined;
  /**
   * The accounting date. On or after the company's incorporation date (two years ago if
   * unknown), and earlier than three years from today. Null means the transaction's own date.
   */
  readonly accounting_date?: string | null | undefined;
  /** Merchant or counterparty. Null removes it. */
  readonly merchant_name?: string | null | undefined;
  /** A note. Null removes it. */
  readonly memo?: string | null | undefined;
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
  /**
   * With `updated_after`: the value to send as `updated_after` in the next run. The same on
   * every page. Unix seconds.
   */
  readonly watermark?: number | undefined;
}

export interface TransactionSplit {
  /** The line's id. */
  readonly id: string;
  /** Always `transaction_split`. */
  readonly object: "transaction_split";
  /** The split transaction. */
  readonly transaction_id: string;
  /** Its position among the lines of its transaction. */
  readonly position: number;
  /** The line's category. */
  readonly category_id: string;
  /** Its department. */
  readonly department_id: string | null;
  /** Its part of the transaction's amount. Money in is positive, money out negative. In cents. */
  readonly amount_cents: number;
  /** The company's own note. */
  readonly memo: string | null;
  /** Its spread over months. */
  readonly spread_id: string | null;
}

export interface TransactionSplitList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/transactions/splits";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly TransactionSplit[];
}

export interface TransactionUpload {
  /** The upload's id. */
  readonly id: string;
  /** Always `transaction_upload`. */
  readonly object: "transaction_upload";
  /** The account of its lines. */
  readonly account_id: string;
  /**
   * `succeeded` if the account now has every line, `partially_succeeded` if some, `failed` if
   * none. Known values: `succeeded`, `partially_succeeded`, `failed`. More may be added; treat
   * another one as unknown.
   */
  readonly status: "succeeded" | "partially_succeeded" | "failed" | (string & {});
  /** The file's name; null for rows, and for a file without a name. */
  readonly file_name: string | null;
  /**
   * The format it was read as; `json` for rows. Known values: `bai2`, `camt`, `csv`, `mt940`,
   * `ofx`, `qfx`, `qif`, `json`. More may be added; treat another one as unknown.
   */
  readonly format: "bai2" | "camt" | "csv" | "mt940" | "ofx" | "qfx" | "qif" | "json" | (string & {});
  /** The number of transactions in it: created, duplicate and invalid ones together. */
  readonly row_count: number;
  /** The number of new transactions. */
  readonly imported_count: number;
  /**
   * The number that the account already had. They were updated where the bank's data had
   * changed.
   */
  readonly duplicate_count: number;
  /**
   * Why lines were refused: the first errors, in the order of the file. The difference to
   * `row_count` counts the others.
   */
  readonly errors: readonly TransactionUploadError[];
  /** When it was made. Unix seconds. */
  readonly created: number;
  /**
   * The number of new transactions that are probably the same as entries of imported books.
   * They are excluded until a person says if they are.
   */
  readonly asked_count: number;
  /**
   * The last closing balances of the file beside the account. They differ while earlier
   * transactions are missing.
   */
  readonly balances: readonly TransactionUploadBalance[];
  /** How doubtful parts of the file were understood, as sentences. */
  readonly notes: readonly string[];
}

export interface TransactionUploadBalance {
  /** The day at whose end the bank states the balance. */
  readonly date: string;
  /** The balance that the file states; money that is owed is negative. In cents. */
  readonly statement_cents: number;
  /** What the account's transactions up to that day sum to. In cents. */
  readonly account_cents: number;
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

export interface TransactionUploadError {
  /** The line of the file, or the number of the row, from 1. */
  readonly line: number;
  /**
   * The error; stable. Known values: `invalid_date`, `invalid_amount`, `invalid_text`,
   * `wrong_columns`, `other_currency`, `other_account`, `incomplete`, `conflicting_id`,
   * `not_booked`, `not_allowed`. More may be added; treat another one as unknown.
   */
  readonly code: "invalid_date" | "invalid_amount" | "invalid_text" | "wrong_columns" | "other_currency" | "other_account" | "incomplete" | "conflicting_id" | "not_booked" | "not_allowed" | (string & {});
  /** A sentence for people. */
  readonly message: string;
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

export interface Transfer {
  /** The transfer's id. */
  readonly id: string;
  /** Always `transfer`. */
  readonly object: "transfer";
  /** The outgoing transaction. */
  readonly from_transaction_id: string;
  /** The incoming transaction. */
  readonly to_transaction_id: string;
  /** The transferred amount. In cents. */
  readonly amount_cents: number;
  /** The date it is booked on: the earlier of the two accounting dates. */
  readonly date: string;
  /** When it was made. Unix seconds. */
  readonly created: number;
}

export interface TrialBalance {
  /** Always `trial_balance`. */
  readonly object: "trial_balance";
  /** First day. */
  readonly start_date: string;
  /** Last day. */
  readonly end_date: string;
  /** Always `USD`. */
  readonly currency: "USD";
  /** How adjusting entries are shown. */
  readonly adjustments: "included" | "excluded" | "separate";
  /**
   * Latest change of the included entries, or the time of the request if entries were read
   * directly; null only if nothing is included. Unix seconds.
   */
  readonly refreshed_at: number | null;
  /** The periods of the changes, in their order. */
  readonly periods: readonly TrialBalancePeriod[];
  /** In the order of their types, and then of the chart. */
  readonly categories: readonly TrialBalanceLine[];
  readonly total: TrialBalanceTotal;
}

export interface TrialBalanceLine {
  /**
   * Id of the category; `grp_...` for a presentation group, `<category id>-direct` for a
   * parent's own entries.
   */
  readonly category_id: string;
  /** Its name. */
  readonly name: string;
  /** Its type. */
  readonly account_type: "asset" | "liability" | "equity" | "revenue" | "cost_of_goods_sold" | "expense" | "other_income" | "other_expense";
  readonly opening: DebitCredit;
  /**
   * What was booked in each of the periods; without adjusting entries unless these are
   * included.
   */
  readonly changes: readonly DebitCredit[];
  /** The balance at the end without the adjusting entries; null unless these are separate. */
  readonly unadjusted: DebitCredit | null;
  /** The adjusting entries of the days; null unless these are separate. */
  readonly adjustments: DebitCredit | null;
  readonly closing: DebitCredit;
}

export interface TrialBalancePeriod {
  /** First day. */
  readonly start_date: string;
  /** Last day. */
  readonly end_date: string;
}

/** The sums of all debits and of all credits, which are equal. */
export interface TrialBalanceTotal {
  readonly opening: DebitCredit;
  /**
   * What was booked in each of the periods; without adjusting entries unless these are
   * included.
   */
  readonly changes: readonly DebitCredit[];
  /** The balance at the end without the adjusting entries; null unless these are separate. */
  readonly unadjusted: DebitCredit | null;
  /** The adjusting entries of the days; null unless these are separate. */
  readonly adjustments: DebitCredit | null;
  readonly closing: DebitCredit;
}

export interface Worksheet {
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
}
