/**
 * Splits over HTTP: made, changed and removed, with the spreads of their lines, and what the books make of it
 * at once.
 */
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../../../test/support/app.ts";
import { category, CHART, chart } from "../../../../../test/support/bundle.ts";
import { FEED, invoice, payment, transaction } from "../../../../../test/support/feed.ts";
import { expectSound, feedOf, type Line } from "../../../../../test/support/feed-requests.ts";
import { uncountedOf } from "../../../../../test/support/state.ts";

const http = await testApp();
const noon = Date.parse(NOON) / 1000;
const MISSING = { status: 404, code: "resource_missing", type: "invalid_request_error" };
const INVALID = { status: 400, code: "invalid_request", type: "invalid_request_error", param: "lines" };
const MAY = "start_date=2026-05-01&end_date=2026-05-31";

async function fresh(overrides: object = {}) {
  const company = await http.company({ ...FEED, ...overrides });
  return { company, ...feedOf(http, company) };
}

const TRIP: readonly Line[] = [
  { category_id: "cat_flights", amount_cents: -180_00, department_id: "dept_sales", memo: "there and back" },
  { category_id: "cat_hotels", amount_cents: -120_00 },
];
/** Three months of a line. */
const QUARTER = { start_date: "2026-05-10", end_date: "2026-07-01" };

/** One company for all that is refused: none of it may change it. */
const kept = await fresh();

async function expectRefused(method: string, id: string, lines: unknown, refused: object): Promise<void> {
  const state = () => uncountedOf(http.app, kept.company.id);
  const before = await state();
  const body = method === "DELETE" ? undefined : (lines as object);
  expect([method, id, body, await kept.refused(method, `/transactions/${id}/split`, body)]).toMatchObject([
    method,
    id,
    body,
    refused,
  ]);
  expect(await state()).toEqual(before);
}

