/**
 * Decides for a whole file whether the sign of its amounts or another column states the direction. Invariant:
 * a line without a clear direction is not read; an expense booked as income is worse than a missing line.
 */
import { type Cents, negateCents } from "@daybook/words/cents";
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

const OUT = new RegExp(
  String.raw`^(?:${[
    "debits?|dbit|dr|d|db|withdrawals?|money out|paid out|out|sent|spent|outgoing|outbound|outflow|minus|negative",
    "(?:ach|card|bank|wire|direct) debit|debit card|soll|s|lastschrift|belastung|abbuchung|ausgang|ausgabe|abgang",
    "auszahlung|af|debet|débit|débito|debito|debe|cargo|egreso|gasto|salida|retiro|dare|addebito|uscita|saída",
    "despesa|sortie|dépense|retrait|uttag|obciążenie|[-\u2212]",
  ].join("|")})$`,
  "iu",
);
const IN = new RegExp(
  String.raw`^(?:${[
    "credits?|crdt|cr|c|deposits?|money in|paid in|in|received|incoming|inbound|inflow|plus|positive",
    "(?:ach|bank|wire|direct) credit|direct deposit|haben|h|gutschrift|eingang|einnahme|zugang|einzahlung|bij",
    String.raw`crédit|crédito|credito|kredit|haber|abono|ingreso|entrada|avere|accredito|entrata|entrée|recette`,
    String.raw`versement|insättning|uznanie|\+`,
  ].join("|")})$`,
  "iu",
);
const SIGN = /[-+\u2212()]/;

/** Returns the direction of a word; null for any other text. */
export function directionOf(text: string): "out" | "in" | null {
  if (OUT.test(text)) return "out";
  return IN.test(text) ? "in" : null;
}

/** Signs that disagree with so few of the words beside them are those of single lines, such as a fee back. */
const FEW_OF = 10;

/**
 * Decides how the amounts of a file are read, with a sentence where it is doubtful. Only dated lines count: a
 * total at the end is not a transaction. `header` is the name of the column of directions.
 */
export async function signedReader<Line extends Directed & { readonly line: number }>(
  lines: Iterable<Line>,
  isDated: (line: Line) => boolean,
  style: AmountStyle,
  header: string,
  paced: Paced,
): Promise<{
  readonly read: (line: Directed) => Cents | null;
  /** True if the column decides. */
  readonly byColumn: boolean;
  readonly notes: readonly string[];
}> {
  const { byColumn, notes } = await isByColumn(lines, isDated, style, header, paced);
  const read = (line: Directed): Cents | null => {
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
  return { read, byColumn, notes };
}

/**
 * True if the column decides the direction. One line with debit or credit is enough, since without the column
 * all its debits would become inflows. If amounts have signs, and nearly every sign agrees with its line's
 * direction, the signs decide, also for lines without a direction, such as checks.
 */
async function isByColumn<Line extends Directed & { readonly line: number }>(
  lines: Iterable<Line>,
  isDated: (line: Line) => boolean,
  style: AmountStyle,
  header: string,
  paced: Paced,
): Promise<{ readonly byColumn: boolean; readonly notes: readonly string[] }> {
  let [directed, hasMinus] = [0, false];
  const others: number[] = [];
  for await (const line of paced(lines)) {
    if (!isDated(line)) continue;
    const direction = directionOf(line.direction);
    // An amount that can't be read is refused with its line, and does not decide about the others.
    const amount = amountOrNull(line.amount, style) ?? 0;
    if (direction !== null) directed += 1;
    hasMinus ||= amount < 0;
    if (direction === "out" ? amount > 0 : direction !== null && amount < 0) others.push(line.line);
  }
  const areSigned = hasMinus && others.length * FEW_OF <= directed;
  const [first] = others;
  if (directed === 0 || !areSigned || first === undefined)
    return { byColumn: directed > 0 && !areSigned, notes: [] };
  return {
    byColumn: false,
    notes: [
      `${quoted(header)} says another direction than the sign of the amount in ${others.length} of ${directed} lines, first in line ${first}. The signs were taken.`,
    ],
  };
}
