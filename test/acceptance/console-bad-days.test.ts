/**
 * What bad days do to the console in Chromium: a proxy that refuses, hours without a connection, addresses
 * that were cut by hand, two services on one host, very small and very large windows, and names in scripts
 * from right to left. What is typed stays, and each page says what is wrong and what helps.
 */
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHROMIUM, openChromium } from "./chromium.ts";
import {
  type ConsoleSetting,
  OWNER,
  PASSWORD,
  setPassword,
  startConsole,
  visitConsole,
} from "./console-app.ts";
import { Walk } from "./console-walk.ts";
import { LONG } from "./daybook.ts";
import { mixedNames, scrollFaults } from "./in-page.js";
import { loudCompany, OWNER as LOUD } from "./loud-company.ts";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

/** The requests of pages for what they show. */
const OF_PAGES = /\/app\/api\/(?!session)/;
const HTML = "<html><body><h1>429 Too Many Requests</h1><hr>nginx</body></html>";
const WIDTHS = [320, 2_560] as const;
/** After this, pages read again what they show when their reader comes back. */
const LATER_MS = 61_000;

describeWith(CHROMIUM, "the console on bad days", () => {
  let setting: ConsoleSetting;
  let root: string;

  beforeAll(async () => {
    setting = await startConsole();
    root = `${setting.origin}/app/c/${setting.company}`;
  }, LONG.timeout);
  afterAll(() => setting.close());

  /** Answers as a proxy does that has too much to do. */
  const tooMany =
    (retryAfter: string | null) =>
    (route: Route): Promise<void> =>
      route.fulfill({
        status: 429,
        contentType: "text/html",
        headers: retryAfter === null ? {} : { "Retry-After": retryAfter },
        body: HTML,
      });

  const heading = (page: Page) => page.locator("main :is(h1, h2)");

  test.each([null, "0", "3600"])(
    "a proxy that refuses with 429 and Retry-After %s is told, and typed work stays (CONS-023)",
    LONG,
    async (retryAfter) => {
      const { context, page } = await visitConsole(setting, OWNER);
      await page.route(OF_PAGES, tooMany(retryAfter));
      await page.goto(`${root}/invoices`);
      await page.getByText("Too many requests").first().waitFor();
      await page.unroute(OF_PAGES);
      await page.getByRole("button", { name: "Try again" }).first().click();
      await page.locator(".list tbody tr").first().waitFor();

      await page.goto(`${root}/team?do=invite`);
      await page.getByLabel("First name").fill("Grace");
      await page.getByLabel("Last name").fill("Ledger");
      await page.getByLabel("E-mail address").fill(`grace-${retryAfter ?? "x"}@example.com`);
      await page.route(OF_PAGES, (route) =>
        route.request().method() === "POST" ? tooMany(retryAfter)(route) : route.continue(),
      );
      await page.getByRole("button", { name: "Send the invitation" }).click();
      await page.locator(".form [role=alert]", { hasText: "Nothing was changed" }).waitFor();
      expect(await page.getByLabel("First name").inputValue()).toBe("Grace");
      await page.unroute(OF_PAGES);
      await page.getByRole("button", { name: "Send the invitation" }).click();
      await page.getByText("No mail was sent to grace-").waitFor();
      await context.close();
    },
  );

  test("addresses that were cut by hand lead on (CONS-023)", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.goto(`${root}/statements`);
    await page.getByRole("heading", { level: 1, name: "Income statement" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/c/${setting.company}/statements/income`);
    for (const path of ["nothing", "statements/income/more", "sheets/sht_1/2"]) {
      await page.goto(`${root}/${path}`);
      await page.getByRole("heading", { name: "No such page" }).waitFor();
      // The way on: the navigation is there.
      await page.getByRole("link", { name: "Overview" }).waitFor();
    }
    await page.getByRole("link", { name: "Overview" }).click();
    await page.locator(".ov-cash").waitFor();
    await page.goto(`${setting.origin}/app/nothing/at/all`);
    await page.getByRole("heading", { name: /No such page|Not found|not found/ }).waitFor();
    await page.goto(`${setting.origin}/app/c/comp_nobodys/transactions`);
    await page.getByRole("heading", { name: "This is not one of your companies" }).waitFor();
    await page
      .getByRole("button", { name: /^Company:|Switch|Choose/ })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("two services on one host keep their sessions apart (CONS-024)", LONG, async () => {
    const other = await startConsole();
    const { context, page } = await visitConsole(setting, OWNER);
    const second = await context.newPage();
    await second.goto(`${other.origin}/app/sign-in`);
    await second.getByLabel("E-mail address").fill(OWNER);
    await second.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await second.getByRole("button", { name: "Sign in" }).click();
    await second.locator(".ov-cash").waitFor();
    await page.reload();
    await page.locator(".ov-cash").waitFor();
    await second.reload();
    await second.locator(".ov-cash").waitFor();
    // Signing out of one leaves the other signed in.
    await second.getByRole("button", { name: /^You:/ }).click();
    await second.getByRole("menuitem", { name: "Sign out" }).click();
    await second.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.reload();
    await page.locator(".ov-cash").waitFor();
    await context.close();
    await other.close();
  });

  test.each(WIDTHS)(
    "at %d pixels with classic scroll bars each page has one scroller (CONS-025)",
    LONG,
    async (width) => {
      const browser = await openChromium({ hasScrollBars: true });
      const visit = await visitConsole({ ...setting, browser }, OWNER, {
        viewport: { width: 1_400, height: 900 },
      });
      const walk = new Walk(visit.page);
      const addresses = await walk.links.evaluateAll((links: readonly { readonly href: string }[]) =>
        links.map(({ href }) => href),
      );
      await visit.page.setViewportSize({ width, height: width < 1_000 ? 640 : 1_300 });
      const faults: string[] = [];
      for (const address of addresses) {
        await visit.page.goto(address);
        await walk.settled();
        const found = await visit.page.evaluate(scrollFaults);
        faults.push(...found.map((fault) => `${new URL(address).pathname}: ${fault}`));
      }
      expect(faults).toEqual([]);
      await browser.close();
    },
  );

  test("names from right to left move no digits beside them (CONS-025)", LONG, async () => {
    const company = await importCompany(setting.service, loudCompany());
    await setPassword(setting, LOUD.user.email);
    const { context, page } = await visitConsole(setting, LOUD.user.email);
    await page.goto(`${setting.origin}/app/c/${company.id}/overview`);
    const walk = new Walk(page);
    await walk.links.first().waitFor();
    const faults: string[] = [];
    await walk.all(async (what) => {
      faults.push(...(await page.evaluate(mixedNames)).map((fault) => `${what}: ${fault}`));
    });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("an hour without a connection is said once, and passes by itself (CONS-023)", LONG, async () => {
    const { context, page } = await visitConsole(setting, OWNER);
    await context.clock.install();
    await page.goto(`${root}/team?do=invite`);
    await page.getByLabel("First name").fill("Typed before");
    await page.route(OF_PAGES, (route) => route.abort());
    for (let minute = 0; minute < 60; minute += 10) {
      await context.clock.fastForward(LATER_MS * 10);
      await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
      await page.getByText("The service does not answer").first().waitFor();
      expect(await page.getByText("The service does not answer").count()).toBe(1);
    }
    expect(await page.getByLabel("First name").inputValue()).toBe("Typed before");
    await page.unroute(OF_PAGES);
    await context.clock.fastForward(LATER_MS);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(() => page.getByText("The service does not answer").count()).toBe(0);
    expect(await page.getByLabel("First name").inputValue()).toBe("Typed before");
    expect(await heading(page).first().innerText()).toBe("Team");
    await context.close();
  });
});
