/** The shares of schedules as pure functions: by days, with an early end, and after the bank's new amount. */
import { describe, expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { NOT_ENDED, PLAIN, type SpreadRow } from "../record.ts";
import { assetFigures, postingsOf, withAmount, withEnd } from "./index.ts";

const day = (text: string) => text as CivilDate;

const MACHINE = {
  id: "spread_machine",
  kind: "capitalization",
  transaction_id: "txn_machine",
  category_id: "cat_depreciation",
  department_id: null,
  holding_category_id: "cat_equipment",
  contra_category_id: "cat_accumulated",
  amount_cents: cents(-10_000_00),
  start_date: day("2026-05-01"),
  end_date: day("2027-02-28"),
  basis: "month",
  description: "Machine",
  merchant: null,
  held: false,
  created: 1_700_000_000 as UnixSeconds,
  counted_cents: [],
  ...PLAIN,
  ...NOT_ENDED,
} as unknown as SpreadRow;

/** Day, category and debit minus credit of each posted line. */
const linesOf = (row: SpreadRow) =>
  postingsOf(row).flatMap(({ date, lines }) =>
    lines.map(({ category_id, net_debit_cents }) => [date, category_id, net_debit_cents]),
  );

describe("an asset that was disposed of", () => {
  const disposal = {
    ended_on: day("2026-07-10"),
    ended_as: "disposed",
    proceeds_cents: cents(12_000_00),
    proceeds_category_id: "cat_receivable",
    result_category_id: "cat_gain",
  } as unknown as Parameters<typeof withEnd>[1];
  const sold = withEnd(MACHINE, disposal) as SpreadRow;

  test("keeps the shares of its months when the bank changes what it cost, and the gain follows", () => {
    expect(assetFigures(sold, day("2026-07-10"))).toMatchObject({ gain_cents: 4_000_00 });
    const corrected = withAmount(sold, cents(-11_000_00), day("2026-09-15"));
    expect(linesOf(corrected)).toEqual([
      ["2026-05-31", "cat_depreciation", 1_000_00],
      ["2026-05-31", "cat_accumulated", -1_000_00],
      ["2026-06-30", "cat_depreciation", 1_000_00],
      ["2026-06-30", "cat_accumulated", -1_000_00],
      ["2026-07-10", "cat_receivable", 12_000_00],
      ["2026-07-10", "cat_accumulated", 2_000_00],
      ["2026-07-10", "cat_equipment", -11_000_00],
      ["2026-07-10", "cat_gain", -3_000_00],
    ]);
  });

  test("before a month has ended has no depreciation, and its whole cost leaves the books", () => {
    const early = withEnd(MACHINE, { ...disposal, ended_on: day("2026-05-30") }) as SpreadRow;
    expect(linesOf(early).filter(([, , amount]) => amount !== 0)).toEqual([
      ["2026-05-30", "cat_receivable", 12_000_00],
      ["2026-05-30", "cat_equipment", -10_000_00],
      ["2026-05-30", "cat_gain", -2_000_00],
    ]);
  });
});

test("shares by days sum to the amount for any length, also of money that came in (ENTR-006)", () => {
  for (const amount of [1, -100_00, 99_999_99, -7_777_77])
    for (const [start, end] of [
      ["2026-01-31", "2026-02-01"],
      ["2024-02-15", "2025-02-14"],
      ["2026-05-16", "2026-05-20"],
    ] as const) {
      const row = { ...MACHINE, basis: "day" as const, amount_cents: cents(amount) };
      const sum = linesOf({ ...row, start_date: day(start), end_date: day(end) })
        .filter(([, category]) => category === "cat_depreciation")
        .reduce((total, [, , net]) => total + Number(net), 0);
      expect([start, amount, sum]).toEqual([start, amount, -amount]);
    }
});
