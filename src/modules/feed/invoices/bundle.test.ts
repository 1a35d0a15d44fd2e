/**
 * The bundle's section of invoices: what comes in posts, what goes out makes the same invoices, and what
 * can't be is refused by its path.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import type { Bundle } from "../../../../test/support/bundle.ts";
import { ACCOUNTS, transaction } from "../../../../test/support/feed.ts";
import type { BundleInvoice, BundleTransaction } from "../../../../test/support/feed-records.ts";
import { exported } from "../../../../test/support/import.ts";
import { bookOf, type Invoice, type InvoiceBook } from "../../../../test/support/invoices.ts";

const http = await testApp();

const CONTRACT: BundleInvoice = {
  id: "inv_contract",
  number: "INV-0007",
  customer_name: "Blue Fern",
  issue_date: "2025-03-01",
  due_date: "2025-03-31",
  receivable_category_id: "cat_receivable",
  line_items: [
    { description: "Consulting", quantity: 7.5, unit_amount_cents: 200_00, category_id: "cat_services" },
    { description: "Sales tax", unit_amount_cents: 120_00, category_id: "cat_payable" },
  ],
};

/** Imports some records into a company that is there. */
async function putInto(
  { bundle }: TestCompany,
  records: Partial<Pick<Bundle, "invoices" | "transactions">>,
): Promise<void> {
  await http.put({
    ...bundle,
    categories: [],
    departments: [],
    accounts: [],
    journal: [],
    invoices: [],
    transactions: [],
    ...records,
  });
}

async function put(company: TestCompany, ...invoices: readonly BundleInvoice[]): Promise<void> {
  await putInto(company, { invoices });
}

async function exportedInvoices({ id }: TestCompany): Promise<BundleInvoice[]> {
  return (JSON.parse(await exported(http.app, id)) as { invoices: BundleInvoice[] }).invoices;
}

async function entriesOf({ company }: InvoiceBook): Promise<unknown[]> {
  return (await company.read<{ data: unknown[] }>("/journal_entries")).data;
}

async function booked(...invoices: readonly BundleInvoice[]): Promise<InvoiceBook> {
  const book = await bookOf(http);
  await put(book.company, ...invoices);
  return book;
}

describe("what comes in", () => {
  test("is an open invoice that posts, and its number counts on", async () => {
    const book = await booked(CONTRACT);
    expect(await book.read("inv_contract")).toMatchObject({
      number: "INV-0007",
      status: "open",
      total_cents: 1_620_00,
      amount_due_cents: 1_620_00,
      line_items: [
        { quantity: 7.5, amount_cents: 1_500_00 },
        { quantity: 1, amount_cents: 120_00 },
      ],
    });
    expect(await book.balances("cat_receivable", "cat_services", "cat_payable")).toEqual([
      1_620_00, 1_500_00, 120_00,
    ]);
    expect((await book.issued({})).number).toBe("INV-0008");
  });

  test("that is a draft or void counts nowhere and is paid by nothing; a draft is opened by a later file, and can be voided", async () => {
    const book = await booked(
      { ...CONTRACT, status: "draft" },
      { ...CONTRACT, id: "inv_gone", number: "8", status: "void" },
    );
    expect(await entriesOf(book)).toEqual([]);
    const transaction_id = await book.receive(100_00);
    for (const [id, status, amount_due_cents] of [
      ["inv_contract", "draft", 1_620_00],
      ["inv_gone", "void", 0],
    ] as const) {
      expect(await book.read(id)).toMatchObject({ status, amount_due_cents });
      const refusal = await book.change(id, "match", { transaction_id });
      expect([refusal.status, refusal.body]).toMatchObject([
        422,
        { error: { code: "transaction_update_failed", message: expect.stringContaining(status) } },
      ]);
    }
    await put(book.company, { id: "inv_contract", status: "open" });
    expect(await book.balances("cat_receivable")).toEqual([1_620_00]);
    expect((await book.change("inv_contract", "match", { transaction_id })).status).toBe(200);
    await put(book.company, { ...CONTRACT, id: "inv_draft", number: "9", status: "draft" });
    expect((await book.change("inv_draft", "void")).body).toMatchObject({ status: "void" });
  });

  test("again changes nothing, and with other lines is posted anew", async () => {
    const book = await booked(CONTRACT);
    const [former, entries] = [await book.read("inv_contract"), await entriesOf(book)];
    http.clock.set(http.app.clock.now() + 60);
    await put(book.company, CONTRACT);
    await put(book.company, { id: "inv_contract" });
    expect([await book.read("inv_contract"), await entriesOf(book)]).toEqual([former, entries]);
    await put(book.company, {
      id: "inv_contract",
      line_items: [{ description: "Consulting", unit_amount_cents: 900_00, category_id: "cat_services" }],
    });
    expect(await book.read("inv_contract")).toMatchObject({
      total_cents: 900_00,
      updated: former.updated + 60,
    });
    expect(await book.balances("cat_receivable", "cat_services", "cat_payable")).toEqual([900_00, 900_00, 0]);
  });
});

