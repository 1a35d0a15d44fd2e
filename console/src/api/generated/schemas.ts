/** The types of requests and answers. Generated from the operation cards by `npm run emit`: do not edit. */

export interface Change {
  /** Always `change`. */
  readonly object: "change";
  /** The id of the event. */
  readonly id: string;
  /** When it happened. Unix seconds. */
  readonly at: number;
  /** Where it came from. */
  readonly surface: "key" | "console" | "command" | "job";
  /** The user's id, the operator's name or the job; null if unknown. */
  readonly actor: string | null;
  /** The operation, the command or the job. */
  readonly action: string;
  /** The record, if one is named. */
  readonly subject: string | null;
}

export interface ChangeList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/changes";
  /** All items. */
  readonly data: readonly Change[];
}

export interface Closing {
  /** Always `closing`. */
  readonly object: "closing";
  /** The last closed day; null for open books. */
  readonly closed_through: string | null;
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

export interface JournalEntryList {
  /** Always `list`. */
  readonly object: "list";
  /** The path of the list, without a query. */
  readonly url: "/api/v1/statement_entries";
  /** Whether more results exist. */
  readonly has_more: boolean;
  /** Pass as `starting_after` for the next page. */
  readonly next_cursor: string | null;
  /** The items of the page. */
  readonly data: readonly JournalEntry[];
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
  /** The poster's own name of it. */
  readonly reference: string | null;
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
}

export interface NewClosing {
  /** The last day to close, `YYYY-MM-DD`. */
  readonly through: string;
}

export interface NewManualEntry {
  /** The accounting date, `YYYY-MM-DD`. */
  readonly date: string;
  /** What it is for. */
  readonly memo: string;
  /** The poster's own name of the entry, unique in the company. */
  readonly reference?: string | null | undefined;
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

export interface NewReversal {
  /** The day of the reversal, `YYYY-MM-DD`. */
  readonly date: string;
  /** What it is for. Default: it names the reversed voucher. */
  readonly memo?: string | null | undefined;
}

export interface Overview {
  /** Always `overview`. */
  readonly object: "overview";
  /** The last day that is counted. */
  readonly date: string;
  /** The cash at the end of that day. In cents. */
  readonly cash_cents: number;
  /** The burn of a month; negative if cash grew. In cents. */
  readonly burn_cents: number;
  /** The runway in tenths of a month; null if cash does not fall. */
  readonly runway_tenths: number | null;
  /** The months, the present one last. */
  readonly months: readonly OverviewMonth[];
}

export interface OverviewMonth {
  /** Its first day. */
  readonly start_date: string;
  /** Its last day, or the present one. */
  readonly end_date: string;
  /** Revenue and other income. In cents. */
  readonly revenue_cents: number;
  /** All costs. Revenue less expenses is the net income. In cents. */
  readonly expenses_cents: number;
  /** The cash at its end. In cents. */
  readonly cash_cents: number;
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

export interface StatementTable {
  /** Always `statement_table`. */
  readonly object: "statement_table";
  /** The name of the statement. */
  readonly title: string;
  /** Its days in words. */
  readonly period: string;
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
  /** Its heading. */
  readonly label: string;
  /** What it holds. `prior` has the amounts that the current ones are compared with. */
  readonly kind: "period" | "total" | "prior" | "change" | "percent";
  /** Its first day. */
  readonly start_date: string;
  /** Its last day. Balances are those at the end of this day. */
  readonly end_date: string;
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
  /**
   * A figure for each column: cents, or in a column of percentages tenths of a percent, null
   * for those of nothing. Null for a heading.
   */
  readonly figures: readonly (number | null)[] | null;
  readonly entries_by: "amount" | "credit" | "debit" | null;
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
