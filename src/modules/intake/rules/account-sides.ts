/**
 * The side on which books have each account: that of its balance, or of most of its lines where the balance
 * is small beside what was booked, as that of income which a closing brought to zero.
 */
import type { Side } from "@daybook/words/account-kinds";
import { LIMITS } from "@daybook/words/limits";
import type { ParsedVoucher } from "./parsed-voucher.ts";

interface Movement {
  netCents: number;
  grossCents: number;
  /** Lines of debits less lines of credits. */
  lines: number;
}

/** A balance of less than this share of what was booked says nothing. */
const SMALL = 0.05;

export async function sidesOf(vouchers: AsyncIterable<ParsedVoucher>): Promise<ReadonlyMap<string, Side>> {
  const movements = new Map<string, Movement>();
  for await (const { lines } of vouchers)
    for (const { account, netDebitCents } of lines) {
      const found = movements.get(account) ?? { netCents: 0, grossCents: 0, lines: 0 };
      found.netCents += netDebitCents;
      found.grossCents += Math.abs(netDebitCents);
      found.lines += Math.sign(netDebitCents);
      // Books with more accounts than a chart has are refused when they are read in earnest.
      if (movements.size <= LIMITS.categories.value) movements.set(account, found);
    }
  return new Map(
    Array.from(movements).flatMap(([account, { netCents, grossCents, lines }]): [string, Side][] => {
      const isSmall = Math.abs(netCents) < grossCents * SMALL;
      const sign = Math.sign(isSmall ? lines : netCents);
      return sign === 0 ? [] : [[account, sign > 0 ? "debit" : "credit"]];
    }),
  );
}