describe("payments", () => {
  const paying = (
    name: string,
    amount_cents: number,
    more: Partial<BundleTransaction> = {},
  ): BundleTransaction =>
    transaction(name, amount_cents, { category_id: "cat_receivable", invoice_id: "inv_contract", ...more });

  /** A company with these transactions beside the invoice. */
  async function paidBy(...transactions: readonly BundleTransaction[]): Promise<InvoiceBook> {
    return bookOf(http, { accounts: ACCOUNTS.slice(0, 1), invoices: [CONTRACT], transactions });
  }

  test("come in with the transactions, which name their invoice", async () => {
    const book = await paidBy(
      paying("late", 620_00, { date: "2026-05-02" }),
      paying("early", 500_00, { date: "2026-05-01" }),
      paying("never", 500_00, { status: "excluded" }),
    );
    expect(await book.read("inv_contract")).toMatchObject({
      status: "open",
      amount_paid_cents: 1_120_00,
      amount_due_cents: 500_00,
      matched_transaction_id: "txn_late",
    });
    expect(await book.balances("cat_receivable")).toEqual([500_00]);
    await putInto(book.company, { transactions: [{ id: "txn_never", status: "approved" }] });
    expect(await book.read("inv_contract")).toMatchObject({
      status: "paid",
      matched_transaction_ids: ["txn_early", "txn_never", "txn_late"],
    });
    expect(await book.balances("cat_receivable")).toEqual([0]);
  });

  test("change hands in one file, in whatever order the transactions stand", async () => {
    const book = await paidBy(paying("b", 1_620_00));
    const freed = { id: "txn_b", invoice_id: null, category_id: "cat_services" };
    await putInto(book.company, { transactions: [paying("a", 1_620_00), freed] });
    expect(await book.read("inv_contract")).toMatchObject({
      status: "paid",
      matched_transaction_ids: ["txn_a"],
    });
    await putInto(book.company, {
      transactions: [
        { ...freed, ...paying("b", 1_620_00) },
        { id: "txn_a", invoice_id: null, category_id: "cat_services" },
      ],
    });
    expect(await book.read("inv_contract")).toMatchObject({
      status: "paid",
      matched_transaction_ids: ["txn_b"],
    });
    expect(await book.balances("cat_receivable")).toEqual([0]);
  });

  test("may be of more than is due: the rest is the customer's credit", async () => {
    const book = await paidBy(paying("more", 1_700_00));
    expect(await book.read("inv_contract")).toMatchObject({
      status: "paid",
      amount_paid_cents: 1_700_00,
      amount_due_cents: -80_00,
    });
    expect(await book.balances("cat_receivable")).toEqual([-80_00]);
  });

  test("go out with the transactions, and change nothing when they come in again", async () => {
    const book = await paidBy(paying("one", 620_00), paying("other", 500_00));
    const [text, invoice] = [await exported(http.app, book.company.id), await book.read("inv_contract")];
    const elsewhere = await bookOf(http, {
      accounts: ACCOUNTS.slice(0, 1),
      invoices: await exportedInvoices(book.company),
      transactions: [paying("one", 620_00), paying("other", 500_00)],
    });
    expect(await entriesOf(elsewhere)).toEqual(await entriesOf(book));
    expect((await http.app.ledger.verify(elsewhere.company.id)).ok).toBe(true);
    http.clock.set(http.app.clock.now() + 60);
    await http.put(JSON.parse(text) as Bundle);
    expect([await exported(http.app, book.company.id), await book.read("inv_contract")]).toEqual([
      text,
      invoice,
    ]);
  });

  test.each<[string, BundleTransaction, string, string]>([
    ["no money", paying("out", 0), "amount_cents", "must not be 0"],
    [
      "an invoice that is not there",
      paying("lost", 1_00, { invoice_id: "inv_nobodys" }),
      "invoice_id",
      "inv_nobodys",
    ],
    ["an invoice that is void", paying("late", 1_00, { invoice_id: "inv_gone" }), "invoice_id", "inv_gone"],
    [
      "another category than that of the claim",
      paying("wrong", 1_00, { category_id: "cat_services" }),
      "category_id",
      "cat_receivable",
    ],
    [
      "the category of a payment that is there",
      { id: "txn_first", category_id: "cat_services" },
      "category_id",
      "cat_receivable",
    ],
    [
      "several months",
      paying("spread", 1_00, {
        spread: {
          id: "spread_any",
          holding_category_id: "cat_prepaid",
          start_date: "2026-05-01",
          end_date: "2026-06-30",
        },
      }),
      "spread",
      "at once",
    ],
  ])("can't be of %s", async (_what, wrong, field, reason) => {
    const book = await paidBy(paying("first", 1_120_00));
    await putInto(book.company, { invoices: [{ ...CONTRACT, id: "inv_gone", number: "8", status: "void" }] });
    await expect(
      putInto(book.company, { transactions: [transaction("good", 5_00), wrong] }),
    ).rejects.toMatchObject({ path: `transactions[1].${field}`, reason: expect.stringContaining(reason) });
    expect(await book.read("inv_contract")).toMatchObject({ amount_paid_cents: 1_120_00 });
  });

  test.each<[string, Partial<BundleInvoice>]>([
    ["status", { status: "void" }],
    ["status", { status: "draft" }],
    ["receivable_category_id", { receivable_category_id: "cat_prepaid" }],
    [
      "line_items",
      { line_items: [{ description: "Less", unit_amount_cents: 1_119_99, category_id: "cat_services" }] },
    ],
  ])("keep their invoice from losing its ground: %s", async (field, change) => {
    const book = await paidBy(paying("first", 1_120_00));
    await expect(
      putInto(book.company, { invoices: [{ id: "inv_contract", ...change }] }),
    ).rejects.toMatchObject({
      path: `invoices[0].${field}`,
      reason: expect.stringMatching(/pay|paid|settled/),
    });
    expect(await book.read("inv_contract")).toMatchObject({
      status: "open",
      amount_paid_cents: 1_120_00,
      total_cents: 1_620_00,
    });
  });
});

