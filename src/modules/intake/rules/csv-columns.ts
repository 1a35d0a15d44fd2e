/**
 * Finds the columns of a general-journal CSV. The header row is required, and columns are found by name, in
 * any order. Invariant: a column is used only if its name is unambiguous.
 */
import { foreignCurrencyIn } from "../../../core/foreign-currency.ts";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import { statusPlaceOf } from "./entry-status.ts";

/** What columns of a journal hold. */
export const JOURNAL_COLUMNS = [
  "journal",
  "date",
  "description",
  "account",
  "debit",
  "credit",
  "amount",
  "merchant",
  "department",
] as const;
export type JournalColumn = (typeof JOURNAL_COLUMNS)[number];

/** Names of columns in the file, by what they hold. The file must have each column that is named here. */
export type ColumnNames = { readonly [Column in JournalColumn]?: string };

/** The columns of money: debits and credits, or one signed amount with debits positive. */
export type AmountColumns =
  | { readonly kind: "two"; readonly debit: number; readonly credit: number }
  | { readonly kind: "one"; readonly amount: number };

/** The index of each column in a row; null for a column that the file does not have. */
export interface ColumnPlaces {
  readonly date: number;
  readonly account: number;
  readonly amounts: AmountColumns;
  readonly journal: number | null;
  readonly description: number | null;
  readonly merchant: number | null;
  readonly department: number | null;
  /** Says whether a line counts. */
  readonly status: number | null;
  readonly currency: number | null;
}

/**
 * Finds the columns in the header. Names are compared ignoring case and surrounding blanks. A column that is
 * not in `names` is found by its own name, except merchant and department, which are read only if they are in
 * `names`. Columns of a status and of the currency are found, too, because a line may not count; others are
 * ignored.
 * @throws LineProblem if a required or named column is missing or appears twice.
 */
export function placeColumns(header: readonly string[], names: ColumnNames, line: number): ColumnPlaces {
  if (header.some((name) => name.includes("\r")))
    throw new LineProblem(line, "The lines of the file must end with LF or CRLF, not with CR alone.");
  const normal = header.map((name) => name.trim().toLowerCase());
  const find = (name: string): number | null => {
    const wanted = name.trim().toLowerCase();
    const place = normal.indexOf(wanted);
    if (place < 0) return null;
    if (normal.includes(wanted, place + 1))
      throw new LineProblem(line, `The header has two columns named ${quoted(name)}.`);
    return place;
  };
  const placeOf = (isIt: (name: string) => boolean): number | null => {
    const place = normal.findIndex(isIt);
    return place < 0 ? null : place;
  };
  const missing = (name: string): LineProblem =>
    new LineProblem(
      line,
      `There is no column named ${quoted(name)}; the header has ${header.map((each) => quoted(each.trim())).join(", ")}.`,
    );
  const optional = (column: JournalColumn, hasDefaultName: boolean): number | null => {
    const name = names[column];
    if (name === undefined) return hasDefaultName ? find(column) : null;
    const place = find(name);
    if (place === null) throw missing(name);
    return place;
  };
  const required = (column: JournalColumn): number => {
    const place = optional(column, true);
    if (place === null) throw missing(column);
    return place;
  };
  const amounts = (): AmountColumns => {
    const hasTwo = names.debit !== undefined || names.credit !== undefined;
    if (hasTwo && names.amount !== undefined) {
      throw new LineProblem(
        line,
        "Name either the debit and credit columns, or the column of a signed amount, but not both.",
      );
    }
    if (names.amount !== undefined) return { kind: "one", amount: required("amount") };
    if (hasTwo || find("debit") !== null || find("credit") !== null)
      return { kind: "two", debit: required("debit"), credit: required("credit") };
    const amount = find("amount");
    if (amount === null)
      throw new LineProblem(
        line,
        "There are no amounts: the header needs the columns debit and credit, or the column amount.",
      );
    return { kind: "one", amount };
  };
  const status = statusPlaceOf(normal);
  return {
    date: required("date"),
    account: required("account"),
    amounts: inDollars(header, line, amounts()),
    journal: optional("journal", true),
    description: optional("description", true),
    merchant: optional("merchant", false),
    department: optional("department", false),
    status: status < 0 ? null : status,
    currency: placeOf((name) => CURRENCY.test(name) && !OTHER_CURRENCY.test(name)),
  };
}

const CURRENCY = /\bcurrency\b|^ccy$/;
const OTHER_CURRENCY = /orig|foreign|source|local|rate/;

/** Throws `LineProblem` if a column of money is in another currency by its name. */
function inDollars(header: readonly string[], line: number, amounts: AmountColumns): AmountColumns {
  for (const place of amounts.kind === "one" ? [amounts.amount] : [amounts.debit, amounts.credit]) {
    const name = header[place]?.trim() ?? "";
    const currency = foreignCurrencyIn(name);
    if (currency !== null)
      throw new LineProblem(line, `The column ${quoted(name)} is in ${currency}; only US dollars are read.`);
  }
  return amounts;
}
