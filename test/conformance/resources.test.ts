/**
 * Conventions for every field of every answer, by the field's name: money, times, days, types. The answers of
 * all operations are checked, so new operations are included automatically.
 */
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { JOURNAL } from "../support/bundle.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget } from "./requests.ts";

const http = await everyDoor();
const operations: readonly Operation[] = http.bound.map(({ operation }) => operation);
const company = await http.company(ORDINARY);

/** Numbers that are neither money nor times. */
const COUNTS = new Set([
  "count",
  "number",
  "review_required",
  "required",
  "pending",
  "filed",
  "year",
  "size",
  "tier",
  "position",
  "months",
  "quantity",
  "total",
  "processed",
  "failed",
  "line",
  "revision",
  "row",
  "column",
  "row_span",
  "column_span",
  "agreeing",
  "block",
  "burst_requests",
  "cap",
  "console_requests",
  "count",
  "depth",
  "examined",
  "failures",
  "figures",
  "fiscal_year_start_month",
  "frozen_columns",
  "frozen_rows",
  "matches",
  "notes",
  "past_days",
  "pixels",
  "removed",
  "requests",
  "rows",
  "transactions",
  "uncategorized",
  "accounts",
  "entries",
  "lines",
  "vouchers",
  // The condition of a rule, which is cents if its field is an amount.
  "value",
]);
/** The names of counts that say what is counted, and of tenths of a percent or of a month. */
const COUNTED =
  /_count$|(^|_)tenths$|^(added|changed|gone|known|removed|restored|kept)_(vouchers|entries|categories)$/;
/** The parts of a sum by age, which are cents by the description of their object. */
const AGES = new Set(["current", "1_to_30", "31_to_60", "61_to_90", "over_90", "credit"]);
/** The names of fields whose value is a timestamp. */
const TIMESTAMP = /^(at|created|updated|expires|last_used|watermark|stale_since|.*_at)$/;
const DATE = /^(date|.*_date)$/;

interface Field {
  readonly name: string;
  readonly value: unknown;
  readonly siblings: Readonly<Record<string, unknown>>;
}

/** Amounts of a tax credit and the gain of a disposal, which are null while they are unknown. */
const NULLABLE_AMOUNTS = new Set([
  "amount_cents",
  "applied_to_income_tax_cents",
  "gain_cents",
  "payroll_credit_cents",
  "proceeds_cents",
]);

function fieldsOf(value: unknown): Field[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (typeof value !== "object" || value === null) return [];
  const siblings = value as Record<string, unknown>;
  return Object.entries(siblings).flatMap(([name, inner]) => [
    { name, value: inner, siblings },
    ...fieldsOf(inner),
  ]);
}

const answers = new Map<string, unknown>();
for (const operation of operations) {
  const { status, body } = await http.send(goodTarget(operation), {
    key: company.key,
    ...goodOptions(operation),
  });
  if (status !== 204) answers.set(operation.id, body);
}
answers.set(
  "by department",
  await company.read(
    "/reports/income_statement?start_date=2025-01-01&end_date=2025-06-30&group_by=department",
  ),
);
answers.set(
  "of no books",
  await (await http.company({ journal: [], departments: [] })).read("/reports/balance_sheet"),
);

/** Spreadsheets and their parts have no `object` (specification, "Conventions for all resources"). */
const WITHOUT_OBJECT = new Set(["listSheets", "getSheet", "listSheetCells", "createSheet"]);

