/**
 * Every page and state of the console in Chromium is accessible, in both color schemes, on a phone and on a
 * wide screen; and what may go wrong has a state that says so. `console-pages.test.ts` has what may go wrong
 * on every page.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, permissions, person } from "../support/bundle.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, OWNER, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { json, LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

describeWith(CHROMIUM, "the console's states in Chromium", () => {
  let setting: ConsoleSetting;
  let root: string;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    root = `${setting.origin}/app/c/${setting.company}/statements`;
  }, LONG.timeout);
  afterAll(() => setting.close());

  async function ready(page: Page, address: string): Promise<void> {
    await page.goto(address);
    await page.locator(".st td a, .state :is(h1, h2), .none").first().waitFor();
    await page.waitForLoadState("networkidle");
  }

  test.each([1_400, 390])("pages and what opens on them are accessible at %d pixels", LONG, async (width) => {
    const viewport = { width, height: width === 390 ? 844 : 900 };
    const { context, page, complaints } = await visitConsole(setting, OWNER, { viewport });
    const check = async (what: string, within: string | null = null) =>
      expect([what, await allFaultsOf(page, within)]).toEqual([what, []]);
    for (const path of [
      "/income",
      "/balance?by=quarter&compare=year",
      "/cash?by=total&compare=period",
      "/income?rows=department",
    ]) {
      await ready(page, `${root}${path}`);
      await check(path);
    }
    await ready(page, `${root}/income`);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find anything" }).waitFor();
    await check("the palette");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Days:/ }).click();
    await page.getByLabel("First day").waitFor();
    await check("the days", "[role=dialog]");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem").first().waitFor();
    await check("a menu", "[role=menu]");
    await page.keyboard.press("Escape");
    if (width === 390) {
      await page.getByRole("button", { name: "Open the navigation" }).click();
      await page.getByRole("button", { name: "Close the navigation" }).waitFor();
      await check("the navigation", "[role=dialog]");
      await page.keyboard.press("Escape");
    }
    await page.locator(".line td a", { hasText: "(" }).first().click();
    await page.locator(".panel li").first().waitFor();
    await check("entries");
    await page.locator(".panel li button", { hasText: "Bank transaction" }).first().click();
    await page.locator(".voucher").waitFor();
    await check("a voucher");
    await page.getByRole("button", { name: "Open its transaction" }).click();
    await page.getByText("Date at the bank").waitFor();
    await check("a transaction");
    expect(complaints).toEqual([]);
    await context.close();
  });

  /** The heading of the state that a page comes to. */
  async function stateOf(page: Page): Promise<string> {
    await page.locator(".state :is(h1, h2)").waitFor();
    return page.locator(".state :is(h1, h2)").innerText();
  }

  test("what is in the way is said: no such company, no permission, a closed company", LONG, async () => {
    const { context, page } = await visitConsole(setting, OWNER);
    await page.goto(`${setting.origin}/app/c/comp_nobodys/statements/income`);
    expect(await stateOf(page)).toBe("This is not one of your companies");
    expect(await allFaultsOf(page)).toEqual([]);
    await context.close();

    const clerk = person("clerk", permissions("view", { api_access: "none", reports: "none" }));
    const owner = person("owner");
    const company = await importCompany(
      setting.service,
      companyBundle({ users: [owner.user, clerk.user], members: [owner.member, clerk.member] }),
    );
    await setPassword(setting, clerk.user.email);
    const visit = await visitConsole(setting, clerk.user.email);
    expect(await stateOf(visit.page)).toBe("You may not see this");
    expect(await allFaultsOf(visit.page)).toEqual([]);
    await json(setting.service.daybook, ["company", "set", company.id, "--lifecycle", "closed"]);
    await visit.page.reload();
    expect(await stateOf(visit.page)).toBe("This company is closed");
    await visit.context.close();
  });

  test("a session that ended while a page was open leads to signing in and back", LONG, async () => {
    const { context, page } = await visitConsole(setting, OWNER);
    await ready(page, `${root}/income`);
    const [cookie] = await context.cookies();
    await context.clearCookies();
    await page.getByRole("button", { name: "Compare: none" }).click();
    await page.getByRole("menuitemradio", { name: "year before" }).click();
    expect(await stateOf(page)).toBe("You are signed out");
    expect(await allFaultsOf(page)).toEqual([]);
    const link = await page.getByRole("link", { name: "Sign in" }).getAttribute("href");
    expect(decodeURIComponent(link ?? "")).toContain("/statements/income?compare=year");
    expect(cookie?.httpOnly).toBe(true);
    await context.close();
  });

  test("a page that is used while the next one loads stays in its company", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.goto(`${setting.origin}/app/c/${setting.company}/filings`);
    let load = (): void => {};
    const loaded = new Promise<void>((resolve) => {
      load = resolve;
    });
    await context.route("**/assets/sessions-page*.js", async (route) => {
      await loaded;
      await route.continue();
    });
    await page.getByRole("button", { name: /^You:/ }).click();
    await page.getByRole("menuitem", { name: "Where you are signed in" }).click();
    await page.getByRole("button", { name: "Taxes" }).click();
    await page.waitForURL(`**/c/${setting.company}/filings?show=taxes`);
    load();
    await page.getByRole("button", { name: "Taxes", pressed: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a slow service is waited for", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await ready(page, `${root}/income`);
    await page.route("**/statement_table*", async (route) => {
      await pause(2_000);
      await route.continue();
    });
    await page.getByRole("button", { name: "Compare: none" }).click();
    await page.getByRole("menuitemradio", { name: "year before" }).click();
    await page.getByText("Loading the statement").waitFor();
    expect(await allFaultsOf(page)).toEqual([]);
    await page.locator(".st td a").first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
