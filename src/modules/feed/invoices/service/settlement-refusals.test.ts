/** What settles an invoice, or would, is refused with a sentence, and nothing changes. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import type { InvoiceBook } from "../../../../../test/support/invoices.ts";
import { day, endOfMay, line, settlingBook } from "../../../../../test/support/settlements.ts";
import { stateOf } from "../../../../../test/support/state.ts";
import { PRESETS } from "@daybook/words/areas";
import { cents } from "@daybook/words/cents";

const http = await testApp();
const { app } = http;
const at = endOfMay(http);
const fresh = () => settlingBook(http);

const isSound = async (book: InvoiceBook) => (await app.ledger.verify(book.company.id)).ok;

describe("a settlement is refused, and nothing changes,", () => {
  test.each<readonly [string, (books: Awaited<ReturnType<typeof fresh>>) => Promise<unknown>, object]>([
    ["of more than is due", ({ settle }) => settle("write_off", "A", 100_01), { param: "amount" }],
    [
      "of more credit notes than the total",
      ({ settle }) => settle("credit_note", "A", 100_01),
      { param: "amount" },
    ],
    [
      "before the day of issue",
      ({ settle }) => settle("write_off", "A", 1, { date: day("2026-04-30") }),
      {
        code: "transaction_update_failed",
        param: "date",
        message: "The invoice A was issued on 2026-05-01, and can't be settled before that.",
      },
    ],
    [
      "of an unknown invoice",
      ({ settle }) => settle("fee", "Z", 1),
      { code: "resource_missing", param: "invoice" },
    ],
    [
      "on a bank account's category",
      ({ settle }) => settle("fee", "A", 1, { lines: [line(1, "cat_checking")] }),
      { code: "resource_missing", param: "line", message: expect.stringContaining("can't be debited") },
    ],
    [
      "on the claim itself",
      ({ settle }) => settle("fee", "A", 1, { lines: [line(1, "cat_receivable")] }),
      { param: "line" },
    ],
    [
      "by a credit note for what is written off",
      async ({ book, settle }) => {
        await settle("write_off", "A", 60_00);
        const { settlements } = await app.invoices.show(book.company.id, "A");
        try {
          await settle("credit_note", "A", 40_01);
        } finally {
          await app.invoices.takeBack(book.company.id, settlements[0]?.id ?? "", at, "operator");
        }
      },
      { param: "amount", message: expect.stringContaining("60.00 are credited or written off already") },
    ],
    [
      "by a write-off of an invoice of which nothing is due",
      async ({ receive, settle }) => {
        await receive(100_00, "A");
        return settle("write_off", "A", 0);
      },
      { param: "invoice", message: "Nothing is due of the invoice A." },
    ],
    [
      "without lines",
      ({ settle }) => settle("fee", "A", 1, { lines: [] }),
      { param: "line", message: "Give a category and an amount." },
    ],
    ["of nothing", ({ settle }) => settle("fee", "A", 0), { param: "line" }],
    [
      "by a move without a credit",
      ({ move }) => move("A", "B"),
      { param: "invoice", message: "The invoice A has no credit: nothing is paid too much." },
    ],
    [
      "by a move to itself",
      ({ move }) => move("A", "A"),
      { param: "invoice", message: "A credit can't be moved to its own invoice." },
    ],
    [
      "by a move to another customer",
      async ({ receive, move }) => {
        await receive(150_00, "A");
        return move("A", "other");
      },
      {
        param: "invoice",
        message: expect.stringMatching(
          /^The invoice \S+ is of .+ and \S+ of .+\. A credit settles invoices of its own customer\.$/,
        ),
      },
    ],
    [
      "by a move to an invoice on other receivables (BILL-021)",
      async ({ book, receive, move }) => {
        await receive(150_00, "A");
        await http.put({
          ...book.company.bundle,
          categories: [],
          departments: [],
          accounts: [],
          journal: [],
          transactions: [],
          invoices: [
            {
              id: "inv_elsewhere",
              number: "elsewhere",
              customer_name: "Quay Foods",
              issue_date: "2026-05-01",
              due_date: "2026-05-31",
              receivable_category_id: "cat_prepaid",
              line_items: [
                { description: "Work", quantity: 1, unit_amount_cents: 50_00, category_id: "cat_services" },
              ],
            },
          ],
        });
        return move("A", "elsewhere");
      },
      { param: "invoice", message: expect.stringContaining("are booked on different receivables") },
    ],
    [
      "by a move of more than the credit",
      async ({ receive, move }) => {
        await receive(150_00, "A");
        return move("A", "B", 50_01);
      },
      { param: "invoice", message: "The invoice A has a credit of only 50.00." },
    ],
    [
      "of a void invoice",
      async ({ book, settle }) => {
        await app.invoices.reverse(book.company.id, "B", day("2026-05-20"), at, "operator");
        return settle("write_off", "B", 1);
      },
      { param: "invoice", message: "The invoice B is void, so nothing can settle it." },
    ],
    [
      "of a void invoice, by a payment",
      async ({ book }) => {
        const transaction = await book.receive(1_00, { date: "2026-05-08" });
        const { invoice } = await app.invoices.show(book.company.id, "B");
        await app.invoices.reverse(book.company.id, invoice.id, day("2026-05-20"), at, "operator");
        const answer = await book.change(invoice.id, "match", { transaction_id: transaction });
        throw (answer.body as unknown as { readonly error: unknown }).error;
      },
      { code: "transaction_update_failed", message: "The invoice is void, so nothing is due." },
    ],
    [
      "by a payment with an amount for its only invoice",
      async ({ book }) => {
        const transaction = await book.receive(50_00, { date: "2026-05-08" });
        const invoices = [{ invoice: "A", amount_cents: cents(10_00) }] as const;
        return app.invoices.receive(book.company.id, { transaction, invoices, fees: [] }, at, "operator");
      },
      {
        param: "invoice",
        message: "An amount is for a further invoice; the first one gets all that the others leave.",
      },
    ],
    [
      "by a fee of more than the payment leaves",
      async ({ book }) => {
        const transaction = await book.receive(99_00, { date: "2026-05-08" });
        const invoices = [{ invoice: "A", amount_cents: null }] as const;
        const fees = [line(1_01, "cat_software")];
        return app.invoices.receive(book.company.id, { transaction, invoices, fees }, at, "operator");
      },
      {
        param: "fee",
        message: "The fee of 1.01 is more than is left due on these invoices after the payment.",
      },
    ],
    [
      "by a reversal before the day of issue",
      ({ book }) => app.invoices.reverse(book.company.id, "A", day("2026-04-30"), at, "operator"),
      {
        param: "date",
        message: "The invoice A was issued on 2026-05-01, and can't be reversed before that.",
      },
    ],
    [
      "by a member who may not manage what it changes",
      async ({ book }) =>
        app.invoices.receive(
          book.company.id,
          { transaction: "txn_none", invoices: [{ invoice: "A", amount_cents: null }], fees: [] },
          at,
          { ...PRESETS.admin, transactions: "view" },
        ),
      {
        code: "insufficient_permission",
        message: "This needs `manage` for `invoices` and `transactions`.",
      },
    ],
    [
      "that is unknown, when it is taken back",
      ({ book }) => app.invoices.takeBack(book.company.id, "stl_none", at, "operator"),
      {
        code: "resource_missing",
        param: "settlement",
        message: "The company has no settlement stl_none.",
      },
    ],
  ])("%s", async (_, change, refusal) => {
    const books = await fresh();
    await books.issue("A", 100_00);
    await books.issue("B", 200_00);
    await books.issue("other", 10_00, { customer_name: "Blue Fern" });
    await expect(change(books)).rejects.toMatchObject(refusal);
    expect((await stateOf(app, books.book.company.id))["settlements"] ?? []).toEqual([]);
    expect(await isSound(books.book)).toBe(true);
  });

  test("by a member without the permission", async () => {
    const { book, issue } = await fresh();
    await issue("A", 100_00);
    const settlement = { kind: "fee", invoice: "A", date: null, note: "", lines: [line(1)] } as const;
    const caller = { ...PRESETS.admin, invoices: "view" } as const;
    expect(() => app.invoices.settle(book.company.id, settlement, at, caller)).toThrow(
      /`manage` for `invoices`/,
    );
  });
});
