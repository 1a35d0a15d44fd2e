/**
 * Reads a bank's CSV. What is the same for all of a file (what parts its fields, where its header stands, how
 * it writes dates, amounts and what went out) is decided from the whole file first; then each line is read or
 * refused by itself.
 */
import { type Cents, cents, negateCents } from "@daybook/words/cents";
import { isDollarWord } from "@daybook/words/money-text";
import { quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import { type AmountStyle, readAmount, styleOf } from "./amounts.ts";
import type { ColumnNames, Places } from "./csv-columns.ts";
import { type Cells, cellsOf, type Layout, layoutOf, nameOf } from "./csv-layout.ts";
import { anchorsOf, besideOf, checkSections, csvNotes, farNotes, pendingRows } from "./csv-proofs.ts";
import { dateOrNull, formatOf, readDate } from "./dates.ts";
import {
  areRounded,
  checkBooked,
  checkNoJournal,
  type Holders,
  holdersOf,
  type WantedAccount,
} from "./csv-sides.ts";
import { accountOfTitles, checkTitleCurrency, titleNotes } from "./csv-titles.ts";
import { signedReader } from "./directions.ts";
import { type Content, encodingOf } from "./encoding.ts";
import { balanceNamed, isTotal, saysPending } from "./row-words.ts";
import { provenByBalance } from "./running-balance.ts";
import { shopRows } from "./shop-rows.ts";
import { checkSigned, unsignedNotes, withSigns } from "./signs.ts";
import {
  type Statement,
  type StatementLine,
  StatementMaker,
  storable,
  storableOrNull,
  Unreadable,
} from "./statement.ts";
import type { Column, DateFormat, Signs } from "./words.ts";

export interface CsvOptions {
  readonly columns: ColumnNames;
  /** Null: found from the whole file. */
  readonly dateFormat: DateFormat | null;
  /** Whether purchases of a card are negative (`bank`) or positive (`card`); null: inferred for a card. */
  readonly signs: Signs | null;
  /** Whether the account is a card. */
  readonly isCard: boolean;
  /** The account whose lines are taken from a file of several; null for any. */
  readonly account: WantedAccount | null;
}

/** Reads a whole file. Throws `LineProblem` for one that can't be read at all. */
export async function readCsv(
  content: Content,
  { columns, dateFormat, signs, isCard, account }: CsvOptions,
  paced: Paced,
): Promise<Statement> {
  const encoding = await encodingOf(content, null, paced);
  const layout = await layoutOf(content, encoding, columns, paced);
  checkTitleCurrency(layout.titles);
  const rows = await cellsOf(content, encoding, layout, paced);
  const dates = function* () {
    for (const { line, date, amount, debit, credit } of rows)
      if (`${amount}${debit}${credit}` !== "") yield { line, text: date };
  };
  const format = dateFormat ?? (await formatOf(dates(), paced));
  const style = await styleOf(amountsOf(rows), paced);
  const isDated = ({ date }: Cells): boolean => dateOrNull(date, format) !== null;
  const money = await moneyReader(rows, layout, style, isDated, paced);
  const { places } = layout;
  checkNoJournal(rows, style, account);
  const holders = holdersOf(
    rows.map(({ holder }) => holder),
    account,
    nameOf(layout, "holder"),
    isCard,
  );
  checkSections(rows, isDated);
  const shops = shopRows(rows, style, isCard, isDated, (cells) => readable(cells, money.read));
  const hasIds = !areRounded(rows.map(({ external_id }) => external_id));
  const pending = pendingRows(rows, isDated);
  const maker = new StatementMaker();
  for await (const cells of paced(rows))
    maker.add(cells.line, () => {
      checkCounts(cells, layout, holders, pending, shops.lines);
      const line = lineOf(cells, layout, format, money.read);
      return hasIds ? line : { ...line, external_id: null };
    });
  const isOneColumn = places.amount !== null && places.direction === null;
  const read = maker.statement;
  const anchors = anchorsOf(
    rows.filter(({ line }) => !shops.lines.has(line)),
    style,
    format,
  );
  const proven = provenByBalance(read, besideOf(rows, style, anchors), {
    balance: nameOf(layout, "balance"),
    fee: places.fee === null ? null : nameOf(layout, "fee"),
    isSigned: !isOneColumn,
    isCard,
    anchors,
  });
  const areOpen = isOneColumn && !isCard && signs === null && !proven.isProven;
  if (areOpen) checkSigned(read.lines, layout.undirected);
  const statement = isOneColumn ? withSigns(proven.statement, signs, isCard) : proven.statement;
  const notes = [
    ...statement.notes,
    ...money.notes,
    ...shops.notes,
    ...(hasIds ? [] : [ROUNDED_IDS]),
    ...(holders.note === null ? [] : [holders.note]),
    ...csvNotes(rows, layout, style, { isDated, lines: statement.lines, proven }),
    ...(areOpen ? unsignedNotes(statement.lines) : []),
    ...farNotes(statement.lines),
    ...titleNotes(layout.titles, style, statement.lines),
  ];
  return { ...statement, account: holders.account ?? accountOfTitles(layout.titles), notes };
}

const ROUNDED_IDS =
  "The ids of the bank were rounded by a spreadsheet program, so they are not read, and lines are known again by their day, amount and text.";

/** Throws `Unreadable` for a line that does not count by its file, or belongs to another account. */
function checkCounts(
  cells: Cells,
  layout: Layout,
  holders: Holders,
  pending: ReadonlyMap<number, string>,
  shops: ReadonlySet<number>,
): void {
  holders.check(cells.holder);
  checkBooked(cells.status, nameOf(layout, "status"));
  checkSettled(cells, layout);
  const title = pending.get(cells.line) ?? (saysPending(cells.description) ? cells.description : null);
  if (title !== null)
    throw new Unreadable(
      "not_booked",
      `The line is not booked, as ${quoted(title)} says. It is read from a later file, when the bank has booked it.`,
    );
  const named = shops.has(cells.line) ? "" : cells.description || cells.merchant_name;
  const text = [named, cells.kind].find((each) => balanceNamed(each) !== null || isTotal(each));
  if (text !== undefined)
    throw new Unreadable(
      "not_booked",
      `The line is a balance or a total and no transaction: its text is ${quoted(text)}.`,
    );
}

/** Throws `Unreadable` for a line without the day of booking that others have, and for a failed payment. */
function checkSettled({ bookedOn, failure }: Cells, layout: Layout): void {
  if (failure !== "")
    throw new Unreadable(
      "not_booked",
      `The line is not booked: under ${quoted(nameOf(layout, "failure"))} stands ${quoted(failure)}.`,
    );
  if (layout.places.bookedOn !== null && bookedOn === "" && layout.hasBookedDays)
    throw new Unreadable(
      "not_booked",
      `The line is not booked: it has no ${quoted(nameOf(layout, "bookedOn"))}, which other lines have.`,
    );
}

function* amountsOf(rows: readonly Cells[]): Generator<string, void, undefined> {
  for (const { amount, debit, credit } of rows) yield* [amount, debit, credit];
}

type ReadMoney = (cells: Cells) => Cents;

/** The amount of a row; null for one without an amount that can be read. */
function readable(cells: Cells, read: ReadMoney): Cents | null {
  try {
    return read(cells);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Reads amounts, with sentences on what was doubtful of them. */
interface MoneyReader {
  readonly read: ReadMoney;
  readonly notes: readonly string[];
}

/** Finds out how the file marks outflows. */
async function moneyReader(
  rows: readonly Cells[],
  layout: Layout,
  style: AmountStyle,
  isDated: (cells: Cells) => boolean,
  paced: Paced,
): Promise<MoneyReader> {
  const { places } = layout;
  if (places.amount !== null) {
    const name = nameOf(layout, "direction");
    const { read, byColumn, notes } = await signedReader(rows, isDated, style, name, paced);
    const found = `The words under ${quoted(name)} are read as what is money out, and the amounts have no minus sign. If they say something else, take the upload back and name the columns by their numbers.`;
    return {
      read: (cells) => needed(read(cells)),
      notes: byColumn && layout.isDirectionFound ? [...notes, found] : notes,
    };
  }
  return { read: await columnsReader(rows, places, style, paced), notes: [] };
}

/** Reads columns of debits and of credits, or one of the two. */
async function columnsReader(
  rows: readonly Cells[],
  places: Places,
  style: AmountStyle,
  paced: Paced,
): Promise<ReadMoney> {
  if (places.debit !== null && places.credit !== null) return pairReader(rows, style, paced);
  const [column, sign] = places.debit === null ? (["credit", 1] as const) : (["debit", -1] as const);
  return (cells) => {
    const amount = needed(readAmount(cells[column], style, column));
    return sign === 1 ? amount : negateCents(amount);
  };
}

/**
 * Two columns. Some banks write debits with a minus, and some cards credits. If one column of a file has
 * amounts with and without a minus, its meaning is unknown.
 */
async function pairReader(rows: readonly Cells[], style: AmountStyle, paced: Paced): Promise<ReadMoney> {
  const negative = (text: string): boolean => /^[^\d]*[-−(]|-$/.test(text);
  const isZero = (text: string): boolean => !/[1-9]/.test(text);
  const hasPlus = { debit: false, credit: false };
  for await (const row of paced(rows))
    for (const column of ["debit", "credit"] as const)
      hasPlus[column] ||= !isZero(row[column]) && !negative(row[column]);
  /** The size of what stands in a column, whichever sign the file writes there. */
  const sizeIn = (column: "debit" | "credit", cells: Cells, amount: Cents | null): Cents | null => {
    if (amount === null || amount >= 0) return amount;
    if (hasPlus[column])
      throw new Unreadable(
        "invalid_amount",
        `The ${column} ${quoted(cells[column])} has a minus sign, but other ${column}s of the file have none.`,
      );
    return negateCents(amount);
  };
  return (cells) => {
    const [out, into] = [readAmount(cells.debit, style, "debit"), readAmount(cells.credit, style, "credit")];
    const [debit, credit] = [sizeIn("debit", cells, out), sizeIn("credit", cells, into)];
    if (debit === null && credit === null)
      throw new Unreadable("invalid_amount", "The line has neither a debit nor a credit.");
    if (debit && credit) throw new Unreadable("invalid_amount", "The line has both a debit and a credit.");
    return debit ? negateCents(debit) : (credit ?? cents(0));
  };
}

function needed(amount: Cents | null): Cents {
  if (amount === null) throw new Unreadable("invalid_amount", "The line has no amount.");
  return amount;
}

function lineOf(
  cells: Cells,
  { width, places }: Layout,
  format: DateFormat,
  money: ReadMoney,
): Omit<StatementLine, "line"> {
  const least = width > 0 ? width : Math.max(...Object.values(places).map((place) => (place ?? -1) + 1));
  if (cells.fields < least)
    throw new Unreadable("wrong_columns", `The row has ${cells.fields} columns, and ${least} are needed.`);
  if (cells.currency !== "" && !isDollarWord(cells.currency))
    throw new Unreadable(
      "other_currency",
      `The amount is in ${quoted(cells.currency)}; only US dollars are supported.`,
    );
  const description =
    (["description", "merchant_name"] as const satisfies readonly Column[])
      .map((name) => cells[name])
      .find((text) => text !== "") ?? "";
  return {
    date: readDate(cells.date, format),
    amount_cents: money(cells),
    description: storable(description, "description"),
    merchant_name: storableOrNull(cells.merchant_name, "merchant"),
    external_id: storableOrNull(cells.external_id, "transaction id"),
  };
}
