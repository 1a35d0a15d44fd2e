/**
 * The overview in Chromium: signing in leads to it, its figures are those of the API, its charts have tables,
 * and every state is accessible.
 */
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

  test("signing in leads to it; its cash is the API's, and opens the balance sheet", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    expect(new URL(page.url()).pathname).toBe(`/app/c/${setting.company}/overview`);
    const { cash_cents } = await setting.api.read<{ cash_cents: number }>("/reports/balance_sheet", {});
    const cash = page.locator(".ov-figures dd a");
    expect(await cash.innerText()).toBe(written(cash_cents));
    await page.locator(".months-chart svg").nth(1).waitFor();
    await page.keyboard.press("t");
    await page.locator(".ov-table").waitFor();
    expect(await page.locator(".months-chart").count()).toBe(0);
    expect(await allFaultsOf(page)).toEqual([]);
    expect(await page.locator(".ov-table tbody tr").last().innerText()).toContain(written(cash_cents));
    await page.keyboard.press("t");
    await page.locator(".months-chart").first().waitFor();
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

  test("what waits leads to where it is done, the last changes to their records", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    const pairs = page.locator(".ov-list li", { hasText: /looks? like (a )?transfers?/ });
    await page.getByRole("heading", { name: "What waits" }).waitFor();
    await page.getByText("Looking…").waitFor({ state: "detached" });
    const { members } = await setting.api.client.getTeam();
    expect(members.length).toBeGreaterThan(0);
    if ((await pairs.count()) > 0) {
      const said = Number((await pairs.locator("b").innerText()).replaceAll(",", ""));
      await pairs.getByRole("link").click();
      await page.getByRole("dialog").locator(".tx-pairs > li").first().waitFor();
      expect(await page.locator(".tx-pairs > li").count()).toBe(said);
      await page.getByRole("button", { name: "Close", exact: true }).last().click();
      await expect.poll(() => page.url()).not.toContain("show=");
    }
    const [invoice] = await setting.api.client.listInvoices({ status: "open", limit: 1 }).all();
    await setting.api.client.voidInvoice(invoice?.id ?? "");
    await page.goto(`${setting.origin}/app/c/${setting.company}/overview`);
    await page.getByRole("link", { name: /void/i }).first().click();
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
    const line = page.locator(".ov-list li", { hasText: "1 filing is overdue or due soon" });
    await line.getByRole("link", { name: /^Look/ }).click();
    await page.getByText(`Delaware franchise tax ${year}`).first().waitFor();
    const taxes = await company.api.client.listTaxes().all();
    expect(taxes.filter(({ filing_status }) => filing_status !== "filed")).toMatchObject([{ year }]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
