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
import { askConsole, boxOf } from "./in-page.js";
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

  const { made, open, type, goTo, cell, saved, read, ask, frameOf, lines } = sheetSteps(
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
    const seen = (row: number, column: number) => cell(page, row, column).evaluate(boxOf);
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

  test("a chart that begins in frozen lines lies over them and stays with them", LONG, async () => {
    const sheet = await made("Pinned");
    let page = await open(sheet);
    await type(page, "A1", "1");
    await saved(page);
    const { worksheets, revision: base_revision } = await ask(page, `/sheets/${sheet}/content`);
    const worksheet_id = worksheets[0]?.id ?? "";
    const chart = (row: number, column: number) => ({
      kind: "put_chart",
      worksheet_id,
      type: "column",
      title: `From ${row} ${column}`,
      ranges: ["Sheet1!A1:A1"],
      position: { row, column, row_span: 5, column_span: 2 },
    });
    await ask(page, `/sheets/${sheet}/edits`, {
      base_revision,
      edits: [
        { kind: "freeze_lines", worksheet_id, frozen_rows: 2, frozen_columns: 1 },
        chart(0, 0),
        chart(1, 3),
        chart(8, 0),
        chart(8, 5),
      ],
    });
    page = await open(sheet);
    const chartFrom = (row: number, column: number) =>
      page.locator(".sh-chart").filter({ hasText: `From ${row} ${column}` });
    const topLeft = async (row: number, column: number) => {
      const { x, y } = await chartFrom(row, column).evaluate(boxOf);
      return { x, y };
    };
    /** Whether a click on the menu of a chart meets it: nothing lies over it. */
    const isReached = async (row: number, column: number): Promise<boolean> => {
      const { x, y, width, height } = await chartFrom(row, column).getByRole("button").evaluate(boxOf);
      return page.evaluate(
        `document.elementFromPoint(${x + width / 2}, ${y + height / 2})?.closest(".sh-chart")?.textContent.includes("From ${row} ${column}") === true`,
      );
    };
    const scroll = (x: number, y: number) =>
      page.evaluate(
        `document.querySelector(".sh-grid").scrollTo(${x}, ${y}); new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))`,
      );
    await chartFrom(8, 5).waitFor();
    const reached = async () => [await isReached(0, 0), await isReached(1, 3), await isReached(8, 0)];
    expect(await reached()).toEqual([true, true, true]);
    const all = () => Promise.all([topLeft(0, 0), topLeft(1, 3), topLeft(8, 0), topLeft(8, 5)]);
    const [both, rows, columns, none] = await all();
    await scroll(50, 150);
    const down = (place = { x: 0, y: 0 }) => ({ ...place, y: place.y - 150 });
    const over = (place = { x: 0, y: 0 }) => ({ ...place, x: place.x - 50 });
    await expect.poll(all).toEqual([both, over(rows), down(columns), over(down(none))]);
    // What scrolls goes under the frozen rows, with charts and all.
    expect([await isReached(0, 0), await isReached(1, 3)]).toEqual([true, true]);
    await scroll(50, 190);
    await expect.poll(() => topLeft(8, 5)).toEqual({ x: over(none).x, y: (none?.y ?? 0) - 190 });
    expect(await isReached(8, 5)).toBe(false);
    // In a window that is too narrow for the frozen column, it scrolls with its chart.
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ ...size, width: 220 });
    const scrolled = async () => {
      await scroll(0, 0);
      const { x } = await topLeft(8, 0);
      await scroll(50, 0);
      return x - (await topLeft(8, 0)).x;
    };
    await expect.poll(scrolled).toBe(50);
    await page.setViewportSize(size);
    // A chart that is moved out of the frozen lines scrolls again.
    await scroll(0, 0);
    await goTo(page, "H10");
    await chartFrom(1, 3).getByRole("button").click();
    await page.getByRole("menuitem", { name: "Move to the active cell" }).press("Enter");
    await saved(page);
    // It went to another layer; the keys are the grid's again.
    await page.locator("[role=grid]:focus").waitFor();
    const moved = await topLeft(1, 3);
    await scroll(0, 150);
    await expect.poll(() => topLeft(1, 3)).toEqual(down(moved));
    expect(visit.complaints).toEqual([]);
  });

  test("what is typed into a row or worksheet that is deleted goes nowhere else", LONG, async () => {
    const sheet = await made("Deleted");
    const page = await open(sheet);
    const edit = async (make: object) => {
      const { worksheets, revision: base_revision } = await ask(page, `/sheets/${sheet}/content`);
      const edits = [{ worksheet_id: worksheets.at(-1)?.id, ...make }];
      await ask(page, `/sheets/${sheet}/edits`, { base_revision, edits });
    };
    const told = page.getByRole("alert");
    await goTo(page, "A5");
    await page.keyboard.type("five");
    await edit({ kind: "delete_lines", lines: "rows", at: 4, count: 1 });
    await told.getByText("The row or column of Sheet1 A5, in which you wrote, was deleted.").waitFor();
    await page.keyboard.type("these keys go nowhere");
    await page.locator("[role=alert]:focus").waitFor();
    await told.getByRole("button", { name: "Write it into A5" }).click();
    await saved(page);
    await edit({
      kind: "add_worksheet",
      worksheet_id: undefined,
      name: "Notes",
      row_count: 9,
      column_count: 9,
    });
    await page.getByRole("button", { name: "Notes", exact: true }).click();
    await page.getByRole("grid", { name: "Cells of Notes" }).focus();
    await page.keyboard.type("note");
    await edit({ kind: "delete_worksheet" });
    await told.getByText("The worksheet in which you wrote was deleted.").waitFor();
    expect((await read(sheet, "A4:A6")).ranges[0]?.values.flat()).toEqual([null, "five", null]);
  });

  test("what a deletion of lines took comes back with them, and goes again", LONG, async () => {
    const sheet = await made("Taken back");
    let page = await open(sheet);
    const {
      worksheets: [first],
      revision: base_revision,
    } = await ask(page, `/sheets/${sheet}/content`);
    const worksheet_id = first?.id ?? "";
    const sizes = (line: number) => [{ line, pixels: 61 }];
    const chart = {
      kind: "put_chart",
      worksheet_id,
      type: "column",
      title: "Sales",
      ranges: ["Sheet1!B2:B2", "Sheet1!B1:B9"],
      position: { row: 1, column: 1, row_span: 1, column_span: 1 },
    };
    await ask(page, `/sheets/${sheet}/edits`, {
      base_revision,
      edits: [
        {
          kind: "cells",
          worksheet_id,
          cells: [
            { row: 1, column: 1, input: "6" },
            { row: 4, column: 3, input: "=B2*Rate" },
            { row: 5, column: 3, input: "=Rate+1" },
          ],
        },
        { kind: "size_lines", worksheet_id, lines: "rows", sizes: sizes(1) },
        { kind: "size_lines", worksheet_id, lines: "columns", sizes: sizes(1) },
        { kind: "freeze_lines", worksheet_id, frozen_rows: 2, frozen_columns: 2 },
        { kind: "names", names: [{ name: "Rate", formula: "=Sheet1!$B$2", worksheet_id: null }] },
        chart,
      ],
    });
    page = await open(sheet);
    await cell(page, 4, 3).filter({ hasText: "36" }).waitFor();
    const before = await frameOf(page, sheet);
    for (const item of ["Delete row 2", "Delete column"]) {
      await goTo(page, "B2");
      await lines(page, item);
      await goTo(page, "A1");
      await expect.poll(() => frameOf(page, sheet)).not.toEqual(before);
      const deleted = await frameOf(page, sheet);
      expect(deleted.names).toEqual([{ name: "Rate", formula: "=Sheet1!#REF!", worksheet_id: null }]);
      for (let turn = 0; turn < 2; turn += 1) {
        await page.keyboard.press("Control+z");
        await cell(page, 4, 3).filter({ hasText: "36" }).waitFor();
        await cell(page, 5, 3).filter({ hasText: "7" }).waitFor();
        await saved(page);
        expect(await frameOf(page, sheet)).toEqual(before);
        await page.keyboard.press("Control+y");
        await expect.poll(() => frameOf(page, sheet)).toEqual(deleted);
      }
      await page.keyboard.press("Control+z");
      await cell(page, 4, 3).filter({ hasText: "36" }).waitFor();
    }
    // What someone else has changed since the deletion stays.
    await goTo(page, "A2");
    await page.keyboard.press("Control+-");
    await saved(page);
    const { revision: present } = await ask(page, `/sheets/${sheet}/content`);
    await ask(page, `/sheets/${sheet}/edits`, {
      base_revision: present,
      edits: [{ kind: "freeze_lines", worksheet_id, frozen_rows: 0, frozen_columns: 0 }],
    });
    await goTo(page, "A2");
    await page.keyboard.press("Control+z");
    await cell(page, 4, 3).filter({ hasText: "36" }).waitFor();
    await saved(page);
    const [sheetBefore] = before.worksheets;
    expect(await frameOf(page, sheet)).toEqual({
      ...before,
      worksheets: [{ ...sheetBefore, frozen_rows: 0, frozen_columns: 0 }],
    });
    // Inserted lines that are taken back come again as they were, too.
    await goTo(page, "A4");
    await page.keyboard.press("Control+Shift++");
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await saved(page);
    const inserted = await frameOf(page, sheet);
    for (let step = 0; step < 2; step += 1) await page.keyboard.press("Control+z");
    await cell(page, 4, 3).filter({ hasText: "36" }).waitFor();
    await saved(page);
    for (let step = 0; step < 2; step += 1) await page.keyboard.press("Control+y");
    await expect.poll(() => frameOf(page, sheet)).toEqual(inserted);
    expect(visit.complaints).toEqual([]);
  });

  test("what is arranged while the service does not answer waits, in its order", LONG, async () => {
    const sheet = await made("Offline");
    const page = await open(sheet);
    await type(page, "A1", "Month");
    await saved(page);
    // Typed before and in between, so that cells wait, too.
    await page.route(`**/sheets/${sheet}/edits`, (route) => route.abort());
    await type(page, "A2", "Jan");
    await goTo(page, "A1");
    await lines(page, "Freeze rows up to 1");
    await goTo(page, "A1");
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await page.keyboard.press("Control+Shift++");
    await page.getByText("Not saved: the service does not answer").waitFor();
    await type(page, "C1", "5");
    await page.unroute(`**/sheets/${sheet}/edits`);
    await saved(page);
    expect(await frameOf(page, sheet)).toMatchObject({
      worksheets: [{ frozen_rows: 2, row_heights: [{ line: 1, pixels: 32 }] }],
    });
    expect((await read(sheet, "A1:C3")).ranges[0]?.values).toEqual([
      [null, null, null],
      ["Month", null, 5],
      ["Jan", null, null],
    ]);
    // The service makes it, and its answer is lost: it is made once.
    let lost = 0;
    await page.route(`**/sheets/${sheet}/edits`, async (route) => {
      if (lost > 2) return route.fallback();
      await route.fetch();
      lost += 1;
      return route.abort();
    });
    await goTo(page, "A1");
    await page.keyboard.press("Control+Shift++");
    await page.getByText("Not saved: the service does not answer").waitFor();
    await cell(page, 2, 0).filter({ hasText: "Month" }).waitFor();
    await saved(page);
    expect((await read(sheet, "A1:A4")).ranges[0]?.values).toEqual([[null], [null], ["Month"], ["Jan"]]);
    await page.unroute(`**/sheets/${sheet}/edits`);
    // A refused size is reported, and the page shows the former one.
    const width = async () => (await cell(page, 2, 0).boundingBox())?.width;
    const before = await width();
    await page.route(`**/sheets/${sheet}/edits`, (route) =>
      route.fulfill({
        status: 400,
        json: { error: { type: "invalid_request_error", code: "invalid_request", message: "It is full." } },
      }),
    );
    await goTo(page, "A1");
    await page.keyboard.press("Alt+Shift+ArrowRight");
    await page.getByRole("alert").getByText("It is full.").waitFor();
    await expect.poll(width).toBe(before);
  });

  test("what waits is about the lines that the person saw, whatever is made before it", LONG, async () => {
    const sheet = await made("Waiting");
    const page = await open(sheet);
    const edits = `**/sheets/${sheet}/edits`;
    for (let row = 1; row <= 6; row += 1) await type(page, `A${row}`, String(row));
    await saved(page);
    const column = async (): Promise<unknown[]> =>
      ((await read(sheet, "A1:A8")).ranges[0]?.values ?? []).flat().filter((value) => value !== null);
    await page.route(edits, (route) => route.abort());
    await type(page, "C6", "typed");
    for (const place of ["A2", "A4"]) {
      await goTo(page, place);
      await page.keyboard.press("Control+-");
    }
    await goTo(page, "A6");
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await page.getByText("Not saved: the service does not answer").waitFor();
    // Meanwhile someone else inserts a row above all of them.
    const { worksheets, revision: base_revision } = await ask(page, `/sheets/${sheet}/content`);
    const body = {
      base_revision,
      edits: [
        { kind: "insert_lines", worksheet_id: worksheets[0]?.id ?? "", lines: "rows", at: 0, count: 1 },
      ],
    };
    const elsewhere = await visitConsole(setting, OWNER);
    await elsewhere.page.goto(`${setting.origin}/app/c/${setting.company}/sheets/${sheet}`);
    await elsewhere.page.getByRole("grid").waitFor();
    await ask(elsewhere.page, `/sheets/${sheet}/edits`, body);
    await elsewhere.context.close();
    await page.unroute(edits);
    await saved(page);
    expect(await column()).toEqual([1, 3, 5, 6]);
    expect((await read(sheet, "C5")).ranges[0]?.values).toEqual([["typed"]]);
    expect((await frameOf(page, sheet)).worksheets).toMatchObject([{ row_heights: [{ line: 4 }] }]);

    // A deletion that is taken back while nothing can be stored brings back what it took.
    await goTo(page, "A3");
    await page.keyboard.press("Control+-");
    await saved(page);
    await expect.poll(column).toEqual([1, 5, 6]);
    await page.route(edits, (route) => route.abort());
    await page.keyboard.press("Control+z");
    await type(page, "B4", "after");
    await page.getByText("Not saved: the service does not answer").waitFor();
    await page.unroute(edits);
    await saved(page);
    await expect.poll(column).toEqual([1, 3, 5, 6]);
    expect((await read(sheet, "B5")).ranges[0]?.values).toEqual([["after"]]);

    // Cells are taken back at once, also while an arrangement waits.
    await page.route(edits, (route) => route.abort());
    await goTo(page, "A1");
    await lines(page, "Freeze rows up to 1");
    await page.getByText("Not saved: the service does not answer").waitFor();
    await type(page, "D1", "5");
    await page.keyboard.press("Control+z");
    await cell(page, 0, 3).filter({ hasNotText: "5" }).waitFor();
    await type(page, "D1", "6");
    await page.unroute(edits);
    await saved(page);
    expect((await read(sheet, "D1")).ranges[0]?.values).toEqual([[6]]);

    // A refusal stays until it was seen, whatever is stored after it.
    await page.route(edits, (route) =>
      route.fulfill({
        status: 400,
        json: { error: { type: "invalid_request_error", code: "invalid_request", message: "It is full." } },
      }),
    );
    await lines(page, "Unfreeze all");
    const told = page.getByRole("alert").getByText("It is full.");
    await told.waitFor();
    await page.unroute(edits);
    await type(page, "D2", "7");
    await saved(page);
    expect((await read(sheet, "D2")).ranges[0]?.values).toEqual([[7]]);
    await page.getByRole("button", { name: "All right" }).click();
    await told.waitFor({ state: "detached" });
  });
});
