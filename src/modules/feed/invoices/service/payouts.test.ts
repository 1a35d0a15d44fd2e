/** Payments of several customers, as payment services pay them out, and refunds of what was paid too much. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { type Bundle, unique } from "../../../../../test/support/bundle.ts";
import { exported } from "../../../../../test/support/import.ts";
import type { InvoiceBook } from "../../../../../test/support/invoices.ts";
import { day, due, endOfMay, line, settlingBook } from "../../../../../test/support/settlements.ts";
import { stateOf } from "../../../../../test/support/state.ts";
import { present } from "@daybook/words/assert";
import { cents } from "@daybook/words/cents";
import { parseId } from "@daybook/words/public-id";

const http = await testApp();
const { app } = http;
const at = endOfMay(http);

type Shares = readonly (readonly [invoice: string, amount?: number])[];

function sharesOf(shares: Shares) {
  const share = ([invoice, amount]: Shares[number]) => ({
    invoice,
    amount_cents: amount === undefined ? null : cents(amount),
  });
  const [first = ["none"], ...others] = shares;
  return [share(first), ...others.map(share)] as const;
}

/** Invoices of two customers, of 6,000.00 and 4,000.00, and the steps of this file. */
async function payouts() {
  const books = await settlingBook(http);
  const { book, issue } = books;
  const a = await issue("A", 6_000_00, { customer_name: "Blue Fern" });
  const b = await issue("B", 4_000_00, { customer_name: "Quay Foods" });
  const receive = (transaction: string, shares: Shares, fees: readonly number[] = []) =>
    app.invoices.receive(
      book.company.id,
      { transaction, invoices: sharesOf(shares), fees: fees.map((fee) => line(fee, "Software")) },
      at,
      "operator",
    );
  const refund = (shares: Shares, more: object = {}) =>
    app.invoices.refund(
      book.company.id,
      { invoices: sharesOf(shares), transaction: null, category: null, date: null, note: "", ...more },
      at,
      "operator",
    );
  return { ...books, a, b, receive, refund };
}

/** Receivables by age must be the ledger's, the books sound, and a copy of them the same. */
async function isSound({ company }: InvoiceBook): Promise<void> {
  const { other_cents } = await app.invoices.ageing(company.id, day("2026-05-31"));
  expect(other_cents).toBe(0);
  expect((await app.ledger.verify(company.id)).ok).toBe(true);
  const id = `comp_${unique()}`;
  const text = (await exported(app, company.id)).replaceAll(company.id, id);
  await http.put(JSON.parse(text) as Bundle);
  expect(await exported(app, id)).toBe(text);
  expect(await app.ledger.verify(present(parseId("company", id), id))).toMatchObject({ ok: true });
}

