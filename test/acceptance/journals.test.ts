/**
 * Journals of other programs, imported with the command line: `verify` finds no fault, and the journal
 * entries of every line of the statements add up to the line, with unusual charts and with closed years.
 */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { Api } from "./api.ts";
import { json, LONG, run } from "./daybook.ts";
import { describeWith, outsideProgram } from "./outside.ts";
import { type Service, service } from "./service.ts";
import {
  amountOf,
  balanceSections,
  flowSections,
  incomeSections,
  isCategory,
  readBalance,
  readFlow,
  readIncome,
  sumOf,
} from "./statements.ts";

let running: Service;

beforeAll(async () => {
  running = await service();
}, LONG.timeout);

interface Made {
  readonly company_id: string;
  readonly api_key: string;
  readonly notes: readonly string[];
}

/** Writes a journal into a file and imports it. */
async function imported(
  name: string,
  text: string,
): Promise<Made & { readonly api: Api; readonly path: string }> {
  const path = join(running.folder, name);
  await writeFile(path, text);
  const made = await json<Made>(running.daybook, ["import", "journal", path, "--name", name]);
  return { ...made, path, api: new Api(running.base, made.api_key) };
}

const YEAR = { start_date: "2025-01-01", end_date: "2025-12-31" };

/** Fails unless the journal entries of each line of the year's statements add up to the line. */
async function expectLinesAddUp(api: Api): Promise<void> {
  const drill = (id: string, query: Readonly<Record<string, string>>) =>
    api.client.listJournalEntries({ category_id: id, ...query }).all();
  for (const line of incomeSections(await readIncome(api, YEAR)).flatMap(({ categories }) => categories)) {
    expect([line.name, sumOf(await drill(line.category_id, YEAR), (entry) => entry.amount_cents)]).toEqual([
      line.name,
      amountOf(line),
    ]);
  }
  for (const line of balanceSections(await readBalance(api, YEAR.end_date)).flatMap(({ categories }) =>
    categories.filter(isCategory),
  )) {
    expect([
      line.name,
      sumOf(await drill(line.category_id, { end_date: YEAR.end_date }), (entry) => entry.amount_cents),
    ]).toEqual([line.name, amountOf(line)]);
  }
  for (const line of flowSections(await readFlow(api, YEAR)).flatMap(({ categories }) =>
    categories.filter(isCategory),
  )) {
    expect([
      line.name,
      sumOf(await drill(line.category_id, YEAR), (entry) => entry.credit_cents - entry.debit_cents),
    ]).toEqual([line.name, amountOf(line)]);
  }
}

/**
 * A journal whose parent accounts mix cash flow roles: cash with receivables, equipment with its
 * depreciation, a card with a loan. Each parent also has direct entries.
 */
const MIXED = `2025/01/02 Capital
    Assets:Current:Checking   $1,000.00
    Equity:Stock

2025/02/01 Sold
    Assets:Current:Receivables   $300.00
    Assets:Current   $20.00
    Income:Services

2025/03/01 Laptop
    Assets:Fixed Assets:Laptops   $200.00
    Assets:Fixed Assets   $5.00
    Assets:Current:Checking

2025/03/31 Wear
    Expenses:Depreciation   $10.00
    Assets:Fixed Assets:Accumulated Depreciation

2025/04/01 Borrowed
    Assets:Current:Checking   $70.00
    Liabilities:First Bank:Loan   $-50.00
    Liabilities:First Bank:Card   $-15.00
    Liabilities:First Bank
`;

