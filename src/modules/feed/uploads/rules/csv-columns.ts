/**
 * Finds the columns of a bank's CSV, by the usual names of banks or as the caller names them. Invariant: a
 * column is used only if its name is unambiguous, and a named column must exist.
 */
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { type Column, COLUMNS } from "./words.ts";

/** Columns as the caller names them: by the name in the header, or by number from 1 in a file without one. */
export type ColumnNames = { readonly [Name in Column]?: string | number };

/** Columns that say how a line is meant, whether it counts, and what proves it. Callers don't name them. */
export const SIDES = ["direction", "status", "holder", "fee", "net", "balance"] as const;
export type Side = (typeof SIDES)[number];

/** The places of the columns within a row, from 0. There is a date, and an amount, a debit or a credit. */
export type Places = { readonly [Name in Column | Side]: number | null };

/** The header must be within this many lines: banks put the name and the balance of the account before it. */
export const HEADER_WITHIN = 30;

/** Names that banks use, in lower case, those first that are taken before others. */
const USUAL: Readonly<Record<Column | Side, readonly string[]>> = {
  date: [
    "date",
    "posting date",
    "posted date",
    "post date",
    "date posted",
    "posted",
    "booking date",
    "transaction date",
    "trans date",
    "trans. date",
    "date (utc)",
    "value date",
    "effective date",
    "created date",
    "buchungstag",
    "datum",
    "fecha",
    "data",
  ],
  amount: [
    "amount",
    "transaction amount",
    "amount (usd)",
    "amount usd",
    "amount ($)",
    "net amount",
    "betrag",
    "umsatz",
    "importe",
    "montant",
    "importo",
  ],
  debit: [
    "debit",
    "debits",
    "debit amount",
    "amount debit",
    "withdrawal",
    "withdrawals",
    "withdrawal amount",
    "money out",
    "paid out",
    "outflow",
    "soll",
  ],
  credit: [
    "credit",
    "credits",
    "credit amount",
    "amount credit",
    "deposit",
    "deposits",
    "deposit amount",
    "money in",
    "paid in",
    "inflow",
    "haben",
  ],
  description: [
    "description",
    "transaction description",
    "bank description",
    "original description",
    "payee",
    "name",
    "narrative",
    "details",
    "transaction details",
    "memo",
    "particulars",
    "verwendungszweck",
    "concepto",
    "libelle",
    "libellé",
  ],
  merchant_name: ["merchant", "merchant name", "payee", "counterparty", "counterparty name"],
  external_id: ["transaction id", "transaction_id", "external_id", "external id", "fitid", "bank id"],
  currency: [
    "currency",
    "currency code",
    "transaction currency",
    "ccy",
    "waehrung",
    "währung",
    "moneda",
    "devise",
    "valuta",
  ],
  // The direction of an amount without a sign: debit or credit.
  direction: [
    "direction",
    "sign",
    "+/-",
    "d/c",
    "c/d",
    "dc",
    "s/h",
    "soll/haben",
    "credit debit indicator",
    "debit or credit",
    "credit/debit",
    "debit/credit",
    "cr/dr",
    "dr/cr",
    "transaction type",
    "type",
    "kind",
    "details",
  ],
  // Whether a line counts, as a word, or as a yes or no.
  status: [
    "status",
    "state",
    "transaction status",
    "transaction state",
    "payment status",
    "posting status",
    "booking status",
    "is posted",
    "posted",
    "booked",
    "cleared",
    "settled",
    "is pending",
    "pending",
    "estado",
    "buchungsstatus",
    "statut",
    "stato",
  ],
  // The account whose line it is.
  holder: [
    "account number",
    "account no",
    "account no.",
    "account #",
    "account",
    "account name",
    "bank account",
    "source account",
    "kontonummer",
    "konto",
    "cuenta",
    "compte",
    "conto",
  ],
  fee: [
    "fee",
    "fees",
    "fee amount",
    "fee (usd)",
    "transaction fee",
    "commission",
    "gebühr",
    "gebuehr",
    "frais",
  ],
  net: ["net", "net amount", "net (usd)", "net total"],
  balance: [
    "balance",
    "running balance",
    "running bal.",
    "running bal",
    "account balance",
    "balance after",
    "ending balance",
    "closing balance",
    "ledger balance",
    "saldo",
    "kontostand",
    "solde",
  ],
};

function normal(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ")
    .replaceAll("*", "");
}

/**
 * Finds the columns in a row that may be the header; null when it is not. Throws `LineProblem` when a name
 * stands there twice.
 */
