/** Leaving a form of the console with something typed, in Chromium. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, OWNER, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";

describeWith(CHROMIUM, "leaving a form of the console", () => {
  let setting: ConsoleSetting;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
  }, LONG.timeout);
  afterAll(() => setting.close());

  /** Opens a page, and waits until what asks is loaded, as it is when somebody begins to use the page. */
  async function open(page: Page, path: string): Promise<void> {
    await page.goto(`${setting.origin}/app/c/${setting.company}/${path}`);
    await page.locator("main h1").first().waitFor();
    await page.locator("main h1").first().click();
    await page.waitForLoadState("networkidle");
  }
  const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
  const answer = (page: Page, words: string) =>
    page.getByRole("button", { name: words, exact: true }).click();
  const names = async () => (await setting.api.client.listCategories().all()).map(({ name }) => name);

  test("what is typed into a panel is asked about, and stays (CONS-017)", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await open(page, "chart");
    await page.getByRole("button", { name: "Add a category" }).click();
    const name = page.getByLabel("Name");
    await name.fill("Half a thought");
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => page.locator(".panel").getByRole("button", { name: "Close" }).click(),
      () => page.getByRole("link", { name: "Overview" }).click(),
      () => page.evaluate("history.back()"),
    ]) {
      await leave();
      await question(page).waitFor();
      await page.keyboard.press("Escape");
      await question(page).waitFor({ state: "detached" });
      expect(await name.inputValue()).toBe("Half a thought");
    }
    await page.getByRole("link", { name: "Overview" }).click();
    await answer(page, "Leave without saving");
    await page.waitForURL(/\/overview$/);
    expect(await names()).not.toContain("Half a thought");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("nothing is asked where nothing is lost (CONS-017)", LONG, async () => {
    const { context, page } = await visitConsole(setting, OWNER);
    await open(page, "chart");
    const add = page.getByRole("button", { name: "Add a category" });
    const name = page.getByLabel("Name");
    const closed = () => page.locator(".panel").waitFor({ state: "detached" });
    // Taken back by hand.
    await add.click();
    await name.fill("Half a thought");
    await name.fill("");
    await page.keyboard.press("Escape");
    await closed();
    // Cancelled.
    await add.click();
    await name.fill("Half a thought");
    await answer(page, "Cancel");
    await closed();
    // Another kind of the same form.
    await open(page, "filings?do=income");
    await page.getByLabel("Prepared by").fill("Northwind Tax");
    await page.getByLabel("Delaware").check();
    await page.waitForURL(/do=franchise/);
    expect(await question(page).count()).toBe(0);
    await open(page, "chart");
    // Sent.
    await add.click();
    await name.fill("A whole thought");
    await page.keyboard.press("Enter");
    await page.getByText("A whole thought is added.").waitFor();
    await page.keyboard.press("Escape");
    await closed();
    expect(await question(page).count()).toBe(0);
    expect(await names()).toContain("A whole thought");
    await context.close();
  });

  test("what was refused is still asked about (CONS-017)", LONG, async () => {
    const { context, page } = await visitConsole(setting, OWNER);
    await open(page, "chart");
    await page.getByRole("button", { name: "Add a category" }).click();
    await page.getByLabel("Name").fill("Refused");
    await page.route("**/categories**", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.keyboard.press("Enter");
    await page.locator(".panel [role=alert]").waitFor();
    await page.keyboard.press("Escape");
    await question(page).waitFor();
    await answer(page, "Leave without saving");
    await page.locator(".panel").waitFor({ state: "detached" });
    await context.close();
  });

  test("a dialog, and the browser itself, ask too (CONS-017)", LONG, async () => {
    const { context, page } = await visitConsole(setting, OWNER);
    await open(page, "rules");
    await page.getByRole("button", { name: "New rule" }).click();
    const rule = page.getByRole("dialog", { name: "New rule" });
    const words = rule.getByRole("textbox").first();
    await words.fill("Coffee");
    await page.keyboard.press("Escape");
    await question(page).waitFor();
    await page.keyboard.press("Escape");
    await question(page).waitFor({ state: "detached" });
    expect(await words.inputValue()).toBe("Coffee");
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await page.evaluate("location.assign('/docs')");
    await expect.poll(() => asked).toBe(1);
    expect(await words.inputValue()).toBe("Coffee");
    await rule.getByRole("button", { name: "Close" }).click();
    await answer(page, "Leave without saving");
    await rule.waitFor({ state: "detached" });
    await context.close();
  });
});
