/**
 * Independent accounting programs agree with every month of the trial balance, and one of them with every
 * entry and balance of the general ledger, of three books: the sample
 * company's, those of a fiscal year that begins in July, and those with adjusting entries. The books are
 * exported for these programs, which add up what was booked each month.
 */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { companyBundle, cr, dr, JOURNAL, voucher } from "../support/bundle.ts";
import { json, LONG } from "./daybook.ts";
import { dayBefore, firstOfNextMonth, monthsOf, type Range } from "./days.ts";
import { describeWith, outsideProgram } from "./outside.ts";
import { sample } from "./sample.ts";
import { type Company, importCompany, type Service, service } from "./service.ts";

const execute = promisify(execFile);
const NAMES = ["the sample company", "a fiscal year from July", "books with adjusting entries"] as const;
type Name = (typeof NAMES)[number];

/** Debit minus credit by category; those of zero are left out. */
type Amounts = ReadonlyMap<string, number>;

interface Books {
  readonly company: Company;
  readonly firstMonth: number;
  readonly months: readonly Range[];
  /** The categories whose totals are balances. */
  readonly balances: ReadonlySet<string>;
  readonly ledger: string;
  readonly beancount: string;
  /** Categories by the accounts of the files. */
  readonly ledgerIds: ReadonlyMap<string, string>;
  readonly beancountIds: ReadonlyMap<string, string>;
}

let running: Service;
const books = new Map<Name, Books>();
const booksOf = (name: Name): Books => {
  const found = books.get(name);
  if (found === undefined) throw new Error(`there are no books ${name}`);
  return found;
};

const LATER = [
  voucher("2025-07-15", "July", [dr("checking", 700_00), cr("subscriptions", 700_00)]),
  voucher("2026-02-15", "February", [dr("hosting", 30_00), cr("checking", 30_00)]),
  voucher("2026-07-02", "The year after", [dr("payroll", 80_00), cr("checking", 80_00)]),
];

beforeAll(async () => {
  running = await service();
  await open("the sample company", await sample(), 1);
  const july = companyBundle({ company: { fiscal_year_start_month: 7 }, journal: [...JOURNAL, ...LATER] });
  await open("a fiscal year from July", await importCompany(running, july), 7);
  const adjusted = await importCompany(running, companyBundle({ journal: [...JOURNAL, ...LATER] }));
  const entries = ["2025-03-31", "2025-06-30", "2025-12-31", "2026-01-31"].map((date, index) => ({
    date,
    memo: `Accrued ${index}`,
    adjusting: index !== 1,
    lines: [
      { category: "cat_hosting", debit_cents: 12_34 + index },
      { category: "cat_payable", credit_cents: 12_34 + index },
    ],
  }));
  const file = join(running.folder, "adjusting.json");
  await writeFile(file, JSON.stringify(entries));
  await json(running.daybook, ["journal", "post", file, "--company", adjusted.id]);
  await open("books with adjusting entries", adjusted, 1);
}, LONG.timeout);

async function open(name: Name, company: Company, firstMonth: number): Promise<void> {
  const categories = await company.api.client.listCategories().all();
  const entries = await company.api.client.listJournalEntries().all();
  const span = { start_date: entries.at(-1)?.date ?? "", end_date: entries[0]?.date ?? "" };
  const write = async (format: string) => {
    const file = join(running.folder, `trial-${NAMES.indexOf(name)}.${format}`);
    const words = ["export", "books", company.id, "--format", format, "--output", file];
    await json(running.daybook, words);
    return file;
  };
  const [ledger, beancount] = [await write("ledger"), await write("beancount")];
  books.set(name, {
    company,
    firstMonth,
    months: monthsOf(span),
    balances: new Set(categories.filter((row) => row.point_in_time).map(({ id }) => id)),
    ledger,
    beancount,
    ledgerIds: await idsIn(ledger, /^account (.+)\n {4}; type: .\n {4}; id: (.+)$/gm),
    beancountIds: await idsIn(
      beancount,
      /^\d{4}-\d\d-\d\d open (\S+) USD\n {2}name: .*\n {2}category: "(.+)"$/gm,
    ),
  });
}

async function idsIn(file: string, pattern: RegExp): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(file, "utf8");
  return new Map(Array.from(text.matchAll(pattern), ([, account = "", id = ""]) => [account, id]));
}

async function output(program: string, words: readonly string[]): Promise<string> {
  return (await execute(program, [...words], { maxBuffer: 256 * 1024 * 1024 })).stdout;
}

const centsOf = (text: string): number => Math.round(Number(text) * 100);

/** What was booked in each month, as a program adds it up: by the first day of the month, and by category. */
type Activity = ReadonlyMap<string, Amounts>;

