/**
 * Whatever is done with invoices and payments, in whatever order: what customers owe by the books is what is
 * due of the open invoices, each invoice is paid what its transactions say, and the books verify. So do
 * payments of several customers less fees, refunds, and what of these is taken back; after each step,
 * receivables by age are the ledger's.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { Refusal } from "../../src/core/errors.ts";
import { cents } from "@daybook/words/cents";
import { day as dayOf, endOfMay, line as feeOf } from "../support/settlements.ts";
import { aLine, bookOf, type Invoice, type InvoiceBook } from "../support/invoices.ts";
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

const CUSTOMERS = ["Quay Foods", "Blue Fern", "Third Shore"] as const;
const anyAmount = fc.option(fc.integer({ min: 1, max: 60_000 }), { nil: null });
const anyPayoutStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("issue" as const),
      customer: fc.constantFrom(...CUSTOMERS),
      cents: fc.integer({ min: 1, max: 50_000 }),
    }),
  },
  // The sum of what is due of some invoices less a fee, as a payment service pays it out, and something over.
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant("payout" as const),
      invoices: fc.array(place, { minLength: 1, maxLength: 4 }),
      amounts: fc.array(anyAmount, { minLength: 4, maxLength: 4 }),
      fee: fc.constantFrom(0, 1, 291, 5_000),
      over: fc.constantFrom(0, 0, 1_000, -500),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant("refund" as const),
      invoices: fc.array(place, { minLength: 1, maxLength: 3 }),
      cents: anyAmount,
      isByBank: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("take back" as const), invoice: place, settlement: place }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("unmatch" as const), invoice: place }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("remove" as const), payment: place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("resize" as const),
      payment: place,
      cents: fc.integer({ min: -40_000, max: 90_000 }),
    }),
  },
);
type PayoutStep = typeof anyPayoutStep extends fc.Arbitrary<infer T> ? T : never;

/** A walk that comes by everything, which walks at random may miss. */
const EVERY_PAYOUT: readonly PayoutStep[] = [
  { what: "payout", invoices: [0, 1], amounts: [null, null, null, null], fee: 291, over: 0 },
  { what: "payout", invoices: [2], amounts: [null, null, null, null], fee: 0, over: 1_000 },
  { what: "refund", invoices: [2], cents: 400, isByBank: true },
  { what: "refund", invoices: [2], cents: null, isByBank: false },
  { what: "refund", invoices: [2], cents: null, isByBank: false },
  { what: "payout", invoices: [0, 1], amounts: [null, 60_000, null, null], fee: 0, over: 0 },
  { what: "take back", invoice: 1, settlement: 0 },
];

const at = endOfMay(http);

/** Takes one step; gives what became of it. */
async function settle(
  { book, invoices, money }: { book: InvoiceBook; invoices: string[]; money: string[] },
  step: PayoutStep,
): Promise<string> {
  const { id: company } = book.company;
  const pick = (list: readonly string[], index: number): string =>
    list[index % Math.max(1, list.length)] ?? "";
  const bring = async (amount: number): Promise<string> => {
    const id = await book.receive(amount, { date: "2026-05-08" });
    money.push(id);
    return id;
  };
  switch (step.what) {
    case "issue": {
      const { id } = await book.issued({
        customer_name: step.customer,
        issue_date: "2026-05-01",
        line_items: [aLine(step.cents)],
      });
      invoices.push(id);
      return "issued";
    }
    case "payout": {
      const chosen = [...new Set(step.invoices.map((index) => pick(invoices, index)))];
      let sum = 0;
      for (const id of chosen) sum += Math.max(0, (await book.read(id)).amount_due_cents);
      const [first = { invoice: "", amount_cents: null }, ...others] = chosen.map((invoice, index) => {
        const amount = index === 0 ? null : (step.amounts[index] ?? null);
        return { invoice, amount_cents: amount === null ? null : cents(amount) };
      });
      const transaction = await bring(Math.max(1, sum - step.fee + step.over));
      const receipt = {
        transaction,
        invoices: [first, ...others] as const,
        fees: step.fee === 0 ? [] : [feeOf(step.fee, "cat_software")],
      };
      await http.app.invoices.receive(company, receipt, at, "operator");
      return others.length === 0 ? "paid" : "paid several";
    }
    case "refund": {
      const chosen = [...new Set(step.invoices.map((index) => pick(invoices, index)))];
      const [first = { invoice: "", amount_cents: null }, ...others] = chosen.map((invoice) => ({
        invoice,
        amount_cents: null,
      }));
      let credit = 0;
      for (const id of chosen) credit -= Math.min(0, (await book.read(id)).amount_due_cents);
      const transaction = step.isByBank ? await bring(-(step.cents ?? Math.max(1, credit))) : null;
      const category = step.isByBank ? null : "cat_software";
      const refund = { invoices: [first, ...others] as const, transaction, category, date: null, note: "" };
      await http.app.invoices.refund(company, refund, at, "operator");
      return step.isByBank ? "refunded by the bank" : "refunded on a day";
    }
    case "take back": {
      const { settlements } = await http.app.invoices.show(company, pick(invoices, step.invoice));
      const id = pick(
        settlements.map((each) => each.id),
        step.settlement,
      );
      await http.app.invoices.takeBack(company, id, at, "operator");
      return "taken back";
    }
    case "unmatch":
      await book.change(pick(invoices, step.invoice), "unmatch");
      return "unmatched";
    case "remove":
      if (money.length > 0) await book.remove(pick(money, step.payment));
      return "removed";
    case "resize":
      if (money.length > 0) await book.changeAmount(pick(money, step.payment), step.cents || 1);
      return "resized";
  }
}

test("receivables by age are the ledger's after each step with payouts of several customers and refunds (BILL-020)", async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyPayoutStep, { minLength: 8, maxLength: 24 }), async (steps) => {
      const book = await bookOf(http);
      const walk = { book, invoices: [] as string[], money: [] as string[] };
      for (const customer of CUSTOMERS) await settle(walk, { what: "issue", customer, cents: 20_000 });
      for (const step of steps) {
        try {
          met.add(await settle(walk, step));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          met.add(`${step.what} refused`);
        }
        const { customers, total_cents, ledger_cents } = await http.app.invoices.ageing(
          book.company.id,
          dayOf("2026-05-31"),
        );
        expect(total_cents).toBe(ledger_cents);
        const due = customers.flatMap(({ invoices }) => invoices);
        for (const id of walk.invoices)
          expect((await book.read(id)).amount_due_cents).toBe(
            due.find((each) => each.id === id)?.due_cents ?? 0,
          );
      }
      expect((await http.app.ledger.verify(book.company.id)).ok).toBe(true);
    }),
    { numRuns: 25, examples: [[[...EVERY_PAYOUT]]] },
  );
  expect([...met]).toEqual(
    expect.arrayContaining([
      "paid several",
      "payout refused",
      "refund refused",
      "refunded by the bank",
      "refunded on a day",
      "taken back",
    ]),
  );
});
