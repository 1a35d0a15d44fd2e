/**
 * Open items of other books: that they post nothing and are the ledger's claims from their day on, what pays
 * and settles them, what is refused with nothing stored, and copies.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { PRESETS } from "@daybook/words/areas";
import { cents } from "@daybook/words/cents";
import { billBook } from "../../../../../test/support/bills.ts";
import { testApp } from "../../../../../test/support/app.ts";
import { type Bundle, cr, dr, voucher } from "../../../../../test/support/bundle.ts";
import { exported, importInto } from "../../../../../test/support/import.ts";
import { day, line } from "../../../../../test/support/settlements.ts";
import type { NewOpenItem, NewOpening } from "./opening.ts";

const http = await testApp();
const { app } = http;

const OPENING = day("2026-02-28");
const item = (
  party: string,
  number: string | null,
  open: number,
  more: Partial<NewOpenItem> = {},
): NewOpenItem => ({
  party,
  number,
  date: day("2026-01-15"),
  due_date: day("2026-02-14"),
  original_cents: null,
  open_cents: cents(open),
  ...more,
});
/** Receivables of 700.00: two invoices of a customer, one of another, and a credit. */
const RECEIVABLES = [
  item("Blue Fern", "1001", 500_00, { original_cents: cents(800_00) }),
  item("Blue Fern", "1002", 150_00, { due_date: null }),
  item("Third Shore", "1003", 100_00),
  item("Third Shore", null, -50_00),
];
const PAYABLES = [item("Quay Hosting", "Q-1", 200_00), item("Quay Hosting", null, 100_00)];

/** A company whose books begin with receivables of 700.00 and payables of 300.00. */
async function begun(merchants: boolean = false) {
  const named = (party: string) => (merchants ? { merchant: party } : {});
  const books = await billBook(http, {
    journal: [
      voucher("2026-02-28", "Opening balances", [dr("receivable", 650_00), cr("stock", 650_00)], {
        id: "vch_fern",
        source: "csv_upload",
        ...named("Blue Fern"),
      }),
      voucher("2026-02-28", "Opening balances", [dr("receivable", 50_00), cr("stock", 50_00)], {
        id: "vch_shore",
        source: "csv_upload",
        ...named("Third Shore"),
      }),
      voucher("2026-02-28", "Opening balances", [dr("stock", 300_00), cr("payable", 300_00)], {
        id: "vch_payable",
        source: "csv_upload",
      }),
    ],
  });
  const { company, at } = books;
  onTestFinished(async () => {
    const { checks } = await app.ledger.verify(company.id);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
  const open = (items: readonly NewOpenItem[], more: Partial<NewOpening> = {}, isPreview = false) =>
    app.invoices.bringIn(
      company.id,
      { date: OPENING, items, totals: [], ...more },
      at,
      "operator",
      isPreview,
    );
  const openBills = (items: readonly NewOpenItem[] = PAYABLES) =>
    app.bills.bringIn(company.id, { date: OPENING, items, totals: [] }, at, "operator");
  const aged = async (on: string, side: "invoices" | "bills" = "invoices") => {
    const { total_cents, ledger_cents, other_cents } = await app[side].ageing(company.id, day(on));
    return { total_cents, ledger_cents, other_cents };
  };
  const count = async () =>
    (await company.read<{ data: object[] }>("/invoices?limit=100")).data.length +
    (await company.read<{ data: object[] }>("/bills?limit=100")).data.length;
  const entries = async () =>
    (await company.read<{ data: object[] }>("/journal_entries?limit=500")).data.length;
  const idOf = async (number: string) => (await app.invoices.show(company.id, number)).invoice.id;
  return { ...books, open, openBills, aged, count, entries, idOf };
}

describe("open items that come in", () => {
  test("post nothing, and receivables by age are the ledger's from their day on (OPEN-001)", async () => {
    const { open, openBills, aged, entries, company } = await begun();
    const before = await entries();
    expect(await aged("2026-02-28")).toMatchObject({ total_cents: 0, other_cents: 700_00 });
    expect(await open(RECEIVABLES)).toMatchObject({
      count: 4,
      total_cents: 700_00,
      ledger_cents: 700_00,
      parties: [
        { party: "Blue Fern", count: 2, open_cents: 650_00, ledger_cents: null },
        { party: "Third Shore", count: 2, open_cents: 50_00, ledger_cents: null },
      ],
    });
    await openBills();
    expect(await entries()).toBe(before);
    for (const on of ["2026-02-28", "2026-05-31"]) {
      expect(await aged(on)).toEqual({ total_cents: 700_00, ledger_cents: 700_00, other_cents: 0 });
      expect(await aged(on, "bills")).toEqual({ total_cents: 300_00, ledger_cents: 300_00, other_cents: 0 });
    }
    // What was open before that day is not known.
    expect(await aged("2026-02-27")).toMatchObject({ total_cents: 0, ledger_cents: 0 });
    const { data } = await company.read<{ data: object[] }>("/invoices?customer_name=Blue%20Fern");
    expect(data).toHaveLength(2);
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          number: "1002",
          issue_date: "2026-01-15",
          due_date: "2026-01-15",
          total_cents: 150_00,
        }),
        expect.objectContaining({
          number: "1001",
          due_date: "2026-02-14",
          line_items: [expect.objectContaining({ description: "Open at the end of 2026-02-28, of 800.00" })],
        }),
      ]),
    );
    expect(await company.read("/bills")).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ number: "BILL-0001", vendor_number: "Q-1" })]),
    });
  });

  test("are paid, credited and moved as all others, and only by what is later (OPEN-002)", async () => {
    const { open, aged, book, idOf, company, at } = await begun();
    await open(RECEIVABLES);
    const early = await book.receive(500_00, { date: "2026-02-20" });
    expect(await book.change(await idOf("1001"), "match", { transaction_id: early })).toMatchObject({
      status: 422,
      body: {
        error: { message: expect.stringContaining("so the transaction of 2026-02-20 is in that already") },
      },
    });
    const paid = await book.receive(500_00, { date: "2026-03-10" });
    expect((await book.change(await idOf("1001"), "match", { transaction_id: paid })).body).toMatchObject({
      status: "paid",
      amount_due_cents: 0,
    });
    const credit = (date: string) =>
      app.invoices.settle(
        company.id,
        { kind: "credit_note", invoice: "1002", date: day(date), note: "", lines: [line(20_00)] },
        at,
        "operator",
      );
    await expect(credit("2026-02-28")).rejects.toThrow("Only what is later settles it.");
    await credit("2026-03-01");
    const to = { invoice: "1003", amount_cents: null, date: day("2026-03-02") };
    await app.invoices.move(company.id, "INV-0001", to, at, "operator");
    expect(await aged("2026-05-31")).toEqual({ total_cents: 180_00, ledger_cents: 180_00, other_cents: 0 });
    expect(await aged("2026-02-28")).toMatchObject({ total_cents: 700_00, ledger_cents: 700_00 });
  });

  test("can't be voided, because the ledger has them (OPEN-003)", async () => {
    const { open, book, idOf, company, at } = await begun();
    await open(RECEIVABLES);
    const id = await idOf("1003");
    expect(await book.change(id, "void")).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining("came in with the balances of 2026-02-28") } },
    });
    await expect(app.invoices.reverse(company.id, id, day("2026-05-01"), at, "operator")).rejects.toThrow(
      "Write it off or credit it instead",
    );
  });

  test("are shown before they are stored (OPEN-004)", async () => {
    const { open, count } = await begun();
    expect(await open(RECEIVABLES, {}, true)).toMatchObject({ count: 4, total_cents: 700_00 });
    expect(await count()).toBe(0);
  });
});

