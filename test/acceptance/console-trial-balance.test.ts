/**
 * The trial balance in Chromium: its figures are those of the API, each opens the entries that add up to it,
 * and adjusting entries stand by themselves once they are asked for.
 */
import type { GetTrialBalanceQuery } from "@daybook/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, OWNER, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { json, LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";

/** An amount as the console writes it. */
function written(cents: number): string {
  if (cents === 0) return "–";
  const [dollars = "", rest = ""] = (cents / 100).toFixed(2).split(".");
  return `${dollars.replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

describeWith(CHROMIUM, "the trial balance in Chromium", () => {
  let setting: ConsoleSetting;
  const year = new Date().getUTCFullYear() - 1;
  const days = { start_date: `${year}-03-01`, end_date: `${year}-03-31` };

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    await json(setting.service.daybook, [
      ..."journal post --adjusting --memo Accrued --debit cat_hosting=1,234.56".split(" "),
      ..."--credit cat_corporate-card=1,234.56 --date".split(" "),
      days.end_date,
      "--company",
      setting.company,
    ]);
  }, LONG.timeout);
  afterAll(() => setting.close());

  const byApi = (more: GetTrialBalanceQuery = {}) => setting.api.client.getTrialBalance({ ...days, ...more });

  test("has the figures of the API, and a figure opens its entries", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.goto(
      `${setting.origin}/app/c/${setting.company}/statements/trial?from=${days.start_date}&to=${days.end_date}`,
    );
    const cell = (row: string, column: string) =>
      page.locator(`a[data-line="categories.${row}"][data-days="${column}"]`);
    const { categories, total } = await byApi();
    const hosting = categories.find(({ category_id }) => category_id === "cat_hosting");
    expect(await cell("cat_hosting", "closing_debit").innerText()).toBe(
      written(hosting?.closing.debit_cents ?? 0),
    );
    const last = page.locator("tr.result td");
    expect(await last.last().innerText()).toBe(written(total.closing.credit_cents));
    expect(await allFaultsOf(page)).toEqual([]);
    await cell("cat_hosting", "closing_debit").click();
    await page.getByText(/add up to this figure|makes this figure/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Adjusting entries:/ }).click();
    await page.getByRole("menuitemradio", { name: "by themselves" }).click();
    await cell("cat_hosting", "adjustments_debit").click();
    await page.getByText("1 entry makes this figure").waitFor();
    const separate = await byApi({ adjustments: "separate" });
    const adjusted = separate.categories.find(({ category_id }) => category_id === "cat_hosting");
    expect(adjusted?.adjustments?.debit_cents).toBe(1_234_56);
    expect(await cell("cat_hosting", "adjustments_debit").innerText()).toBe("1,234.56");
    expect(await cell("cat_hosting", "unadjusted_debit").innerText()).toBe(
      written(adjusted?.unadjusted?.debit_cents ?? 0),
    );
    expect(complaints).toEqual([]);
    await context.close();
  });
});
