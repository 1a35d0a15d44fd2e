/** The amount of an invoice's line, exactly as the service computes it. */

const TEN_THOUSAND = 10_000n;

/**
 * Cents of a quantity, written with at most four decimals, times a unit amount in cents; half a cent is
 * rounded away from zero. Null for a quantity that is none, and for an amount that is not exact.
 */
export function lineCents(quantity: string, unitCents: number | null): number | null {
  const [, whole = "", rest = ""] = /^(\d*)(?:\.(\d{1,4}))?$/.exec(quantity.trim()) ?? [];
  if (unitCents === null || (whole === "" && rest === "")) return null;
  const parts = BigInt(whole || "0") * TEN_THOUSAND + BigInt(rest.padEnd(4, "0"));
  const product = parts * BigInt(unitCents);
  if (parts === 0n) return null;
  const half = product < 0n ? -5_000n : 5_000n;
  const cents = Number((product + half) / TEN_THOUSAND);
  return Number.isSafeInteger(cents) ? cents : null;
}
