/** The overview: each of its figures is that of the statements of the same days. */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { permissions, person } from "../../../test/support/bundle.ts";
import { withPassword } from "../../../test/support/console.ts";
import { ask } from "../../../test/support/session.ts";

const http = await testApp();
const owner = person("owner");
const outsider = person("outsider", permissions("manage", { reports: "none", company: "none" }));
const company = await http.company({
  users: [owner.user, outsider.user],
  members: [owner.member, outsider.member],
});
const browser = await withPassword(owner.user.email);

async function read<T>(path: string): Promise<T> {
  const { status, text } = await ask(browser, `/app/api${path}`, { company: company.id });
  expect([text, status]).toEqual([text, 200]);
  return JSON.parse(text) as T;
}

interface Overview {
  readonly date: string;
  readonly cash_cents: number;
  readonly burn_cents: number;
  readonly runway_tenths: number | null;
  readonly months: readonly {
    start_date: string;
    end_date: string;
    revenue_cents: number;
    expenses_cents: number;
    cash_cents: number;
  }[];
}

test("its months have the figures of the statements", async () => {
  // In these days the books have entries.
  http.clock.set(Date.parse("2025-05-20T20:00:00Z") / 1_000);
  const { months, cash_cents, burn_cents, date } = await read<Overview>("/overview");
  expect([months.length, date, months.at(-1)?.end_date]).toEqual([13, "2025-05-20", "2025-05-20"]);
  for (const { start_date, end_date, ...month } of months) {
    const days = `start_date=${start_date}&end_date=${end_date}`;
    const income = await read<{
      revenue: { total_cents: number };
      other_income: { total_cents: number };
      net_income_cents: number;
    }>(`/v1/reports/income_statement?${days}`);
    const balance = await read<{ cash_cents: number }>(`/v1/reports/balance_sheet?date=${end_date}`);
    const revenue = income.revenue.total_cents + income.other_income.total_cents;
    expect([start_date, month]).toEqual([
      start_date,
      {
        revenue_cents: revenue,
        expenses_cents: revenue - income.net_income_cents,
        cash_cents: balance.cash_cents,
      },
    ]);
  }
  expect(months.some(({ revenue_cents }) => revenue_cents !== 0)).toBe(true);
  expect(cash_cents).toBe(months.at(-1)?.cash_cents);
  const [before, last] = [months.at(-5), months.at(-2)];
  expect(burn_cents).toBe(Math.round(((before?.cash_cents ?? 0) - (last?.cash_cents ?? 0)) / 3));
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
