/** The lifecycle, the plan and the subscription of a company: the words of each, and their type. */
import type { UnixSeconds } from "./civil-date.ts";

export const ENTITY_TYPES = [
  "c_corp",
  "s_corp",
  "llc",
  "partnership",
  "sole_proprietorship",
  "nonprofit",
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** Any state but `open` closes the API to the company. */
export const LIFECYCLES = ["open", "closing", "closed", "deleted"] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

export const PLANS = ["formation", "startup", "growth", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

export const SUBSCRIPTION_STATUSES = ["active", "trialing", "past_due", "closed", "none"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** What statements say of the assurance on them: nothing, that they are a draft, or that there is none. */
export const STATEMENT_LEGENDS = ["none", "draft", "no_assurance"] as const;
export type StatementLegend = (typeof STATEMENT_LEGENDS)[number];

/** A company's plan and subscription. */
export interface Subscription {
  readonly plan: Plan;
  readonly subscription_status: SubscriptionStatus;
  /** The second at which a trial ends. */
  readonly trial_ends_at: UnixSeconds | null;
}
