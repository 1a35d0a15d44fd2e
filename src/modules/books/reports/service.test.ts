/**
 * Reports and time: the default dates, whether figures come from rollups or from entries, `refreshed_at`, and
 * the cutoff, which stays the same while a report is computed. To find out where a figure came from, the
 * tests falsify a rollup ("spoil"): only a figure that was read from the rollup changes.
 */
import { describe, expect, test } from "vitest";
import { NOON, testApp, type TestCompany } from "../../../../test/support/app.ts";
import { type BundleVoucher, cr, dr, voucher } from "../../../../test/support/bundle.ts";
import { insertVouchers } from "../../../../test/support/import.ts";
import { present } from "@daybook/words/assert";
import { civilDate } from "@daybook/words/civil-date";
import { statement } from "../../../platform/db/index.ts";

const http = await testApp();
const company = await http.company();
const { key } = company;
const REPORTS = ["balance_sheet", "income_statement", "cash_flow"] as const;
const PERIODS = ["income_statement", "cash_flow"] as const;

interface Report {
  readonly date: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly refreshed_at: number | null;
  readonly net_income_cents: number;
  readonly cash_cents: number;
  readonly ending_cash_cents: number;
}

const read = (target: string, ofCompany: TestCompany = company) =>
  ofCompany.read<Report>(`/reports/${target}`);
const refusal = (target: string) => http.refusal(`/reports/${target}`, { key });

/**
 * An expense for software on a day. Each test gives every day a decimal digit of its own, so that a sum shows
 * which days it includes.
 */
function spent(date: string, cents: number): BundleVoucher {
  return voucher(date, date, [dr("software", cents), cr("checking", cents)]);
}

async function book(ofCompany: TestCompany, ...journal: BundleVoucher[]): Promise<void> {
  await http.app.db.transaction((tx) => insertVouchers(tx, ofCompany.id, journal, http.clock.now()));
}

const spoilSoftware = statement<never>(
  "test.reports.spoil",
  `update ledger_rollups set net_debit_cents = net_debit_cents + 5 where company_id = $1
    and category_id = 'cat_software' and period = $2 and grain = $3`,
);
/** Nothing tells the service that a rollup was falsified, so the books get another revision here. */
const revise = statement<never>(
  "test.reports.revise",
  "update ledger_debits set revision = revision + 1 where company_id = $1",
);
async function spoil(ofCompany: TestCompany, period: string, grain: "month" | "year" = "month") {
  await http.app.db.run(spoilSoftware, [ofCompany.id, period, grain]);
  await http.app.db.run(revise, [ofCompany.id]);
}

/** The net income of these days, which is the spending on software. */
async function softwareIn(ofCompany: TestCompany, start: string, end: string): Promise<number> {
  return (await read(`income_statement?start_date=${start}&end_date=${end}`, ofCompany)).net_income_cents;
}

