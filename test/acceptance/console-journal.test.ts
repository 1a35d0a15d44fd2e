/**
 * The journal in Chromium: its filters are in the address, an entry opens its voucher, a person posts an
 * entry after seeing what it changes, reviews and reverses it; every state is accessible.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import {
  chooseFilter,
  type ConsoleSetting,
  OWNER,
  setPassword,
  startConsole,
  visitConsole,
} from "./console-app.ts";
import { LONG, run } from "./daybook.ts";
import { describeWith } from "./outside.ts";

interface Income {
  readonly net_income_cents: number;
}

describeWith(CHROMIUM, "the journal in Chromium", () => {
  let setting: ConsoleSetting;
  let journal: string;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    journal = `${setting.origin}/app/c/${setting.company}/journal`;
  }, LONG.timeout);
  afterAll(() => setting.close());

  async function ready(page: Page, address: string): Promise<void> {
    await page.goto(address);
    await page.locator(".jr-list li, .state :is(h1, h2), .jr-form").first().waitFor();
  }

  /** Chooses a name by its first letters, with the keyboard. */
  async function chooseName(page: Page, label: string, letters: string): Promise<void> {
    await page.getByRole("button", { name: label }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: label }).waitFor();
    await page.keyboard.type(letters);
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: label }).waitFor({ state: "detached" });
  }

  /** The net income of the year of a day. */
  async function netIncome(day: string): Promise<number> {
    const year = day.slice(0, 4);
    const { net_income_cents } = await setting.api.read<Income>("/reports/income_statement", {
      start_date: `${year}-01-01`,
      end_date: `${year}-12-31`,
    });
    return net_income_cents;
  }

  test("filters are in the address, the list goes on, an entry opens its voucher", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await ready(page, journal);
    await chooseFilter(page, "Source", "Bank transaction");
    await expect.poll(() => page.url()).toContain("source=bank_transaction");
    const rows = page.locator(".jr-list button");
    await rows.first().waitFor();
    await rows.last().scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThan(100);
    await rows.nth(1).focus();
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.locator(".voucher tfoot").waitFor();
    const sides = await page.locator(".voucher tfoot td").allInnerTexts();
    expect(sides[0]).toBe(sides[1]);
    const id = new URL(page.url()).searchParams.get("entry") ?? "";
    const entries = await setting.api.read<{ data: { id: string }[] }>("/journal_entries", {
      source: "bank_transaction",
      limit: "2",
    });
    expect(id).toBe(entries.data[1]?.id);
    await page.keyboard.press("Escape");
    await page.locator(".panel").waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate("document.activeElement?.getAttribute('data-entry') ?? ''"))
      .toBe(id);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(
    "with the keyboard an entry is written, previewed and posted; then it is reviewed and reversed",
    LONG,
    async () => {
      const { context, page, complaints } = await visitConsole(setting, OWNER);
      await ready(page, `${journal}?new=entry`);
      const day = await page.getByLabel("Date").inputValue();
      const before = await netIncome(day);
      await page.getByLabel("Memo").focus();
      await page.keyboard.type("Hosting that is owed");
      await chooseName(page, "Category of line 1", "Cloud H");
      await page.getByLabel("Debit of line 1").focus();
      await page.keyboard.type("1,234.56");
      await page.getByText("1,234.56 of credits are left.").waitFor();
      expect(await page.getByRole("button", { name: "Show what it changes" }).isDisabled()).toBe(true);
      expect(await allFaultsOf(page)).toEqual([]);
      await chooseName(page, "Category of line 2", "Operating Ch");
      await page.getByLabel("Credit of line 2").focus();
      await page.keyboard.type("1234.56");
      await page.keyboard.press("Enter");
      await page.locator(".jr-preview").waitFor();
      const net = page.locator(".jr-preview tr", { hasText: "Net Income" }).first();
      expect(await net.innerText()).toContain("(1,234.56)");
      expect(await netIncome(day)).toBe(before);
      expect(await allFaultsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Post the entry" }).click();
      await page.getByRole("button", { name: "Mark as reviewed" }).waitFor();
      expect(await netIncome(day)).toBe(before - 123_456);
      await page.getByRole("button", { name: "Mark as reviewed" }).click();
      await page.getByRole("button", { name: "Mark as reviewed" }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Reverse" }).click();
      expect(await allFaultsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Post the reversal" }).click();
      await page.getByRole("button", { name: "Open what it reverses" }).waitFor();
      expect(await netIncome(day)).toBe(before);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test("an entry of a closed day is refused", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await ready(page, journal);
    // The sample's first years are closed.
    await page.getByText("The books are closed through Dec 31, 2024.").waitFor();
    expect(await allFaultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "New entry" }).click();
    await page.getByLabel("Date").fill("2024-06-30");
    await page.getByLabel("Memo").fill("Too late");
    await chooseName(page, "Category of line 1", "Cloud H");
    await chooseName(page, "Category of line 2", "Operating Ch");
    await page.getByLabel("Debit of line 1").fill("1");
    await page.getByLabel("Credit of line 2").fill("1");
    await page.getByRole("button", { name: "Show what it changes" }).click();
    await page.getByText("The books are closed through 2024-12-31.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("opening balances are previewed with their difference, posted once, then refused", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    // The sample's first years are closed.
    await run(setting.service.daybook, [
      "company",
      "open-books",
      setting.company,
      "--reason",
      "Opening balances",
    ]);
    await ready(page, journal);
    await page.getByRole("button", { name: "Opening balances" }).click();
    // The sample's books begin later.
    const day = "2010-12-31";
    await page.getByLabel("At the end of").fill(day);
    await page.getByLabel("Debit of Operating Checking").fill("12,500.00");
    await page.getByLabel("Credit of Accounts Receivable").fill("oops");
    expect(await page.getByRole("button", { name: "Show what it changes" }).isDisabled()).toBe(true);
    await page.getByLabel("Credit of Accounts Receivable").fill("");
    await page.getByText("Difference 12,500.00: a credit of Opening Balance Equity.").waitFor();
    await page.getByRole("button", { name: "Show what it changes" }).click();
    await page.locator(".jr-preview tr", { hasText: "Total Assets" }).waitFor();
    expect(await allFaultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: /^Post the balances/ }).click();
    await page.locator(".voucher tfoot").waitFor();
    const { data } = await setting.api.read<{ data: { debit_cents: number }[] }>("/journal_entries", {
      end_date: day,
    });
    expect(data.map(({ debit_cents }) => debit_cents).toSorted((a, b) => a - b)).toEqual([0, 1_250_000]);
    await ready(page, `${journal}?new=opening`);
    await page.getByLabel("At the end of").fill(day);
    await page.getByLabel("Debit of Operating Checking").fill("1");
    await page.getByRole("button", { name: "Show what it changes" }).click();
    await page.getByText(`The books have balances at ${day} already`).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