describe("a journal in whose chart children have other cash flow roles than their parents", LONG, () => {
  test("passes verification, and the journal entries of every line add up to the line", async () => {
    const { api, company_id, notes } = await imported("mixed.ledger", MIXED);
    expect(notes).toEqual([expect.stringContaining('belongs: "Liabilities:First Bank". Operating')]);
    const verified = await run(running.daybook, ["verify", company_id]);
    expect([verified.code, verified.stderr]).toEqual([0, ""]);
    await expectLinesAddUp(api);
    const flow = await readFlow(api, YEAR);
    const named = (lines: readonly { readonly name: string; readonly amount_cents?: number }[]) =>
      Object.fromEntries(lines.map((line) => [line.name, line.amount_cents]));
    expect(named(flow.operating_activities.categories)).toMatchObject({
      Receivables: -300_00,
      "Current (direct)": -20_00,
      "Accumulated Depreciation": 10_00,
      Card: 15_00,
      "First Bank (direct)": 5_00,
    });
    expect(named(flow.investing_activities.categories)).toEqual({
      Laptops: -200_00,
      "Fixed Assets (direct)": -5_00,
    });
    expect(flow).toMatchObject({ change_in_cash_cents: 865_00, ending_cash_cents: 865_00 });
    const sheet = await readBalance(api, YEAR.end_date);
    expect(
      sheet.assets.categories
        .filter((line) => line.parent_category_id === null)
        .map((line) => [line.name, amountOf(line)]),
    ).toEqual([
      ["Current", 1_185_00],
      ["Fixed Assets", 195_00],
    ]);
  });
});

/** Three years; two of them are closed into retained earnings, from which a dividend is paid. */
const CLOSED = `2023-01-01 Opening
    Assets:Checking   $500.00
    Equity:Retained Earnings

2023-06-01 Sold
    Assets:Checking   $900.00
    Income:Services

2023-07-01 Wages
    Expenses:Wages   $400.00
    Assets:Checking

2023-12-31 Closing
    Income:Services   $900.00
    Expenses:Wages   $-400.00
    Equity:Retained Earnings

2024-03-01 Dividend
    Equity:Retained Earnings   $120.00
    Assets:Checking

2024-08-01 Sold
    Assets:Checking   $77.77
    Income:Services

2024-12-31 Closing
    Income:Services   $77.77
    Equity:Retained Earnings

2025-05-01 Wages
    Expenses:Wages   $33.00
    Assets:Checking
`;

describeWith(
  outsideProgram("hledger"),
  "a journal whose years are closed into an account Retained Earnings",
  () => {
    test(
      "has one line of retained earnings, equal to hledger's account and its income that is not closed yet",
      LONG,
      async () => {
        const { api, company_id, path } = await imported("closed.journal", CLOSED);
        expect((await run(running.daybook, ["verify", company_id])).code).toBe(0);
        await expectLinesAddUp(api);
        /** Returns credit minus debit before a day, of the accounts that an hledger query selects. */
        const theirs = async (before: string, ...query: readonly string[]): Promise<number> => {
          const { stdout } = await promisify(execFile)("hledger", [
            "-f",
            path,
            "balance",
            ...query,
            "--end",
            before,
            "--no-elide",
            "-O",
            "csv",
            "--layout",
            "bare",
          ]);
          const total = stdout.trimEnd().split("\n").at(-1)?.split(",").at(-1)?.replaceAll('"', "") ?? "";
          return -Math.round(Number(total) * 100) + 0;
        };
        for (const [date, next, yearStart] of [
          ["2023-06-30", "2023-07-01", "2023-01-01"],
          ["2023-12-31", "2024-01-01", "2023-01-01"],
          ["2024-08-31", "2024-09-01", "2024-01-01"],
          ["2025-06-30", "2025-07-01", "2025-01-01"],
        ] as const) {
          const { equity } = await readBalance(api, date);
          const ending = await theirs(next, "Equity:Retained Earnings", "Income", "Expenses");
          const year = await theirs(next, "Income", "Expenses", "not:desc:Closing", "--begin", yearStart);
          expect([
            date,
            equity.categories.map(({ name, category_id, balance_cents }) => [
              name,
              category_id,
              balance_cents,
            ]),
          ]).toEqual([date, [["Retained Earnings", "grp_retained_earnings", ending]]]);
          expect([date, equity.retained_earnings]).toEqual([
            date,
            { beginning_balance_cents: ending - year, net_income_cents: year, ending_balance_cents: ending },
          ]);
        }
      },
    );
  },
);