describe("the dates of a report", () => {
  test("default to today in Los Angeles for a balance sheet (REP-002)", async () => {
    const ownCompany = await http.company({
      journal: [
        voucher("2026-05-20", "Today", [dr("checking", 1), cr("stock", 1)]),
        voucher("2026-05-21", "Tomorrow", [dr("checking", 20), cr("stock", 20)]),
      ],
    });
    http.clock.set("2026-05-21T06:59:59Z");
    expect(await read("balance_sheet", ownCompany)).toMatchObject({ date: "2026-05-20", cash_cents: 1 });
    http.clock.set("2026-05-21T07:00:00Z");
    expect(await read("balance_sheet", ownCompany)).toMatchObject({ date: "2026-05-21", cash_cents: 21 });
  });

  test("default to the current quarter up to today for a period, each end on its own (REP-022)", async () => {
    for (const name of PERIODS) {
      expect(await read(name)).toMatchObject({ start_date: "2026-04-01", end_date: "2026-05-20" });
      expect(await read(`${name}?start_date=2025-02-03`)).toMatchObject({
        start_date: "2025-02-03",
        end_date: "2026-05-20",
      });
      expect(await read(`${name}?end_date=2026-04-30`)).toMatchObject({
        start_date: "2026-04-01",
        end_date: "2026-04-30",
      });
      expect(await refusal(`${name}?end_date=2026-03-31`)).toMatchObject({
        code: "invalid_date_range",
        param: "start_date",
      });
      expect(await refusal(`${name}?start_date=2026-05-21`)).toMatchObject({
        code: "invalid_date_range",
        param: "start_date",
      });
    }
  });

  test("have their defaults if they are blank (REP-023)", async () => {
    for (const blank of ["date=", "date"])
      expect(await read(`balance_sheet?${blank}`)).toEqual(await read("balance_sheet"));
    for (const name of PERIODS) {
      for (const blank of ["start_date=", "end_date=", "start_date=&end_date=", "start_date&end_date"])
        expect(await read(`${name}?${blank}`)).toEqual(await read(name));
    }
    expect(await read("income_statement?start_date=2025-01-01&end_date=")).toEqual(
      await read("income_statement?start_date=2025-01-01"),
    );
  });

  test("are refused if they are invalid (REP-020, REP-021)", async () => {
    for (const text of [
      "yesterday",
      "2025-02-30",
      "2025-01",
      "01/31/2025",
      "2025-01-31x",
      "2025-01-31T10:00:00",
    ]) {
      expect([text, await refusal(`balance_sheet?date=${text}`)]).toMatchObject([
        text,
        { status: 400, code: "invalid_date", type: "invalid_request_error", param: "date" },
      ]);
      for (const name of PERIODS) {
        expect([text, await refusal(`${name}?start_date=${text}`)]).toMatchObject([
          text,
          { status: 400, code: "invalid_date", param: "start_date" },
        ]);
        expect([text, await refusal(`${name}?start_date=2025-01-01&end_date=${text}`)]).toMatchObject([
          text,
          { status: 400, code: "invalid_date", param: "end_date" },
        ]);
      }
    }
  });

  test("are refused if the start is after the end, on the income statement (REP-018) and the cash flow statement (REP-019)", async () => {
    for (const name of PERIODS) {
      expect(await refusal(`${name}?start_date=2025-03-02&end_date=2025-03-01`)).toMatchObject({
        status: 400,
        code: "invalid_date_range",
        type: "invalid_request_error",
        param: "start_date",
      });
      expect(await read(`${name}?start_date=2025-03-01&end_date=2025-03-01`)).toMatchObject({
        start_date: "2025-03-01",
        end_date: "2025-03-01",
      });
    }
  });

  test("are Los Angeles days, whatever time zone a datetime is written in (REP-059)", async () => {
    const ownCompany = await http.company({ journal: [spent("2025-03-31", 1), spent("2025-04-01", 20)] });
    const through = async (instant: string) =>
      softwareIn(ownCompany, "2025-01-01", encodeURIComponent(instant));
    expect(await through("2025-04-01T06:59:59Z")).toBe(-1);
    expect(await through("2025-04-01T07:00:00Z")).toBe(-21);
    expect(await through("2025-04-01T08:30:00+02:00")).toBe(-1);
    expect(await through("2025-03-31T23:59:59-08:00")).toBe(-21);
    expect(await read("balance_sheet?date=2025-04-01T06:59:59Z", ownCompany)).toMatchObject({
      date: "2025-03-31",
      cash_cents: -1,
    });
  });

  test("are the only parameters; other parameters are ignored (REP-024)", async () => {
    for (const name of REPORTS) {
      const plain = await http.send(`/reports/${name}`, { key });
      for (const query of [
        "as_of=2025-01-01",
        "from=2025-01-01&to=2025-01-31",
        "startDate=2025-01-01",
        "start=x",
        "basis=cash",
        "currency=EUR",
        "date[]=x",
        "start_date[gte]=x",
        "Date=2025-01-01",
        "period=year",
      ]) {
        const answer = await http.send(`/reports/${name}?${query}`, { key });
        expect([query, answer.status, answer.text]).toEqual([query, 200, plain.text]);
      }
    }
  });
});

