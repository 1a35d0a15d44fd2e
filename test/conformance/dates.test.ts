/**
 * Parsing of dates, tested on every date parameter of every operation. The parameters are taken from the
 * cards.
 */
import { describe, expect, test } from "vitest";
import { parseCivilDate } from "@daybook/words/civil-date";
import type { Operation } from "../../src/contract/operation.ts";
import { cr, dr, voucher } from "../support/bundle.ts";
import type { WireError } from "../support/exchange.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodTarget } from "./requests.ts";

const http = await everyDoor();
const company = await http.company(ORDINARY);

const NAMES = ["date", "through", "start_date", "end_date", "column_start", "column_end"] as const;
type Dates = Partial<Record<(typeof NAMES)[number], string>>;

interface DateParam {
  readonly operation: Operation;
  readonly path: string;
  readonly name: (typeof NAMES)[number];
  readonly code: string;
}

const PARAMS: readonly DateParam[] = http.bound.flatMap(({ operation }) =>
  NAMES.flatMap((name) => {
    const [code] = operation.query[name]?.errors ?? [];
    return code === undefined ? [] : [{ operation, path: operation.path, name, code }];
  }),
);

test("every parameter of a day has one of the names that are tested here", () => {
  const others = http.bound.flatMap(({ operation: { id, query } }) =>
    Object.entries(query)
      .filter(
        ([name, { schema }]) =>
          !NAMES.some((each) => each === name) && JSON.stringify(schema).includes('"date"'),
      )
      .map(([name]) => `${id} ${name}`),
  );
  expect(others).toEqual([]);
});

/** The good request of an operation, with these dates in place of its own. */
function targetOf({ operation }: Pick<DateParam, "operation">, dates: Dates): string {
  const { pathname, searchParams } = new URL(goodTarget(operation), "http://localhost");
  for (const name of NAMES) searchParams.delete(name);
  // A period is asked of a category of the income statement, a day of one of the balance sheet.
  if (operation.id === "getTotal")
    searchParams.set("category_id", dates.date === undefined ? "cat_revenue" : "cat_cash");
  for (const [name, text] of Object.entries(dates)) searchParams.set(name, text);
  // One column, whatever the period is.
  if (operation.query["step"] !== undefined) searchParams.set("step", "whole");
  // A figure is that of the only column of a table of the same days.
  if (operation.query["column_start"] !== undefined) {
    const { start_date, end_date, column_start = start_date, column_end = end_date } = dates;
    const all = { start_date: column_start, end_date: column_end, column_start, column_end };
    for (const [name, text = ""] of Object.entries(all))
      if (!(name in dates)) searchParams.set(name, parseCivilDate(text) ?? "2026-01-31");
  }
  return `${pathname}?${searchParams}`;
}

/** A date with the other end of its period. */
function datesOf({ name }: DateParam, text: string, start = "2026-01-31", end = start): Dates {
  if (name === "date" || name === "through") return { [name]: text };
  if (name === "start_date") return { start_date: text, end_date: end };
  if (name === "end_date") return { start_date: start, end_date: text };
  return name === "column_start"
    ? { column_start: text, column_end: end }
    : { column_start: start, column_end: text };
}

const send = (param: DateParam, text: string, start?: string, end?: string) =>
  http.send(targetOf(param, datesOf(param, text, start, end)), { key: company.key });

const refusalOf = (param: DateParam, text: string): Promise<WireError> =>
  http.refusal(targetOf(param, datesOf(param, text)), { key: company.key });

/** Texts that are not dates, by the rule about them. */
const INVALID_DATES: Readonly<Record<string, readonly string[]>> = {
  "not ISO 8601 (GEN-071)": [
    "yesterday",
    "today",
    "1769817600",
    "20260131",
    "2026-031",
    "2026-W05-6",
    "2026/01/31",
    "2026-1-31",
    "+2026-01-31",
    "-2026-01-31",
    "0000-01-01",
    "2026-01-31T25:00:00Z",
    "2026-01-31T10:60:00Z",
    "2026-01-31 10:00:00Z",
    "２０２６-01-31",
    "NaN",
    "null",
    " ",
    "2026–01–31",
  ],
  "a datetime with neither Z nor an offset (GEN-075)": [
    "2026-01-31T00:00:00",
    "2026-01-31T12:30",
    "2026-01-31T12:30:00.000",
    "2026-01-31T",
  ],
  "followed by other text (GEN-076)": [
    "2026-01-31x",
    "2026-01-31 ",
    " 2026-01-31",
    "2026-01-31Z",
    "2026-01-31T12:00:00Zx",
    "2026-01-31T12:00:00Z ",
    "2026-01-31\n",
    "2026-01-31,2026-02-01",
    "2026-01-311",
    "2026-01-31\0",
  ],
  "in the form of a locale (GEN-077)": [
    "01/31/2026",
    "31.01.2026",
    "Jan 31 2026",
    "January 31, 2026",
    "31 Jan 2026",
    "1/31/26",
    "Sat, 31 Jan 2026 00:00:00 GMT",
  ],
  "a part of a date (GEN-078)": ["2026", "2026-01", "2026-01-", "01-31", "26-01-31", "2026-01-3"],
  "a day that does not exist (GEN-079)": [
    "2026-02-30",
    "2026-02-29",
    "2100-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-01-32",
    "2026-04-31",
    "2026-01-00",
    "2026-02-30T12:00:00Z",
  ],
};

