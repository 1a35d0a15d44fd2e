/**
 * The records of a company bundle that the sample company has, in the form of the file: one JSON object
 * whose sections are `company`, `features`, `users`, `members`, `invitations`, `categories`,
 * `departments`, `accounts`, `invoices`, `transactions`, `transfers`, `rules`, `taxes`, `tax_credits`,
 * `form_1099_reports`, `forms_1099`, `sheets`, `journal` and `closing`, in this order. Names are those of
 * the file, money is integer cents, `created` is Unix seconds and dates are `YYYY-MM-DD`. Fields marked
 * optional may be left out of the file.
 */
import type { Permissions } from "@daybook/words/areas";
import type {
  AccountType,
  BalanceClass,
  CashFlowRole,
  CashPaidFor,
  CategoryRole,
  EntrySource,
} from "@daybook/words/ledger-words";

export interface BundleCompany {
  readonly id: string;
  readonly name: string;
  readonly legal_name: string;
  readonly entity_type: "c_corp" | "s_corp" | "llc" | "partnership" | "sole_proprietorship" | "nonprofit";
  readonly federal_ein_last4: string | null;
  readonly incorporation: { readonly date: string | null; readonly state: string | null };
  readonly legal_address: {
    readonly line_1: string | null;
    readonly line_2: string | null;
    readonly city: string | null;
    readonly state: string | null;
    readonly postal_code: string | null;
    readonly country: string | null;
  };
  /** 1 to 12. */
  readonly fiscal_year_start_month: number;
  readonly created: number;
  readonly state: "open" | "closing" | "closed" | "deleted";
  readonly plan: "formation" | "startup" | "growth" | "enterprise";
  readonly subscription: {
    readonly status: "active" | "trialing" | "past_due" | "closed" | "none";
    readonly trial_ends_at: number | null;
  };
}

export interface BundleUser {
  readonly id: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly active: boolean;
  readonly created: number;
}

/** Carries either `permissions` or, in their place, `access_template`. */
export interface BundleMember {
  readonly id: string;
  readonly user_id: string;
  readonly permissions?: Permissions;
  readonly access_template?: "admin" | "read_only";
  readonly created: number;
  readonly removed_at: number | null;
}

/** One that is pending; `expires` may lie in the past. */
export interface BundleInvitation {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly access_template: "admin" | "read_only";
  readonly invited_by: string;
  readonly created: number;
}

/** Parents come before their children. On the income statement `cash_flow` is usually null. */
export interface BundleCategory {
  readonly id: string;
  readonly name: string;
  readonly account_type: AccountType;
  readonly parent_id: string | null;
  readonly position: number;
  readonly cash_flow: CashFlowRole | null;
  readonly created: number;
  /** Its use for postings without a chosen category. */
  readonly role?: CategoryRole | null;
  /** Its class on the balance sheet of exports; null where name and cash flow role decide. */
  readonly balance_class?: BalanceClass | null;
  readonly cash_paid_for?: CashPaidFor | null;
}

/** Parents come before their children; only a department without children may be assignable. */
export interface BundleDepartment {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly position: number;
  readonly assignable: boolean;
  readonly created: number;
}

export interface BundleAccount {
  readonly id: string;
  readonly name: string;
  readonly institution_name: string | null;
  readonly type: "checking" | "savings" | "credit";
  readonly last4: string | null;
  readonly category_id: string;
  readonly created: number;
}

/** A line of a bank or card account. Money in is positive. */
export interface BundleTransaction {
  readonly id: string;
  readonly account_id: string;
  readonly date: string;
  readonly amount_cents: number;
  readonly description: string;
  readonly merchant_name: string | null;
  readonly category_id: string | null;
  readonly department_id?: string | null;
  readonly transaction_type?: "category_split" | "transfer";
  readonly status?: "pending" | "approved" | "needs_review";
  readonly source_vendor: string;
  readonly source_type: string;
  readonly transfer_id?: string;
  /** The invoice that it pays. */
  readonly invoice_id?: string;
  readonly spread?: BundleSpread;
  readonly created?: number;
  readonly lines?: readonly {
    readonly category_id: string;
    readonly department_id: string | null;
    readonly amount_cents: number;
  }[];
}

/** The months over which a transaction's amount is recognized; each is posted on its last day. */
export interface BundleSpread {
  readonly id: string;
  readonly kind: "spread" | "capitalization";
  /** What the transaction is booked on instead of its own category. */
  readonly holding_category_id: string;
  /** What each month's share is taken from. */
  readonly contra_category_id: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly created?: number;
}

