/**
 * Reads a bank's CSV. What is the same for all of a file (what parts its fields, where its header stands, how
 * it writes dates, amounts and what went out) is decided from the whole file first; then each line is read or
 * refused by itself.
 */
import { type Cents, cents, negateCents } from "../../../../core/cents.ts";
import { type CsvRow, csvRows } from "../../../../platform/text/csv-rows.ts";
import { LIMITS } from "../../../../core/limits.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import { type AmountStyle, readAmount, styleOf } from "./amounts.ts";
import {
  areNumbered,
  type ColumnNames,
  countOf,
  numberedPlaces,
  placeColumns,
  type Places,
} from "./csv-columns.ts";
import { dateOrNull, formatOf, readDate } from "./dates.ts";
import { signedReader } from "./directions.ts";
import { type Content, encodingOf, headOf, utf8 } from "./encoding.ts";
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
}

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** The header must be within this many lines: banks put the name and the balance of the account before it. */
const HEADER_WITHIN = 30;
const HEADER_WITHIN_BYTES = 262_144;

interface Layout {
  readonly delimiter: string;
  readonly places: Places;
  /** The number of fields of the header; 0 without a header. */
  readonly width: number;
  /** The line of the header; 0 without a header. */
  readonly header: number;
}

/** The texts of a line's columns, blank for one that the file has not. */
type Cells = { readonly [Name in keyof Places]: string } & { readonly line: number; readonly fields: number };

/** Reads a whole file. Throws `LineProblem` for one that can't be read at all. */
export async function readCsv(
  content: Content,
  { columns, dateFormat, signs, isCard }: CsvOptions,
  paced: Paced,
): Promise<Statement> {
  const encoding = await encodingOf(content, null, paced);
  const layout = await layoutOf(content, encoding, columns, paced);
  const rows = await cellsOf(content, encoding, layout, paced);
  const dates = function* () {
    for (const { line, date } of rows) yield { line, text: date };
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
  const maker = new StatementMaker();
  for await (const cells of paced(rows)) maker.add(cells.line, () => lineOf(cells, layout, format, money));
  const isOneColumn = layout.places.amount !== null && layout.places.direction === null;
  return isOneColumn ? withSigns(maker.statement, signs, isCard) : maker.statement;
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
    };
  }
  for (const { fields, line } of rows) {
    const places = placeColumns(fields, columns, line);
    if (places !== null) return { delimiter, places, width: lengthOf(fields), header: line };
  }
  return null;
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
      });
    }
  }
  return rows;
}

function* amountsOf(rows: readonly Cells[]): Generator<string, void, undefined> {
  for (const { amount, debit, credit } of rows) yield* [amount, debit, credit];
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
 * Two columns. Some banks write debits with a minus. If a file has debits with and without a minus, its
 * meaning is unknown.
 */
async function pairReader(rows: readonly Cells[], style: AmountStyle, paced: Paced): Promise<ReadMoney> {
  const negative = (text: string): boolean => /^[^\d]*[-−(]|-$/.test(text);
  const isZero = (text: string): boolean => !/[1-9]/.test(text);
  const seen = { minus: 0, plus: 0 };
  for await (const { debit } of paced(rows))
    if (!isZero(debit)) seen[negative(debit) ? "minus" : "plus"] += 1;
  const allMinus = seen.minus > 0 && seen.plus === 0;
  return (cells) => {
    const debit = readAmount(cells.debit, style, "debit");
    const credit = readAmount(cells.credit, style, "credit");
    if (debit === null && credit === null)
      throw new Unreadable("invalid_amount", "The line has neither a debit nor a credit.");
    if (debit && credit) throw new Unreadable("invalid_amount", "The line has both a debit and a credit.");
    if (!debit) return credit ?? cents(0);
    if (debit < 0 && !allMinus)
      throw new Unreadable(
        "invalid_amount",
        `The debit ${quoted(cells.debit)} has a minus sign, but other debits of the file have none.`,
      );
    return debit < 0 ? debit : negateCents(debit);
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
  if (cells.currency !== "" && !/^(USD|US\$|\$)$/i.test(cells.currency))
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
