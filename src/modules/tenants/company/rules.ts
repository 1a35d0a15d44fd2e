/** Decides if a company's plan and subscription allow it to use the service, and what a change of it changes. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { Subscription } from "@daybook/words/company-words";
import type { CompanyRow } from "./record.ts";

export type { Lifecycle, Plan, SubscriptionStatus } from "@daybook/words/company-words";

/**
 * True if a subscription allows requests at `now`. A late payment does not lock a company out. A trial ends
 * at its exact second. Enterprise is never locked out (specification, "Limits", Monthly counting).
 */
export function isEntitled(subscription: Subscription, now: UnixSeconds): boolean {
  if (subscription.plan === "enterprise") return true;
  switch (subscription.subscription_status) {
    case "active":
    case "past_due":
      return true;
    case "trialing":
      return subscription.trial_ends_at !== null && now < subscription.trial_ends_at;
    case "closed":
    case "none":
      return false;
  }
}

/** True if a company has the plan Growth or higher, active or in a trial that has not ended at `now`. */
export function isGrowthOrHigher(subscription: Subscription, now: UnixSeconds): boolean {
  const { plan, subscription_status: status } = subscription;
  if (plan === "enterprise") return isEntitled(subscription, now);
  return plan === "growth" && (status === "active" || status === "trialing") && isEntitled(subscription, now);
}

/** A field that a change gives another value. */
export interface ChangedField {
  readonly field: string;
  /** The values as texts; null for none. */
  readonly before: string | null;
  readonly after: string | null;
}

const textOf = (value: string | number | boolean | null): string | null =>
  value === null ? null : String(value);

/** Returns the fields in which two states of a company differ, in the order of the record. */
export function changedFields(former: CompanyRow, company: CompanyRow): ChangedField[] {
  return (Object.keys(former) as (keyof CompanyRow)[])
    .map((field) => ({ field, before: textOf(former[field]), after: textOf(company[field]) }))
    .filter(({ before, after }) => before !== after);
}
