/**
 * What methods and conventions write off, beside figures of textbooks: mid-month and half-year conventions,
 * declining balances, salvage value, assets that come in with depreciation, and disposals.
 */
import { describe, expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import { type CivilDate, endOfMonth, type UnixSeconds } from "@daybook/words/civil-date";
import { NOT_ENDED, PLAIN, type SpreadRow } from "../record.ts";
import { assetFigures, lastPlannedDay, planFault, postingsOf, withEnd, withLastDay } from "./index.ts";

const day = (text: string) => text as CivilDate;

function asset(life: number, given: Partial<SpreadRow> = {}): SpreadRow {
  const start_date = given.start_date ?? day("2026-01-01");
  const row = {
    id: "spread_machine",
    kind: "capitalization",
    transaction_id: null,
    category_id: "cat_depreciation",
    department_id: null,
    holding_category_id: "cat_equipment",
    contra_category_id: "cat_accumulated",
    amount_cents: cents(-10_000_00),
    basis: "month",
    description: "Machine",
    merchant: null,
    held: false,
    created: 1_700_000_000 as UnixSeconds,
    counted_cents: [],
    ...PLAIN,
    ...NOT_ENDED,
    ...given,
    start_date,
  } as unknown as SpreadRow;
  return { ...row, end_date: lastPlannedDay(row, life) };
}

/** The month and the depreciation of each share. */
const sharesOf = (row: SpreadRow) =>
  postingsOf(row).map(({ date, lines }) => [date, lines[0]?.net_debit_cents ?? 0] as const);

/** The depreciation of each calendar year. */
function yearsOf(row: SpreadRow): number[] {
  const years = Map.groupBy(sharesOf(row), ([date]) => date.slice(0, 4));
  return [...years.values()].map((shares) => shares.reduce((sum, [, amount]) => sum + amount, 0));
}

describe("conventions (SCHED-001)", () => {
  test("mid-month: half a month first and last, wherever in the month the asset was bought", () => {
    const row = asset(12, {
      basis: "mid_month",
      amount_cents: cents(-12_000_00),
      start_date: day("2026-03-28"),
    });
    const shares = sharesOf(row);
    expect(shares).toHaveLength(13);
    expect(shares[0]).toEqual(["2026-03-31", 500_00]);
    expect(shares[1]).toEqual(["2026-04-30", 1_000_00]);
    expect(shares.at(-1)).toEqual(["2027-03-31", 500_00]);
  });

  test("half-year: half of the year's charge in the first fiscal year, and half in the last one", () => {
    const row = asset(60, { basis: "half_year", first_year_months: 4, start_date: day("2026-09-15") });
    expect(yearsOf(row)).toEqual([1_000_00, 2_000_00, 2_000_00, 2_000_00, 2_000_00, 1_000_00]);
    expect(sharesOf(row)[0]).toEqual(["2026-09-30", 250_00]);
    expect(sharesOf(row).at(-1)?.[0]).toBe("2031-06-30");
  });

  test("by days: from the day of service on, and none on the day of a disposal", () => {
    const row = asset(12, { basis: "day", amount_cents: cents(-365_00), start_date: day("2026-01-16") });
    expect(sharesOf(row)[0]).toEqual(["2026-01-31", 16_00]);
    expect(sharesOf(row)[1]).toEqual(["2026-02-28", 28_00]);
  });
});

describe("methods (SCHED-002)", () => {
  test("double declining balance takes from the book value, and never goes below the salvage value", () => {
    const row = asset(60, { declining_percent: 200, salvage_cents: cents(1_000_00) });
    expect(yearsOf(row)).toEqual([4_000_00, 2_400_00, 1_440_00, 864_00, 296_00]);
  });

  test("without salvage value it turns to straight line where that is more", () => {
    expect(yearsOf(asset(60, { declining_percent: 200 }))).toEqual([
      4_000_00, 2_400_00, 1_440_00, 1_080_00, 1_080_00,
    ]);
  });

  test("with the half-year convention the years are those of the tax tables", () => {
    // 200 percent over five years, in percent of the cost: 20, 32, 19.2, 11.52, 11.52, 5.76.
    const row = asset(60, { declining_percent: 200, basis: "half_year", first_year_months: 12 });
    expect(yearsOf(row)).toEqual([2_000_00, 3_200_00, 1_920_00, 1_152_00, 1_152_00, 576_00]);
  });

  test("by days it is of the life in months, also where that touches a month more", () => {
    // Years of 365.2 days: 14.2 of them are left of the first one at its end, and so on.
    const row = asset(60, { declining_percent: 200, basis: "day", start_date: day("2026-01-15") });
    const [first = 0, second = 0] = yearsOf(row);
    const [length, passed] = [1826 / 5, 351];
    expect(first).toBe(Math.floor((4_000_00 * passed) / length));
    const left = 4_000_00 - (4_000_00 * passed) / length;
    expect(Math.abs(second - left - (2_400_00 * (365 - (length - passed))) / length)).toBeLessThan(1);
  });

  test("salvage value is not written off", () => {
    const row = asset(36, { salvage_cents: cents(1_000_00) });
    expect(yearsOf(row)).toEqual([3_000_00, 3_000_00, 3_000_00]);
    expect(assetFigures(row, day("2030-01-01")).book_value_cents).toBe(1_000_00);
  });
});

describe("an asset that comes in with depreciation (SCHED-003)", () => {
  const opened = { start_date: day("2024-01-01"), opened_on: day("2025-12-31") };
  test("goes on as planned, and posts nothing of the time before", () => {
    const row = asset(60, { ...opened, opened_cents: cents(-4_000_00) });
    expect(sharesOf(row)[0]).toEqual(["2026-01-31", 166_66]);
    expect(yearsOf(row)).toEqual([1_999_92, 1_999_92, 2_000_16]);
    expect(assetFigures(row, day("2025-12-31"))).toMatchObject({
      cost_cents: 10_000_00,
      depreciated_cents: 4_000_00,
      book_value_cents: 6_000_00,
    });
  });

  test("shares what is left over the months that are left if it is not what the plan says", () => {
    const row = asset(60, { ...opened, opened_cents: cents(-7_000_00), declining_percent: 200 });
    expect(yearsOf(row).reduce((sum, each) => sum + each, 0)).toBe(3_000_00);
    expect(sharesOf(row)[0]?.[0]).toBe("2026-01-31");
  });
});

describe("disposals (SCHED-004)", () => {
  const soldOn = (on: string) =>
    ({
      ended_on: day(on),
      ended_as: "disposed",
      proceeds_cents: cents(0),
      proceeds_category_id: "cat_receivable",
      result_category_id: "cat_loss",
    }) as unknown as Parameters<typeof withEnd>[1];
  const depreciated = (row: SpreadRow, on: string) =>
    assetFigures(withEnd(row, soldOn(on)) as SpreadRow, day(on)).depreciated_cents;
  const cost = { amount_cents: cents(-12_000_00) };

  test.each([
    ["whole months", asset(60, cost), "2026-07-20", 1_200_00],
    ["mid-month", asset(60, { ...cost, basis: "mid_month" }), "2026-07-20", 1_200_00],
    ["mid-month, at the month's end", asset(60, { ...cost, basis: "mid_month" }), "2026-07-31", 1_200_00],
    ["mid-month, in the month of the purchase", asset(60, { ...cost, basis: "mid_month" }), "2026-01-20", 0],
    [
      "half a year's charge in the year of the disposal, early",
      asset(60, { ...cost, basis: "half_year", first_year_months: 12 }),
      "2027-02-10",
      2_400_00,
    ],
    [
      "half a year's charge in the year of the disposal, late",
      asset(60, { ...cost, basis: "half_year", first_year_months: 12 }),
      "2027-12-10",
      2_400_00,
    ],
    [
      "half-year, in the year of the purchase",
      asset(60, { ...cost, basis: "half_year", first_year_months: 12 }),
      "2026-12-10",
      0,
    ],
    ["by days", asset(12, { amount_cents: cents(-365_00), basis: "day" }), "2026-04-11", 100_00],
  ] as const)("%s", (_, row, on, amount) => {
    expect(depreciated(row, on)).toBe(amount);
  });
});

test("the shares of each plan sum to what is written off (SCHED-001)", () => {
  for (const life of [12, 13, 36, 61])
    for (const basis of ["month", "day", "mid_month", "half_year"] as const)
      for (const declining_percent of [null, 150, 200, 300])
        for (const [start, opened] of [
          ["2024-02-29", null],
          ["2025-12-31", "2026-06-30"],
        ] as const) {
          const row = asset(life, {
            basis,
            declining_percent,
            first_year_months: basis === "half_year" ? 5 : null,
            amount_cents: cents(-9_999_97),
            salvage_cents: cents(123_45),
            start_date: day(start),
            opened_on: opened === null ? null : endOfMonth(day(opened)),
            opened_cents: cents(opened === null ? 0 : -2_000_01),
          });
          const sum = sharesOf(row).reduce((total, [, amount]) => total + amount, 0);
          expect(sum).toBe(9_999_97 - 123_45 - (opened === null ? 0 : 2_000_01));
          expect(sharesOf(row).every(([, amount]) => amount >= 0)).toBe(true);
        }
});

describe("a disposal within what is written off otherwise than planned (SCHED-004)", () => {
  const soldOn = (row: SpreadRow, on: string) => {
    const sold = withEnd(row, {
      ended_on: day(on),
      ended_as: "disposed",
      proceeds_cents: cents(0),
      proceeds_category_id: "cat_receivable" as SpreadRow["category_id"],
      result_category_id: "cat_loss" as SpreadRow["category_id"],
    });
    return typeof sold === "string" ? expect.unreachable(sold) : assetFigures(sold, day(on));
  };

  test("takes a part of the month by the share that it kept", () => {
    const row = asset(60, { basis: "mid_month", amount_cents: cents(-60_000_00) });
    const moved = withLastDay(row, day("2027-03-31"), day("2026-12-31"));
    if (typeof moved === "string") return expect.unreachable(moved);
    // 500.00, then 1,000.00 a month; of the month of the disposal, half.
    expect(soldOn(moved, "2026-04-10").depreciated_cents).toBe(3_000_00);
    expect(soldOn(moved, "2026-01-10").depreciated_cents).toBe(0);
  });

  test("in the year of the purchase takes all of what was written off before", () => {
    const opened = { opened_on: day("2026-06-30"), opened_cents: cents(-100_00) };
    const row = asset(60, { basis: "half_year", first_year_months: 12, ...opened });
    expect(soldOn(row, "2026-08-15").depreciated_cents).toBe(0);
  });
});

describe("another last month (SCHED-001)", () => {
  const today = day("2026-01-10");
  test.each([
    ["mid_month", null, "2026-01-31", "2026-02-28"],
    ["half_year", 12, "2026-06-30", "2027-06-30"],
    ["half_year", 12, "2026-09-30", "2027-12-31"],
  ] as const)("%s with a first year of %s: not %s, but %s", (basis, first_year_months, early, last) => {
    const row = asset(60, { basis, first_year_months });
    expect(withLastDay(row, day(early), today)).toMatch("Its last day is too early for its convention");
    expect(planFault({ ...row, end_date: day(early) })).toMatchObject({ field: "end_date" });
    const moved = withLastDay(row, day(last), today);
    if (typeof moved === "string") return expect.unreachable(moved);
    const shares = sharesOf(moved);
    expect(shares.at(-1)?.[0]).toBe(last);
    expect(shares.every(([, amount]) => amount > 0)).toBe(true);
    expect(shares.reduce((sum, [, amount]) => sum + amount, 0)).toBe(10_000_00);
  });
});
