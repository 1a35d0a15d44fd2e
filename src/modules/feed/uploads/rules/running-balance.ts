/**
 * The running balance of a file proves its lines: each balance is the one before it with the amounts between.
 * If the written amounts do not lead to the balances, but do so with their fees, or with signs from the
 * balances where no amount has one, that reading is taken and noted. A balance of a debt counts the other
 * way, so it changes no sign. Invariant: a balance that does not follow is reported with its line.
 */
import { type Cents, negateCents, ZERO_CENTS } from "@daybook/words/cents";
import { decimalText } from "@daybook/words/money-text";
import { quoted } from "../../../../platform/text/line-problem.ts";
import type { LineError, Statement, StatementLine } from "./statement.ts";

/** The balance and the fee in the row of a line. */
export interface Beside {
  readonly balance: Cents | null;
  readonly fee: Cents | null;
}

export interface BalanceColumns {
  /** Empty if only rows state balances. */
  readonly balance: string;
  /** Null if the file has none. */
  readonly fee: string | null;
  /** True if columns or words of the file state the direction. */
  readonly isSigned: boolean;
  readonly isCard: boolean;
  /** Rows that only state a balance, as lines of nothing. */
  readonly anchors?: readonly StatementLine[];
}

type Lines = readonly StatementLine[];
type Reading = (line: StatementLine) => Cents;

/** A balance that is not the one before it with the amounts between. */
interface Break {
  readonly line: number;
  readonly before: Cents;
  readonly amount: Cents;
  readonly balance: Cents;
}

export interface Proven {
  readonly statement: Statement;
  /** True if the balances follow from the amounts as they are returned. */
  readonly isProven: boolean;
  /** True if the balances tell whether fees belong to the amounts. */
  readonly areFeesProven: boolean;
}

/** Proves a statement by its running balance, and returns it as its balances prove it. */
export function provenByBalance(
  statement: Statement,
  beside: ReadonlyMap<number, Beside>,
  { balance, fee, isSigned, isCard, anchors = [] }: BalanceColumns,
): Proven {
  const lines = [...statement.lines, ...anchors].toSorted((a, b) => a.line - b.line);
  const balanceOf = ({ line }: StatementLine): Cents | null => beside.get(line)?.balance ?? null;
  const feeOf = ({ line }: StatementLine): Cents => beside.get(line)?.fee ?? ZERO_CENTS;
  const open = { statement, isProven: false, areFeesProven: false };
  if (lines.filter((line) => balanceOf(line) !== null).length < 2) return open;
  const orders = ordersOf(lines);
  /** The order in which a reading makes all balances; null if there is none. */
  const orderOf = (reading: Reading): Lines | null =>
    orders.find((order) => breaks(order, reading, balanceOf).length === 0) ?? null;
  const negated: Reading = (line) => negateCents(asWritten(line));
  const name = placeNamed(balance);
  // The balance of a card, and of an account that is overdrawn, may be what is owed.
  const order = orderOf(asWritten) ?? (isCard || isSigned ? orderOf(negated) : null);
  // Nothing stands before the oldest line, so its fee is not proved.
  if (order !== null)
    return { statement, isProven: true, areFeesProven: order[0] === undefined || feeOf(order[0]) === 0 };
  const withFee = feeReadings(feeOf).find((reading) => orderOf(reading) !== null);
  if (fee !== null && withFee !== undefined)
    return {
      statement: {
        ...statement,
        lines: statement.lines.map((line) => ({ ...line, amount_cents: withFee(line) })),
        notes: [
          ...statement.notes,
          `The amounts are read with what stands under ${quoted(fee)}, as the balances ${name} prove.`,
        ],
      },
      isProven: true,
      areFeesProven: true,
    };
  if (isSigned || isCard) return { ...open, statement: told(statement, orders, balanceOf, name) };
  const signed = statement.lines.every(({ amount_cents }) => amount_cents >= 0)
    ? signedByBalance(orders, balanceOf)
    : null;
  if (signed !== null) return { ...open, isProven: true, statement: withTold(statement, signed, name) };
  if (orderOf(negated) !== null)
    return {
      ...open,
      isProven: true,
      statement: {
        ...statement,
        notes: [
          ...statement.notes,
          `The balances ${name} follow from the amounts with the other sign: they say what is owed, or money out is positive in this file. The amounts are read as they are written; \`signs\` of \`card\` turns them.`,
        ],
      },
    };
  return { ...open, statement: told(statement, orders, balanceOf, name) };
}

const placeNamed = (balance: string): string =>
  balance === "" ? "that rows of the file state" : `under ${quoted(balance)}`;
const asWritten: Reading = ({ amount_cents }) => amount_cents;

/** Amounts with their fees, which some files write as negative amounts. */
function feeReadings(feeOf: (line: StatementLine) => Cents): readonly Reading[] {
  return [
    (line) => sumOf(line.amount_cents, negateCents(feeOf(line))),
    (line) => sumOf(line.amount_cents, feeOf(line)),
  ];
}

