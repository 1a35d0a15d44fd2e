/**
 * The console's pages of a company, for developers and of one's sessions in Chromium: a change of the profile
 * after what it changes was shown, a key from its creation to its end, the audit trail, and signing out
 * elsewhere. Each journey ends by reading the same fact over the API.
 */
import { createClient } from "@daybook/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, permissions, person } from "../support/bundle.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import {
  chooseFilter,
  type ConsoleSetting,
  fillDays,
  OWNER,
  setPassword,
  startConsole,
  visitConsole,
} from "./console-app.ts";
import { json, LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

/** A name as somebody may choose it: letters from right to left, code, and long. */
const HOSTILE = `<img src=x onerror="window.hacked=1"> \u0634\u0631\u0643\u0629 ${"\u0645".repeat(100)}`;

describeWith(CHROMIUM, "the console's pages of a company in Chromium", () => {
  let setting: ConsoleSetting;
  let root: string;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    root = `${setting.origin}/app/c/${setting.company}`;
  }, LONG.timeout);
  afterAll(() => setting.close());

  test("the profile changes after what it changes is shown, and the trail has it", LONG, async () => {
    const owner = person("owner");
    const { id, api } = await importCompany(
      setting.service,
      companyBundle({ users: [owner.user], members: [owner.member] }),
    );
    await setPassword(setting, owner.user.email);
    const { context, page, complaints } = await visitConsole(setting, owner.user.email);
    await page.goto(`${setting.origin}/app/c/${id}/company`);
    const before = (await api.read("/company")) as { readonly name: string };
    await page.getByRole("button", { name: "Change the profile" }).click();
    await page.getByLabel("Name", { exact: true }).fill(HOSTILE);
    await page.getByLabel("Last four digits of the EIN").fill("12");
    await page.getByRole("button", { name: "Show what changes" }).click();
    const ein = page.getByLabel("Last four digits of the EIN");
    await expect.poll(() => ein.getAttribute("aria-invalid")).toBe("true");
    await ein.fill("1234");
    await page.getByLabel("Fiscal year begins in").selectOption("7");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Show what changes" }).click();
    const shown = page.getByRole("group", { name: "What this changes" });
    await shown.getByText(/^The fiscal year of today begins on Jul 1, \d{4} instead of Jan 1/).waitFor();
    await shown.getByText(/^On the balance sheet of today, net income of the year is/).waitFor();
    expect(await shown.locator("tbody tr").count()).toBe(3);
    expect(await api.read("/company")).toEqual(before);
    expect(await allFaultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Show what changes" }).click();
    await page.getByRole("button", { name: "Change it" }).click();
    await page.getByText(/: changed\.$/).waitFor();
    expect(await api.read("/company")).toMatchObject({ name: HOSTILE, federal_ein_last4: "1234" });

    // The trail names the person, and an event holds the value before and after.
    await page.getByRole("link", { name: "Audit trail", exact: true }).click();
    await chooseFilter(page, "From where", "Console");
    await page.locator(".co-events button", { hasText: "Fiscal year begins in" }).click();
    const panel = page.getByRole("complementary", { name: "Event" });
    await panel.getByText("January", { exact: true }).waitFor();
    expect(await panel.innerText()).toMatch(/January\s+July[\s\S]*Who\s+you/);
    expect(new URL(page.url()).searchParams.get("surface")).toBe("console");
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate("document.activeElement?.innerText ?? ''"))
      .toContain("Fiscal year begins in");
    await fillDays(page, "Days", { "Last day": "2020-01-01" });
    await page.getByRole("heading", { name: "No events" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.locator(".co-events button").first().waitFor();
    const { events } = await json<{ events: { note: string | null; to_state: string | null }[] }>(
      setting.service.daybook,
      ["audit", id, "--action", "changeCompanySettings"],
    );
    expect(events.find(({ note }) => note === "fiscal_year_start_month")?.to_state).toBe("7");
    expect(await page.evaluate("window.hacked === undefined")).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a read-only key is made, shown once, used, and revoked", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: setting.origin });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find anything" }).waitFor();
    await page.keyboard.type("developers");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("What it is for").fill("dashboard");
    await page.keyboard.press("Enter");
    await page.getByText("This is the only time that the key is shown.").waitFor();
    const secret = page.locator(".panel code", { hasText: /^svc_[A-Za-z0-9]{40}/ });
    const text = await secret.innerText();
    await page.getByRole("button", { name: "Copy the new key" }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(text);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await secret.waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(text);

    const program = createClient({ baseUrl: setting.origin, key: text, retries: 0 });
    expect(await program.getCompany()).toMatchObject({ id: setting.company });
    await expect(program.deleteRule("rule_1")).rejects.toMatchObject({ code: "insufficient_permission" });
    await page.reload();
    const row = page.locator(".list tbody tr", { hasText: "dashboard" });
    await row.waitFor();
    expect(await row.innerText()).toMatch(
      new RegExp(`${text.slice(0, 8)}…[\\s\\S]*Read-only[\\s\\S]*by you`),
    );
    expect(await row.innerText()).not.toContain("Never");
    await row.getByRole("button").click();
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText(/are refused with 401, for good\. Used/).waitFor();
    await page.getByRole("button", { name: "Keep it" }).click();
    expect(await program.getCompany()).toMatchObject({ id: setting.company });
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByRole("button", { name: "Revoke the key" }).click();
    await page.getByText("The key dashboard is revoked.").waitFor();
    await expect(program.getCompany()).rejects.toMatchObject({ status: 401 });
    await page.getByRole("link", { name: "How to sync", exact: true }).click();
    await page.getByText(`${setting.origin}/api/v1/transactions?updated_after=0`, { exact: false }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("the month of a plan is a bar with its numbers", LONG, async () => {
    const owner = person("owner");
    const bundle = companyBundle({ users: [owner.user], members: [owner.member] });
    const { id, api } = await importCompany(setting.service, {
      ...bundle,
      company: { ...bundle.company, plan: "startup" },
    });
    await setPassword(setting, owner.user.email);
    await api.read("/company");
    const { context, page, complaints } = await visitConsole(setting, owner.user.email);
    await page.goto(`${setting.origin}/app/c/${id}/company?show=usage`);
    await page.locator("meter").waitFor();
    const { month } = await json<{ month: { requests: number; cap: number } }>(setting.service.daybook, [
      "plan",
      "show",
      id,
    ]);
    expect(await page.locator(".co-figure").innerText()).toBe(
      `${month.requests} of ${month.cap} requests, ${month.cap - month.requests} left`,
    );
    expect(await allFaultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("one signs out elsewhere, and the other browser is out", LONG, async () => {
    const other = await visitConsole(setting, OWNER);
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.getByRole("button", { name: "You:" }).click();
    await page.getByRole("menuitem", { name: "Your account" }).click();
    await page.getByText("This browser").waitFor();
    expect(await page.getByRole("table", { name: "Sessions" }).innerText()).toContain("Chrome on Linux");
    expect(await allFaultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByText(/^Signed out in/).waitFor();
    await expect.poll(() => page.locator(".list tbody tr").count()).toBe(1);
    await other.page.goto(`${root}/company`);
    await other.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goto(`${setting.origin}/app/me/sessions`);
    await page.getByText("This browser").waitFor();
    expect(complaints).toEqual([]);
    await other.context.close();
    await context.close();
  });

  test("a viewer only reads, and whoever has no access sees no page of it", LONG, async () => {
    const owner = person("owner");
    const viewer = person("viewer", permissions("view", { api_access: "none" }));
    const clerk = person("clerk", permissions("none", { reports: "view", api_access: "none" }));
    const company = await importCompany(
      setting.service,
      companyBundle({
        users: [owner.user, viewer.user, clerk.user],
        members: [owner.member, viewer.member, clerk.member],
      }),
    );
    const at = `${setting.origin}/app/c/${company.id}`;
    await setPassword(setting, viewer.user.email);
    const { context, page, complaints } = await visitConsole(setting, viewer.user.email);
    await page.goto(`${at}/company?do=edit`);
    await page.getByText("Whoever manages the company can change this.").waitFor();
    expect(await page.locator("main input").count()).toBe(0);
    expect(await page.getByRole("link", { name: "Developers" }).count()).toBe(0);
    await page.goto(`${at}/developers`);
    await page.getByRole("heading", { name: "You may not see this" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
    await setPassword(setting, clerk.user.email);
    const visit = await visitConsole(setting, clerk.user.email);
    expect(await visit.page.getByRole("link", { name: "Company", exact: true }).count()).toBe(0);
    await visit.page.goto(`${at}/company?show=audit`);
    await visit.page.getByRole("heading", { name: "You may not see this" }).waitFor();
    expect(await allFaultsOf(visit.page)).toEqual([]);
    await visit.context.close();
    expect(await company.api.read("/company")).toMatchObject({ id: company.id });
  });
});
