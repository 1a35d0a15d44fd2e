/**
 * Golden books about what settles an invoice besides its payment: one payment for two invoices, a fee that
 * was kept, an overpayment that is a credit, a credit note, a bad debt (direct write-off), and a reversal in
 * a later month. After each, the statements and the receivables by age are those of a textbook.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { present } from "@daybook/words/assert";
import { type Cents, cents } from "@daybook/words/cents";
import { parseCivilDate } from "@daybook/words/civil-date";
import { bookOf, type InvoiceBook } from "../support/invoices.ts";
import { printed, reportsOf } from "./statement.ts";

const http = await testApp();
const { app } = http;
const day = (text: string) => present(parseCivilDate(text), text);
const at = { now: app.clock.now(), today: day("2026-05-31") };

const INCOME = "income_statement?start_date=2026-03-01&end_date=2026-05-31";
const SHEET = "balance_sheet?date=2026-05-31";

let book: InvoiceBook;
const ids: Record<string, string> = {};

/** Issues an invoice of work on a day, due a month later. */
async function issue(number: string, amount: number, issue_date: string, due_date: string): Promise<void> {
  const line = { description: "Work", unit_amount_cents: amount, category_id: "cat_services" };
  const customer_name = "Blue Fern";
  const { id } = await book.issued({ number, customer_name, issue_date, due_date, line_items: [line] });
  ids[number] = id;
}

const line = (category: string, amount: number, memo: string | null = null) => ({
  category,
  department: null,
  amount_cents: cents(amount) satisfies Cents,
  description: memo,
});

/** Receivables by age as one line: the ages that are not zero, the total, and the ledger. */
async function aged(date: string): Promise<string> {
  const { ages, total_cents, ledger_cents, other_cents } = await app.invoices.ageing(
    book.company.id,
    day(date),
  );
  const parts = Object.entries(ages).filter(([, amount]) => amount !== 0);
  return `${parts.map(([age, amount]) => `${age} ${amount / 100}`).join(", ")} = ${total_cents / 100}; ledger ${ledger_cents / 100}, other ${other_cents / 100}`;
}

beforeAll(async () => {
  book = await bookOf(http);
  await issue("A", 1_000_00, "2026-03-10", "2026-04-10");
  await issue("B", 500_00, "2026-04-01", "2026-05-01");
  await issue("C", 300_00, "2026-05-05", "2026-06-05");
});