describe("a payout of two customers less a fee", () => {
  test.each<readonly [string, Shares]>([
    ["with the share of the second one", [["A"], ["B", 4_000_00]]],
    ["as much as fits", [["A"], ["B"]]],
    ["matched with the other one first", [["B"], ["A", 6_000_00]]],
  ])("settles both invoices, and books the fee, %s (BILL-025)", async (_, shares) => {
    const { book, a, b, receive } = await payouts();
    const transaction = await book.receive(9_709_00, { date: "2026-05-08" });
    const { entry_lines } = await receive(transaction, shares, [291_00]);
    expect(await due(book, a, b)).toEqual([0, 0]);
    expect(entry_lines).toEqual([
      { category_id: "cat_checking", net_debit_cents: 9_709_00 },
      { category_id: "cat_software", net_debit_cents: 291_00 },
      { category_id: "cat_receivable", net_debit_cents: -10_000_00 },
    ]);
    await isSound(book);
    await receive(transaction, shares, [291_00]);
    expect(await due(book, a, b)).toEqual([0, 0]);
    expect(await book.balances("cat_software")).toEqual([-291_00]);
  });

  test("of many small invoices settles all, though no single one is due as much as the fee", async () => {
    const { book, issue, receive } = await payouts();
    const names = ["C", "D", "E", "F"];
    const ids: string[] = [];
    for (const name of names) ids.push(await issue(name, 100_00, { customer_name: name }));
    const transaction = await book.receive(150_00, { date: "2026-05-08" });
    await receive(
      transaction,
      names.map((name) => [name] as const),
      [250_00],
    );
    expect(await due(book, ...ids)).toEqual([0, 0, 0, 0]);
    await isSound(book);
  });

  test.each<
    readonly [string, (books: Awaited<ReturnType<typeof payouts>>, transaction: string) => Promise<unknown>]
  >([
    ["somebody unmatches it", ({ book, a }) => book.change(a, "unmatch")],
    ["the bank removes it", ({ book }, transaction) => book.remove(transaction)],
  ])(
    "goes with all its shares when %s, whatever credit the first one has otherwise (BILL-026)",
    async (_, change) => {
      const books = await payouts();
      const { book, a, b, receive } = books;
      const before = await book.receive(5_000_00, { date: "2026-05-07" });
      const transaction = await book.receive(9_709_00, { date: "2026-05-08" });
      await receive(transaction, [["A"], ["B", 4_000_00]], [291_00]);
      await receive(before, [["A"]]);
      await change(books, transaction);
      if (_ === "the bank removes it") expect(await due(book, a, b)).toEqual([1_000_00, 4_000_00]);
      else expect(await due(book, a, b)).toEqual([6_000_00, 4_000_00]);
      await isSound(book);
    },
  );

  test("gives no more than the money and the fee, and then changes nothing", async () => {
    const { book, receive } = await payouts();
    const transaction = await book.receive(9_709_00, { date: "2026-05-08" });
    const before = await stateOf(app, book.company.id);
    await expect(receive(transaction, [["A"], ["B", 4_000_00]], [290_99])).rejects.toMatchObject({
      param: "invoice",
      message: "The invoice A has a credit of only 3999.99.",
    });
    await expect(
      receive(
        transaction,
        [
          ["A", 6_000_00],
          ["B", 4_000_00],
        ],
        [291_00],
      ),
    ).rejects.toMatchObject({
      param: "invoice",
      message: "An amount is for a further invoice; the first one gets all that the others leave.",
    });
    await expect(receive(transaction, [["A"], ["B", 4_000_00]], [291_01])).rejects.toMatchObject({
      param: "fee",
      message: "The fee of 291.01 is more than is left due on these invoices after the payment.",
    });
    await expect(
      app.invoices.receive(
        book.company.id,
        { transaction, invoices: sharesOf([["A"], ["B"]]), fees: [line(291_00, "cat_receivable")] },
        at,
        "operator",
      ),
    ).rejects.toMatchObject({ param: "line" });
    expect(await stateOf(app, book.company.id)).toEqual(before);
  });

  test("leaves the money on the first invoice when a share is taken back, from where another one gets it", async () => {
    const { book, a, b, issue, receive } = await payouts();
    const c = await issue("C", 4_000_00, { customer_name: "Third" });
    const transaction = await book.receive(10_000_00, { date: "2026-05-08" });
    await receive(transaction, [["A"], ["B"]]);
    const { settlements } = await app.invoices.show(book.company.id, "B");
    await app.invoices.takeBack(book.company.id, settlements[0]?.id ?? "", at, "operator");
    expect(await due(book, a, b, c)).toEqual([-4_000_00, 4_000_00, 4_000_00]);
    await receive(transaction, [["A"], ["C"]]);
    expect(await due(book, a, b, c)).toEqual([0, 4_000_00, 0]);
    await isSound(book);
  });
});

