/**
 * A trial balance of the source program: the balance of each account on a day. Imported books are compared
 * with it to the cent, by the figures that they show. Programs state the accounts of the income statement
 * since the beginning of the books, of the fiscal year, or since their last closing; all are tried.
 * Invariant: income that is not stated on its accounts is expected in retained earnings, nothing else.
 */
import { type Cents, cents, ZERO_CENTS } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { type DateFormat, dateFromText } from "@daybook/words/date-text";
import { type AccountType, isPointInTime } from "@daybook/words/ledger-words";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import type { Reading, Table, TableRow } from "./formats/format.ts";
import {
  type ColumnTitles,
  fieldReader,
  findHeader,
  type Header,
  type ReportColumn,
} from "./formats/table-columns.ts";
import { type ValueReader, ValueSurvey } from "./formats/table-values.ts";
import { signedDollars } from "./parsed-voucher.ts";
import { foldedName } from "./spellings.ts";

const COLUMNS: ColumnTitles = {
  account: ["account", "account name", "full name", "name", "gl account name"],
  debit: ["debit", "debits", "debit - year to date", "ytd debit"],
  credit: ["credit", "credits", "credit - year to date", "ytd credit"],
  balance: ["balance", "amount", "ending balance", "ytd balance", "amount ending"],
};
const MONEY: readonly ReportColumn[] = ["debit", "credit", "balance"];
/** `As of December 31, 2025`, `As at 31 December 2025`. */
const AS_OF = /\bas (?:of|at)\s+(.+)$/i;

export interface TrialBalance {
  /** The day at whose end the balances hold; null if the file names none. */
  readonly date: CivilDate | null;
  readonly balances: readonly {
    readonly account: string;
    readonly netDebitCents: Cents;
    readonly line: number;
  }[];
}

/** The balance of an imported account at the end of a day. */
export interface AccountBalance {
  /** The account's name in the file, and its names from the top. */
  readonly names: readonly string[];
  readonly type: AccountType;
  readonly isRetainedEarnings: boolean;
  /**
   * Debit minus credit since each of the days from which a program may state income, the same days for all
   * accounts. The first one is the beginning of the books.
   */
  readonly since: readonly number[];
}

export interface Difference {
  readonly account: string;
  /** In the trial balance; null for an account that it does not have. */
  readonly expected: number | null;
  /** In the imported books. */
  readonly found: number;
}

/** Reads a trial balance. Throws `LineProblem` for a table that is none. */
export async function readTrialBalance(
  table: Table,
  { dateFormat, note }: Pick<Reading, "dateFormat" | "note">,
): Promise<TrialBalance> {
  const rows = await allRows(table);
  const header =
    findHeader(rows, COLUMNS, ["account", "debit", "credit"]) ??
    findHeader(rows, COLUMNS, ["account", "balance"]) ??
    unnamed(rows);
  if (header === null)
    throw new LineProblem(1, "The trial balance has no columns account, and debit and credit or balance.");
  const survey = new ValueSurvey();
  let date: CivilDate | null = null;
  for (const row of rows) {
    const field = fieldReader(header.columns, row);
    if (row.line > header.line) for (const column of MONEY) survey.amounts.add(field(column));
    else for (const text of row.fields) date ??= dateInTitle(text, dateFormat);
  }
  const values = survey.reader(dateFormat, "MM/DD/YYYY", note);
  const balances = rows
    .filter(({ line }) => line > header.line)
    .map((row) => balanceOfRow(header, row, values))
    .filter((balance) => balance !== null);
  if (balances.length === 0) throw new LineProblem(header.line, "The trial balance names no accounts.");
  return { date, balances };
}

/** The account and the balance of a row; null for a total and for a row without them. */
function balanceOfRow(
  header: Header,
  row: TableRow,
  values: ValueReader,
): TrialBalance["balances"][number] | null {
  const { columns } = header;
  const field = fieldReader(columns, row);
  const account = field("account");
  if (account === "" || /^(?:grand )?totals?$/i.test(account)) return null;
  if (MONEY.every((column) => field(column) === "")) return null;
  const amount = (column: ReportColumn): Cents => values.cents(field(column), column, row.line) ?? ZERO_CENTS;
  const hasSides = columns.debit !== undefined && columns.credit !== undefined;
  return {
    account,
    netDebitCents: hasSides ? cents(amount("debit") - amount("credit")) : amount("balance"),
    line: row.line,
  };
}

