/**
 * What the rows of a bank's CSV prove or tell beside their amounts: balances and totals among them, titles of
 * lines that are pending, fees, and words of a status.
 */
import { type Cents, ZERO_CENTS } from "@daybook/words/cents";
import { cameBack, isKnownStatus } from "../../../../core/line-status.ts";
import { decimalText } from "@daybook/words/money-text";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { amountOrNull, type AmountStyle } from "./amounts.ts";
import { type Cells, type Layout, nameOf } from "./csv-layout.ts";
import { maskedDigits } from "./csv-titles.ts";
import { dateOrNull } from "./dates.ts";
import { balanceNamed, isOfPending, isOfPendingAlone, isTotal } from "./row-words.ts";
import type { Beside, Proven } from "./running-balance.ts";
import type { StatementLine } from "./statement.ts";
import type { DateFormat } from "./words.ts";

type Lines = readonly Pick<StatementLine, "line" | "amount_cents">[];

const hasMoney = ({ amount, debit, credit }: Cells): boolean => `${amount}${debit}${credit}` !== "";

/** The text of a row that is no line: its title. */
const titleOf = ({ date, description }: Cells): string => (/\d/.test(date) ? "" : date) || description;

/**
 * The lines that stand below a title of pending ones, each with that title. In a row directly below a line
 * its text may go on, so only a title that stands alone, or in the column of days, is one there.
 */
export function pendingRows(
  rows: readonly Cells[],
  isDated: (cells: Cells) => boolean,
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  let title = "";
  /** The row of a line, or with the rest of its text. */
  let before = 0;
  for (const cells of rows) {
    if (isDated(cells) || hasMoney(cells)) {
      if (isOfPending(title)) found.set(cells.line, title);
      before = isDated(cells) ? cells.line : 0;
    } else if (cells.balance === "") {
      const text = isOfPending(cells.date) ? cells.date : titleOf(cells);
      const mayGoOn = cells.line === before + 1 && cells.date === "" && !isOfPendingAlone(text);
      if (mayGoOn) before = cells.line;
      else title = text;
    }
  }
  return found;
}

/** Throws `LineProblem` for lines that stand below titles of several accounts. */
export function checkSections(rows: readonly Cells[], isDated: (cells: Cells) => boolean): void {
  const titles = rows
    .filter((cells) => !isDated(cells) && !hasMoney(cells))
    .map(({ date, description }) => date || description);
  const named = new Map(
    titles.flatMap((title) => {
      const digits = maskedDigits(title);
      return digits === null ? [] : [[digits, title] as const];
    }),
  );
  if (named.size > 1)
    throw new LineProblem(
      1,
      `The lines stand below titles of ${named.size} accounts (${[...named.values()].map(quoted).join(", ")}). Part the file, and upload the lines of each account by themselves.`,
    );
}

/** A row that states a balance on a day, as a line that moves nothing. */
export interface Anchor extends StatementLine {
  readonly balance: Cents;
}

export function anchorsOf(rows: readonly Cells[], style: AmountStyle, format: DateFormat): readonly Anchor[] {
  return rows.flatMap((cells) => {
    const { line, description, balance, amount } = cells;
    const date = dateOrNull(cells.date, format);
    if (date === null || balanceNamed(description) === null) return [];
    const stated = amountOrNull(balance, style) ?? amountOrNull(amount, style);
    if (stated === null) return [];
    const anchor = { line, date, amount_cents: ZERO_CENTS, description, merchant_name: null };
    return [{ ...anchor, external_id: null, balance: stated }];
  });
}

export function besideOf(
  rows: readonly Cells[],
  style: AmountStyle,
  anchors: readonly Anchor[],
): ReadonlyMap<number, Beside> {
  const stated = new Map(anchors.map(({ line, balance }) => [line, balance]));
  return new Map(
    rows.map(({ line, balance, fee }) => [
      line,
      { balance: stated.get(line) ?? amountOrNull(balance, style), fee: amountOrNull(fee, style) },
    ]),
  );
}

/** Returns the notes about the rows of a file, as sentences. */
export function csvNotes(
  rows: readonly Cells[],
  layout: Layout,
  style: AmountStyle,
  {
    isDated,
    lines,
    proven,
  }: {
    readonly isDated: (cells: Cells) => boolean;
    readonly lines: Lines;
    readonly proven: Pick<Proven, "areFeesProven">;
  },
): readonly string[] {
  return [
    ...(proven.areFeesProven ? [] : feeNotes(rows, layout, style)),
    ...statusNotes(rows, nameOf(layout, "status")),
    ...totalNotes(
      rows.filter((cells) => !isDated(cells)),
      style,
      lines,
    ),
  ];
}

