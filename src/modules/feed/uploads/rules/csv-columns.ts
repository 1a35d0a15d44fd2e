/**
 * Finds the columns of a bank's CSV, by the usual names of banks or as the caller names them. Invariant: a
 * column is used only if its name is unambiguous, and a named column must exist.
 */
import { type NameInCurrency, nameInCurrency } from "../../../../core/foreign-currency.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { type Column, COLUMNS } from "./words.ts";

/** Columns as the caller names them: by the name in the header, or by number from 1 in a file without one. */
export type ColumnNames = { readonly [Name in Column]?: string | number };

/**
 * Columns with the direction of a line, whether it counts, and figures that prove it. Callers don't name
 * them.
 */
export const SIDES = [
  "direction",
  "kind",
  "status",
  "bookedOn",
  "failure",
  "holder",
  "fee",
  "net",
  "balance",
] as const;
export type Side = (typeof SIDES)[number];

/** The places of the columns within a row, from 0. There is a date, and an amount, a debit or a credit. */
export type Places = { readonly [Name in Column | Side]: number | null };

/** The header must be within this many lines: banks put the name and the balance of the account before it. */
export const HEADER_WITHIN = 30;

/** Names that banks use, in lower case, those first that are taken before others. */
const USUAL: Readonly<Record<Column | Side, readonly string[]>> = {
  date: listed(
    "date|posting date|posted date|post date|date posted|posted|booking date|transaction date|trans date",
    "trans. date|date (utc)|value date|effective date|created date|buchungstag|buchungsdatum|datum|fecha|data",
  ),
  // The amount that the account is charged comes before the one that the shop asked for.
  amount: listed(
    "billing amount|billed amount|settlement amount|settled amount|posted amount|account amount",
    "amount|transaction amount|net amount|betrag|umsatz|importe|montant|importo|bedrag|valor",
  ),
  debit: listed(
    "debit|debits|debit amount|amount debit|withdrawal|withdrawals|withdrawal amount|money out|paid out",
    "outflow|spent|soll|belastung|lastschrift|ausgabe|débit|debet|cargo|cargos|debe|dare|addebito|addebiti",
    "débito|débitos|debito|af|charges|payments",
  ),
  credit: listed(
    "credit|credits|credit amount|amount credit|deposit|deposits|deposit amount|money in|paid in|inflow",
    "received|receipts|haben|gutschrift|einnahme|crédit|abono|abonos|haber|avere|accredito|accrediti",
    "crédito|créditos|credito|bij|payments",
  ),
  description: listed(
    "description|transaction description|bank description|original description|payee|name|narrative|details",
    "transaction details|memo|particulars|verwendungszweck|buchungstext|concepto|libelle|libellé|descrizione",
    "omschrijving|descrição|descripción|text|transaction",
  ),
  merchant_name: listed("merchant|merchant name|payee|counterparty|counterparty name"),
  external_id: listed("transaction id|external id|fitid|bank id"),
  currency: listed(
    "currency|currency code|transaction currency|ccy|waehrung|währung|moneda|divisa|devise|munt|moeda|valuta",
    "account currency|billing currency|settlement currency|payment currency",
  ),
  // The direction of an amount without a sign: debit or credit.
  direction: listed(
    "direction|sign|+/-|d/c|c/d|dc|db/cr|s/h|soll/haben|credit debit indicator|debit or credit|credit/debit",
    "debit/credit|debet/credit|cr/dr|dr/cr|af bij|sens|segno|sinal|transaction type|type|kind|tipo|movimiento",
    "typ|art|buchungsart|details|code|tr",
  ),
  // What a line is, as a word, which may be its direction.
  kind: [],
  // The day of booking beside that of the payment, and why a payment failed.
  bookedOn: listed(
    "posted date|posting date|post date|date posted|clearing date|cleared date|settlement date|settled date",
    "date cleared|booking date|completed date",
  ),
  failure: listed("decline reason|rejection reason|failure reason|error|error message"),
  // Whether a line counts, as a word, or as a yes or no.
  status: listed(
    "status|state|transaction status|transaction state|payment status|posting status|booking status",
    "is posted|posted|booked|cleared|settled|is pending|pending|gebucht|geboekt|estado|buchungsstatus|statut|stato|situação",
  ),
  // The account whose line it is.
  holder: listed(
    "account number|account no|account no.|account #|auftragskonto|iban auftragskonto|account|account name",
    "bank account|source account|account nickname|account id|product|wallet|iban|rekening|rekeningnummer",
    "kontonummer|konto|cuenta|compte|conto|last 4|last four",
  ),
  fee: listed(
    "fee|fees|fee amount|transaction fee|commission|charges|gebühr|gebühren|gebuehr|frais|service charge",
  ),
  net: listed("net|net amount|net total|net deposit"),
  balance: listed(
    "balance|running balance|running bal.|running bal|account balance|balance after|ending balance",
    "closing balance|ledger balance|saldo|kontostand|solde|runningbalance",
  ),
};

