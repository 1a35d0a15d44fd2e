/** Golden books about when costs count: prepaid expenses, depreciation, accrued bills. */
import { describe, expect, test } from "vitest";
import { category, CHART, chart, cr, dr, voucher } from "../support/bundle.ts";
import { printed, statementOf } from "./statement.ts";

describe("prepaid: a cost paid ahead is an asset until its time has passed (ASC 340-10-05-4)", () => {
  const books = {
    journal: [
      voucher("2025-04-01", "A year of a tool is paid", [dr("prepaid", 1_200_00), cr("checking", 1_200_00)]),
      voucher("2025-04-30", "April's part is used up", [dr("software", 100_00), cr("prepaid", 100_00)], {
        source: "spread",
      }),
    ],
  };

  test("April costs a twelfth", async () => {
    expect(await statementOf(books, "income_statement?start_date=2025-04-01&end_date=2025-04-30")).toBe(
      printed(`
        GROSS PROFIT                           0.00
        OPERATING EXPENSES                  (100.00)
          Software                          (100.00)
        OPERATING INCOME                    (100.00)
        NET INCOME                          (100.00)
      `),
    );
  });

  test("the rest left as cash and came back as a claim", async () => {
    expect(await statementOf(books, "cash_flow?start_date=2025-04-01&end_date=2025-04-30")).toBe(
      printed(`
        OPERATING                         (1,200.00)
          Net Income                        (100.00)
          Non-Cash Expenses                    0.00
          Changes in Working Capital      (1,100.00)
            Prepaid Expenses              (1,100.00)
        CASH BEFORE                            0.00
        CHANGE IN CASH                    (1,200.00)
        CASH AFTER                        (1,200.00)
      `),
    );
  });
});

describe("depreciation: the cost of equipment is spread over its life, and moves no cash (ASC 360-10-35-4, 230-10-45-28)", () => {
  const books = {
    journal: [
      voucher("2025-01-02", "Founders pay in", [dr("checking", 10_000_00), cr("stock", 10_000_00)]),
      voucher("2025-01-15", "A machine for three years", [
        dr("equipment", 3_600_00),
        cr("checking", 3_600_00),
      ]),
      voucher(
        "2025-01-31",
        "Its first month",
        [dr("depreciation", 100_00), cr("accumulated_depreciation", 100_00)],
        { source: "capitalization" },
      ),
    ],
  };

  test("buying is investing, wearing off is an expense that is added back", async () => {
    expect(await statementOf(books, "cash_flow?start_date=2025-01-01&end_date=2025-01-31")).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                        (100.00)
          Non-Cash Expenses                  100.00
            Accumulated Depreciation         100.00
          Changes in Working Capital           0.00
        INVESTING                         (3,600.00)
          Equipment                       (3,600.00)
        FINANCING                         10,000.00
          Common Stock                    10,000.00
        CASH BEFORE                            0.00
        CHANGE IN CASH                     6,400.00
        CASH AFTER                         6,400.00
      `),
    );
  });

  test("the machine stands at its cost, less what has worn off", async () => {
    expect(await statementOf(books, "balance_sheet?date=2025-01-31")).toBe(
      printed(`
        ASSETS                             9,900.00
          Cash                             6,400.00
            Checking                       6,400.00
          Equipment                        3,600.00
          Accumulated Depreciation          (100.00)
        EQUITY                             9,900.00
          Common Stock                    10,000.00
          Retained Earnings                 (100.00)
        of it earned in earlier years          0.00
        of it earned this fiscal year       (100.00)
        LIABILITIES AND EQUITY             9,900.00
        CASH                               6,400.00
      `),
    );
  });
});

describe("an unpaid bill: a cost counts when it is incurred, and is owed until it is paid (ASC 405-20-40-1)", () => {
  const books = {
    journal: [
      voucher("2025-06-30", "June's servers, billed", [dr("hosting", 312_45), cr("payable", 312_45)]),
      voucher("2025-07-15", "The bill is paid", [dr("payable", 312_45), cr("checking", 312_45)]),
    ],
  };

  test("June bears the cost of goods sold", async () => {
    expect(await statementOf(books, "income_statement?start_date=2025-06-01&end_date=2025-06-30")).toBe(
      printed(`
        COST OF GOODS SOLD                  (312.45)
          Hosting                           (312.45)
        GROSS PROFIT                        (312.45)
        OPERATING INCOME                    (312.45)
        NET INCOME                          (312.45)
      `),
    );
  });

  test("at the end of June it is owed", async () => {
    expect(await statementOf(books, "balance_sheet?date=2025-06-30")).toBe(
      printed(`
        LIABILITIES                          312.45
          Accounts Payable                   312.45
        EQUITY                              (312.45)
          Retained Earnings                 (312.45)
        of it earned in earlier years          0.00
        of it earned this fiscal year       (312.45)
        LIABILITIES AND EQUITY                 0.00
        CASH                                   0.00
      `),
    );
  });
});

describe("a parent with entries of its own: a subtotal is the sum of what stands below it", () => {
  const books = {
    categories: [
      ...CHART,
      ...chart(category("office", "Office", "expense", null, ["rent", "Rent"], ["supplies", "Supplies"])).map(
        (row) => ({ ...row, position: row.position + 20 }),
      ),
    ],
    journal: [
      voucher("2025-02-01", "Rent", [dr("rent", 2_000_00), cr("checking", 2_000_00)]),
      voucher("2025-02-03", "Something for the office, nobody knows what", [
        dr("office", 37_50),
        cr("checking", 37_50),
      ]),
    ],
  };

  test("its own entries stand beside its children", async () => {
    expect(await statementOf(books, "income_statement?start_date=2025-02-01&end_date=2025-02-28")).toBe(
      printed(`
        GROSS PROFIT                           0.00
        OPERATING EXPENSES                (2,037.50)
          Office                          (2,037.50)
            Rent                          (2,000.00)
            Office (direct)                  (37.50)
        OPERATING INCOME                  (2,037.50)
        NET INCOME                        (2,037.50)
      `),
    );
  });
});
