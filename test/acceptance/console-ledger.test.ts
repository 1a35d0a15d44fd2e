/**
 * The general ledger and the changes in equity in Chromium: their figures are those of the API. An account of
 * the trial balance opens its ledger, and each entry its voucher.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import {
  type ConsoleSetting,
  fillDays,
  OWNER,
  setPassword,
  startConsole,
  visitConsole,
} from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";

/** An amount as the console writes it. */
function written(cents: number): string {
  if (cents === 0) return "–";
  const [dollars = "", rest = ""] = (Math.abs(cents) / 100).toFixed(2).split(".");
  const text = `${dollars.replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
  return cents < 0 ? `(${text})` : text;
}

describeWith(CHROMIUM, "the general ledger in Chromium", () => {
  let setting: ConsoleSetting;
  const year = new Date().getUTCFullYear() - 1;
  const days = { start_date: `${year}-03-01`, end_date: `${year}-03-31` };

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
  }, LONG.timeout);
  afterAll(() => setting.close());

  test("opens from the trial balance, and opens vouchers (GL-004)", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.goto(
      `${setting.origin}/app/c/${setting.company}/statements/trial?from=${days.start_date}&to=${days.end_date}`,
    );
    await page.getByRole("rowheader", { name: "Hosting" }).getByRole("link").click();
    await page.getByRole("heading", { name: "General ledger" }).waitFor();
    const lines = await setting.api.client.listGeneralLedger({ ...days, category_id: "cat_hosting" }).all();
    expect(lines.length).toBeGreaterThan(2);
    await page.getByText("Balances in parentheses are credits.").waitFor();
    const rows = page.locator("table.ledger tbody tr:has(td)");
    const balances = await rows.locator("td:last-child").allInnerTexts();
    expect(balances).toEqual(lines.map(({ balance_cents }) => written(balance_cents)));
    expect(await allFaultsOf(page)).toEqual([]);
    const entry = lines.find(({ kind }) => kind === "entry")?.id ?? "";
    await page.locator(`[data-opens="${entry}"]`).click();
    await page.getByRole("heading", { name: "Voucher" }).waitFor();
    await page.keyboard.press("Escape");
    await fillDays(page, "Days", { "First day": `${year}-01-01` });
    const longer = await setting.api.client
      .listGeneralLedger({ start_date: `${year}-01-01`, end_date: days.end_date, category_id: "cat_hosting" })
      .all();
    await expect.poll(() => rows.count()).toBe(longer.length);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("stands beside the changes in equity, with the figures of the API (EQUITY-004)", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.goto(
      `${setting.origin}/app/c/${setting.company}/statements/equity?from=${days.start_date}&to=${days.end_date}`,
    );
    const { categories, total } = await setting.api.client.getChangesInEquity(days);
    const closing = page.getByRole("row", { name: /^Closing Balance/ });
    await closing.waitFor();
    expect(await closing.locator("td").allInnerTexts()).toEqual(
      [...categories, total].map((each) => written(each.closing_cents)),
    );
    expect(await allFaultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