describe.each([...answers])("the answer of %s", (id, answer) => {
  const fields = fieldsOf(answer);

  test("has money as whole cents, in fields whose names end with _cents (GEN-002)", () => {
    for (const { name, value } of fields.filter(
      (field) => field.name.endsWith("_cents") && !(field.value === null && NULLABLE_AMOUNTS.has(field.name)),
    ))
      expect([name, Number.isSafeInteger(value)]).toEqual([name, true]);
    // JSON has no integer type, so the text is checked too.
    expect(JSON.stringify(answer)).not.toMatch(/_cents":"|_cents":-?\d+\.\d|_cents":-?\d+e/i);
  });

  test("has no other money: every number is cents, a time or a count, and no text is an amount (GEN-003)", () => {
    for (const { name, value } of fields) {
      if (typeof value === "number")
        expect([
          name,
          name.endsWith("_cents") ||
            TIMESTAMP.test(name) ||
            COUNTS.has(name) ||
            COUNTED.test(name) ||
            AGES.has(name),
        ]).toEqual([name, true]);
      if (typeof value === "string")
        expect([name, value]).not.toEqual([
          name,
          expect.stringMatching(/^\(?[-+]?[$€£]?\s?[\d,]+\.\d{2}\)?$/),
        ]);
      expect([name, typeof value === "bigint"]).toEqual([name, false]);
    }
  });

  test("repeats no amount in dollars or as text (GEN-004)", () => {
    for (const { name, value, siblings } of fields.filter((field) => field.name.endsWith("_cents"))) {
      const word = name.slice(0, -"_cents".length);
      expect(
        Object.keys(siblings).filter(
          (sibling) =>
            sibling === word ||
            (sibling.startsWith(`${word}_`) && /dollar|formatted|display|text|string|usd/.test(sibling)),
        ),
      ).toEqual([]);
      if (Math.abs(Number(value)) > 999) expect(Object.values(siblings)).not.toContain(Number(value) / 100);
    }
  });

  test("has times as whole Unix seconds (GEN-005)", () => {
    // The end of a sign-in at a vendor is what the vendor writes.
    if (id === "beginSignIn") return;
    for (const { name, value } of fields.filter(
      (field) => TIMESTAMP.test(field.name) && field.value !== null,
    )) {
      expect([
        name,
        Number.isInteger(value),
        Number(value) > 1_500_000_000 && Number(value) < 5_000_000_000,
      ]).toEqual([name, true, true]);
    }
  });

  test("has days as YYYY-MM-DD (GEN-006)", () => {
    for (const { name, value } of fields.filter((field) => DATE.test(field.name) && field.value !== null)) {
      expect([name, value]).toEqual([name, expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)]);
    }
  });

  test("has the type of every resource, except for spreadsheets (GEN-011, SHEET-109)", () => {
    const { object, data } = answer as { object?: unknown; data?: unknown };
    if (WITHOUT_OBJECT.has(id)) {
      expect(object).toBe(Array.isArray(data) ? "list" : undefined);
      expect(fieldsOf(Array.isArray(data) ? data : answer).filter(({ name }) => name === "object")).toEqual(
        [],
      );
      return;
    }
    // An answer that is not a resource itself, such as the team, contains resources.
    const resources =
      object === undefined
        ? Object.values(answer as object)
            .flat()
            .filter((value) => typeof value === "object" && value !== null)
        : [answer];
    expect(resources.length).toBeGreaterThan(0);
    for (const resource of resources)
      expect(resource).toMatchObject({ object: expect.stringMatching(/^[a-z][a-z0-9_]*$/) });
    expect(object === "list").toBe(Array.isArray(data));
    for (const item of Array.isArray(data) ? data : [])
      expect(item).toMatchObject({ object: expect.stringMatching(/^(?!list$)[a-z][a-z0-9_]*$/) });
  });
});

describe("the answers", () => {
  test("contain money, times and days", () => {
    const fields = [...answers.values()].flatMap(fieldsOf);
    for (const wanted of [/_cents$/, TIMESTAMP, DATE])
      expect(fields.filter(({ name, value }) => wanted.test(name) && value !== null).length).toBeGreaterThan(
        20,
      );
  });

  test("have the types of the specification (GEN-011)", async () => {
    const objectOf = async (target: string) => (await company.read<{ object: string }>(target)).object;
    expect(await objectOf("/company")).toBe("company");
    expect(await objectOf("/reports/balance_sheet")).toBe("balance_sheet");
    expect(await objectOf("/reports/income_statement")).toBe("income_statement");
    expect(await objectOf("/reports/cash_flow")).toBe("cash_flow");
    expect(await objectOf("/journal_entries/je_capital_1")).toBe("journal_entry");
    const { data } = await company.read<{ data: { object: string }[] }>("/categories");
    expect(new Set(data.map(({ object }) => object))).toEqual(new Set(["category"]));
  });
});

describe("a field without a value", () => {
  test("is present and null (GEN-010)", async () => {
    const bare = await http.company({
      company: {
        federal_ein_last4: null,
        incorporation: { date: null, state: null },
        legal_address: {
          line_1: null,
          line_2: null,
          city: null,
          state: null,
          postal_code: null,
          country: null,
        },
      },
    });
    expect(await bare.read("/company")).toMatchObject({
      federal_ein_last4: null,
      incorporation: { date: null, state: null },
      legal_address: {
        line_1: null,
        line_2: null,
        city: null,
        state: null,
        postal_code: null,
        country: null,
      },
    });
    expect(await bare.read("/journal_entries/je_capital_1")).toMatchObject({
      department_id: null,
      department_name: null,
      merchant: null,
      transaction_id: null,
    });
    expect(await bare.read("/aggregations/total?category_id=cat_loan&date=2020-01-01")).toMatchObject({
      merchant: null,
      start_date: null,
      end_date: null,
      start_month: null,
      refreshed_at: null,
    });
    // A resource has the same fields whether or not they have values.
    const fieldsWithout = Object.keys(await bare.read("/company"));
    expect(Object.keys(await company.read("/company"))).toEqual(fieldsWithout);
    const entries = await company.read<{ data: object[] }>("/journal_entries?limit=500");
    expect(new Set(entries.data.map((entry) => Object.keys(entry).join())).size).toBe(1);
    expect(entries.data.length).toBeGreaterThan(JOURNAL.length);
  });
});

