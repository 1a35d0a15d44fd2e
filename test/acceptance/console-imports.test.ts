/**
 * The console's page of imports in Chromium: an empty company is offered it; books are planned, asked about,
 * proven, imported, imported again with what the other program changed, and taken back. Each journey ends by
 * reading the same over the API.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, permissions, person } from "../support/bundle.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, setPassword, startConsole, type Visit, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { type Company, importCompany } from "./service.ts";

const HEAD = "date,description,account,debit,credit\n";
const entry = (date: string, text: string, account: string, amount: string): string =>
  `${date},${text},${account},${amount},\n${date},${text},Assets:Checking,,${amount}\n`;
const RENT = entry("2026-01-05", "Rent", "Expenses:Rent", "900.00");
const ODD = entry("2026-01-08", "Something odd", "Quarry", "40.00");
const FLYERS = entry("2026-01-20", "Flyers", "Expenses:Advertising", "300.00");
const JANUARY = `${HEAD}${RENT}${ODD}${FLYERS}`;
/** What the other program has of January by February: the flyers are gone and the rent is dearer. */
const FEBRUARY = `${HEAD}${entry("2026-01-05", "Rent", "Expenses:Rent", "950.00")}${ODD}${entry("2026-01-31", "Rent", "Expenses:Rent", "900.00")}`;
const trialOf = (checking: string): string =>
  `Acme,,\nTrial Balance,,\n"As of January 31, 2026",,\n,Debit,Credit\nChecking,,${checking}\nRent,900.00,\nQuarry,40.00,\nAdvertising,300.00,\n`;

const NO_BOOKS = {
  categories: [],
  departments: [],
  journal: [],
  accounts: [],
  cards: [],
  transactions: [],
  transfers: [],
  invoices: [],
  rules: [],
};

