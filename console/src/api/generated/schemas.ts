/** The types of requests and answers. Generated from the operation cards by `npm run emit`: do not edit. */

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

export interface CategoryEdit {
  /** A name, on one line. */
  readonly name?: string | undefined;
  /** Its section of the cash flow statement; `none` removes it. */
  readonly cash_flow?: "cash" | "working_capital" | "non_cash" | "investing" | "financing" | "none" | undefined;
  /** True to check the change and say what it changes, without writing it. */
  readonly preview?: boolean | undefined;
}

export interface CategoryMove {
  /** The new parent; null for the top of the chart. */
  readonly parent: string | null;
  /** True to check the change and say what it changes, without writing it. */
  readonly preview?: boolean | undefined;
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
  readonly role: "uncategorized_income" | "uncategorized_expenses" | "cash" | "credit_cards" | "accounts_receivable" | "sales" | "prepaid_expenses" | "deferred_revenue" | "accumulated_depreciation" | "retained_earnings" | null;
  /** Depth in the tree, 1 at the root. */
  readonly tier: number;
  /** Order among the children of one parent. */
  readonly position: number;
  /** Its parent; null at the root. */
  readonly parent_id: string | null;
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
  /** Whether nothing was written. */
  readonly preview: boolean;
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

export interface NewCategory {
  /** A name, on one line. */
  readonly name: string;
  /** Its type, that of its parent. */
  readonly account_type: "asset" | "liability" | "equity" | "revenue" | "cost_of_goods_sold" | "expense" | "other_income" | "other_expense";
  readonly cash_flow?: "cash" | "working_capital" | "non_cash" | "investing" | "financing" | null | undefined;
  /** Its parent. Default: none. */
  readonly parent?: string | null | undefined;
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
  /** Whether it is exactly the amount due. */
  readonly is_exact: boolean;
}

export interface PaymentCandidates {
  /** Always `payment_candidates`. */
  readonly object: "payment_candidates";
  /** The likeliest first. */
  readonly transactions: readonly PaymentCandidate[];
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
  /** The balance of the categories that invoices are booked on. In cents. */
  readonly ledger_cents: number;
  /** The ledger minus the total: entries that follow no invoice. In cents. */
  readonly other_cents: number;
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