describe("POST /transactions/{id}/split", () => {
  test("puts lines in the place of the category and the department", async () => {
    const { company, split, splits, get } = await fresh();
    http.clock.set(noon + 60);
    const { status, body } = await split("txn_splittable", ...TRIP);
    expect([status, body]).toMatchObject([
      200,
      {
        id: "txn_splittable",
        transaction_type: "category_split",
        has_splits: true,
        category_id: null,
        department_id: null,
        amount_cents: -300_00,
        updated: noon + 60,
      },
    ]);
    expect(await get("txn_splittable")).toEqual(body);
    expect(await splits("txn_splittable")).toMatchObject(
      TRIP.map((line, index) => ({
        department_id: null,
        memo: null,
        ...line,
        position: index + 1,
        spread_id: null,
      })),
    );
    await expectSound(http, company);
  });

  test("counts at once on the categories of the lines", async () => {
    const { split, total, entries } = await fresh();
    const sums = async () =>
      [
        await total("cat_software", MAY),
        await total("cat_flights", MAY),
        await total("cat_hotels", MAY),
        await total("cat_cash", "date=2026-05-31"),
      ] as const;
    const [software, flights, hotels, cash] = await sums();
    await split("txn_splittable", ...TRIP);
    expect(await sums()).toEqual([software + 300_00, flights - 180_00, hotels - 120_00, cash]);
    expect(await entries("txn_splittable")).toMatchObject([
      { category_id: "cat_checking", amount_cents: -300_00 },
      { category_id: "cat_flights", amount_cents: -180_00, department_id: "dept_sales" },
      { category_id: "cat_hotels", amount_cents: -120_00, department_id: null },
    ]);
  });

  test("spreads a line over its months: the rest lies ahead as prepaid", async () => {
    const { company, split, splits, spreads, total } = await fresh({
      transactions: [transaction("plan", -300_01, { merchant_name: "Drawing Board" })],
      transfers: [],
    });
    await split(
      "txn_plan",
      { category_id: "cat_flights", amount_cents: -200_00 },
      {
        category_id: "cat_hotels",
        amount_cents: -100_01,
        department_id: "dept_sales",
        memo: "a quarter",
        spread: QUARTER,
      },
    );
    const [, line] = await splits("txn_plan");
    expect(await spreads("txn_plan")).toMatchObject([
      {
        id: line?.spread_id,
        transaction_id: "txn_plan",
        category_id: "cat_hotels",
        amount_cents: -100_01,
        ...QUARTER,
        months: 3,
        remaining_cents: -100_01,
      },
    ]);
    // Each month the same, and what division leaves with the last.
    for (const [month, share, ahead] of [
      ["2026-05", -33_33, 66_68],
      ["2026-06", -33_33, 33_35],
      ["2026-07", -33_35, 0],
    ] as const) {
      expect([
        month,
        await total("cat_hotels", `start_date=${month}-01&end_date=${month}-28`),
        await total("cat_prepaid", `date=${month}-28`),
      ]).toEqual([month, share, 1_100_00 + ahead]);
    }
    await expectSound(http, company);
  });

  test("holds amounts received in advance as deferred revenue", async () => {
    const { company, split, total } = await fresh();
    await split(
      "txn_income",
      { category_id: "cat_services", amount_cents: 600_00, spread: QUARTER },
      { category_id: "cat_subscriptions", amount_cents: 300_00 },
    );
    expect(await total("cat_services", MAY)).toBe(200_00);
    expect(await total("cat_deferred_revenue", "date=2026-05-31")).toBe(2_200_00 + 400_00);
    await expectSound(http, company);
  });

  test("creates the prepaid category if the chart lacks it", async () => {
    const { company, split } = await fresh({
      categories: FEED.categories.filter(({ id }) => id !== "cat_prepaid"),
      transactions: [transaction("plan", -300_00)],
      transfers: [],
      journal: [],
    });
    await split(
      "txn_plan",
      { category_id: "cat_flights", amount_cents: -200_00 },
      { category_id: "cat_hotels", amount_cents: -100_00, spread: QUARTER },
    );
    const { data } = await company.read<{ data: { name: string; account_type: string }[] }>("/categories");
    expect(data.filter(({ name }) => name === "Prepaid Expenses")).toMatchObject([{ account_type: "asset" }]);
    await expectSound(http, company);
  });

  test("takes the spread that the transaction had itself away", async () => {
    const { company, split, spreads, total } = await fresh();
    await split(
      "txn_insured",
      { category_id: "cat_software", amount_cents: -1_000_00 },
      { category_id: "cat_hotels", amount_cents: -200_00 },
    );
    expect(await spreads("txn_insured")).toEqual([]);
    expect(await total("cat_hotels", MAY)).toBe(-200_00 - 30_00 - 13_33);
    await expectSound(http, company);
  });

  test("takes lines of either sign that sum to the amount, and as many as may be", async () => {
    const { company, split, splits } = await fresh();
    await split(
      "txn_splittable",
      { category_id: "cat_flights", amount_cents: -350_00 },
      { category_id: "cat_refunds", amount_cents: 50_00 },
    );
    const many = Array.from({ length: 500 }, (_, index): Line => ({
      category_id: index % 2 === 0 ? "cat_flights" : "cat_hotels",
      amount_cents: index === 0 ? 499 - 120_00 : -1,
    }));
    expect((await split("txn_plain", ...many)).status).toBe(200);
    expect(await splits("txn_plain")).toHaveLength(500);
    await expectSound(http, company);
  });

  test("refuses lines that do not make a split, and changes nothing", async () => {
    const [flight, hotel] = TRIP;
    const spread = (start_date: string, end_date: string) => ({
      lines: [{ ...flight, spread: { start_date, end_date } }, hotel],
    });
    const bad: readonly unknown[] = [
      { lines: [] },
      { lines: [{ ...flight, amount_cents: -300_00 }] },
      { lines: [flight, { ...hotel, amount_cents: -120_01 }] },
      { lines: [flight, { ...hotel, amount_cents: 120_00 }] },
      { lines: [...TRIP, { category_id: "cat_software", amount_cents: 0 }] },
      { lines: [flight, { ...hotel, amount_cents: -119.5 }] },
      { lines: [flight, { ...hotel, amount_cents: "-12000" }] },
      { lines: [flight, { ...hotel, amount_cents: -1_000_000_000_000_001 }] },
      { lines: [flight, { ...hotel, memo: "" }] },
      { lines: [flight, { ...hotel, memo: "x".repeat(1_001) }] },
      { lines: [flight, { ...hotel, category_id: null }] },
      { lines: [flight, { ...hotel, name: "x" }] },
      { lines: [flight, null] },
      { lines: { 0: flight, 1: hotel } },
      { lines: Array.from({ length: 501 }, () => ({ category_id: "cat_flights", amount_cents: -1 })) },
      spread("2026-05-02", "2026-05-01"),
      spread("2026-02-30", "2026-05-01"),
      spread("2026-05", "2026-06"),
      spread("2026-05-01", "2076-05-01"),
    ];
    for (const body of bad) await expectRefused("POST", "txn_splittable", body, INVALID);
    await expectRefused(
      "POST",
      "txn_splittable",
      {},
      { status: 400, code: "parameter_missing", param: "lines" },
    );
    await expectRefused(
      "POST",
      "txn_splittable",
      { lines: TRIP, memo: "x" },
      { status: 400, code: "invalid_request", param: "memo" },
    );
  });

  test("refuses lines whose debits can't be added exactly, also where their sum leaves the safe integers on its way", async () => {
    const largest = 999_999_999_999_999;
    const line = (amount_cents: number) => ({ category_id: "cat_flights", amount_cents });
    const lines = [
      line(-300_00),
      ...Array.from({ length: 100 }, () => line(largest)),
      ...Array.from({ length: 100 }, () => line(-largest)),
    ];
    await expectRefused(
      "POST",
      "txn_splittable",
      { lines },
      { status: 422, code: "transaction_update_failed" },
    );
  });

  test("takes a spread of the most months that there may be, up to the last of all", async () => {
    const { split, spreads, company } = await fresh();
    await split(
      "txn_splittable",
      {
        category_id: "cat_flights",
        amount_cents: -180_00,
        spread: { start_date: "2026-05-01", end_date: "2076-04-30" },
      },
      {
        category_id: "cat_hotels",
        amount_cents: -120_00,
        spread: { start_date: "9999-12-31", end_date: "9999-12-31" },
      },
    );
    expect(
      (await spreads("txn_splittable"))
        .map((row) => (row as unknown as { months: number }).months)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 600]);
    await expectSound(http, company);
  });

  test("refuses categories that can't be chosen and departments that can't be assigned", async () => {
    const [flight, hotel] = TRIP;
    for (const category_id of [
      "cat_travel",
      "cat_checking",
      "cat_card_debt",
      "cat_nobodys",
      "dept_sales",
      "",
    ])
      await expectRefused(
        "POST",
        "txn_splittable",
        { lines: [flight, { ...hotel, category_id }] },
        { ...MISSING, param: "lines" },
      );
    for (const department_id of ["dept_product", "dept_nobodys", "cat_hotels", ""])
      await expectRefused(
        "POST",
        "txn_splittable",
        { lines: [flight, { ...hotel, department_id }] },
        { ...MISSING, param: "lines" },
      );
  });

  test("refuses transactions that are split, transfers, excluded, deleted or unknown", async () => {
    for (const id of [
      "txn_split",
      "txn_by_department",
      "txn_payroll",
      "txn_out",
      "txn_excluded",
      "txn_gone",
      "txn_nobodys",
      "12345",
    ]) {
      await expectRefused("POST", id, { lines: TRIP }, MISSING);
    }
  });

  test("refuses a transaction that pays an invoice", async () => {
    const { refused, get } = await fresh({
      invoices: [invoice("paid", 300_00)],
      transactions: [payment("paid", 300_00, "inv_paid")],
      transfers: [],
    });
    const before = await get("txn_paid");
    const lines = TRIP.map((line) => ({ ...line, amount_cents: -line.amount_cents }));
    expect(await refused("POST", "/transactions/txn_paid/split", { lines })).toMatchObject({
      status: 422,
      code: "transaction_update_failed",
    });
    expect(await get("txn_paid")).toEqual(before);
  });
});

