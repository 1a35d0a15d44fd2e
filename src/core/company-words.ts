/** The words of a company's standing: its closed lists, and what it is subscribed to. */
import type { UnixSeconds } from "./civil-date.ts";

/** Any state but `open` closes the API to the company. */
export const LIFECYCLES = ["open", "closing", "closed", "deleted"] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

export const PLANS = ["formation", "startup", "growth", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

export const SUBSCRIPTION_STATUSES = ["active", "trialing", "past_due", "closed", "none"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** A company's plan and subscription. */
export interface Subscription {
  readonly plan: Plan;
  readonly subscription_status: SubscriptionStatus;
  /** The second at which a trial ends. */
  readonly trial_ends_at: UnixSeconds | null;
}
