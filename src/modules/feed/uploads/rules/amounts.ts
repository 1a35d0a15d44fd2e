/**
 * Amounts of bank files, read by `core/amount-style.ts`. The style in which a file writes them is decided for
 * the whole file. Invariant: an amount is read exactly or not at all, and a text that could mean two amounts
 * is not read.
 */
import { AmountSurvey, type AmountStyle, centsInStyle, isAmbiguousAmount } from "@daybook/words/amount-style";
import type { Cents } from "@daybook/words/cents";
import { isFinerThanCents } from "@daybook/words/money-text";
import type { Paced } from "../../../../core/paced.ts";
import { quoted } from "../../../../platform/text/line-problem.ts";
import { bounded, Unreadable } from "./statement.ts";

export type { AmountStyle };

/** The style in which a file writes its amounts. */
export async function styleOf(amounts: Iterable<string>, paced: Paced): Promise<AmountStyle> {
  const survey = new AmountSurvey();
  for await (const amount of paced(amounts)) survey.add(amount);
  return survey.style;
}

/** Reads an amount; null for a blank one. Throws `Unreadable`. */
export function readAmount(text: string, style: AmountStyle, what: string): Cents | null {
  const given = text.trim();
  if (given === "") return null;
  if (isAmbiguousAmount(given, style)) {
    throw new Unreadable(
      "invalid_amount",
      `The ${what} ${quoted(given)} is ambiguous: no other amount of the file shows whether its points separate thousands or cents.`,
    );
  }
  const amount = centsInStyle(given, style);
  if (amount !== null) return bounded(amount);
  const why = isFinerThanCents(given)
    ? "is finer than a cent"
    : /\d ?[CD]R\.?$/i.test(given)
      ? "has a word for debit or credit behind it, which is not read"
      : "is no amount of dollars";
  throw new Unreadable("invalid_amount", `The ${what} ${quoted(given)} ${why}.`);
}

/** Reads an amount whose line does not depend on it; null if it is blank or can't be read. */
export function amountOrNull(text: string, style: AmountStyle): Cents | null {
  try {
    return readAmount(text, style, "amount");
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
