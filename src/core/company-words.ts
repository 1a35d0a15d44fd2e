/** The closed word lists of a company's standing. */

/** Anything but `open` closes the API to the company. */
export const LIFECYCLES = ["open", "closing", "closed", "deleted"] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

export const PLANS = ["formation", "startup", "growth", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

export const SUBSCRIPTION_STATUSES = ["active", "trialing", "past_due", "closed", "none"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