describe("PATCH /transactions/{id}/split", () => {
  test("puts other lines in the place of the former ones, whose spreads go", async () => {
    const { company, changeSplit, splits, spreads, total } = await fresh();
    const before = await total("cat_hotels", MAY);
    const { status, body } = await changeSplit(
      "txn_split",
      { category_id: "cat_software", amount_cents: -70_00 },
      { category_id: "cat_flights", amount_cents: -30_00, spread: QUARTER },
    );
    expect([status, body.transaction_type, body.category_id]).toEqual([200, "category_split", null]);
    expect(
      (await splits("txn_split")).map(({ category_id, amount_cents, position }) => [
        position,
        category_id,
        amount_cents,
      ]),
    ).toEqual([
      [1, "cat_software", -70_00],
      [2, "cat_flights", -30_00],
    ]);
    expect(await spreads("txn_split")).toMatchObject([{ category_id: "cat_flights", amount_cents: -30_00 }]);
    // The first of the three months of the hotel's spread is no longer there.
    expect(await total("cat_hotels", MAY)).toBe(before + 13_33);
    await expectSound(http, company);
  });

  test("refuses the lines that POST refuses, and transactions that are not split by category", async () => {
    await expectRefused("PATCH", "txn_resplit", { lines: TRIP }, INVALID);
    await expectRefused(
      "PATCH",
      "txn_resplit",
      {
        lines: [
          { category_id: "cat_flights", amount_cents: -20_00 },
          { category_id: "cat_travel", amount_cents: -30_00 },
        ],
      },
      { ...MISSING, param: "lines" },
    );
    for (const id of [
      "txn_splittable",
      "txn_by_department",
      "txn_payroll",
      "txn_out",
      "txn_excluded",
      "txn_gone",
      "txn_nobodys",
    ])
      await expectRefused("PATCH", id, { lines: TRIP }, MISSING);
  });
});