function activityOf(
  rows: readonly (readonly [month: string, account: string, amount: number])[],
  ids: ReadonlyMap<string, string>,
): Activity {
  return new Map(
    [...Map.groupBy(rows, ([month]) => month)].map(([month, ofMonth]) => [
      month,
      new Map(ofMonth.map(([, account, amount]) => [ids.get(account) ?? account, amount])),
    ]),
  );
}

const withoutZeros = (amounts: Iterable<readonly [string, number]>): Record<string, number> =>
  Object.fromEntries(
    [...amounts].filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Compares every month of the trial balance with what a program added up. */
async function compare(name: Name, theirs: Activity): Promise<void> {
  const { company, firstMonth, months, balances } = booksOf(name);
  const sums = new Map<string, number>();
  let earlier = 0;
  const closing = () => withoutZeros([...sums, ["grp_earlier_net_income", earlier]]);
  for (const month of months) {
    if (Number(month.start_date.slice(5, 7)) === firstMonth)
      for (const [id, sum] of sums) {
        if (balances.has(id)) continue;
        earlier += sum;
        sums.delete(id);
      }
    const before = closing();
    const booked = theirs.get(month.start_date) ?? new Map<string, number>();
    for (const [id, amount] of booked) sums.set(id, (sums.get(id) ?? 0) + amount);
    for (const adjustments of ["included", "separate"] as const) {
      const { categories } = await company.api.client.getTrialBalance({ ...month, adjustments });
      type Row = (typeof categories)[number];
      const ours = (amount: (row: Row) => number) =>
        withoutZeros(categories.map((row) => [row.category_id.replace(/-direct$/, ""), amount(row)]));
      const net = (sides: Row["closing"] | null) =>
        sides === null ? 0 : sides.debit_cents - sides.credit_cents;
      const changed = (row: Row) => row.changes.reduce((sum, each) => sum + net(each), net(row.adjustments));
      expect([month, ours(({ opening }) => net(opening))]).toEqual([month, before]);
      expect([month, ours(changed)]).toEqual([month, withoutZeros(booked)]);
      expect([month, ours((row) => net(row.closing))]).toEqual([month, closing()]);
    }
  }
  expect(months.length).toBeGreaterThan(15);
}

describeWith(
  outsideProgram("hledger"),
  "hledger agrees with every month of the trial balance (TRIAL-005)",
  () => {
    test.each(NAMES)("of %s", LONG, async (name) => {
      const { ledger, ledgerIds, months } = booksOf(name);
      const text = await output("hledger", [
        "-f",
        ledger,
        ..."balance --monthly --flat --no-total --empty --output-format json".split(" "),
        "--begin",
        months[0]?.start_date ?? "",
        "--end",
        firstOfNextMonth(months.at(-1)?.start_date ?? ""),
      ]);
      const report = JSON.parse(text) as {
        readonly prDates: readonly (readonly [{ readonly contents: string }, unknown])[];
        readonly prRows: readonly {
          readonly prrName: string;
          readonly prrAmounts: readonly Quantities[];
        }[];
      };
      const rows = report.prRows.flatMap(({ prrName, prrAmounts }) =>
        prrAmounts.map(
          (amounts, index) => [months[index]?.start_date ?? "", prrName, inCents(amounts)] as const,
        ),
      );
      expect(report.prDates.length).toBe(months.length);
      await compare(name, activityOf(rows, ledgerIds));
    });
  },
);

describeWith(
  outsideProgram("ledger"),
  "ledger agrees with every month of the trial balance (TRIAL-005)",
  () => {
    test.each(NAMES)("of %s", LONG, async (name) => {
      const { ledger, ledgerIds, months } = booksOf(name);
      const rows: (readonly [string, string, number])[] = [];
      for (const { start_date, end_date } of months) {
        const text = await output("ledger", [
          "--file",
          ledger,
          ..."balance --flat --no-total --format".split(" "),
          "%(account)\t%(quantity(scrub(amount)))\n",
          "--begin",
          start_date,
          "--end",
          firstOfNextMonth(end_date),
        ]);
        for (const line of text.split("\n").filter((each) => each !== "")) {
          const [account = "", amount = ""] = line.split("\t");
          rows.push([start_date, account, centsOf(amount)]);
        }
      }
      await compare(name, activityOf(rows, ledgerIds));
    });
  },
);

describeWith(
  outsideProgram("bean-query"),
  "Beancount agrees with every month of the trial balance (TRIAL-005)",
  () => {
    test.each(NAMES)("of %s", LONG, async (name) => {
      const { beancount, beancountIds } = booksOf(name);
      const table = await output("bean-query", [
        "-f",
        "csv",
        beancount,
        "select year, month, account, sum(number) as total group by year, month, account",
      ]);
      const rows = table
        .trimEnd()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(",").map((cell) => cell.trim()))
        .map(
          ([year = "", month = "", account = "", amount = ""]) =>
            [`${year}-${month.padStart(2, "0")}-01`, account, centsOf(amount)] as const,
        );
      await compare(name, activityOf(rows, beancountIds));
    });
  },
);