describe("items that are not the ledger's are refused, with nothing stored", () => {
  test("with the difference of the whole, and what there is by customer (OPEN-005)", async () => {
    const { open, count } = await begun();
    await expect(open(RECEIVABLES.slice(0, 3))).rejects.toThrow(
      "On 2026-02-28 the open invoices are 750.00 and the receivables of the ledger 700.00, a difference of (50.00). By customer, the invoices are: Blue Fern 650.00; Third Shore 100.00. Nothing was stored.",
    );
    expect(await count()).toBe(0);
  });

  test("by customer where the ledger names all of them (OPEN-005)", async () => {
    const { open, count } = await begun(true);
    const other = [...RECEIVABLES.slice(0, 1), item("Third Shore", "1002", 150_00), ...RECEIVABLES.slice(2)];
    await expect(open(other)).rejects.toThrow(
      "The invoices and the ledger agree on 2026-02-28 as a whole, but not by customer: Blue Fern is 500.00 by the invoices and 650.00 by the ledger, a difference of 150.00; Third Shore is 200.00 by the invoices and 50.00 by the ledger, a difference of (150.00). Nothing was stored.",
    );
    expect(await count()).toBe(0);
    expect((await open(RECEIVABLES)).parties).toMatchObject([
      { party: "Blue Fern", ledger_cents: 650_00 },
      { party: "Third Shore", ledger_cents: 50_00 },
    ]);
  });

  test("where a total of the report is not the sum of its items (OPEN-006)", async () => {
    const { open, count } = await begun();
    await expect(
      open(RECEIVABLES, { totals: [{ party: "blue fern", open_cents: cents(651_00) }] }),
    ).rejects.toMatchObject({
      param: "totals",
      message:
        "The report's totals are not the sums of its items: blue fern is 651.00 by the report's total and 650.00 by its items, a difference of 1.00. Nothing was stored.",
    });
    expect(await count()).toBe(0);
  });

  test.each([
    [
      "dated 2026-03-01, after 2026-02-28, the day of the opening",
      { date: day("2026-03-01"), due_date: null },
    ],
    ["is due on 2026-01-01, before its date, 2026-01-15", { due_date: day("2026-01-01") }],
    ["is open with 0.00. Leave out what is settled", { open_cents: cents(0) }],
    ["is open with 500.00, which is more than it was for, 400.00", { original_cents: cents(400_00) }],
    ["one is a credit and the other is not", { original_cents: cents(-800_00) }],
    ["has the number of item 2", { number: "1002" }],
  ])("%s", async (message, more) => {
    const { open, count } = await begun();
    const [first = item("", "", 0), second = first, ...rest] = RECEIVABLES;
    await expect(open([second, ...rest, { ...first, ...more }])).rejects.toThrow(
      message === "has the number of item 2" ? "has the number of item 1" : message,
    );
    expect(await count()).toBe(0);
  });

  test("on a day that has not come or is closed, and when the books have them already", async () => {
    const { open, openBills, company, at, count } = await begun();
    await expect(open(RECEIVABLES, { date: day("2026-06-01") })).rejects.toThrow(
      "What is open on 2026-06-01 is not known yet: today is 2026-05-31",
    );
    await open(RECEIVABLES);
    await expect(open(RECEIVABLES)).rejects.toThrow("is in these books already");
    await openBills();
    await expect(openBills()).rejects.toThrow("(bill Q-1 of Quay Hosting) is in these books already");
    await app.ledger.closeBooks(company.id, OPENING, at, "operator", "February is done");
    await expect(open([item("Fern", "9", 1)])).rejects.toMatchObject({ param: "date" });
    expect(await count()).toBe(6);
  });

  test("on a day before one whose items came in, which would be counted again (OPEN-005)", async () => {
    const { open, aged, count } = await begun();
    const unnumbered = [item("Blue Fern", null, 700_00)];
    await open(unnumbered, { date: day("2026-03-31") });
    await expect(open(unnumbered)).rejects.toMatchObject({
      param: "date",
      message: "The invoices that are open on 2026-03-31 came in already. Give that day, or a later one.",
    });
    expect(await count()).toBe(1);
    expect(await aged("2026-05-31")).toEqual({ total_cents: 700_00, ledger_cents: 700_00, other_cents: 0 });
  });

  test.each([
    ["The customer of item 1 must be a name of 1 to", item("x".repeat(5_000), null, 700_00)],
    ["in which something shows and nothing hides", item("Blue\nFern", null, 700_00)],
    ["in which something shows and nothing hides", item("Blue\u0000Fern", null, 700_00)],
    ["The number of item 1 must be a name of 1 to", item("Blue Fern", "9\u202e1", 700_00)],
    ["The amounts are more than 10,000,000,000,000.00 together.", item("Blue Fern", null, 9e15)],
  ])("%s (OPEN-005)", async (message, given) => {
    const { open, count } = await begun();
    await expect(open([given, { ...given, number: "8" }])).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining(message),
    });
    expect(await count()).toBe(0);
  });

  test("with totals of a report that are too large (OPEN-005)", async () => {
    const { open } = await begun();
    await expect(
      open(RECEIVABLES, { totals: [{ party: "Blue Fern", open_cents: cents(Number.MAX_SAFE_INTEGER) }] }),
    ).rejects.toMatchObject({ code: "invalid_request", param: "totals" });
  });

  test("more than come in at once (OPEN-005)", async () => {
    const { open } = await begun();
    const many = Array.from({ length: 2_001 }, () => item("Blue Fern", null, 1));
    await expect(open(many)).rejects.toThrow("There are 2001 invoices; at most 2000 come in at once.");
  });

  test("of a caller who may not manage the side", async () => {
    const { company, at } = await begun();
    expect(() =>
      app.invoices.bringIn(company.id, { date: OPENING, items: RECEIVABLES, totals: [] }, at, {
        ...PRESETS.admin,
        invoices: "view",
      }),
    ).toThrow("This needs `manage` for `invoices`.");
  });
});

