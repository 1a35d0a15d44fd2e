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

/** The largest amount of a transaction, positive or negative: ten trillion dollars. */
export const MOST_CENTS = 1_000_000_000_000_000;
