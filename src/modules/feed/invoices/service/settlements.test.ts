/** Settlements: what the bank takes back, closed books, and copies. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { type Bundle, unique } from "../../../../../test/support/bundle.ts";
import { exported } from "../../../../../test/support/import.ts";
import type { InvoiceBook } from "../../../../../test/support/invoices.ts";
import { day, due, endOfMay, line, settlingBook } from "../../../../../test/support/settlements.ts";
import { present } from "@daybook/words/assert";
import { cents } from "@daybook/words/cents";
import { parseId } from "@daybook/words/public-id";

const http = await testApp();
const { app } = http;
const at = endOfMay(http);
const fresh = () => settlingBook(http);

const isSound = async (book: InvoiceBook) => (await app.ledger.verify(book.company.id)).ok;

test("a fee that exceeds what is left is refused with the whole payment (BILL-011)", async () => {
  const { book, issue } = await fresh();
  const id = await issue("A", 100_00);
  const transaction = await book.receive(97_00, { date: "2026-05-08" });
  const receipt = (fee: number) => ({
    transaction,
    invoices: [{ invoice: "A", amount_cents: null }] as const,
    fees: [line(fee, "cat_software")],
  });
  await expect(app.invoices.receive(book.company.id, receipt(3_01), at, "operator")).rejects.toMatchObject({
    param: "fee",
  });
  expect(await book.read(id)).toMatchObject({ amount_paid_cents: 0, matched_transaction_ids: [] });
  await app.invoices.receive(book.company.id, receipt(3_00), at, "operator");
  expect(await book.read(id)).toMatchObject({ status: "paid", amount_due_cents: 0 });
});

describe("a receipt", () => {
  test("of a payment in advance settles each invoice on its day of issue (BILL-012)", async () => {
    const { book, issue, receive } = await fresh();
    const ids = [
      await issue("A", 100_00, { issue_date: "2026-05-12" }),
      await issue("B", 200_00, { issue_date: "2026-05-10" }),
      await issue("C", 300_00, { issue_date: "2026-05-14" }),
    ];
    await receive(600_00, "A", "B", "C");
    expect(await due(book, ...ids)).toEqual([0, 0, 0]);
    const { settlements } = await app.invoices.show(book.company.id, "A");
    expect(settlements.map(({ date }) => date)).toEqual(["2026-05-12", "2026-05-14"]);
    expect(await isSound(book)).toBe(true);
  });

  test("that is repeated settles nothing again (BILL-013)", async () => {
    const { book, issue } = await fresh();
    const [a, b] = [await issue("A", 100_00), await issue("B", 500_00)];
    const transaction = await book.receive(300_00, { date: "2026-05-08" });
    const receipt = {
      transaction,
      invoices: [
        { invoice: "A", amount_cents: null },
        { invoice: "B", amount_cents: cents(50_00) },
        { invoice: "B", amount_cents: cents(50_00) },
      ] as const,
      fees: [line(3_00, "cat_software"), line(3_00, "Software")],
    };
    for (const _ of [1, 2, 3]) await app.invoices.receive(book.company.id, receipt, at, "operator");
    expect(await due(book, a, b)).toEqual([-100_00, 394_00]);
    expect(await book.balances("cat_software")).toEqual([-6_00]);
    // A further fee of the same payment is booked.
    const more = { ...receipt, fees: [...receipt.fees, line(3_00, "cat_software")] };
    await app.invoices.receive(book.company.id, more, at, "operator");
    expect(await due(book, a, b)).toEqual([-100_00, 391_00]);
    expect(await isSound(book)).toBe(true);
  });

  test("takes no write-off of the same day, amount and category for its fee (BILL-013)", async () => {
    const { book, issue, settle } = await fresh();
    const id = await issue("A", 106_00);
    const transaction = await book.receive(97_00, { date: "2026-05-08" });
    const receipt = { transaction, invoices: [{ invoice: "A", amount_cents: null }] as const, fees: [] };
    await app.invoices.receive(book.company.id, receipt, at, "operator");
    const fees = [line(3_00, "cat_software")];
    await settle("write_off", "A", 3_00, { date: day("2026-05-08"), lines: fees });
    await app.invoices.receive(book.company.id, { ...receipt, fees }, at, "operator");
    expect(await due(book, id)).toEqual([3_00]);
  });
});

test("what the bank takes back takes the moved credits with it, through every invoice (BILL-014)", async () => {
  const { book, issue, move, receive } = await fresh();
  const [a, b, c] = [await issue("A", 100_00), await issue("B", 200_00), await issue("C", 200_00)];
  const first = await receive(300_00, "A", "B");
  expect(await due(book, a, b, c)).toEqual([0, 0, 200_00]);
  // B is paid by the credit of A, so a payment of its own is over and goes on to C.
  await receive(200_00, "B");
  await move("B", "C");
  expect(await due(book, a, b, c)).toEqual([0, 0, 0]);
  await book.remove(first);
  expect(await due(book, a, b, c)).toEqual([100_00, 0, 200_00]);
  expect(await isSound(book)).toBe(true);
});

test("an unmatched payment takes its credits with it, and an invoice with credits can't be void", async () => {
  const { book, issue, receive } = await fresh();
  const [a, b] = [await issue("A", 100_00), await issue("B", 200_00)];
  await receive(250_00, "A", "B");
  expect(await book.change(b, "void")).toMatchObject({ status: 422 });
  expect(await book.change(a, "unmatch")).toMatchObject({ status: 200 });
  expect(await due(book, a, b)).toEqual([100_00, 200_00]);
  expect(await book.change(b, "void")).toMatchObject({ status: 200 });
  const [event] = await app.audit.list(book.company.id, { topic: "invoices" }, 1);
  expect(event).toMatchObject({ action: "invoice void", subject: b, from_state: "open", to_state: "void" });
  expect(await isSound(book)).toBe(true);
});

describe("a fee goes with the payment from which it was kept", () => {
  /** An invoice of 100.00 that a payment of 97.00 pays, net of a fee of 3.00. */
  async function paid() {
    const { book, issue } = await fresh();
    const invoice = await issue("A", 100_00);
    const transaction = await book.receive(97_00, { date: "2026-05-08" });
    const receipt = {
      transaction,
      invoices: [{ invoice: "A", amount_cents: null }] as const,
      fees: [line(3_00, "cat_software")],
    };
    const receive = () => app.invoices.receive(book.company.id, receipt, at, "operator");
    await receive();
    expect(await due(book, invoice)).toEqual([0]);
    return { book, invoice, transaction, receive };
  }

  test.each<readonly [string, (books: Awaited<ReturnType<typeof paid>>) => Promise<unknown>]>([
    ["somebody unmatches it", ({ book, invoice }) => book.change(invoice, "unmatch")],
    ["the bank removes it", ({ book, transaction }) => book.remove(transaction)],
    ["it is more than what is due by now", ({ book, transaction }) => book.changeAmount(transaction, 97_01)],
  ])("when %s", async (_, change) => {
    const books = await paid();
    await change(books);
    expect(await due(books.book, books.invoice)).toEqual([100_00]);
    expect(await books.book.balances("cat_software", "cat_receivable")).toEqual([0, 100_00]);
    expect((await app.invoices.show(books.book.company.id, "A")).settlements).toEqual([]);
    const [event] = await app.audit.list(books.book.company.id, { topic: "invoices" }, 1);
    expect(event).toMatchObject({ action: "invoice take-back", subject: books.invoice });
    expect(await isSound(books.book)).toBe(true);
  });

  test("and stays with another payment of the invoice", async () => {
    const { book, issue } = await fresh();
    const invoice = await issue("A", 100_00);
    const pay = async (amount: number, fee: number) => {
      const transaction = await book.receive(amount, { date: "2026-05-08" });
      const fees = [line(fee, "cat_software")];
      const invoices = [{ invoice: "A", amount_cents: null }] as const;
      await app.invoices.receive(book.company.id, { transaction, invoices, fees }, at, "operator");
      return transaction;
    };
    const first = await pay(40_00, 3_00);
    await pay(54_00, 3_00);
    expect(await due(book, invoice)).toEqual([0]);
    await book.change(invoice, "unmatch", { transaction_id: first });
    expect(await due(book, invoice)).toEqual([43_00]);
    await copies(book);
  });
});

