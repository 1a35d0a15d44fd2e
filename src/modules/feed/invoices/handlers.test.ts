/** Invoices over HTTP: issuing them and reading them. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { aLine, bookOf, type Invoice } from "../../../../test/support/invoices.ts";

const http = await testApp();
const TODAY = "2026-05-20";

interface Page {
  readonly data: readonly Invoice[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

describe("POST /invoices", () => {
  test("issues an open invoice with the lines, the total and the days that were asked for (OPS-020)", async () => {
    const book = await bookOf(http);
    const answer = await book.issue({
      number: "2026/17",
      customer_name: "Blue Fern",
      customer_email: "pay@bluefern.example",
      issue_date: "2026-05-01",
      due_date: "2026-05-31",
      currency: "USD",
      line_items: [
        {
          description: "Consulting",
          quantity: 12.5,
          unit_amount_cents: 180_00,
          amount_cents: 2_250_00,
          category_id: "cat_services",
        },
        { description: "Discount", unit_amount_cents: -50_00, category_id: "cat_refunds" },
      ],
    });
    expect(answer.status).toBe(201);
    const now = http.app.clock.now();
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^inv_/),
      object: "invoice",
      number: "2026/17",
      customer_name: "Blue Fern",
      customer_email: "pay@bluefern.example",
      status: "open",
      issue_date: "2026-05-01",
      due_date: "2026-05-31",
      currency: "USD",
      line_items: [
        {
          description: "Consulting",
          quantity: 12.5,
          unit_amount_cents: 180_00,
          amount_cents: 2_250_00,
          category_id: "cat_services",
        },
        {
          description: "Discount",
          quantity: 1,
          unit_amount_cents: -50_00,
          amount_cents: -50_00,
          category_id: "cat_refunds",
        },
      ],
      total_cents: 2_200_00,
      amount_paid_cents: 0,
      amount_due_cents: 2_200_00,
      matched_transaction_id: null,
      matched_transaction_ids: [],
      created: now,
      updated: now,
    });
    expect(await book.company.read(`/invoices/${answer.body.id}`)).toEqual(answer.body);
  });

  test("posts the claim and the income on the day of issue, under the customer's name, as an invoice (BILL-001)", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({
      customer_name: "Blue Fern",
      issue_date: "2026-05-01",
      line_items: [
        aLine(2_000_00, { category_id: "cat_services" }),
        aLine(-150_00, { category_id: "cat_refunds" }),
      ],
    });
    const { data } = await book.company.read<{ data: { source: string; category_id: string }[] }>(
      "/journal_entries?merchant=Blue%20Fern",
    );
    expect(data.toSorted((a, b) => (a.category_id < b.category_id ? -1 : 1))).toMatchObject([
      {
        date: "2026-05-01",
        category_id: "cat_receivable",
        debit_cents: 1_850_00,
        source: "invoice",
        transaction_id: null,
        held: false,
        description: "Invoice INV-0001",
      },
      {
        date: "2026-05-01",
        category_id: "cat_refunds",
        debit_cents: 150_00,
        source: "invoice",
        description: "Work",
      },
      { date: "2026-05-01", category_id: "cat_services", credit_cents: 2_000_00, source: "invoice" },
    ]);
    expect(data.map((entry) => (entry as unknown as { id: string }).id).toSorted()).toEqual(
      [1, 2, 3].map((line) => `je_inv-${id.slice("inv_".length)}_${line}`),
    );
  });

  test("is due at once and issued today, and credited to the company's sales, where nothing else is said", async () => {
    const book = await bookOf(http);
    const invoice = await book.issued({});
    expect(invoice).toMatchObject({ issue_date: TODAY, due_date: TODAY, customer_email: null });
    const { data } = await book.company.read<{ data: { id: string; name: string; account_type: string }[] }>(
      "/categories",
    );
    expect(data.find(({ id }) => id === invoice.line_items[0]?.category_id)).toMatchObject({
      name: "Sales",
      account_type: "revenue",
    });
    expect((await book.issued({ issue_date: "2026-05-03" })).due_date).toBe("2026-05-03");
  });

  test("counts the invoices of a company without gaps, on from the highest number of that form (BILL-002)", async () => {
    const [book, other] = [await bookOf(http), await bookOf(http)];
    expect([(await book.issued({})).number, (await book.issued({})).number]).toEqual([
      "INV-0001",
      "INV-0002",
    ]);
    // What is refused takes no number.
    expect((await book.issue({ line_items: [aLine(0)] })).status).toBe(400);
    expect((await book.issued({ number: "A-77" })).number).toBe("A-77");
    expect((await book.issued({})).number).toBe("INV-0003");
    await book.issued({ number: "INV-41" });
    expect([(await book.issued({})).number, (await other.issued({})).number]).toEqual([
      "INV-0042",
      "INV-0001",
    ]);
  });

  test("takes a number once, also that of a void invoice (BILL-003)", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({ number: "7" });
    expect(await book.issue({ number: "7" })).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", param: "number" } },
    });
    expect((await book.change(id, "void")).status).toBe(200);
    expect(await book.issue({ number: "7" })).toMatchObject({
      status: 400,
      body: { error: { param: "number" } },
    });
    expect((await (await bookOf(http)).issue({ number: "7" })).status).toBe(201);
  });

  test.each([
    ["half a cent up", 1.5, 33, 50],
    ["less than half a cent down", 1.45, 33, 48],
    ["half a cent of a discount to the whole one", 0.5, -25, -13],
    ["four decimals", 0.0001, 1_000_000, 100],
    ["decimals that no binary fraction has", 0.3, 10, 3],
    ["a product that no double holds", 999_999_999.9999, 100_000, 99_999_999_999_990],
  ])("rounds each line once, %s", async (_what, quantity, unit_amount_cents, amount_cents) => {
    const book = await bookOf(http);
    const { line_items, total_cents } = await book.issued({
      line_items: [aLine(unit_amount_cents, { quantity }), aLine(1_000)],
    });
    expect([line_items[0]?.quantity, line_items[0]?.amount_cents, total_cents]).toEqual([
      quantity,
      amount_cents,
      amount_cents + 1_000,
    ]);
  });

  test.each<[string, object, object]>([
    [
      "an amount that the line does not have",
      { line_items: [aLine(333, { quantity: 1.5, amount_cents: 499 })] },
      { code: "invalid_request", param: "line_items" },
    ],
    [
      "five decimals",
      { line_items: [aLine(333, { quantity: 1.00001 })] },
      { code: "invalid_request", param: "line_items" },
    ],
    [
      "no quantity at all",
      { line_items: [aLine(333, { quantity: 0 })] },
      { code: "invalid_request", param: "line_items" },
    ],
    ["half a cent a unit", { line_items: [aLine(0.5)] }, { code: "invalid_request", param: "line_items" }],
    ["nothing", { line_items: [] }, { code: "invalid_request", param: "line_items" }],
    [
      "more lines than there may be",
      { line_items: Array.from({ length: 501 }, () => aLine(1)) },
      { code: "invalid_request", param: "line_items" },
    ],
    [
      "a sum of nothing",
      { line_items: [aLine(500), aLine(-500)] },
      { code: "invalid_request", param: "line_items" },
    ],
    ["less than nothing", { line_items: [aLine(-1)] }, { code: "invalid_request", param: "line_items" }],
    [
      "a line beyond the largest amount",
      { line_items: [aLine(1_000_000_000_000_000, { quantity: 2 })] },
      { code: "invalid_request", param: "line_items" },
    ],
    [
      "a sum beyond the largest amount",
      { line_items: [aLine(1_000_000_000_000_000), aLine(1)] },
      { code: "invalid_request", param: "line_items" },
    ],
    [
      "a description that does not show",
      { line_items: [aLine(1, { description: " " })] },
      {
        code: "invalid_request",
        param: "line_items",
      },
    ],
    ["a number that does not show", { number: "\u200b" }, { code: "invalid_request", param: "number" }],
    [
      "an unknown field of a line",
      { line_items: [aLine(1, { tax: 5 })] },
      { code: "invalid_request", param: "line_items" },
    ],
    [
      "an unknown category",
      { line_items: [aLine(1, { category_id: "cat_nobodys" })] },
      { code: "resource_missing", param: "line_items" },
    ],
    [
      "a category with children",
      { line_items: [aLine(1, { category_id: "cat_revenue" })] },
      { code: "resource_missing", param: "line_items" },
    ],
    [
      "an expense",
      { line_items: [aLine(1, { category_id: "cat_software" })] },
      { code: "resource_missing", param: "line_items" },
    ],
    [
      "what customers owe already",
      { line_items: [aLine(1, { category_id: "cat_receivable" })] },
      { code: "resource_missing", param: "line_items" },
    ],
    ["nobody", { customer_name: " " }, { code: "parameter_missing", param: "customer_name" }],
    ["a blank number", { number: " " }, { code: "invalid_request", param: "number" }],
    [
      "an address that is none",
      { customer_email: "blue fern" },
      { code: "invalid_request", param: "customer_email" },
    ],
    ["a day that is none", { issue_date: "2026-02-30" }, { code: "invalid_request", param: "issue_date" }],
    ["a due day that is none", { due_date: "soon" }, { code: "invalid_request", param: "due_date" }],
    [
      "a due day before the issue",
      { issue_date: "2026-05-02", due_date: "2026-05-01" },
      { code: "invalid_request", param: "due_date" },
    ],
    ["another currency", { currency: "EUR" }, { code: "invalid_request", param: "currency" }],
    ["a status", { status: "draft" }, { code: "invalid_request", param: "status" }],
    [
      "a day before the company",
      { issue_date: "2024-12-19" },
      { code: "transaction_update_failed", param: "issue_date" },
    ],
    [
      "a day three years ahead",
      { issue_date: "2029-05-20" },
      { code: "transaction_update_failed", param: "issue_date" },
    ],
  ])("refuses %s, and books nothing", async (_what, fields, error) => {
    const book = await bookOf(http);
    expect((await book.issue(fields)).body).toMatchObject({ error });
    expect(await book.company.read("/invoices")).toMatchObject({ data: [] });
    expect(await book.company.read("/journal_entries")).toMatchObject({ data: [] });
  });

  test("credits sales tax to what is owed, and not to a card's account", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({
      line_items: [
        aLine(1_000_00, { category_id: "cat_services" }),
        aLine(87_50, { description: "Sales tax", category_id: "cat_payable" }),
      ],
    });
    expect(await book.balances("cat_receivable", "cat_payable", "cat_services")).toEqual([
      1_087_50, 87_50, 1_000_00,
    ]);
    expect((await book.change(id, "void")).status).toBe(200);
    const card = await http.send<{ category_id: string }>("/accounts", {
      key: book.company.key,
      method: "POST",
      body: { name: "Card", type: "credit" },
    });
    expect(
      (await book.issue({ line_items: [aLine(1, { category_id: card.body.category_id })] })).body,
    ).toMatchObject({ error: { code: "resource_missing", param: "line_items" } });
  });
});

describe("GET /invoices", () => {
  test("lists by day of issue, latest first, whole and in pages of any size (OPS-018, OPS-019)", async () => {
    const book = await bookOf(http);
    const days = ["2026-03-01", "2026-05-01", "2026-04-01", "2026-05-01", "2026-02-01"];
    for (const issue_date of days) await book.issued({ issue_date });
    const whole = await book.company.read<Page>("/invoices");
    expect(whole.data.map(({ issue_date }) => issue_date)).toEqual(days.toSorted().toReversed());
    expect([whole.has_more, whole.next_cursor]).toEqual([false, null]);
    const seen: Invoice[] = [];
    for (let after = ""; ;) {
      const page = await book.company.read<Page>(`/invoices?limit=2&starting_after=${after}`);
      seen.push(...page.data);
      expect(page.has_more).toBe(page.next_cursor !== null);
      if (page.next_cursor === null) break;
      after = page.next_cursor;
    }
    expect(seen).toEqual(whole.data);
  });

  test("lists only what the filters say", async () => {
    const book = await bookOf(http);
    const open = await book.issued({ customer_name: "Blue Fern", issue_date: "2026-03-01" });
    const gone = await book.issued({ customer_name: "Quay Foods", issue_date: "2026-04-01" });
    const paid = await book.issued({
      customer_name: "Blue Fern",
      issue_date: "2026-05-01",
      line_items: [aLine(75_00)],
    });
    await book.change(gone.id, "void");
    await book.change(paid.id, "match", { transaction_id: await book.receive(75_00) });
    const found = async (query: string) =>
      (await book.company.read<Page>(`/invoices?${query}`)).data.map(({ id }) => id);
    expect(await found("status=open")).toEqual([open.id]);
    expect(await found("status=paid")).toEqual([paid.id]);
    expect(await found("status=void")).toEqual([gone.id]);
    expect(await found("status=draft")).toEqual([]);
    expect(await found("customer_name=Blue%20Fern")).toEqual([paid.id, open.id]);
    expect(await found("customer_name=blue%20fern")).toEqual([]);
    expect(await found("start_date=2026-04-01")).toEqual([paid.id, gone.id]);
    expect(await found("start_date=2026-03-01&end_date=2026-04-01")).toEqual([gone.id, open.id]);
    expect(await found("customer_name=Blue%20Fern&status=open&end_date=2026-04-30")).toEqual([open.id]);
    expect(await found(`status=open&starting_after=${paid.id}`)).toEqual([open.id]);
  });

  test("refuses wrong filters, and cursors that were never issued or that the filters leave out", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({ customer_name: "Blue Fern", issue_date: "2026-05-01" });
    const stranger = await (await bookOf(http)).issued({});
    for (const [query, error] of [
      ["status=overdue", { code: "invalid_request", param: "status" }],
      ["customer_name=", { code: "invalid_request", param: "customer_name" }],
      ["start_date=x", { code: "invalid_date", param: "start_date" }],
      ["end_date=x", { code: "invalid_date", param: "end_date" }],
      ["start_date=2026-05-02&end_date=2026-05-01", { code: "invalid_date_range", param: "start_date" }],
      ["limit=501", { code: "invalid_request", param: "limit" }],
      ["starting_after=inv_nobodys", { code: "resource_missing" }],
      [`starting_after=${stranger.id}`, { code: "resource_missing" }],
      [`start_date=2026-05-02&starting_after=${id}`, { code: "resource_missing" }],
      [`end_date=2026-04-30&starting_after=${id}`, { code: "resource_missing" }],
      [`customer_name=Quay&starting_after=${id}`, { code: "resource_missing" }],
    ] as const) {
      expect([query, await http.refusal(`/invoices?${query}`, { key: book.company.key })]).toMatchObject([
        query,
        error,
      ]);
    }
    expect(await http.refusal(`/invoices/${stranger.id}`, { key: book.company.key })).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
  });
});
