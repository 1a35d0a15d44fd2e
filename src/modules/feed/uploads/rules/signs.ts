/**
 * The signs of a card's file with one column of amounts. Some banks write purchases as negative amounts, as
 * for a bank account, others as positive ones. The file is not read while neither is likely: expenses that
 * became refunds are worse than a question.
 */
import { negateCents } from "@daybook/words/cents";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Statement, StatementLine, StatementMaker } from "./statement.ts";
import type { Signs } from "./words.ts";

/** Descriptions of payments to a card, which have the other sign than purchases. */
const PAYMENT = /\b(?:payment|autopay|auto pay|pymt|thank you)\b/i;
/** Words beside them, of what a payment that failed or came late costs, or of one that is taken back. */
const NO_PAYMENT =
  /\b(?:fees?|late|interest|charges?|return(?:ed|s)?|revers(?:ed|als?)|nsf|declined|failed)\b/i;
/** The least number of payments that show how a file of OFX or QIF writes money out. */
const LEAST_PAYMENTS = 2;

const isPaid = ({ description }: StatementLine): boolean =>
  PAYMENT.test(description) && !NO_PAYMENT.test(description);
/** The share of the lines that are not payments which must have one sign, if no payments show it. */
const LEAST_SHARE = 0.75;

/**
 * Throws `LineProblem` for lines of a bank account that all bring money in, if a column of words may state
 * the direction. `undirected` is that column. Without one the lines are read, and `unsignedNotes` notes it.
 */
export function checkSigned(
  lines: readonly StatementLine[],
  undirected: { readonly name: string; readonly words: readonly string[] } | null,
): void {
  if (undirected === null || !areUnsigned(lines)) return;
  const words = undirected.words.slice(0, WORDS_SHOWN).map(quoted).join(", ");
  throw new LineProblem(
    lines[0]?.line ?? 1,
    `No amount of the file has a minus sign, and it is not known what of ${words} under ${quoted(undirected.name)} is money out. Export the file with signs, or with columns of debits and credits.`,
    [{ give: "signs", as: "bank", when: "every line is money in" }],
  );
}

const WORDS_SHOWN = 5;

const areUnsigned = (lines: readonly StatementLine[]): boolean =>
  lines.length > 1 &&
  lines.every(({ amount_cents }) => amount_cents >= 0) &&
  lines.some(({ amount_cents }) => amount_cents > 0);

/** Returns the note about lines of a bank account that all bring money in: no sentence, or one. */
export function unsignedNotes(lines: readonly StatementLine[]): readonly string[] {
  if (!areUnsigned(lines)) return [];
  return [
    `No amount of the file has a minus sign, so all ${lines.length} lines are read as money in. If some are money out, take the upload back, and export the file with signs or with columns of debits and credits.`,
  ];
}

/**
 * Judges the signs of a statement of OFX or QIF, where money out should be negative. Those of a card whose
 * payments, at least two, are negative and whose other lines are positive are turned; lines that all bring
 * money in are noted. `isPayment` tells a payment by the number of its line.
 */
export function signByLikelihood(
  maker: StatementMaker,
  isPayment: (number: number) => boolean = () => false,
): void {
  const { lines, kind } = maker;
  if (kind !== "card") {
    for (const sentence of unsignedNotes(lines)) maker.note(sentence);
    return;
  }
  const numbered = lines.map((line, number) => ({
    amount: line.amount_cents,
    isPaid: isPaid(line) || (isPayment(number) && !NO_PAYMENT.test(line.description)),
  }));
  const [payments, others] = [
    numbered.filter((each) => each.isPaid),
    numbered.filter((each) => !each.isPaid),
  ];
  const positive = others.filter(({ amount }) => amount > 0).length;
  if (others.length === 0 || positive < others.length * LEAST_SHARE) return;
  const turned = payments.length >= LEAST_PAYMENTS && payments.every(({ amount }) => amount < 0);
  if (turned) maker.negate(lines.keys());
  maker.note(
    turned
      ? "The amounts are read with the other sign: payments of the card are negative in the file and purchases positive."
      : `${positive} of the ${others.length} lines of the card that are no payments are positive, so they are read as money back. If they are purchases, take the upload back and say \`signs\`.`,
  );
}

/** Sets the signs of a statement of OFX or QIF as the caller states. */
export function signAsSaid(maker: StatementMaker, signs: Signs): void {
  if (signs === "card") maker.negate(maker.lines.keys());
}

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
  const payments = lines.filter(isPaid);
  const others = lines.filter((line) => !isPaid(line));
  const positive = (some: readonly StatementLine[]) =>
    some.filter(({ amount_cents }) => amount_cents > 0).length;
  const negative = (some: readonly StatementLine[]) =>
    some.filter(({ amount_cents }) => amount_cents < 0).length;
  // Beside payments that all have one sign, the others need not agree as much.
  const least = (agree: number): number =>
    payments.length > 0 && agree === payments.length
      ? others.length / 2 + 1 / 2
      : others.length * LEAST_SHARE;
  const points = {
    card: positive(others) >= least(negative(payments)) && negative(payments) >= positive(payments),
    bank: negative(others) >= least(positive(payments)) && positive(payments) >= negative(payments),
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
