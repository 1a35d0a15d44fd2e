/** Parts of payments, and moved credit: what happens to them when their ground goes, and who is told. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import type { Bundle } from "../../../../../test/support/bundle.ts";
import { exported, importInto } from "../../../../../test/support/import.ts";
import { day, due, endOfMay, line, settlingBook } from "../../../../../test/support/settlements.ts";
import { listAuditEvents } from "../../../../platform/db/index.ts";
import { runAs } from "../../../../platform/log/actor.ts";
import { settlementsConsoleHandlers } from "../handlers/invoices.ts";
import { PRESETS } from "@daybook/words/areas";
import { cents } from "@daybook/words/cents";

const http = await testApp();
const { app } = http;
const at = endOfMay(http);

interface Stated {
  invoices: { id: string; number: string; customer_name: string }[];
  transactions: { id: string; invoice_id: string | null; category_id: string | null; status: string }[];
}

/** Invoices A and B of one customer, and a payment of A that leaves 2,709.00 or 3,709.00 due of it. */
async function paidLess() {
  const books = await settlingBook(http);
  const { book, issue } = books;
  const [a, b] = [await issue("A", 4_000_00), await issue("B", 100_00)];
  const receive = (transaction: string, shares: readonly (readonly [string, number?])[], fee?: number) => {
    const [first = ["none"], ...others] = shares;
    const share = ([invoice, amount]: (typeof shares)[number]) => ({
      invoice,
      amount_cents: amount === undefined ? null : cents(amount),
    });
    return app.invoices.receive(
      book.company.id,
      {
        transaction,
        invoices: [share(first), ...others.map(share)],
        fees: fee === undefined ? [] : [line(fee, "Software")],
      },
      at,
      "operator",
    );
  };
  const stated = async () => JSON.parse(await exported(app, book.company.id)) as Bundle & Stated;
  const isSound = async () => expect((await app.ledger.verify(book.company.id)).ok).toBe(true);
  return { ...books, a, b, receive, stated, isSound };
}

describe("a file that", () => {
  const unmatched = { invoice_id: null, category_id: "cat_sales" };
  const excluded = { status: "excluded" };

  test.each([
    ["unmatches", unmatched],
    ["excludes", excluded],
  ])(
    "%s a payment takes its fee and its share back, also without settlements (BILL-028)",
    async (_, change) => {
      const { book, a, b, receive, stated, isSound } = await paidLess();
      const transaction = await book.receive(3_809_00, { date: "2026-05-08" });
      await receive(transaction, [["A"], ["B", 100_00]], 291_00);
      expect(await due(book, a, b)).toEqual([0, 0]);
      const file = { ...(await stated()), settlements: [] };
      const category = file.transactions[0]?.category_id ?? "";
      for (const row of file.transactions)
        Object.assign(
          row,
          change,
          change === unmatched ? { category_id: "cat_services" } : { category_id: category },
        );
      await importInto(app, file);
      expect(await due(book, a, b)).toEqual([4_000_00, 100_00]);
      expect((await stated()).settlements).toEqual([]);
      await isSound();
    },
  );

  test("unmatches a payment and still has its fee is refused by the fee", async () => {
    const { book, a, receive, stated, isSound } = await paidLess();
    const transaction = await book.receive(3_709_00, { date: "2026-05-08" });
    await receive(transaction, [["A"]], 291_00);
    const file = await stated();
    for (const row of file.transactions)
      Object.assign(row, { invoice_id: null, category_id: "cat_services" });
    await expect(importInto(app, file)).rejects.toMatchObject({
      path: "settlements[0].transaction_id",
      reason: `${transaction} pays and refunds nothing, so nothing is a part of it`,
    });
    expect(await due(book, a)).toEqual([0]);
    await isSound();
  });

  test("renames the customer of one invoice of a move is refused, and of both is taken (BILL-029)", async () => {
    const { move, receive, book, stated, isSound } = await paidLess();
    await receive(await book.receive(4_050_00, { date: "2026-05-08" }), [["A"]]);
    await move("A", "B");
    const renamed = async (...numbers: string[]) => {
      const file = { ...(await stated()), settlements: [] };
      for (const invoice of file.invoices)
        if (numbers.includes(invoice.number)) invoice.customer_name = "Another one";
      return file;
    };
    for (const number of ["A", "B"])
      await expect(importInto(app, await renamed(number))).rejects.toThrow(
        /customer_name: must be that of inv_/,
      );
    await importInto(app, await renamed("A", "B"));
    await http.put(await stated());
    await isSound();
  });
});

describe("moved credit that the database takes back", () => {
  const trail = async (company: string) =>
    (await listAuditEvents(app.db, company, { action: "invoice take-back" }, 10)).map(
      ({ actor, surface, subject, from_state, to_state, note }) => ({
        actor,
        surface,
        subject,
        from_state,
        to_state,
        note,
      }),
    );

  test.each([
    ["is deleted", null],
    ["in closed books is reversed", "2026-05-20"],
  ])("leaves an event with who did it where it %s (BILL-030)", async (_, closed) => {
    const { book, a, b, move, receive } = await paidLess();
    const { id: company_id } = book.company;
    const transaction = await book.receive(4_050_00, { date: "2026-05-25" });
    await receive(transaction, [["A"]]);
    await move("A", "B", 50_00);
    if (closed !== null) await app.ledger.closeBooks(company_id, day(closed), at, "operator", "Filed");
    await runAs({ surface: "console", by: "user_ada", action: "unmatchInvoice", company_id }, () =>
      app.invoices.unmatch(company_id, a, transaction, at.now),
    );
    expect(await due(book, a, b)).toEqual([4_000_00, 100_00]);
    expect(await trail(company_id)).toEqual([
      {
        actor: "user_ada",
        surface: "console",
        subject: b,
        from_state: "50.00 of 2026-05-12",
        to_state: "taken back",
        note: `move; B; ${a}`,
      },
    ]);
  });
});

test("a move by hand is no share of a payment, so a repeated receipt still makes its own (BILL-031)", async () => {
  const { book, b, receive, isSound } = await paidLess();
  const transaction = await book.receive(4_100_00, { date: "2026-05-08" });
  await receive(transaction, [["A"]]);
  await app.invoices.move(
    book.company.id,
    "A",
    { invoice: "B", amount_cents: cents(50_00), date: day("2026-05-08") },
    at,
    "operator",
  );
  for (const _ of [1, 2]) await receive(transaction, [["A"], ["B", 50_00]]);
  expect(await due(book, b)).toEqual([0]);
  await isSound();
});

test("an invoice is named by its number wherever its settlements are asked for or changed", async () => {
  const { book, a, receive } = await paidLess();
  await receive(await book.receive(4_050_00, { date: "2026-05-08" }), [["A"]]);
  const handlers = settlementsConsoleHandlers(app.invoices);
  const asked = { principal: { companyId: book.company.id, permissions: PRESETS.admin }, ...at };
  const ask = (how: object) => ({ ...asked, ...how }) as never;
  const opened = await handlers.getInvoiceSettlements(ask({ input: { id: "A" } }));
  expect(opened).toMatchObject({ invoice: { id: a, amount_due_cents: -50_00 } });
  const refund = { invoices: [{ invoice_id: "A" }], category: "Software", preview: true };
  expect(await handlers.refundCredit(ask({ body: refund }))).toMatchObject({
    invoices: [{ invoice: { id: a, amount_due_cents: 0 } }],
  });
  await expect(handlers.getInvoiceSettlements(ask({ input: { id: "Z" } }))).rejects.toMatchObject({
    param: "id",
    message: "The company has no invoice Z.",
  });
});
