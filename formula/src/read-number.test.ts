/** Texts that Excel reads as numbers, dates and times in the US locale, and texts that it doesn't. */
import { describe, expect, it } from "vitest";
import { readMoment } from "./read-date.ts";
import { readNumber } from "./read-number.ts";

const NUMBERS: readonly (readonly [string, number | null])[] = [
  ["42", 42],
  [" 42\t", 42],
  ["+1.5", 1.5],
  [".5", 0.5],
  ["5.", 5],
  ["1e3", 1000],
  ["2.5E-3", 0.0025],
  ["1,234,567.5", 1_234_567.5],
  ["1234,567", 1_234_567],
  ["12,34", null],
  ["1,2345", null],
  ["$1,000", 1000],
  ["-$5", -5],
  ["$-5", -5],
  ["$ 5", 5],
  ["($5.25)", -5.25],
  ["(5)", -5],
  ["(-5)", null],
  ["(5", null],
  ["€23", 23],
  ["12€", 12],
  ["¥1,234", 1234],
  ["£23", null],
  ["23$", null],
  ["50%", 0.5],
  ["%50", 0.5],
  ["1,234.5%", 12.345],
  ["5%%", null],
  ["1 1/2", 1.5],
  ["-0 3/4", -0.75],
  ["1 1/0", null],
  ["--5", null],
  ["5-", null],
  ["1.2.3", null],
  ["1.5E+", null],
  ["1e400", null],
  ["", null],
  ["  ", null],
  [".", null],
  ["$", null],
  ["%", null],
  ["12abc", null],
  ["\u00a05", null],
  ["Infinity", null],
  ["0x10", null],
  ["TRUE", null],
  ["１２３", 123],
  ["－２．５", -2.5],
  ["　23　", 23],
  ["12345678901234567", 12_345_678_901_234_500],
  ["0.1234567890123456789", 0.123_456_789_012_345],
];

const DATES: readonly (readonly [string, number | null])[] = [
  ["8/22/2011", 40_777],
  ["8-22-2011", 40_777],
  ["8/22/11", 40_777],
  ["1/1/29", 47_119],
  ["1/1/30", 10_959],
  ["22-MAY-2011", 40_685],
  ["22 May 2011", 40_685],
  ["22may2011", 40_685],
  ["May 22, 2011", 40_685],
  ["may 22 2011", 40_685],
  ["2011/02/23", 40_597],
  ["2011-2-23", 40_597],
  ["2011-Feb-23", 40_597],
  ["February 2011", 40_575],
  ["2/2011", 40_575],
  ["Jan-32", 11_689],
  ["2/29/1900", 60],
  ["2/29/2023", null],
  ["13/1/2023", null],
  ["31/12/2023", null],
  ["1/1/1899", null],
  ["1/1/100", null],
  ["2024", 2024],
  ["Mayo 5, 2011", null],
  ["2024年3月15日", 45_366],
  ["平成31年4月30日", 43_585],
  ["H31.4.30", 43_585],
  ["令和0年5月1日", null],
  ["12:00", 0.5],
  ["16:48:00", 0.7],
  ["12:60", 13 / 24],
  ["25:00", 25 / 24],
  ["1:30.5", 90.5 / 86_400],
  ["2:24 AM", 0.1],
  ["12:00 am", 0],
  ["12 PM", 0.5],
  ["1:30 p", 13.5 / 24],
  ["13:30 PM", null],
  ["1:75 PM", null],
  ["8時30分", 8.5 / 24],
  ["午後1時30分", 13.5 / 24],
  ["2024年3月15日 13時30分", 45_366.5625],
  ["2024年3月", 45_352],
  ["3月15日", null],
  ["8/22/2011 6:00 AM", 40_777.25],
  ["6:00 8/22/2011", 40_777.25],
  ["2024-03-15T00:00:00", null],
  ["　2024-03-15　", null],
  ["2/30/2024 12:00", null],
];

describe("a text is read as a number", () => {
  it.each(NUMBERS)("%j is %j", (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  it.each(DATES)("%j is %j", (text, value) => {
    const read = readNumber(text);
    if (value === null || read === null) expect(read).toBe(value);
    else expect(read).toBeCloseTo(value, 10);
  });

  it("with a date in the year that is given, and only then", () => {
    expect(readNumber("5-Jul", 2024)).toBe(45_478);
    expect(readNumber("7/5", 2024)).toBe(45_478);
    expect(readNumber("July 5", 2024)).toBe(45_478);
    expect(readNumber("2/29", 2023)).toBe(47_150);
    expect([readNumber("5-Jul"), readNumber("7/5"), readNumber("July 5")]).toEqual([null, null, null]);
  });

  // Work that grows faster than the square of a text's length would meet the time limit of a test that hangs.
  it.each([
    " ".repeat(32_000),
    "1".repeat(32_000),
    `${"1,111".repeat(50)}x`,
    `$${" ".repeat(250)}1`,
    "1:".repeat(100),
    `jan${" ".repeat(250)}`,
  ])("or not, however long and odd it is", (text) => {
    for (let round = 0; round < 10_000; round++) expect(readNumber(text)).toBeNull();
  });
});

it("tells dates from times", () => {
  expect(readMoment("12:00", null)).toEqual({ day: null, time: 0.5 });
  expect(readMoment("1/1/2024", null)).toEqual({ day: 45_292, time: null });
  expect(readMoment("1/1/2024 12:00", null)).toEqual({ day: 45_292, time: 0.5 });
  expect(readMoment("5", null)).toBeNull();
});