export function placeColumns(row: readonly string[], names: ColumnNames, line: number): Places | null {
  const header = row.map(normal);
  const find = (wanted: string): number | null => {
    const name = normal(wanted);
    const place = header.indexOf(name);
    if (place >= 0 && header.includes(name, place + 1))
      throw new LineProblem(line, `The header has two columns named ${quoted(wanted)}.`);
    return place < 0 ? null : place;
  };
  const named = (column: Column): number | null => {
    const name = names[column];
    return name === undefined ? null : find(String(name));
  };
  const usual = (column: Column | Side): number | null =>
    USUAL[column].map((name) => find(name.replaceAll("_", " "))).find((place) => place !== null) ?? null;
  if (COLUMNS.some((column) => names[column] !== undefined && named(column) === null)) return null;
  const either = (column: Column): number | null => named(column) ?? usual(column);
  const date = either("date");
  const money = moneyPlaces(names, named, usual);
  if (date === null || money === null) return null;
  const read = {
    date,
    ...money,
    description: either("description"),
    merchant_name: either("merchant_name"),
    external_id: either("external_id"),
    currency: either("currency"),
  };
  const taken = new Set(Object.values(read));
  /** The first column of a usual name that is read as nothing else. */
  const beside = (side: Side): number | null => {
    const place = USUAL[side]
      .map((name) => header.indexOf(name))
      .find((each) => each >= 0 && !taken.has(each));
    return place ?? null;
  };
  return {
    ...read,
    status: beside("status"),
    holder: beside("holder"),
    fee: beside("fee"),
    net: beside("net"),
    balance: beside("balance"),
  };
}

type Money = Pick<Places, "amount" | "debit" | "credit" | "direction">;

/**
 * The columns of money: a signed amount, or debits and credits; if the caller names them, one of the two is
 * enough.
 */
function moneyPlaces(
  names: ColumnNames,
  named: (column: Column) => number | null,
  usual: (column: Column | Side) => number | null,
): Money | null {
  if (names.amount !== undefined)
    return { amount: named("amount"), debit: null, credit: null, direction: usual("direction") };
  if (names.debit !== undefined || names.credit !== undefined)
    return { amount: null, debit: named("debit"), credit: named("credit"), direction: null };
  const [debit, credit, amount] = [usual("debit"), usual("credit"), usual("amount")];
  if (debit !== null && credit !== null) return { amount: null, debit, credit, direction: null };
  return amount === null ? null : { amount, debit: null, credit: null, direction: usual("direction") };
}

/** The number of columns found; the reading of a header with the most columns is used. */
export function countOf(places: Places): number {
  return Object.values(places).filter((place) => place !== null).length;
}

/** True if columns are named by number, as a file without a header requires. */
export function areNumbered(names: ColumnNames): boolean {
  return Object.values(names).some((name) => typeof name === "number");
}

/** The places that numbers name. */
export function numberedPlaces(names: ColumnNames): Places {
  const place = (column: Column): number | null => {
    const name = names[column];
    return typeof name === "number" ? name - 1 : null;
  };
  return {
    date: place("date"),
    amount: place("amount"),
    debit: place("debit"),
    credit: place("credit"),
    description: place("description"),
    merchant_name: place("merchant_name"),
    external_id: place("external_id"),
    currency: place("currency"),
    direction: null,
    status: null,
    holder: null,
    fee: null,
    net: null,
    balance: null,
  };
}

/** The columns of texts, which prove and move no money. */
const TEXTS = ["description", "merchant_name", "currency", "direction", "status", "holder"] as const;

/** A row of a table, with its number from 1. */
interface TableRow {
  readonly fields: readonly string[];
  readonly line: number;
}

/** The places of texts in a table by its header; null if it has none within the first rows. */
export function textPlaces(rows: readonly TableRow[], names: ColumnNames): ReadonlySet<number> | null {
  try {
    const places = areNumbered(names) ? numberedPlaces(names) : headerPlaces(rows, names);
    if (places === null) return null;
    return new Set(TEXTS.map((column) => places[column]).filter((place) => place !== null));
  } catch (error) {
    // A header that is not clear is one; whoever reads the table says what is wrong with it.
    if (error instanceof LineProblem) return new Set();
    throw error;
  }
}

function headerPlaces(rows: readonly TableRow[], names: ColumnNames): Places | null {
  for (const { fields, line } of rows.slice(0, HEADER_WITHIN)) {
    const places = placeColumns(fields, names, line);
    if (places !== null) return places;
  }
  return null;
}

/** Why a mapping can't be meant; null when it can. */
export function mappingProblem(names: ColumnNames): string | null {
  const given = Object.values(names);
  if (given.some((name) => typeof name === "number") && given.some((name) => typeof name === "string"))
    return "names columns either by name or by number, not both.";
  if (names.amount !== undefined && (names.debit !== undefined || names.credit !== undefined))
    return "names either `amount` or `debit` and `credit`.";
  const money = names.amount ?? names.debit ?? names.credit;
  if (areNumbered(names) && (names.date === undefined || money === undefined))
    return "needs `date`, and `amount` or `debit` or `credit`, when columns are named by number.";
  return null;
}
