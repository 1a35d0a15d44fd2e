/**
 * Schedules of what no transaction brought: their entries by hand, the register beside the ledger, what is
 * refused with nothing stored, closed books, and copies.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { present } from "@daybook/words/assert";
import { forOperator } from "@daybook/words/areas";
import { cents } from "@daybook/words/cents";
import { type CivilDate, parseCivilDate } from "@daybook/words/civil-date";
import { testApp } from "../../../../../test/support/app.ts";
import {
  type Bundle,
  type BundleCategory,
  category as categoryRow,
  cr,
  dr,
  voucher,
} from "../../../../../test/support/bundle.ts";
import { FEED_CHART } from "../../../../../test/support/feed.ts";
import { exported, importInto } from "../../../../../test/support/import.ts";
import type { NewStanding } from "./standing.ts";

const http = await testApp();
const { app } = http;
const day = (text: string): CivilDate => present(parseCivilDate(text), text);
const at = { now: app.clock.now(), today: day("2026-06-30") };

const OVEN: NewStanding = {
  kind: "capitalization",
  description: "Oven",
  holding: "Equipment",
  category: "cat_depreciation",
  department_id: null,
  contra: null,
  amount_cents: cents(12_000_00),
  start_date: day("2024-07-01"),
  months: 60,
  basis: "month",
  declining_percent: null,
  salvage_cents: cents(0),
  opened_on: day("2025-12-31"),
  opened_cents: cents(3_600_00),
};

/** A company whose books begin with equipment of 12,000.00, of which 3,600.00 is written off. */
async function begun(categories: readonly BundleCategory[] = []) {
  const company = await http.company({
    categories: [...FEED_CHART, ...categories.map((row, index) => ({ ...row, position: 95 + index }))],
    journal: [
      voucher(
        "2025-12-31",
        "Opening balances",
        [dr("equipment", 12_000_00), cr("accumulated_depreciation", 3_600_00), cr("stock", 8_400_00)],
        { id: "vch_opening", source: "adjustment" },
      ),
    ],
  });
  onTestFinished(async () => {
    const { checks } = await app.ledger.verify(company.id);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
  const register = (date: string) => app.transactions.register(forOperator(company.id), day(date));
  const add = (asked: Partial<NewStanding> = {}, isPreview = false) =>
    app.transactions.addSchedule(company.id, { ...OVEN, ...asked }, at, "operator", isPreview);
  const addRegister = (assets: readonly NewStanding[], date = "2025-12-31") =>
    app.transactions.addRegister(company.id, { date: day(date), assets }, at, "operator");
  const entries = async () => {
    const { body } = await http.send<{
      data: { date: string; category_id: string; debit_cents: number }[];
    }>("/journal_entries?start_date=2025-12-01&end_date=2026-03-31&limit=100", { key: company.key });
    return body.data
      .map(({ date, category_id, debit_cents }) => [date, category_id, debit_cents] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  };
  return { company, register, add, addRegister, entries };
}

const COST = { of: "cost", category_name: "Equipment" } as const;
const WORN = { of: "depreciation", category_name: "Accumulated Depreciation" } as const;

describe("an asset of the opening balances (SCHED-005)", () => {
  test("is written off from then on, and the register agrees with the ledger on every day", async () => {
    const { register, add, entries } = await begun();
    await add();
    const shares = (await entries()).filter(([, id]) => id === "cat_depreciation");
    expect(shares.slice(0, 2)).toEqual([
      ["2026-01-31", "cat_depreciation", 200_00],
      ["2026-02-28", "cat_depreciation", 200_00],
    ]);
    for (const [date, depreciation] of [
      ["2025-12-31", 3_600_00],
      ["2026-01-31", 3_800_00],
      ["2026-06-30", 4_800_00],
    ] as const) {
      const { assets, lines } = await register(date);
      expect(assets).toMatchObject([{ cost_cents: 12_000_00, depreciated_cents: depreciation }]);
      expect(lines).toMatchObject([
        { ...COST, register_cents: 12_000_00, ledger_cents: 12_000_00, other_cents: 0 },
        { ...WORN, register_cents: depreciation, ledger_cents: depreciation, other_cents: 0 },
      ]);
    }
  });

  test("leaves the books with all of its depreciation when it is sold", async () => {
    const { company, register, add } = await begun();
    const { id } = await add();
    const sold = await app.transactions.disposeAsset(
      company.id,
      id,
      {
        on: day("2026-06-30"),
        proceeds_cents: cents(8_000_00),
        to: "cat_receivable",
        result: "cat_services",
      },
      at,
      "operator",
    );
    expect(sold).toMatchObject({ gain_cents: 800_00 });
    expect(await register("2026-06-30")).toEqual({ assets: [], lines: [] });
  });

  test("has its gain by the convention on the category for gains, though it would be a loss by the months before", async () => {
    const { company, add } = await begun([
      ...categoryRow("gain", "Gain on Disposal of Assets", "other_income", "investing"),
      ...categoryRow("loss", "Loss on Disposal of Assets", "other_expense", "investing"),
    ]);
    const { id } = await add({
      start_date: day("2026-01-01"),
      basis: "day",
      opened_on: null,
      opened_cents: cents(0),
    });
    const disposal = { on: day("2026-06-29"), proceeds_cents: cents(10_900_00), to: "cat_receivable" };
    expect(
      await app.transactions.disposeAsset(company.id, id, { ...disposal, result: null }, at, "operator"),
      // 179 of 1,826 days of 12,000.00 are written off; by the months before, it would be 151 days.
    ).toMatchObject({ gain_cents: 76_34, result_category_id: "cat_gain" });
  });

  test("is removed with its shares, and stays in the ledger", async () => {
    const { company, register, add, entries } = await begun();
    const before = await entries();
    const { id } = await add();
    await app.transactions.removeSchedule(company.id, id, at, "operator");
    expect(await entries()).toEqual(before);
    expect((await register("2026-06-30")).assets).toEqual([]);
  });

  test("goes with a copy of the company as it is", async () => {
    const { company, add } = await begun();
    await add({ basis: "half_year", declining_percent: 200, salvage_cents: cents(1_000_00) });
    const bundle = JSON.parse(await exported(app, company.id)) as Bundle & {
      readonly schedules: readonly Record<string, unknown>[];
    };
    expect(bundle.schedules).toMatchObject([
      { basis: "half_year", first_year_months: 6, declining_percent: 200 },
    ]);
    await importInto(app, bundle);
    expect(JSON.parse(await exported(app, company.id))).toEqual(bundle);
    for (const [field, value] of [
      ["first_year_months", null],
      ["end_date", "2025-04-30"],
      ["opened_on", "2025-12-30"],
      ["opened_on", "2031-12-31"],
    ] as const) {
      const wrong = { ...bundle, schedules: [{ ...bundle.schedules[0], [field]: value }] };
      await expect(importInto(app, wrong)).rejects.toThrow(`schedules[0].${field}`);
    }
  });

  test("on days in closed books is refused, and nothing is stored", async () => {
    const { company, register, add } = await begun();
    await app.ledger.closeBooks(company.id, day("2026-03-31"), at, "operator", "For the test");
    await expect(add()).rejects.toMatchObject({ code: "transaction_update_failed" });
    expect((await register("2026-06-30")).assets).toEqual([]);
    await add({ opened_on: day("2026-03-31"), opened_cents: cents(4_200_00) });
  });

  test.each<[string, Partial<NewStanding>, string, string]>([
    [
      "depreciation without its day",
      { opened_on: null },
      "opened_on",
      "Say through which day that was written off.",
    ],
    [
      "a day that ends no month",
      { opened_on: day("2025-12-30") },
      "opened_on",
      "It must be the last day of a month.",
    ],
    [
      "a day that has not come",
      { opened_on: day("2026-07-31") },
      "opened_on",
      "It must be a day that has come, and today is 2026-06-30.",
    ],
    [
      "depreciation before it begins",
      { opened_on: day("2024-05-31") },
      "opened_cents",
      "Oven begins on 2024-07-01, so nothing was written off by 2024-05-31.",
    ],
    [
      "more depreciation than cost",
      { opened_cents: cents(12_000_01) },
      "opened_cents",
      "At most 12,000.00 can be written off of Oven.",
    ],
    [
      "a life that was over",
      { months: 12 },
      "opened_cents",
      "The life of Oven was over by 2025-12-31, but 8,400.00 of it was not written off. Correct the months, the amount or the salvage value.",
    ],
    ["no amount", { amount_cents: cents(0) }, "amount_cents", "The amount must be more than 0."],
    [
      "a salvage value of all of it",
      { salvage_cents: cents(12_000_00) },
      "salvage_cents",
      "The salvage value must be less than the cost.",
    ],
    [
      "cash as the asset",
      { holding: "cat_checking" },
      "holding_category_id",
      "cat_checking holds no asset that is written off. Choose a category of assets that is not cash.",
    ],
    [
      "itself as its depreciation",
      { contra: "Equipment" },
      "contra_category_id",
      "Equipment is where the asset itself stands. Choose another category for its depreciation.",
    ],
    [
      "no cost as the expense",
      { category: "cat_services" },
      "category_id",
      "cat_services is no category of costs. Choose the one on which the depreciation is booked.",
    ],
    [
      "a convention for a spread",
      { kind: "spread", holding: "cat_prepaid", basis: "half_year" },
      "basis",
      "An amount that is spread is shared equally by months or by days. Only an asset has other ways.",
    ],
    [
      "cash for a spread",
      { kind: "spread", holding: "cat_checking" },
      "holding_category_id",
      "cat_checking holds nothing that is spread. Choose a category of assets or liabilities that is not cash, such as Prepaid Expenses.",
    ],
  ])("with %s is refused by its field", async (_, given, param, message) => {
    const { register, add } = await begun();
    await expect(add(given)).rejects.toMatchObject({ code: "invalid_request", param, message });
    expect((await register("2026-06-30")).assets).toEqual([]);
  });

  test("of a file that contradicts itself is refused by its member", async () => {
    const { company, add } = await begun();
    await add();
    const bundle = JSON.parse(await exported(app, company.id)) as Bundle & {
      readonly schedules: readonly Record<string, unknown>[];
    };
    const wrong = (changed: object) =>
      importInto(app, { ...bundle, schedules: [{ ...bundle.schedules[0], ...changed }] });
    await expect(wrong({ amount_cents: 1 })).rejects.toThrow("is not 0, and negative for an asset");
    await expect(wrong({ ended_as: "disposed" })).rejects.toThrow(
      "goes with ended_on, and `disposed` with the proceeds and categories of an asset",
    );
  });
});

describe("a register that comes in (SCHED-006)", () => {
  const two = (worn: number): NewStanding[] => [
    { ...OVEN, amount_cents: cents(10_000_00), opened_cents: cents(worn) },
    { ...OVEN, description: "Mixer", amount_cents: cents(2_000_00), opened_cents: cents(600_00) },
  ];

  test("is taken whole where it agrees with the ledger", async () => {
    const { register, addRegister } = await begun();
    expect((await addRegister(two(3_000_00))).lines.every(({ other_cents }) => other_cents === 0)).toBe(true);
    expect((await register("2026-06-30")).assets).toHaveLength(2);
  });

  test("is refused with the category and the difference where it does not, and nothing is stored", async () => {
    const { register, addRegister } = await begun();
    await expect(addRegister(two(2_999_00))).rejects.toMatchObject({
      code: "invalid_request",
      param: "assets",
      message:
        "The register and the ledger differ on 2025-12-31: Accumulated Depreciation (depreciation) is 3,599.00 in the register and 3,600.00 in the ledger, a difference of 1.00. Nothing was stored.",
    });
    expect((await register("2026-06-30")).assets).toEqual([]);
  });

  test.each([
    [{ months: 6, basis: "half_year" }, "invalid_request", "With the half-year convention the life is at"],
    [{ holding: "Machines" }, "resource_missing", "The company has no category Machines."],
  ] as const)("with %o in its second asset is refused by the asset's name", async (wrong, code, says) => {
    const { register, addRegister } = await begun();
    await expect(addRegister([OVEN, { ...OVEN, description: "Mixer", ...wrong }])).rejects.toMatchObject({
      code,
      param: "assets",
      message: expect.stringContaining(`Asset 2 (Mixer): ${says}`),
    });
    expect((await register("2026-06-30")).assets).toEqual([]);
  });

  test.each(["2025-12-30", "2026-07-31"])("of %s is refused by its day", async (date) => {
    const { addRegister } = await begun();
    await expect(addRegister([OVEN], date)).rejects.toMatchObject({ param: "date" });
  });

  test("a second time is refused, because it would double the assets", async () => {
    const { addRegister } = await begun();
    await addRegister(two(3_000_00));
    await expect(addRegister(two(3_000_00))).rejects.toMatchObject({ param: "assets" });
  });
});

test("a prepaid amount of the opening balances is recognized month by month (SCHED-005)", async () => {
  const { add, entries } = await begun();
  const { id, remaining_cents } = await add({
    kind: "spread",
    description: "Insurance",
    holding: "cat_prepaid",
    category: "cat_software",
    amount_cents: cents(1_200_00),
    start_date: day("2026-01-01"),
    months: 12,
    opened_on: null,
    opened_cents: cents(0),
  });
  expect(id).toMatch(/^spread_/);
  expect(remaining_cents).toBe(-600_00);
  expect((await entries()).find(([, each]) => each === "cat_software")).toEqual([
    "2026-01-31",
    "cat_software",
    100_00,
  ]);
});
