/** The words of a company and the decision whether it may use the service at all. */
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { Subscription } from "../../../core/company-words.ts";

export type { Lifecycle, Plan, SubscriptionStatus } from "../../../core/company-words.ts";

/**
 * True if a subscription admits requests at `now`. A late payment does not lock a company out of its books; a
 * trial ends at its exact second; Enterprise is never locked out (specification, "Limits", Monthly counting).
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

/** True if a company has Growth or a higher plan, active or in a trial that has not ended at `now`. */
export function isGrowthOrHigher(subscription: Subscription, now: UnixSeconds): boolean {
  const { plan, subscription_status: status } = subscription;
  if (plan === "enterprise") return isEntitled(subscription, now);
  return plan === "growth" && (status === "active" || status === "trialing") && isEntitled(subscription, now);
}
