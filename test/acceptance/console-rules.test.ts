/**
 * The console's rules in Chromium: made, tried on the past, applied to it, moved by keys and by drag, edited,
 * switched off and deleted. Each journey ends by reading the same fact over the API.
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

describeWith(CHROMIUM, "the console's rules in Chromium", () => {
  let setting: ConsoleSetting;
  let address: string;
  let account: string;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    address = `${setting.origin}/app/c/${setting.company}/rules`;
    const { client } = setting.api;
    account = (await client.createAccount({ name: "Tea account", type: "checking" })).id;
    await client.createTransactionUpload({
      account_id: account,
      rows: Array.from({ length: 3 }, (_row, at) => ({
        date: `2026-03-0${at + 1}`,
        amount_cents: -(at + 1) * 100,
        description: `Teehaus ${at}`,
      })),
    });
  }, LONG.timeout);
  afterAll(() => setting.close());

  const rules = () => setting.api.client.listRules().all();
  const names = async () => (await rules()).map(({ name }) => name);
  const shown = (page: Page) => page.locator(".ru-list .list-name").allInnerTexts();
  async function pick(page: Page, letters: string): Promise<void> {
    await page.locator(".picker input").fill(letters);
    await page.keyboard.press("Enter");
  }
  async function open(page: Page, query = ""): Promise<void> {
    await page.goto(`${address}${query}`);
    await page.locator(".ru-list, .none, .state h2").first().waitFor();
  }

  test(
    "a rule is made with the keyboard, tried on the past, applied to it, edited and deleted",
    LONG,
    async () => {
      const { context, page, complaints } = await visitConsole(setting, OWNER);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Find anything" }).waitFor();
      await page.keyboard.type("rules");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "New rule" }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "New rule" });
      await dialog.getByLabel("Name of the rule").fill("Tea");
      await dialog.getByLabel("Field 1").selectOption("description");
      await dialog.getByLabel("Letters 1").fill("teehaus");
      await dialog.getByRole("button", { name: "Category" }).click();
      await pick(page, "sof");
      await dialog.getByText("3 uncategorized").waitFor();
      await dialog.getByRole("button", { name: "Add a condition" }).click();
      await dialog.getByLabel("Amount 2").fill("-1.50");
      await dialog.getByText("2 uncategorized").waitFor();
      await dialog.getByLabel("apply it to what is uncategorized now").uncheck();
      await dialog.getByRole("button", { name: "Make the rule" }).click();
      await page.getByText("Tea is made, as the last rule.").waitFor();
      const made = (await rules()).at(-1);
      expect(made).toMatchObject({
        name: "Tea",
        job_id: null,
        conditions: [
          { field: "description", operator: "contains", value: "teehaus" },
          { field: "amount_cents", operator: "less_than", value: -150 },
        ],
      });

      await page.getByRole("button", { name: "Try it on the past" }).click();
      await page.locator(".panel").getByText("2 uncategorized").waitFor();
      expect(await allFaultsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Apply it now" }).click();
      await page.getByText(/^It was applied to the past: \d+ uncategorized/).waitFor();
      const categorized = async () =>
        (await setting.api.client.listTransactions({ account_id: account }).all())
          .filter((each) => each.categorized)
          .map(({ description }) => description)
          .toSorted();
      expect(await categorized()).toEqual(["Teehaus 1", "Teehaus 2"]);

      await page.getByRole("button", { name: "Edit it" }).click();
      const edit = page.getByRole("dialog", { name: "Edit Tea" });
      await edit.getByRole("button", { name: "Remove condition 2" }).click();
      await edit.getByLabel("Name of the rule").fill("All tea");
      await edit.getByText("1 uncategorized").waitFor();
      expect(await allFaultsOf(page, "[role=dialog]")).toEqual([]);
      await edit.getByRole("button", { name: "Save the rule" }).click();
      await page.getByText("All tea is saved.").waitFor();
      await expect.poll(categorized).toEqual(["Teehaus 0", "Teehaus 1", "Teehaus 2"]);
      expect((await rules()).at(-1)?.conditions).toHaveLength(1);

      await page.getByRole("switch", { name: "All tea is on" }).click();
      await page.getByText("All tea is off now.").waitFor();
      expect((await rules()).at(-1)).toMatchObject({ active: false });
      await page.getByRole("button", { name: "Delete it" }).click();
      await page.getByRole("button", { name: "Delete it now" }).click();
      await page.getByText(/^All tea is deleted/).waitFor();
      expect(await names()).not.toContain("All tea");
      expect(await categorized()).toHaveLength(3);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test("rules are moved by keys and by drag, and keep the order after a reload", LONG, async () => {
    const [some] = await setting.api.client.listTransactions({ account_id: account }).all();
    for (const name of ["One", "Two", "Three", HOSTILE])
      await setting.api.client.createRule({
        name,
        conditions: [{ field: "description", operator: "equals", value: name }],
        category_id: some?.category_id ?? "",
        apply_to_existing_transactions: false,
      });
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await open(page);
    const before = await names();
    const one = before.indexOf("One");
    const isOrder = async (wanted: readonly string[]) => {
      await expect.poll(names).toEqual(wanted);
      await expect.poll(() => shown(page)).toEqual(wanted.map((name) => name.trim()));
    };
    await page.getByRole("button", { name: "One", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    await page.getByText(`One is rule ${one + 3} of ${before.length} now.`).waitFor();
    await isOrder(before.toSpliced(one, 3, "Two", "Three", "One"));
    // The focus went along, so that the next key moves the same rule.
    await page.keyboard.press("Alt+ArrowUp");
    await isOrder(before.toSpliced(one, 3, "Two", "One", "Three"));
    // What a key did is taken back by a key, once; so is what a switch did, by its button.
    await page.keyboard.press("u");
    await isOrder(before.toSpliced(one, 3, "Two", "Three", "One"));
    await page.keyboard.press("u");
    await isOrder(before.toSpliced(one, 3, "Two", "Three", "One"));
    await page.getByRole("button", { name: "One", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await isOrder(before.toSpliced(one, 3, "Two", "One", "Three"));
    await page.getByRole("switch", { name: "One is on" }).click();
    await page.getByText("One is off now.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("One is on now.").waitFor();
    // From a switch, a key goes on from its row.
    const focused = () => page.evaluate("document.activeElement?.textContent");
    await page.getByRole("switch", { name: "One is on" }).focus();
    await page.keyboard.press("j");
    expect(await focused()).toBe("Three");
    await page.getByRole("switch", { name: "One is on" }).focus();
    await page.keyboard.press("k");
    expect(await focused()).toBe("Two");

    const row = (name: string) =>
      page.locator(".ru-list li", { has: page.getByRole("button", { name, exact: true }) });
    await row("Three")
      .locator(".ru-handle")
      .dragTo(row("Two"), { targetPosition: { x: 80, y: 3 } });
    await isOrder(before.toSpliced(one, 3, "Three", "Two", "One"));
    await row("Three")
      .locator(".ru-handle")
      .dragTo(row("One"), { targetPosition: { x: 80, y: 25 } });
    await isOrder(before.toSpliced(one, 3, "Two", "One", "Three"));
    await page.reload();
    await page.locator(".ru-list").waitFor();
    expect(await shown(page)).toEqual((await names()).map((name) => name.trim()));
    expect(await page.evaluate("window.hacked === undefined")).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a viewer only reads, and without the permission there is no page", LONG, async () => {
    const owner = person("owner");
    const viewer = person("viewer", permissions("view", { transactions: "none" }));
    const nobody = person("nobody", permissions("view", { accounting_setup: "none" }));
    const company = await importCompany(
      setting.service,
      companyBundle({
        users: [owner.user, viewer.user, nobody.user],
        members: [owner.member, viewer.member, nobody.member],
      }),
    );
    await setPassword(setting, viewer.user.email);
    await setPassword(setting, nobody.user.email);
    const { context, page } = await visitConsole(setting, viewer.user.email);
    await page.goto(`${setting.origin}/app/c/${company.id}/rules`);
    await page.locator(".ru-list, .state h2").first().waitFor();
    expect(await page.getByRole("button", { name: "New rule" }).count()).toBe(0);
    expect(await page.getByRole("switch").count()).toBe(0);
    expect(await allFaultsOf(page)).toEqual([]);
    await context.close();
    const other = await visitConsole(setting, nobody.user.email);
    await other.page.goto(`${setting.origin}/app/c/${company.id}/rules`);
    await other.page.getByText("You may not see this").waitFor();
    await other.context.close();
  });
});
