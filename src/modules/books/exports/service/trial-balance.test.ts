/**
 * The trial balance: debits equal credits, adjusting entries are in it, left out or by themselves, every
 * figure opens its entries, and all forms of it are one table.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { describeWith, outsideProgram } from "../../../../../test/acceptance/outside.ts";
import { testApp } from "../../../../../test/support/app.ts";
import { cr, dr, JOURNAL, person, voucher } from "../../../../../test/support/bundle.ts";
import { withPassword } from "../../../../../test/support/console.ts";
import { fetchLink, workOn } from "../../../../../test/support/exports.ts";
import { OFFICE, recalculatedAll } from "../../../../../test/support/office.ts";
import { readPdfStatement } from "../../../../../test/support/pdf.ts";
import { ask } from "../../../../../test/support/session.ts";
import {
  type ReadStatement,
  readCsvStatement,
  readXlsxStatement,
  withoutValues,
} from "../../../../../test/support/xlsx.ts";
import { forOperator } from "@daybook/words/areas";
import { cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";

const http = await testApp();
const { app } = http;
const owner = person("owner");
/** Two calendar years: the second begins with what the first one earned. */
const company = await http.company({
  users: [owner.user],
  members: [owner.member],
  journal: [
    ...JOURNAL,
    voucher("2026-01-20", "January subscriptions", [dr("checking", 900_00), cr("subscriptions", 900_00)]),
    voucher("2026-02-03", "Servers of January", [dr("hosting", 120_50), cr("payable", 120_50)]),
    voucher("2026-03-09", "Paid", [dr("payable", 100_00), cr("checking", 100_00)]),
  ],
});
const browser = await withPassword(owner.user.email);

/** Posts an entry of two lines. Returns its voucher. */
async function post(date: string, debit: string, credit: string, amount: number, adjusting: boolean) {
  const line = (category: string, net: number) => ({
    category: `cat_${category}`,
    department: null,
    net_debit_cents: cents(net),
    memo: null,
  });
  const [entry] = await app.ledger.postEntries(
    company.id,
    [
      {
        date: date as CivilDate,
        memo: `Of ${date}`,
        reference: null,
        adjusting,
        lines: [line(debit, amount), line(credit, -amount)],
      },
    ],
    http.clock.now(),
    "operator",
  );
  return entry?.voucher_id ?? "";
}

await post("2025-12-31", "depreciation", "accumulated_depreciation", 40_00, true);
await post("2026-02-28", "depreciation", "accumulated_depreciation", 25_00, true);
const accrual = await post("2026-03-31", "hosting", "payable", 60_25, true);
await post("2026-03-31", "software", "prepaid", 10_00, false);

type Sides = { readonly debit_cents: number; readonly credit_cents: number };
interface Stages {
  readonly opening: Sides;
  readonly changes: readonly Sides[];
  readonly unadjusted: Sides | null;
  readonly adjustments: Sides | null;
  readonly closing: Sides;
}
interface TrialBalance {
  readonly start_date: string;
  readonly end_date: string;
  readonly periods: readonly { readonly start_date: string; readonly end_date: string }[];
  readonly categories: readonly (Stages & { readonly category_id: string; readonly name: string })[];
  readonly total: Stages;
}

const QUARTER = { start_date: "2026-01-01", end_date: "2026-03-31" };
type Query = Readonly<Record<string, string>>;
const addressOf = (query: Query) => `/reports/trial_balance?${new URLSearchParams(query)}`;
const read = (query: Query, of = company) => http.read<TrialBalance>(addressOf(query), of.key);
const net = (sides: Sides | null) => (sides === null ? 0 : sides.debit_cents - sides.credit_cents);
const closings = ({ categories }: TrialBalance) =>
  Object.fromEntries(categories.map(({ category_id, closing }) => [category_id, net(closing)]));

