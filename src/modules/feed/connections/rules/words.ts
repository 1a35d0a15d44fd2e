/** The words of connections that the command line needs before it loads the module. */

/** The vendors that can be connected. Each is an integration of the same key. */
export const VENDORS = ["simplefin", "stripe", "mercury", "plaid"] as const;
export type Vendor = (typeof VENDORS)[number];

export const CONNECTION_STATUSES = ["connected", "requires_reconnect"] as const;

/** The vendors' names, for people. */
export const VENDOR_NAMES: Readonly<Record<Vendor, string>> = {
  simplefin: "SimpleFIN",
  stripe: "Stripe",
  mercury: "Mercury",
  plaid: "Plaid",
};

/** True for US dollars, the only currency of the books. */
export function isDollars(currency: string): boolean {
  return currency.toUpperCase() === "USD";
}
