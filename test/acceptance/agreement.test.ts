/**
 * The figures of the sample company are consistent: reports, totals and journal entries agree, departments
 * add up to categories, and the statements agree with each other.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { json, LONG } from "./daybook.ts";
import { dayBefore, monthsOf, type Range } from "./days.ts";
import { type Sample, sample } from "./sample.ts";
import { service } from "./service.ts";
import {
  amountOf,
  balanceSections,
  type Category,
  categoryOf,
  type Entry,
  flowSections,
  incomeSections,
  isCategory,
  readBalance,
  readFlow,
  readIncome,
  sumOf,
} from "./statements.ts";

let books: Sample;
let categories: ReadonlyMap<string, Category>;
/** Ranges of days: with partial months at both ends, a quarter, days within a month, and a single day. */
let ranges: readonly Range[];
/** The last whole year. */
let year: Range;

beforeAll(async () => {
  books = await sample();
  categories = new Map((await books.api.client.listCategories().all()).map((row) => [row.id, row]));
  const last = Number(books.span.end_date.slice(0, 4));
  year = { start_date: `${last - 1}-01-01`, end_date: `${last - 1}-12-31` };
  ranges = [
    { start_date: `${last - 1}-01-20`, end_date: `${last - 1}-08-19` },
    { start_date: `${last - 1}-04-01`, end_date: `${last - 1}-06-30` },
    { start_date: `${last - 1}-03-08`, end_date: `${last - 1}-03-21` },
    { start_date: `${last - 1}-07-31`, end_date: `${last - 1}-07-31` },
  ];
}, LONG.timeout);

/** Returns the journal entries of a line, requested from the API with the line's id. */
function drill(line: { readonly category_id: string }, range: Partial<Range>): Promise<Entry[]> {
  return books.api.client.listJournalEntries({ category_id: line.category_id, ...range }).all();
}

function within({ start_date, end_date }: Range): Entry[] {
  return books.entries.filter(({ date }) => date >= start_date && date <= end_date);
}

/** Returns a category and its ancestors up to the root. */
function withAncestors(id: string | null): string[] {
  return id === null ? [] : [id, ...withAncestors(categories.get(id)?.parent_id ?? null)];
}

describe("over any range", LONG, () => {
  test("the journal entries of every line of the income statement add up to the line (LEDG-001, REP-004, REP-027)", async () => {
    for (const range of ranges) {
      const lines = incomeSections(await readIncome(books.api, range)).flatMap(
        (section) => section.categories,
      );
      for (const line of lines)
        expect([range, line.name, sumOf(await drill(line, range), (entry) => entry.amount_cents)]).toEqual([
          range,
          line.name,
          amountOf(line),
        ]);
    }
  });

  test("the income statement leaves out no category whose entries have a sum", async () => {
    for (const range of ranges) {
      const statement = await readIncome(books.api, range);
      const shown = new Set(
        incomeSections(statement).flatMap((section) => section.categories.map(categoryOf)),
      );
      const missing = within(range).filter(
        ({ category_id }) => categories.get(category_id)?.point_in_time === false && !shown.has(category_id),
      );
      const sums = Map.groupBy(missing, ({ category_id }) => category_id);
      for (const [id, entries] of sums)
        expect([range, id, sumOf(entries, (entry) => entry.amount_cents)]).toEqual([range, id, 0]);
      const income = within(range).filter(
        ({ category_id }) => categories.get(category_id)?.point_in_time === false,
      );
      expect([range, sumOf(income, (entry) => entry.credit_cents - entry.debit_cents)]).toEqual([
        range,
        statement.net_income_cents,
      ]);
    }
  });

  test("all journal entries up to the date of every line of the balance sheet add up to the line (LEDG-001, REP-046)", async () => {
    for (const { end_date } of ranges.slice(0, 2)) {
      for (const line of balanceSections(await readBalance(books.api, end_date)).flatMap((section) =>
        section.categories.filter(isCategory),
      )) {
        expect([
          end_date,
          line.name,
          sumOf(await drill(line, { end_date }), (entry) => entry.amount_cents),
        ]).toEqual([end_date, line.name, amountOf(line)]);
      }
    }
  });

  test("the journal entries of every line of the cash flow statement change cash by the line's amount (LEDG-001, REP-013, REP-057)", async () => {
    for (const range of ranges) {
      const flow = await readFlow(books.api, range);
      for (const line of flowSections(flow).flatMap((section) => section.categories.filter(isCategory))) {
        expect([
          range,
          line.name,
          sumOf(await drill(line, range), (entry) => entry.credit_cents - entry.debit_cents),
        ]).toEqual([range, line.name, amountOf(line)]);
      }
      expect(sumOf(flowSections(flow), ({ total_cents }) => total_cents)).toBe(flow.change_in_cash_cents);
    }
  });

  test("the statements agree with each other: cash, net income and both sides of the balance sheet (REP-038, REP-043, REP-053)", async () => {
    for (const range of [books.span, year, ...ranges]) {
      const [income, flow, before, after] = [
        await readIncome(books.api, range),
        await readFlow(books.api, range),
        await readBalance(books.api, dayBefore(range.start_date)),
        await readBalance(books.api, range.end_date),
      ];
      expect([range, flow.beginning_cash_cents, flow.ending_cash_cents]).toEqual([
        range,
        before.cash_cents,
        after.cash_cents,
      ]);
      expect([range, flow.change_in_cash_cents]).toEqual([range, after.cash_cents - before.cash_cents]);
      expect([range, flow.operating_activities.net_income_cents]).toEqual([range, income.net_income_cents]);
      const earned = (sheet: typeof after) =>
        sheet.equity.retained_earnings["ending_balance_cents"] ?? Number.NaN;
      expect([range, earned(after) - earned(before)]).toEqual([range, income.net_income_cents]);
      expect(sumOf(incomeSections(income), ({ total_cents }) => total_cents)).toBe(income.net_income_cents);
      const cash = after.assets.categories.find(({ name }) => name === "Cash");
      expect(cash?.balance_cents ?? 0).toBe(after.cash_cents);
    }
  });

  test("departments add up to the categories, and each equals the sum of its entries (REP-006, LEDG-008)", async () => {
    const departments = new Map((await books.api.client.listDepartments().all()).map((row) => [row.id, row]));
    const above = (id: string | null): string[] =>
      id === null ? [] : [id, ...above(departments.get(id)?.parent_id ?? null)];
    for (const range of ranges) {
      const [plain, grouped] = [
        await readIncome(books.api, range),
        await readIncome(books.api, range, { group_by: "department" }),
      ];
      expect(
        incomeSections(grouped).map(({ categories: lines, total_cents }) => ({ lines, total_cents })),
      ).toEqual(incomeSections(plain).map(({ categories: lines, total_cents }) => ({ lines, total_cents })));
      for (const section of incomeSections(grouped)) {
        const lines = section.departments ?? [];
        expect(
          sumOf(
            lines.filter((line) => line.parent_department_id === null),
            (line) => line.amount_cents,
          ),
        ).toBe(section.total_cents);
        const ofSection = new Set(section.categories.map(categoryOf));
        const entries = within(range).filter(({ category_id }) => ofSection.has(category_id));
        for (const line of lines) {
          const below = entries.filter(({ department_id: id }) =>
            line.department_id === null ? id === null : above(id).includes(line.department_id),
          );
          expect([range, line.department_id, sumOf(below, (entry) => entry.amount_cents)]).toEqual([
            range,
            line.department_id,
            line.amount_cents,
          ]);
        }
      }
    }
    for (const id of departments.keys()) {
      const listed = await books.api.client
        .listJournalEntries({
          department_id: id,
          ...year,
        })
        .all();
      const expected = within(year).filter(({ department_id }) => above(department_id).includes(id));
      expect(new Set(listed.map((entry) => entry.id))).toEqual(new Set(expected.map((entry) => entry.id)));
    }
  });
});

