/**
 * The commands on spreads and assets: what the journal and the API show after each, what is refused, and that
 * a copy of the company has the same schedules. The books verify after each test.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { type TestCompany, testApp } from "../../../../test/support/app.ts";
import { type BundleCategory, category } from "../../../../test/support/bundle.ts";
import { ACCOUNTS, FEED_CHART, transaction } from "../../../../test/support/feed.ts";
import { present } from "@daybook/words/assert";
import { parseCivilDate } from "@daybook/words/civil-date";
import { PRESETS } from "@daybook/words/areas";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { ASSET_COMMANDS, SCHEDULE_COMMANDS } from "./schedule.ts";

const http = await testApp();
const { app } = http;

const GAIN = category("gain", "Gain on Disposal", "other_income", "investing").map((row) => ({
  ...row,
  position: 93,
}));
const YEAR = {
  id: "spread_year",
  holding_category_id: "cat_prepaid",
  start_date: "2026-05-01",
  end_date: "2027-04-30",
} as const;

async function newCompany(further: readonly BundleCategory[] = []): Promise<TestCompany> {
  const company = await http.company({
    categories: [...FEED_CHART, ...GAIN, ...further],
    accounts: ACCOUNTS,
    cards: [],
    transfers: [],
    journal: [],
    transactions: [
      transaction("year", -1_000_00, { spread: YEAR }),
      transaction("plan", -100_00, { date: "2026-05-03" }),
      transaction("laptop", -3_600_00, { date: "2026-05-03" }),
      transaction("sale", 500_00, { category_id: "cat_services" }),
    ],
  });
  onTestFinished(async () => {
    const { checks } = await app.ledger.verify(company.id);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
  return company;
}

interface Row {
  readonly id: string;
  readonly last_day: string;
  readonly months: number;
  readonly book_value_cents: number;
  readonly depreciated_cents: number;
  readonly gain_cents: number | null;
}

async function run(
  name: string,
  company: TestCompany,
  given: Readonly<Record<string, unknown>> = {},
): Promise<{
  readonly row: Row;
  readonly rows: readonly Row[];
  readonly result: Readonly<Record<string, unknown>>;
  readonly shown: string;
}> {
  const command = present(
    [...SCHEDULE_COMMANDS, ...ASSET_COMMANDS].find((each) => each.name === name),
    `there is no command ${name}`,
  );
  if (command.place !== "database") throw new Error(`${name} needs no database`);
  const args = readFields(command.fields, { ...given, company: company.id });
  const signal = new AbortController().signal;
  const result = (await runDatabaseCommand(command, app, args, {
    report: () => {},
    signal,
    operator: "ada",
  })) as Record<"schedule" | "asset", Row> & Record<"schedules" | "assets", readonly Row[]>;
  return {
    row: result.schedule ?? result.asset,
    rows: result.schedules ?? result.assets,
    result,
    shown: command.show(result, args),
  };
}

/** Day and amount of each entry of a category, the earliest first. */
async function entriesOn(company: TestCompany, category_id: string): Promise<(readonly [string, number])[]> {
  const { data } = await company.read<{
    readonly data: readonly {
      readonly date: string;
      readonly amount_cents: number;
      readonly source: string;
    }[];
  }>(`/journal_entries?limit=500&category_id=${category_id}`);
  return data
    .filter(({ source }) => source === "spread" || source === "capitalization")
    .map(({ date, amount_cents }) => [date, amount_cents] as const)
    .toReversed();
}

