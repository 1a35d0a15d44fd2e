/**
 * Reads a bank's CSV. What is the same for all of a file (what parts its fields, where its header stands, how
 * it writes dates, amounts and what went out) is decided from the whole file first; then each line is read or
 * refused by itself.
 */
import { type Cents, cents, negateCents } from "../../../../core/cents.ts";
import { type CsvRow, csvRows } from "../../../../platform/text/csv-rows.ts";
import { LIMITS } from "../../../../core/limits.ts";
import { cameBack } from "../../../../core/line-status.ts";
import { isDollarWord } from "../../../../core/money-text.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import { amountOrNull, type AmountStyle, readAmount, styleOf } from "./amounts.ts";
import {
  areNumbered,
  type ColumnNames,
  countOf,
  HEADER_WITHIN,
  numberedPlaces,
  placeColumns,
  type Places,
} from "./csv-columns.ts";
import { dateOrNull, formatOf, readDate } from "./dates.ts";
import {
  areRounded,
  checkBooked,
  checkCurrency,
  type Holders,
  holdersOf,
  type WantedAccount,
} from "./csv-sides.ts";
import { directionOf, signedReader } from "./directions.ts";
import { type Content, encodingOf, headOf, utf8 } from "./encoding.ts";
import { type Beside, provenByBalance } from "./running-balance.ts";
import { withSigns } from "./signs.ts";
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

const DELIMITERS = [",", ";", "\t", "|"] as const;
const HEADER_WITHIN_BYTES = 262_144;

interface Layout {
  readonly delimiter: string;
  readonly places: Places;
  /** The number of fields of the header; 0 without a header. */
  readonly width: number;
  /** The line of the header; 0 without a header. */
  readonly header: number;
  /** The name of each column; empty without a header. */
  readonly names: readonly string[];
}

/** The texts of a line's columns, blank for one that the file has not. */
type Cells = { readonly [Name in keyof Places]: string } & { readonly line: number; readonly fields: number };

/** Reads a whole file. Throws `LineProblem` for one that can't be read at all. */
export async function readCsv(
  content: Content,
  { columns, dateFormat, signs, isCard, account }: CsvOptions,
  paced: Paced,
): Promise<Statement> {
  const encoding = await encodingOf(content, null, paced);
  const layout = await layoutOf(content, encoding, columns, paced);
  const rows = await cellsOf(content, encoding, layout, paced);
  const dates = function* () {
    for (const { line, date, amount, debit, credit } of rows)
      if (`${amount}${debit}${credit}` !== "") yield { line, text: date };
  };
  const format = dateFormat ?? (await formatOf(dates(), paced));
  const style = await styleOf(amountsOf(rows), paced);
  const money = await moneyReader(
    rows,
    layout.places,
    style,
    ({ date }) => dateOrNull(date, format) !== null,
    paced,
  );
  const { places } = layout;
  const holders = holdersOf(
    rows.map(({ holder }) => holder),
    account,
    nameOf(layout, "holder"),
    isCard,
  );
  const hasIds = !areRounded(rows.map(({ external_id }) => external_id));
  const maker = new StatementMaker();
  for await (const cells of paced(rows))
    maker.add(cells.line, () => {
      checkCounts(cells, layout, holders);
      const line = lineOf(cells, layout, format, money);
      return hasIds ? line : { ...line, external_id: null };
    });
  const isOneColumn = places.amount !== null && places.direction === null;
  const read = maker.statement;
  const proven = provenByBalance(read, besideOf(rows, style), {
    balance: nameOf(layout, "balance"),
    fee: places.fee === null ? null : nameOf(layout, "fee"),
    isSigned: !isOneColumn,
    isCard,
  });
  const statement = isOneColumn ? withSigns(proven.statement, signs, isCard) : proven.statement;
  const notes = [
    ...statement.notes,
    ...(hasIds ? [] : [ROUNDED_IDS]),
    ...(holders.note === null ? [] : [holders.note]),
    ...(proven.areFeesProven ? [] : feeNotes(rows, layout, style)),
    ...cameBackNotes(rows, layout),
  ];
  return { ...statement, account: holders.account, notes };
}

const ROUNDED_IDS =
  "The ids of the bank were rounded by a spreadsheet program, so they are not read, and lines are known again by their day, amount and text.";

/** The name of a column in the header; empty if there is none. */
function nameOf({ names, places }: Layout, column: keyof Places): string {
  return names[places[column] ?? -1]?.trim() ?? "";
}

/** Throws `Unreadable` for a line that its file says does not count, or is another account's. */
function checkCounts(cells: Cells, layout: Layout, holders: Holders): void {
  holders.check(cells.holder);
  checkBooked(cells.status, nameOf(layout, "status"));
}

function besideOf(rows: readonly Cells[], style: AmountStyle): ReadonlyMap<number, Beside> {
  return new Map(
    rows.map(({ line, balance, fee }) => [
      line,
      { balance: amountOrNull(balance, style), fee: amountOrNull(fee, style) },
    ]),
  );
}