describe("a move on a closed day", () => {
  async function closed() {
    const books = await fresh();
    const { book, issue, receive } = books;
    const ids = [await issue("A", 100_00), await issue("B", 60_00, { due_date: "2026-05-05" })];
    const transaction = await receive(160_00, "A");
    await books.move("A", "B");
    await app.ledger.closeBooks(book.company.id, day("2026-05-12"), at, "operator", "Filed");
    const aged = async (on: string) => {
      const { customers } = await app.invoices.ageing(book.company.id, day(on));
      return customers.flatMap(({ invoices }) =>
        invoices.map(({ number, due_cents }) => `${number} ${due_cents}`),
      );
    };
    expect(await aged("2026-05-12")).toEqual([]);
    return { ...books, ids, transaction, aged };
  }

  test("that is taken back changes nothing of that day", async () => {
    const { book, ids, aged } = await closed();
    const { settlements } = await app.invoices.show(book.company.id, "B");
    await app.invoices.takeBack(book.company.id, settlements[0]?.id ?? "", at, "operator");
    expect(await due(book, ...ids)).toEqual([-60_00, 60_00]);
    expect(await aged("2026-05-12")).toEqual([]);
    expect((await aged("2026-05-13")).toSorted()).toEqual(["A -6000", "B 6000"]);
    await copies(book);
  });

  test("whose credit goes changes nothing of that day either", async () => {
    const { book, issue, receive, move } = await fresh();
    const ids = [await issue("A", 100_00), await issue("B", 60_00)];
    await receive(100_00, "A");
    const late = await book.receive(60_00, { date: "2026-05-14" });
    await app.invoices.receive(
      book.company.id,
      { transaction: late, invoices: [{ invoice: "A", amount_cents: null }], fees: [] },
      at,
      "operator",
    );
    await move("A", "B");
    await app.ledger.closeBooks(book.company.id, day("2026-05-12"), at, "operator", "Filed");
    const before = await app.invoices.ageing(book.company.id, day("2026-05-12"));
    await book.remove(late);
    expect(await due(book, ...ids)).toEqual([0, 60_00]);
    expect(await app.invoices.ageing(book.company.id, day("2026-05-12"))).toEqual(before);
    await copies(book);
  });
});