describe("a trial balance", () => {
  test("has balances before and at the end, and what was booked between (TRIAL-001)", async () => {
    const { categories, total } = await read(QUARTER);
    const row = (id: string) => categories.find(({ category_id }) => category_id === id);
    expect(row("cat_payable")).toEqual({
      category_id: "cat_payable",
      name: "Accounts Payable",
      account_type: "liability",
      opening: { debit_cents: 0, credit_cents: 312_45 },
      changes: [{ debit_cents: 0, credit_cents: 80_75 }],
      unadjusted: null,
      adjustments: null,
      closing: { debit_cents: 0, credit_cents: 393_20 },
    });
    // Income begins at zero with the year; what it came to before stands by itself.
    expect(row("cat_hosting")).toMatchObject({
      opening: { debit_cents: 0, credit_cents: 0 },
      closing: { debit_cents: 180_75, credit_cents: 0 },
    });
    const earlier = row("grp_earlier_net_income");
    expect(earlier).toMatchObject({ name: "Net Income of Earlier Years", account_type: "equity" });
    const sheet = await http.read<{ equity: { retained_earnings: { beginning_balance_cents: number } } }>(
      "/reports/balance_sheet?date=2026-03-31",
      company.key,
    );
    expect(net(earlier?.closing ?? null)).toBe(-sheet.equity.retained_earnings.beginning_balance_cents);
    for (const sides of [total.opening, total.closing, ...total.changes])
      expect(sides.debit_cents).toBe(sides.credit_cents);
    expect(total.closing.debit_cents).toBeGreaterThan(50_000_00);
  });

  test("has no line for what has no amount, and a direct line for entries of a parent", async () => {
    const other = await http.company({
      journal: [
        voucher("2026-01-05", "Cash in hand", [dr("cash", 5_00), cr("stock", 5_00)]),
        voucher("2026-01-06", "In and out", [dr("loan", 7_00), cr("loan", 7_00)]),
      ],
    });
    const { categories } = await read(QUARTER, other);
    expect(categories.map(({ category_id, name }) => [category_id, name])).toEqual([
      ["cat_cash-direct", "Cash (direct)"],
      ["cat_stock", "Common Stock"],
    ]);
  });

  test("leaves adjusting entries of its days out, or shows them by themselves (TRIAL-002)", async () => {
    const [adjusted, unadjusted, separate] = [
      await read(QUARTER),
      await read({ ...QUARTER, adjustments: "excluded" }),
      await read({ ...QUARTER, adjustments: "separate" }),
    ];
    const difference = Object.entries(closings(adjusted)).flatMap(([id, closing]) => {
      const of = closing - (closings(unadjusted)[id] ?? 0);
      return of === 0 ? [] : [[id, of]];
    });
    expect(Object.fromEntries(difference)).toEqual({
      cat_accumulated_depreciation: -25_00,
      cat_payable: -60_25,
      cat_hosting: 60_25,
      cat_depreciation: 25_00,
    });
    expect(closings(separate)).toEqual(closings(adjusted));
    for (const { category_id, unadjusted: before, adjustments, closing } of separate.categories) {
      expect([category_id, net(before)]).toEqual([category_id, closings(unadjusted)[category_id] ?? 0]);
      expect(net(before) + net(adjustments)).toBe(net(closing));
    }
    expect(separate.total.adjustments).toEqual({ debit_cents: 85_25, credit_cents: 85_25 });
    // An adjusting entry of before is in the opening.
    expect(unadjusted.categories.map(({ opening }) => net(opening))).toEqual(
      unadjusted.categories.map(({ category_id }) =>
        net(adjusted.categories.find((each) => each.category_id === category_id)?.opening ?? null),
      ),
    );
  });

  test("is of months that follow from each other", async () => {
    const whole = await read(QUARTER);
    const byMonth = await read({ ...QUARTER, period: "month", adjustments: "separate" });
    expect(byMonth.periods).toEqual([
      { start_date: "2026-01-01", end_date: "2026-01-31" },
      { start_date: "2026-02-01", end_date: "2026-02-28" },
      { start_date: "2026-03-01", end_date: "2026-03-31" },
    ]);
    for (const { opening, changes, adjustments, closing } of byMonth.categories)
      expect(net(opening) + changes.reduce((sum, each) => sum + net(each), net(adjustments))).toBe(
        net(closing),
      );
    expect(closings(byMonth)).toEqual(closings(whole));
    const february = await read({ start_date: "2026-02-01", end_date: "2026-02-28" });
    const before = await read({ start_date: "2026-01-01", end_date: "2026-01-31" });
    const openings = february.categories.map((row) => [row.category_id, net(row.opening)] as const);
    expect(Object.fromEntries(openings.filter(([, opening]) => opening !== 0))).toEqual(
      Object.fromEntries(Object.entries(closings(before)).filter(([, closing]) => closing !== 0)),
    );
  });

  test("begins with the fiscal year, and is refused for days of two", async () => {
    const other = await http.company({ company: { fiscal_year_start_month: 7 } });
    expect(await read({ end_date: "2025-06-30" }, other)).toMatchObject({ start_date: "2024-07-01" });
    expect(await read({ end_date: "2025-08-15", period: "quarter" }, other)).toMatchObject({
      start_date: "2025-07-01",
      periods: [{ start_date: "2025-07-01", end_date: "2025-08-15" }],
    });
    const days = { start_date: "2025-06-01", end_date: "2025-07-01" };
    expect(await http.refusal(addressOf(days), { key: other.key })).toMatchObject({
      code: "invalid_date_range",
      param: "end_date",
      message:
        "A trial balance is of days of one fiscal year, because income and expenses begin at zero with the next. That of 2025-06-01 ends on 2025-06-30.",
    });
    expect(await http.refusal(addressOf({ start_date: "0001-01-01" }), { key: other.key })).toMatchObject({
      code: "invalid_date_range",
      param: "end_date",
    });
    const first = await read({ start_date: "0001-01-01", end_date: "0001-01-31" }, other);
    expect(first.categories).toEqual([]);
  });

  test("of a closed month stays the same, byte by byte, whatever is posted later", async () => {
    const other = await http.company();
    const month = { start_date: "2025-02-01", end_date: "2025-02-28", adjustments: "separate" };
    const text = async () => (await http.send(addressOf(month), { key: other.key })).text;
    const file = async () => {
      const input = { report_type: "trial_balance", format: "csv", ...month } as const;
      const made = await app.exports.makeFile(
        forOperator(other.id),
        { ...input, adjustments: "separate" },
        new AbortController().signal,
      );
      return Buffer.from(made.bytes).toString("utf8");
    };
    const before = [await text(), await file()];
    await app.ledger.closeBooks(
      other.id,
      "2025-02-28" as CivilDate,
      { now: http.clock.now(), today: "2026-05-20" as CivilDate },
      "operator",
      "Filed",
    );
    const entry = {
      date: "2025-03-01" as CivilDate,
      memo: "Later",
      reference: null,
      adjusting: true,
      lines: [
        { category: "cat_hosting", department: null, net_debit_cents: cents(5), memo: null },
        { category: "cat_payable", department: null, net_debit_cents: cents(-5), memo: null },
      ],
    };
    await app.ledger.postEntries(other.id, [entry], http.clock.now(), "operator");
    expect([await text(), await file()]).toEqual(before);
  });
});

