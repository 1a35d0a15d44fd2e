/**
 * One column of amounts, and whether its sign says what went out or a column beside it does, which is decided
 * for the whole file. Invariant: a line that leaves open whether money went out or came in is not read;
 * income that was an expense is worse than a line less.
 */
import { type Cents, negateCents } from "../../../../core/cents.ts";
import { quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import { amountOrNull, type AmountStyle, readAmount } from "./amounts.ts";
import { Unreadable } from "./statement.ts";

/** The amount and the direction of a line. */
interface Directed {
  readonly amount: string;
  /** Blank where the file has no such column. */
  readonly direction: string;
}

const OUT = /^(debits?|dbit|dr|d|db|withdrawals?|money out|paid out|out|sent|soll|s|lastschrift|[-\u2212])$/i;
const IN = /^(credits?|crdt|cr|c|deposits?|money in|paid in|in|received|haben|h|gutschrift|\+)$/i;
const SIGN = /[-+\u2212()]/;

/** The direction that a word says; null for any other text. */
export function directionOf(text: string): "out" | "in" | null {
  if (OUT.test(text)) return "out";
  return IN.test(text) ? "in" : null;
}

/**
 * Decides how the amounts of a file are read. Only dated lines count: a total at the end is not a
 * transaction.
 */
export async function signedReader<Line extends Directed>(
  lines: Iterable<Line>,
  isDated: (line: Line) => boolean,
  style: AmountStyle,
  paced: Paced,
): Promise<(line: Directed) => Cents | null> {
  const byColumn = await isByColumn(lines, isDated, style, paced);
  return (line) => {
    const amount = readAmount(line.amount, style, "amount");
    if (amount === null || !byColumn) return amount;
    const direction = directionOf(line.direction);
    if (direction === null)
      throw new Unreadable(
        "invalid_amount",
        `Other lines say debit or credit, but this one says ${line.direction === "" ? "nothing" : quoted(line.direction)}, so the direction of its amount is unknown.`,
      );
    if (SIGN.test(line.amount))
      throw new Unreadable(
        "invalid_amount",
        `The amount ${quoted(line.amount)} has a sign besides ${quoted(line.direction)}, and in some lines of the file sign and direction disagree, so its direction is unknown.`,
      );
    return direction === "out" ? negateCents(amount) : amount;
  };
}

/**
 * True if the column decides the direction. One line with debit or credit is enough, since without the column
 * all its debits would become inflows. If amounts have signs, and every sign agrees with its line's
 * direction, the signs decide, also for lines without a direction, such as checks.
 */
async function isByColumn<Line extends Directed>(
  lines: Iterable<Line>,
  isDated: (line: Line) => boolean,
  style: AmountStyle,
  paced: Paced,
): Promise<boolean> {
  let [isUsed, hasMinus, agree] = [false, false, true];
  for await (const line of paced(lines)) {
    if (!isDated(line)) continue;
    const direction = directionOf(line.direction);
    // An amount that can't be read is refused with its line, and has no say in how the others are meant.
    const amount = amountOrNull(line.amount, style) ?? 0;
    isUsed ||= direction !== null;
    hasMinus ||= amount < 0;
    agree &&= direction === "out" ? amount <= 0 : direction === null || amount >= 0;
  }
  return isUsed && !(hasMinus && agree);
}
