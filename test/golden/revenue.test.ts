/** Golden books about when revenue counts: accrual, deferred revenue, contra revenue. */
import { describe, expect, test } from "vitest";
import { cr, dr, voucher } from "../support/bundle.ts";
import { printed, statementOf, statementsOf } from "./statement.ts";

describe("accrual: revenue counts when the service is delivered, whenever the customer pays (ASC 606-10-25-23)", () => {
  const books = {
    journal: [
      voucher("2025-01-31", "Work done in January is billed", [
        dr("receivable", 4_000_00),
        cr("services", 4_000_00),
      ]),
      voucher("2025-03-05", "The customer pays", [dr("checking", 4_000_00), cr("receivable", 4_000_00)]),
    ],
  };

  test("the income is January's", async () => {
    expect(await statementOf(books, "income_statement?start_date=2025-01-01&end_date=2025-01-31")).toBe(
      printed(`
        REVENUE                            4,000.00
          Revenue                          4,000.00
            Services                       4,000.00
        GROSS PROFIT                       4,000.00
        OPERATING INCOME                   4,000.00
        NET INCOME                         4,000.00
      `),
    );
  });

  test("the cash is March's, when the claim turns into money", async () => {
    const [january, march] = await statementsOf(
      books,
      "cash_flow?start_date=2025-01-01&end_date=2025-01-31",
      "cash_flow?start_date=2025-03-01&end_date=2025-03-31",
    );
    expect(january).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                       4,000.00
          Non-Cash Expenses                    0.00
          Changes in Working Capital      (4,000.00)
            Accounts Receivable           (4,000.00)
        CASH BEFORE                            0.00
        CHANGE IN CASH                         0.00
        CASH AFTER                             0.00
      `),
    );
    expect(march).toBe(
      printed(`
        OPERATING                          4,000.00
          Net Income                           0.00
          Non-Cash Expenses                    0.00
          Changes in Working Capital       4,000.00
            Accounts Receivable            4,000.00
        CASH BEFORE                            0.00
        CHANGE IN CASH                     4,000.00
        CASH AFTER                         4,000.00
      `),
    );
  });
});

describe("deferred revenue: what is paid ahead is owed until it is earned (ASC 606-10-45-2)", () => {
  const books = {
    journal: [
      voucher("2025-01-01", "A customer pays the year ahead", [
        dr("checking", 1_200_00),
        cr("deferred_revenue", 1_200_00),
      ]),
      voucher("2025-01-31", "January is earned", [
        dr("deferred_revenue", 100_00),
        cr("subscriptions", 100_00),
      ]),
      voucher("2025-02-28", "February is earned", [
        dr("deferred_revenue", 100_00),
        cr("subscriptions", 100_00),
      ]),
    ],
  };

  test("after two months ten twelfths are still a liability", async () => {
    expect(await statementOf(books, "balance_sheet?date=2025-02-28")).toBe(
      printed(`
        ASSETS                             1,200.00
          Cash                             1,200.00
            Checking                       1,200.00
        LIABILITIES                        1,000.00
          Deferred Revenue                 1,000.00
        EQUITY                               200.00
          Retained Earnings                  200.00
        of it earned in earlier years          0.00
        of it earned this fiscal year        200.00
        LIABILITIES AND EQUITY             1,200.00
        CASH                               1,200.00
      `),
    );
  });

  test("each month earns its own part", async () => {
    expect(await statementOf(books, "income_statement?start_date=2025-02-01&end_date=2025-02-28")).toBe(
      printed(`
        REVENUE                              100.00
          Revenue                            100.00
            Subscriptions                    100.00
        GROSS PROFIT                         100.00
        OPERATING INCOME                     100.00
        NET INCOME                           100.00
      `),
    );
  });
});

describe("contra revenue: a refund takes from revenue, it is no expense (ASC 606-10-32-10)", () => {
  const books = {
    journal: [
      voucher("2025-05-02", "Subscriptions sold", [dr("checking", 900_00), cr("subscriptions", 900_00)]),
      voucher("2025-05-20", "One of them is given back", [dr("refunds", 150_00), cr("checking", 150_00)]),
    ],
  };

  test("it stands below revenue, with the opposite sign", async () => {
    expect(await statementOf(books, "income_statement?start_date=2025-05-01&end_date=2025-05-31")).toBe(
      printed(`
        REVENUE                              750.00
          Revenue                            750.00
            Subscriptions                    900.00
            Refunds                         (150.00)
        GROSS PROFIT                         750.00
        OPERATING INCOME                     750.00
        NET INCOME                           750.00
      `),
    );
  });
});
