/**
 * The table of a statement on screen: it is the table of the exports, and the entries of each figure add up
 * to it, whatever the statement, the columns, the comparison and the rows.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import {
  category,
  chart,
  CHART,
  cr,
  dr,
  JOURNAL,
  permissions,
  person,
  voucher,
} from "../../../test/support/bundle.ts";
import { withPassword } from "../../../test/support/console.ts";
import { ask } from "../../../test/support/session.ts";

const http = await testApp();
const owner = person("owner");
const reader = person("reader", permissions("manage", { reports: "none" }));
/** Vouchers of which a printed cash flow statement shows parts in other places than their categories. */
const FLOWS = [
  voucher("2025-02-03", "Machine", [dr("equipment", 900_00), cr("loan", 700_00), cr("checking", 200_00)]),
  voucher("2025-03-04", "Lent back", [dr("loan", 90_00), cr("checking", 90_00)]),
  voucher("2025-03-05", "Sold", [
    dr("checking", 340_00),
    dr("accumulated_depreciation", 50_00),
    cr("equipment", 300_00),
    cr("gain", 90_00),
  ]),
  voucher("2025-03-06", "A business", [
    dr("receivable", 40_00),
    dr("goodwill", 60_00),
    cr("payable", 30_00),
    cr("checking", 70_00),
  ]),
  voucher("2025-04-07", "Impaired", [dr("software", 20_00), cr("goodwill", 20_00)]),
  voucher("2025-04-08", "Paid in shares", [dr("software", 8_00), cr("stock", 8_00)]),
  voucher("2025-04-09", "On account", [dr("equipment", 11_00), cr("payable", 11_00)]),
];
const company = await http.company({
  categories: [
    ...CHART,
    ...chart(
      category("gain", "Gain on Sale of Equipment", "other_income", "investing"),
      category("goodwill", "Goodwill", "asset", "investing"),
    ).map((row) => ({ ...row, position: 80 + row.position })),
  ],
  journal: [...JOURNAL, ...FLOWS],
  users: [owner.user, reader.user],
  members: [owner.member, reader.member],
});
const browser = await withPassword(owner.user.email);

interface Table {
  readonly period: string;
  readonly is_over: boolean;
  readonly columns: readonly { kind: string; label: string; start_date: string; end_date: string }[];
  readonly rows: readonly {
    key: string;
    label: string;
    figures: readonly (number | null)[] | null;
    entries_by: "amount" | "credit" | "debit" | null;
  }[];
}
interface Entry {
  readonly amount_cents: number;
  readonly debit_cents: number;
  readonly credit_cents: number;
}

async function read<T>(path: string, query: Readonly<Record<string, string>>): Promise<T> {
  const { status, text } = await ask(browser, `/app/api/${path}?${new URLSearchParams(query)}`, {
    company: company.id,
  });
  expect([text, status]).toEqual([text, 200]);
  return JSON.parse(text) as T;
}

const tableOf = (query: Readonly<Record<string, string>>) => read<Table>("statement_table", query);

async function entriesOf(query: Readonly<Record<string, string>>): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let after: string | null = ""; after !== null;) {
    const page: { data: Entry[]; next_cursor: string | null } = await read("statement_entries", {
      ...query,
      limit: "7",
      ...(after === "" ? {} : { starting_after: after }),
    });
    all.push(...page.data);
    after = page.next_cursor;
  }
  return all;
}

const DAYS = { start_date: "2024-11-10", end_date: "2025-05-20" };

describe.each([
  { report_type: "income_statement", step: "quarter", compare: "prior_year" },
  { report_type: "income_statement", step: "whole", group_by: "department" },
  { report_type: "balance_sheet", step: "whole", compare: "prior_period" },
  { report_type: "cash_flow", step: "quarter", compare: "prior_period" },
])("the table of %o", (query) => {
  const given = { ...DAYS, ...query } as Record<string, string>;

  test("has figures that are the sums of their entries (ENTR-011)", async () => {
    const { columns, rows } = await tableOf(given);
    const checked: string[] = [];
    for (const { key, figures, entries_by } of rows) {
      if (entries_by === null) continue;
      for (const [at, { kind, start_date, end_date }] of columns.entries()) {
        if (kind !== "period" && kind !== "prior") continue;
        const days = { column_start: start_date, column_end: end_date };
        const entries = await entriesOf({ ...given, row: key, ...days });
        const sum = entries.reduce(
          (total, { amount_cents, debit_cents, credit_cents }) =>
            total +
            (entries_by === "amount"
              ? amount_cents
              : entries_by === "credit"
                ? credit_cents - debit_cents
                : debit_cents - credit_cents),
          0,
        );
        expect([key, kind, sum]).toEqual([key, kind, figures?.[at]]);
      }
      checked.push(key);
    }
    expect(checked.length).toBeGreaterThan(3);
    const closed = rows.filter(
      ({ figures, entries_by }) => entries_by === null && figures?.some((each) => (each ?? 0) !== 0),
    );
    expect(closed.map(({ key }) => key).filter((key) => !/beginning|non_cash|^beneath/.test(key))).toEqual(
      [],
    );
  });
});