/** Parts of names by which a side is known where it has no usual name, and those that make it another one. */
const LIKE: Readonly<Partial<Record<Side, readonly [RegExp, RegExp]>>> = {
  status: [/\b(?:status|statut|estado)\b/, /tax|recon|match|categ|review|receipt|memo|address/],
  holder: [/\baccount\b/, /type|curren|balance|payee|payer|counter|from|to\b|owner|code|other|dest|benef/],
  fee: [/\bfees?\b|\bservice charge|\bcommission|gebühr|\bfrais\b/, /\bid\b|type|name|description/],
  balance: [/\bbalance\b|\bsaldo\b|\bsolde\b|kontostand/, /available|type|previous|opening/],
};

function listed(...names: readonly string[]): readonly string[] {
  return names.flatMap((some) => some.split("|"));
}

function normal(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ")
    .replaceAll("*", "");
}

/** Finds columns of a row that may be the header by their names. */
class HeaderRow {
  readonly #names: readonly string[];
  readonly #parted: readonly (NameInCurrency | null)[];
  readonly #line: number;

  constructor(row: readonly string[], line: number) {
    this.#names = row.map(normal);
    this.#parted = this.#names.map(nameInCurrency);
    this.#line = line;
  }

  /** The place of a name. Throws `LineProblem` if it stands there twice. */
  find(wanted: string): number | null {
    const name = normal(wanted);
    const place = this.#names.indexOf(name);
    if (place >= 0 && this.#names.includes(name, place + 1))
      throw new LineProblem(this.#line, `The header has two columns named ${quoted(wanted)}.`);
    return place < 0 ? null : place;
  }

  /** The place of one of the usual names: in dollars before others, and those before other currencies. */
  usual(column: Column | Side, isFree: (place: number) => boolean = () => true): number | null {
    const names = USUAL[column];
    const among = (isIt: (place: number, name: string) => boolean): number | null =>
      names
        .map((name) => this.#names.findIndex((_, place) => isFree(place) && isIt(place, name)))
        .find((place) => place >= 0) ?? null;
    const inCurrency = (isDollars: boolean) => (place: number, name: string) =>
      this.#parted[place]?.name === name && this.#parted[place].isDollars === isDollars;
    const exact = (place: number, name: string): boolean => this.#names[place] === name;
    return among(inCurrency(true)) ?? among(exact) ?? among(inCurrency(false));
  }

  /** The place of a side that is read as nothing else, by a usual name or by a part of its name. */
  side(side: Side, taken: ReadonlySet<number | null>): number | null {
    const isFree = (place: number): boolean => !taken.has(place);
    const [like, unlike] = LIKE[side] ?? [null, null];
    const place =
      this.usual(side, isFree) ??
      this.#names.findIndex((name, at) => isFree(at) && like?.test(name) === true && !unlike?.test(name));
    return place < 0 ? null : place;
  }

  /** True if the name of a column says that it is in dollars. */
  isInDollars(place: number | null): boolean {
    return this.#parted[place ?? -1]?.isDollars === true;
  }

  /** The currency of a column of money that has one of its own, as `billing amount` has `billing currency`. */
  currencyOf(place: number | null): number | null {
    const name = this.#names[place ?? -1] ?? "";
    const own = this.#names.indexOf(name.replace(/\bamount$/, "currency"));
    return own < 0 || own === place ? null : own;
  }
}

/**
 * Finds the columns in a row that may be the header; null when it is not. Throws `LineProblem` when a name
 * stands there twice.
 */
export function placeColumns(row: readonly string[], names: ColumnNames, line: number): Places | null {
  const header = new HeaderRow(row, line);
  const named = (column: Column): number | null => {
    const name = names[column];
    return name === undefined ? null : header.find(String(name));
  };
  const usual = (column: Column | Side): number | null => {
    for (const name of USUAL[column]) header.find(name);
    return header.usual(column);
  };
  if (COLUMNS.some((column) => names[column] !== undefined && named(column) === null)) return null;
  const either = (column: Column): number | null => named(column) ?? usual(column);
  const date = either("date");
  const money = moneyPlaces(names, named, usual);
  if (date === null || money === null) return null;
  const first = money.amount ?? money.debit ?? money.credit;
  const read = {
    date,
    ...money,
    description: either("description"),
    merchant_name: either("merchant_name"),
    external_id: either("external_id"),
    currency:
      named("currency") ??
      (header.isInDollars(first) ? null : (header.currencyOf(first) ?? usual("currency"))),
  };
  const taken = new Set<number | null>(Object.values(read));
  return {
    ...read,
    kind: null,
    status: header.side("status", taken),
    bookedOn: header.side("bookedOn", taken),
    failure: header.side("failure", taken),
    holder: header.side("holder", taken),
    fee: header.side("fee", taken),
    net: header.side("net", taken),
    balance: header.side("balance", taken),
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
  if (debit !== null && credit !== null && debit !== credit)
    return { amount: null, debit, credit, direction: null };
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
    kind: null,
    status: null,
    bookedOn: null,
    failure: null,
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
    // An unclear header counts as one; the reader of the table reports what is wrong with it.
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

/** Returns the reason why a mapping can't be right; null if it can. */
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
