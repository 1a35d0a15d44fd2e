/** The values of tax credits' enumerated fields, and the types of a credit's input and computed values. */
import type { UnixSeconds } from "@daybook/words/civil-date";

export const CREDIT_TYPES = ["research_and_development"] as const;
export const CLAIM_STATUSES = ["undecided", "not_claimed", "pending", "claimed"] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];
export const AMOUNT_BASES = ["estimate", "prepared_return", "filed_return"] as const;
export type AmountBasis = (typeof AMOUNT_BASES)[number];
export const SUBMISSION_STATUSES = [
  "waiting_for_tax_filing",
  "pending",
  "action_required",
  "submitted",
  "not_required",
  "unknown",
] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export const DECISIONS = ["undecided", "opted_in", "declined"] as const;
export type Decision = (typeof DECISIONS)[number];
/** The reason why the submission to payroll is complete: it was submitted, or nothing was left to submit. */
export const DONE_BECAUSE = ["submitted", "full_offset"] as const;

/** The payroll software to which this service can submit a credit. */
export const SUPPORTED_PROVIDERS: readonly string[] = ["gusto", "rippling"];

/** The fields of the year's income tax record on which a credit depends. */
export interface IncomeFiling {
  readonly filed: boolean;
  readonly updated: UnixSeconds;
}

/** The computed values of a credit. */
export interface Computed {
  readonly claim_status: ClaimStatus;
  readonly amount_cents: number | null;
  readonly amount_basis: AmountBasis | null;
  readonly applied_to_income_tax_cents: number | null;
  readonly payroll_credit_cents: number | null;
  readonly payroll_submission: { readonly provider: string | null; readonly status: SubmissionStatus };
  readonly created: UnixSeconds;
  readonly updated: UnixSeconds;
}
