/**
 * Whatever is done with bills and invoices, payments of several vendors, credits, refunds, write-offs, voids
 * and closings, in whatever order: after each step what is due by age is the ledger's on both sides, and what
 * was in closed books stays as it was, to the byte.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import { Refusal } from "../../src/core/errors.ts";
import { testApp } from "../support/app.ts";
import { cr, dr, voucher } from "../support/bundle.ts";
import { billBook, costOf } from "../support/bills.ts";
import { aLine } from "../support/invoices.ts";
import { day } from "../support/settlements.ts";

const http = await testApp();
const { app } = http;

const VENDORS = ["Quay Hosting", "Blue Fern", "Third Shore"] as const;
const place = fc.nat(40);
const amount = fc.integer({ min: 1, max: 60_000 });
const date = fc.constantFrom("2026-03-10", "2026-04-10", "2026-05-10");
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("enter" as const),
      vendor: fc.constantFrom(...VENDORS),
      cents: amount,
      date,
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("issue" as const), cents: amount, date }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant("pay" as const),
      bills: fc.array(place, { minLength: 1, maxLength: 4 }),
      fee: fc.constantFrom(0, 1, 2_500),
      over: fc.constantFrom(0, 0, 1_000, -500),
      date,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom("credit_note" as const, "write_off" as const),
      bill: place,
      cents: amount,
      date,
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("move" as const), bill: place, to: place, date }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("refund" as const),
      bill: place,
      cents: fc.option(amount, { nil: null }),
      isByBank: fc.boolean(),
      date,
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("take back" as const), bill: place, at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom("unmatch" as const, "void" as const), bill: place }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom("remove" as const, "resize" as const),
      payment: place,
      cents: amount,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("close" as const),
      through: fc.constantFrom("2026-03-31", "2026-04-30"),
    }),
  },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** A walk that comes by everything, which walks at random may miss. */
const EVERYTHING: readonly Step[] = [
  { what: "enter", vendor: "Quay Hosting", cents: 10_000, date: "2026-03-10" },
  { what: "enter", vendor: "Blue Fern", cents: 20_000, date: "2026-03-10" },
  { what: "enter", vendor: "Quay Hosting", cents: 500, date: "2026-04-10" },
  { what: "issue", cents: 700, date: "2026-04-10" },
  { what: "pay", bills: [0, 1], fee: 2_500, over: 0, date: "2026-04-10" },
  { what: "close", through: "2026-03-31" },
  { what: "void", bill: 2 },
  { what: "enter", vendor: "Quay Hosting", cents: 4_000, date: "2026-04-10" },
  { what: "credit_note", bill: 0, cents: 3_000, date: "2026-05-10" },
  { what: "refund", bill: 0, cents: 400, isByBank: true, date: "2026-05-10" },
  { what: "refund", bill: 0, cents: 100, isByBank: false, date: "2026-05-10" },
  { what: "move", bill: 0, to: 3, date: "2026-05-10" },
  { what: "write_off", bill: 3, cents: 10, date: "2026-05-10" },
  { what: "take back", bill: 3, at: 1 },
  { what: "unmatch", bill: 0 },
];

interface Walk {
  readonly books: Awaited<ReturnType<typeof billBook>>;
  readonly bills: string[];
  /** What came in open; it is picked as other bills are once there are four of these. */
  readonly opened: string[];
  readonly money: string[];
}

const pick = (list: readonly string[], index: number): string => list[index % Math.max(1, list.length)] ?? "";

async function bring({ books, money }: Walk, amountCents: number, on: string): Promise<string> {
  const id = await books.book.receive(amountCents, { date: on });
  money.push(id);
  return id;
}