test("they are the same in a copy, and a file can't make them post (OPEN-007)", async () => {
  const { open, openBills, company } = await begun();
  await open(RECEIVABLES);
  await openBills();
  const text = await exported(app, company.id);
  const bundle = JSON.parse(text) as Bundle & {
    readonly invoices: readonly (Record<string, unknown> & { readonly line_items: readonly object[] })[];
  };
  expect(bundle.invoices).toContainEqual(
    expect.objectContaining({ number: "INV-0001", opened_on: "2026-02-28" }),
  );
  await importInto(app, bundle);
  expect(await exported(app, company.id)).toBe(text);
  const changed = (more: object, lines: object = {}) => ({
    ...bundle,
    invoices: bundle.invoices.map((row, index) =>
      index === 0
        ? { ...row, ...more, line_items: (row.line_items ?? []).map((each) => ({ ...each, ...lines })) }
        : row,
    ),
  });
  await expect(importInto(app, changed({ status: "void" }))).rejects.toThrow(
    "must be open, because it came in with balances",
  );
  await expect(importInto(app, changed({ opened_on: "2026-01-01" }))).rejects.toThrow(
    "must be on or after its date",
  );
  await expect(importInto(app, changed({}, { category_id: "cat_checking" }))).rejects.toThrow(
    "because the ledger has what came in open",
  );
});