/** Fees that stand beside the amounts and are no part of them, as a sentence. */
function feeNotes(rows: readonly Cells[], layout: Layout, style: AmountStyle): readonly string[] {
  const { amount, fee, net } = layout.places;
  const first = rows.find((row) => (amountOrNull(row.fee, style) ?? 0) !== 0);
  if (fee === null || amount === null || first === undefined) return [];
  const other =
    net === null
      ? `If the account pays them with the amounts, add them to the file.`
      : `If the account moves by ${quoted(nameOf(layout, "net"))}, say that this is the amount.`;
  return [
    `What stands under ${quoted(nameOf(layout, "fee"))} is not read, such as ${quoted(first.fee)} in line ${first.line}. ${other}`,
  ];
}

/** Finds what parts the fields, and the header: the reading that knows the most columns. */
async function layoutOf(
  content: Content,
  encoding: string,
  columns: ColumnNames,
  paced: Paced,
): Promise<Layout> {
  let best: Layout | null = null;
  for (const delimiter of DELIMITERS) {
    const found = layoutIn(await firstRows(content, encoding, delimiter, paced), delimiter, columns);
    if (found !== null && (best === null || countOf(found.places) > countOf(best.places))) best = found;
  }
  if (best !== null) return best;
  const asked = Object.values(columns).map((name) => quoted(String(name)));
  const wanted =
    asked.length > 0 ? `the columns ${asked.join(", ")}` : "a date and an amount, or a debit and a credit";
  throw new LineProblem(
    1,
    `The first ${HEADER_WITHIN} rows have no header with ${wanted}. Give the names of the columns in \`columns\`, or their numbers if there is no header.`,
  );
}

/** A column of a CSV, for a person who says what it is. */
export interface CsvColumn {
  /** Its name in the header; null in a file without one. */
  readonly name: string | null;
  /** Its first values that are not blank. */
  readonly samples: readonly string[];
  /** What it is read as; null for a column that is not read. */
  readonly use: keyof Places | null;
}

/** Values that are shown of a column. */
const SAMPLES = 3;

/** Returns the columns of a file, also of one whose header is not understood. */
export async function columnsIn(
  content: Content,
  names: ColumnNames,
  paced: Paced,
): Promise<readonly CsvColumn[]> {
  const encoding = await encodingOf(content, null, paced);
  const read = await Promise.all(
    DELIMITERS.map(async (delimiter) => ({
      delimiter,
      rows: await firstRows(content, encoding, delimiter, paced),
    })),
  );
  const layouts = read.flatMap(({ delimiter, rows }) => layoutIn(rows, delimiter, names) ?? []);
  const layout = layouts.toSorted((a, b) => countOf(b.places) - countOf(a.places))[0];
  const widest = read.toSorted((a, b) => widthOf(b.rows) - widthOf(a.rows))[0];
  const rows = read.find(({ delimiter }) => delimiter === layout?.delimiter)?.rows ?? widest?.rows ?? [];
  const width = widthOf(rows);
  // What banks write before the header is narrower.
  const first = rows.find(({ line, fields }) =>
    layout === undefined ? lengthOf(fields) === width : line >= Math.max(1, layout.header),
  );
  const isHeader =
    layout === undefined ? !first?.fields.some((field) => /\d/.test(field)) : layout.header > 0;
  const below = rows.filter(({ line }) => line >= (first?.line ?? 1) + (isHeader ? 1 : 0));
  return Array.from({ length: width }, (_, place) => {
    const name = first?.fields[place]?.trim() ?? "";
    const samples = below.map(({ fields }) => fields[place]?.trim() ?? "").filter((text) => text !== "");
    const use = Object.entries(layout?.places ?? {}).find(([, at]) => at === place)?.[0] ?? null;
    return {
      name: isHeader ? name : null,
      samples: samples.slice(0, SAMPLES),
      use: use as keyof Places | null,
    };
  });
}

function widthOf(rows: readonly CsvRow[]): number {
  return Math.max(0, ...rows.map(({ fields }) => lengthOf(fields)));
}

function layoutIn(rows: readonly CsvRow[], delimiter: string, columns: ColumnNames): Layout | null {
  if (areNumbered(columns)) {
    const places = numberedPlaces(columns);
    const [first] = rows;
    const last = Math.max(...Object.values(places).map((place) => place ?? 0));
    if (first === undefined || first.fields.length <= last) return null;
    // If the date of the first row has no digit, the row is a header.
    const isHeader = !/\d/.test(first.fields[places.date ?? 0] ?? "");
    return {
      delimiter,
      places,
      width: isHeader ? first.fields.length : 0,
      header: isHeader ? first.line : 0,
      names: isHeader ? first.fields : [],
    };
  }
  for (const { fields, line } of rows) {
    const found = placeColumns(fields, columns, line);
    if (found === null) continue;
    for (const money of [found.amount, found.debit, found.credit])
      checkCurrency(fields[money ?? -1] ?? "", line);
    const below = rows.filter((row) => row.line > line).map((row) => row.fields);
    const places = { ...found, direction: directionPlace(found, below) };
    return { delimiter, places, width: lengthOf(fields), header: line, names: fields };
  }
  return null;
}

