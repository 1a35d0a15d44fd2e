/** Splits and spreads as they are written: what is left, what is wrong, and what is sent. */
import { expect, test } from "vitest";
import {
  begunLines,
  EMPTY,
  isWrongMonths,
  type Line,
  monthsOf,
  sentLine,
  sharesText,
  splitOf,
} from "./splitting.ts";

const line = (amount: string, more: Partial<Line> = {}): Line => ({
  ...EMPTY,
  key: 0,
  category: "cat_a",
  amount,
  ...more,
});

test("a split begins with the lines that there are, or with what is known of the transaction", () => {
  const transaction = { has_splits: true, categorized: true, category_id: "cat_a", department_id: "dept_a" };
  const present = [{ category_id: "cat_b", department_id: null, amount_cents: -123_400, memo: null }];
  expect(begunLines(transaction, present)).toEqual([
    { key: 0, category: "cat_b", department: null, amount: "-1234.00", memo: "", months: "" },
  ]);
  expect(
    begunLines(
      transaction,
      present.map((each) => ({ ...each, memo: "x" })),
    )[0]?.memo,
  ).toBe("x");
  const whole = { ...transaction, has_splits: false };
  expect(begunLines(whole, present)).toEqual([
    { ...EMPTY, key: 0, category: "cat_a", department: "dept_a" },
    { ...EMPTY, key: 1 },
  ]);
  expect(begunLines({ ...whole, categorized: false }, [])[0]?.category).toBeNull();
});

test("a split can be sent when nothing is left and each line is whole", () => {
  const [one, two] = [line("-4"), line("-6.17")];
  expect(splitOf([one, two], -1_017)).toEqual({ cents: [-400, -617], left: 0, isReady: true });
  expect(splitOf([one, two], -1_018)).toMatchObject({ left: -1, isReady: false });
  expect(splitOf([one, line("x")], -400)).toEqual({ cents: [-400, null], left: 0, isReady: false });
  expect(splitOf([line("-10.17")], -1_017)).toMatchObject({ left: 0, isReady: false });
  expect(splitOf([one, { ...two, category: null }], -1_017).isReady).toBe(false);
  expect(splitOf([one, { ...two, months: "0" }], -1_017).isReady).toBe(false);
  expect(splitOf([one, { ...two, months: "12" }], -1_017).isReady).toBe(true);
});

test("months are numbers from 1 to 999 in a line, and up to 600 of a spread", () => {
  expect(["", "1", "999", "0", "01", "1000", "1.5", "x"].map(isWrongMonths)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(["1", "600", "601", "0", "", "x", "1000"].map(monthsOf)).toEqual([1, 600, 0, 0, 0, 0, 0]);
});

test("a line is sent with its memo, and spread to the end of its last month", () => {
  const memo = " there ";
  expect(sentLine(line("-4", { department: "dept_a", memo, months: "3" }), "2026-11-15")).toEqual({
    category_id: "cat_a",
    department_id: "dept_a",
    amount_cents: -400,
    memo: "there",
    spread: { start_date: "2026-11-15", end_date: "2027-01-31" },
  });
  expect(sentLine(line("-4", { memo: " " }), "2026-11-15")).toMatchObject({ memo: null, spread: null });
  expect(sentLine(line("1", { months: "1" }), "2024-02-01").spread?.end_date).toBe("2024-02-29");
});

test.each([
  [-1_018, 12, "11 shares of (0.84), and (0.94) in the last month. Nothing is left."],
  [1_200, 12, "12 shares of 1.00. Nothing is left."],
  [1_201, 12, "11 shares of 1.00, and 1.01 in the last month. Nothing is left."],
  [500, 1, "One share of 5.00. Nothing is left."],
  [500, 0, "Give a number of months."],
])("%d cents over %d months are %j", (cents, months, text) => {
  expect(sharesText(cents, months)).toBe(text);
});
