/**
 * Parsing of dates, tested on every date parameter of every operation. The parameters are taken from the
 * cards.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { cr, dr, voucher } from "../support/bundle.ts";
import type { WireError } from "../support/exchange.ts";

const http = await testApp();
const company = await http.company();

interface DateParam {
  readonly operation: string;
  readonly path: string;
  readonly name: string;
  readonly code: string;
  /** The other parameters that the operation requires. */
  readonly rest: Readonly<Record<string, string>>;
}

/** Returns the parameters that a request needs in addition to the date. */
function otherParams(operation: string, name: string): Record<string, string> {
  const period = { start_date: "2026-01-31", end_date: "2026-01-31" };
  const { [name as keyof typeof period]: _own, ...other } = period;
  switch (operation) {
    case "getTotal":
      return name === "date" ? { category_id: "cat_cash" } : { category_id: "cat_revenue", ...other };
    case "getBalanceSheet":
      return {};
    case "listTotals":
      return name === "date" ? {} : other;
    default:
      return other;
  }
}

const PARAMS: readonly DateParam[] = http.app.operations.flatMap(({ operation: { id, path, query } }) =>
  ["date", "start_date", "end_date"].flatMap((name) => {
    const [code] = query[name]?.errors ?? [];
    return code === undefined ? [] : [{ operation: id, path, name, code, rest: otherParams(id, name) }];
  }),
);

const send = ({ path, name, rest }: DateParam, text: string) =>
  http.send(`${path}?${new URLSearchParams({ ...rest, [name]: text })}`, { key: company.key });

async function refusalOf(param: DateParam, text: string): Promise<WireError> {
  const { path, name, rest } = param;
  return http.refusal(`${path}?${new URLSearchParams({ ...rest, [name]: text })}`, { key: company.key });
}

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
    for (const text of ["2026-01-31", "2024-02-29", "2000-02-29"]) {
      const ends =
        param.name === "start_date"
          ? { end_date: "2026-12-31" }
          : param.name === "end_date"
            ? { start_date: "0001-01-01" }
            : {};
      expect([text, (await send({ ...param, rest: { ...param.rest, ...ends } }, text)).status]).toEqual([
        text,
        200,
      ]);
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

describe.each(PERIODS)("the period of $path", ({ path, rest }) => {
  const target = (start: string, end: string) =>
    `${path}?${new URLSearchParams({ ...rest, start_date: start, end_date: end })}`;

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
