/**
 * The console's accounts and schedules in Chromium: an account is added, changed and followed to its
 * transactions; a spread is opened to its entries, ended and taken back. Each journey ends by reading the
 * same fact over the API.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, permissions, person } from "../support/bundle.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, OWNER, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

/** A name as a person may choose it. */
const HOSTILE = `<script>window.hacked=1</script> \u0634\u0631\u0643\u0629 ${"\u0645".repeat(120)}`;

describeWith(CHROMIUM, "the console's accounts and schedules in Chromium", () => {
  let setting: ConsoleSetting;
  let spread: string;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    const { client } = setting.api;
    const { id } = await client.createAccount({ name: HOSTILE, type: "checking", last4: "0007" });
    await client.createTransactionUpload({
      account_id: id,
      rows: [{ date: "2026-03-02", amount_cents: -120_000, description: "Insurance of a year" }],
    });
    const [insurance] = await client.listTransactions({ account_id: id }).all();
    const [rent] = (await client.listTransactions({ limit: 1 }).first()).data;
    await client.splitTransaction(insurance?.id ?? "", {
      lines: [
        {
          category_id: rent?.category_id ?? "",
          amount_cents: -60_000,
          spread: { start_date: "2027-01-01", end_date: "2027-06-30" },
        },
        { category_id: rent?.category_id ?? "", amount_cents: -60_000 },
      ],
    });
    const spreads = await client.listSpreads({ transaction_id: insurance?.id ?? "" }).all();
    spread = spreads[0]?.id ?? "";
  }, LONG.timeout);
  afterAll(() => setting.close());

  const at = (path: string, company = setting.company) => `${setting.origin}/app/c/${company}/${path}`;
  async function open(page: Page, path: string): Promise<void> {
    await page.goto(at(path));
    await page.locator(".list, .state h2, .none").first().waitFor();
  }

  test("an account is added and changed, and leads to its transactions and entries", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    const { client } = setting.api;
    const named = async (name: string) =>
      (await client.listAccounts().all()).find((each) => each.name === name);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find anything" }).waitFor();
    await page.keyboard.type("accounts");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Add an account" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Name").fill("Reserve");
    await page.getByLabel("Kind").selectOption("savings");
    await page.getByLabel("Last four digits").fill("0099");
    await page.keyboard.press("Enter");
    await page.getByText("Reserve is added.").waitFor();
    const added = await named("Reserve");
    expect(added).toMatchObject({ type: "savings", last4: "0099", balance_cents: 0 });

    await page.getByLabel("Bank").fill("Woodgrove Bank");
    await page.getByLabel("Name").fill("Long reserve");
    await page.getByRole("button", { name: /^Category/ }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Long reserve is changed.").waitFor();
    expect(await named("Long reserve")).toMatchObject({
      id: added?.id,
      institution_name: "Woodgrove Bank",
    });
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("button", { name: "Use again" }).waitFor();
    expect(await named("Long reserve")).toMatchObject({ active: false });
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate("document.activeElement?.dataset.opens")).toBe(added?.id);

    // The account whose name is markup: its balance is that of the API, and its links lead on.
    await page.getByRole("button", { name: /^<script>/ }).click();
    await page.locator(".panel .sum", { hasText: "(1,200.00)" }).waitFor();
    await page.getByText("It has transactions, so it keeps its category.").waitFor();
    await page.getByRole("link", { name: "Its entries in the ledger" }).click();
    await page.locator(".jr-list li").first().waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Its transactions" }).click();
    await page.getByText("1 transaction.").waitFor();
    expect(await page.locator(".tx-rows").innerText()).toContain("Insurance of a year");
    expect(await page.evaluate("window.hacked === undefined")).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(
    "a spread opens its months and their entries, ends after a look at what that makes, and goes on",
    LONG,
    async () => {
      const { context, page, complaints } = await visitConsole(setting, OWNER);
      const read = async () => (await setting.api.client.listSpreads().all()).find(({ id }) => id === spread);
      await open(page, "schedules");
      await page.locator(`[data-opens="${spread}"]`).click();
      await page.locator(".panel .sum", { hasText: "(600.00)" }).waitFor();
      expect(await page.locator(".panel .voucher tbody td").allInnerTexts()).toEqual(
        Array.from({ length: 6 }, () => "(100.00)"),
      );
      await page.locator(".panel .voucher tbody button").first().click();
      const voucher = page.locator('.panel[aria-label="Voucher"] .voucher');
      await voucher.locator("tbody tr").nth(1).waitFor();
      const entry = new URL(page.url()).searchParams.get("entry") ?? "";
      expect(await setting.api.client.getJournalEntry(entry)).toMatchObject({ date: "2027-01-31" });
      await page.keyboard.press("Escape");

      await page.getByLabel("Change it").selectOption("move");
      await page.getByLabel("A day of the last month").fill("2027-12-31");
      await page.getByText("It would run through").waitFor();
      expect(await read()).toMatchObject({ end_date: "2027-06-30" });
      await page.getByRole("button", { name: "Change it" }).click();
      // What it would be was shown before, in the same words.
      await expect.poll(read).toMatchObject({ end_date: "2027-12-31", months: 12 });
      await page.getByText("over 12 months").first().waitFor();

      await page.getByLabel("Change it").selectOption("end");
      await page.getByLabel("Day", { exact: true }).fill("2027-02-10");
      await page.getByRole("button", { name: "Change it" }).click();
      await page.getByText("ended on").first().waitFor();
      expect(await read()).toMatchObject({ end_date: "2027-02-10", months: 2 });
      await page.getByLabel("Change it").selectOption("reopen");
      await page.getByRole("button", { name: "Change it" }).click();
      await expect.poll(read).toMatchObject({ end_date: "2027-12-31" });
      await page.getByText("over 12 months").first().waitFor();

      await page.getByRole("link", { name: "Its transaction" }).click();
      await page.locator(".panel").getByText("Insurance of a year").first().waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test("an asset is disposed of after its loss was shown, and comes back", LONG, async () => {
    const { context, page } = await visitConsole(setting, OWNER);
    await open(page, "schedules?show=assets");
    const assets = await page.locator(".list-name").count();
    expect(assets).toBeGreaterThan(0);
    await page.locator(".list-name").first().click();
    await page.getByLabel("Change it").selectOption("dispose");
    await page.getByLabel("Day", { exact: true }).fill("2026-12-15");
    await page.getByLabel("What was paid for it").fill("0.01");
    await page.getByRole("button", { name: /^Booked on/ }).click();
    await page.locator(".picker input").fill("checking");
    await page.keyboard.press("Enter");
    // What the service says: the result, or what the chart lacks for it.
    await page
      .locator('[aria-label="What this changes"]')
      .getByText(/would leave the books|The chart has/)
      .waitFor();
    expect(await allFaultsOf(page)).toEqual([]);
    await context.close();
  });

  test("a viewer only reads, and an empty company is told what comes there", LONG, async () => {
    const owner = person("owner");
    const viewer = person("viewer", permissions("view"));
    const company = await importCompany(
      setting.service,
      companyBundle({
        users: [owner.user, viewer.user],
        members: [owner.member, viewer.member],
        accounts: [],
        cards: [],
        transactions: [],
        transfers: [],
        rules: [],
      }),
    );
    await setPassword(setting, viewer.user.email);
    const { context, page } = await visitConsole(setting, viewer.user.email);
    await page.goto(at("accounts", company.id));
    await page.getByText("No accounts yet").waitFor();
    expect(await page.getByRole("button", { name: "Add an account" }).count()).toBe(0);
    expect(await allFaultsOf(page)).toEqual([]);
    await page.goto(at("schedules", company.id));
    await page.getByText("Nothing is spread").waitFor();
    expect(await allFaultsOf(page)).toEqual([]);
    await context.close();
  });
});
