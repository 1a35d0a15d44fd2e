/** What the page says of a difference: which line may explain it, and what is to be done with that line. */
import type { OpenedReconciliation, ReconciliationExplanation } from "../api/generated/schemas.ts";
import { amountText } from "../kit/amounts.ts";
import { dayText } from "../kit/dates.ts";

/** What stands for zero where a dash would say that there is no figure. */
const ZERO = "0.00";

/** A figure of the page's head. */
export const figureText = (cents: number): string => (cents === 0 ? ZERO : amountText(cents));

/** The merchant of a line, or else the words of the bank. */
export const nameOf = (line: { readonly merchant_name: string | null; readonly description: string }) =>
  line.merchant_name ?? line.description;

/** What explains the difference, and the line of which one can do something about it. */
export interface Explained {
  readonly title: string;
  readonly text: string;
  readonly line: ReconciliationExplanation | null;
}

function sentenceOf(line: ReconciliationExplanation): string {
  const { why, amount_cents, statement_cents, date } = line;
  const amount = amountText(amount_cents);
  const stated = amountText(statement_cents ?? amount_cents);
  const of = `${nameOf(line)} of ${dayText(date)}`;
  if (why === "not_cleared") return `${of}, ${amount}, is not cleared.`;
  if (why === "cleared_too_much") return `${of}, ${amount}, is cleared and may not be on the statement.`;
  if (why === "duplicate")
    return `${of}, ${amount}, is cleared, and an equal line is within three days of it.`;
  const how = why === "sign_swapped" ? "the other sign" : "two digits swapped";
  return `${of} is ${amount} instead of ${stated} (${how}).`;
}

/** What explains the difference of a reconciliation; null where nothing differs. */
export function explain(reconciliation: OpenedReconciliation): Explained | null {
  const { difference_cents, open_count, open_cents, explanations, open_lines_explain } = reconciliation;
  if (difference_cents === 0) return null;
  if (open_lines_explain)
    return {
      title: "All that is not cleared explains the difference.",
      text: `${open_count.toLocaleString("en-US")} lines come to ${amountText(open_cents)}.`,
      line: null,
    };
  const [line] = explanations;
  if (line === undefined)
    return {
      title: "No single line explains the difference.",
      text: "Clear what is on the statement; a line of the statement that is not here has to be added first.",
      line: null,
    };
  const { length } = explanations;
  return {
    title: length === 1 ? "One line explains the difference." : `One of ${length} lines may explain it.`,
    text: length === 1 ? sentenceOf(line) : `The latest: ${sentenceOf(line)}`,
    line,
  };
}

/** Why a reconciliation can't be finished. */
export const NOT_YET = "must be 0.00 to finish";

/** True if a tick, set or taken away, resolves what a line explains; the others are wrong themselves. */
export const isLineToTick = ({ why }: Pick<ReconciliationExplanation, "why">): boolean =>
  why === "not_cleared" || why === "cleared_too_much" || why === "duplicate";
