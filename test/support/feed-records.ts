/**
 * The records of the company bundle's sections about the feed and invoices, with the fields of the file
 * format.
 */

/** A record of the section `transactions`. */
export interface BundleTransaction {
  readonly id: string;
  readonly account_id?: string;
  readonly card_id?: string | null;
  readonly external_id?: string | null;
  readonly date?: string;
  readonly accounting_date?: string;
  readonly amount_cents?: number;
  readonly description?: string;
  readonly merchant_name?: string | null;
  readonly merchant_chosen?: boolean;
  readonly memo?: string | null;
  readonly category_id?: string | null;
  readonly department_id?: string | null;
  readonly transaction_type?:
    | "standard"
    | "category_split"
    | "department_split"
    | "payroll_split"
    | "transfer";
  readonly status?: "pending" | "approved" | "needs_review" | "excluded";
  readonly twin_voucher_id?: string | null;
  readonly twin_line?: number | null;
  readonly twin_asked?: boolean;
  readonly twin_pending?: boolean;
  readonly source_vendor?: string;
  readonly source_type?: string;
  readonly transfer_id?: string | null;
  readonly invoice_id?: string | null;
  readonly deleted?: boolean;
  readonly created?: number;
  readonly lines?: readonly BundleSplitLine[];
  readonly spread?: BundleSpread | null;
}

export interface BundleSplitLine {
  readonly id?: string;
  readonly category_id: string;
  readonly department_id?: string | null;
  readonly amount_cents: number;
  readonly memo?: string | null;
  readonly spread?: BundleSpread | null;
}

export interface BundleSpread {
  readonly id: string;
  readonly kind?: "spread" | "capitalization";
  readonly holding_category_id: string;
  readonly contra_category_id?: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly ended_on?: string;
  readonly counted_cents?: readonly number[];
  readonly created?: number;
}

export interface BundleAccount {
  readonly id: string;
  readonly name: string;
  readonly institution_name?: string | null;
  readonly type: "checking" | "savings" | "credit" | "other";
  readonly last4?: string | null;
  readonly category_id: string;
  readonly active?: boolean;
  readonly created?: number;
}

export interface BundleCard {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly last4?: string | null;
  readonly brand?: string | null;
  readonly cardholder_name?: string | null;
  readonly status?: "active" | "frozen" | "closed";
  readonly created?: number;
}

export interface BundleTransfer {
  readonly id: string;
  readonly from_transaction_id: string;
  readonly to_transaction_id: string;
  readonly created?: number;
}

export interface BundleBill extends Pick<
  BundleInvoice,
  "id" | "number" | "status" | "issue_date" | "due_date" | "voided_on" | "line_items" | "created"
> {
  readonly vendor_number?: string | null;
  readonly vendor_name?: string;
  readonly vendor_email?: string | null;
  readonly payable_category_id?: string;
}

export interface BundleInvoice {
  readonly id: string;
  readonly number?: string;
  readonly customer_name?: string;
  readonly customer_email?: string | null;
  readonly status?: "draft" | "open" | "void";
  readonly issue_date?: string;
  readonly due_date?: string;
  readonly voided_on?: string | null;
  readonly receivable_category_id?: string;
  readonly line_items?: readonly {
    readonly description: string;
    readonly quantity?: number;
    readonly unit_amount_cents: number;
    readonly category_id: string;
  }[];
  readonly created?: number;
}
