/** What journeys do in the editor of spreadsheets: open a document, go to cells, type, and read it over the API. */
import type { Page } from "playwright-core";
import type { ConsoleSetting, Visit } from "./console-app.ts";
import { json } from "./daybook.ts";
import { askConsole } from "./in-page.js";

export interface Detail {
  readonly revision: number;
  readonly worksheets: readonly { readonly name: string }[];
  readonly ranges: readonly {
    readonly values: readonly (readonly unknown[])[];
    readonly formulas?: readonly (readonly (string | null)[])[];
    readonly formats?: readonly object[];
  }[];
}

/** The document without its cells, as the editor reads it. */
export interface Frame {
  readonly revision: number;
  readonly worksheets: readonly { readonly id: string; readonly [member: string]: unknown }[];
  readonly names: readonly object[];
  readonly charts: readonly { readonly id: string; readonly [member: string]: unknown }[];
}

/** Returns the steps in a console that is visited, once both are there. */
export function sheetSteps(setting: () => ConsoleSetting, visit: () => Visit) {
  async function made(name: string): Promise<string> {
    const { sheet } = await json<{ sheet: { id: string } }>(setting().service.daybook, [
      "sheet",
      "create",
      name,
      "--company",
      setting().company,
    ]);
    return sheet.id;
  }

  const address = (sheet: string): string => `${setting().origin}/app/c/${setting().company}/sheets/${sheet}`;

  async function open(sheet: string, page = visit().page): Promise<Page> {
    await page.goto(address(sheet));
    await page.getByRole("grid").waitFor();
    await page.getByRole("grid").focus();
    return page;
  }

  /** Goes to a cell by its name, and types. */
  async function type(page: Page, cell: string, text: string): Promise<void> {
    await goTo(page, cell);
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }

  async function goTo(page: Page, area: string): Promise<void> {
    await page.getByLabel("Selected cells").fill(area);
    await page.keyboard.press("Enter");
  }

  const cell = (page: Page, row: number, column: number) => page.locator(`#sh-${row}-${column}`);
  const saved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();
  const read = (sheet: string, ranges: string, view = "values") =>
    setting().api.read<Detail>(`/sheets/${sheet}`, { ranges, view, include: "formats" });

  const ask = (page: Page, path: string, body: object | null = null) =>
    page.evaluate(askConsole, { company: setting().company, path, body }) as Promise<Frame>;

  /** All beside cells that a step may change. The grid is larger after an undo, as after any insertion. */
  const frameOf = async (page: Page, sheet: string) => {
    const { worksheets, names, charts } = await ask(page, `/sheets/${sheet}/content`);
    return {
      worksheets: worksheets.map((each) => ({ ...each, row_count: 0, column_count: 0 })),
      names,
      charts,
    };
  };

  async function choose(page: Page, menu: string | RegExp, item: string): Promise<void> {
    await page.getByRole("button", { name: menu }).click();
    await page.getByRole("menuitem", { name: item }).click();
  }
  const lines = (page: Page, item: string): Promise<void> => choose(page, "Rows and columns", item);

  return { made, open, type, goTo, cell, saved, read, ask, frameOf, choose, lines };
}
