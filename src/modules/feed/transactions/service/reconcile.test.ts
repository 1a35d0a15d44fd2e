/** Reconciliation: statement balances against the ledger, and what explains the differences. */
import { describe, expect, test } from "vitest";
import { type TestCompany, testApp } from "../../../../../test/support/app.ts";
import { FEED, transaction } from "../../../../../test/support/feed.ts";
import { type Cents, cents } from "@daybook/words/cents";
import { present } from "@daybook/words/assert";
import { parseCivilDate } from "@daybook/words/civil-date";

const http = await testApp();
const day = (text: string) => present(parseCivilDate(text), text);
type Statement = readonly (readonly [date: string, amount: number])[];

function reconcile({ id }: Pick<TestCompany, "id">, account: string, statement: Statement) {
  return http.app.transactions.reconcile(
    id,
    account,
    statement.map(([date, amount]) => ({ date: day(date), cents: cents(amount) satisfies Cents })),
  );
}

const FEW = {
  ...FEED,
  journal: [],
  transfers: [{ id: "trf_saved", from_transaction_id: "txn_out", to_transaction_id: "txn_in" }],
  transactions: [
    transaction("sale", 900_00, { category_id: "cat_services" }),
    transaction("late", -30_00, { date: "2026-05-03", accounting_date: "2026-05-12" }),
    transaction("not", -7_00, { date: "2026-05-04", status: "excluded" }),
    transaction("out", -100_00, {
      category_id: null,
      transaction_type: "transfer",
      transfer_id: "trf_saved",
    }),
    transaction("in", 100_00, {
      account_id: "acct_savings",
      date: "2026-05-06",
      category_id: null,
      transaction_type: "transfer",
      transfer_id: "trf_saved",
    }),
    transaction("lunch", -12_34, { account_id: "acct_credit", date: "2026-05-20" }),
  ],
} as const;

describe("an account reconciled with its statements", () => {
  test("agrees day by day, whatever the order in which the days are given", async () => {
    const company = await http.company(FEW);
    const { days, shared_with } = await reconcile(company, "acct_credit", [
      ["2026-05-31", -12_34],
      ["2026-05-19", 0],
    ]);
    expect(shared_with).toEqual([]);
    expect(days).toMatchObject([
      { date: "2026-05-19", ledger_cents: 0, difference_cents: 0, missing_cents: 0, differences: [] },
      { date: "2026-05-31", ledger_cents: -12_34, difference_cents: 0, missing_cents: 0, differences: [] },
    ]);
  });

  test("lists excluded lines, lines of another day and entries without a line", async () => {
    const company = await http.company(FEW);
    await http.app.ledger.postEntries(
      company.id,
      [
        {
          date: day("2026-05-02"),
          memo: "Interest",
          reference: null,
          adjusting: false,
          lines: [
            { category: "cat_checking", department: null, net_debit_cents: cents(1_11), memo: null },
            { category: "cat_services", department: null, net_debit_cents: cents(-1_11), memo: null },
          ],
        },
      ],
      http.app.clock.now(),
      "operator",
    );
    const { days } = await reconcile(company, "acct_checking", [
      ["2026-05-10", 900_00 - 30_00 - 7_00 - 100_00],
      ["2026-05-31", 900_00 - 30_00 - 7_00 - 100_00 + 1_11 + 50],
    ]);
    expect(days).toMatchObject([
      {
        ledger_cents: 801_11,
        lines_cents: 770_00,
        difference_cents: 38_11,
        // The interest is not on the statement.
        missing_cents: -1_11,
        differences: [
          {
            kind: "entry",
            ledger_date: "2026-05-02",
            date: null,
            description: "Interest",
            amount_cents: 1_11,
          },
          { kind: "other_day", id: "txn_late", date: "2026-05-03", ledger_date: "2026-05-12" },
          { kind: "excluded", id: "txn_not", date: "2026-05-04", ledger_date: null, amount_cents: -7_00 },
        ],
      },
      {
        ledger_cents: 771_11,
        difference_cents: 6_50,
        missing_cents: 50,
        // Both are from before the day that differed already, and still stand between the two.
        differences: [
          { kind: "entry", ledger_date: "2026-05-02", amount_cents: 1_11 },
          { kind: "excluded", id: "txn_not", amount_cents: -7_00 },
        ],
        has_more_differences: false,
      },
    ]);
  });

  test("sees both sides of a transfer, one of them on its way", async () => {
    const company = await http.company(FEW);
    const { days } = await reconcile(company, "acct_savings", [
      ["2026-05-03", 0],
      ["2026-05-31", 100_00],
    ]);
    expect(days).toMatchObject([
      {
        ledger_cents: 100_00,
        lines_cents: 0,
        difference_cents: 100_00,
        missing_cents: 0,
        differences: [{ kind: "other_day", id: "txn_in", date: "2026-05-06", ledger_date: "2026-05-01" }],
      },
      { ledger_cents: 100_00, difference_cents: 0 },
    ]);
  });

  test("compares lines only if another account is booked on the category", async () => {
    const accounts = FEED.accounts.map((each) => ({
      ...each,
      category_id: each.type === "credit" ? each.category_id : "cat_checking",
    }));
    const company = await http.company({ ...FEW, accounts });
    expect(await reconcile(company, "acct_savings", [["2026-05-31", 100_01]])).toMatchObject({
      shared_with: ["Operating"],
      days: [{ ledger_cents: null, lines_cents: 100_00, difference_cents: -1, missing_cents: 1 }],
    });
  });

  test("refuses an unknown account and a day that is given twice", async () => {
    const company = await http.company(FEW);
    await expect(reconcile(company, "acct_none", [["2026-05-31", 1]])).rejects.toMatchObject({
      code: "resource_missing",
    });
    for (const statement of [[], [["2026-05-31", 1] as const, ["2026-05-31", 2] as const]])
      await expect(reconcile(company, "acct_checking", statement)).rejects.toMatchObject({
        param: "balance",
      });
  });
});

test("a list of differences that is cut says so", async () => {
  const company = await http.company(FEW);
  const entry = (index: number) => ({
    date: day("2026-05-02"),
    memo: `Check ${index}`,
    reference: null,
    adjusting: false,
    lines: [
      { category: "cat_checking", department: null, net_debit_cents: cents(1), memo: null },
      { category: "cat_services", department: null, net_debit_cents: cents(-1), memo: null },
    ],
  });
  const post = (count: number) =>
    http.app.ledger.postEntries(
      company.id,
      Array.from({ length: count }, (_none, index) => entry(index)),
      http.app.clock.now(),
      "operator",
    );
  const last = async () => {
    const { days } = await reconcile(company, "acct_checking", [["2026-05-02", 1_000_000_00]]);
    return [days[0]?.differences.length, days[0]?.has_more_differences];
  };
  await post(100);
  expect(await last()).toEqual([100, false]);
  await post(1);
  expect(await last()).toEqual([100, true]);
});
