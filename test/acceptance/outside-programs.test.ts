/**
 * Independent accounting programs agree with our statements to the cent: the sample company's journal entries
 * are read over HTTP and written as a plain-text journal, from which hledger and ledger make the same
 * statements.
 */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { LONG } from "./daybook.ts";
import { firstOfNextMonth, monthsOf, type Range } from "./days.ts";
import { describeWith, outsideProgram } from "./outside.ts";
import { type Sample, sample } from "./sample.ts";
import { service } from "./service.ts";
import {
  amountOf,
  balanceSections,
  type Category,
  type Entry,
  incomeSections,
  ownAmounts,
  readBalance,
  readFlow,
  readIncome,
  type Section,
  sumOf,
} from "./statements.ts";

const execute = promisify(execFile);

let books: Sample;
let journal: string;
/** The account name of each category in the journal: the ids of the categories from the root down. */
let accounts: ReadonlyMap<string, string>;
let months: readonly Range[];
/** The categories whose totals are balances. */
let balances: ReadonlySet<string>;

const TYPES: Readonly<Record<string, string>> = {
  asset: "A",
  liability: "L",
  equity: "E",
  revenue: "R",
  other_income: "R",
  cost_of_goods_sold: "X",
  expense: "X",
  other_expense: "X",
};

