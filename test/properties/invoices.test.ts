/**
 * Whatever is done with invoices and payments, in whatever order: what customers owe by the books is what is
 * due of the open invoices, each invoice is paid what its transactions say, and the books verify.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { bookOf, type Invoice, type InvoiceBook } from "../support/invoices.ts";
import { pagesOf } from "./keep.ts";
import type { BalanceSheet } from "./statements.ts";

const http = await testApp();

interface Payment {
  readonly id: string;
  readonly invoice_id: string | null;
  readonly amount_cents: number;
}

const anyLine = fc.record({
  quantity: fc.integer({ min: 1, max: 50_000 }).map((parts) => parts / 10_000),
  unit_amount_cents: fc.integer({ min: 1, max: 90_000 }),
});
const place = fc.nat(40);
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("issue" as const),
      lines: fc.array(anyLine, { minLength: 1, maxLength: 3 }),
      month: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("receive" as const),
      cents: fc.integer({ min: -20_000, max: 90_000 }),
      month: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ what: fc.constant("match" as const), invoice: place, payment: place }),
  },
  // What is due of an invoice, to the cent, so that invoices are paid in full as well.
  { weight: 3, arbitrary: fc.record({ what: fc.constant("pay" as const), invoice: place }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("unmatch" as const), invoice: place, all: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("void" as const), invoice: place }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("remove" as const), payment: place }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** A walk that comes by everything, which walks at random may miss. */
const EVERYTHING: readonly Step[] = [
  { what: "issue", lines: [{ quantity: 1, unit_amount_cents: 30_000 }], month: 1 },
  { what: "receive", cents: 10_000, month: 1 },
  { what: "receive", cents: 90_000, month: 1 },
  { what: "match", invoice: 0, payment: 1 },
  { what: "unmatch", invoice: 0, all: true },
  { what: "match", invoice: 0, payment: 0 },
  { what: "match", invoice: 0, payment: 1 },
  { what: "void", invoice: 0 },
  { what: "receive", cents: 1, month: 2 },
  { what: "receive", cents: 2, month: 2 },
  { what: "pay", invoice: 0 },
  { what: "receive", cents: 3, month: 2 },
  { what: "receive", cents: 4, month: 2 },
  { what: "receive", cents: 5, month: 2 },
  { what: "receive", cents: 6, month: 2 },
  { what: "unmatch", invoice: 0, all: true },
  { what: "void", invoice: 0 },
];

const day = (month: number): string => `2026-0${month}-15`;

/** Takes one step; gives the status of its answer, 0 where there was nothing to do it with. */
async function take(book: InvoiceBook, invoices: string[], payments: string[], step: Step): Promise<number> {
  const at = (list: readonly string[], index: number): string | undefined =>
    list[index % Math.max(1, list.length)];
  if (step.what === "issue") {
    const { status, body } = await book.issue({
      issue_date: day(step.month),
      line_items: step.lines.map((line) => ({ description: "Work", ...line })),
    });
    if (status === 201) invoices.push(body.id);
    return status;
  }
  if (step.what === "receive") {
    payments.push(await book.receive(step.cents, { date: day(step.month) }));
    return 0;
  }
  if (step.what === "remove") {
    const payment = at(payments, step.payment);
    if (payment !== undefined) await book.remove(payment);
    return 0;
  }
  const invoice = at(invoices, step.invoice);
  if (invoice === undefined) return 0;
  if (step.what === "void") return (await book.change(invoice, "void")).status;
  if (step.what === "unmatch") {
    const { matched_transaction_id } = await book.read(invoice);
    return (
      await book.change(
        invoice,
        "unmatch",
        step.all || matched_transaction_id === null ? undefined : { transaction_id: matched_transaction_id },
      )
    ).status;
  }
  if (step.what === "pay") {
    const { amount_due_cents } = await book.read(invoice);
    if (amount_due_cents === 0) return 0;
    const payment = await book.receive(amount_due_cents);
    payments.push(payment);
    return (await book.change(invoice, "match", { transaction_id: payment })).status;
  }
  const payment = at(payments, step.payment);
  return payment === undefined
    ? 0
    : (await book.change(invoice, "match", { transaction_id: payment })).status;
}

/** Compares every invoice with its transactions, and their sum with the books. */
async function check(book: InvoiceBook): Promise<Set<string>> {
  const invoices = (await pagesOf<Invoice>(book.company, "/invoices", {})).flat();
  const payments = (await pagesOf<Payment>(book.company, "/transactions", {})).flat();
  let due = 0;
  for (const invoice of invoices) {
    const own = payments.filter(({ invoice_id }) => invoice_id === invoice.id);
    const paid = own.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const dueOfIt = invoice.status === "void" ? 0 : invoice.total_cents - paid;
    expect(invoice.matched_transaction_ids.toSorted()).toEqual(own.map(({ id }) => id).toSorted());
    expect([invoice.amount_paid_cents, invoice.amount_due_cents]).toEqual([paid, dueOfIt]);
    expect(invoice.total_cents).toBe(
      invoice.line_items.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    );
    if (invoice.status === "void") expect(paid).toBe(0);
    else expect(invoice.status).toBe(dueOfIt === 0 ? "paid" : "open");
    expect(dueOfIt).toBeGreaterThanOrEqual(0);
    due += dueOfIt;
  }
  const sheet = await book.company.read<BalanceSheet>("/reports/balance_sheet?date=2026-12-31");
  expect(
    sheet.assets.categories.find(({ category_id }) => category_id === "cat_receivable")?.balance_cents ?? 0,
  ).toBe(due);
  expect(sheet.cash_cents).toBe(payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0));
  expect(sheet.assets.total_cents).toBe(sheet.liabilities_and_equity_cents);
  expect((await http.app.ledger.verify(book.company.id)).ok).toBe(true);
  return new Set(
    invoices.map(({ status, amount_paid_cents }) =>
      status === "open" && amount_paid_cents > 0 ? "part" : status,
    ),
  );
}

test("what customers owe by the books is what is due of the open invoices, after any steps (BILL-020)", async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 30 }), async (steps) => {
      const book = await bookOf(http);
      const [invoices, payments]: [string[], string[]] = [[], []];
      for (const [index, step] of steps.entries()) {
        met.add(`${step.what} ${await take(book, invoices, payments, step)}`);
        if (index % 5 === 4 || index === steps.length - 1)
          for (const status of await check(book)) met.add(status);
      }
    }),
    { numRuns: 30, examples: [[[...EVERYTHING]]] },
  );
  // The walks came by everything that they are there to try.
  expect([...met]).toEqual(
    expect.arrayContaining([
      "open",
      "part",
      "paid",
      "void",
      "match 200",
      "match 422",
      "void 200",
      "void 422",
      "unmatch 200",
    ]),
  );
});