describe("the figures of a report", () => {
  const IMPORTED = "2026-05-20T10:00:00Z";
  const imported = Date.parse(IMPORTED) / 1000;
  const now = Date.parse(NOON) / 1000;

  /**
   * Makes a company that spent in the former year, in whole months, in this month up to today, and after
   * today.
   */
  async function makeCompany(): Promise<TestCompany> {
    http.clock.set(IMPORTED);
    const ownCompany = await http.company({
      journal: [
        spent("2025-11-10", 10),
        spent("2026-01-15", 100),
        spent("2026-03-31", 1_000),
        spent("2026-05-05", 10_000),
        spent("2026-05-20", 100_000),
        spent("2026-05-25", 1_000_000),
      ],
    });
    http.clock.set(NOON);
    return ownCompany;
  }
  const refreshed = async (ofCompany: TestCompany, start: string, end: string) =>
    (await read(`income_statement?start_date=${start}&end_date=${end}`, ofCompany)).refreshed_at;

  test("of whole months come from the monthly rollups (REP-025)", async () => {
    const ownCompany = await makeCompany();
    expect(await softwareIn(ownCompany, "2026-01-01", "2026-03-31")).toBe(-1_100);
    const { total_cents } = await ownCompany.read<{ total_cents: number }>(
      "/aggregations/total?category_id=cat_software&start_month=2026-01&end_month=2026-03",
    );
    expect(total_cents).toBe(-1_100);
    await spoil(ownCompany, "2026-03-01");
    expect(await softwareIn(ownCompany, "2026-01-01", "2026-03-31")).toBe(-1_105);
    expect(await softwareIn(ownCompany, "2026-03-01", "2026-03-31")).toBe(-1_005);
    // A whole calendar year comes from the yearly rollup.
    await spoil(ownCompany, "2025-01-01", "year");
    expect(await softwareIn(ownCompany, "2025-01-01", "2025-12-31")).toBe(-15);
  });

  test("of the month to date come from its rollup, less the entries dated after today (REP-026)", async () => {
    const ownCompany = await makeCompany();
    expect(await softwareIn(ownCompany, "2026-05-01", "2026-05-20")).toBe(-110_000);
    expect(await softwareIn(ownCompany, "2026-01-01", "2026-05-20")).toBe(-111_100);
    expect(await refreshed(ownCompany, "2026-05-01", "2026-05-20")).toBe(imported);
    await spoil(ownCompany, "2026-05-01");
    expect(await softwareIn(ownCompany, "2026-05-01", "2026-05-20")).toBe(-110_005);
  });

  test("of any other part of a month are the sum of its entries (REP-027)", async () => {
    const ownCompany = await makeCompany();
    for (const month of ["2026-01-01", "2026-03-01", "2026-05-01"]) await spoil(ownCompany, month);
    for (const [start, end] of [
      ["2026-05-05", "2026-05-20"],
      ["2026-05-01", "2026-05-19"],
      ["2026-05-02", "2026-05-25"],
      ["2026-01-02", "2026-01-31"],
      ["2026-01-15", "2026-01-15"],
      ["2026-01-20", "2026-03-30"],
      ["2026-03-31", "2026-03-31"],
    ] as const) {
      const { data } = await ownCompany.read<{ data: { amount_cents: number }[] }>(
        `/journal_entries?category_id=cat_software&start_date=${start}&end_date=${end}`,
      );
      expect([start, await softwareIn(ownCompany, start, end)]).toEqual([
        start,
        0 + data.reduce((sum, entry) => sum + entry.amount_cents, 0),
      ]);
    }
  });

  test("come from the entries where the rollups are stale (REP-028)", async () => {
    const ownCompany = await makeCompany();
    for (const month of ["2026-01-01", "2026-03-01", "2026-05-01"]) await spoil(ownCompany, month);
    await spoil(ownCompany, "2026-01-01", "year");
    await http.app.ledger.markStale(
      ownCompany.id,
      [1, 2, 3, 4, 5].map((month) => present(civilDate(2026, month, 1), "a month of the test")),
    );
    expect(await softwareIn(ownCompany, "2026-01-01", "2026-03-31")).toBe(-1_100);
    expect(await softwareIn(ownCompany, "2026-05-01", "2026-05-20")).toBe(-110_000);
    expect(await softwareIn(ownCompany, "2025-01-01", "2026-12-31")).toBe(-1_111_110);
    expect(await refreshed(ownCompany, "2026-01-01", "2026-03-31")).toBe(now);
    expect(await refreshed(ownCompany, "2025-11-01", "2025-11-30")).toBe(imported);
  });

  test("include what was booked a moment ago, and a request for them is never an error (REP-033)", async () => {
    const ownCompany = await makeCompany();
    await book(ownCompany, spent("2026-03-15", 7));
    for (const name of REPORTS)
      expect((await http.send(`/reports/${name}`, { key: ownCompany.key })).status).toBe(200);
    expect(await softwareIn(ownCompany, "2026-03-01", "2026-03-31")).toBe(-1_007);
    expect(await softwareIn(ownCompany, "2026-03-10", "2026-03-20")).toBe(-7);
  });
});