/** An open invoice; it is paid by the transactions that name it. */
export interface BundleInvoice {
  readonly id: string;
  readonly number: string;
  readonly customer_name: string;
  readonly status: "open";
  readonly issue_date: string;
  readonly due_date: string;
  readonly receivable_category_id: string;
  readonly line_items: readonly {
    readonly description: string;
    readonly unit_amount_cents: number;
    readonly category_id: string;
  }[];
  readonly created?: number;
}

/** Assigns a category and a department to new transactions that meet all conditions. */
export interface BundleRule {
  readonly id: string;
  readonly name: string;
  readonly conditions: readonly {
    readonly field: "merchant_name" | "description";
    readonly operator: "equals" | "starts_with";
    readonly value: string;
  }[];
  readonly category_id: string;
  readonly department_id: string | null;
  readonly created: number;
}

export interface BundleTransfer {
  readonly id: string;
  readonly from_transaction_id: string;
  readonly to_transaction_id: string;
  readonly created?: number;
}

/** A balanced set of lines on one date. */
export interface BundleVoucher {
  readonly id: string;
  readonly date: string;
  readonly description?: string;
  readonly source: EntrySource;
  readonly merchant?: string | null;
  readonly transaction_id?: string | null;
  readonly held?: boolean;
  readonly created?: number;
  readonly lines: readonly BundleLine[];
}

/**
 * One side of a voucher: exactly one of `debit_cents` and `credit_cents`, an integer of at least 0.
 * Its own `description` or `merchant` goes before that of the voucher.
 */
export interface BundleLine {
  readonly category_id: string;
  readonly department_id?: string | null;
  readonly debit_cents?: number;
  readonly credit_cents?: number;
  readonly description?: string;
  readonly merchant?: string;
}

/** The format of a cell; only members that are set. */
export interface BundleFormat {
  readonly number_format?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly font_color?: string;
  readonly background_color?: string;
  readonly horizontal_alignment?: "left" | "center" | "right";
}

/** The content of a cell. */
export type BundleValue = number | string | { readonly formula: string };

/** A spreadsheet, as it was written. Cells are named as in `B2`. */
export interface BundleSheet {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly worksheets: readonly {
    readonly id: string;
    readonly name: string;
    readonly row_count: number;
    readonly column_count: number;
  }[];
  readonly names: readonly { readonly name: string; readonly formula: string }[];
  readonly charts: readonly {
    readonly id: string;
    readonly worksheet_id: string;
    readonly type: "line" | "column" | "combo";
    readonly title: string;
    readonly ranges: readonly string[];
    readonly position: {
      readonly row: number;
      readonly column: number;
      readonly row_span: number;
      readonly column_span: number;
    };
  }[];
  readonly contents: readonly {
    readonly worksheet_id: string;
    readonly cells: Readonly<Record<string, BundleValue>>;
    readonly formats: Readonly<Record<string, BundleFormat>>;
  }[];
}

/** The filing of one type of tax for one year; its id tells the type. */
export interface BundleTax {
  readonly id: string;
  readonly year: number;
  /** States of an income return, besides federal. */
  readonly states?: readonly string[];
  readonly filing_status: "onboarding" | "preparing" | "review_required" | "filing" | "filed";
  readonly filed_at?: number | null;
  readonly filed_elsewhere?: boolean;
  readonly extension_filed_at?: number | null;
  readonly tax_firm?: string | null;
  readonly created: number;
  readonly updated: number;
}

/** The research and development credit of a year; amounts that are null are unknown. */
export interface BundleTaxCredit {
  readonly id: string;
  readonly year: number;
  readonly questionnaires: readonly {
    readonly decision: "undecided" | "opted_in" | "declined";
    readonly estimate_cents: number | null;
    readonly estimate_confirmed: boolean;
    readonly payroll_provider: string | null;
    readonly payroll_done: boolean;
    readonly payroll_done_because: "submitted" | "full_offset" | null;
    readonly payroll_submitted_at: number | null;
    readonly return_package: {
      readonly total_cents: number | null;
      readonly income_tax_cents: number | null;
      readonly filed: boolean;
      readonly updated: number;
    } | null;
    readonly created: number;
    readonly updated: number;
  }[];
}

export interface BundleFormReport {
  readonly report: string;
  readonly year: number;
  readonly created: number;
}

/** The 1099 of one vendor in a report. */
export interface BundleForm {
  readonly report: string;
  readonly id: string;
  readonly vendor_name: string;
  readonly filing_status:
    | "review_required"
    | "w9_required"
    | "w9_requested"
    | "ready_to_file"
    | "filing"
    | "filed"
    | "not_required";
  readonly filed_at: number | null;
  readonly filed_elsewhere: boolean;
  readonly created: number;
  readonly updated: number;
}