/** Joins what belongs to an account and a day, in one order. */
function byDay<T extends string | number>(rows: readonly (readonly [id: string, day: string, value: T])[]) {
  return [...Map.groupBy(rows, ([id, day]) => `${id} ${day}`)]
    .map(([key, values]) => [key, values.map(([, , value]) => value).toSorted(inOrder)] as const)
    .toSorted(([a], [b]) => inOrder(a, b));
}

function inOrder(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b);
}

/** How many accounts are read by themselves for their balances: those with the most entries. */
const MOST_ACCOUNTS = 6;

describeWith(
  outsideProgram("hledger"),
  "hledger agrees with each entry and balance of the general ledger (GL-005)",
  () => {
    test.each(NAMES)("of %s", LONG, async (name) => {
      const { company, ledger, ledgerIds, months, firstMonth, balances } = booksOf(name);
      const lines = (
        await Promise.all(months.map((month) => company.api.client.listGeneralLedger(month).all()))
      )
        .flat()
        .filter(({ kind }) => kind === "entry")
        .map((line) => ({ ...line, category_id: line.category_id.replace(/-direct$/, "") }));
      const theirs = await registered(ledger, []);
      expect(
        byDay(
          lines.map(
            ({ category_id, date, debit_cents, credit_cents }) =>
              [category_id, date, debit_cents - credit_cents] as const,
          ),
        ),
      ).toEqual(
        byDay(theirs.map(({ account, day, amount }) => [ledgerIds.get(account) ?? account, day, amount])),
      );
      const accounts = [...Map.groupBy(theirs, ({ account }) => account)]
        .toSorted(([, a], [, b]) => b.length - a.length)
        .slice(0, MOST_ACCOUNTS);
      for (const [account] of accounts) {
        const id = ledgerIds.get(account) ?? account;
        const ofAccount = await registered(ledger, [
          `^${account.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`,
        ]);
        // The last balance of each day; income begins at zero with the fiscal year.
        const ends = new Map<string, number>();
        let [before, last] = [0, { day: "", total: 0 }];
        for (const { day, total } of ofAccount) {
          if (!balances.has(id) && yearOf(day, firstMonth) !== yearOf(last.day, firstMonth))
            before = last.total;
          last = { day, total };
          ends.set(day, total - before);
        }
        const ours = lines.filter(({ category_id }) => category_id === id);
        expect([account, new Map(ours.map(({ date, balance_cents }) => [date, balance_cents]))]).toEqual([
          account,
          ends,
        ]);
      }
      expect(lines.length).toBeGreaterThan(20);
    });
  },
);

/** The postings of a file, or of one account, in order of days, with the total after each. */
async function registered(file: string, account: readonly string[]) {
  const text = await output("hledger", ["-f", file, "register", "--output-format", "json", ...account]);
  let day = "";
  return (JSON.parse(text) as readonly Registered[]).map(([date, , , { paccount, pamount }, total]) => {
    day = date ?? day;
    return { account: paccount, day, amount: inCents(pamount), total: inCents(total) };
  });
}

type Quantities = readonly {
  readonly aquantity: { readonly decimalMantissa: number; readonly decimalPlaces: number };
}[];
/** A posting of a register: its day unless it is of the transaction before, and the total after it. */
type Registered = readonly [
  date: string | null,
  date2: unknown,
  description: unknown,
  posting: { readonly paccount: string; readonly pamount: Quantities },
  total: Quantities,
];

function inCents(amounts: Quantities): number {
  const { decimalMantissa = 0, decimalPlaces = 0 } = amounts[0]?.aquantity ?? {};
  return Math.round(decimalMantissa * 10 ** (2 - decimalPlaces));
}

/** The fiscal year of a day, by the calendar year in which it begins. */
function yearOf(day: string, firstMonth: number): string {
  const year = Number(day.slice(0, 4));
  return String(Number(day.slice(5, 7)) < firstMonth ? year - 1 : year);
}

test("the day before a month closes with what the month opens with", LONG, async () => {
  const { company, months, firstMonth } = booksOf("books with adjusting entries");
  for (const { start_date, end_date } of months.slice(1)) {
    if (Number(start_date.slice(5, 7)) === firstMonth) continue;
    const day = dayBefore(start_date);
    const { total: before } = await company.api.client.getTrialBalance({ start_date: day, end_date: day });
    const { total } = await company.api.client.getTrialBalance({ start_date, end_date });
    expect([start_date, total.opening]).toEqual([start_date, before.closing]);
  }
});