describe("refreshed_at", () => {
  const first = Date.parse("2026-05-01T10:00:00Z") / 1000;

  /** Books January first, February an hour later and March a day later; then it is noon of May 20. */
  async function makeCompany(): Promise<TestCompany> {
    http.clock.set(first);
    const ownCompany = await http.company({ journal: [spent("2026-01-15", 1)] });
    http.clock.set(first + 3_600);
    await book(ownCompany, spent("2026-02-15", 1));
    http.clock.set(first + 86_400);
    await book(ownCompany, voucher("2026-03-15", "Transfer", [dr("savings", 1), cr("checking", 1)]));
    http.clock.set(NOON);
    return ownCompany;
  }

  test("is one time for the whole report: the latest change of its rollups (REP-030), on every report (REP-012)", async () => {
    const ownCompany = await makeCompany();
    const at = async (target: string) => (await read(target, ownCompany)).refreshed_at;
    for (const name of PERIODS) {
      expect([name, await at(`${name}?start_date=2026-01-01&end_date=2026-01-31`)]).toEqual([name, first]);
      expect([name, await at(`${name}?start_date=2026-01-01&end_date=2026-02-28`)]).toEqual([
        name,
        first + 3_600,
      ]);
    }
    expect(await at("balance_sheet?date=2026-01-31")).toBe(first);
    expect(await at("balance_sheet?date=2026-02-28")).toBe(first + 3_600);
    expect(await at("balance_sheet?date=2026-03-31")).toBe(first + 86_400);
    // March only moved money between cash categories, which no income statement includes.
    expect(await at("income_statement?start_date=2026-01-01&end_date=2026-03-31")).toBe(first + 3_600);
    expect(await at("cash_flow?start_date=2026-01-01&end_date=2026-03-31")).toBe(first + 86_400);
    expect(await at("income_statement?start_date=2026-01-01&end_date=2026-02-28&group_by=department")).toBe(
      first + 3_600,
    );
  });

  test("is the time of the request if entries were read directly (REP-031) and there were any", async () => {
    const ownCompany = await makeCompany();
    const now = Date.parse(NOON) / 1000;
    const at = async (target: string) => (await read(target, ownCompany)).refreshed_at;
    for (const name of PERIODS) {
      expect([name, await at(`${name}?start_date=2026-01-01&end_date=2026-02-15`)]).toEqual([name, now]);
      expect([name, await at(`${name}?start_date=2026-02-10&end_date=2026-02-28`)]).toEqual([name, now]);
    }
    expect(await at("balance_sheet?date=2026-02-15")).toBe(now);
    expect(await at("income_statement?start_date=2026-01-01&end_date=2026-02-14")).toBe(first);
    http.clock.set(now + 60);
    expect(await at("balance_sheet?date=2026-02-15")).toBe(now + 60);
  });

  test("is null only if nothing is included (REP-032)", async () => {
    const ownCompany = await makeCompany();
    const at = async (target: string) => (await read(target, ownCompany)).refreshed_at;
    for (const target of [
      "balance_sheet?date=2026-01-14",
      "income_statement?start_date=2025-01-01&end_date=2025-12-31",
      "income_statement?start_date=2026-01-16&end_date=2026-02-14",
      "income_statement?start_date=2026-03-01&end_date=2026-03-31",
      "cash_flow?start_date=2020-01-01&end_date=2026-01-14",
    ]) {
      expect([target, await at(target)]).toEqual([target, null]);
    }
    // The cash before the period is included, even if no cash moved in the period.
    expect(await read("cash_flow?start_date=2026-04-01&end_date=2026-04-30", ownCompany)).toMatchObject({
      refreshed_at: first + 86_400,
      beginning_cash_cents: -2,
      change_in_cash_cents: 0,
    });
    // Entries that cancel each other out are included.
    await book(
      ownCompany,
      voucher("2026-04-01", "Back", [dr("checking", 9), cr("software", 9)]),
      voucher("2026-04-02", "And forth", [dr("software", 9), cr("checking", 9)]),
    );
    expect(
      await read("income_statement?start_date=2026-04-01&end_date=2026-04-30", ownCompany),
    ).toMatchObject({
      refreshed_at: Date.parse(NOON) / 1000,
      net_income_cents: 0,
    });
  });
});

