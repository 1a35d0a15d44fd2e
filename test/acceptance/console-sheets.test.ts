/**
 * Journeys through the spreadsheets of the console in Chromium: what is typed there is what the API reads,
 * what functions over the books show is what the statements say, and two people in one sheet lose nothing.
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
import { json, LONG } from "./daybook.ts";
import { askConsole, chooseAndType, clipboardText, focusedRole } from "./in-page.js";
import { describeWith } from "./outside.ts";
import { type Detail, sheetSteps } from "./sheet-steps.ts";

const MILLION = { rows: 50_000, columns: 20 } as const;

describeWith(CHROMIUM, "the console's spreadsheets in Chromium", () => {
  let setting: ConsoleSetting;
  let visit: Visit;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    visit = await visitConsole(setting, OWNER);
  }, LONG.timeout);
  afterAll(() => setting.close());

  const { made, open, type, goTo, cell, saved, read, lines } = sheetSteps(
    () => setting,
    () => visit,
  );

  test("the list finds a document, and a new one is made there", LONG, async () => {
    await made("Budget for the list");
    const { page } = visit;
    await page.goto(`${setting.origin}/app/c/${setting.company}/sheets`);
    await page.getByLabel("Find a spreadsheet").fill("FOR THE LIST");
    await expect.poll(() => page.locator(".sh-list li").allInnerTexts()).toHaveLength(1);
    await page.getByRole("link", { name: "Budget for the list" }).waitFor();
    expect(new URL(page.url()).searchParams.get("find")).toBe("FOR THE LIST");
    expect(await allFaultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "New spreadsheet" }).click();
    await page.getByRole("grid").waitFor();
    const id = page.url().split("/").at(-1) ?? "";
    expect((await setting.api.read<{ name: string; url: string }>(`/sheets/${id}`)).url).toBe(page.url());
  });

  test("what is typed is what the API reads, with its formats (GRID-006)", LONG, async () => {
    const sheet = await made("Typed");
    const page = await open(sheet);
    await type(page, "A1", "Rent");
    await type(page, "B1", "$1,200.50");
    await type(page, "B2", "12%");
    await type(page, "B3", "=B1*B2");
    await type(page, "C1", "=SEQUENCE(3)");
    await type(page, "A4", "<script>alert(1)</script>");
    await saved(page);
    await cell(page, 2, 1).filter({ hasText: /./ }).waitFor();
    expect(await cell(page, 0, 1).textContent()).toBe("$1,200.50");
    expect(await cell(page, 1, 1).textContent()).toBe("12%");
    expect(await cell(page, 2, 2).textContent()).toBe("3");
    expect(await cell(page, 3, 0).textContent()).toBe("<script>alert(1)</script>");
    const { ranges } = await read(sheet, "A1:C4", "both");
    expect(ranges[0]?.values).toEqual([
      ["Rent", 1200.5, 1],
      [null, 0.12, 2],
      [null, 1200.5 * 0.12, 3],
      ["<script>alert(1)</script>", null, null],
    ]);
    expect(ranges[0]?.formulas?.[2]?.[1]).toBe("=B1*B2");
    expect(ranges[0]?.formats).toContainEqual({ cell: "B1", number_format: "$#,##0.00" });
    expect(visit.complaints).toEqual([]);
  });

  test("functions over the books show what statements say, with help (GRID-008)", LONG, async () => {
    const sheet = await made("Books");
    const page = await open(sheet);
    await goTo(page, "A1");
    await page.keyboard.type("=BOOKS.REV");
    await page.getByRole("option", { name: "BOOKS.REVENUE" }).waitFor();
    await page.keyboard.press("Tab");
    await page.locator(".sh-operands b", { hasText: "start" }).waitFor();
    await page.keyboard.type("DATE(2026,1,1),DATE(2026,6,30))");
    await page.keyboard.press("Enter");
    const { data } = await setting.api.read<{ data: { id: string; name: string; account_type: string }[] }>(
      "/categories",
    );
    const counts = Map.groupBy(data, ({ name }) => name);
    const chosen = data.find(
      ({ name, account_type }) => account_type === "expense" && counts.get(name)?.length === 1,
    );
    await page.keyboard.type(`=BOOKS.TOTAL("${(chosen?.name ?? "").slice(0, 4)}`);
    await page.getByRole("option", { name: chosen?.name ?? "", exact: true }).evaluate(chooseAndType, ",");
    await page.keyboard.type("DATE(2026,1,1),DATE(2026,6,30))");
    await page.keyboard.press("Enter");
    await saved(page);
    const { ranges } = await read(sheet, "A1:A2", "both");
    expect(ranges[0]?.formulas?.[1]?.[0]).toBe(
      `=BOOKS.TOTAL("${chosen?.name ?? ""}",DATE(2026,1,1),DATE(2026,6,30))`,
    );
    const statement = await setting.api.read<{ revenue: { total_cents: number } }>(
      "/reports/income_statement",
      {
        start_date: "2026-01-01",
        end_date: "2026-06-30",
      },
    );
    expect(ranges[0]?.values[0]?.[0]).toBe(statement.revenue.total_cents / 100);
    await cell(page, 1, 0).filter({ hasText: /./ }).waitFor();
    expect(await cell(page, 0, 0).textContent()).toBe(String(statement.revenue.total_cents / 100));
    expect(await cell(page, 1, 0).textContent()).toBe(String(ranges[0]?.values[1]?.[0]));
  });

  test("a long area is filled to its end, though nothing is in it yet", LONG, async () => {
    const sheet = await made("Long");
    await json(setting.service.daybook, [
      "sheet",
      "grow-worksheet",
      sheet,
      "Sheet1",
      "--rows",
      "3000",
      "--company",
      setting.company,
    ]);
    const page = await open(sheet);
    await type(page, "A1", "1");
    await type(page, "A2", "=A1+1");
    await goTo(page, "A2:A2500");
    await page.keyboard.press("Control+d");
    await type(page, "B1", "=A2500");
    await cell(page, 0, 1).filter({ hasText: "2500" }).waitFor();
    await saved(page);
    expect((await read(sheet, "A2499:A2502")).ranges[0]?.values.flat()).toEqual([2499, 2500, null, null]);
  });

  test("cells are copied, cut, pasted, filled and taken back, as in other programs", LONG, async () => {
    const sheet = await made("Copied");
    const page = await open(sheet);
    await visit.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await goTo(page, "A1");
    await page.evaluate(clipboardText, 'Item\tCost\r\n"a\tb"\t$3.50\r\nc\t4\r\n');
    await page.keyboard.press("Control+v");
    await type(page, "C2", "=B2*10");
    await goTo(page, "C2:C3");
    await page.keyboard.press("Control+d");
    await cell(page, 2, 2).filter({ hasText: "40" }).waitFor();
    // At once: what is copied is what was selected last.
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    const copied = await page.evaluate(clipboardText, null);
    expect(copied?.replaceAll("\r", "")).toBe('Item\tCost\t\n"a\tb"\t$3.50\t35\nc\t4\t40');
    await goTo(page, "E5");
    await page.keyboard.press("Control+v");
    await cell(page, 6, 6).filter({ hasText: "40" }).waitFor();
    await saved(page);
    expect((await read(sheet, "E5:G7", "both")).ranges[0]).toMatchObject({
      values: [
        ["Item", "Cost", null],
        ["a\tb", 3.5, 35],
        ["c", 4, 40],
      ],
      formulas: [
        [null, null, null],
        [null, null, "=F6*10"],
        [null, null, "=F7*10"],
      ],
    });
    await page.keyboard.press("Control+z");
    await saved(page);
    expect((await read(sheet, "E5:G7")).ranges[0]?.values.flat()).toEqual(
      Array.from({ length: 9 }, () => null),
    );
    await page.keyboard.press("Control+y");
    await goTo(page, "A1");
    await page.keyboard.press("Control+x");
    await goTo(page, "H1");
    await page.keyboard.press("Control+v");
    await goTo(page, "B1:B3");
    await page.keyboard.press("Control+b");
    await page.getByRole("button", { name: "Fill color: No fill" }).click();
    await page.getByRole("menuitemradio", { name: "Yellow fill" }).click();
    await goTo(page, "B1:B3");
    await page.keyboard.press("Delete");
    await saved(page);
    const { ranges } = await read(sheet, "A1:H1");
    expect(ranges[0]?.values[0]).toEqual([null, null, null, null, null, null, null, "Item"]);
    expect(ranges[0]?.formats).toContainEqual({
      cell: "B1",
      bold: true,
      background_color: "#FFF2CC",
    });
    expect((await read(sheet, "F6")).ranges[0]?.values).toEqual([[3.5]]);
    // What was cut stays with its row.
    await goTo(page, "F6");
    await page.keyboard.press("Control+x");
    await goTo(page, "A2");
    await lines(page, "Insert a row above");
    await cell(page, 6, 5).filter({ hasText: "$3.50" }).waitFor();
    await goTo(page, "J1");
    await page.keyboard.press("Control+v");
    await saved(page);
    expect((await read(sheet, "F6:F8")).ranges[0]?.values).toEqual([["Cost"], [null], [4]]);
    expect((await read(sheet, "J1")).ranges[0]?.values).toEqual([[3.5]]);
  });

  test("two people in one sheet lose nothing, and see where both wrote (GRID-001)", LONG, async () => {
    const sheet = await made("Shared");
    const other = await visitConsole(setting, OWNER);
    const [mine, theirs] = [await open(sheet), await open(sheet, other.page)];
    await type(mine, "A1", "10");
    await type(theirs, "A2", "=A1+1");
    await type(mine, "A3", "=A2*2");
    await Promise.all([saved(mine), saved(theirs)]);
    await cell(theirs, 2, 0).filter({ hasText: "22" }).waitFor();
    await cell(mine, 1, 0).filter({ hasText: "11" }).waitFor();
    // Both write into the same cell before either has heard of the other.
    await other.context.setOffline(true);
    await type(theirs, "B1", "theirs");
    await type(mine, "B1", "mine");
    await saved(mine);
    await other.context.setOffline(false);
    await theirs.getByText("was changed by two people at once").waitFor();
    await saved(theirs);
    expect((await read(sheet, "B1")).ranges[0]?.values).toEqual([["theirs"]]);
    await theirs.getByRole("button", { name: "Take theirs" }).click();
    await saved(theirs);
    await cell(mine, 0, 1).filter({ hasText: "mine" }).waitFor();
    expect((await read(sheet, "A1:B3")).ranges[0]?.values).toEqual([
      [10, "mine"],
      [11, null],
      [22, null],
    ]);
    // One inserts rows while the other, who has not heard of it, writes below them and into a formula.
    await other.context.setOffline(true);
    await type(theirs, "A4", "=A3+A1");
    await goTo(mine, "A2:A3");
    await mine.getByRole("button", { name: "Rows and columns" }).click();
    await mine.getByRole("menuitem", { name: "Insert 2 rows above" }).click();
    await cell(mine, 4, 0).filter({ hasText: "22" }).waitFor();
    await other.context.setOffline(false);
    await cell(theirs, 5, 0).filter({ hasText: "32" }).waitFor();
    await saved(theirs);
    expect((await read(sheet, "A1:A6", "both")).ranges[0]).toMatchObject({
      values: [[10], [null], [null], [11], [22], [32]],
      formulas: [[null], [null], [null], ["=A1+1"], ["=A4*2"], ["=A5+A1"]],
    });
    // What is written into a row that someone else deletes is shown, not lost.
    await other.context.setOffline(true);
    await type(theirs, "B2", "kept");
    await goTo(mine, "A2");
    await mine.keyboard.press("Control+-");
    await cell(mine, 3, 0).filter({ hasText: "22" }).waitFor();
    await other.context.setOffline(false);
    await theirs.getByText("of Sheet1 B2, in which you wrote").waitFor();
    await goTo(theirs, "C1");
    await theirs.getByRole("button", { name: "Write it into C1" }).click();
    await saved(theirs);
    expect((await read(sheet, "A1:C5")).ranges[0]?.values).toEqual([
      [10, "mine", "kept"],
      [null, null, null],
      [11, null, null],
      [22, null, null],
      [32, null, null],
    ]);
    await other.context.close();
  });

  test(
    "rows and columns are inserted, deleted, taken back and sized, and series are filled",
    LONG,
    async () => {
      const sheet = await made("Lines");
      const page = await open(sheet);
      await type(page, "A1", "Jan");
      await type(page, "B1", "5");
      await type(page, "B2", "7");
      await type(page, "C1", "=B1*2");
      await saved(page);
      await goTo(page, "B1");
      await page.keyboard.press("Control+-");
      await cell(page, 0, 1).filter({ hasText: "7" }).waitFor();
      await page.keyboard.press("Control+z");
      await cell(page, 0, 2).filter({ hasText: "10" }).waitFor();
      await saved(page);
      expect((await read(sheet, "A1:C2", "both")).ranges[0]).toMatchObject({
        values: [
          ["Jan", 5, 10],
          [null, 7, null],
        ],
        formulas: [
          [null, null, "=B1*2"],
          [null, null, null],
        ],
      });
      // The edge of a head and the corner of the selection are dragged.
      const drag = async (from: readonly [number, number], to: readonly [number, number]): Promise<void> => {
        await page.mouse.move(...from);
        await page.mouse.down();
        await page.mouse.move(...to, { steps: 4 });
        await page.mouse.up();
      };
      const boxOf = async (row: number, column: number) =>
        (await cell(page, row, column).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const first = await boxOf(0, 0);
      await drag([first.x + first.width - 1, first.y - 12], [first.x + first.width + 59, first.y - 12]);
      await saved(page);
      await expect.poll(async () => (await boxOf(0, 0)).width).toBe(first.width + 60);
      await goTo(page, "A1");
      await page.keyboard.press("Alt+Shift+ArrowDown");
      await expect.poll(async () => (await boxOf(0, 0)).height).toBe(first.height + 8);
      await goTo(page, "A1:C2");
      await goTo(page, "B1:B2");
      const end = await boxOf(1, 1);
      const target = await boxOf(4, 1);
      await drag([end.x + end.width, end.y + end.height], [target.x + 10, target.y + 10]);
      await cell(page, 4, 1).filter({ hasText: "13" }).waitFor();
      await goTo(page, "A1");
      const month = await boxOf(0, 0);
      const below = await boxOf(2, 0);
      await drag([month.x + month.width, month.y + month.height], [below.x + 10, below.y + 10]);
      await cell(page, 2, 0).filter({ hasText: "Mar" }).waitFor();
      await saved(page);
      expect((await read(sheet, "A1:B5")).ranges[0]?.values).toEqual([
        ["Jan", 5],
        ["Feb", 7],
        ["Mar", 9],
        [null, 11],
        [null, 13],
      ]);
      const asked = { company: setting.company, path: `/sheets/${sheet}/content`, body: null };
      expect((await page.evaluate(askConsole, asked)).worksheets?.[0]).toMatchObject({
        column_widths: [{ line: 0, pixels: first.width + 60 }],
        row_heights: [{ line: 0, pixels: first.height + 8 }],
      });
    },
  );

  test("worksheets are added, renamed and deleted as tabs", LONG, async () => {
    const sheet = await made("Tabs");
    const page = await open(sheet);
    await type(page, "A1", "5");
    await page.getByRole("button", { name: "Add a worksheet" }).click();
    await page.getByRole("button", { name: "Sheet2", exact: true }).waitFor();
    await page.getByRole("grid", { name: "Cells of Sheet2" }).waitFor();
    await type(page, "A1", "=Sheet1!A1+1");
    await cell(page, 0, 0).filter({ hasText: "6" }).waitFor();
    await saved(page);
    const tab = (name: string) => page.getByRole("button", { name, exact: true });
    const named = page.getByLabel("Name of the worksheet");
    // A double click renames wherever it meets a tab, also one that its first click opens beside a field.
    const { width = 0 } = (await tab("Sheet2").boundingBox()) ?? {};
    for (const x of [2, width / 2, width - 2]) {
      await tab("Sheet1").dblclick();
      await tab("Sheet2").dblclick({ position: { x, y: 8 } });
      expect([await page.getByRole("menu").count(), await named.inputValue()]).toEqual([0, "Sheet2"]);
      await named.press("Escape");
    }
    // The menu comes by a right click and by keys.
    await tab("Sheet1").click({ button: "right" });
    await page.getByRole("menu", { name: "Change Sheet1" }).waitFor();
    await page.keyboard.press("Escape");
    await tab("Change Sheet1").press("Enter");
    await page.getByRole("menuitem", { name: "Rename" }).press("Enter");
    await named.fill("Plan");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Plan", exact: true }).waitFor();
    await page.getByRole("button", { name: "Sheet2", exact: true }).click();
    expect((await read(sheet, "Sheet2!A1", "both")).ranges[0]).toMatchObject({
      values: [[6]],
      formulas: [["=Plan!A1+1"]],
    });
    await page.getByRole("button", { name: "Change Sheet2" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Sheet2", exact: true }).waitFor({ state: "detached" });
    expect((await setting.api.read<Detail>(`/sheets/${sheet}`)).worksheets.map(({ name }) => name)).toEqual([
      "Plan",
    ]);
  });

  test("a sheet of a million cells opens, scrolls to its end and is edited there", LONG, async () => {
    const sheet = await made("Million");
    const { page } = visit;
    await page.goto(`${setting.origin}/app/c/${setting.company}/sheets`);
    const content = { company: setting.company, path: `/sheets/${sheet}/content`, body: null };
    const worksheet_id = (await page.evaluate(askConsole, content)).worksheets?.[0]?.id;
    const input = `=SEQUENCE(${MILLION.rows},${MILLION.columns},0)`;
    const edits = [
      { kind: "grow_worksheet", worksheet_id, row_count: MILLION.rows, column_count: 26 },
      { kind: "cells", worksheet_id, cells: [{ row: 0, column: 0, input }] },
    ];
    const body = { base_revision: 1, edits };
    const edited = { company: setting.company, path: `/sheets/${sheet}/edits`, body };
    expect(await page.evaluate(askConsole, edited)).toMatchObject({ revision: 2 });
    await open(sheet);
    await goTo(page, `T${MILLION.rows}`);
    await cell(page, MILLION.rows - 1, MILLION.columns - 1)
      .filter({ hasText: "999999" })
      .waitFor();
    await type(page, `U${MILLION.rows}`, `=SUM(A${MILLION.rows}:T${MILLION.rows})`);
    await saved(page);
    const [[sum] = []] = (await read(sheet, `U${MILLION.rows}`)).ranges[0]?.values ?? [];
    await cell(page, MILLION.rows - 1, MILLION.columns)
      .filter({ hasText: String(sum) })
      .waitFor();
    expect(sum).toBe(19_999_790);
  });

  test(
    "everything is done with the keyboard, and every state is clean for axe in both themes and widths",
    LONG,
    async () => {
      const sheet = await made("Keys");
      for (const [width, colorScheme] of [
        [1_400, "light"],
        [390, "dark"],
      ] as const) {
        const { page } = visit;
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await open(sheet);
        await page.keyboard.press("Control+Home");
        await page.keyboard.type("1");
        await page.keyboard.press("Tab");
        await page.keyboard.type("=A1+");
        expect(await allFaultsOf(page)).toEqual([]);
        await page.keyboard.type("1");
        await page.keyboard.press("Enter");
        await cell(page, 0, 1).filter({ hasText: "2" }).waitFor();
        expect(await page.evaluate(focusedRole)).toBe("grid");
        await page.keyboard.press("F2");
        expect(await page.evaluate(focusedRole)).toBe("combobox");
        await page.keyboard.press("Escape");
        expect(await allFaultsOf(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        await saved(page);
      }
      await visit.page.setViewportSize({ width: 1_400, height: 900 });
      await visit.page.emulateMedia({ colorScheme: "light" });
      expect((await read(sheet, "A1:B1")).ranges[0]?.values).toEqual([[1, 2]]);
    },
  );

  test("the workbook of a document is downloaded and imported", LONG, async () => {
    const sheet = await made("Moved");
    const page = await open(sheet);
    await type(page, "A1", "7");
    await type(page, "A2", "=A1*6");
    await saved(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export XLSX" }).click(),
    ]);
    const bytes = await readFile(await download.path());
    await page.goto(`${setting.origin}/app/c/${setting.company}/sheets`);
    await page
      .getByLabel("Workbook to import")
      .setInputFiles({ name: "Moved again.xlsx", mimeType: "application/octet-stream", buffer: bytes });
    await page.getByRole("grid", { name: "Cells of Sheet1" }).waitFor();
    const id = page.url().split("/").at(-1) ?? "";
    expect((await read(id, "A1:A2", "both")).ranges[0]).toMatchObject({
      values: [[7], [42]],
      formulas: [[null], ["=A1*6"]],
    });
  });

  test("who may only view a sheet reads it and changes nothing", LONG, async () => {
    const sheet = await made("Viewed");
    const edit = await open(sheet);
    await type(edit, "A1", "=6*7+BOOKS.CASH(DATE(1990,1,1))");
    await saved(edit);
    await edit.route("**/app/api/session", async (route) => {
      const answer = await route.fetch();
      const session = (await answer.json()) as { companies: { permissions: object }[] };
      for (const company of session.companies) Object.assign(company.permissions, { forecast: "view" });
      await route.fulfill({ response: answer, json: session });
    });
    await edit.route("**/book_calls", (route) => route.abort());
    const page = await open(sheet);
    await page.getByText("You may view this spreadsheet, not edit it.").waitFor();
    await cell(page, 0, 0).filter({ hasText: "42" }).waitFor();
    await page.keyboard.type("9");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Delete");
    expect(await page.getByRole("toolbar").count()).toBe(0);
    expect(await cell(page, 0, 0).textContent()).toBe("42");
    expect((await read(sheet, "A1")).revision).toBe(2);
    await page.unroute("**/app/api/session");
    expect(visit.complaints).toEqual([]);
  });
});