describe("DELETE /transactions/{id}/split", () => {
  test("takes no body, and makes the transaction standard again (TXN-067, TXN-079)", async () => {
    const { company, removeSplit, get } = await fresh();
    http.clock.set(noon + 60);
    const { status, body } = await removeSplit("txn_split");
    expect([status, body]).toMatchObject([
      200,
      { id: "txn_split", transaction_type: "standard", has_splits: false, updated: noon + 60 },
    ]);
    expect(await get("txn_split")).toEqual(body);
    await expectSound(http, company);
  });

  test("deletes the lines (TXN-080) and their spreads (TXN-081)", async () => {
    const { removeSplit, splits, spreads, entries } = await fresh();
    expect([(await splits("txn_split")).length, (await spreads("txn_split")).length]).toEqual([2, 1]);
    await removeSplit("txn_split");
    expect([await splits("txn_split"), await spreads("txn_split")]).toEqual([[], []]);
    expect((await splits()).map(({ transaction_id }) => transaction_id)).not.toContain("txn_split");
    expect(await entries("txn_split")).toMatchObject([
      { category_id: "cat_checking", amount_cents: -100_00 },
      { category_id: "cat_uncategorized_expenses", amount_cents: -100_00 },
    ]);
  });

  test("leaves the transaction on Uncategorized Expenses or Uncategorized Income (TXN-082)", async () => {
    const lines = [
      { category_id: "cat_services", amount_cents: 10_00 },
      { category_id: "cat_subscriptions", amount_cents: 20_00 },
    ];
    const { removeSplit } = await fresh({
      transactions: [
        transaction("received", 30_00, { category_id: null, transaction_type: "category_split", lines }),
        ...FEED.transactions,
      ],
    });
    expect((await removeSplit("txn_split")).body).toMatchObject({
      category_id: "cat_uncategorized_expenses",
      category_name: "Uncategorized Expenses",
      categorized: false,
    });
    expect((await removeSplit("txn_received")).body).toMatchObject({
      category_id: "cat_uncategorized_income",
      category_name: "Uncategorized Income",
      categorized: false,
    });
  });

  test("creates these categories if the chart lacks them (TXN-082)", async () => {
    const { company, removeSplit } = await fresh({
      categories: [...CHART, ...chart(category("card_debt", "Credit Cards", "liability", "working_capital"))],
      transactions: FEED.transactions.filter(({ id }) => id === "txn_split"),
      transfers: [],
    });
    expect((await removeSplit("txn_split")).body).toMatchObject({
      category_name: "Uncategorized Expenses",
      categorized: false,
    });
    await expectSound(http, company);
  });

  test("brings neither the earlier category (TXN-083) nor department (TXN-084) nor accounting date (TXN-085) back", async () => {
    const { company, edit, split, removeSplit } = await fresh();
    await edit("txn_splittable", {
      category_id: "cat_hosting",
      department_id: "dept_design",
      accounting_date: "2026-04-02",
      memo: "stays",
      merchant_name: "Stays",
    });
    await split("txn_splittable", ...TRIP);
    const { body } = await removeSplit("txn_splittable");
    expect(body).toMatchObject({
      category_id: "cat_uncategorized_expenses",
      department_id: null,
      department_name: null,
      accounting_date: "2026-05-01",
      date: "2026-05-01",
      memo: "stays",
      merchant_name: "Stays",
    });
    await expectSound(http, company);
  });

  test("refuses a transaction that is not split (TXN-086)", async () => {
    for (const id of ["txn_splittable", "txn_out", "txn_excluded", "txn_gone", "txn_nobodys", "12345", "%00"])
      await expectRefused("DELETE", id, null, MISSING);
  });

  test("refuses a split by department (TXN-087) and for payroll (TXN-088), which stay", async () => {
    for (const id of ["txn_by_department", "txn_payroll"]) {
      const lines = await kept.splits(id);
      await expectRefused("DELETE", id, null, MISSING);
      expect(await kept.splits(id)).toEqual(lines);
      expect(lines).toHaveLength(2);
    }
  });

  test("finds nothing the second time", async () => {
    const { removeSplit, refused, get } = await fresh();
    await removeSplit("txn_resplit");
    const after = await get("txn_resplit");
    expect(await refused("DELETE", "/transactions/txn_resplit/split")).toMatchObject(MISSING);
    expect(await get("txn_resplit")).toEqual(after);
  });
});
