/**
 * Golden books about money that is not earned: capital, loans, transfers; and about the turn of a fiscal
 * year.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { CHART, cr, dr, SET_UP, voucher } from "../support/bundle.ts";
import { exportsOf, fetchLink, workOn } from "../support/exports.ts";
import { readCsv } from "../support/xlsx.ts";
import { printed, statementOf, statementsOf } from "./statement.ts";

describe("a loan: borrowing and paying back is financing, the interest is a cost (ASC 230-10-45-14, 45-15 and 45-17)", () => {
  const books = {
    journal: [
      voucher("2025-02-14", "The bank lends", [dr("checking", 10_000_00), cr("loan", 10_000_00)]),
      voucher("2025-03-31", "A part is paid back, with interest", [
        dr("loan", 1_000_00),
        dr("interest_expense", 75_50),
        cr("checking", 1_075_50),
      ]),
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
      voucher("2025-02-20", "Put aside", [dr("savings", 200_00), cr("checking", 200_00)], {
        source: "transfer",
      }),
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
    voucher("2025-06-30", "Paid for it on the year's last day", [
      dr("payroll", 400_00),
      cr("checking", 400_00),
    ]),
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

describe("books that are closed each year into an equity category of retained earnings: one line, whatever was closed", () => {
  const retained = (role: "retained_earnings" | null) => [
    ...CHART.filter(({ id }) => id !== "cat_retained"),
    {
      id: "cat_retained",
      name: "Retained Earnings",
      account_type: "equity",
      parent_id: null,
      position: 9,
      cash_flow: "financing",
      created: SET_UP,
      role,
    } as const,
    {
      id: "cat_retained_old",
      name: "Before 2024",
      account_type: "equity",
      parent_id: "cat_retained",
      position: 0,
      cash_flow: "financing",
      created: SET_UP,
    } as const,
  ];
  const journal = [
    voucher("2023-12-31", "Brought forward", [dr("checking", 300_00), cr("retained_old", 300_00)]),
    voucher("2024-05-10", "Sold", [dr("checking", 1_000_00), cr("services", 1_000_00)]),
    voucher("2024-06-30", "Wages", [dr("payroll", 400_00), cr("checking", 400_00)]),
  ];
  const closing = voucher("2024-12-31", "The year is closed", [
    dr("services", 1_000_00),
    cr("payroll", 400_00),
    cr("retained", 600_00),
  ]);
  const later = voucher("2025-02-01", "Sold", [dr("checking", 70_00), cr("services", 70_00)]);
  const dividend = voucher("2025-03-01", "Dividend", [dr("retained", 50_00), cr("checking", 50_00)]);

  test("at the year's end, closed or not, they are the same; the closing voucher makes the year's income a part of what was there", async () => {
    const [open] = await statementsOf(
      { categories: retained("retained_earnings"), journal },
      "balance_sheet?date=2024-12-31",
    );
    const [closed] = await statementsOf(
      { categories: retained("retained_earnings"), journal: [...journal, closing] },
      "balance_sheet?date=2024-12-31",
    );
    const sheet = (before: string, year: string) =>
      printed(`
        ASSETS                               900.00
          Cash                               900.00
            Checking                         900.00
        EQUITY                               900.00
          Retained Earnings                  900.00
        of it earned in earlier years        ${before}
        of it earned this fiscal year        ${year}
        LIABILITIES AND EQUITY               900.00
        CASH                                 900.00
      `);
    expect(open).toBe(sheet("300.00", "600.00"));
    expect(closed).toBe(sheet("900.00", "  0.00"));
  });

  test("in the year after, what was closed and what was paid out of it stand before the year's net income", async () => {
    expect(
      await statementOf(
        { categories: retained("retained_earnings"), journal: [...journal, closing, later, dividend] },
        "balance_sheet?date=2025-06-30",
      ),
    ).toBe(
      printed(`
        ASSETS                               920.00
          Cash                               920.00
            Checking                         920.00
        EQUITY                               920.00
          Retained Earnings                  920.00
        of it earned in earlier years        850.00
        of it earned this fiscal year         70.00
        LIABILITIES AND EQUITY               920.00
        CASH                                 920.00
      `),
    );
  });

  test("without the role the category stands for itself", async () => {
    expect(
      await statementOf(
        { categories: retained(null), journal: [...journal, closing] },
        "balance_sheet?date=2024-12-31",
      ),
    ).toBe(
      printed(`
        ASSETS                               900.00
          Cash                               900.00
            Checking                         900.00
        EQUITY                               900.00
          Retained Earnings                  900.00
            Before 2024                      300.00
            Retained Earnings (direct)       600.00
          Retained Earnings                    0.00
        of it earned in earlier years          0.00
        of it earned this fiscal year          0.00
        LIABILITIES AND EQUITY               900.00
        CASH                                 900.00
      `),
    );
  });

  test("on the cash flow statement of a period that holds the closing voucher, the income stands under financing", async () => {
    expect(
      await statementOf(
        { categories: retained("retained_earnings"), journal: [...journal, closing] },
        "cash_flow?start_date=2024-01-01&end_date=2024-12-31",
      ),
    ).toBe(
      printed(`
        OPERATING                              0.00
          Net Income                           0.00
          Non-Cash Expenses                    0.00
          Changes in Working Capital           0.00
        FINANCING                            600.00
          Retained Earnings                  600.00
        CASH BEFORE                          300.00
        CHANGE IN CASH                       600.00
        CASH AFTER                           900.00
      `),
    );
  });

  test("the entries of the income categories and of this one, from the beginning, add up to the line; an export shows it once", async () => {
    const company = await (
      await testApp()
    ).company({ categories: retained("retained_earnings"), journal: [...journal, closing, later, dividend] });
    const { data: categories } = await company.read<{
      data: readonly { id: string; account_type: string }[];
    }>("/categories");
    const { data: entries } = await company.read<{
      data: readonly { category_id: string; amount_cents: number }[];
    }>("/journal_entries?end_date=2025-06-30&limit=500");
    const income = new Set(
      categories
        .filter(({ account_type }) => !["asset", "liability", "equity"].includes(account_type))
        .map(({ id }) => id),
    );
    const { data: own } = await company.read<{ data: readonly { amount_cents: number }[] }>(
      "/journal_entries?category_id=cat_retained&end_date=2025-06-30",
    );
    const sum = (rows: readonly { amount_cents: number }[]) =>
      rows.reduce((total, { amount_cents }) => total + amount_cents, 0);
    expect(sum(own)).toBe(850_00);
    expect(sum([...entries.filter(({ category_id }) => income.has(category_id)), ...own])).toBe(920_00);
    const http = await testApp();
    expect(await http.app.ledger.verify(company.id)).toMatchObject({ ok: true });
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask({
      report_type: "balance_sheet",
      start_date: "2025-06-01",
      end_date: "2025-06-30",
    });
    await workOn(http);
    const { bytes } = await fetchLink((await read(id)).file?.download_url ?? "");
    const rows = readCsv(bytes).records.filter(({ name }) => name === "Total Retained Earnings");
    expect(rows.map((row) => Object.values(row).at(-1))).toEqual(["920.00"]);
  });
});

describe("losses that were kept", () => {
  test("are an accumulated deficit in exports, with the part of the fiscal year", async () => {
    const http = await testApp();
    const company = await http.company({
      journal: [
        voucher("2024-05-10", "Spent", [dr("payroll", 300_00), cr("checking", 300_00)]),
        voucher("2025-02-10", "Sold", [dr("checking", 100_00), cr("services", 100_00)]),
      ],
    });
    const { ask, read } = exportsOf(http, company);
    const { id } = await ask({
      report_type: "balance_sheet",
      start_date: "2025-02-01",
      end_date: "2025-02-28",
    });
    await workOn(http);
    const { bytes } = await fetchLink((await read(id)).file?.download_url ?? "");
    const rows = readCsv(bytes).records.filter(({ id: line }) => line?.startsWith("grp_retained_earnings"));
    expect(rows.map((row) => [row["row_type"], row["name"], Object.values(row).at(-1)])).toEqual([
      ["heading", "Accumulated Deficit", ""],
      ["line", "Beginning of Fiscal Year", "-300.00"],
      ["line", "Net Income of Fiscal Year", "100.00"],
      ["subtotal", "Total Accumulated Deficit", "-200.00"],
    ]);
  });
});