describe("three invoices of a customer", () => {
  test("are receivable by how long they are past due", async () => {
    expect(await aged("2026-05-31")).toBe(
      "current 300, 1_to_30 500, 31_to_60 1000 = 1800; ledger 1800, other 0",
    );
    expect(await aged("2026-04-10")).toBe("current 1500 = 1500; ledger 1500, other 0");
  });

  test("one payment for two of them, net of a fee: the fee is an expense, and both are paid", async () => {
    const transaction = await book.receive(1_485_00, { date: "2026-05-12", merchant_name: "Blue Fern" });
    const paid = await app.invoices.receive(
      book.company.id,
      {
        transaction,
        invoices: [
          { invoice: "A", amount_cents: null },
          { invoice: "B", amount_cents: null },
        ],
        fees: [line("cat_software", 15_00, "Card fee")],
      },
      at,
      "operator",
    );
    expect(paid.invoices.map(({ invoice: { number, status } }) => [number, status])).toEqual([
      ["A", "paid"],
      ["B", "paid"],
    ]);
    expect(await book.read(ids["A"] ?? "")).toMatchObject({
      amount_paid_cents: 1_000_00,
      amount_due_cents: 0,
    });
    expect(await aged("2026-05-31")).toBe("current 300 = 300; ledger 300, other 0");
    // On the day before, both were still due.
    expect(await aged("2026-05-11")).toBe(
      "current 300, 1_to_30 500, 31_to_60 1000 = 1800; ledger 1800, other 0",
    );
    const [income, sheet] = await reportsOf(book.company, INCOME, SHEET);
    expect(income).toBe(
      printed(`
        REVENUE                            1,800.00
          Revenue                          1,800.00
            Services                       1,800.00
        GROSS PROFIT                       1,800.00
        OPERATING EXPENSES                   (15.00)
          Software                           (15.00)
        OPERATING INCOME                   1,785.00
        NET INCOME                         1,785.00
      `),
    );
    expect(sheet).toBe(
      printed(`
        ASSETS                             1,785.00
          Cash                             1,485.00
            Checking                       1,485.00
          Accounts Receivable                300.00
        EQUITY                             1,785.00
          Retained Earnings                1,785.00
        of it earned in earlier years          0.00
        of it earned this fiscal year      1,785.00
        LIABILITIES AND EQUITY             1,785.00
        CASH                               1,485.00
      `),
    );
  });

  test("an overpayment is the customer's credit, and pays the next invoice (BILL-019)", async () => {
    const transaction = await book.receive(350_00, { date: "2026-05-20", merchant_name: "Blue Fern" });
    const first = { invoice: "C", amount_cents: null };
    await app.invoices.receive(book.company.id, { transaction, invoices: [first], fees: [] }, at, "operator");
    expect(await book.read(ids["C"] ?? "")).toMatchObject({ status: "paid", amount_due_cents: -50_00 });
    expect(await aged("2026-05-31")).toBe("credit -50 = -50; ledger -50, other 0");
    await issue("D", 200_00, "2026-05-22", "2026-05-22");
    await app.invoices.move(
      book.company.id,
      "C",
      { invoice: "D", amount_cents: null, date: day("2026-05-22") },
      at,
      "operator",
    );
    expect(await book.read(ids["C"] ?? "")).toMatchObject({ status: "paid", amount_due_cents: 0 });
    expect(await aged("2026-05-31")).toBe("1_to_30 150 = 150; ledger 150, other 0");
  });

  test("a credit note takes revenue back, a write-off is an expense, and nothing is due (BILL-018)", async () => {
    const settle = (kind: "credit_note" | "write_off", category: string, amount: number) =>
      app.invoices.settle(
        book.company.id,
        { kind, invoice: "D", date: day("2026-05-25"), note: "", lines: [line(category, amount)] },
        at,
        "operator",
      );
    await settle("credit_note", "cat_services", 60_00);
    await settle("write_off", "Software", 90_00);
    expect(await aged("2026-05-31")).toBe(" = 0; ledger 0, other 0");
    const [income] = await reportsOf(book.company, INCOME);
    expect(income).toBe(
      printed(`
        REVENUE                            1,940.00
          Revenue                          1,940.00
            Services                       1,940.00
        GROSS PROFIT                       1,940.00
        OPERATING EXPENSES                  (105.00)
          Software                          (105.00)
        OPERATING INCOME                   1,835.00
        NET INCOME                         1,835.00
      `),
    );
    expect((await app.ledger.verify(book.company.id)).ok).toBe(true);
  });

  test("an invoice of March that is void in May leaves March as it was", async () => {
    const MARCH = "income_statement?start_date=2026-03-01&end_date=2026-03-31";
    await issue("E", 70_00, "2026-03-15", "2026-03-15");
    const [before] = await reportsOf(book.company, MARCH);
    await app.invoices.reverse(book.company.id, "E", day("2026-05-30"), at, "operator");
    expect(await reportsOf(book.company, MARCH)).toEqual([before]);
    expect(await book.read(ids["E"] ?? "")).toMatchObject({ status: "void", amount_due_cents: 0 });
    expect(await aged("2026-05-29")).toBe("61_to_90 70 = 70; ledger 70, other 0");
    expect(await aged("2026-05-31")).toBe(" = 0; ledger 0, other 0");
    expect((await app.ledger.verify(book.company.id)).ok).toBe(true);
  });

  test("a payment in advance is the customer's credit until the invoice is issued", async () => {
    const transaction = await book.receive(80_00, { date: "2026-05-18", merchant_name: "Blue Fern" });
    await issue("F", 80_00, "2026-05-26", "2026-06-26");
    expect(await book.change(ids["F"] ?? "", "match", { transaction_id: transaction })).toMatchObject({
      status: 200,
    });
    expect(await aged("2026-05-19")).toMatch(/credit -80.*, other 0$/);
    expect(await aged("2026-05-31")).toBe(" = 0; ledger 0, other 0");
  });
});