test.each([
  ["income_statement", "2026-05-20", "For the Period from May 1, 2026 to May 20, 2026 (not over)", false],
  ["income_statement", "2026-05-19", "For the Period from May 1, 2026 to May 19, 2026", true],
  ["balance_sheet", "2026-05-20", "As of May 20, 2026 (not over)", false],
  ["balance_sheet", "2026-05-19", "As of May 19, 2026", true],
])(
  "on May 20, the %s until %s is %s, and has the same days of the month before",
  async (report_type, end_date, period, is_over) => {
    const days = { start_date: "2026-05-01", end_date };
    const table = await tableOf({ report_type, ...days, step: "whole", compare: "prior_period" });
    expect(table).toMatchObject({ period, is_over });
    const prior = table.columns.find(({ kind }) => kind === "prior");
    expect(prior).toMatchObject({ start_date: "2026-04-01", end_date: end_date.replace("-05-", "-04-") });
  },
);

test("the figures are those of an export of the same days", async () => {
  const query = { report_type: "income_statement", ...DAYS, compare: "prior_year" };
  const { columns, rows } = await tableOf(query);
  const { bytes } = await http.app.exports.makeFile(
    company.id,
    { ...query, report_type: "income_statement", format: "csv", compare: "prior_year" },
    new AbortController().signal,
  );
  const file = Buffer.from(bytes).toString("utf8");
  const [, ...lines] = file.split(/\r?\n/);
  for (const [index, { label, figures }] of rows.entries()) {
    const texts = (figures ?? []).map((each, at) => {
      if (each === null) return "";
      if (columns[at]?.kind === "effect") return each === 1 ? "favorable" : "unfavorable";
      return columns[at]?.kind === "percent" ? (each / 10).toFixed(1) : (each / 100).toFixed(2);
    });
    expect(lines[index]).toContain(`,${label},${figures === null ? "" : texts.join(",")}`);
  }
  expect(rows.length).toBeGreaterThan(10);
});

test("a figure that is not there is missing, and what the statement lacks is refused", async () => {
  const answer = (path: string, query: Readonly<Record<string, string>>) =>
    ask(browser, `/app/api/${path}?${new URLSearchParams(query)}`, { company: company.id });
  const column = { column_start: "2025-01-01", column_end: "2025-01-31" };
  for (const [query, code] of [
    [{ ...DAYS, ...column, row: "nothing" }, "resource_missing"],
    [{ ...DAYS, row: "net_income", ...column, column_end: "2025-01-30" }, "resource_missing"],
    [{ ...DAYS, ...column, row: "net_income", starting_after: "je_nobodys_1" }, "resource_missing"],
    [{ ...DAYS, row: "net_income" }, "parameter_missing"],
  ] as const)
    expect([query, (await answer("statement_entries", query)).code]).toEqual([query, code]);
  for (const [query, code] of [
    [{ start_date: "2026-01-01" }, "parameter_missing"],
    [{ start_date: "2026-02-01", end_date: "2026-01-01" }, "invalid_date_range"],
    [{ start_date: "2000-01-01", end_date: "2026-01-01" }, "invalid_date_range"],
    [{ ...DAYS, report_type: "balance_sheet", group_by: "department" }, "invalid_request"],
  ] as const)
    expect([query, (await answer("statement_table", query)).code]).toEqual([query, code]);
  const long = { start_date: "2000-01-01", end_date: "2026-01-01", step: "whole" };
  expect((await answer("statement_table", long)).status).toBe(200);
});

test("without access to reports neither is given", async () => {
  const other = await withPassword(reader.user.email);
  for (const path of ["statement_table", "statement_entries"])
    expect(
      (await ask(other, `/app/api/${path}?${new URLSearchParams(DAYS)}`, { company: company.id })).code,
    ).toBe("insufficient_permission");
});
