/** Golden books about money that is not earned: capital, loans, transfers; and about the turn of a fiscal year. */
import { describe, expect, test } from "vitest";
import { cr, dr, voucher } from "../support/bundle.ts";
import { printed, statementOf, statementsOf } from "./statement.ts";

describe("a loan: borrowing and paying back is financing, the interest is a cost (ASC 230-10-45-14, 45-15 and 45-17)", () => {
  const books = {
    journal: [
      voucher("2025-02-14", "The bank lends", [dr("checking", 10_000_00), cr("loan", 10_000_00)]),
      voucher("2025-03-31", "A part is paid back, with interest", [dr("loan", 1_000_00), dr("interest_expense", 75_50), cr("checking", 1_075_50)]),
    ],
  };

  test("only the interest is in net income", async () => {
    expect(await statementOf(books, "income_statement?start_date=2025-01-01&end_date=2025-03-31")).toBe(
      printed(`
        GROSS PROFIT                           0.00
        OPERATING INCOME                       0.00
        OTHER EXPENSES                       (75.50)
          Interest Expense                   (75.50)
        NET INCOME                           (75.50)
      `),
    );
  });

  test("the principal goes through financing", async () => {
    expect(await statementOf(books, "cash_flow?start_date=2025-01-01&end_date=2025-03-31")).toBe(
      printed(`
        OPERATING                            (75.50)
          Net Income                         (75.50)
          Non-Cash Expenses                    0.00
          Changes in Working Capital           0.00
        FINANCING                          9,000.00
          Bank Loan                        9,000.00
        CASH BEFORE                            0.00
        CHANGE IN CASH                     8,924.50
        CASH AFTER                         8,924.50
      `),
    );
  });
});

describe("a transfer between the company's own accounts is no cash flow (ASC 230-10-45-5)", () => {
  const books = {
    journal: [
      voucher("2025-01-02", "Founders pay in", [dr("checking", 500_00), cr("stock", 500_00)]),
      voucher("2025-02-20", "Put aside", [dr("savings", 200_00), cr("checking", 200_00)], { source: "transfer" }),
    ],
  };

  test("February changes nothing", async () => {
    expect(await statementOf(books, "cash_flow?start_date=2025-02-01&end_date=2025-02-28")).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                           0.00
          Non-Cash Expenses                    0.00
          Changes in Working Capital           0.00
        CASH BEFORE                          500.00
        CHANGE IN CASH                         0.00
        CASH AFTER                           500.00
      `),
    );
  });
});

describe("the turn of a fiscal year: what was earned joins the earnings retained before, and the new year begins at nothing", () => {
  const journal = [
    voucher("2025-05-10", "Sold", [dr("checking", 1_000_00), cr("services", 1_000_00)]),
    voucher("2025-06-30", "Paid for it on the year's last day", [dr("payroll", 400_00), cr("checking", 400_00)]),
    voucher("2025-07-01", "Sold on the new year's first day", [dr("checking", 70_00), cr("services", 70_00)]),
  ];

  test("for a fiscal year that begins in July", async () => {
    const [last, first] = await statementsOf(
      { company: { fiscal_year_start_month: 7 }, journal },
      "balance_sheet?date=2025-06-30",
      "balance_sheet?date=2025-07-01",
    );
    expect(last).toBe(
      printed(`
        ASSETS                               600.00
          Cash                               600.00
            Checking                         600.00
        EQUITY                               600.00
          Retained Earnings                  600.00
        of it earned in earlier years          0.00
        of it earned this fiscal year        600.00
        LIABILITIES AND EQUITY               600.00
        CASH                                 600.00
      `),
    );
    expect(first).toBe(
      printed(`
        ASSETS                               670.00
          Cash                               670.00
            Checking                         670.00
        EQUITY                               670.00
          Retained Earnings                  670.00
        of it earned in earlier years        600.00
        of it earned this fiscal year         70.00
        LIABILITIES AND EQUITY               670.00
        CASH                                 670.00
      `),
    );
  });

  test("for the calendar year, the same books are one year's", async () => {
    expect(await statementOf({ journal }, "balance_sheet?date=2025-07-01")).toBe(
      printed(`
        ASSETS                               670.00
          Cash                               670.00
            Checking                         670.00
        EQUITY                               670.00
          Retained Earnings                  670.00
        of it earned in earlier years          0.00
        of it earned this fiscal year        670.00
        LIABILITIES AND EQUITY               670.00
        CASH                                 670.00
      `),
    );
  });
});
