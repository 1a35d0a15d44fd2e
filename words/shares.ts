/** Shares of an amount. Invariant: they add up to it, to the cent. */
import { type Cents, cents } from "./cents.ts";

/** Returns equal shares, rounded towards zero, of which the last one has what is left. */
export function equalShares(amount: number, count: number): Cents[] {
  const share = Math.trunc(amount / count);
  return Array.from({ length: count }, (_, index) =>
    cents(index === count - 1 ? amount - share * (count - 1) : share),
  );
}