test("what goes out makes the same invoices and the same entries elsewhere", async () => {
  const book = await booked(
    CONTRACT,
    { ...CONTRACT, id: "inv_draft", number: "8", status: "draft" },
    { ...CONTRACT, id: "inv_gone", number: "9", status: "void" },
  );
  await book.issued({
    customer_email: "pay@quay.example",
    line_items: [{ description: "Hours", quantity: 0.3333, unit_amount_cents: 99_99 }],
  });
  const invoices = await exportedInvoices(book.company);
  expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(["draft", "open", "void"]));
  const categories = await book.company.read<{ data: { id: string; name: string }[] }>("/categories");
  const sales = categories.data.find(({ name }) => name === "Sales");
  const copy = await bookOf(http);
  await http.put({
    ...copy.company.bundle,
    categories: [
      {
        id: sales?.id ?? "",
        name: "Sales",
        account_type: "revenue",
        parent_id: null,
        position: 0,
        cash_flow: null,
        created: 0,
      },
    ],
    departments: [],
    journal: [],
    invoices,
  });
  expect(await exportedInvoices(copy.company)).toEqual(invoices);
  expect(await entriesOf(copy)).toEqual(await entriesOf(book));
  const listOf = async ({ company }: InvoiceBook) =>
    (await company.read<{ data: Invoice[] }>("/invoices")).data;
  expect(await listOf(copy)).toEqual(await listOf(book));
});

describe("what can't be", () => {
  const { number: _number, ...unnumbered } = CONTRACT;
  const line = { description: "Consulting", unit_amount_cents: 100, category_id: "cat_services" };

  test.each<[string, readonly BundleInvoice[], string, string]>([
    ["a new invoice without number", [unnumbered], "invoices[0].number", "required"],
    ["one that stands twice", [CONTRACT, CONTRACT], "invoices[1].id", "twice"],
    [
      "the number of another one",
      [CONTRACT, { ...CONTRACT, id: "inv_other" }],
      "invoices[1].number",
      "inv_contract",
    ],
    ["a day that is none", [{ ...CONTRACT, issue_date: "2025-02-30" }], "invoices[0].issue_date", "day"],
    [
      "one that is due before it is issued",
      [{ ...CONTRACT, due_date: "2025-02-28" }],
      "invoices[0].due_date",
      "2025-03-01",
    ],
    [
      "an unknown category of the claim",
      [{ ...CONTRACT, receivable_category_id: "cat_nobodys" }],
      "invoices[0].receivable_category_id",
      "there is no category",
    ],
    [
      "a claim that is no asset",
      [{ ...CONTRACT, receivable_category_id: "cat_payable" }],
      "invoices[0].receivable_category_id",
      "liability",
    ],
    [
      "a line that is an expense",
      [{ ...CONTRACT, line_items: [{ ...line, category_id: "cat_software" }] }],
      "invoices[0].line_items[0].category_id",
      "expense",
    ],
    [
      "five decimals",
      [{ ...CONTRACT, line_items: [line, { ...line, quantity: 0.00001 }] }],
      "invoices[0].line_items[1].quantity",
      "four decimals",
    ],
    [
      "a line beyond the largest amount",
      [{ ...CONTRACT, line_items: [{ ...line, quantity: 2, unit_amount_cents: 1e15 }] }],
      "invoices[0].line_items[0]",
      "more than",
    ],
    [
      "a sum of nothing",
      [{ ...CONTRACT, line_items: [line, { ...line, unit_amount_cents: -100 }] }],
      "invoices[0].line_items",
      "more than 0",
    ],
  ])("is refused by its path: %s", async (_what, invoices, path, reason) => {
    const book = await bookOf(http);
    await expect(put(book.company, ...invoices)).rejects.toMatchObject({
      path,
      reason: expect.stringContaining(reason),
    });
    expect(await book.company.read("/invoices")).toMatchObject({ data: [] });
  });
});

describe("the section of invoices", () => {
  test("refuses the id of a bill, which is of the other side", async () => {
    const book = await bookOf(http);
    await expect(put(book.company, { ...CONTRACT, id: "bill_1" })).rejects.toThrow(
      "invoices[0].id: must be the id of an invoice, not bill_1",
    );
    expect(await entriesOf(book)).toEqual([]);
  });
});