test("the reversal of an adjusting entry is one in its month, and none in the next", async () => {
  const { now } = http.clock;
  const other = await post("2026-03-15", "hosting", "payable", 1_00, true);
  const reverse = (voucherId: string, date: string) =>
    app.ledger.reverseVoucher(
      company.id,
      voucherId,
      { date: date as CivilDate, memo: null },
      now(),
      "operator",
    );
  expect(await reverse(other, "2026-03-31")).toMatchObject({ adjusting: true });
  expect(await reverse(accrual, "2026-04-01")).toMatchObject({ adjusting: false });
});

const FORMS = [
  { group_period: "year", adjustments: "included" },
  { group_period: "year", adjustments: "excluded" },
  { group_period: "year", adjustments: "separate" },
  { group_period: "month", adjustments: "included" },
  { group_period: "month", adjustments: "separate" },
] as const;

/** The amounts of the rows as the table has them, from the JSON of the API. */
function amountsOf({ categories, total }: TrialBalance, inTwoColumns: boolean) {
  const amounts = (stages: Stages) => {
    const all = [
      stages.opening,
      ...stages.changes,
      ...(inTwoColumns && stages.unadjusted ? [stages.unadjusted] : []),
      ...(stages.adjustments ? [stages.adjustments] : []),
      stages.closing,
    ];
    return all.flatMap((sides) => (inTwoColumns ? [sides.debit_cents, sides.credit_cents] : [net(sides)]));
  };
  return [
    { label: "Categories", amounts: null },
    ...categories.map((row) => ({ label: row.name, amounts: amounts(row) })),
    { label: "Total", amounts: amounts(total) },
  ];
}

