/**
 * Purchases at shops whose names are words of banks for a balance or a total, such as New Balance, or Total
 * for fuel. Invariant: a row with such a text whose amount may be a balance or a total is not a purchase, and
 * each that is read as a purchase is noted.
 */
import type { Cents } from "@daybook/words/cents";
import { quoted } from "../../../../platform/text/line-problem.ts";
import { amountOrNull, type AmountStyle } from "./amounts.ts";
import type { Cells } from "./csv-layout.ts";
import { balanceNamed, isTotal, mayBeShop } from "./row-words.ts";

interface ShopRows {
  /** The lines of the purchases. */
  readonly lines: ReadonlySet<number>;
  /** Returns the note about them: no sentence, or one. */
  readonly notes: readonly string[];
}

const textOf = ({ description, merchant_name }: Cells): string => description || merchant_name;
const namesBalance = (text: string): boolean => balanceNamed(text) !== null || isTotal(text);

/**
 * Finds them. `isDated` is true for a row with a day; `amountOf` returns its own amount, money in positive
 * for an account of a bank, or null. A row is a purchase if all of this holds: its amount goes out, or for a
 * card has the sign of most other lines; it is not the balance of this row, the one before or the one after,
 * nor the sum of the other lines; and no row of the file states a clear balance in place of an amount.
 */
export function shopRows(
  rows: readonly Cells[],
  style: AmountStyle,
  isCard: boolean,
  isDated: (cells: Cells) => boolean,
  amountOf: (cells: Cells) => Cents | null,
): ShopRows {
  const named = rows.filter((cells) => isDated(cells) && mayBeShop(textOf(cells)));
  if (named.length === 0) return { lines: new Set(), notes: [] };
  const statesBalances = rows.some(
    (cells) => balanceNamed(textOf(cells)) !== null && !mayBeShop(textOf(cells)) && amountOf(cells) !== null,
  );
  const amounts = rows
    .filter((cells) => isDated(cells) && !namesBalance(textOf(cells)))
    .map((cells) => amountOf(cells) ?? 0);
  const [out, into] = [-1, 1].map((sign) => amounts.filter((amount) => amount * sign > 0));
  const sumOf = (some: readonly number[] = []): number => Math.abs(some.reduce((a, b) => a + b, 0));
  const sums = amounts.length < 2 ? [] : [sumOf(amounts), sumOf(out), sumOf(into)];
  const areOut = !isCard || (out?.length ?? 0) >= (into?.length ?? 0);
  const places = new Map(rows.map(({ line }, place) => [line, place]));
  const isPurchase = (cells: Cells): boolean => {
    const amount = amountOf(cells) ?? 0;
    if (statesBalances || amount === 0 || amount < 0 !== areOut || sums.includes(Math.abs(amount)))
      return false;
    const at = places.get(cells.line) ?? 0;
    const near = cells.balance === "" ? [rows[at - 1], rows[at + 1]] : [cells];
    return near.every((row) => Math.abs(amountOrNull(row?.balance ?? "", style) ?? 0) !== Math.abs(amount));
  };
  const bought = named.filter(isPurchase);
  const [first] = bought;
  if (first === undefined) return { lines: new Set(), notes: [] };
  const are =
    bought.length === 1
      ? "1 line with a day and an amount is read as a transaction, though its text may be that of a balance or a total"
      : `${bought.length} lines with a day and an amount are read as transactions, though their texts may be those of balances or totals`;
  return {
    lines: new Set(bought.map(({ line }) => line)),
    notes: [`${are}: ${quoted(textOf(first))} in line ${first.line}. Exclude what is no transaction.`],
  };
}
