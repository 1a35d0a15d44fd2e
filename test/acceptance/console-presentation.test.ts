/**
 * How the console presents a statement, in Chromium: the year to date and percentages of revenue beside it,
 * and rounded amounts, whose figures are those of the API.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, OWNER, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";

describeWith(CHROMIUM, "a statement in Chromium", () => {
  let setting: ConsoleSetting;
  const year = new Date().getUTCFullYear() - 1;
  const month = { start_date: `${year}-03-01`, end_date: `${year}-03-31` };

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
  }, LONG.timeout);
  afterAll(() => setting.close());

  test("stands beside the year to date, in whole dollars (PRESENT-003)", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.goto(
      `${setting.origin}/app/c/${setting.company}/statements/income?from=${month.start_date}&to=${month.end_date}`,
    );
    await page.getByRole("button", { name: /^Beside:/ }).click();
    await page.getByRole("menuitemradio", { name: "both" }).click();
    await page.getByRole("button", { name: /^Amounts:/ }).click();
    await page.getByRole("menuitemradio", { name: "dollars" }).click();
    await page.getByText("Amounts are rounded and may not add up.").waitFor();
    const figure = page.locator(`a[data-line="net_income"][data-days="${year}-01-01..${month.end_date}"]`);
    const { net_income_cents } = await setting.api.client.getIncomeStatement({
      start_date: `${year}-01-01`,
      end_date: month.end_date,
    });
    const dollars = Math.round(Math.abs(net_income_cents) / 100).toLocaleString("en-US");
    expect(await figure.innerText()).toBe(net_income_cents < 0 ? `(${dollars})` : dollars);
    expect(await page.getByRole("columnheader", { name: "% of Revenue" }).count()).toBe(2);
    expect(await allFaultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
