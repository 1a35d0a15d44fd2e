/**
 * Finds the layout of a bank's CSV from its first rows: the separator, the header, and the meaning of each
 * column. Then returns the cells of its lines. Invariant: a second table, with other columns or below a
 * title, belongs to another account and is never read as the first one.
 */
import { isKnownStatus } from "../../../../core/line-status.ts";
import { foreignCurrencyIn, isCurrencyCode } from "../../../../core/foreign-currency.ts";
import { LIMITS } from "@daybook/words/limits";
import type { Paced } from "../../../../core/paced.ts";
import { type CsvRow, csvRows } from "../../../../platform/text/csv-rows.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import {
  areNumbered,
  type ColumnNames,
  countOf,
  HEADER_WITHIN,
  numberedPlaces,
  placeColumns,
  type Places,
} from "./csv-columns.ts";
import { directionOf } from "./directions.ts";
import { type Content, encodingOf, headOf, utf8 } from "./encoding.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const HEADER_WITHIN_BYTES = 262_144;

/** A column by its name, with its first different texts. */
export interface Undirected {
  readonly name: string;
  readonly words: readonly string[];
}

export interface Layout {
  readonly delimiter: string;
  readonly places: Places;
  /** The number of fields of the header; 0 without a header. */
  readonly width: number;
  /** The line of the header; 0 without a header. */
  readonly header: number;
  /** The name of each column; empty without a header. */
  readonly names: readonly string[];
  /** The rows above the header. */
  readonly titles: readonly CsvRow[];
  /** True if most of the first lines have a day of booking beside the day of their payment. */
  readonly hasBookedDays: boolean;
  /** True if the column of directions has no usual name, and is known by its words alone. */
  readonly isDirectionFound: boolean;
  /** A column that may state the direction in unknown words; null if there is none. */
  readonly undirected: Undirected | null;
}

/** The texts of a line's columns, blank for one that the file has not. */
export type Cells = { readonly [Name in keyof Places]: string } & {
  readonly line: number;
  readonly fields: number;
};

/** The name of a column in the header; empty if there is none. */
export function nameOf({ names, places }: Layout, column: keyof Places): string {
  return names[places[column] ?? -1]?.trim() ?? "";
}

/** Finds what parts the fields, and the header: the reading that knows the most columns. */
export async function layoutOf(
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
    asked.length > 0
      ? `the columns ${asked.join(", ")}`
      : "a date, such as Date or Posting Date, and an amount, such as Amount, or Debit and Credit";
  throw new LineProblem(
    1,
    `The first ${HEADER_WITHIN} rows have no header with ${wanted}.${await widestIn(content, encoding, paced)} Give the names of the columns in \`columns\`, or their numbers if there is no header, or download the account from the bank as OFX, QFX or CSV.`,
  );
}

/** Returns what the file has in place of a header, as a sentence; empty for a file without columns. */
async function widestIn(content: Content, encoding: string, paced: Paced): Promise<string> {
  const read = await Promise.all(
    DELIMITERS.map((delimiter) => firstRows(content, encoding, delimiter, paced)),
  );
  const [widest = []] = read.toSorted((a, b) => widthOf(b) - widthOf(a));
  const width = widthOf(widest);
  const row = widest.find(({ fields }) => lengthOf(fields) === width);
  if (row === undefined || width < 2) return "";
  const texts = row.fields.filter((field) => field.trim() !== "").slice(0, COLUMNS_SHOWN);
  return ` Line ${row.line} has ${texts.map((text) => quoted(text.trim())).join(", ")}${width > texts.length ? " and others" : ""}.`;
}

/** Columns that a refusal names. */
const COLUMNS_SHOWN = 8;

/** A column of a CSV, shown to a person who chooses its meaning. */
export interface CsvColumn {
  /** Its name in the header; null in a file without one. */
  readonly name: string | null;
  /** Its first values that are not blank. */
  readonly samples: readonly string[];
  /** Its meaning; null for a column that is not read. */
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
  // The rows that banks write before the header have fewer columns.
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
      titles: [],
      undirected: null,
      isDirectionFound: false,
      hasBookedDays: false,
    };
  }
  for (const { fields, line } of rows) {
    const found = placeColumns(fields, columns, line);
    if (found === null) continue;
    for (const money of [found.amount, found.debit, found.credit, found.balance])
      checkCurrency(fields[money ?? -1] ?? "", line);
    const below = rows.filter((row) => row.line > line).map((row) => row.fields);
    return {
      delimiter,
      header: line,
      titles: rows.filter((row) => row.line < line),
      ...namedIn(found, fields, below),
    };
  }
  return null;
}

/**
 * Returns the meaning of the columns by the header and the rows below it; `found` are those known by name.
 */
function namedIn(
  found: Places,
  fields: readonly string[],
  below: readonly (readonly string[])[],
): Omit<Layout, "delimiter" | "header" | "titles"> {
  const direction = directionPlace(found, below);
  // The same word is the value date elsewhere.
  const currency = hasDigits(found.currency, below)
    ? null
    : (found.currency ?? currencyPlace(found, fields, below));
  const places = { ...found, direction, kind: found.direction, currency };
  const booked = below.filter((row) => /\d/.test(row[found.bookedOn ?? -1] ?? ""));
  return {
    places: { ...places, status: places.status ?? statusPlace({ ...places, kind: null }, below) },
    width: lengthOf(fields),
    names: fields,
    hasBookedDays: booked.length * 2 >= below.length,
    isDirectionFound: direction !== null && direction !== found.direction,
    undirected: direction === null ? undirectedIn(found, fields, below) : null,
  };
}

