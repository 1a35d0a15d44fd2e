/**
 * The signs of a card's file with one column of amounts. Some banks write purchases as negative amounts, as
 * for a bank account, others as positive ones. The file is not read while neither is likely: expenses that
 * became refunds are worse than a question.
 */
import { negateCents } from "../../../../core/cents.ts";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import type { Statement, StatementLine } from "./statement.ts";
import type { Signs } from "./words.ts";

/** Descriptions of payments to a card, which have the other sign than purchases. */
const PAYMENT = /\b(?:payment|autopay|auto pay|pymt|thank you)\b/i;
/** The share of the lines that are not payments which must have one sign. */
const LEAST_SHARE = 0.75;

/** Returns the statement with money out as negative amounts, and a note if that was inferred. */
export function withSigns(statement: Statement, signs: Signs | null, isCard: boolean): Statement {
  if (!isCard && signs === null) return statement;
  const { lines } = statement;
  if (lines.length === 0) return statement;
  const inferred = signs === null ? inferredSigns(lines) : { signs, note: null };
  return {
    ...statement,
    lines:
      inferred.signs === "bank"
        ? lines
        : lines.map((line) => ({ ...line, amount_cents: negateCents(line.amount_cents) })),
    notes: inferred.note === null ? statement.notes : [...statement.notes, inferred.note],
  };
}

/** Infers the signs of a card's lines. Throws `LineProblem` if they point both ways. */
function inferredSigns(lines: readonly StatementLine[]): { readonly signs: Signs; readonly note: string } {
  const payments = lines.filter(({ description }) => PAYMENT.test(description));
  const others = lines.filter(({ description }) => !PAYMENT.test(description));
  const positive = (some: readonly StatementLine[]) =>
    some.filter(({ amount_cents }) => amount_cents > 0).length;
  const negative = (some: readonly StatementLine[]) =>
    some.filter(({ amount_cents }) => amount_cents < 0).length;
  const points = {
    card: positive(others) >= others.length * LEAST_SHARE && negative(payments) >= positive(payments),
    bank: negative(others) >= others.length * LEAST_SHARE && positive(payments) >= negative(payments),
  };
  if (points.card === points.bank)
    throw new LineProblem(
      lines[0]?.line ?? 1,
      `It is not clear whether purchases are positive or negative in this card's file: of ${others.length} lines that are not named as payments, ${positive(others)} are positive and ${negative(others)} negative; of ${payments.length} payments, ${positive(payments)} and ${negative(payments)}. Say it: \`signs\` is \`card\` if purchases are positive, \`bank\` if they are negative.`,
    );
  const signs = points.card ? "card" : "bank";
  const count = signs === "card" ? positive(others) : negative(others);
  const word = signs === "card" ? "positive" : "negative";
  return {
    signs,
    note: `Purchases are taken as ${word} amounts: ${count} of the ${others.length} lines that are not named as payments are ${word}. If this is wrong, take the upload back and say \`signs\`.`,
  };
}