describe.each(PARAMS)("$name of $path", (param) => {
  test.each(Object.entries(INVALID_DATES))(
    `refuses with ${param.code} a text that is %s`,
    async (_what, texts) => {
      for (const text of texts) {
        expect([text, await refusalOf(param, text)]).toEqual([
          text,
          {
            status: 400,
            type: "invalid_request_error",
            code: param.code,
            param: param.name,
            message: expect.any(String),
            doc_url: `https://docs.example.com/api-reference/errors#${param.code}`,
          },
        ]);
      }
    },
  );

  test("accepts YYYY-MM-DD (GEN-072), also leap days", async () => {
    // These are of days of one fiscal year.
    const isOfYear = ["getTrialBalance", "listGeneralLedger"].includes(param.operation.id);
    for (const text of ["2026-01-31", "2024-02-29", "2000-02-29"]) {
      const { status } = await send(param, text, ...(isOfYear ? [text] : ["0001-01-01", "2026-12-31"]));
      expect([text, status]).toEqual([text, 200]);
    }
  });

  test("reads a datetime with Z (GEN-073) or an offset (GEN-074) as its day in Los Angeles", async () => {
    const plain = await send(param, "2026-01-31");
    expect(plain.status).toBe(200);
    for (const text of [
      "2026-01-31T20:00:00Z",
      "2026-01-31T20:00Z",
      "2026-01-31T20:00:00.123Z",
      "2026-02-01T07:59:59Z",
      "2026-01-31T08:00:00Z",
      "2026-01-31T12:00:00-08:00",
      "2026-01-31T00:00:00-08:00",
      "2026-01-31T23:59:59-08:00",
      "2026-02-01T08:59:00+01:00",
      "2026-02-01T00:00:00+00:00",
      "2026-01-31T09:00:00+01:00",
    ]) {
      const answer = await send(param, text);
      expect([text, answer.text]).toEqual([text, plain.text]);
    }
  });
});

/** The operations that take a period. */
const PERIODS = PARAMS.filter(({ name }) => name === "start_date");

describe.each(PERIODS)("the period of $path", (param) => {
  const target = (start: string, end: string) => targetOf(param, { start_date: start, end_date: end });

  test("may be one day (GEN-081)", async () => {
    expect((await http.send(target("2026-01-31", "2026-01-31"), { key: company.key })).status).toBe(200);
  });

  test("may not end before it starts (GEN-080)", async () => {
    for (const [start, end] of [
      ["2026-02-01", "2026-01-31"],
      ["2026-01-31", "2025-12-31"],
      ["2026-02-01T08:00:00Z", "2026-01-31"],
    ] as const) {
      expect(await http.refusal(target(start, end), { key: company.key })).toEqual({
        status: 400,
        type: "invalid_request_error",
        code: "invalid_date_range",
        param: "start_date",
        message: expect.any(String),
        doc_url: "https://docs.example.com/api-reference/errors#invalid_date_range",
      });
    }
  });
});

interface Dated {
  readonly date: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly net_income_cents: number;
  readonly cash_cents: number;
}

describe("the days of Los Angeles", () => {
  const books = [
    voucher("2026-05-20", "Today there", [dr("checking", 7_00), cr("services", 7_00)]),
    voucher("2026-05-21", "Tomorrow there", [dr("checking", 500_00), cr("services", 500_00)]),
  ];

  test("are the default dates of reports, even if it is the next day in UTC (GEN-007)", async () => {
    const withBooks = await http.company({ journal: books });
    const at = async (instant: string) => {
      http.clock.set(instant);
      const [sheet, income, flow] = [
        await withBooks.read<Dated>("/reports/balance_sheet"),
        await withBooks.read<Dated>("/reports/income_statement"),
        await withBooks.read<Dated>("/reports/cash_flow"),
      ];
      return [sheet.date, sheet.cash_cents, income.end_date, income.net_income_cents, flow.end_date];
    };
    const today = ["2026-05-20", 7_00, "2026-05-20", 7_00, "2026-05-20"];
    expect(await at("2026-05-20T07:00:00Z")).toEqual(today);
    expect(await at("2026-05-21T06:59:59Z")).toEqual(today);
    expect(await at("2026-05-21T07:00:00Z")).toEqual([
      "2026-05-21",
      507_00,
      "2026-05-21",
      507_00,
      "2026-05-21",
    ]);
    // In standard time, midnight in Los Angeles is an hour later in UTC.
    expect((await at("2026-12-02T07:59:59Z"))[0]).toBe("2026-12-01");
    expect((await at("2026-12-02T08:00:00Z"))[0]).toBe("2026-12-02");
  });

  test("decide which quarter is the current one (GEN-008)", async () => {
    const startOf = async (instant: string) => {
      http.clock.set(instant);
      return (await company.read<Dated>("/reports/income_statement")).start_date;
    };
    expect(await startOf("2026-04-01T06:59:59Z")).toBe("2026-01-01");
    expect(await startOf("2026-04-01T07:00:00Z")).toBe("2026-04-01");
    expect(await startOf("2027-01-01T07:59:59Z")).toBe("2026-10-01");
    expect(await startOf("2027-01-01T08:00:00Z")).toBe("2027-01-01");
    expect(await startOf("2026-07-01T07:00:00Z")).toBe("2026-07-01");
  });
});