describe("a refund of what was paid too much", () => {
  /** Two invoices of one customer with credits of 300.00 and 200.00. */
  async function overpaid() {
    const books = await payouts();
    const { book, issue, receive } = books;
    const ids = [await issue("C", 100_00), await issue("D", 100_00)];
    for (const [name, amount] of [
      ["C", 400_00],
      ["D", 300_00],
    ] as const)
      await receive(await book.receive(amount, { date: "2026-05-08" }), [[name]]);
    expect(await due(book, ...ids)).toEqual([-300_00, -200_00]);
    return { ...books, ids };
  }

  test("by a transaction uses up the credit, of several invoices too (BILL-027)", async () => {
    const { book, ids, refund } = await overpaid();
    const transaction = await book.receive(-450_00, { date: "2026-05-20" });
    const { entry_lines } = await refund([["C"], ["D"]], { transaction });
    expect(entry_lines).toEqual([
      { category_id: "cat_receivable", net_debit_cents: 450_00 },
      { category_id: "cat_checking", net_debit_cents: -450_00 },
    ]);
    expect(await due(book, ...ids)).toEqual([-50_00, 0]);
    await refund([["C"], ["D"]], { transaction });
    expect(await due(book, ...ids)).toEqual([-50_00, 0]);
    await isSound(book);
    await book.change(ids[0] ?? "", "unmatch", { transaction_id: transaction });
    expect(await due(book, ...ids)).toEqual([-300_00, -200_00]);
    await isSound(book);
  });

  test("on a day is booked against what it was paid from, and can be taken back (BILL-027)", async () => {
    const { book, ids, refund } = await overpaid();
    const { entry_lines } = await refund([["C", 100_00], ["D"]], {
      category: "Software",
      date: day("2026-05-20"),
    });
    expect(entry_lines).toEqual([
      { category_id: "cat_receivable", net_debit_cents: 300_00 },
      { category_id: "cat_software", net_debit_cents: -300_00 },
    ]);
    expect(await due(book, ...ids)).toEqual([-200_00, 0]);
    const before = await app.invoices.ageing(book.company.id, day("2026-05-19"));
    expect(before.ages.credit).toBe(-500_00);
    await isSound(book);
    const { settlements } = await app.invoices.show(book.company.id, "D");
    await app.invoices.takeBack(book.company.id, settlements[0]?.id ?? "", at, "operator");
    expect(await due(book, ...ids)).toEqual([-200_00, -200_00]);
    await isSound(book);
  });

  test("is owed again when the bank takes the payment back, and such an invoice can't be void (BILL-027)", async () => {
    const { book, a, refund, receive } = await payouts();
    const payment = await book.receive(7_000_00, { date: "2026-05-08" });
    await receive(payment, [["A"]]);
    await refund([["A"]], { category: "Software" });
    await book.remove(payment);
    expect(await due(book, a)).toEqual([7_000_00]);
    await app.invoices.settle(
      book.company.id,
      { kind: "credit_note", invoice: "A", date: null, note: "", lines: [line(1_000_00)] },
      at,
      "operator",
    );
    expect(await book.change(a, "void")).toMatchObject({ status: 422 });
    await isSound(book);
  });

  test("stays with its transaction while the bank's new amount is within the credit, and goes otherwise", async () => {
    const { book, ids, refund } = await overpaid();
    const transaction = await book.receive(-100_00, { date: "2026-05-20" });
    await refund([["C"]], { transaction });
    await book.changeAmount(transaction, -300_00);
    expect(await due(book, ids[0] ?? "")).toEqual([0]);
    await book.changeAmount(transaction, -300_01);
    expect(await due(book, ids[0] ?? "")).toEqual([-300_00]);
    await isSound(book);
  });

  test.each<readonly [string, (books: Awaited<ReturnType<typeof overpaid>>) => Promise<unknown>, object]>([
    [
      "of more than the credit",
      ({ refund }) => refund([["C", 300_01]], { category: "Software" }),
      { param: "amount", message: "300.01 can't be refunded: the invoice C has a credit of 300.00." },
    ],
    [
      "without a credit",
      ({ refund }) => refund([["A"]], { category: "Software" }),
      { param: "invoice", message: "The invoice A has no credit, so there is nothing to refund." },
    ],
    [
      "of several customers",
      async ({ book, refund, receive }) => {
        await receive(await book.receive(6_001_00, { date: "2026-05-08" }), [["A"]]);
        return refund([["A"], ["C"]], { category: "Software" });
      },
      {
        param: "invoice",
        message: "The invoice A is of Blue Fern and C of Quay Foods. A refund is for one customer.",
      },
    ],
    [
      "of an invoice twice",
      ({ refund }) => refund([["C"], ["C"]], { category: "Software" }),
      { param: "invoice", message: "The invoice C is named twice." },
    ],
    [
      "by money that came in",
      async ({ book, refund }) => refund([["C"]], { transaction: await book.receive(1_00) }),
      { param: "transaction_id", message: "Only an outflow can refund a customer." },
    ],
    [
      "by a transaction with a share that is not the rest",
      async ({ book, refund }) =>
        refund(
          [
            ["C", 100_00],
            ["D", 10_00],
          ],
          { transaction: await book.receive(-100_00, { date: "2026-05-20" }) },
        ),
      { param: "invoice", message: "The refund leaves 90.00 for the invoice C, not 100.00." },
    ],
    [
      "by a transaction that leaves nothing for a further invoice",
      async ({ book, refund, issue, receive }) => {
        await issue("E", 100_00);
        await receive(await book.receive(150_00, { date: "2026-05-08" }), [["E"]]);
        const transaction = await book.receive(-200_00, { date: "2026-05-20" });
        return refund([["C"], ["D"], ["E"]], { transaction });
      },
      { param: "invoice", message: "The refund leaves nothing for the invoice E." },
    ],
    [
      "from the category of an account",
      ({ refund }) => refund([["C"]], { category: "cat_checking" }),
      { param: "category", message: expect.stringContaining("A refund from an account is its transaction.") },
    ],
    [
      "from nothing",
      ({ refund }) => refund([["C"]]),
      {
        param: "category",
        message: "Name the transaction of the refund, or the category that it was paid from.",
      },
    ],
    [
      "by a transaction with a note, which nothing would keep",
      ({ refund }) => refund([["C"]], { transaction: "txn_none", note: "Returned" }),
      {
        param: "note",
        message:
          "A refund by a transaction has its day and its account. Leave the day, the category and the note out.",
      },
    ],
    [
      "by a transaction that refunds it already, of another invoice too",
      async ({ book, refund }) => {
        const transaction = await book.receive(-1_00, { date: "2026-05-20" });
        await refund([["C"]], { transaction });
        try {
          await refund([["C"], ["D"]], { transaction });
        } finally {
          await book.remove(transaction);
        }
      },
      {
        param: "transaction_id",
        message: "The transaction refunds the invoice C already, but otherwise. Unmatch it first.",
      },
    ],
    [
      "by a transaction of credit that goes back to where it was moved from",
      async ({ book, refund, issue, receive }) => {
        await issue("E", 100_00);
        await app.invoices.move(
          book.company.id,
          "C",
          { invoice: "E", amount_cents: null, date: day("2026-05-12") },
          at,
          "operator",
        );
        await receive(await book.receive(200_00, { date: "2026-05-08" }), [["E"]]);
        return refund([["C"], ["E"]], { transaction: await book.receive(-250_00, { date: "2026-05-20" }) });
      },
      {
        param: "invoice",
        message: "Credit of the invoice C settles E, which can't give it back. Name the invoice E first.",
      },
    ],
    [
      "by a transaction and from a category",
      ({ refund }) => refund([["C"]], { transaction: "txn_none", category: "Software" }),
      { param: "category", message: expect.stringContaining("has its day and its account. Leave the day") },
    ],
  ])("is refused %s, and changes nothing", async (_, change, refusal) => {
    const books = await overpaid();
    await expect(change(books)).rejects.toMatchObject(refusal);
    expect(
      (await app.invoices.ageing(books.book.company.id, day("2026-05-31"))).ages.credit,
    ).toBeLessThanOrEqual(-500_00);
    await isSound(books.book);
  });
});
