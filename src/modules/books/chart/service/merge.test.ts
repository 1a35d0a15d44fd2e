/**
 * Categories that are merged: all that names one names the other afterwards, the books verify and survive an
 * export, statements show one line, and nothing of closed books moves.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { BOOK_WRITERS, type BookVoucher } from "../../../../../test/support/books.ts";
import { category, cr, dr, JOURNAL, voucher } from "../../../../../test/support/bundle.ts";
import { FEED, FEED_CHART, invoice, transaction } from "../../../../../test/support/feed.ts";
import { expectSound } from "../../../../../test/support/feed-requests.ts";
import { bytesOf, exported } from "../../../../../test/support/import.ts";
import { sheet } from "../../../../../test/support/sheet-records.ts";
import { parseCivilDate } from "@daybook/words/civil-date";
import { runAs } from "../../../../platform/log/actor.ts";

const http = await testApp();
const { app } = http;
const day = (text: string) => parseCivilDate(text) ?? expect.unreachable(text);

const contains = (value: string) => [{ field: "description", operator: "contains", value }];
const MORE = [
  ...category("debtors", "Debtors", "asset", "working_capital"),
  ...category("lodging", "Lodging", "expense", null),
  ...category("deposits", "Customer Deposits", "liability", "working_capital"),
].map((row, index) => ({ ...row, position: 100 + index }));

/** A company whose feed, rules, invoices, notes and formulas name the categories that are merged. */
function bookedCompany(more: object = {}): Promise<TestCompany> {
  return http.company({
    ...FEED,
    categories: [...FEED_CHART, ...MORE],
    rules: [{ id: "rule_inn", name: "Inns", conditions: contains("inn"), category_id: "cat_hotels" }],
    transactions: [...FEED.transactions, transaction("inn", -90_00, { category_id: "cat_hotels" })],
    invoices: [invoice("0001", 700_00, { receivable_category_id: "cat_debtors" }), invoice("0002", 200_00)],
    journal: [...JOURNAL, voucher("2026-02-03", "Inn", [dr("hotels", 80_00), cr("checking", 80_00)])],
    sheets: [
      sheet("plan", {
        Plan: {
          A1: '=BOOKS.TOTAL("cat_hotels",DATE(2025,1,1),DATE(2027,12,31))',
          A2: '=BOOKS.TOTAL("Hotels",DATE(2025,1,1),DATE(2027,12,31))',
          A3: '=BOOKS.TOTAL("cat_lodging",DATE(2025,1,1),DATE(2027,12,31))',
        },
      }),
    ],
    ...more,
  });
}

const LONG = "start_date=2025-01-01&end_date=2027-12-31";
async function totalOf(company: TestCompany, id: string, days = LONG): Promise<number> {
  return (await company.read<{ total_cents: number }>(`/aggregations/total?category_id=${id}&${days}`))
    .total_cents;
}

const merge = (company: TestCompany, id: string, into: string, isPreview = false) =>
  runAs({ surface: "command", by: "ada", action: "category merge", company_id: company.id }, () =>
    app.chart.mergeCategory(company.id, id, into, isPreview),
  );
const idsOf = async (company: TestCompany): Promise<string[]> =>
  (await app.chart.listCategories(company.id)).map(({ id }) => id);

