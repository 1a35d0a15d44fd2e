/** What journeys do in the editor of spreadsheets: open a document, go to cells, type, and read it over the API. */
import type { Page } from "playwright-core";
import type { ConsoleSetting, Visit } from "./console-app.ts";
import { json } from "./daybook.ts";

export interface Detail {
  readonly revision: number;
  readonly worksheets: readonly { readonly name: string }[];
  readonly ranges: readonly {
    readonly values: readonly (readonly unknown[])[];
    readonly formulas?: readonly (readonly (string | null)[])[];
    readonly formats?: readonly object[];
  }[];
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

  return { made, open, type, goTo, cell, saved, read };
}
