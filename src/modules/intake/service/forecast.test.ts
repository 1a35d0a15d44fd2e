/**
 * The sample company's forecast over HTTP: every cell comes to something, and what it says of the past is
 * what the books say.
 */
import { cellName, FormulaText } from "@daybook/formula/cells";
import { beforeAll, describe, expect, test } from "vitest";
import { describeWith, outsideProgram } from "../../../../test/acceptance/outside.ts";
import { testApp } from "../../../../test/support/app.ts";
import { OFFICE, recalculated } from "../../../../test/support/office.ts";
import { forOperator } from "@daybook/words/areas";
import { losAngelesDate } from "@daybook/words/civil-date";
import { dateOfSerial } from "@daybook/words/date-serials";
import { sampleForecast } from "../../../sample/forecast.ts";
import { FEWEST_ENTRIES } from "../../../sample/sample-bundle.ts";
import type { Seeding } from "./index.ts";

interface Detail {
  readonly worksheets: readonly { readonly id: string; readonly name: string; readonly used_range: string }[];
  readonly ranges: readonly {
    readonly worksheet_id: string;
    readonly values: readonly (readonly unknown[])[];
    readonly formulas: readonly (readonly (string | null)[])[];
  }[];
  readonly calculation: {
    readonly status: string;
    readonly errors: readonly object[];
    readonly warnings: readonly { readonly code: string }[];
  };
  readonly charts: readonly { readonly title: string; readonly ranges: readonly string[] }[];
}

const http = await testApp();
/** One company for all tests: its books take seconds. */
let made: Seeding;
beforeAll(async () => {
  made = await http.app.intake.seed({ entries: FEWEST_ENTRIES });
});

