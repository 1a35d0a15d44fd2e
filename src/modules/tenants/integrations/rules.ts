/** The registry of integrations, and the statuses of connections (specification, "Integration"). */

export const INTEGRATION_TYPES = ["banking", "payments", "payroll", "accounting", "notifications"] as const;
export type IntegrationType = (typeof INTEGRATION_TYPES)[number];

export const INTEGRATION_STATUSES = ["connected", "not_connected", "requires_reconnect", "pending"] as const;
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number];

export interface Integration {
  readonly name: string;
  readonly type: IntegrationType;
}

/** The registry. Keys are permanent: new ones may be added, but none renamed or removed. */
export const INTEGRATIONS = {
  plaid: { name: "Plaid", type: "banking" },
  mercury: { name: "Mercury", type: "banking" },
  brex: { name: "Brex", type: "banking" },
  ramp: { name: "Ramp", type: "banking" },
  stripe: { name: "Stripe", type: "payments" },
  gusto: { name: "Gusto", type: "payroll" },
  rippling: { name: "Rippling", type: "payroll" },
  quickbooks_online: { name: "QuickBooks Online", type: "accounting" },
  xero: { name: "Xero", type: "accounting" },
  slack: { name: "Slack", type: "notifications" },
  simplefin: { name: "SimpleFIN", type: "banking" },
} as const satisfies Record<string, Integration>;

export type IntegrationKey = keyof typeof INTEGRATIONS;

/** The keys in the order of the registry. */
export const INTEGRATION_KEYS = Object.keys(INTEGRATIONS) as readonly IntegrationKey[];
