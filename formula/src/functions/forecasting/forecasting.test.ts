/**
 * FORECAST.ETS and related functions. The monthly series is the example that Microsoft publishes for them,
 * without its results.
 */
import { describe, expect, it } from "vitest";
import { calculate, formula } from "../../../test/sheets.ts";
import { DIVISION, NOT_AVAILABLE, NUM, VALUE } from "../../values.ts";

/** The passengers of an airport by month from January 2009. */
const PASSENGERS = [
  2644539, 2359800, 2925918, 3024973, 3177100, 3419595, 3649702, 3650668, 3191526, 3249428, 2971484, 3074209,
  2785466, 2515361, 3105958, 3139059, 3380355, 3612886, 3765824, 3771842, 3356365, 3490100, 3163659, 3167124,
  2883810, 2610667, 3129205, 3200527, 3547804, 3766323, 3935589, 3917884, 3564970, 3602455, 3326859, 3441693,
  3211600, 2998119, 3472440, 3563007, 3820570, 4107195, 4284443, 4356216, 3819379, 3844987, 3478890, 3443039,
  3204637, 2966477, 3593364, 3604104, 3933016, 4146797, 4176486, 4347059, 3781168,
];

/** Makes a worksheet with times in column A and values in column B, and returns the value of a formula. */
function of(
  values: readonly (number | string)[],
  text: string,
  times: (at: number) => number | string = (at) => at + 1,
) {
  const cells: Record<string, number | string> = {};
  for (const [at, value] of values.entries()) {
    cells[`A${at + 1}`] = times(at);
    if (value !== "") cells[`B${at + 1}`] = value;
  }
  return formula(text.replaceAll("DATA", `B1:B${values.length},A1:A${values.length}`), cells);
}

const month = (at: number) => `=DATE(2009,${at + 1},1)`;
const passengers = (text: string) => of(PASSENGERS, text, month) as number;

describe("a forecast", () => {
  it("goes on exactly with a line, with or without seasons", () => {
    const line = Array.from({ length: 8 }, (_, at) => 5 + 3 * at);
    expect(of(line, "=FORECAST.ETS(9,DATA)")).toBeCloseTo(29, 9);
    expect(of(line, "=FORECAST.ETS(11.5,DATA,0)")).toBeCloseTo(36.5, 9);
    const seasons = Array.from({ length: 18 }, (_, at) => 100 + 2 * at + ([7, -3, -9, 5][at % 4] ?? 0));
    for (const [steps, value] of [
      [19, 127],
      [20, 143],
      [21, 147],
      [30, 155],
    ] as const) {
      expect(of(seasons, `=FORECAST.ETS(${steps},DATA)`)).toBeCloseTo(value, 8);
      expect(of(seasons, `=FORECAST.ETS(${steps},DATA,4)`)).toBeCloseTo(value, 8);
    }
    expect(of(seasons, "=FORECAST.ETS.SEASONALITY(DATA)")).toBe(4);
    expect(of(line, "=FORECAST.ETS.SEASONALITY(DATA)")).toBe(1);
    expect(of(seasons, "=FORECAST.ETS.CONFINT(25,DATA)")).toBeCloseTo(0, 6);
  });

  it("is the last value for the last time, and follows what its parameters say", () => {
    expect(passengers("=FORECAST.ETS(DATE(2013,9,1),DATA)")).toBe(3781168);
    // Without seasons, LibreOffice 7.4 returns 3816816.3 and 4040082.7; with seasons, 3868499 and 3963676, at
    // a larger sum of squares.
    expect(passengers("=FORECAST.ETS(DATE(2013,10,1),DATA,0)")).toBeCloseTo(3816849.08, 1);
    expect(passengers("=FORECAST.ETS(DATE(2014,9,1),DATA,0)")).toBeCloseTo(4040115.49, 1);
    expect(passengers("=FORECAST.ETS(DATE(2013,10,1),DATA)")).toBeCloseTo(3875243.3, 0);
    expect(passengers("=FORECAST.ETS(DATE(2014,9,1),DATA,12)")).toBeCloseTo(4007698.1, 0);
    expect(passengers("=FORECAST.ETS.SEASONALITY(DATA)")).toBe(12);
  });

  it("has parameters at which the errors are smallest, and tells their sizes", () => {
    const [alpha, beta, gamma, mase, smape, mae, rmse, step] = Array.from({ length: 8 }, (_, at) =>
      passengers(`=FORECAST.ETS.STAT(DATA,${at + 1},0)`),
    );
    expect([beta, gamma, step]).toEqual([0, 0, 1]);
    expect(alpha).toBeCloseTo(0.97358, 4);
    // LibreOffice 7.4 finds the same error to nine digits, at an alpha of 0.97363.
    expect(rmse).toBeCloseTo(285136.4481, 3);
    expect((mae ?? 0) / (mase ?? 1)).toBeCloseTo(
      PASSENGERS.slice(1).reduce((sum, value, at) => sum + Math.abs(value - (PASSENGERS[at] ?? 0)), 0) / 56,
      4,
    );
    expect(smape).toBeCloseTo(0.069494, 5);
    expect(passengers("=FORECAST.ETS.STAT(DATA,7,12)")).toBeLessThan(55_010);
  });

  it("lies within an interval that grows with the distance and the confidence", () => {
    // One step ahead, the result is the size of the error: LibreOffice 7.4 returns 558857.17.
    expect(passengers("=FORECAST.ETS.CONFINT(DATE(2013,10,1),DATA,0.95,0)")).toBeCloseTo(558857.169, 2);
    const width = (months: number, level: number) =>
      passengers(`=FORECAST.ETS.CONFINT(DATE(2013,${9 + months},1),DATA,${level},12)`);
    expect([
      width(1, 0.95) < width(2, 0.95),
      width(2, 0.95) < width(12, 0.95),
      width(12, 0.9) < width(12, 0.95),
    ]).toEqual([true, true, true]);
    expect(width(12, 0.9) / width(12, 0.95)).toBeCloseTo(1.6448536269514722 / 1.959963984540054, 9);
    expect(width(0, 0.95)).toBe(0);
  });
});