describe("the forecast of the sample company", () => {
  let key = "";
  let detail: Detail;
  /** The values of a worksheet by rows. */
  const sheet = (name: string) =>
    detail.ranges[detail.worksheets.findIndex((each) => each.name === name)]?.values ?? [];

  beforeAll(async () => {
    key = made.api_key;
    const { data } = await http.read<{ data: { id: string; name: string }[] }>("/sheets", key);
    expect(data).toMatchObject([{ id: "sht_forecast", name: "Forecast model" }]);
    const { worksheets } = await http.read<Detail>("/sheets/sht_forecast", key);
    const ranges = worksheets
      .map(({ name, used_range }) => `ranges[]=${encodeURIComponent(`'${name}'!${used_range}`)}`)
      .join("&");
    detail = await http.read<Detail>(`/sheets/sht_forecast?view=both&include=charts&${ranges}`, key);
  });

  test("calculates without a failed cell, and warns of nothing but transactions without a category", () => {
    expect(detail.calculation.errors).toEqual([]);
    expect(detail.calculation.status).toBe("complete");
    expect(new Set(detail.calculation.warnings.map(({ code }) => code))).toEqual(
      new Set(["uncategorized_transactions"]),
    );
    expect(detail.worksheets.map(({ name }) => name)).toEqual([
      "Assumptions",
      "Headcount",
      "Revenue",
      "Monthly plan",
      "Runway",
    ]);
    const formulas = detail.ranges.flatMap(({ formulas: rows }) =>
      rows.flat().filter((formula) => formula !== null),
    );
    expect(formulas.length).toBeGreaterThan(700);
    const empty = detail.ranges.flatMap(({ formulas: rows, values }) =>
      rows.flatMap((row, y) => row.filter((formula, x) => formula !== null && values[y]?.[x] === null)),
    );
    expect(empty).toEqual([]);
  });

  test("has a plan of eighteen months, of which a year is over", () => {
    const months = sheet("Monthly plan").slice(4, 22);
    expect(months.length).toBe(18);
    const isOver = months.map(([, , revenue]) => typeof revenue === "number");
    expect(isOver).toEqual(Array.from({ length: 18 }, (_none, at) => at < 12));
    for (const line of months)
      for (const column of [0, 1, 3, 5, 7, 9, 11, 13]) expect(line[column]).toEqual(expect.any(Number));
    // The plan is of the size of what happened.
    for (const line of months.slice(0, 12))
      expect(Math.abs(Number(line[1]) / Number(line[2]) - 1)).toBeLessThan(0.6);
  });

  test("says of the past what the statements say", async () => {
    const months = sheet("Monthly plan").slice(4, 16);
    const day = (serial: unknown) => dateOfSerial(Number(serial));
    const cash = sheet("Runway").slice(14, 26);
    for (const at of [0, 7, 11]) {
      const [first, last] = [
        day(months[at]?.[0]),
        at === 11 ? day(sheet("Assumptions")[4]?.[1]) : day(Number(months[at + 1]?.[0]) - 1),
      ];
      const told = await http.read<{ revenue: { total_cents: number }; net_income_cents: number }>(
        `/reports/income_statement?start_date=${first}&end_date=${last}`,
        key,
      );
      expect([months[at]?.[2], months[at]?.[14]]).toEqual([
        told.revenue.total_cents / 100,
        told.net_income_cents / 100,
      ]);
      const { cash_cents } = await http.read<{ cash_cents: number }>(
        `/reports/balance_sheet?date=${last}`,
        key,
      );
      expect(cash[at]?.[3]).toBe(cash_cents / 100);
    }
  });

  test("knows how long the cash lasts, and draws it", () => {
    const [cash, , change, months] = sheet("Runway")
      .slice(3)
      .map(([, value]) => value);
    expect([cash, change]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(months === "Cash grows" || (typeof months === "number" && months > 0)).toBe(true);
    expect(detail.charts.map(({ title }) => title)).toEqual([
      "Revenue, plan and actual",
      "Cash at the end of the month",
    ]);
  });

  test("is what follows from the day alone", () => {
    const { contents } = sampleForecast(losAngelesDate(http.clock.now()), 0);
    const found = detail.ranges.map(({ values, formulas }) =>
      Object.fromEntries(
        formulas.flatMap((row, y) =>
          row.flatMap((formula, x) => {
            const value = values[y]?.[x] ?? null;
            return formula === null && value === null
              ? []
              : [[cellName(y, x), formula === null ? value : { formula }]];
          }),
        ),
      ),
    );
    expect(found).toEqual(contents.map(({ cells }) => cells));
  });
});

describeWith(outsideProgram(OFFICE), "another program", () => {
  test("opens the model as a workbook: its figures, its names and its charts", async () => {
    const { spreadsheet, results } = await http.app.sheets.calculated(
      forOperator(made.company_id),
      "sht_forecast",
      http.clock.now(),
    );
    const signal = new AbortController().signal;
    const bytes = await http.app.workbooks.write(spreadsheet, results ?? [], false, signal);
    const saved = (await http.app.workbooks.read(await recalculated(bytes), signal)).spreadsheet;
    expect(saved.worksheets.map(({ name }) => name)).toEqual(spreadsheet.worksheets.map(({ name }) => name));
    expect(
      saved.worksheets.flatMap(({ charts }) =>
        charts.map(({ type, title, ranges }) => ({ type, title, ranges })),
      ),
    ).toEqual(
      spreadsheet.worksheets.flatMap(({ charts }) =>
        charts.map(({ type, title, ranges }) => ({ type, title, ranges })),
      ),
    );
    expect(saved.names.map(({ name }) => name).toSorted()).toEqual(
      spreadsheet.names.map(({ name }) => name).toSorted(),
    );
    const cash = (from: typeof saved) =>
      from.worksheets[4]?.cells.find(({ row, column }) => row === 3 && column === 1)?.value;
    // What reads the books is a value there, the rest is formulas as before.
    expect(cash(saved)).toEqual(expect.any(Number));
    expect(cash(spreadsheet)).toBeInstanceOf(FormulaText);
    const formulas = (from: typeof saved) =>
      from.worksheets[3]?.cells.filter(({ column, value }) => column === 13 && value instanceof FormulaText)
        .length;
    expect(formulas(saved)).toBe(formulas(spreadsheet));
  });
});