describeWith(outsideProgram(OFFICE), "the workbook", () => {
  test("recalculates to the same figures (TRIAL-003)", async () => {
    const workbooks = await Promise.all(
      FORMS.map(async ({ group_period, adjustments }) => {
        const { bytes } = await app.exports.makeFile(
          forOperator(company.id),
          {
            report_type: "trial_balance",
            ...QUARTER,
            format: "xlsx",
            group_by: { period: group_period },
            adjustments,
          },
          new AbortController().signal,
        );
        return bytes;
      }),
    );
    // Without the stored values of formulas, only what the program calculates is left.
    const saved = await recalculatedAll(workbooks.map(withoutValues));
    expect(saved.map((bytes) => readXlsxStatement(bytes).rows)).toEqual(
      workbooks.map((bytes) => readXlsxStatement(bytes).rows),
    );
  });
});

describe.each(FORMS)("the file of %o", ({ group_period, adjustments }) => {
  const inTwoColumns = group_period === "year";

  test("has the figures of the API in every format (TRIAL-003)", async () => {
    const json = await read({ ...QUARTER, period: group_period, adjustments });
    const files: ReadStatement[] = [];
    for (const format of ["csv", "xlsx", "pdf"] as const) {
      const { bytes } = await app.exports.makeFile(
        forOperator(company.id),
        { report_type: "trial_balance", ...QUARTER, format, group_by: { period: group_period }, adjustments },
        new AbortController().signal,
      );
      files.push(
        format === "csv"
          ? readCsvStatement(bytes)
          : format === "xlsx"
            ? readXlsxStatement(bytes)
            : await readPdfStatement(bytes),
      );
    }
    const expected = amountsOf(json, inTwoColumns);
    for (const { rows } of files) expect(rows).toEqual(expected);
    expect(files[0]?.columns).toEqual(
      inTwoColumns
        ? [
            "opening",
            "change",
            ...(adjustments === "separate" ? ["unadjusted", "adjustments"] : []),
            "closing",
          ].flatMap((stage) => [`${stage}_debit`, `${stage}_credit`])
        : [
            "opening",
            "2026-01-01..2026-01-31",
            "2026-02-01..2026-02-28",
            "2026-03-01..2026-03-31",
            ...(adjustments === "separate" ? ["adjustments"] : []),
            "closing",
          ],
    );
  });

  test("has on its page figures that are the sums of their entries (TRIAL-004)", async () => {
    const given = { report_type: "trial_balance", ...QUARTER, step: group_period, adjustments };
    const asked = async <T>(path: string, query: Query) => {
      const { text, status } = await ask(browser, `/app/api/${path}?${new URLSearchParams(query)}`, {
        company: company.id,
      });
      expect([text, status]).toEqual([text, 200]);
      return JSON.parse(text) as T;
    };
    const { columns, rows } = await asked<{
      columns: { key: string; start_date: string; end_date: string; side: string | null }[];
      rows: { key: string; figures: number[] | null; entries_by: string | null }[];
    }>("statement_table", given);
    let checked = 0;
    for (const { key, figures, entries_by } of rows) {
      if (entries_by === null) continue;
      expect(entries_by).toBe("debit");
      for (const [at, column] of columns.entries()) {
        const figure = figures?.[at] ?? 0;
        if (column.side !== null && figure === 0) continue;
        const days = { column_start: column.start_date, column_end: column.end_date, column: column.key };
        const entries: Sides[] = [];
        for (let after: string | null = ""; after !== null;) {
          const page: { data: Sides[]; next_cursor: string | null } = await asked("statement_entries", {
            ...given,
            ...days,
            row: key,
            limit: "3",
            ...(after === "" ? {} : { starting_after: after }),
          });
          entries.push(...page.data);
          after = page.next_cursor;
        }
        const sum = entries.reduce((total, sides) => total + net(sides), 0);
        expect([key, column.key, column.side === "credit" ? -sum : sum]).toEqual([key, column.key, figure]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(15);
    const open = rows.filter(({ figures, entries_by }) => figures !== null && entries_by === null);
    expect(open.map(({ key }) => key)).toEqual(["categories.total"]);
  });
});

test("a file of entries marks those that adjust with yes", async () => {
  const file = (mark: string) =>
    Buffer.from(
      `date,memo,adjusting,category,debit,credit\n2026-03-31,Owed,${mark},cat_hosting,5.00,\n,,,cat_payable,,5.00\n`,
    );
  const marksOf = async (mark: string) =>
    (await app.ledger.readEntryFile(file(mark))).map(({ adjusting, lines }) => [adjusting, lines.length]);
  expect([await marksOf("Yes"), await marksOf("no"), await marksOf("")]).toEqual([
    [[true, 2]],
    [[false, 2]],
    [[false, 2]],
  ]);
  await expect(marksOf("maybe")).rejects.toThrow('The column adjusting says yes or no, not "maybe".');
});

test("a file of it is asked for on its page, and what it lacks is refused", async () => {
  const send = (body: object, name: string = randomUUID()) =>
    ask(browser, "/app/api/statement_exports", {
      method: "POST",
      company: company.id,
      body,
      headers: { "idempotency-key": name },
    });
  const wanted = { report_type: "trial_balance", ...QUARTER, format: "csv", adjustments: "separate" };
  const asked = await send({ ...wanted, group_by: { period: "year" } }, "once");
  expect(asked.status).toBe(201);
  // Sent again, it is the same export.
  expect((await send({ ...wanted, group_by: { period: "year" } }, "once")).text).toBe(asked.text);
  await workOn(http);
  const { id } = JSON.parse(asked.text) as { id: string };
  const { text } = await ask(browser, `/app/api/statement_exports/${id}`, { company: company.id });
  const found = JSON.parse(text) as { status: string; file: { filename: string; download_url: string } };
  expect(found).toMatchObject({ status: "succeeded", compare: "none", adjustments: "separate" });
  expect(found.file.filename).toBe("harbor-pine-trial-balance-with-adjustments-2026-01-01-to-2026-03-31.csv");
  expect(readCsvStatement((await fetchLink(found.file.download_url)).bytes).rows).toEqual(
    amountsOf(await read({ ...QUARTER, adjustments: "separate" }), true),
  );
  // The API has exports of its own reports only.
  const own = await ask(browser, `/app/api/v1/reports/exports/${id}`, { company: company.id });
  expect(own.code).toBe("resource_missing");
  for (const [body, param, message] of [
    [
      { compare: "prior_year" },
      "compare",
      "A trial balance has no columns of other days. Ask for the trial balance of those days, too.",
    ],
    [{ group_by: { rows: "department" } }, "group_by", "Only the income statement has rows by department"],
    [
      { report_type: "balance_sheet" },
      "adjustments",
      "Only a trial balance can leave adjusting entries out or show them by themselves.",
    ],
  ] as const) {
    const refused = await send({ ...wanted, ...body });
    const { error } = JSON.parse(refused.text) as { error: object };
    expect([refused.status, error]).toMatchObject([
      400,
      { code: "invalid_request", param, message: expect.stringContaining(message) as string },
    ]);
  }
});