/**
 * The column that states whether money went out or came in. It is the one with a usual name, if most of the
 * first rows have a word for a direction there. If no amount has a minus, it may be any column in which each
 * row has such a word and both directions occur; there a single letter is no word, because it may be the
 * initial of a person.
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
    const hasLetters = dated.some((row) => IS_LETTER.test((row[place] ?? "").trim()));
    return (
      words.has("out") && words.has("in") && !words.has(null) && !(hasLetters && place !== places.direction)
    );
  });
  return found ?? null;
}

const IS_LETTER = /^\p{L}$/u;
const isLetterOf = (word: string, way: string): boolean => IS_LETTER.test(word) && directionOf(word) === way;

/** The column of a usual name for directions, if several words stand there; else one of letters for them. */
function undirectedIn(
  places: Places,
  names: readonly string[],
  rows: readonly (readonly string[])[],
): Undirected | null {
  const dated = rows.filter((row) => /\d/.test(row[places.date ?? 0] ?? ""));
  const wordsIn = (place: number): string[] =>
    [...new Set(dated.map((row) => (row[place] ?? "").trim()))].filter((word) => word !== "");
  const taken = new Set(Object.values(places));
  const place =
    places.direction ??
    names.findIndex((_, at) => {
      const words = taken.has(at) ? [] : wordsIn(at);
      return words.length === 2 && ["in", "out"].every((way) => words.some((word) => isLetterOf(word, way)));
    });
  const words = wordsIn(place);
  return words.length < 2 ? null : { name: (names[place] ?? "").trim(), words };
}

function hasDigits(place: number | null, rows: readonly (readonly string[])[]): boolean {
  return rows.some((row) => /\d/.test(row[place ?? -1] ?? ""));
}

/** Names of columns of a currency that is not the account's. */
const OF_OTHERS = /orig|local|foreign|source|merchant|instructed|exchange|from|target|usd/i;

/** The column without a usual name whose every text is the code of a currency. */
function currencyPlace(
  places: Places,
  names: readonly string[],
  rows: readonly (readonly string[])[],
): number | null {
  const money = names[places.amount ?? places.debit ?? places.credit ?? -1] ?? "";
  if (/\bUSD\b|\$/.test(money)) return null;
  const taken = new Set(Object.values(places));
  const found = names.findIndex((name, place) => {
    const texts = rows.map((row) => (row[place] ?? "").trim()).filter((text) => text !== "");
    return !taken.has(place) && !OF_OTHERS.test(name) && texts.length > 0 && texts.every(isCurrencyCode);
  });
  return found < 0 ? null : found;
}

/** The column without a usual name in which every text states whether a line counts. */
function statusPlace(places: Places, rows: readonly (readonly string[])[]): number | null {
  const taken = new Set(Object.values(places));
  const width = Math.max(0, ...rows.map((row) => row.length));
  const found = Array.from({ length: width }, (_, place) => place).find((place) => {
    const words = taken.has(place) ? [] : rows.map((row) => (row[place] ?? "").trim()).filter(Boolean);
    return words.length > 0 && words.every((word) => /\p{L}{4}/u.test(word) && isKnownStatus(word, ""));
  });
  return found ?? null;
}

/** Throws `LineProblem` if the name of a column of money says another currency, such as `Amount (EUR)`. */
function checkCurrency(header: string, line: number): void {
  const currency = foreignCurrencyIn(header);
  if (currency !== null)
    throw new LineProblem(
      line,
      `The column ${quoted(header)} is in ${currency}; only US dollars are supported.`,
    );
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

export async function cellsOf(
  content: Content,
  encoding: string,
  layout: Layout,
  paced: Paced,
): Promise<Cells[]> {
  const { delimiter, places, header } = layout;
  const rows: Cells[] = [];
  let above: readonly string[] = [];
  for await (const batch of csvRows(paced(utf8(content, encoding)), { delimiter, ragged: true })) {
    for (const { fields, line } of batch) {
      if (line <= header) continue;
      if (fields.length > LIMITS.upload_columns.value)
        throw new LineProblem(
          line,
          `The row has ${fields.length} columns; no more than ${LIMITS.upload_columns.value} are read.`,
        );
      if (fields.every((field) => field.trim() === "")) continue;
      checkTable(fields, line, layout, above);
      above = fields;
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
        kind: at(places.kind),
        status: at(places.status),
        bookedOn: at(places.bookedOn),
        failure: at(places.failure),
        holder: at(places.holder),
        fee: at(places.fee),
        net: at(places.net),
        balance: at(places.balance),
      });
    }
  }
  return rows;
}

/** Throws `LineProblem` for a row that begins another table. `above` is the row before it. */
function checkTable(
  fields: readonly string[],
  line: number,
  { header, names }: Layout,
  above: readonly string[],
): void {
  if (header === 0 || fields.some((field) => /\d/.test(field)) || lengthOf(fields) < 2) return;
  const isSame = fields.every((field, place) => field.trim() === (names[place] ?? "").trim());
  const title = above.filter((field) => field.trim() !== "").join(" ");
  const isBelowTitle = above.filter((field) => field.trim() !== "").length < 3 && title !== "";
  if (isSame ? !isBelowTitle : !isHeaderRow(fields, line)) return;
  const below = isBelowTitle ? `, below ${quoted(title)}` : "";
  throw new LineProblem(
    line,
    `A second table begins here${below}, perhaps of another account. Part the file, and upload each table by itself.`,
  );
}

function isHeaderRow(fields: readonly string[], line: number): boolean {
  try {
    return placeColumns(fields, {}, line) !== null;
  } catch (error) {
    if (error instanceof LineProblem) return true;
    throw error;
  }
}