async function writeJournal(): Promise<void> {
  books = await sample();
  const rows = await books.api.client.listCategories().all();
  balances = new Set(rows.filter((row) => row.point_in_time).map(({ id }) => id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const above = (row: Category): Category[] => {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id);
    return [...(parent ? above(parent) : []), row];
  };
  accounts = new Map(
    rows.map((row) => [
      row.id,
      above(row)
        .map(({ id }) => id)
        .join(":"),
    ]),
  );
  // Cash is the category that the balance sheet calls Cash, with its children.
  const type = (row: Category) => (above(row)[0]?.name === "Cash" ? "C" : TYPES[row.account_type]);
  const declared = rows.map((row) => `account ${accounts.get(row.id)}  ; type:${type(row)}\n`);
  // All entries of a voucher have one date, so the entries of a day balance.
  const days = [...Map.groupBy(books.entries, ({ date }) => date)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const posting = (entry: Entry) =>
    `    ${accounts.get(entry.category_id)}  ${decimal(entry.debit_cents - entry.credit_cents)}\n`;
  const transactions = days.map(
    ([day, entries]) => `\n${day} all of the day\n${entries.map(posting).join("")}`,
  );
  journal = join((await service()).folder, "sample.journal");
  await writeFile(journal, [...declared, ...transactions].join(""));
  months = monthsOf(books.span);
}

function decimal(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

interface Amount {
  readonly aquantity: { readonly decimalMantissa: number; readonly decimalPlaces: number };
}

interface Compound {
  readonly cbrDates: readonly (readonly [start: string, end: string])[];
  readonly cbrSubreports: readonly (readonly [
    name: string,
    report: {
      readonly prRows: readonly {
        readonly prrName: string;
        readonly prrAmounts: readonly (readonly Amount[])[];
      }[];
    },
    increases: boolean,
  ])[];
  readonly cbrTotals: { readonly prrAmounts: readonly (readonly Amount[])[] };
}

function cents(amounts: readonly Amount[] | undefined): number {
  const [amount, ...others] = amounts ?? [];
  expect(others).toEqual([]);
  return amount ? amount.aquantity.decimalMantissa * 10 ** (2 - amount.aquantity.decimalPlaces) : 0;
}

/** Runs a monthly statement of hledger, in which parents include their children, as in ours. */
async function hledger(statement: "is" | "bse" | "cf"): Promise<Compound> {
  const [first, last] = [months[0]?.start_date ?? "", months.at(-1)?.end_date ?? ""];
  const words = [
    "-f",
    journal,
    statement,
    "--monthly",
    "--begin",
    first,
    "--end",
    firstOfNextMonth(last),
    "--tree",
    "--no-elide",
    "--empty",
    "--output-format",
    "json",
  ];
  const { stdout } = await execute("hledger", words, { maxBuffer: 256 * 1024 * 1024 });
  const report = JSON.parse(stdout) as Compound;
  expect(report.cbrDates).toEqual(months.map(({ start_date }) => [start_date, firstOfNextMonth(start_date)]));
  return report;
}

/**
 * Returns the rows of one month that are not zero, by category. `sign` converts a part's amounts to our sign.
 */
function rowsOf(
  { cbrSubreports }: Compound,
  month: number,
  sign: (part: string) => 1 | -1,
): Map<string, number> {
  const rows = cbrSubreports.flatMap(([part, { prRows }]) =>
    prRows.map(
      (row) => [row.prrName.split(":").at(-1) ?? "", sign(part) * cents(row.prrAmounts[month])] as const,
    ),
  );
  return new Map(rows.filter(([, amount]) => amount !== 0));
}

/**
 * Returns our lines that are not zero, by category, without the lines of parents' direct entries, which
 * hledger does not have.
 */
function linesOf(sections: readonly Section[]): Map<string, number> {
  const lines = sections
    .flatMap((section) => section.categories)
    .filter(({ category_id }) => accounts.has(category_id));
  return new Map(
    lines.map((line) => [line.category_id, amountOf(line)] as const).filter(([, amount]) => amount !== 0),
  );
}

describeWith(outsideProgram("hledger"), "hledger agrees with every month of the sample company", () => {
  beforeAll(writeJournal, LONG.timeout);

  test("on the income statement, line by line and in total", LONG, async () => {
    const theirs = await hledger("is");
    expect(theirs.cbrSubreports.map(([part]) => part)).toEqual(["Revenues", "Expenses"]);
    for (const [index, month] of months.entries()) {
      const ours = await readIncome(books.api, month);
      expect([month, linesOf(incomeSections(ours))]).toEqual([
        month,
        rowsOf(theirs, index, (part) => (part === "Revenues" ? 1 : -1)),
      ]);
      expect([month, ours.net_income_cents]).toEqual([month, cents(theirs.cbrTotals.prrAmounts[index])]);
    }
  });

  test("on the balance sheet, line by line, and on retained earnings", LONG, async () => {
    const theirs = await hledger("bse");
    expect(theirs.cbrSubreports.map(([part]) => part)).toEqual(["Assets", "Liabilities", "Equity"]);
    for (const [index, month] of months.entries()) {
      const ours = await readBalance(books.api, month.end_date);
      expect([month, linesOf(balanceSections(ours))]).toEqual([month, rowsOf(theirs, index, () => 1)]);
      expect([month, ours.equity.retained_earnings["ending_balance_cents"]]).toEqual([
        month,
        cents(theirs.cbrTotals.prrAmounts[index]),
      ]);
    }
  });

  test("on the change in cash, and on the cash before and after", LONG, async () => {
    const theirs = await hledger("cf");
    let cash = 0;
    for (const [index, month] of months.entries()) {
      const ours = await readFlow(books.api, month);
      const change = cents(theirs.cbrTotals.prrAmounts[index]);
      expect([month, ours.beginning_cash_cents, ours.change_in_cash_cents, ours.ending_cash_cents]).toEqual([
        month,
        cash,
        change,
        cash + change,
      ]);
      cash += change;
    }
  });
});

describeWith(outsideProgram("ledger"), "ledger agrees with the sample company", () => {
  beforeAll(writeJournal, LONG.timeout);

  /**
   * Runs ledger. Returns debit minus credit of the direct entries of each category of one kind, in a range.
   */
  async function ledger(pointInTime: boolean, ...range: readonly string[]): Promise<Map<string, number>> {
    const format = "%(account)\t%(quantity(scrub(amount)))\n";
    const { stdout } = await execute(
      "ledger",
      ["--file", journal, "balance", "--flat", "--no-total", "--format", format, ...range],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    const rows = stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split("\t"));
    const amounts = rows.map(
      ([account = "", amount = ""]) =>
        [account.split(":").at(-1) ?? "", Math.round(Number(amount) * 100)] as const,
    );
    return new Map(amounts.filter(([id, amount]) => amount !== 0 && balances.has(id) === pointInTime));
  }

  /** Returns the same from our statement's sections; `sign` converts the amounts of a section to debits. */
  function debits(sections: readonly Section[], sign: (index: number) => 1 | -1): Map<string, number> {
    const amounts = sections.flatMap((section, index) =>
      [...ownAmounts(section)].map(([id, amount]) => [id, sign(index) * amount] as const),
    );
    return new Map(amounts.filter(([, amount]) => amount !== 0));
  }

  test("on every month's activity and every year-end's balances, account by account", LONG, async () => {
    for (const month of months) {
      const income = debits(incomeSections(await readIncome(books.api, month)), () => -1);
      expect([month, income]).toEqual([
        month,
        await ledger(false, "--begin", month.start_date, "--end", firstOfNextMonth(month.end_date)),
      ]);
    }
    const years = [...new Set(months.map(({ start_date }) => start_date.slice(0, 4)))];
    expect(years.length).toBeGreaterThan(2);
    for (const year of years) {
      const sheet = await readBalance(books.api, `${year}-12-31`);
      const theirs = await ledger(true, "--end", `${Number(year) + 1}-01-01`);
      expect([year, debits(balanceSections(sheet), (index) => (index === 0 ? 1 : -1))]).toEqual([
        year,
        theirs,
      ]);
      expect(sumOf(theirs.values(), (amount) => amount)).toBe(
        sheet.equity.retained_earnings["ending_balance_cents"],
      );
    }
  });
});
