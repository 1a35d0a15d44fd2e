/** Amounts and times of vendors are read exactly or refused. */
import { expect, test } from "vitest";
import {
  centsOfDollars,
  centsOfText,
  idOf,
  listOf,
  localDayOf,
  members,
  objectOf,
  textOf,
  UnexpectedAnswer,
  utcDayOf,
} from "./answers.ts";

test.each([
  [0.1, 10],
  [-1500.1, -150_010],
  [0.07, 7],
  [1.005e2, 10_050],
  [1_234_567_890.12, 123_456_789_012],
  [-0, 0],
])("%d dollars are %d cents", (amount, count) => {
  expect(centsOfDollars({ amount }, "amount")).toBe(count);
});

test.each([0.001, 1.005, Number.NaN, Infinity, 1e15, "1.00", null])(
  "%s is not an exact amount in dollars",
  (amount) => {
    expect(() => centsOfDollars({ amount }, "amount")).toThrow(UnexpectedAnswer);
  },
);

test("decimal text is exact, and other text is refused (CONN-003)", () => {
  expect(centsOfText({ amount: "-33293.43" }, "amount")).toBe(-3_329_343);
  for (const amount of ["1.005", "1e3", "", "abc", "99999999999999999999"])
    expect(() => centsOfText({ amount }, "amount"), amount).toThrow(UnexpectedAnswer);
});

test("a time is a day in UTC or in Los Angeles", () => {
  const late = Date.parse("2026-05-20T02:00:00Z") / 1000;
  expect([utcDayOf(late), localDayOf(late)]).toEqual(["2026-05-20", "2026-05-19"]);
  for (const time of [-1, 0.5, 1e12]) expect(() => utcDayOf(time), String(time)).toThrow(UnexpectedAnswer);
});

test("an id can be stored and found again", () => {
  expect(idOf({ id: "ACT-1" }, "id")).toBe("ACT-1");
  for (const id of ["", "x".repeat(201), "\0", "\ud800", 7])
    expect(() => idOf({ id }, "id"), String(id)).toThrow(UnexpectedAnswer);
});

test("what a vendor's answer lacks is named", () => {
  for (const [read, message] of [
    [() => objectOf("{"), "The answer is not JSON."],
    [() => members([], "the answer"), "The answer is not an object."],
    [() => listOf({ rows: {} }, "rows"), "`rows` is not a list."],
    [() => listOf({ rows: [1] }, "rows"), "An element of `rows` is not an object."],
    [() => textOf({ name: 1 }, "name"), "`name` is not text."],
    [() => idOf({ id: "" }, "id"), "`id` is not an id."],
    [() => utcDayOf(-1), "-1 is not a time."],
  ] as const)
    expect(read, message).toThrow(message);
});