describeWith(CHROMIUM, "the console's imports of books in Chromium", () => {
  let setting: ConsoleSetting;
  let company: Company;
  let visit: Visit;
  let page: Page;
  const owner = person("owner");
  const viewer = person("viewer", permissions("view"));

  beforeAll(async () => {
    setting = await startConsole();
    company = await importCompany(
      setting.service,
      companyBundle({
        users: [owner.user, viewer.user],
        members: [owner.member, viewer.member],
        ...NO_BOOKS,
      }),
    );
    await setPassword(setting, owner.user.email);
    visit = await visitConsole(setting, owner.user.email);
    page = visit.page;
  }, LONG.timeout);
  afterAll(() => setting.close());

  const at = (path: string) => `${setting.origin}/app/c/${company.id}/${path}`;
  const choose = (label: string, name: string, text: string) =>
    page.getByLabel(label, { exact: true }).setInputFiles({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
  const books = () => choose("The books", "january.csv", JANUARY);
  const primary = (count: number) =>
    page.getByRole("button", { name: `Import ${count} voucher${count === 1 ? "" : "s"}`, exact: true });
  const entries = async () =>
    (await company.api.client.listJournalEntries({ start_date: "2026-01-01", end_date: "2026-02-28" }).all())
      .map(({ date, amount_cents }) => `${date} ${amount_cents}`)
      .toSorted();

  test(
    "an empty company is offered it, and nothing is stored before its plan is accepted",
    LONG,
    async () => {
      await page.goto(at("overview"));
      await page.getByRole("link", { name: "Import books", exact: true }).last().click();
      await page.getByRole("heading", { name: "Import books" }).waitFor();
      await page.getByText("No books were imported yet.").waitFor();
      expect(await allFaultsOf(page)).toEqual([]);
      await books();
      await page.getByText("1 account still needs a type.").waitFor();
      expect(await primary(3).isDisabled()).toBe(true);
      await page.getByLabel("What Quarry is").selectOption({ label: "Operating expense" });
      await page.getByText("Nothing has been imported yet.").waitFor();
      await choose("A trial balance, which proves the books", "trial.csv", trialOf("1240.01"));
      await page.getByText("1 account differs from the trial balance.").waitFor();
      await page.getByRole("region", { name: "Differences" }).getByText("Checking").waitFor();
      expect(await primary(3).isDisabled()).toBe(true);
      expect(await allFaultsOf(page)).toEqual([]);
      await choose("A trial balance, which proves the books", "trial.csv", trialOf("1240.00"));
      await page.getByText("All 4 accounts will be equal to the cent.").waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
      expect(await allFaultsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 1_400, height: 900 });
      expect(await entries()).toEqual([]);
      await primary(3).click();
      await page.getByText("Added 3 vouchers with 6 lines.").waitFor();
      expect((await entries()).length).toBe(6);
      expect(await allFaultsOf(page)).toEqual([]);
      await page.reload();
      await page.getByText("Added 3 vouchers with 6 lines.").waitFor();
    },
  );

  test(
    "what the other program changed is chosen by voucher, and the whole import is undone",
    LONG,
    async () => {
      const before = await entries();
      await page.getByRole("button", { name: "Import more books" }).click();
      await choose("The books", "february.csv", FEBRUARY);
      await page.getByRole("heading", { name: "2 vouchers changed in the other program" }).waitFor();
      await page.getByLabel("What becomes of Flyers").selectOption({ label: "Use file" });
      await expect.poll(() => page.getByLabel("What becomes of Flyers").inputValue()).toBe("apply");
      await page.getByRole("button", { name: "Use the file for all" }).click();
      await expect.poll(() => page.getByLabel("What becomes of Rent").inputValue()).toBe("apply");
      expect(await allFaultsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Import 1 voucher and apply the changes", exact: true }).click();
      await page.getByText("1 voucher changed and 1 voucher removed, as in the file.").waitFor();
      expect(await entries()).toHaveLength(6);
      expect((await entries()).join(" ")).toContain("95000");

      const row = page.locator(".im-list > li", { hasText: "february.csv" });
      await row.getByRole("button", { name: "Take back…" }).click();
      await row.getByText("2 vouchers become as they were").waitFor();
      await row.getByRole("button", { name: "Remove 1 voucher" }).click();
      await row.getByText("taken back").waitFor();
      expect(await entries()).toEqual(before);
      expect(visit.complaints).toEqual([]);
    },
  );

  test("a file that can't be read is refused with its line, and what mends it", LONG, async () => {
    await page.goto(at("import"));
    await choose(
      "The books",
      "bad.csv",
      `${HEAD}2026-01-05,Rent,Expenses:Rent,900.00,\n2026-01-05,Rent,Assets:Checking,,800.00\n`,
    );
    await page.getByRole("alert").getByText("Line 2: The voucher that begins here doesn't balance").waitFor();
    const ambiguous = `${HEAD}01/02/2026,a,Expenses:Rent,5.00,\n01/02/2026,a,Assets:Checking,,5.00\n`;
    await choose("The books", "days.csv", ambiguous);
    await page.getByRole("alert").getByText("could be two days").waitFor();
    await page.getByLabel("Dates are written").selectOption("DD/MM/YYYY");
    await page.getByText("Feb 1, 2026 to Feb 1, 2026").waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test(
    "the name of a column is read as a whole, prices and sections are added, and leaving asks for all of it",
    LONG,
    async () => {
      await page.goto(at("import"));
      // What asks on leaving is loaded with the first press.
      await page.getByRole("heading", { name: "Import books" }).click();
      await page.waitForLoadState("networkidle");
      let plans = 0;
      page.on("request", (request) => {
        if (request.url().endsWith("/book_imports/plan")) plans += 1;
      });
      await choose("The books", "columns.csv", JANUARY.replace("account", "spent on"));
      await page.getByRole("alert").waitFor();
      const first = plans;
      await page.getByText("Columns, prices and cash flow").click();
      const field = page.getByLabel("Account", { exact: true });
      await field.pressSequentially("spent on");
      expect([await field.inputValue(), plans]).toEqual(["spent on", first]);
      await field.press("Enter");
      await page.getByRole("alert").waitFor({ state: "detached" });
      expect(plans).toBe(first + 1);
      await field.press("Tab");
      await page.getByLabel("Account, as the file names it").fill("Assets:Checking");
      await page.getByLabel("Section").selectOption("cash");
      expect(plans, "what is not changed is not planned").toBe(first + 1);
      await page.getByRole("button", { name: "Add", exact: true }).last().click();
      await page.getByRole("button", { name: "Remove Assets:Checking" }).waitFor();
      await page.getByRole("link", { name: "Rules", exact: true }).click();
      const question = page.getByRole("dialog", { name: "Leave without saving?" });
      await question.getByRole("button", { name: "Leave without saving" }).click();
      await page.getByRole("heading", { name: "Rules", exact: true }).waitFor();
      expect(visit.complaints.filter((each) => !each.includes("400"))).toEqual([]);
    },
  );

  test("a viewer reads the imports and changes nothing", LONG, async () => {
    await setPassword(setting, viewer.user.email);
    const { context, page: theirs } = await visitConsole(setting, viewer.user.email);
    await theirs.goto(at("import"));
    await theirs.getByText("Importing needs access to set up the accounting.").waitFor();
    await theirs.locator(".im-list > li", { hasText: "january.csv" }).waitFor();
    expect(await theirs.getByRole("button", { name: "Take back…" }).count()).toBe(0);
    expect(await allFaultsOf(theirs)).toEqual([]);
    await context.close();
  });
});
