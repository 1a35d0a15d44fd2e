/**
 * The overview in Chromium: signing in leads to it, its figures are those of the API, its charts have tables,
 * and every state is accessible.
 */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, person } from "../support/bundle.ts";
import { franchise } from "../support/tax-records.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, OWNER, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

/** An amount as the console writes it. */
function written(cents: number): string {
  const [dollars = "", rest = ""] = (Math.abs(cents) / 100).toFixed(2).split(".");
  const text = `${dollars.replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
  return cents < 0 ? `(${text})` : text;
}

describeWith(CHROMIUM, "the overview in Chromium", () => {
  let setting: ConsoleSetting;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
  }, LONG.timeout);
  afterAll(() => setting.close());

  interface Figure {
    readonly amount_cents: number;
    readonly before_cents: number;
  }
  interface Days {
    readonly start_date: string;
    readonly end_date: string;
  }
  interface Overview {
    readonly days: Days;
    readonly days_before: Days;
    readonly burn_days: Days;
    readonly burn: Figure;
    readonly runway: { readonly tenths: number };
  }

  /** What the page itself asked for its figures. */
  const overviewOf = (page: Page): Promise<Overview> =>
    page.evaluate(`fetch("/app/api/overview", { headers: { "daybook-company": "${setting.company}" } })
      .then((answer) => answer.json())`);

  const income = (days: Days) =>
    setting.api.read<{
      revenue: { total_cents: number };
      other_income: { total_cents: number };
      net_income_cents: number;
    }>("/reports/income_statement", { start_date: days.start_date, end_date: days.end_date });

  /** The figures of the rows of a statement that is shown, in their columns. */
  async function shownRow(page: Page, line: string): Promise<string[]> {
    await page.locator(`.st a[data-line="${line}"]`).first().waitFor();
    return page.locator(`.st a[data-line="${line}"]`).allInnerTexts();
  }

  test("signing in leads to it; its cash is the API's, and opens the balance sheet", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    expect(new URL(page.url()).pathname).toBe(`/app/c/${setting.company}/overview`);
    const { cash_cents } = await setting.api.read<{ cash_cents: number }>("/reports/balance_sheet", {});
    const cash = page.locator(".ov-cash .ov-figure");
    expect(await cash.innerText()).toBe(written(cash_cents));
    await page.locator(".ov-bars svg").waitFor();
    expect(await allFaultsOf(page)).toEqual([]);
    await page.keyboard.press("t");
    const table = page.getByRole("table", { name: "Cash, revenue and costs by month" });
    await expect.poll(() => table.isVisible()).toBe(true);
    expect(await page.locator(".ov-bars").count()).toBe(0);
    expect(await allFaultsOf(page)).toEqual([]);
    expect(await table.locator("tbody tr").last().innerText()).toContain(written(cash_cents));
    await page.keyboard.press("t");
    await page.locator(".ov-bars svg").waitFor();
    const review = await setting.api.read<{ data: unknown[]; has_more: boolean }>("/transactions", {
      status: "needs_review",
      limit: "100",
    });
    const waiting = page.locator(".ov-list li", { hasText: "to review" }).first();
    if (review.data.length > 0)
      expect(await waiting.innerText()).toContain(
        review.has_more ? "100 or more" : String(review.data.length),
      );
    await cash.click();
    await page.getByRole("heading", { level: 1, name: "Balance sheet" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(
    "each answer is of the statement that it opens, beside the same days before (CONS-019)",
    LONG,
    async () => {
      const { context, page, complaints } = await visitConsole(setting, OWNER);
      const { days, days_before, burn_days, burn } = await overviewOf(page);
      const answer = (name: string) => page.locator(".ov-answer", { hasText: name });
      const open = async (name: string, heading: string): Promise<void> => {
        await answer(name).click();
        await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      };
      const back = async (): Promise<void> => {
        await page.goBack();
        await answer("Revenue").waitFor();
      };
      const [now, before] = [await income(days), await income(days_before)];
      const revenueOf = (of: typeof now) => of.revenue.total_cents + of.other_income.total_cents;
      const text = await answer("Revenue").innerText();
      expect([text.includes(written(revenueOf(now))), text.includes(written(revenueOf(before)))]).toEqual([
        true,
        true,
      ]);
      await open("Revenue", "Income statement");
      const cents = (shown: string | undefined): number =>
        Number((shown ?? "").replaceAll(/[^\d]/g, "")) * (shown?.startsWith("(") === true ? -1 : 1);
      const at = (rows: readonly string[][], column: number): number =>
        rows.reduce((sum, figures) => sum + cents(figures[column]), 0);
      // These days, and after them those that they are compared with.
      const shown = [await shownRow(page, "revenue.total"), await shownRow(page, "other_income.total")];
      expect([at(shown, 0), at(shown, 1)]).toEqual([revenueOf(now), revenueOf(before)]);
      await back();
      const costs = revenueOf(now) - now.net_income_cents;
      expect(await answer("Costs").innerText()).toContain(written(-costs));
      await open("Costs", "Income statement");
      const [net] = await shownRow(page, "net_income");
      expect(revenueOf(now) - cents(net)).toBe(costs);
      await back();
      expect(await answer("Monthly burn").innerText()).toContain(written(burn.amount_cents));
      await open("Monthly burn", "Cash flow");
      const flow = await setting.api.read<{ change_in_cash_cents: number }>("/reports/cash_flow", {
        start_date: burn_days.start_date,
        end_date: burn_days.end_date,
      });
      expect(Math.round(-flow.change_in_cash_cents / 3)).toBe(burn.amount_cents);
      await page.locator(".st", { hasText: written(flow.change_in_cash_cents) }).waitFor();
      await back();
      const { cash_cents } = await setting.api.read<{ cash_cents: number }>("/reports/balance_sheet", {});
      const tenths = Math.floor((cash_cents * 10) / burn.amount_cents);
      expect(await answer("Runway").innerText()).toContain(
        `${Math.floor(tenths / 10)}.${tenths % 10} months`,
      );
      await open("Runway", "Cash flow");
      await page.locator(".st", { hasText: written(cash_cents) }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test("a month tells its figures to pointer and keyboard, and opens its statement", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    const months = page.locator(".ov-months a");
    expect(await months.count()).toBe(13);
    const note = page.locator(".ov-note");
    const [first, last] = [months.nth(2), months.nth(11)];
    const daysOf = async (month: Locator): Promise<Days> => {
      const { searchParams } = new URL((await month.getAttribute("href")) ?? "", setting.origin);
      return { start_date: searchParams.get("from") ?? "", end_date: searchParams.get("to") ?? "" };
    };
    const figures = async (month: Locator): Promise<string[]> => {
      const of = await income(await daysOf(month));
      const revenue = of.revenue.total_cents + of.other_income.total_cents;
      return [revenue, of.net_income_cents - revenue, of.net_income_cents].map(written);
    };
    expect(await note.count()).toBe(0);
    await first.hover();
    expect(await note.locator("dd").allInnerTexts()).toEqual(await figures(first));
    // One stop of the Tab key; arrows move among the months.
    await months.nth(12).focus();
    await page.keyboard.press("ArrowLeft");
    const expected = await figures(last);
    await expect.poll(() => note.locator("dd").allInnerTexts()).toEqual(expected);
    for (const text of expected) expect(await last.getAttribute("aria-label")).toContain(text);
    expect(await allFaultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => note.count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Income statement" }).waitFor();
    expect((await shownRow(page, "net_income"))[0]).toBe(expected[2]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("what changed most opens the lines behind it, and whose they are (CONS-020)", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    const row = page.locator(".ov-changes tbody tr").first();
    const [figure = ""] = await row.locator("td").allInnerTexts();
    await row.locator("th a").click();
    await page.getByText(/(add up to|makes) this figure/).waitFor();
    expect(await page.locator(".panel .sum").innerText()).toBe(figure);
    await page.goBack();
    const why = row.locator("td a");
    const said = /^(.+): (\d+|none)/.exec(await why.innerText());
    await why.click();
    await page.getByRole("heading", { level: 1, name: "Journal" }).waitFor();
    const count = said?.[2] === "none" ? 0 : Number(said?.[2]);
    const entries = page.locator("[data-entry]");
    if (count > 0) await expect.poll(() => entries.count()).toBe(count);
    expect(new URL(page.url()).searchParams.get("merchant")).toBe(said?.[1]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("what waits leads to where it is done, the last changes to their records", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    const pairs = page.locator(".ov-list li", { hasText: "may be transfers" });
    await page.getByRole("heading", { name: "To do" }).waitFor();
    await page.getByText("Looking…").waitFor({ state: "detached" });
    const { members } = await setting.api.client.getTeam();
    expect(members.length).toBeGreaterThan(0);
    if ((await pairs.count()) > 0) {
      const said = Number.parseInt(await pairs.locator("b").innerText(), 10);
      await pairs.getByRole("link").click();
      await page.getByRole("dialog").locator(".tx-pairs > li").first().waitFor();
      expect(await page.locator(".tx-pairs > li").count()).toBe(said);
      await page.getByRole("button", { name: "Close", exact: true }).last().click();
      await expect.poll(() => page.url()).not.toContain("show=");
    }
    const [invoice] = await setting.api.client.listInvoices({ status: "open", limit: 1 }).all();
    await setting.api.client.voidInvoice(invoice?.id ?? "");
    await page.goto(`${setting.origin}/app/c/${setting.company}/overview`);
    const change = page.locator(".ov-list li", { hasText: " voided " }).first();
    await change
      .getByRole("link", { name: `${invoice?.number ?? ""} of ${invoice?.customer_name ?? ""}` })
      .click();
    await page.getByRole("complementary", { name: "Invoice" }).waitFor();
    expect(new URL(page.url()).searchParams.get("invoice")).toBe(invoice?.id);
    expect((await setting.api.client.getInvoice(invoice?.id ?? "")).status).toBe("void");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("filings that are overdue wait, as the calendar of filings says", LONG, async () => {
    const owner = person("overdue");
    const year = new Date().getUTCFullYear() - 3;
    const company = await importCompany(
      setting.service,
      companyBundle({
        users: [owner.user],
        members: [owner.member],
        taxes: [franchise(year), franchise(year - 1, { filing_status: "filed", filed_at: 1_600_000_000 })],
      }),
    );
    await setPassword(setting, owner.user.email);
    const { context, page, complaints } = await visitConsole(setting, owner.user.email);
    const line = page.locator(".ov-list li", { hasText: "1 filing overdue or due soon" });
    await line.getByRole("link", { name: /^See/ }).click();
    await page.getByText(`Delaware franchise tax ${year}`).first().waitFor();
    const taxes = await company.api.client.listTaxes().all();
    expect(taxes.filter(({ filing_status }) => filing_status !== "filed")).toMatchObject([{ year }]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