describe("taken back", () => {
  test.each(["deleted", "reversed on a day"])(
    "in books that are open by now counts until then, though the invoice is %s (BILL-020)",
    async (how) => {
      const { book, issue, settle } = await fresh();
      const id = await issue("A", 100_00);
      await settle("credit_note", "A", 30_00);
      await app.ledger.closeBooks(book.company.id, day("2026-05-15"), at, "operator", "Filed");
      const { settlements } = await app.invoices.show(book.company.id, "A");
      await app.invoices.takeBack(book.company.id, settlements[0]?.id ?? "", at, "operator");
      await app.ledger.openBooks(book.company.id, at, "operator", "A correction");
      if (how === "deleted") expect((await book.change(id, "void")).status).toBe(200);
      else await app.invoices.reverse(book.company.id, "A", day("2026-05-12"), at, "operator");
      for (const on of ["2026-05-09", "2026-05-10", "2026-05-11", "2026-05-12", "2026-05-15", "2026-05-16"])
        expect([on, (await app.invoices.ageing(book.company.id, day(on))).other_cents]).toEqual([on, 0]);
      expect(await isSound(book)).toBe(true);
    },
  );

  test("as much as leaves moved credit covered, to the cent (BILL-022)", async () => {
    const { book, issue, settle, move, receive } = await fresh();
    const a = await issue("A", 100_00);
    await issue("B", 200_00);
    await receive(100_00, "A");
    await settle("credit_note", "A", 20_00);
    await settle("credit_note", "A", 20_01);
    await move("A", "B", 20_01);
    expect(await due(book, a)).toEqual([-20_00]);
    const { settlements } = await app.invoices.show(book.company.id, "A");
    const back = (amount: number) =>
      app.invoices.takeBack(
        book.company.id,
        settlements.find((each) => each.amount_cents === amount && each.kind === "credit_note")?.id ?? "",
        at,
        "operator",
      );
    await expect(back(20_01)).rejects.toMatchObject({
      message: "Credit of the invoice A settles other invoices. Take these moves back first.",
    });
    await back(20_00);
    expect(await due(book, a)).toEqual([0]);
    expect(await isSound(book)).toBe(true);
  });

  test("a settlement is gone with its entries; one with moved credit waits for the move", async () => {
    const { book, issue, settle, move, receive } = await fresh();
    const [a, b] = [await issue("A", 100_00), await issue("B", 60_00)];
    await receive(100_00, "A");
    await settle("credit_note", "A", 60_00);
    await move("A", "B");
    expect(await due(book, a, b)).toEqual([0, 0]);
    const { settlements } = await app.invoices.show(book.company.id, "A");
    const idOf = (kind: string) => settlements.find((each) => each.kind === kind)?.id ?? "";
    const back = (id: string) => app.invoices.takeBack(book.company.id, id, at, "operator");
    await expect(back(idOf("credit_note"))).rejects.toMatchObject({ param: "settlement" });
    await back(idOf("move"));
    await back(idOf("credit_note"));
    await expect(back(idOf("move"))).rejects.toMatchObject({ code: "resource_missing" });
    expect(await due(book, a, b)).toEqual([0, 60_00]);
    expect(await book.balances("cat_receivable")).toEqual([60_00]);
    const events = await app.audit.list(book.company.id, { topic: "invoices" }, 10);
    expect(
      events.map(({ action, subject, from_state, to_state }) => [action, subject, from_state, to_state]),
    ).toEqual([
      ["invoice take-back", a, "60.00 of 2026-05-10", "taken back"],
      ["invoice take-back", b, "60.00 of 2026-05-12", "taken back"],
      ["invoice apply", b, null, "60.00 of 2026-05-12"],
      ["invoice credit", a, null, "60.00 of 2026-05-10"],
    ]);
    expect(events[3]?.note).toBe("credit_note; A; cat_services 60.00");
    expect(await isSound(book)).toBe(true);
  });

  test("in closed books its entries are reversed on the first open day, and nothing new is booked there (BILL-015)", async () => {
    const { book, issue, settle } = await fresh();
    const a = await issue("A", 100_00);
    await settle("write_off", "A", 100_00);
    await app.ledger.closeBooks(book.company.id, day("2026-05-15"), at, "operator", "Filed");
    const { settlements } = await app.invoices.show(book.company.id, "A");
    const [{ id } = { id: "" }] = settlements;
    await app.invoices.takeBack(book.company.id, id, at, "operator");
    expect((await app.invoices.show(book.company.id, "A")).settlements).toMatchObject([
      { id, reversed_on: "2026-05-16" },
    ]);
    expect(await due(book, a)).toEqual([100_00]);
    await expect(settle("write_off", "A", 1)).rejects.toMatchObject({ param: "date" });
    expect(await book.balances("cat_receivable")).toEqual([100_00]);
    expect(await isSound(book)).toBe(true);
  });
});