/** The lines of a bank's file lie within so many years, or a year is mistyped. */
const YEARS_MOST = 20;

/** Returns the note about lines whose days lie far apart: no sentence, or one. */
export function farNotes(lines: readonly Pick<StatementLine, "date" | "line">[]): readonly string[] {
  const [first, last] = [lines[0], lines[0]].map((start, end) =>
    lines.reduce((found, each) => {
      const isFurther = found !== undefined && (end === 0 ? each.date < found.date : each.date > found.date);
      return isFurther ? each : found;
    }, start),
  );
  if (first === undefined || last === undefined) return [];
  const years = Number(last.date.slice(0, 4)) - Number(first.date.slice(0, 4));
  if (years <= YEARS_MOST) return [];
  return [
    `The dates of the file lie ${years} years apart: ${first.date} in line ${first.line} and ${last.date} in line ${last.line}. Check the year.`,
  ];
}

/** Fees that stand beside the amounts and are no part of them, as a sentence. */
function feeNotes(rows: readonly Cells[], layout: Layout, style: AmountStyle): readonly string[] {
  const { amount, fee, net } = layout.places;
  const first = rows.find((row) => (amountOrNull(row.fee, style) ?? 0) !== 0);
  if (net !== null && fee === null) return netNotes(rows, layout, style);
  if (fee === null || amount === null || first === undefined) return [];
  const other =
    net === null
      ? `If the account pays them with the amounts, add them to the file.`
      : `If the account moves by ${quoted(nameOf(layout, "net"))}, say that this is the amount.`;
  return [
    `The fees under ${quoted(nameOf(layout, "fee"))} are not read, such as ${quoted(first.fee)} in line ${first.line}. ${other}`,
  ];
}

/** Amounts that differ from those after some deduction, as a sentence. */
function netNotes(rows: readonly Cells[], layout: Layout, style: AmountStyle): readonly string[] {
  const other = rows.find((row) => {
    const net = amountOrNull(row.net, style);
    return row.amount !== "" && net !== null && net !== amountOrNull(row.amount, style);
  });
  if (other === undefined) return [];
  return [
    `The amounts under ${quoted(nameOf(layout, "amount"))} are read, of which fees or the like are taken under ${quoted(nameOf(layout, "net"))}, such as ${quoted(other.net)} in line ${other.line}. If the account moves by those, say that they are the amount.`,
  ];
}

/** Lines whose money came back, and lines that may not count. */
function statusNotes(rows: readonly Cells[], header: string): readonly string[] {
  const back = rows.filter(({ status }) => cameBack(status));
  const stated = rows.filter(({ status }) => status !== "");
  const unknown = stated.filter(({ status }) => !isKnownStatus(status, header));
  // In a list of addresses a state is a part of the country.
  const isOfAddress = /^state$/i.test(header) && unknown.length === stated.length;
  const are = (some: readonly Cells[]): string =>
    some.length === 1 ? "A line is" : `${some.length} lines are`;
  const notes: string[] = [];
  const [first] = back;
  if (first !== undefined)
    notes.push(
      `${are(back)} ${quoted(first.status)} by ${quoted(header)}, first in line ${first.line}. They are read; exclude those that no other line brings back.`,
    );
  const [strange] = unknown;
  if (strange !== undefined && !isOfAddress)
    notes.push(
      `${are(unknown)} ${quoted(strange.status)} or the like by ${quoted(header)}, first in line ${strange.line}, which is no known word for what the bank has booked. They are read; exclude those that are not booked.`,
    );
  return notes;
}

/** Totals that the lines do not make, as a sentence. `rows` are those without a day. */
function totalNotes(rows: readonly Cells[], style: AmountStyle, lines: Lines): readonly string[] {
  for (const cells of rows) {
    if (!isTotal(titleOf(cells))) continue;
    const above = lines.filter(({ line }) => line < cells.line);
    const sum = (isIt: (amount: Cents) => boolean): number =>
      above.reduce((total, { amount_cents }) => total + (isIt(amount_cents) ? amount_cents : 0), 0);
    const [out, into] = [sum((amount) => amount < 0), sum((amount) => amount > 0)];
    const possible = { amount: [out + into, out, into, into - out], debit: [out], credit: [into] };
    for (const column of ["amount", "debit", "credit"] as const) {
      const stated = amountOrNull(cells[column], style);
      const [made = 0] = possible[column];
      if (stated === null || possible[column].some((each) => Math.abs(each) === Math.abs(stated))) continue;
      return [
        `The total in line ${cells.line} is ${decimalText(stated)}, but the lines above it that were read make ${decimalText(made as Cents)}. Lines may be missing.`,
      ];
    }
  }
  return [];
}
