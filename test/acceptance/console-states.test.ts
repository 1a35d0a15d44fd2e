/**
 * Every page and state of the console in Chromium is accessible, in both color schemes, on a phone and on a
 * wide screen; and what may go wrong has a state that says so. `console-pages.test.ts` has what may go wrong
 * on every page.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, permissions, person } from "../support/bundle.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, OWNER, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { expectOneRequest } from "./console-once.ts";
import { json, LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

/** After this, pages read again what they show when their reader comes back. */
const LATER_MS = 61_000;
const READS = /\/app\/api\//;
const SIGNED_OUT = { error: { type: "authentication_error", code: "session_ended", message: "x" } };

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
      await check("the navigation", "dialog[open]");
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
    // What the service refuses each time is not offered again.
    await page.goto(`${setting.origin}/app/c/${setting.company}/transactions?text=${"x".repeat(1_001)}`);
    expect(await stateOf(page)).toBe("The page can’t show this");
    expect(await allFaultsOf(page)).toEqual([]);
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.getByRole("link", { name: "Open it without conditions" }).click();
    await page.locator(".tx-rows [data-id]").first().waitFor();
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

  test(
    "a session that ended while a page was open leads to signing in and back (CONS-008)",
    LONG,
    async () => {
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
    },
  );

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
    await page.getByRole("menuitem", { name: "Your account" }).click();
    await page.getByRole("link", { name: "Taxes", exact: true }).click();
    await page.waitForURL(`**/c/${setting.company}/filings?show=taxes`);
    load();
    await page.locator('a[aria-current="page"]', { hasText: "Taxes" }).waitFor();
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

  /** Makes each read of the page fail, and has it read again as when one comes back to it. */
  async function readInVain(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
    await page.route(READS, (route) =>
      route.request().method() === "GET" ? answer(route) : route.continue(),
    );
    await page.context().clock.fastForward(LATER_MS);
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  }

  test(
    "what is typed stays when the page can't be read again, and the failure is said above (CONS-007)",
    LONG,
    async () => {
      const { context, page } = await visitConsole(setting, OWNER);
      await context.clock.install();
      const company = `${setting.origin}/app/c/${setting.company}`;
      const faults: string[] = [];
      for (const [address, label] of [
        ["company?do=edit", "City"],
        ["team?do=invite", "First name"],
        ["invoices?do=new", "Customer"],
        ["developers?do=create", "What it is for"],
        ["accounts?do=add", "Name"],
        ["chart?do=add", "Name"],
        ["chart?show=departments&do=add", "Name"],
        ["journal?new=entry", "Memo"],
        ["journal?new=opening", "Debit of Operating Checking"],
        ["rules?do=add", "Letters 1"],
        ["filings?do=income", "Prepared by"],
      ] as const) {
        await page.goto(`${company}/${address}`);
        const field = page.getByLabel(label, { exact: true }).last();
        await field.fill("12345");
        for (const [title, answer] of [
          ["The service does not answer", (route: Route) => route.abort()],
          ["You are signed out", (route: Route) => route.fulfill({ status: 401, json: SIGNED_OUT })],
        ] as const) {
          await readInVain(page, answer);
          await page.locator(".note[role=alert]", { hasText: title }).first().waitFor();
          if ((await field.inputValue()) !== "12345") faults.push(`${address}: ${title}`);
          await page.unroute(READS);
        }
      }
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  test(
    "a form that is sent twice at once writes once, and a double click only tries (CONS-006)",
    LONG,
    async () => {
      const { context, page, complaints } = await visitConsole(setting, OWNER);
      const company = `${setting.origin}/app/c/${setting.company}`;
      const pick = async (name: RegExp, letters: string): Promise<void> => {
        await page.getByRole("button", { name }).first().click();
        await page.locator(".picker input").fill(letters);
        await page.keyboard.press("Enter");
      };
      const entry = async (): Promise<void> => {
        await page.getByLabel("Memo").fill("Once");
        await pick(/^Category of line 1/, "travel");
        await pick(/^Category of line 2/, "operating checking");
        await page.getByLabel("Debit of line 1").fill("1");
        await page.getByLabel("Credit of line 2").fill("1");
      };
      const fill = (texts: Readonly<Record<string, string>>) => async (): Promise<void> => {
        for (const [label, text] of Object.entries(texts))
          await page.getByLabel(label, { exact: true }).last().fill(text);
      };
      const press = (name: string) => page.getByRole("button", { name, exact: true });
      for (const [address, write, verb, trial] of [
        [
          "invoices?do=new",
          fill({ Customer: "Once", "What is billed": "Work", "Price of one, in dollars": "10" }),
          "Issue the invoice",
        ],
        [
          "team?do=invite",
          fill({ "First name": "On", "Last name": "Ce", "E-mail address": "once@example.com" }),
          "Send the invitation",
        ],
        ["developers?do=create", fill({ "What it is for": "once" }), "Create the key"],
        ["accounts?do=add", fill({ Name: "Once" }), "Add the account"],
        ["chart?do=add", fill({ Name: "Once" }), "Add the category"],
        ["chart?show=departments&do=add", fill({ Name: "Once" }), "Add the department"],
        [
          "rules?do=add",
          async () => {
            await fill({ "Name of the rule": "Once", "Letters 1": "once" })();
            await pick(/^Category/, "travel");
          },
          "Make the rule",
        ],
        ["sheets", async () => {}, "New spreadsheet"],
        ["journal?new=entry", entry, "Post the entry", "Show what it changes"],
        ["company?do=edit", fill({ City: "Once" }), "Change it", "Show what changes"],
      ] as const) {
        await page.goto(`${company}/${address}`);
        await press(trial ?? verb).waitFor();
        await write();
        await expectOneRequest(page, press(verb), trial === undefined ? undefined : press(trial));
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
