/**
 * Real books, imported with the command line and read over HTTP: three years of every statement equal those
 * that hledger computed from the same books, row by row and to the cent. The books are imported both from CSV
 * and from a plain-text ledger.
 */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Api } from "./api.ts";
import { json, LONG } from "./daybook.ts";
import { dayBefore, firstOfNextMonth } from "./days.ts";
import { accountNames, type Column, HACKCLUB, oracle } from "./hackclub.ts";
import { describeWith } from "./outside.ts";
import { type Service, service } from "./service.ts";
import {
  amountOf,
  balanceSections,
  categoryOf,
  incomeSections,
  isCategory,
  ownAmounts,
  readBalance,
  readFlow,
  readIncome,
  type Section,
  sumOf,
  type Total,
} from "./statements.ts";

const YEARS = ["2015", "2016", "2017"];

describeWith(HACKCLUB, "the books of a non-profit", () => {
  const { months, years, monthEnds, cashChanges, accountMonths } = oracle();

  test("span 36 months and 3 years", () => {
    expect([months.length, years.length, monthEnds.length, cashChanges.length, accountMonths.length]).toEqual(
      [36, 3, 36, 36, 510],
    );
  });

  describe.each(["journal.csv", "anon.ledger"])("from %s", LONG, (file) => {
    let daybook: Service["daybook"];
    let companyId: string;
    let api: Api;
    let names: ReadonlyMap<string, string>;

    beforeAll(async () => {
      const { base, daybook: command } = await service();
      daybook = command;
      const imported = await json<{ company_id: string; api_key: string; entries: number; vouchers: number }>(
        daybook,
        ["import", "journal", join(HACKCLUB.path, file), "--name", file],
      );
      expect([imported.vouchers, imported.entries]).toEqual([1360, 2777]);
      companyId = imported.company_id;
      api = new Api(base, imported.api_key);
      names = await accountNames(api);
    }, LONG.timeout);

    /** Returns the rows of a section by account name, with hledger's sign. */
    function rowsOf(section: Section, sign: 1 | -1 = 1): Map<string, number> {
      return new Map([...ownAmounts(section)].map(([id, cents]) => [names.get(id) ?? id, sign * cents]));
    }

    async function expectIncome({ range, sections, net }: Column): Promise<void> {
      const statement = await readIncome(api, range);
      const rows = {
        Revenues: rowsOf(statement.revenue),
        Expenses: rowsOf(statement.operating_expenses, -1),
      };
      expect({ range, rows }).toEqual({
        range,
        rows: { Revenues: sections["Revenues"]?.rows, Expenses: sections["Expenses"]?.rows },
      });
      expect([
        statement.revenue.total_cents,
        -statement.operating_expenses.total_cents,
        statement.net_income_cents,
      ]).toEqual([sections["Revenues"]?.total, sections["Expenses"]?.total, net]);
      expect(sumOf(incomeSections(statement), ({ total_cents }) => total_cents)).toBe(net);
    }

    test("every month's income statement equals hledger's (REP-004, REP-011, REP-051, REP-052, REP-053)", async () => {
      for (const month of months) await expectIncome(month);
    });

    test("every year's income statement equals hledger's and the sum of its months", async () => {
      for (const year of years) {
        await expectIncome(year);
        const within = months.filter(
          ({ range }) => range.start_date.slice(0, 4) === year.range.start_date.slice(0, 4),
        );
        expect(sumOf(within, ({ net }) => net)).toBe(year.net);
      }
    });

    test("every month-end's balance sheet equals hledger's (REP-001, REP-038, REP-043, REP-046)", async () => {
      let yearToDate = 0;
      for (const [index, { range, sections, net }] of monthEnds.entries()) {
        const sheet = await readBalance(api, range.end_date);
        const rows = {
          Assets: rowsOf(sheet.assets),
          Liabilities: rowsOf(sheet.liabilities),
          Equity: rowsOf(sheet.equity),
        };
        expect({ range, rows }).toEqual({
          range,
          rows: {
            Assets: sections["Assets"]?.rows,
            Liabilities: sections["Liabilities"]?.rows,
            Equity: new Map(),
          },
        });
        expect(balanceSections(sheet).map(({ total_cents }) => total_cents)).toEqual([
          sections["Assets"]?.total,
          sections["Liabilities"]?.total,
          net,
        ]);
        expect(sheet.liabilities_and_equity_cents).toBe(sheet.assets.total_cents);
        // All assets are bank accounts.
        expect(sheet.cash_cents).toBe(sections["Assets"]?.total);
        yearToDate = (index % 12 === 0 ? 0 : yearToDate) + (months[index]?.net ?? Number.NaN);
        expect(sheet.equity.retained_earnings).toEqual({
          beginning_balance_cents: net - yearToDate,
          net_income_cents: yearToDate,
          ending_balance_cents: net,
        });
      }
    });

    test("every month's change in cash equals hledger's, account by account (REP-013, REP-016)", async () => {
      for (const { range, sections, net } of cashChanges) {
        const flow = await readFlow(api, range);
        const [before, after] = [
          await readBalance(api, dayBefore(range.start_date)),
          await readBalance(api, range.end_date),
        ];
        expect([range, flow.change_in_cash_cents]).toEqual([range, net]);
        expect([flow.beginning_cash_cents, flow.ending_cash_cents]).toEqual([
          before.cash_cents,
          after.cash_cents,
        ]);
        const was = rowsOf(before.assets);
        const is = rowsOf(after.assets);
        const changes = [...new Set([...was.keys(), ...is.keys()])].map(
          (account) => [account, (is.get(account) ?? 0) - (was.get(account) ?? 0)] as const,
        );
        expect(new Map(changes.filter(([, cents]) => cents !== 0))).toEqual(sections["Cash flows"]?.rows);
      }
    });

    test("every year's change in cash equals the sum of its months and the change of cash on the balance sheet", async () => {
      for (const year of YEARS) {
        const flow = await readFlow(api, { start_date: `${year}-01-01`, end_date: `${year}-12-31` });
        const within = cashChanges.filter(({ range }) => range.start_date.startsWith(year));
        expect(within.length).toBe(12);
        expect(flow.change_in_cash_cents).toBe(sumOf(within, ({ net }) => net));
        const [before, after] = [
          await readBalance(api, `${Number(year) - 1}-12-31`),
          await readBalance(api, `${year}-12-31`),
        ];
        expect(flow.change_in_cash_cents).toBe(after.cash_cents - before.cash_cents);
        expect(flow.operating_activities.net_income_cents).toBe(
          years.find(({ range }) => range.start_date.startsWith(year))?.net,
        );
      }
    });

    test("every account's monthly amount equals its total and the sum of its journal entries (LEDG-013, LEDG-017, LEDG-020, LEDG-021, LEDG-031, LEDG-032)", async () => {
      const ids = new Map([...names].map(([id, name]) => [name, id]));
      const balances = new Map<string, number>();
      for (const { month, account, debit_minus_credit_cents: cents } of accountMonths) {
        const id = `${ids.get(account)}-direct`;
        const start_date = `${month}-01`;
        const end_date = dayBefore(firstOfNextMonth(start_date));
        const entries = await api.client
          .listJournalEntries({
            category_id: id,
            start_date,
            end_date,
          })
          .all();
        expect([account, month, sumOf(entries, (entry) => entry.debit_cents - entry.credit_cents)]).toEqual([
          account,
          month,
          cents,
        ]);

        const pointInTime = /^(Assets|Liabilities)/.test(account);
        const balance = (pointInTime ? (balances.get(account) ?? 0) : 0) + cents;
        balances.set(account, balance);
        const total = await api.read<Total>("/aggregations/total", {
          category_id: id,
          ...(pointInTime ? { date: start_date } : { start_date, end_date: start_date }),
        });
        expect([account, month, total.total_cents]).toEqual([
          account,
          month,
          account.startsWith("Assets") ? balance : 0 - balance,
        ]);
      }
    });

    test("the journal entries of every line of a year add up to the line (LEDG-001, REP-048)", async () => {
      let parentsWithOwn = 0;
      for (const { range, sections } of years) {
        const lines = incomeSections(await readIncome(api, range)).flatMap(({ categories }) => categories);
        const accounts = [...(sections["Expenses"]?.rows.keys() ?? [])];
        const own = accounts.filter((account) => accounts.some((other) => other.startsWith(`${account}:`)));
        expect(
          lines
            .filter((line) => line.category_id.endsWith("-direct"))
            .map((line) => names.get(categoryOf(line))),
        ).toEqual(own);
        parentsWithOwn += own.length;
        for (const line of lines.filter(isCategory)) {
          const entries = await api.client
            .listJournalEntries({
              category_id: line.category_id,
              ...range,
            })
            .all();
          expect([line.name, sumOf(entries, (entry) => entry.amount_cents)]).toEqual([
            line.name,
            amountOf(line),
          ]);
        }
      }
      expect(parentsWithOwn).toBeGreaterThan(0);
    });

    test("verify finds no fault", async () => {
      expect(await json(daybook, ["verify", companyId])).toMatchObject({
        ok: true,
        companies: [{ company_id: companyId, entries: 2777 }],
      });
    });
  });
});