test("a copy has the same settlements, and the same file again changes nothing", async () => {
  const { book, issue, settle, receive } = await fresh();
  await issue("A", 100_00);
  await issue("B", 200_00);
  await receive(250_00, "A", "B");
  await settle("write_off", "B", 50_00);
  const text = await exported(app, book.company.id);
  const bundle = JSON.parse(text) as Bundle & { settlements: object[] };
  expect(bundle.settlements).toHaveLength(2);
  await http.put(bundle);
  expect(await exported(app, book.company.id)).toBe(text);
  await copies(book);
});

/** Imports the books as another company, and compares both. */
async function copies({ company }: InvoiceBook): Promise<void> {
  const id = `comp_${unique()}`;
  const text = (await exported(app, company.id)).replaceAll(company.id, id);
  await http.put(JSON.parse(text) as Bundle);
  expect(await exported(app, id)).toBe(text);
  expect(await app.ledger.verify(present(parseId("company", id), id))).toMatchObject({ ok: true });
}

describe("a copy is made of books in which", () => {
  test("an invoice that a moved credit had paid is credited in full", async () => {
    const { book, issue, settle, receive } = await fresh();
    await issue("A", 100_00);
    await issue("B", 200_00);
    await receive(300_00, "A", "B");
    await settle("credit_note", "B", 200_00);
    await copies(book);
  });

  test("a fee was kept from a payment of an invoice that is credited in full", async () => {
    const { book, issue, settle, receive } = await fresh();
    await issue("A", 100_00);
    await settle("fee", "A", 3_00, { lines: [line(3_00, "cat_software")] });
    await receive(97_00, "A");
    await settle("credit_note", "A", 100_00);
    await copies(book);
  });

  test("a moved credit comes from a credit note that is younger than the move", async () => {
    const { book, issue, settle, receive, move } = await fresh();
    await issue("A", 100_00);
    await issue("B", 60_00);
    const payment = await receive(150_00, "A");
    await move("A", "B", 50_00);
    http.clock.set("2026-05-20T19:00:05Z");
    await settle("credit_note", "A", 60_00);
    await book.changeAmount(payment, 90_00);
    await copies(book);
  });

  test("a credit is moved on", async () => {
    const { book, issue, receive, move } = await fresh();
    for (const number of ["D", "C", "B", "A"]) await issue(number, 100_00);
    await receive(400_00, "A");
    await move("A", "B", 100_00);
    await receive(100_00, "B");
    for (const [from, to] of [
      ["B", "C"],
      ["A", "D"],
    ] as const)
      await move(from, to);
    await copies(book);
  });

  test("a settlement was reversed and its invoice is void", async () => {
    const { book, issue, settle } = await fresh();
    await issue("A", 100_00);
    await settle("write_off", "A", 100_00);
    await app.ledger.closeBooks(book.company.id, day("2026-05-15"), at, "operator", "Filed");
    const { settlements } = await app.invoices.show(book.company.id, "A");
    await app.invoices.takeBack(book.company.id, settlements[0]?.id ?? "", at, "operator");
    await app.invoices.reverse(book.company.id, "A", day("2026-05-20"), at, "operator");
    await copies(book);
  });
});
