/**
 * Journeys through what a spreadsheet of the console shows beside its figures: frozen rows and columns, and
 * charts. Both are kept with the sheet and with its workbook.
 */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import {
  type ConsoleSetting,
  OWNER,
  setPassword,
  startConsole,
  type Visit,
  visitConsole,
} from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { askConsole } from "./in-page.js";
import { describeWith } from "./outside.ts";
import { sheetSteps } from "./sheet-steps.ts";

describeWith(CHROMIUM, "frozen lines and charts of the console's spreadsheets in Chromium", () => {
  let setting: ConsoleSetting;
  let visit: Visit;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    visit = await visitConsole(setting, OWNER);
  }, LONG.timeout);
  afterAll(() => setting.close());

  const { made, open, type, goTo, cell, saved, read } = sheetSteps(
    () => setting,
    () => visit,
  );

  test("frozen rows and columns stay when the rest scrolls, and are kept with the sheet", LONG, async () => {
    const sheet = await made("Frozen");
    const page = await open(sheet);
    await type(page, "A1", "Month");
    await type(page, "B2", "=6*7");
    await type(page, "P500", "=B2+1");
    await goTo(page, "A2");
    // By keys alone: the menu of the lines, and its items by their first letters.
    await page.getByRole("button", { name: "Rows and columns" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Freeze rows up to 2" }).press("Enter");
    await page.getByRole("button", { name: "Rows and columns" }).click();
    await page.getByRole("menuitem", { name: "Freeze columns up to A" }).click();
    await saved(page);
    // In one step: between two, the grid may use the element for another cell.
    const seen = (row: number, column: number) =>
      cell(page, row, column).evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height };
      });
    const before = [await seen(0, 0), await seen(1, 0)];
    await goTo(page, "P500");
    await cell(page, 499, 15).filter({ hasText: "43" }).waitFor();
    expect([await seen(0, 0), await seen(1, 0)]).toEqual(before);
    await cell(page, 0, 0).filter({ hasText: "Month" }).waitFor();
    expect((await seen(0, 15)).x).toBe((await seen(499, 15)).x);
    expect((await seen(499, 0)).y).toBe((await seen(499, 15)).y);
    expect(await allFaultsOf(page)).toEqual([]);
    // A frozen cell is chosen and written where it is seen.
    const target = await seen(1, 0);
    await page.mouse.click(target.x + 5, target.y + 5);
    await page.keyboard.type("Sum");
    await page.keyboard.press("Enter");
    await saved(page);
    expect((await read(sheet, "A1:A2")).ranges[0]?.values).toEqual([["Month"], ["Sum"]]);
    // The row below is not hidden under them.
    expect((await seen(2, 0)).y).toBeGreaterThanOrEqual(target.y + target.height);
    const again = await open(sheet);
    await cell(again, 1, 1).filter({ hasText: "42" }).waitFor();
    const asked = { company: setting.company, path: `/sheets/${sheet}/content`, body: null };
    expect((await again.evaluate(askConsole, asked)).worksheets?.[0]).toMatchObject({
      frozen_rows: 2,
      frozen_columns: 1,
    });
    await again.getByRole("button", { name: "Rows and columns" }).click();
    await again.getByRole("menuitem", { name: "Unfreeze all" }).click();
    await goTo(again, "P500");
    await cell(again, 0, 0).waitFor({ state: "detached" });
    expect(visit.complaints).toEqual([]);
  });

  test("charts of cells follow them, and are kept with the sheet and its workbook", LONG, async () => {
    const sheet = await made("Charts");
    const page = await open(sheet);
    for (const [at, [month, sales, cost]] of [
      ["Month", "Sales", "Cost"],
      ["Jan", "1210", "=B2/2"],
      ["Feb", "1540", "=B3/2"],
      ["Mar", "1830", "=B4/2"],
    ].entries()) {
      await type(page, `A${at + 1}`, month ?? "");
      await type(page, `B${at + 1}`, sales ?? "");
      await type(page, `C${at + 1}`, cost ?? "");
    }
    await saved(page);
    const add = async (kind: string): Promise<void> => {
      await page.getByRole("button", { name: "Chart", exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: kind }).press("Enter");
    };
    await goTo(page, "A1:C4");
    await add("Columns");
    const picture = page.getByRole("img", { name: "Columns of Sheet1!A2:A4, Sheet1!B1:B4, Sheet1!C1:C4" });
    await picture.getByText("1.8K").last().waitFor();
    await picture.getByText("915").waitFor();
    await picture.getByText("Sales").waitFor();
    // A cell that changes changes its column, and one that depends on it too.
    await type(page, "B4", "3333");
    await picture.getByText("3.3K").last().waitFor();
    await picture.getByText("1.7K").last().waitFor();
    await saved(page);
    expect(await allFaultsOf(page)).toEqual([]);
    const charts = async () =>
      (
        await setting.api.read<{ charts: readonly { type: string; ranges: readonly string[] }[] }>(
          `/sheets/${sheet}`,
          { include: "charts" },
        )
      ).charts;
    expect(await charts()).toMatchObject([
      {
        type: "column",
        ranges: ["Sheet1!A2:A4", "Sheet1!B1:B4", "Sheet1!C1:C4"],
        position: { row: 0, column: 4 },
      },
    ]);
    await page.getByRole("button", { name: "Change the chart" }).click();
    await page.getByRole("menuitem", { name: "Lines" }).click();
    await page.getByRole("img", { name: "Lines of" }).getByText("Cost").waitFor();
    await page.getByRole("button", { name: "Change the chart" }).click();
    await page.getByRole("menuitem", { name: "Pie" }).click();
    await page.getByRole("img", { name: "Pie of" }).getByText("Mar 55%").waitFor();
    // A row that is inserted moves what the chart shows; it is not lost when the page is read again.
    await goTo(page, "A3");
    await page.keyboard.press("Control+Shift++");
    await page.getByRole("img", { name: "Pie of Sheet1!A2:A5" }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export XLSX" }).click(),
    ]);
    const bytes = Buffer.from(await readFile(await download.path()));
    await page.goto(`${setting.origin}/app/c/${setting.company}/sheets`);
    await page
      .getByLabel("Workbook to import")
      .setInputFiles({ name: "Charted.xlsx", mimeType: "application/octet-stream", buffer: bytes });
    await page.getByRole("img", { name: "Pie of Sheet1!A2:A5" }).getByText("Mar 55%").waitFor();
    await page.getByRole("button", { name: "Change the chart" }).click();
    await page.getByRole("menuitem", { name: "Delete the chart" }).click();
    await page.locator(".sh-chart").waitFor({ state: "detached" });
    expect(await charts()).toHaveLength(1);
    expect(visit.complaints).toEqual([]);
  });
});