describe("category totals", LONG, () => {
  test("of every month equal the lines of that month's reports and the sums of its entries (REP-025, LEDG-014, LEDG-020, LEDG-021)", async () => {
    const balances = new Map<string, number>();
    for (const month of monthsOf(books.span)) {
      const entries = within(month);
      const activity = new Map<string, number>();
      for (const entry of entries) {
        for (const id of withAncestors(entry.category_id)) {
          activity.set(id, (activity.get(id) ?? 0) + entry.amount_cents);
          balances.set(id, (balances.get(id) ?? 0) + entry.amount_cents);
        }
      }
      const totals = await books.api.client.listTotals({ ...month, date: month.end_date }).all();
      expect(totals.map((total) => total.category_id).toSorted()).toEqual([...categories.keys()].toSorted());
      for (const { category_id, point_in_time, total_cents } of totals) {
        expect([month, category_id, total_cents]).toEqual([
          month,
          category_id,
          (point_in_time ? balances : activity).get(category_id) ?? 0,
        ]);
      }
      const amounts = new Map(totals.map((total) => [total.category_id, total.total_cents]));
      const lines = [
        ...incomeSections(await readIncome(books.api, month)),
        ...balanceSections(await readBalance(books.api, month.end_date)),
      ];
      for (const line of lines
        .flatMap((section) => section.categories)
        .filter(({ category_id }) => categories.has(category_id))) {
        expect([month, line.name, amountOf(line)]).toEqual([month, line.name, amounts.get(line.category_id)]);
      }
    }
  });

  test("the months of a year add up to it", async () => {
    const ofYear = await readIncome(books.api, year);
    const months = await Promise.all(monthsOf(year).map((month) => readIncome(books.api, month)));
    expect(months.length).toBe(12);
    expect(sumOf(months, (month) => month.net_income_cents)).toBe(ofYear.net_income_cents);
    for (const [index, section] of incomeSections(ofYear).entries()) {
      expect(sumOf(months, (month) => incomeSections(month)[index]?.total_cents ?? Number.NaN)).toBe(
        section.total_cents,
      );
    }
  });
});

test(
  "months whose rollups are marked stale are computed from entries with the same figures, until they are rebuilt (REP-028)",
  LONG,
  async () => {
    const { daybook } = await service();
    const allRanges = [...ranges, year];
    const figures = async () =>
      Promise.all(
        allRanges.map(async (range) =>
          withoutTimes([
            await readIncome(books.api, range),
            await readFlow(books.api, range),
            await readBalance(books.api, range.end_date),
          ]),
        ),
      );
    const totals = async () =>
      withoutTimes(await books.api.client.listTotals({ ...year, date: year.end_date }).all());
    const before = [await figures(), await totals()];
    await json(daybook, [
      "company",
      "stale",
      books.id,
      ...monthsOf(year)
        .slice(2, 8)
        .map((month) => month.start_date.slice(0, 7)),
    ]);
    expect([await figures(), await totals()]).toEqual(before);
    expect(await json(daybook, ["verify", books.id, "--rebuild"])).toMatchObject({
      ok: true,
      companies: [{ company_id: books.id }],
    });
    expect([await figures(), await totals()]).toEqual(before);
  },
);

/** Returns answers without their `refreshed_at`. */
function withoutTimes(read: unknown): unknown {
  return JSON.parse(JSON.stringify(read), (name, value: unknown) =>
    name === "refreshed_at" ? undefined : value,
  );
}
