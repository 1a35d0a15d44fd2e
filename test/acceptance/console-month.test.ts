/**
 * The first month of an LLC in the browser alone: a bookkeeper signs in to a company without any records, and
 * closes July. Its figures are those that an accountant makes by hand, and the package prints them.
 */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Api } from "./api.ts";
import { CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { json, LONG } from "./daybook.ts";
import { BANK_FILE, BILLS, BOOKED, expectMonth, INVOICES, type LineText } from "./month.ts";
import { describeWith } from "./outside.ts";

const EMAIL = "ann@example.com";

describeWith(CHROMIUM, "a month in Chromium", () => {
  let setting: ConsoleSetting;
  let root: string;
  let key: string;

  beforeAll(async () => {
    setting = await startConsole();
    const made = await json<{ readonly company_id: string; readonly api_key: string }>(
      setting.service.daybook,
      ["company", "create", "Juniper Works LLC", "--owner-email", EMAIL, "--entity-type", "llc"],
    );
    key = made.api_key;
    root = `${setting.origin}/app/c/${made.company_id}`;
    await setPassword(setting, EMAIL);
  }, LONG.timeout);
  afterAll(() => setting.close());

  /** Chooses a name by its letters, in the picker that a button opens. */
  async function choose(page: Page, button: RegExp, letters: string, within: Page | Locator = page) {
    await within.getByRole("button", { name: button }).click();
    await pick(page, letters);
  }

  async function pick(page: Page, letters: string): Promise<void> {
    await page.locator(".picker input").fill(letters);
    await page.locator(".picker [role=option]").first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".picker").waitFor({ state: "detached" });
  }

  async function goTo(page: Page, path: string): Promise<void> {
    await page.goto(`${root}/${path}`);
    await page.waitForLoadState("networkidle");
  }

  /** Opens the only transaction with these words, with the focus on it. */
  async function openLine(page: Page, text: LineText): Promise<void> {
    await goTo(page, `transactions?${new URLSearchParams({ text })}`);
    await page.locator(".tx-rows [data-id]").first().waitFor();
    await page.locator(".tx-scroller").focus();
  }

  async function categorize(page: Page, text: LineText, category: string): Promise<void> {
    await openLine(page, text);
    await page.keyboard.press("c");
    await pick(page, category);
    await page.getByText("Category changed.").waitFor();
  }

  async function makeItem(
    page: Page,
    side: "invoices" | "bills",
    item: { readonly party: string; readonly date: string; readonly due: string; readonly amount: string },
    category: string,
  ): Promise<void> {
    await goTo(page, `${side}?do=new`);
    const isBill = side === "bills";
    await page.getByLabel(isBill ? "Vendor" : "Customer", { exact: true }).fill(item.party);
    await page.getByLabel(isBill ? "Bill date" : "Day of issue", { exact: true }).fill(item.date);
    await page.getByLabel("Due", { exact: true }).fill(item.due);
    await page.getByLabel(isBill ? "What was bought" : "What is billed").fill("As agreed");
    await page.getByLabel("Price of one, in dollars").fill(item.amount);
    await choose(page, /^Category/, category);
    await page.getByRole("button", { name: isBill ? "Enter the bill" : "Issue the invoice" }).click();
    await page.getByText(isBill ? / is entered\./ : / is issued\./).waitFor();
  }

  /** Opens an item by its party. */
  async function openItem(page: Page, side: "invoices" | "bills", party: string): Promise<void> {
    await goTo(page, side);
    await page
      .getByRole("row", { name: new RegExp(party) })
      .locator("button")
      .first()
      .click();
    await page.locator(".panel").waitFor();
  }

  /** Books a payment on the open item: the first one, and others of the same payment. */
  async function settle(
    page: Page,
    button: string,
    line: LineText,
    more: () => Promise<void>,
  ): Promise<void> {
    await page.getByRole("button", { name: button, exact: true }).click();
    await choose(page, /^Transaction/, line);
    await more();
    await page.getByRole("button", { name: "Show what it books" }).click();
    await page.getByRole("button", { name: /^Book the (payment|refund)$/ }).click();
    await page
      .getByText(/Nothing is due|are due of|is due of|has a credit/)
      .first()
      .waitFor();
  }

  test(
    "an LLC's first month is closed in the browser, to the cent as by hand (CONS-026)",
    { timeout: 400_000 },
    async () => {
      const { context, page, complaints } = await visitConsole(setting, EMAIL);
      await goTo(page, "accounts");
      await page.getByRole("button", { name: "Add an account" }).first().click();
      await page.getByLabel("Name").fill("Checking");
      await page.getByLabel("Kind").selectOption("checking");
      await page.keyboard.press("Enter");
      await page.getByText("Checking is added.").waitFor();
      const api = new Api(setting.service.base, key);
      const [account] = await api.client.listAccounts().all();
      const id = account?.id ?? "";

      await goTo(page, `transactions?account=${id}`);
      await page.getByRole("button", { name: "Upload a bank file" }).first().click();
      await page.locator("input[type=file]").setInputFiles({
        name: "july.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(BANK_FILE),
      });
      await page.getByRole("button", { name: "Add 14 new" }).click();
      await page.getByText("14 transactions are new").waitFor();

      for (const [line, category] of BOOKED) await categorize(page, line, category);
      await openLine(page, "Loan 7719 rate");
      await page.keyboard.press("s");
      const split = page.getByRole("dialog", { name: "Split a transaction" });
      for (const [at, category] of ["Loans Payable", "Interest Expense"].entries()) {
        await split.getByRole("button", { name: "Category" }).nth(at).click();
        await pick(page, category);
      }
      await split.getByLabel("Amount of line 1").fill("-500");
      await split.getByRole("button", { name: "+ rest" }).nth(1).click();
      await split.getByRole("button", { name: "Split" }).click();
      await page.getByText("The transaction was split.").waitFor();

      const spread = page.getByRole("dialog", { name: "Spread a transaction" });
      await openLine(page, "Harbor Mutual yearly premium");
      await page.keyboard.press("p");
      await choose(page, /^Category/, "Insurance", spread);
      await spread.getByLabel("A day of the first month").fill("2026-07-01");
      await spread.getByLabel("Number of months").fill("12");
      await spread.getByRole("button", { name: "Spread" }).click();
      await page.getByText("Spread over 12 months.").waitFor();
      await openLine(page, "Camera shop");
      await page.keyboard.press("p");
      await spread.getByLabel("How").selectOption("asset");
      await choose(page, /^Category of the asset/, "Computer Equipment", spread);
      await choose(page, /^Category of the depreciation/, "Depreciation and", spread);
      await spread.getByLabel("A day of the first month").fill("2026-07-06");
      await spread.getByLabel("Number of months").fill("36");
      await spread.getByRole("button", { name: "Make the asset" }).click();
      await page.getByText("It is an asset, written off over 36 months.").waitFor();

      for (const item of INVOICES) await makeItem(page, "invoices", item, "Service Revenue");
      for (const item of BILLS) await makeItem(page, "bills", item, item.category);
      await openItem(page, "invoices", "Alder Studio");
      await settle(page, "Receive payment", "Payout of card payments", async () => {
        await choose(page, /^Another invoice/, "Birch and Sons");
        await page.getByLabel("Fee that was kept from it").fill("291.00");
        await choose(page, /^Fee booked on/, "Bank Fees");
      });
      await openItem(page, "invoices", "Cedar Kitchens");
      await settle(page, "Receive payment", "Cedar Kitchens", async () => {});
      await openItem(page, "invoices", "Cedar Kitchens");
      await settle(page, "Refund", "Back to Cedar Kitchens", async () => {});
      await openItem(page, "bills", "Mill Street Lofts");
      await settle(page, "Pay bills", "Mill Street Lofts", async () => {});
      await openItem(page, "bills", "Northwind Hosting");
      await settle(page, "Pay bills", "Northwind Hosting part", async () => {});

      await goTo(page, "schedules?show=assets");
      await page.locator(".list-name").first().click();
      await page.getByLabel("Change it").selectOption("dispose");
      await page.getByLabel("Day", { exact: true }).fill("2026-07-24");
      await page.getByLabel("What was paid for it").fill("4,500");
      await choose(page, /^Booked on/, "Accounts Receivable");
      await page
        .getByText(/leaves the books|would leave the books/)
        .first()
        .waitFor();
      await page.getByRole("group", { name: "What this changes" }).locator("button.primary").click();
      await page
        .getByText(/The asset left the books/)
        .first()
        .waitFor();
      await categorize(page, "Camera sold to B. Lund", "Accounts Receivable");

      await goTo(page, "journal?new=entry");
      await page.getByLabel("Date", { exact: true }).fill("2026-07-31");
      await page.getByLabel("Memo").first().fill("Electricity of July");
      await page.getByLabel("Adjusting entry").check();
      await page.getByLabel("Reverses on").fill("2026-08-01");
      await choose(page, /^Category of line 1/, "Utilities");
      await page.getByLabel("Debit of line 1").fill("180");
      await choose(page, /^Category of line 2/, "Accrued Expenses");
      await page.getByLabel("Credit of line 2").fill("180");
      await page.getByRole("button", { name: "Show what it changes" }).click();
      await page.getByRole("button", { name: /^Post/ }).click();
      await page.getByRole("button", { name: "Mark as reviewed" }).click();
      await page.getByRole("button", { name: "Mark as reviewed" }).waitFor({ state: "detached" });

      await goTo(page, `accounts?account=${id}`);
      await page.getByRole("link", { name: "Reconcile" }).click();
      await page.getByLabel("Last day of the statement").fill("2026-07-31");
      await page.getByLabel("Balance on that day").fill("29,331.50");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Reconcile through Jul 31, 2026" }).waitFor();
      await page.getByRole("button", { name: "Clear all up to the day" }).click();
      await page.getByRole("button", { name: "Finish" }).click();
      await page.getByText("The statement of Jul 31, 2026 is reconciled.").waitFor();

      await goTo(page, "close?through=2026-07-31");
      await page.getByText("Ready", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Close July", exact: true }).click();
      await page.getByText("July 2026 is closed.").waitFor();
      await page.getByRole("button", { name: "Package of July 2026" }).last().click();
      const coming = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: /^PDF/ }).click();
      const download = await coming;
      expect(download.suggestedFilename()).toBe(
        "juniper-works-llc-closing-package-2026-07-01-to-2026-07-31.pdf",
      );
      await expectMonth(api);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