describe("a spread", () => {
  test("of a whole transaction needs no second line, and its shares sum to the cent", async () => {
    const company = await newCompany();
    const { row, shown } = await run("schedule start", company, {
      transaction: "txn_plan",
      from: "2026-05-03",
      months: "3",
    });
    expect(row).toMatchObject({ last_day: "2026-07-31", months: 3 });
    expect(shown).toContain("as planned");
    const own = (
      await company.read<{ readonly data: readonly Record<string, unknown>[] }>(
        `/journal_entries?transaction_id=txn_plan&category_id=cat_software`,
      )
    ).data.map((entry) => [entry["date"], entry["debit_cents"]]);
    expect(own.toReversed()).toEqual([
      ["2026-05-31", 33_33],
      ["2026-06-30", 33_33],
      ["2026-07-31", 33_34],
    ]);
    expect(await company.read("/transactions/txn_plan")).toMatchObject({
      transaction_type: "standard",
      spread_id: row.id,
    });
    await expect(
      run("schedule start", company, { transaction: "txn_plan", from: "2026-05-03", months: "3" }),
    ).rejects.toMatchObject({ param: "transaction" });
  });

  test("by days has a share for the days of each month, and a copy of the company has it too", async () => {
    const company = await newCompany();
    const { row } = await run("schedule start", company, {
      transaction: "txn_plan",
      from: "2026-05-16",
      months: "2",
      by: "day",
    });
    // 16, 30 and 15 of 61 days: 26.229, 75.409 and 100.00 through their ends.
    const shares = async () => {
      const { data } = await company.read<{ readonly data: readonly Record<string, unknown>[] }>(
        "/journal_entries?transaction_id=txn_plan&category_id=cat_software",
      );
      return data.map((entry) => [entry["date"], entry["debit_cents"]]).toReversed();
    };
    const expected = [
      ["2026-05-31", 26_22],
      ["2026-06-30", 49_18],
      ["2026-07-31", 24_60],
    ];
    expect(row).toMatchObject({ last_day: "2026-07-15", months: 3 });
    expect(await shares()).toEqual(expected);
    let text = "";
    for await (const piece of app.intake.exportBundle(company.id)) text += piece;
    await http.put(JSON.parse(text) as never);
    expect(await shares()).toEqual(expected);
    await run("schedule end", company, { schedule: row.id, at: "2026-06-10" });
    expect(await shares()).toEqual([
      ["2026-05-31", 26_22],
      ["2026-06-10", 73_78],
    ]);
  });

  test("that ends early has its rest on that day, and goes on as planned when it is reopened (ENTR-007)", async () => {
    const company = await newCompany();
    const planned = await entriesOn(company, "cat_software");
    expect(planned).toHaveLength(12);
    const { row } = await run("schedule end", company, { schedule: "spread_year", at: "2026-07-10" });
    expect(row).toMatchObject({ last_day: "2026-07-10", months: 3 });
    expect(await entriesOn(company, "cat_software")).toEqual([
      ["2026-05-31", -83_33],
      ["2026-06-30", -83_33],
      ["2026-07-10", -833_34],
    ]);
    const { data } = await company.read<{ readonly data: readonly Record<string, unknown>[] }>("/spreads");
    expect(data).toMatchObject([{ id: "spread_year", end_date: "2026-07-10", months: 3 }]);
    await expect(run("schedule end", company, { schedule: "spread_year", at: "2026-07-10" })).rejects.toThrow(
      "Reopen",
    );
    await run("schedule reopen", company, { schedule: "spread_year" });
    expect(await entriesOn(company, "cat_software")).toEqual(planned);
  });

  test("with another last month keeps the shares of ended months, and spreads the rest on", async () => {
    const company = await newCompany();
    const at = { now: app.clock.now(), today: present(parseCivilDate("2026-06-30"), "a day") };
    const [last, early] = [parseCivilDate("2026-09-01"), parseCivilDate("2026-06-30")];
    await app.transactions.moveLastDay(company.id, "spread_year", present(last, "a day"), at, "operator");
    expect(await entriesOn(company, "cat_software")).toEqual([
      ["2026-05-31", -83_33],
      ["2026-06-30", -83_33],
      ["2026-07-31", -277_78],
      ["2026-08-31", -277_78],
      ["2026-09-30", -277_78],
    ]);
    await expect(
      app.transactions.moveLastDay(company.id, "spread_year", present(early, "a day"), at, "operator"),
    ).rejects.toThrow("later month");
  });
});