describe("a category that is merged into another (MERGE-001)", () => {
  test("takes its entries and all that names it along, and the books verify", async () => {
    const company = await bookedCompany();
    const sum = (await totalOf(company, "cat_hotels")) + (await totalOf(company, "cat_lodging"));
    expect(sum).not.toBe(0);
    const change = await merge(company, "cat_hotels", "cat_lodging");
    expect(change).toMatchObject({ category: { id: "cat_lodging" }, statements: ["income_statement"] });
    expect(change.months?.last).toBe("2026-07");
    expect(await idsOf(company)).not.toContain("cat_hotels");
    expect(await totalOf(company, "cat_lodging")).toBe(sum);
    expect(await company.read("/transactions/txn_inn")).toMatchObject({
      category_id: "cat_lodging",
      category_name: "Lodging",
    });
    expect(JSON.stringify(await company.read("/transactions/splits?transaction_id=txn_split"))).toContain(
      "cat_lodging",
    );
    expect(JSON.stringify(await company.read("/spreads"))).not.toContain("cat_hotels");
    expect(await company.read("/rules/rule_inn")).toMatchObject({ category_id: "cat_lodging" });
    await expectSound(http, company);
  });

  test("is one line of every statement, and mirrors are told of its transactions", async () => {
    const company = await bookedCompany();
    const before = await company.read<{ watermark: number }>("/transactions?updated_after=0");
    http.clock.set(app.clock.now() + 60);
    await merge(company, "cat_hotels", "cat_lodging");
    const statement = JSON.stringify(await company.read(`/reports/income_statement?${LONG}`));
    expect(statement).not.toContain("cat_hotels");
    expect(statement.split('"cat_lodging"')).toHaveLength(2);
    const { data } = await company.read<{ data: { id: string }[] }>(
      `/transactions?updated_after=${before.watermark + 1}&limit=500`,
    );
    expect(data.map(({ id }) => id).toSorted()).toEqual(["txn_inn", "txn_resplit", "txn_split"]);
  });

  test("is found by formulas under its id and its name (MERGE-002)", async () => {
    const company = await bookedCompany();
    await merge(company, "cat_hotels", "cat_lodging");
    const total = await totalOf(company, "cat_lodging");
    const read = async () =>
      (
        await company.read<{ ranges: { values: unknown[][] }[] }>("/sheets/sht_plan?ranges=A1:A3")
      ).ranges[0]?.values.flat();
    expect(await read()).toEqual([total / 100, total / 100, total / 100]);
    await merge(company, "cat_lodging", "cat_flights");
    const both = (await totalOf(company, "cat_flights")) / 100;
    expect(await read()).toEqual([both, both, both]);
  });

  test("is found under its id before another one that is named as this id is (MERGE-002)", async () => {
    const company = await bookedCompany({
      categories: [...FEED_CHART, ...MORE, ...category("other", "cat_hotels", "expense", null)],
    });
    await merge(company, "cat_hotels", "cat_lodging");
    const { ranges } = await company.read<{ ranges: { values: unknown[][] }[] }>(
      "/sheets/sht_plan?ranges=A1",
    );
    expect(ranges[0]?.values).toEqual([[(await totalOf(company, "cat_lodging")) / 100]]);
  });

  test("gives way to a category with its id, also in an export, until that is merged too (MERGE-002)", async () => {
    const company = await bookedCompany({
      categories: [
        ...FEED_CHART,
        ...MORE.map((row) =>
          row.id === "cat_lodging" ? { ...row, merged: [{ id: "cat_hotels", path: "Hotels" }] } : row,
        ),
      ],
    });
    await app.intake.importBundle(bytesOf(await exported(app, company.id)));
    const read = async () =>
      (
        await company.read<{ ranges: { values: unknown[][] }[] }>("/sheets/sht_plan?ranges=A1:A3")
      ).ranges[0]?.values.flat();
    const hotels = (await totalOf(company, "cat_hotels")) / 100;
    const lodging = (await totalOf(company, "cat_lodging")) / 100;
    expect(hotels).not.toBe(lodging);
    expect(await read()).toEqual([hotels, hotels, lodging]);
    await merge(company, "cat_hotels", "cat_flights");
    const flights = (await totalOf(company, "cat_flights")) / 100;
    expect(await read()).toEqual([flights, flights, lodging]);
    await app.intake.importBundle(bytesOf(await exported(app, company.id)));
  });

  test("gives its role to the other one: what a first invoice made becomes the receivables of the books", async () => {
    const company = await bookedCompany();
    const issued = await http.send("/invoices", {
      method: "POST",
      key: company.key,
      body: {
        customer_name: "Quay Foods",
        issue_date: "2026-04-02",
        due_date: "2026-05-02",
        line_items: [{ description: "Work", quantity: 1, unit_amount_cents: 5_00 }],
      },
    });
    expect([issued.status, issued.text]).toEqual([201, expect.any(String)]);
    const posted = (await app.chart.listCategories(company.id)).find(
      ({ role }) => role === "accounts_receivable",
    );
    const into = posted?.id === "cat_debtors" ? "cat_receivable" : "cat_debtors";
    const sum =
      (await totalOf(company, posted?.id ?? "", "date=2026-12-31")) +
      (await totalOf(company, into, "date=2026-12-31"));
    const { category: row, statements } = await merge(company, posted?.id ?? "", into);
    expect([row.role, statements]).toEqual(["accounts_receivable", ["balance_sheet", "cash_flow"]]);
    expect(await totalOf(company, into, "date=2026-12-31")).toBe(sum);
    await expectSound(http, company);
  });

  test("survives an export, so that the bundle of a company makes the same company", async () => {
    const company = await bookedCompany();
    await merge(company, "cat_hotels", "cat_lodging");
    const { categories } = JSON.parse(await exported(app, company.id)) as {
      categories: { id: string; merged: unknown; active: boolean }[];
    };
    expect(categories.find(({ id }) => id === "cat_lodging")).toMatchObject({
      active: true,
      merged: [{ id: "cat_hotels", path: "Travel:Hotels" }],
    });
  });

  test("is told in the audit trail, and a preview changes nothing", async () => {
    const company = await bookedCompany();
    const preview = await merge(company, "cat_hotels", "cat_lodging", true);
    expect(await idsOf(company)).toContain("cat_hotels");
    const change = await merge(company, "cat_hotels", "cat_lodging");
    expect(preview).toEqual(change);
    expect(await app.audit.list(company.id, { topic: "chart" }, 10)).toMatchObject([
      {
        action: "category merge",
        subject: "cat_hotels",
        from_state: "Travel:Hotels",
        to_state: "cat_lodging",
      },
    ]);
    await expect(merge(company, "cat_hotels", "cat_lodging")).rejects.toMatchObject({
      code: "resource_missing",
      param: "id",
    });
  });
});

