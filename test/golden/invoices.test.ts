/**
 * Golden books about invoices: a claim is income when it is issued and cash when it is paid, and a void one
 * never was.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { bookOf, type InvoiceBook } from "../support/invoices.ts";
import { printed, reportsOf } from "./statement.ts";

const MARCH = "income_statement?start_date=2026-03-01&end_date=2026-03-31";
const APRIL = "income_statement?start_date=2026-04-01&end_date=2026-04-30";
const FLOW_OF_MARCH = "cash_flow?start_date=2026-03-01&end_date=2026-03-31";
const FLOW_OF_APRIL = "cash_flow?start_date=2026-04-01&end_date=2026-04-30";
const SHEET = "balance_sheet?date=2026-04-30";

const NOTHING_EARNED = printed(`
  GROSS PROFIT                           0.00
  OPERATING INCOME                       0.00
  NET INCOME                             0.00
`);

/** Twenty hours of work and the sales tax on them, issued in March. */
const WORK = {
  customer_name: "Blue Fern",
  issue_date: "2026-03-31",
  due_date: "2026-04-30",
  line_items: [
    {
      description: "Consulting, by the hour",
      quantity: 20,
      unit_amount_cents: 150_00,
      category_id: "cat_services",
    },
    { description: "Sales tax, 8 %", unit_amount_cents: 240_00, category_id: "cat_payable" },
  ],
};

describe("an invoice: the claim and the income are there when it is issued (ASC 606-10-45-4), sales tax is owed on (ASC 606-10-32-2A)", () => {
  let book: InvoiceBook;
  let invoice: string;

  beforeAll(async () => {
    book = await bookOf(await testApp());
    expect(await reportsOf(book.company, MARCH)).toEqual([NOTHING_EARNED]);
    ({ id: invoice } = await book.issued(WORK));
  });

  test("March has the income, though the invoice is unpaid", async () => {
    const [income, flow] = await reportsOf(book.company, MARCH, FLOW_OF_MARCH);
    expect(income).toBe(
      printed(`
        REVENUE                            3,000.00
          Revenue                          3,000.00
            Services                       3,000.00
        GROSS PROFIT                       3,000.00
        OPERATING INCOME                   3,000.00
        NET INCOME                         3,000.00
      `),
    );
    expect(flow).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                       3,000.00
          Non-Cash Expenses                    0.00
          Changes in Working Capital      (3,000.00)
            Accounts Receivable           (3,240.00)
            Accounts Payable                 240.00
        CASH BEFORE                            0.00
        CHANGE IN CASH                         0.00
        CASH AFTER                             0.00
      `),
    );
  });

  test("a part that is paid turns claim into cash and is no income: it was earned before", async () => {
    const payment = await book.receive(1_240_00, { date: "2026-04-10", merchant_name: "Blue Fern" });
    expect(await book.change(invoice, "match", { transaction_id: payment })).toMatchObject({
      body: { status: "open", amount_due_cents: 2_000_00 },
    });
    const [income, sheet] = await reportsOf(book.company, APRIL, SHEET);
    expect(income).toBe(NOTHING_EARNED);
    expect(sheet).toBe(
      printed(`
        ASSETS                             3,240.00
          Cash                             1,240.00
            Checking                       1,240.00
          Accounts Receivable              2,000.00
        LIABILITIES                          240.00
          Accounts Payable                   240.00
        EQUITY                             3,000.00
          Retained Earnings                3,000.00
        of it earned in earlier years          0.00
        of it earned this fiscal year      3,000.00
        LIABILITIES AND EQUITY             3,240.00
        CASH                               1,240.00
      `),
    );
  });

  test("paid in full there is no claim any more, and all of it is cash", async () => {
    const payment = await book.receive(2_000_00, { date: "2026-04-28", merchant_name: "Blue Fern" });
    expect(await book.change(invoice, "match", { transaction_id: payment })).toMatchObject({
      body: { status: "paid", amount_due_cents: 0 },
    });
    const [sheet, flow] = await reportsOf(book.company, SHEET, FLOW_OF_APRIL);
    expect(sheet).toBe(
      printed(`
        ASSETS                             3,240.00
          Cash                             3,240.00
            Checking                       3,240.00
        LIABILITIES                          240.00
          Accounts Payable                   240.00
        EQUITY                             3,000.00
          Retained Earnings                3,000.00
        of it earned in earlier years          0.00
        of it earned this fiscal year      3,000.00
        LIABILITIES AND EQUITY             3,240.00
        CASH                               3,240.00
      `),
    );
    expect(flow).toBe(
      printed(`
        OPERATING                          3,240.00
          Net Income                           0.00
          Non-Cash Expenses                    0.00
          Changes in Working Capital       3,240.00
            Accounts Receivable            3,240.00
        CASH BEFORE                            0.00
        CHANGE IN CASH                     3,240.00
        CASH AFTER                         3,240.00
      `),
    );
  });

  test("taken back, the money is income of April that nobody has named, and the claim stands again; void, March earned nothing", async () => {
    await book.change(invoice, "unmatch");
    expect(await reportsOf(book.company, APRIL)).toEqual([
      printed(`
        REVENUE                            3,240.00
          Uncategorized Income             3,240.00
        GROSS PROFIT                       3,240.00
        OPERATING INCOME                   3,240.00
        NET INCOME                         3,240.00
      `),
    ]);
    expect(await book.balances("cat_receivable")).toEqual([3_240_00]);
    expect(await book.change(invoice, "void")).toMatchObject({ body: { status: "void" } });
    const [income, sheet] = await reportsOf(book.company, MARCH, SHEET);
    expect(income).toBe(NOTHING_EARNED);
    expect(sheet).toBe(
      printed(`
        ASSETS                             3,240.00
          Cash                             3,240.00
            Checking                       3,240.00
        EQUITY                             3,240.00
          Retained Earnings                3,240.00
        of it earned in earlier years          0.00
        of it earned this fiscal year      3,240.00
        LIABILITIES AND EQUITY             3,240.00
        CASH                               3,240.00
      `),
    );
  });
});
