/**
 * The overview: each of its figures is that of the statements and the journal of the same days, which the API
 * gives.
 */
import { beforeEach, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { cr, dr, JOURNAL, permissions, person, voucher } from "../../../test/support/bundle.ts";
import { withPassword } from "../../../test/support/console.ts";
import { ask } from "../../../test/support/session.ts";

const http = await testApp();
const owner = person("owner");
const outsider = person("outsider", permissions("manage", { reports: "none", company: "none" }));

/** What a merchant is paid on some days, as an expense. */
const paid = (word: string, merchant: string, amounts: Readonly<Record<string, number>>) =>
  Object.entries(amounts).map(([day, cents]) =>
    voucher(`2025-${day}`, merchant, [dr(word, cents), cr("checking", cents)], { merchant }),
  );

const company = await http.company({
  users: [owner.user, outsider.user],
  members: [owner.member, outsider.member],
  accounts: [
    account("card", "credit", "cat_payable"),
    account("checking", "checking", "cat_checking"),
    account("second", "credit", "cat_payable"),
  ],
  journal: [
    ...JOURNAL,
    // Two merchants of one category, of which one explains the change; what is after the same day of the
    // month before explains nothing.
    ...paid("software", "Drawing Board", {
      "04-03": 90_00,
      "04-19": 95_00,
      "04-25": 7_777_00,
      "05-04": 700_10,
    }),
    ...paid("software", "Code Depot", { "04-05": 300_00, "05-05": 310_00 }),
    // A category with entries of its own, and one below it.
    ...paid("travel", "Taxi", { "04-20": 50_00, "04-21": 9_000_00, "05-20": 640_00 }),
    ...paid("flights", "Sky Lines", { "04-02": 2_000_00, "05-02": 100_00, "05-03": 120_00 }),
    // What fell most does not explain why all of it rose.
    ...paid("hotels", "Inn on the Bay", { "04-04": 500_00 }),
    ...paid("hotels", "Lodge", { "05-04": 400_00 }),
    ...paid("hotels", "Camp", { "05-05": 300_00 }),
    // Without a merchant.
    voucher("2025-05-06", "Pay", [dr("payroll", 4_000_00), cr("payable", 4_000_00)], {
      source: "adjustment",
    }),
    voucher("2025-04-06", "Pay", [dr("payroll", 2_500_00), cr("checking", 2_500_00)], {
      source: "csv_upload",
    }),
    voucher("2025-05-07", "Earned", [dr("savings", 44_00), cr("interest_income", 44_00)], {
      merchant: "Bank",
    }),
    voucher("2025-05-08", "Borrowed", [dr("interest_expense", 5_00), cr("checking", 5_00)]),
    voucher("2025-05-09", "Sold", [dr("checking", 9_999_99), cr("services", 9_999_99)], { merchant: "Fern" }),
    voucher("2025-04-09", "Sold", [dr("checking", 12_000_00), cr("services", 12_000_00)], {
      merchant: "Fern",
    }),
  ],
});
const browser = await withPassword(owner.user.email);

function account(id: string, type: "checking" | "credit", category_id: string) {
  return {
    id: `acct_${id}`,
    name: id,
    institution_name: null,
    type,
    last4: null,
    category_id,
    active: true,
    created: 1_700_000_000,
  };
}

async function read<T>(path: string): Promise<T> {
  const { status, text } = await ask(browser, `/app/api${path}`, { company: company.id });
  expect([text, status]).toEqual([text, 200]);
  return JSON.parse(text) as T;
}

interface Days {
  readonly start_date: string;
  readonly end_date: string;
}
interface Figure {
  readonly amount_cents: number;
  readonly before_cents: number;
  readonly change_cents: number;
  readonly percent_tenths: number | null;
  readonly is_better: boolean | null;
}
interface Overview {
  readonly date: string;
  readonly cash_cents: number;
  readonly cash_since_date: string;
  readonly cash_change_cents: number;
  readonly cash_categories: readonly { category_id: string; balance_cents: number }[];
  readonly cards: { count: number; balance_cents: number } | null;
  readonly days: Days;
  readonly days_before: Days;
  readonly revenue: Figure;
  readonly expenses: Figure;
  readonly burn: Figure;
  readonly burn_days: Days;
  readonly runway: { tenths: number | null; before_tenths: number | null; is_better: boolean | null };
  readonly changes: readonly {
    line: string;
    category_id: string;
    amount_cents: number;
    before_cents: number;
    change_cents: number;
    is_better: boolean;
    reason: Reason | null;
  }[];
  readonly months: readonly (Days & {
    revenue_cents: number;
    expenses_cents: number;
    net_income_cents: number;
    cash_cents: number;
    burn_cents: number;
    runway_tenths: number | null;
  })[];
}
interface Reason {
  readonly merchant: string | null;
  readonly source: string | null;
  readonly amount_cents: number;
  readonly before_cents: number;
  readonly entry_count: number;
  readonly before_entry_count: number;
}

/** Revenue and costs of some days, by the income statement of the API. */
async function resultsOf({ start_date, end_date }: Days) {
  const income = await read<{
    revenue: { total_cents: number };
    other_income: { total_cents: number };
    net_income_cents: number;
  }>(`/v1/reports/income_statement?start_date=${start_date}&end_date=${end_date}`);
  const revenue = income.revenue.total_cents + income.other_income.total_cents;
  return { revenue, expenses: revenue - income.net_income_cents, net: income.net_income_cents };
}

const cashOn = async (day: string): Promise<number> =>
  (await read<{ cash_cents: number }>(`/v1/reports/balance_sheet?date=${day}`)).cash_cents;

beforeEach(() => {
  // In these days the books have entries.
  http.clock.set(Date.parse("2025-05-20T20:00:00Z") / 1_000);
});

test("its months have the figures of the statements", async () => {
  const { months, cash_cents, burn, date } = await read<Overview>("/overview");
  expect([months.length, date, months.at(-1)?.end_date]).toEqual([13, "2025-05-20", "2025-05-20"]);
  for (const { start_date, end_date, revenue_cents, expenses_cents, ...month } of months) {
    const { revenue, expenses, net } = await resultsOf({ start_date, end_date });
    expect([start_date, revenue_cents, expenses_cents, month.net_income_cents, month.cash_cents]).toEqual([
      start_date,
      revenue,
      expenses,
      net,
      await cashOn(end_date),
    ]);
  }
  expect(months.some(({ revenue_cents }) => revenue_cents !== 0)).toBe(true);
  expect(cash_cents).toBe(months.at(-1)?.cash_cents);
  for (const [at, { burn_cents, runway_tenths, cash_cents: cash }] of months.entries()) {
    const [before, last] = [months[at - 4], months[at - 1]];
    if (before === undefined || last === undefined) continue;
    expect(burn_cents).toBe(Math.round((before.cash_cents - last.cash_cents) / 3));
    expect(runway_tenths).toBe(burn_cents > 0 ? Math.floor((cash * 10) / burn_cents) : null);
  }
  expect(burn.amount_cents).toBe(months.at(-1)?.burn_cents);
});

test("the month so far stands beside the same days of the month before (CONS-019)", async () => {
  const overview = await read<Overview>("/overview");
  const { days, days_before, revenue, expenses, burn, runway, burn_days } = overview;
  expect([days, days_before, burn_days]).toEqual([
    { start_date: "2025-05-01", end_date: "2025-05-20" },
    { start_date: "2025-04-01", end_date: "2025-04-20" },
    { start_date: "2025-02-01", end_date: "2025-04-30" },
  ]);
  const [now, before] = [await resultsOf(days), await resultsOf(days_before)];
  const share = (amount: number, former: number) => Math.round((amount / former - 1) * 1_000);
  expect(revenue).toEqual({
    amount_cents: now.revenue,
    before_cents: before.revenue,
    change_cents: now.revenue - before.revenue,
    percent_tenths: share(now.revenue, before.revenue),
    is_better: now.revenue > before.revenue,
  });
  expect(expenses).toEqual({
    amount_cents: now.expenses,
    before_cents: before.expenses,
    change_cents: now.expenses - before.expenses,
    percent_tenths: share(now.expenses, before.expenses),
    is_better: now.expenses < before.expenses,
  });
  const [fourAgo, lastMonth, monthBefore] = [
    await cashOn("2024-12-31"),
    await cashOn("2025-04-30"),
    await cashOn("2025-03-31"),
  ];
  const burnBefore = Math.round((fourAgo - monthBefore) / 3);
  expect([burn.before_cents, burn.is_better]).toEqual([burnBefore, burn.amount_cents < burnBefore]);
  // As the page said a month ago, on the same day.
  http.clock.set(Date.parse("2025-04-20T20:00:00Z") / 1_000);
  const aMonthAgo = await read<Overview>("/overview");
  expect([burn.before_cents, runway.before_tenths]).toEqual([
    aMonthAgo.burn.amount_cents,
    aMonthAgo.runway.tenths,
  ]);
  expect([overview.cash_since_date, overview.cash_change_cents]).toEqual([
    "2025-04-30",
    overview.cash_cents - lastMonth,
  ]);
  // A day that the other month lacks is its last one.
  http.clock.set(Date.parse("2025-03-30T20:00:00Z") / 1_000);
  expect((await read<Overview>("/overview")).days_before).toEqual({
    start_date: "2025-02-01",
    end_date: "2025-02-28",
  });
});

test("its accounts add up to the cash, and cards stand apart", async () => {
  const { cash_categories: accounts, cards, cash_cents } = await read<Overview>("/overview");
  const balanceOf = async (id: string): Promise<number> =>
    (await read<{ total_cents: number }>(`/v1/aggregations/total?category_id=${id}&date=2025-05-20`))
      .total_cents;
  expect(accounts.map(({ category_id }) => category_id)).toEqual(["cat_checking", "cat_savings"]);
  for (const { category_id, balance_cents } of accounts)
    expect([category_id, balance_cents]).toEqual([category_id, await balanceOf(category_id)]);
  expect(accounts.reduce((sum, { balance_cents }) => sum + balance_cents, 0)).toBe(cash_cents);
  // Two accounts of one category are one.
  expect(cards).toEqual({ count: 1, balance_cents: -(await balanceOf("cat_payable")) });
});

test("what changed most is of the statements and entries of both days, and says whose (CONS-020)", async () => {
  const { days, days_before, changes } = await read<Overview>("/overview");
  interface Entry {
    category_id: string;
    amount_cents: number;
    merchant: string | null;
    source: string;
  }
  const entriesOf = async ({ start_date, end_date }: Days) =>
    (
      await read<{ data: Entry[] }>(
        `/v1/journal_entries?start_date=${start_date}&end_date=${end_date}&limit=100`,
      )
    ).data;
  const [now, before] = [await entriesOf(days), await entriesOf(days_before)];
  const sum = (entries: readonly Entry[]) => entries.reduce((all, each) => all + each.amount_cents, 0);
  const { data: categories } = await read<{ data: { id: string; account_type: string }[] }>(
    "/v1/categories?limit=100",
  );
  const isOf = (id: string) => (each: Entry) => each.category_id === id;
  const expected = categories
    .filter(({ account_type }) => !["asset", "liability", "equity"].includes(account_type))
    .map(({ id, account_type }) => {
      const [own, former] = [now.filter(isOf(id)), before.filter(isOf(id))];
      const effect = sum(own) - sum(former);
      const isIncome = ["revenue", "other_income"].includes(account_type);
      const groups = new Map(
        [...own, ...former].map(({ merchant, source }) => {
          const isIn = (each: Entry) =>
            each.merchant === merchant && (merchant !== null || each.source === source);
          const [mine, theirs] = [own.filter(isIn), former.filter(isIn)];
          const reason: Reason = {
            merchant,
            source: merchant === null ? source : null,
            amount_cents: sum(mine),
            before_cents: sum(theirs),
            entry_count: mine.length,
            before_entry_count: theirs.length,
          };
          return [`${merchant} ${reason.source}`, reason];
        }),
      );
      const part = (each: Reason) => (each.amount_cents - each.before_cents) * Math.sign(effect);
      const [reason = null] = [...groups.values()].toSorted((a, b) => part(b) - part(a));
      return {
        id,
        amount_cents: sum(own),
        before_cents: sum(former),
        change_cents: isIncome ? effect : -effect,
        is_better: effect > 0,
        reason,
      };
    })
    .filter(({ change_cents }) => change_cents !== 0)
    .toSorted((a, b) => Math.abs(b.change_cents) - Math.abs(a.change_cents));
  expect(expected.length).toBeGreaterThan(6);
  expect(
    changes.map(
      ({
        category_id,
        line: _line,
        name: _name,
        ...change
      }: (typeof changes)[number] & { name?: string }) => ({
        id: category_id.replace(/-direct$/, ""),
        ...change,
      }),
    ),
  ).toEqual(expected.slice(0, 6));
  const reasons = changes.map(({ reason }) => reason?.merchant ?? reason?.source);
  expect(reasons).toEqual(
    expect.arrayContaining(["Drawing Board", "Sky Lines", "Taxi", "Lodge", "adjustment"]),
  );
  // Each of them opens its entries in the statement of these days, and as a filter of the journal.
  for (const { line, category_id, amount_cents } of changes) {
    const dates = `start_date=${days.start_date}&end_date=${days.end_date}`;
    const column = `column_start=${days.start_date}&column_end=${days.end_date}`;
    const opened = await read<{ data: Entry[] }>(
      `/statement_entries?${dates}&step=whole&compare=prior_period&row=${line}&${column}`,
    );
    const listed = await read<{ data: Entry[] }>(`/v1/journal_entries?${dates}&category_id=${category_id}`);
    expect([line, sum(opened.data), sum(listed.data)]).toEqual([line, amount_cents, amount_cents]);
  }
});

test("a company without entries has nothing that changed, and no cards", async () => {
  const empty = await http.company({ users: [owner.user], members: [owner.member], journal: [] });
  const { text } = await ask(browser, "/app/api/overview", { company: empty.id });
  const { cash_categories: accounts, cards, changes, revenue, runway } = JSON.parse(text) as Overview;
  expect([accounts, cards, changes, revenue.percent_tenths, revenue.is_better, runway.tenths]).toEqual([
    [],
    null,
    [],
    null,
    null,
    null,
  ]);
});

test("the last changes are those of the audit trail, for those who may see the company", async () => {
  await http.app.company.setFeature(company.id, "departments", true);
  const { data } = await read<{ data: readonly { id: string; action: string; surface: string }[] }>(
    "/changes?limit=3",
  );
  const events = await http.app.audit.list(company.id, {}, 3);
  expect(data.map(({ id, action }) => [id, action])).toEqual(events.map(({ id, action }) => [id, action]));
  const other = await withPassword(outsider.user.email);
  for (const path of ["/changes", "/overview"])
    expect((await ask(other, `/app/api${path}`, { company: company.id })).code).toBe(
      "insufficient_permission",
    );
});

test("the last changes name who and what, as far as one may know it (CONS-021)", async () => {
  const auditor = person(
    "auditor",
    permissions("view", { accounting_setup: "none", team_access: "none", api_access: "none" }),
  );
  const named = await http.company({
    users: [owner.user, auditor.user],
    members: [owner.member, auditor.member],
  });
  const renamed = await ask(browser, "/app/api/chart/categories/cat_software", {
    company: named.id,
    method: "PATCH",
    body: { name: "Tools" },
  });
  expect([renamed.text, renamed.status]).toEqual([renamed.text, 200]);
  const people = await ask(browser, "/app/api/people", { company: named.id });
  const own = (
    JSON.parse(people.text) as { people: { user: string; name: string; email: string }[] }
  ).people.find(({ user }) => user === owner.user.id);
  const changesFor = async (who: typeof browser) => {
    const [change, inTrail] = await Promise.all(
      ["changes", "audit_events?limit=1"].map(async (path) => {
        const { text } = await ask(who, `/app/api/${path}`, { company: named.id });
        return (JSON.parse(text) as { data: readonly { subject_name: string | null }[] }).data[0];
      }),
    );
    expect(inTrail?.subject_name).toBe(change?.subject_name);
    return change;
  };
  const event = { actor: owner.user.id, action: "category set", subject: "cat_software" };
  expect(await changesFor(browser)).toMatchObject({
    ...event,
    actor_name: own?.name ?? own?.email,
    subject_name: "Tools",
  });
  expect(await changesFor(await withPassword(auditor.user.email))).toMatchObject({
    ...event,
    actor_name: null,
    subject_name: null,
  });
});