/**
 * The column that says whether money went out or came in: the one of a usual name, if most of the first rows
 * have a word for it there, or where no amount has a minus, one in which each has one, and both occur.
 */
function directionPlace(places: Places, rows: readonly (readonly string[])[]): number | null {
  if (places.amount === null) return places.direction;
  const dated = rows.filter((row) => (row[places.date ?? 0] ?? "").trim() !== "");
  const wordsIn = (place: number): readonly (string | null)[] =>
    dated.map((row) => (row[place] ?? "").trim()).flatMap((text) => (text === "" ? [] : [directionOf(text)]));
  if (places.direction !== null) {
    const words = wordsIn(places.direction);
    if (words.filter((word) => word !== null).length * 2 >= Math.max(1, words.length))
      return places.direction;
  }
  if (dated.some((row) => /[-\u2212(]/.test(row[places.amount ?? 0] ?? ""))) return null;
  const taken = new Set(Object.values(places));
  const width = Math.max(0, ...rows.map((row) => row.length));
  const found = Array.from({ length: width }, (_, place) => place).find((place) => {
    const words = new Set(taken.has(place) && place !== places.direction ? [] : wordsIn(place));
    return words.has("out") && words.has("in") && !words.has(null);
  });
  return found ?? null;
}

/**
 * Reads the first rows of the file, as far as possible; their errors are reported when the whole file is
 * read.
 */
async function firstRows(
  content: Content,
  encoding: string,
  delimiter: string,
  paced: Paced,
): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  try {
    for await (const batch of csvRows(paced(utf8(headOf(content, HEADER_WITHIN_BYTES), encoding)), {
      delimiter,
      ragged: true,
    })) {
      rows.push(...batch.slice(0, HEADER_WITHIN - rows.length));
      if (rows.length >= HEADER_WITHIN) break;
    }
  } catch (error) {
    if (!(error instanceof LineProblem)) throw error;
  }
  return rows.filter(({ fields }) => fields.length <= LIMITS.upload_columns.value);
}

/** The number of fields without empty ones at the end. */
function lengthOf(fields: readonly string[]): number {
  return fields.findLastIndex((field) => field.trim() !== "") + 1;
}

async function cellsOf(
  content: Content,
  encoding: string,
  { delimiter, places, header }: Layout,
  paced: Paced,
): Promise<Cells[]> {
  const rows: Cells[] = [];
  for await (const batch of csvRows(paced(utf8(content, encoding)), { delimiter, ragged: true })) {
    for (const { fields, line } of batch) {
      if (line <= header) continue;
      if (fields.length > LIMITS.upload_columns.value)
        throw new LineProblem(
          line,
          `The row has ${fields.length} columns; no more than ${LIMITS.upload_columns.value} are read.`,
        );
      if (fields.every((field) => field.trim() === "")) continue;
      if (rows.length >= LIMITS.upload_rows.value)
        throw new LineProblem(
          line,
          `The file has more than ${LIMITS.upload_rows.value} rows; send it in parts.`,
        );
      const at = (place: number | null): string => (place === null ? "" : (fields[place] ?? "").trim());
      rows.push({
        line,
        fields: fields.length,
        date: at(places.date),
        amount: at(places.amount),
        debit: at(places.debit),
        credit: at(places.credit),
        description: at(places.description),
        merchant_name: at(places.merchant_name),
        external_id: at(places.external_id),
        currency: at(places.currency),
        direction: at(places.direction),
        status: at(places.status),
        holder: at(places.holder),
        fee: at(places.fee),
        net: at(places.net),
        balance: at(places.balance),
      });
    }
  }
  return rows;
}

function* amountsOf(rows: readonly Cells[]): Generator<string, void, undefined> {
  for (const { amount, debit, credit } of rows) yield* [amount, debit, credit];
}

/** Lines whose money came back, as a sentence. */
function cameBackNotes(rows: readonly Cells[], layout: Layout): readonly string[] {
  const found = rows.filter(({ status }) => cameBack(status));
  const [first] = found;
  return first === undefined
    ? []
    : [
        `${found.length === 1 ? "A line is" : `${found.length} lines are`} ${quoted(first.status)} by ${quoted(nameOf(layout, "status"))}, first in line ${first.line}. They are read; exclude those that no other line brings back.`,
      ];
}

type ReadMoney = (cells: Cells) => Cents;

/** Finds out how the file marks outflows. */
async function moneyReader(
  rows: readonly Cells[],
  places: Places,
  style: AmountStyle,
  isDated: (cells: Cells) => boolean,
  paced: Paced,
): Promise<ReadMoney> {
  if (places.amount !== null) {
    const read = await signedReader(rows, isDated, style, paced);
    return (cells) => needed(read(cells));
  }
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