async function allRows(
  table: Table,
): Promise<{ readonly fields: readonly string[]; readonly line: number }[]> {
  const rows = [];
  for await (const batch of table.rows()) rows.push(...batch);
  return rows;
}

/** QuickBooks leaves the title of the column of accounts empty. */
function unnamed(rows: readonly TableRow[]): Header | null {
  const header = findHeader(rows, COLUMNS, ["debit", "credit"]);
  return header && header.columns.account === undefined
    ? { ...header, columns: { ...header.columns, account: 0 } }
    : header;
}

function dateInTitle(text: string, format: DateFormat | null): CivilDate | null {
  const written = AS_OF.exec(text.trim())?.[1];
  return written === undefined ? null : dateFromText(written, format ?? "MM/DD/YYYY");
}

/**
 * Compares books with a trial balance. Returns the differences; none if they are equal. Accounts with a
 * balance of zero may be missing on either side. Accounts that the books do not have come first, as the trial
 * balance has them, then the others by name.
 */
export function compareTrialBalance(
  { balances }: TrialBalance,
  accounts: readonly AccountBalance[],
): readonly Difference[] {
  const [first] = accounts;
  const ways = [...(first?.since ?? [0]).keys()].map((way) => {
    const income = accounts.filter(({ type }) => !isPointInTime(type));
    const retained = income.reduce((sum, { since }) => sum + (since[0] ?? 0) - (since[way] ?? 0), 0);
    return differencesOf(balances, accounts, ({ type, isRetainedEarnings, since }) => {
      if (!isPointInTime(type)) return since[way] ?? 0;
      return (since[0] ?? 0) + (isRetainedEarnings ? retained : 0);
    });
  });
  return ways.reduce((best, other) => (other.length < best.length ? other : best));
}

function differencesOf(
  balances: TrialBalance["balances"],
  accounts: readonly AccountBalance[],
  balanceOf: (account: AccountBalance) => number,
): Difference[] {
  const byName = new Map<string, number>();
  for (const [index, { names }] of accounts.entries())
    for (const name of names) if (!byName.has(foldedName(name))) byName.set(foldedName(name), index);
  const expected = new Map<number, number>();
  const differences: Difference[] = [];
  for (const { account, netDebitCents } of balances) {
    const index = byName.get(foldedName(account));
    if (index === undefined) {
      if (netDebitCents !== 0) differences.push({ account, expected: netDebitCents, found: 0 });
    } else expected.set(index, (expected.get(index) ?? 0) + netDebitCents);
  }
  const known = accounts.map((account, index): Difference => ({
    account: account.names[0] ?? "",
    expected: expected.get(index) ?? null,
    found: balanceOf(account),
  }));
  const differing = known.filter((each) => each.found !== (each.expected ?? 0));
  return [...differences, ...differing.toSorted((a, b) => (a.account < b.account ? -1 : 1))];
}

const DIFFERENCES_SHOWN = 50;

/** The sentence that lists differences, one to a line. */
export function differencesText(differences: readonly Difference[], date: CivilDate): string {
  const lines = differences.slice(0, DIFFERENCES_SHOWN).map(({ account, expected, found }) => {
    const wanted = expected === null ? "none" : signedDollars(expected);
    const missing = (expected ?? 0) - found;
    return `${quoted(account)}: ${wanted} in the trial balance, ${signedDollars(found)} in the books, ${signedDollars(missing)} missing`;
  });
  const more = differences.length - lines.length;
  return `The books differ from the trial balance of ${date} in ${differences.length} ${differences.length === 1 ? "account" : "accounts"}. Nothing was imported.\n${lines.join("\n")}${more > 0 ? `\nand ${more} more` : ""}`;
}