describe("a merge is refused (MERGE-003)", () => {
  test("where closed statements would lose a line, until the books are open", async () => {
    const company = await bookedCompany();
    await app.ledger.closeBooks(
      company.id,
      day("2026-02-28"),
      { now: app.clock.now(), today: day("2026-06-01") },
      "operator",
      "Filed",
    );
    const closed = await company.read("/reports/income_statement?start_date=2026-02-01&end_date=2026-02-28");
    await expect(merge(company, "cat_hotels", "cat_lodging")).rejects.toMatchObject({
      code: "invalid_request",
      param: "id",
      message: expect.stringContaining("Closed statements keep its line") as string,
    });
    // Nothing of the other one has to be open.
    await merge(company, "cat_lodging", "cat_hotels");
    expect(await company.read("/reports/income_statement?start_date=2026-02-01&end_date=2026-02-28")).toEqual(
      closed,
    );
  });

  test.each([
    ["cat_hotels", "cat_hotels", "can't be merged into itself"],
    ["cat_hotels", "cat_services", "so one can't be merged into the other"],
    ["cat_equipment", "cat_prepaid", "sections investing and working_capital of the cash flow statement"],
    ["cat_hotels", "cat_travel", "has others below it. Move these first"],
    ["cat_checking", "cat_savings", "which holds its balance alone, so both stay"],
    ["cat_allowance", "cat_debtors", "is deducted on statements, so one"],
    ["cat_escrow", "cat_debtors", "of the classes non_current and current of the balance sheet"],
    ["cat_uncategorized_expenses", "cat_unused", "is inactive. Make it active first"],
    ["cat_made_expenses", "cat_uncategorized_expenses", "so it stays as it is"],
  ] as const)("of %s into %s", async (id, into, because) => {
    const company = await bookedCompany({
      categories: [
        ...FEED_CHART.map((row) =>
          row.id === "cat_uncategorized_expenses" ? { ...row, role: "uncategorized_expenses" } : row,
        ),
        ...MORE,
        ...category("allowance", "Allowance for Doubtful Accounts", "asset", "working_capital"),
        ...category("escrow", "Escrow", "asset", "working_capital").map((row) => ({
          ...row,
          balance_class: "non_current",
        })),
        ...category("unused", "Unused", "expense", null).map((row) => ({ ...row, active: false })),
        ...category("made_expenses", "Prepaid Costs", "expense", null).map((row) => ({
          ...row,
          role: "sales",
        })),
      ],
    });
    await expect(merge(company, id, into)).rejects.toMatchObject({
      code: "invalid_request",
      param: "into",
      message: expect.stringContaining(because) as string,
    });
  });
});

test("a bundle can't make a category inactive on which the service posts (CHART-001)", async () => {
  const sales = category("sales", "Sales", "revenue", null).map((row) => ({
    ...row,
    role: "sales",
    active: false,
  }));
  await expect(http.company({ categories: [...FEED_CHART, ...sales] })).rejects.toThrow(
    "must be true for a category with the role sales",
  );
});

test("books of the next month land in the category that an account was merged into (MERGE-004)", async () => {
  const entry = (date: string, description: string, account: string): BookVoucher => ({
    date,
    description,
    lines: [
      { account, cents: 45_00 },
      { account: "Checking", cents: -45_00 },
    ],
  });
  const importBooks = (books: readonly BookVoucher[], options: object = {}) =>
    app.intake.importJournal(bytesOf(BOOK_WRITERS["quickbooks-journal"]?.(books) ?? ""), {
      name: "Acme",
      ...options,
    });
  const first = [
    entry("2026-01-05", "Inn", "Lodging Expense"),
    entry("2026-01-06", "Train", "Travel Expense"),
  ];
  const { company_id } = await importBooks(first);
  const named = async (name: string) =>
    (await app.chart.listCategories(company_id)).find((row) => row.name === name)?.id ?? "";
  const into = await named("Travel Expense");
  await app.chart.mergeCategory(company_id, await named("Lodging Expense"), into);
  const again = await importBooks([...first, entry("2026-02-05", "Inn", "Lodging Expense")], { company_id });
  expect(again).toMatchObject({
    added_vouchers: 1,
    known_vouchers: 2,
    changed_vouchers: [],
    gone_vouchers: [],
  });
  const rows = await app.chart.listCategories(company_id);
  expect(rows.map(({ name }) => name)).not.toContain("Lodging Expense");
  expect(await app.ledger.verify(company_id)).toMatchObject({ ok: true });
});
