/**
 * Words of the transaction feed that several modules use: the types of transactions and their review status.
 */
export const TRANSACTION_TYPES = [
  "standard",
  "category_split",
  "department_split",
  "payroll_split",
  "transfer",
] as const;

export const TRANSACTION_STATUSES = ["pending", "approved", "needs_review", "excluded"] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** What a line is that is probably the same as an entry of imported books: this entry, or another movement. */
export const TWIN_ANSWERS = ["same", "another"] as const;
export type TwinAnswer = (typeof TWIN_ANSWERS)[number];

/** The largest amount of a transaction, positive or negative: ten trillion dollars. */
export const MOST_CENTS = 1_000_000_000_000_000;

/** The states of an invoice, and whether an open one is paid in full. */
export const INVOICE_STATUSES = ["draft", "open", "paid", "void"] as const;

/** Columns of receivables by age: not due yet, days past due, and what customers have too much. */
export const AGES = ["current", "1_to_30", "31_to_60", "61_to_90", "over_90", "credit"] as const;
export type Age = (typeof AGES)[number];

/**
 * The conventions of schedules: whole months, days, half of the first month, and half of the first fiscal
 * year. A spread has one of the first two.
 */
export const SCHEDULE_BASES = ["month", "day", "mid_month", "half_year"] as const;
