/**
 * Lines of a bank that imported books have, on the console's page of transactions in Chromium: a file with
 * such lines is previewed and added, and a person says what they are. Each step ends by reading the same over
 * the API.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, cr, dr, JOURNAL, person, voucher } from "../support/bundle.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, setPassword, startConsole, type Visit, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { type Company, importCompany } from "./service.ts";

const imported = (id: string, day: string, cents: number) =>
  voucher(day, `Imported ${id}`, [dr("software", cents), cr("checking", cents)], {
    id: `vch_${id}`,
    source: "csv_upload",
  });
const CSV = [
  "Date,Description,Amount",
  "2026-02-03,Design tools,-61.50",
  "2026-02-05,Hosting,-72.25",
  "2026-02-06,Train,-8.00",
];

describeWith(CHROMIUM, "lines that imported books have, in Chromium", () => {
  let setting: ConsoleSetting;
  let company: Company;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    setting = await startConsole();
    const owner = person("owner");
    company = await importCompany(
      setting.service,
      companyBundle({
        users: [owner.user],
        members: [owner.member],
        accounts: [{ id: "acct_checking", name: "Checking", type: "checking", category_id: "cat_checking" }],
        journal: [...JOURNAL, imported("tools", "2026-02-02", 61_50), imported("host", "2026-02-05", 72_25)],
      }),
    );
    await setPassword(setting, owner.user.email);
    visit = await visitConsole(setting, owner.user.email);
    page = visit.page;
  }, LONG.timeout);
  afterAll(() => setting.close());

  const statusOf = async () =>
    Object.fromEntries(
      (
        await company.api.client.listTransactions({ start_date: "2026-02-01", end_date: "2026-02-28" }).all()
      ).map(({ description, status }) => [description, status]),
    );
  const press = (name: string | RegExp) => page.getByRole("button", { name }).click();

  test("they are said before and after a file is added, and answered by line and for all", LONG, async () => {
    await page.goto(`${setting.origin}/app/c/${company.id}/transactions?account=acct_checking`);
    await press("Upload a bank file");
    const buffer = Buffer.from(`${CSV.join("\n")}\n`);
    await page
      .locator("input[type=file]")
      .last()
      .setInputFiles({ name: "february.csv", mimeType: "text/csv", buffer });
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2 probably in imported books").waitFor();
    expect(await dialog.getByText("in the books?").count()).toBe(2);
    // What is said for all of the file is shown before it is added.
    await dialog.getByLabel(/^Lines that imported books may have/).selectOption("another");
    await dialog.getByText(/^3 new/).waitFor();
    await dialog.getByLabel(/^Lines that imported books may have/).selectOption("");
    await dialog.getByText("2 probably in imported books").waitFor();
    expect(await allFaultsOf(page, "[role=dialog]")).toEqual([]);
    await press("Add 3 new");
    await press("Say what they are");
    expect(await statusOf()).toEqual({ "Design tools": "excluded", Hosting: "excluded", Train: "approved" });
    expect(await allFaultsOf(page, "[role=dialog]")).toEqual([]);
    await press("Another: Design tools");
    await dialog.getByText("All 1:").waitFor();
    expect(await statusOf()).toMatchObject({ "Design tools": "approved", Hosting: "excluded" });
    await page.keyboard.press("Escape");
    await page.getByText("1 line of the bank is probably in imported books already").waitFor();
    await press("See it");
    await press("The same, all of them");
    await page.getByText("No line waits for an answer.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("probably in imported books already").waitFor({ state: "detached" });
    expect(await statusOf()).toEqual({ "Design tools": "approved", Hosting: "excluded", Train: "approved" });
    expect(visit.complaints).toEqual([]);
  });
});
