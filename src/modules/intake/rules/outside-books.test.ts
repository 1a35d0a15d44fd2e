/**
 * Real books that others wrote and reckoned: a non-profit's three years, as CSV and as a plain-text
 * ledger, with sums by account and month from another program. They lie beside the repository.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { describeWith, outsideData } from "../../../../test/acceptance/outside.ts";
import { monthOf } from "@daybook/words/civil-date";
import { ChartBuilder } from "./chart-from-accounts.ts";
import { AccountClasses } from "./account-classes.ts";
import { LineCounts } from "./formats/lines.ts";
import { readJournalCsv } from "./journal-csv.ts";
import type { ParsedVoucher } from "./parsed-voucher.ts";
import { readPlainTextLedger } from "./plain-text-ledger.ts";

const HACKCLUB = outsideData("hackclub");
const outsideFile = (name: string): Buffer => readFileSync(join(HACKCLUB.path, name));

interface AccountMonth {
  readonly month: string;
  readonly account: string;
  readonly debit_minus_credit_cents: number;
}

function accountMonths(vouchers: readonly ParsedVoucher[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { date, lines } of vouchers) {
    for (const { account, netDebitCents } of lines) {
      const key = `${monthOf(date)} ${account}`;
      sums.set(key, (sums.get(key) ?? 0) + netDebitCents);
    }
  }
  return sums;
}

/** The vouchers in a comparable order: the CSV is sorted by date, the ledger only nearly. */
function told(vouchers: readonly ParsedVoucher[]): unknown[] {
  return vouchers
    .map(({ date, description, merchant, lines }) => ({
      date,
      description,
      merchant,
      lines: lines.map(({ account, netDebitCents }) => [account, netDebitCents]),
    }))
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

describeWith(HACKCLUB, "the books of a non-profit", () => {
  const fromCsv: ParsedVoucher[] = [];
  const fromLedger: ParsedVoucher[] = [];
  let oracle = new Map<string, number>();

  beforeAll(async () => {
    const ledgerFile = {
      read: () => [outsideFile("anon.ledger")],
      include: () => Promise.reject(new Error("nothing is included")),
    };
    const reading = {
      classes: new AccountClasses(),
      counts: new LineCounts(),
      note: () => {},
      prices: new Map<string, number>(),
    };
    for await (const voucher of readJournalCsv([outsideFile("journal.csv")])) fromCsv.push(voucher);
    for await (const voucher of readPlainTextLedger(ledgerFile, reading)) fromLedger.push(voucher);
    const rows = JSON.parse(
      outsideFile("oracle.account_month.json").toString("utf8"),
    ) as readonly AccountMonth[];
    oracle = new Map(rows.map((row) => [`${row.month} ${row.account}`, row.debit_minus_credit_cents]));
  });

  test("both files hold the same 1,360 vouchers of 2,777 lines", () => {
    expect(fromCsv).toHaveLength(1360);
    expect(fromCsv.reduce((count, voucher) => count + voucher.lines.length, 0)).toBe(2777);
    expect(told(fromLedger)).toEqual(told(fromCsv));
  });

  test.each([
    ["CSV", fromCsv],
    ["the ledger", fromLedger],
  ])("the sums by account and month from %s are those of the other program", (_, vouchers) => {
    expect(oracle.size).toBeGreaterThan(500);
    const zeroLeftOut = (sums: ReadonlyMap<string, number>): Map<string, number> =>
      new Map(Array.from(sums).filter(([, sum]) => sum !== 0));
    expect(zeroLeftOut(accountMonths(vouchers))).toEqual(zeroLeftOut(oracle));
  });

  test("vouchers are found alike without the column of journal numbers", async () => {
    const rows = outsideFile("journal.csv").toString("utf8").split("\n");
    const bare = rows.map((row) => row.slice(row.indexOf(",") + 1)).join("\n");
    const found: ParsedVoucher[] = [];
    for await (const voucher of readJournalCsv([Buffer.from(bare)])) found.push(voucher);
    expect(accountMonths(found)).toEqual(accountMonths(fromCsv));
    expect(found.length).toBeGreaterThanOrEqual(fromCsv.length);
  });

  test("the chart has the accounts, and its cash accounts are those of the oracle's cash flow", () => {
    const chart = new ChartBuilder();
    const ids = new Map<string, string>();
    for (const { lines } of fromCsv)
      for (const { account, line } of lines) ids.set(account, chart.category(account, line));
    expect(ids.size).toBe(51);
    expect(new Set(ids.values()).size).toBe(51);
    const cash = JSON.parse(outsideFile("oracle.cash_change_monthly.json").toString("utf8")) as {
      readonly sections: readonly { readonly rows: object }[];
    };
    const categories = new Map(chart.list().map((category) => [category.id as string, category]));
    const cashAccounts = Array.from(ids).flatMap(([account, id]) =>
      categories.get(id)?.cashFlow === "cash" ? [account] : [],
    );
    expect(cashAccounts.toSorted()).toEqual(
      cash.sections.flatMap((section) => Object.keys(section.rows)).toSorted(),
    );
    // The parents of the three accounts are cash too, since all of their children are.
    const tierOne = chart
      .list()
      .filter((category) => category.parentId === null && category.accountType === "asset");
    expect(tierOne.map(({ name, cashFlow }) => [name, cashFlow])).toEqual([
      ["Wells Fargo", "cash"],
      ["Chase", "cash"],
    ]);
  });
});