describe("an asset", () => {
  const LAPTOP = {
    transaction: "txn_laptop",
    category: "cat_equipment",
    expense: "cat_depreciation",
    from: "2026-05-03",
    months: "36",
  };

  test("is made of a transaction, listed with its figures of a day, and disposed of with its gain", async () => {
    const company = await newCompany();
    const { row } = await run("asset capitalize", company, LAPTOP);
    expect(await entriesOn(company, "cat_depreciation")).toHaveLength(36);
    const { rows, shown } = await run("asset list", company, { at: "2026-07-31" });
    expect(rows).toMatchObject([{ id: row.id, depreciated_cents: 300_00, book_value_cents: 3_300_00 }]);
    expect(shown).toContain("in use");
    const sold = await run("asset dispose", company, {
      asset: row.id,
      at: "2026-08-15",
      proceeds: "3,500.00",
      to: "cat_receivable",
    });
    expect(sold.shown).toContain("takes the 300.00 of Accumulated Depreciation that left the books out");
    expect(sold.row).toMatchObject({ id: row.id, ended_on: "2026-08-15", result_category_id: "cat_gain" });
    const after = await run("asset list", company, { at: "2026-08-15" });
    expect(after.rows).toMatchObject([{ book_value_cents: 0, gain_cents: 200_00 }]);
    expect(await entriesOn(company, "cat_gain")).toEqual([["2026-08-15", 200_00]]);
    expect(await entriesOn(company, "cat_depreciation")).toHaveLength(3);
    expect(await app.audit.list(company.id, { subject: row.id }, 5)).toMatchObject([
      { action: "asset dispose", actor: "ada" },
      { action: "asset capitalize", actor: "ada" },
    ]);

    let text = "";
    for await (const piece of app.intake.exportBundle(company.id)) text += piece;
    const bundle = JSON.parse(text) as { readonly transactions: readonly Record<string, unknown>[] };
    expect(bundle.transactions.find(({ id }) => id === "txn_laptop")).toMatchObject({
      spread: {
        ended_on: "2026-08-15",
        disposal: { proceeds_cents: 3_500_00, proceeds_category_id: "cat_receivable" },
      },
    });
    await http.put(bundle as never);
    expect(await entriesOn(company, "cat_gain")).toEqual([["2026-08-15", 200_00]]);
  });

  test("stands on a category of assets that is not cash, and is written off by months", async () => {
    const company = await newCompany();
    for (const on of ["cat_software", "cat_checking", "cat_loan"])
      await expect(run("asset capitalize", company, { ...LAPTOP, category: on })).rejects.toMatchObject({
        code: "invalid_request",
        param: "category",
        message: `${on} holds no asset that is written off. Choose a category of assets that is not cash.`,
      });
    for (const expense of ["cat_equipment", "cat_checking", "cat_subscriptions"])
      await expect(run("asset capitalize", company, { ...LAPTOP, expense })).rejects.toMatchObject({
        param: "expense",
        message: `${expense} is no category of costs. Choose the one on which the depreciation is booked.`,
      });
    await expect(
      run("asset capitalize", company, { ...LAPTOP, category: "cat_accumulated_depreciation" }),
    ).rejects.toMatchObject({
      param: "category",
      message:
        "cat_accumulated_depreciation is where depreciation is gathered. Choose the category of the asset itself.",
    });
    const tooShort = {
      id: "txn_laptop",
      kind: "capitalization",
      category_id: "cat_depreciation",
      asset: "cat_equipment",
      start_date: "2026-05-01" as never,
      months: 3,
      basis: "half_year",
      declining_percent: null,
      salvage_cents: 0 as never,
    } as const;
    const at = { now: app.clock.now(), today: app.clock.today() };
    await expect(app.transactions.startSchedule(company.id, tooShort, at, "operator")).rejects.toMatchObject({
      param: "months",
      message: "With the half-year convention the life is at least 12 months.",
    });
    expect((await run("asset list", company, {})).rows).toEqual([]);
  });

  test("that is disposed of on the last day of a month has the depreciation of that month", async () => {
    const company = await newCompany();
    const { row } = await run("asset capitalize", company, LAPTOP);
    await run("asset dispose", company, {
      asset: row.id,
      at: "2026-07-31",
      proceeds: "3,500.00",
      to: "cat_receivable",
    });
    expect((await entriesOn(company, "cat_depreciation")).map(([date]) => date)).toEqual([
      "2026-05-31",
      "2026-06-30",
      "2026-07-31",
    ]);
  });

  test("at a loss takes the category that is named for gains and losses, but not that of depreciation", async () => {
    const both = category("both", "Gain or Loss on Sale of Assets", "other_income", "investing");
    const worn = category("worn", "Depreciation of Losses", "other_expense", "investing");
    const company = await newCompany(
      [...both, ...worn].map((row, index) => ({ ...row, position: 94 + index })),
    );
    const { row } = await run("asset capitalize", company, { ...LAPTOP, expense: "cat_worn" });
    const given = { asset: row.id, at: "2026-08-15", proceeds: "0", to: "cat_receivable" };
    expect((await run("asset dispose", company, given)).row).toMatchObject({
      result_category_id: "cat_both",
    });
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      "a loss without a category for it",
      { proceeds: "0" },
      "The chart has no category for a loss on a disposal.",
    ],
    ["a day before it", { at: "2026-04-30" }, "can't end before"],
    ["a day that is years ahead", { at: "2426-08-15" }, "only days from 1900-01-01 to "],
    ["proceeds on a category with others below it", { to: "cat_cash" }, "others below it"],
    ["proceeds on an unknown category", { to: "cat_none" }, "no category cat_none"],
  ])("is not disposed of with %s", async (_, given, sentence) => {
    const company = await newCompany();
    const { row } = await run("asset capitalize", company, LAPTOP);
    const usual = { asset: row.id, at: "2026-08-15", proceeds: "9000", to: "cat_receivable" };
    await expect(run("asset dispose", company, { ...usual, ...given })).rejects.toThrow(sentence);
  });

  test("at a gain is refused where several categories take gains, with their names", async () => {
    const another = category("two", "Gain two", "other_income", "investing");
    const company = await newCompany(another.map((row) => ({ ...row, position: 94 })));
    const { row } = await run("asset capitalize", company, LAPTOP);
    const sale = { asset: row.id, at: "2026-08-15", proceeds: "9000", to: "cat_receivable" };
    const several =
      "several categories for a gain on a disposal: Gain on Disposal (cat_gain), Gain two (cat_two).";
    await expect(run("asset dispose", company, sale)).rejects.toThrow(`The chart has ${several}`);
    const chosen = await run("asset dispose", company, { ...sale, result: "cat_two" });
    expect(chosen.row).toMatchObject({ result_category_id: "cat_two" });
  });

  test("is returned for scripts with all that is recorded of it", async () => {
    const company = await newCompany();
    const { row } = await run("asset capitalize", company, LAPTOP);
    const sale = { asset: row.id, at: "2026-08-15", proceeds: "9000", to: "cat_receivable" };
    const { result } = await run("asset dispose", company, sale);
    expect(Object.keys(result)).toEqual(["company_id", "asset", "note"]);
    expect(result["asset"]).toMatchObject({
      contra_category_id: expect.stringMatching(/^cat_/) as unknown,
      end_date: "2029-04-30",
      proceeds_cents: 9_000_00,
      proceeds_category_id: "cat_receivable",
      created: expect.any(Number) as unknown,
    });
    const listed = await run("asset list", company, { at: "2026-12-31" });
    expect(listed.result).toMatchObject({ company_id: company.id, at: "2026-12-31" });
    expect((await run("asset list", company)).result["at"]).toBe(app.clock.today());
  });

  test("is only shown what a dry run would make, and says so", async () => {
    const company = await newCompany();
    const { row } = await run("asset capitalize", company, LAPTOP);
    const sale = { asset: row.id, at: "2026-08-15", proceeds: "9000", to: "cat_receivable" };
    const tried = await run("asset dispose", company, { ...sale, dry_run: true });
    expect(tried.shown).toContain("disposed of on 2026-08-15");
    expect(tried.shown).toMatch(/\n\nNothing was changed\.$/);
    expect((await run("asset list", company)).shown).toContain("in use");
    expect((await run("asset dispose", company, sale)).shown).not.toContain("Nothing was changed.");
  });

  test("is no spread, and none is made of money that came in", async () => {
    const company = await newCompany();
    await expect(
      run("asset dispose", company, {
        asset: "spread_year",
        at: "2026-08-15",
        proceeds: "1",
        to: "cat_receivable",
      }),
    ).rejects.toThrow("It is a spread");
    await expect(run("asset capitalize", company, { ...LAPTOP, transaction: "txn_sale" })).rejects.toThrow(
      "An asset is bought with money that goes out.",
    );
    await expect(run("asset capitalize", company, { ...LAPTOP, from: "0026-05-01" })).rejects.toThrow(
      "only days from 1900-01-01 to ",
    );
  });

  test("takes manage for transactions and accounting_setup, and respects closed books", async () => {
    const company = await newCompany();
    const at = { now: app.clock.now(), today: present(parseCivilDate("2026-07-01"), "a day") };
    const caller = { ...PRESETS.admin, accounting_setup: "view" as const };
    const day = present(parseCivilDate("2026-05-31"), "a day");
    await expect(
      app.transactions.endSchedule(company.id, "spread_year", day, at, caller),
    ).rejects.toMatchObject({ code: "insufficient_permission" });
    await app.ledger.closeBooks(company.id, day, at, "operator", "Filed");
    await expect(
      app.transactions.endSchedule(company.id, "spread_year", day, at, "operator"),
    ).rejects.toMatchObject({ code: "transaction_update_failed" });
  });
});