/** Takes one step; gives what became of it. */
async function take(walk: Walk, step: Step): Promise<string> {
  const { books, bills, opened, money } = walk;
  const { company, at } = books;
  switch (step.what) {
    case "enter": {
      const { status, body } = await books.enter({
        vendor_name: step.vendor,
        issue_date: step.date,
        line_items: [{ description: "Work", unit_amount_cents: step.cents, category_id: "cat_software" }],
      });
      if (status === 201) bills.push(body.id);
      if (bills.length >= 4) bills.push(...opened.splice(0));
      return `enter ${status}`;
    }
    case "issue":
      await books.book.issue({ issue_date: step.date, line_items: [aLine(step.cents)] });
      return "issued";
    case "pay": {
      const chosen = [...new Set(step.bills.map((index) => pick(bills, index)))];
      const dues = await books.due(...chosen);
      const sum = dues.reduce((total, due) => total + Math.max(0, due), 0);
      const transaction = await bring(walk, -Math.max(1, sum + step.fee + step.over), step.date);
      const [first = "", ...others] = chosen;
      const invoices = [books.share(first), ...others.map((id) => books.share(id))] as const;
      const fees = step.fee === 0 ? [] : [costOf(step.fee)];
      await app.bills.receive(company.id, { transaction, invoices, fees }, at, "operator");
      return others.length === 0 ? "paid" : "paid several";
    }
    case "credit_note":
    case "write_off":
      await books.settle(step.what, pick(bills, step.bill), step.cents, { date: day(step.date) });
      return step.what;
    case "move": {
      const to = { ...books.share(pick(bills, step.to)), date: day(step.date) };
      await app.bills.move(company.id, pick(bills, step.bill), to, at, "operator");
      return "moved";
    }
    case "refund": {
      const bill = pick(bills, step.bill);
      const [due = 0] = await books.due(bill);
      const wanted = step.cents ?? Math.max(1, -due);
      const invoices = [
        step.isByBank ? books.share(bill) : { invoice: bill, amount_cents: cents(wanted) },
      ] as const;
      const refund = step.isByBank
        ? { transaction: await bring(walk, wanted, step.date), category: null, date: null }
        : { transaction: null, category: "cat_services", date: day(step.date) };
      await app.bills.refund(company.id, { ...refund, invoices, note: "" }, at, "operator");
      return step.isByBank ? "refunded by the bank" : "refunded on a day";
    }
    case "take back": {
      const { settlements } = await app.bills.show(company.id, pick(bills, step.bill));
      const id = pick(
        settlements.map((each) => each.id),
        step.at,
      );
      await app.bills.takeBack(company.id, id, at, "operator");
      return "taken back";
    }
    case "unmatch":
    case "void":
      return `${step.what} ${(await books.change(pick(bills, step.bill), step.what)).status}`;
    case "remove":
      if (money.length > 0) await books.book.remove(pick(money, step.payment));
      return "removed";
    case "resize":
      if (money.length > 0) await books.book.changeAmount(pick(money, step.payment), -step.cents);
      return "resized";
    case "close":
      await app.ledger.closeBooks(company.id, day(step.through), at, "operator", "A step of the walk");
      return "closed";
  }
}

/** Payables of other books: two bills of a vendor, and a credit of another one. */
const OPENING = voucher("2026-02-28", "Opening balances", [dr("stock", 300_00), cr("payable", 300_00)], {
  id: "vch_opening",
  source: "csv_upload",
});

async function bringIn({ books, opened }: Walk): Promise<void> {
  const items = [250_00, 100_00, -50_00].map((open, index) => ({
    party: VENDORS[open < 0 ? 1 : 0],
    number: `OLD-${index}`,
    date: day("2026-01-15"),
    due_date: null,
    original_cents: null,
    open_cents: cents(open),
  }));
  await app.bills.bringIn(
    books.company.id,
    { date: day("2026-02-28"), items, totals: [] },
    books.at,
    "operator",
  );
  const { data } = await books.company.read<{ data: { id: string }[] }>("/bills");
  opened.push(...data.map(({ id }) => id));
}

/** The entries up to a day, as the API answers them. */
async function entriesThrough({ books }: Walk, through: string): Promise<string> {
  const { data } = await books.company.read<{ data: { date: string }[] }>(
    `/journal_entries?end_date=${through}&limit=500`,
  );
  return JSON.stringify(data);
}

test("payables and receivables by age are the ledger's after each step, and closed months stay (PAYB-007) (OPEN-001)", async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 24 }), async (steps) => {
      const walk: Walk = {
        books: await billBook(http, { journal: [OPENING] }),
        bills: [],
        opened: [],
        money: [],
      };
      const { company } = walk.books;
      await bringIn(walk);
      let closed: { readonly through: string; readonly entries: string } | null = null;
      for (const vendor of VENDORS)
        await take(walk, { what: "enter", vendor, cents: 20_000, date: "2026-03-10" });
      for (const step of steps) {
        try {
          met.add(await take(walk, step));
          if (step.what === "close" && step.through >= (closed?.through ?? ""))
            closed = { through: step.through, entries: await entriesThrough(walk, step.through) };
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          met.add(`${step.what} refused`);
        }
        for (const side of [app.bills, app.invoices])
          for (const on of ["2026-04-30", "2026-05-31"]) {
            const { total_cents, ledger_cents } = await side.ageing(company.id, day(on));
            expect(total_cents).toBe(ledger_cents);
          }
        if (closed !== null) expect(await entriesThrough(walk, closed.through)).toBe(closed.entries);
      }
      const { customers } = await app.bills.ageing(company.id, day("2026-05-31"));
      const due = customers.flatMap(({ invoices }) => invoices);
      for (const id of walk.bills)
        expect(await walk.books.due(id)).toEqual([due.find((each) => each.id === id)?.due_cents ?? 0]);
      const verified = await app.ledger.verify(company.id);
      expect(verified.checks.filter(({ ok }) => !ok)).toEqual([]);
    }),
    { numRuns: 15, examples: [[[...EVERYTHING]]] },
  );
  expect([...met]).toEqual(
    expect.arrayContaining([
      "paid several",
      "pay refused",
      "refunded by the bank",
      "refunded on a day",
      "write_off",
      "moved",
      "closed",
      "void 200",
      "unmatch 200",
    ]),
  );
});