describe("a timeline", () => {
  const line = [10, 20, 30, 40, 50, 60];

  it("may be in any order, in months, in years, by last days, or in parts of days", () => {
    expect(of([30, 10, 20, 50, 40], "=FORECAST.ETS(6,DATA,0)", (at) => [3, 1, 2, 5, 4][at] ?? 0)).toBeCloseTo(
      60,
      9,
    );
    expect(of(line, "=FORECAST.ETS(DATE(2009,9,1),DATA,0)", month)).toBeCloseTo(90, 9);
    expect(
      of(line, "=FORECAST.ETS(DATE(2009,8,31),DATA,0)", (at) => `=EOMONTH(DATE(2009,1,1),${at})`),
    ).toBeCloseTo(80, 9);
    expect(of(line, "=FORECAST.ETS.STAT(DATA,8,0)", (at) => `=DATE(2009+${at},3,15)`)).toBe(12);
    expect(of(line, "=FORECAST.ETS.STAT(DATA,8,0)", (at) => `=DATE(2009,${at * 3 + 1},1)`)).toBe(3);
    expect(of(line, "=FORECAST.ETS(2,DATA,0)", (at) => at / 4)).toBeCloseTo(90, 9);
    expect(of(line, "=FORECAST.ETS.STAT(DATA,8,0)", (at) => at / 4)).toBe(0.25);
  });

  it("has what is missing completed, up to three tenths of it", () => {
    expect(of([10, 20, "", 40, 50], "=FORECAST.ETS(6,DATA,0)")).toBeCloseTo(60, 9);
    expect(of([10, 20, 40, 50], "=FORECAST.ETS(6,DATA,0)", (at) => [1, 2, 4, 5][at] ?? 0)).toBeCloseTo(60, 9);
    const error = (completion: number) =>
      of([10, 20, 40, 50], `=FORECAST.ETS.STAT(DATA,6,0,${completion})`, (at) => [1, 2, 4, 5][at] ?? 0);
    expect([error(1), error(0)]).toEqual([0, 7.5]);
    expect(of([10, 20, 50, 60], "=FORECAST.ETS(7,DATA,0)", (at) => [1, 2, 5, 6][at] ?? 0)).toBe(NUM);
  });

  it("has values of one time made one", () => {
    const doubled = (aggregation: number) =>
      of(
        [10, 20, 30, 36, 39, 45, 50],
        `=FORECAST.ETS(5,DATA,0,1,${aggregation})`,
        (at) => [1, 2, 3, 4, 4, 4, 5][at] ?? 0,
      );
    expect(doubled(1)).toBe(50);
    const step = (aggregation: string) =>
      of([10, 20, 10, 30], `=FORECAST.ETS(2,DATA,0,1${aggregation})`, (at) => [1, 2, 1, 2][at] ?? 0);
    expect([
      step(""),
      step(",0"),
      step(",1"),
      step(",2"),
      step(",3"),
      step(",4"),
      step(",5"),
      step(",6"),
      step(",7"),
    ]).toEqual([25, 25, 25, 2, 2, 30, 25, 20, 50]);
  });

  it("without a step, a value, or an argument that fits is an error", () => {
    expect(of(line, "=FORECAST.ETS(9,DATA)", (at) => [1, 2, 3.5, 4, 5, 6][at] ?? 0)).toBe(NUM);
    expect(of(line, "=FORECAST.ETS(9,DATA)", () => 1)).toBe(NUM);
    expect(of(line, "=FORECAST.ETS(5.5,DATA)")).toBe(NUM);
    expect(of(line, "=FORECAST.ETS(1E300,DATA)")).toBe(NUM);
    expect(formula("=FORECAST.ETS(9,{1;2;3},{1;2})")).toBe(NOT_AVAILABLE);
    expect(of([10, "x", 30, 40], "=FORECAST.ETS(9,DATA)")).toBe(VALUE);
    expect(formula("=FORECAST.ETS(9,{1;#DIV/0!;3},{1;2;3})")).toBe(DIVISION);
    expect(of(line, "=FORECAST.ETS(9,DATA,4)")).toBe(VALUE);
    for (const wrong of ["-1", "8761", "0,2", "0,1,8"])
      expect(of(line, `=FORECAST.ETS(9,DATA,${wrong})`)).toBe(NUM);
    for (const wrong of ["0", "1", "-0.5"])
      expect(of(line, `=FORECAST.ETS.CONFINT(9,DATA,${wrong})`)).toBe(NUM);
    for (const wrong of ["0", "9"]) expect(of(line, `=FORECAST.ETS.STAT(DATA,${wrong})`)).toBe(NUM);
  });

  it("is fitted once for many times", () => {
    const cells = Object.fromEntries(
      PASSENGERS.flatMap((value, at) => [
        [`A${at + 1}`, at + 1],
        [`B${at + 1}`, value],
      ]),
    );
    const targets = Array.from({ length: 60 }, (_, at) => [
      `C${at + 1}`,
      `=FORECAST.ETS(${58 + at},B$1:B$57,A$1:A$57,12)`,
    ]);
    const got = calculate(
      { S: { ...cells, ...Object.fromEntries(targets) } },
      targets.map(([cell]) => String(cell)),
    );
    expect(Number(got["C1"]) < Number(got["C13"])).toBe(true);
  });
});