describe("refreshed_at after a removal", () => {
  test("is the time of the removal, as long as something is left in the report", async () => {
    const ownCompany = await http.company({
      journal: [
        voucher("2025-01-05", "Moves", [dr("software", 700), cr("checking", 700)], { id: "vch_moves" }),
        voucher("2025-01-10", "Stays", [dr("hosting", 500), cr("checking", 500)]),
      ],
    });
    const january = () =>
      ownCompany.read<{ refreshed_at: number | null; net_income_cents: number }>(
        "/reports/income_statement?start_date=2025-01-01&end_date=2025-01-31",
      );
    const before = await january();
    http.clock.set("2026-05-21T19:00:00Z");
    await http.put({
      ...ownCompany.bundle,
      journal: [
        voucher("2025-03-05", "Moves", [dr("software", 700), cr("checking", 700)], { id: "vch_moves" }),
      ],
    });
    expect(before).toMatchObject({ refreshed_at: Date.parse(NOON) / 1000, net_income_cents: -1_200 });
    expect(await january()).toMatchObject({
      refreshed_at: Date.parse("2026-05-21T19:00:00Z") / 1000,
      net_income_cents: -500,
    });
    // If nothing is left, nothing is included.
    await http.put({
      ...ownCompany.bundle,
      journal: ownCompany.bundle.journal.map((each) => ({ ...each, date: "2025-03-05" })),
    });
    expect(await january()).toMatchObject({ refreshed_at: null, net_income_cents: 0 });
  });
});

describe("the cutoff of a report", () => {
  const LAST_SECOND = "2026-05-21T06:59:59Z";

  test("is the arrival of the request, even if midnight passes and the books change meanwhile (REP-029)", async () => {
    const ownCompany = await http.company({ journal: [spent("2026-05-10", 1), spent("2026-05-20", 20)] });
    let passed = false;
    // After the request arrives and before the books are read, the next day begins and an expense of that day
    // is booked.
    const server = await http.serve({
      operations: http.app.operations.map((bound) => ({
        ...bound,
        async handle(call) {
          if (!passed) {
            passed = true;
            http.clock.set("2026-05-21T07:00:01Z");
            await book(ownCompany, spent("2026-05-21", 300));
          }
          return bound.handle(call);
        },
      })),
    });
    for (const name of PERIODS) {
      passed = false;
      http.clock.set(LAST_SECOND);
      const report = await server.read<Report>(`/reports/${name}`, ownCompany.key);
      expect([report.end_date, report.net_income_cents ?? report.ending_cash_cents]).toEqual([
        "2026-05-20",
        -21,
      ]);
    }
    passed = false;
    http.clock.set(LAST_SECOND);
    expect(await server.read("/reports/balance_sheet", ownCompany.key)).toMatchObject({
      date: "2026-05-20",
      cash_cents: -21,
    });
    passed = false;
    http.clock.set(LAST_SECOND);
    expect(await server.read("/reports/balance_sheet?date=2026-05-15", ownCompany.key)).toMatchObject({
      cash_cents: -1,
      refreshed_at: Date.parse(LAST_SECOND) / 1000,
    });
    expect(await server.read("/reports/balance_sheet", ownCompany.key)).toMatchObject({
      date: "2026-05-21",
      cash_cents: -1_221,
    });
  });

  test("is one instant and the day of that instant, even if the clock runs on (REP-029)", async () => {
    for (const name of REPORTS) {
      http.clock.set(LAST_SECOND);
      http.clock.run(1);
      const report = await read(name);
      expect([name, report.date ?? report.end_date]).toEqual([name, "2026-05-20"]);
    }
  });
});