/** Returns the statement with the amounts that follow from its balances; other lines are refused. */
function withTold(statement: Statement, signed: ReadonlyMap<number, Cents | null>, name: string): Statement {
  const { lines, errors, notes } = statement;
  const unknown: LineError[] = lines
    .filter(({ line }) => signed.get(line) === null)
    .map(({ line }) => ({
      line,
      code: "invalid_amount",
      message: "The amount has no sign, and no balances around it tell whether it went out.",
    }));
  return {
    ...statement,
    lines: lines.flatMap((line) => {
      const amount_cents = signed.get(line.line) ?? null;
      return amount_cents === null ? [] : [{ ...line, amount_cents }];
    }),
    errors: [...errors, ...unknown],
    notes: [...notes, `The amounts have no signs; what went out is told by the balances ${name}.`],
  };
}

/** Amounts and balances are bounded, so only an absurd file exceeds the exact integers. */
const sumOf = (one: Cents, other: Cents): Cents => (one + other) as Cents;
const sizeOf = (amount: Cents): Cents => (amount < 0 ? negateCents(amount) : amount);

/** The lines in each order in which banks write them, the oldest first. */
function ordersOf(lines: Lines): readonly Lines[] {
  const reversed = lines.toReversed();
  const byDay = (some: Lines): Lines =>
    some.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const [first, last] = [lines[0]?.date ?? "", lines.at(-1)?.date ?? ""];
  const whole = first < last ? [lines] : first > last ? [reversed] : [lines, reversed];
  return [...whole, byDay(lines), byDay(reversed)];
}

function breaks(
  order: Lines,
  reading: Reading,
  balanceOf: (line: StatementLine) => Cents | null,
): readonly Break[] {
  const found: Break[] = [];
  let before: Cents | null = null;
  let amount = ZERO_CENTS;
  for (const line of order) {
    amount = sumOf(amount, reading(line));
    const balance = balanceOf(line);
    if (balance === null) continue;
    if (before !== null && sumOf(before, amount) !== balance)
      found.push({ line: line.line, before, amount, balance });
    before = balance;
    amount = ZERO_CENTS;
  }
  return found;
}

/**
 * Returns the amounts of lines without signs, by the difference of each balance to the one before; null for a
 * line where that does not decide. Returns null if the balances decide less than half of the lines, or if
 * nothing went out.
 */
function signedByBalance(
  orders: readonly Lines[],
  balanceOf: (line: StatementLine) => Cents | null,
): ReadonlyMap<number, Cents | null> | null {
  const [best] = orders
    .map((order) => changesIn(order, balanceOf))
    .toSorted((one, other) => toldIn(other) - toldIn(one));
  if (best === undefined || toldIn(best) < 2 || toldIn(best) * 2 < best.size) return null;
  return [...best.values()].some((change) => change !== null && change < 0) ? best : null;
}

const toldIn = (changes: ReadonlyMap<number, Cents | null>): number =>
  [...changes.values()].filter((change) => change !== null).length;

/** What each line of an order adds to the balance, if it is the line's amount; the oldest adds it to nothing. */
function changesIn(
  order: Lines,
  balanceOf: (line: StatementLine) => Cents | null,
): ReadonlyMap<number, Cents | null> {
  const changes = new Map<number, Cents | null>();
  let before: Cents | null = null;
  for (const [index, line] of order.entries()) {
    const balance = balanceOf(line);
    const change: Cents | null =
      balance === null
        ? null
        : before !== null
          ? sumOf(balance, negateCents(before))
          : index === 0
            ? balance
            : null;
    changes.set(line.line, change !== null && sizeOf(change) === line.amount_cents ? change : null);
    before = balance;
  }
  return changes;
}

/** The statement with a note on the balances that do not follow from its amounts in any order. */
function told(
  statement: Statement,
  orders: readonly Lines[],
  balanceOf: (line: StatementLine) => Cents | null,
  name: string,
): Statement {
  const [fewest = []] = orders
    .map((order) => breaks(order, asWritten, balanceOf))
    .toSorted((a, b) => a.length - b.length);
  const [first] = fewest;
  if (first === undefined) return statement;
  const { line, before, amount, balance } = first;
  const others = fewest.length - 1;
  const note =
    fewest.length * 2 > statement.lines.length
      ? `The balances ${name} do not follow from the amounts, so they prove nothing.`
      : `The balances ${name} do not follow from the amounts: ${decimalText(before)} and ${decimalText(amount)} make ${decimalText(sumOf(before, amount))}, but line ${line} says ${decimalText(balance)}${others > 0 ? `, and so do ${others} other lines` : ""}. Lines may be missing from the file.`;
  return { ...statement, notes: [...statement.notes, note] };
}