describe("reports", () => {
  test("have the currency USD in capitals (GEN-009)", async () => {
    for (const name of ["balance_sheet", "income_statement", "cash_flow"])
      expect(await company.read(`/reports/${name}`)).toMatchObject({ currency: "USD" });
  });
});

describe("ids", () => {
  test("begin with the prefix of their kind (GEN-012, GEN-014)", async () => {
    expect(await company.read("/company")).toMatchObject({ id: expect.stringMatching(/^comp_[A-Za-z0-9]/) });
    const ids = [...answers.values()]
      .flatMap(fieldsOf)
      .filter(({ name, value }) => name === "category_id" && typeof value === "string");
    expect(ids.length).toBeGreaterThan(20);
    for (const { value } of ids) expect(value).toEqual(expect.stringMatching(/^(cat|grp)_[A-Za-z0-9]/));
    const { data } = await company.read<{ data: { id: string }[] }>("/categories");
    for (const { id } of data) expect(id).toMatch(/^cat_[A-Za-z0-9]/);
  });

  test("of a presentation group on the cash flow statement begin with grp_, and no category's does (GEN-015)", async () => {
    const known = new Set(
      (await company.read<{ data: { id: string }[] }>("/categories")).data.map(({ id }) => id),
    );
    const flow = await company.read<{
      operating_activities: { categories: { category_id: string; name: string }[] };
    }>("/reports/cash_flow?start_date=2025-01-01&end_date=2025-06-30");
    const groups = flow.operating_activities.categories.filter(({ category_id }) => !known.has(category_id));
    expect(groups.map(({ name }) => name)).toEqual([
      "Net Income",
      "Non-Cash Expenses",
      "Changes in Working Capital",
    ]);
    for (const { category_id } of groups) expect(category_id).toMatch(/^grp_[a-z_]+$/);
    expect([...known].filter((id) => id.startsWith("grp_"))).toEqual([]);
  });

  const STRANGE = [
    "12345",
    "1",
    "0",
    "-1",
    "2d1f0c2e-9d0e-4d6c-8a43-2f2d6e6f0a11",
    "2D1F0C2E9D0E4D6C8A432F2D6E6F0A11",
    "capital_1",
    "JE_capital_1",
    "vch_capital",
    "cat_",
  ];

  test("that are numbers (GEN-026) or UUIDs (GEN-027) are refused by every parameter for an id", async () => {
    const places = [
      [(id: string) => `/journal_entries/${id}`, "resource_missing"],
      [(id: string) => `/journal_entries?starting_after=${id}`, "resource_missing"],
      [(id: string) => `/journal_entries?category_id=${id}`, "invalid_request"],
      [(id: string) => `/journal_entries?department_id=${id}`, "invalid_request"],
      [(id: string) => `/aggregations/total?category_id=${id}&date=2025-06-30`, "resource_missing"],
      [(id: string) => `/aggregations/totals?category_ids[]=${id}&date=2025-06-30`, "resource_missing"],
      [(id: string) => `/parties/merchants?category_id=${id}`, "resource_missing"],
    ] as const;
    for (const [target, code] of places) {
      for (const id of STRANGE)
        expect([target(id), (await http.refusal(target(id), { key: company.key })).code]).toEqual([
          target(id),
          code,
        ]);
    }
  });

  test("of the wrong form are reported as invalid by filters (GEN-068)", async () => {
    for (const [name, id] of [
      ["category_id", "12345"],
      ["category_id", "dept_sales"],
      ["category_id", "grp_net_income"],
      ["department_id", "cat_cash"],
      ["department_id", "x"],
    ] as const) {
      expect(await http.refusal(`/journal_entries?${name}=${id}`, { key: company.key })).toMatchObject({
        status: 400,
        code: "invalid_request",
        type: "invalid_request_error",
        param: name,
      });
    }
  });
});
