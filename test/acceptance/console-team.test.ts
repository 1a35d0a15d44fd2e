/**
 * The console's team page in Chromium: who is on the team and what each may do, an invitation from the form
 * to its end, what is refused, and what members with less access see. Each journey ends by reading the same
 * fact over the API.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, invitation, permissions, person } from "../support/bundle.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import {
  chooseFilter,
  type ConsoleSetting,
  OWNER,
  PASSWORD,
  setPassword,
  startConsole,
  visitConsole,
} from "./console-app.ts";
import { json, LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

/** A name as somebody may choose it: letters from right to left, code, and long. */
const HOSTILE = `<img src=x onerror="window.hacked=1"> \u0634\u0631\u0643\u0629 ${"\u0645".repeat(150)}`;

describeWith(CHROMIUM, "the console's team page in Chromium", () => {
  let setting: ConsoleSetting;
  let address: string;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    address = `${setting.origin}/app/c/${setting.company}/team`;
  }, LONG.timeout);
  afterAll(() => setting.close());

  const teamByApi = () => setting.api.client.getTeam();

  async function openTeam(page: Page, query = ""): Promise<void> {
    await page.goto(`${address}${query}`);
    await page.locator(".tm .list, .tm-matrix").first().waitFor();
  }

  const focused = (page: Page) => page.evaluate("document.activeElement?.textContent ?? ''");

  test("with the keyboard: from the navigation to a member's levels and back", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find anything" }).waitFor();
    await page.keyboard.type("team");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Team" }).waitFor();
    const { members } = await teamByApi();
    const people = page.getByRole("table", { name: "Members and open invitations" }).locator("tbody tr");
    const names = people.filter({ hasNot: page.locator(".avatar.invited") }).locator("b");
    await expect.poll(() => names.allInnerTexts()).toEqual(members.map(({ name, email }) => name ?? email));
    await page.locator(".tm .list [data-opens]").first().focus();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const second = members[1];
    await page.getByRole("complementary", { name: "Member" }).waitFor();
    const levels = await page.locator(".tm-access tbody td").allInnerTexts();
    expect(levels.map((level) => level.toLowerCase())).toEqual(Object.values(second?.permissions ?? {}));
    // The address alone shows the same again.
    expect(page.url()).toBe(`${address}?member=${second?.id ?? ""}`);
    await page.keyboard.press("Escape");
    await page.locator(".panel").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toContain(second?.name ?? "");
    await page.getByRole("button", { name: "Who may do what" }).click();
    await page.locator(".tm-matrix").waitFor();
    const row = page.locator(".tm-matrix tbody tr", { has: page.getByText("transactions", { exact: true }) });
    expect(
      (await row.locator("td:not(.tm-means)").allInnerTexts()).map((text) => text.toLowerCase()),
    ).toEqual(members.map(({ permissions: { transactions } }) => transactions));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("an invitation is made, changed, sent again and revoked", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await openTeam(page);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByLabel("First name").fill("Grace");
    await page.getByLabel("Last name").fill("Ledger");
    await page.getByLabel("E-mail address").fill("Grace.Ledger@example.com");
    expect(await page.getByRole("radio", { name: "Read-only" }).isChecked()).toBe(true);
    await page.keyboard.press("Enter");
    await page
      .getByText("No mail was sent to Grace.Ledger@example.com. Copy the link and pass it on.")
      .waitFor();
    const link = page.getByLabel("the link", { exact: true });
    const first = await link.innerText();
    expect(await allFaultsOf(page)).toEqual([]);
    const made = (await teamByApi()).invitations.find(({ first_name }) => first_name === "Grace");
    expect(made).toMatchObject({ email: "Grace.Ledger@example.com", access_template: "read_only" });

    await page.getByRole("button", { name: "Change access" }).click();
    await page.getByRole("radio", { name: "Custom access" }).check();
    await page.getByRole("group", { name: "Invoices" }).getByRole("radio", { name: "Manage" }).check();
    await page.getByRole("group", { name: "Payroll" }).getByRole("radio", { name: "None" }).check();
    expect(await allFaultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Change the access" }).click();
    await page.getByText("The access of the invitation is changed.").waitFor();
    const changed = (await teamByApi()).invitations.find(({ id }) => id === made?.id);
    expect(changed?.permissions).toEqual({ ...made?.permissions, invoices: "manage", payroll: "none" });

    await setting.service.moveClock(3_600);
    await page.getByRole("button", { name: "New link", exact: true }).click();
    await page.getByText(/^No mail was sent\. The invitation is good until/).waitFor();
    await expect.poll(() => link.innerText()).not.toBe(first);
    expect(await page.getByText(/is invited|Sent again/).count()).toBe(0);
    const sent = (await teamByApi()).invitations.find(({ id }) => id === made?.id);
    expect(sent?.expires).toBeGreaterThan(changed?.expires ?? 0);

    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    expect(await allFaultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep it" }).click();
    expect((await teamByApi()).invitations.some(({ id }) => id === made?.id)).toBe(true);
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByRole("button", { name: "Revoke the invitation" }).click();
    await page.getByText(/is revoked/).waitFor();
    await page.locator(".panel").waitFor({ state: "detached" });
    expect((await teamByApi()).invitations.some(({ id }) => id === made?.id)).toBe(false);

    // It is in the list of those that are over, and can only be read.
    await chooseFilter(page, "Invitations", "Revoked");
    await page.getByRole("button", { name: /Grace\.Ledger@example\.com/ }).click();
    const panel = page.getByRole("complementary", { name: "Invitation" });
    await panel.getByText("Revoked", { exact: true }).waitFor();
    expect(await panel.getByRole("button", { name: "New link" }).count()).toBe(0);
    expect(page.url()).toContain(`state=revoked&invitation=${made?.id ?? ""}`);
    await chooseFilter(page, "Invitations", "Accepted");
    await page.getByText("No invitation is in this state.").waitFor();

    // The member of a read-only key is no person.
    await json(setting.service.daybook, ["key", "create", "--read-only", "--name", "dashboard"]);
    await openTeam(page);
    const service = page.getByRole("row", { name: /dashboard \(service\)/ });
    expect(await service.innerText()).toContain("Service member of a read-only key");
    const member = (await teamByApi()).members.find(({ first_name }) => first_name === "dashboard");
    expect(member?.permissions).toMatchObject({ transactions: "view" });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("people are sorted by any column, and keys stand beside them (CONS-018)", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await openTeam(page);
    const rows = page.getByRole("table", { name: "Members and open invitations" }).locator("tbody tr");
    const { members, invitations } = await teamByApi();
    const names = [...members, ...invitations].map(
      ({ first_name, last_name }) => `${first_name} ${last_name}`,
    );
    await page.getByRole("button", { name: "People", exact: true }).click();
    const sorted = names.toSorted((a, b) => a.localeCompare(b));
    await expect.poll(() => rows.locator("b").allInnerTexts()).toEqual(sorted);
    await page.getByRole("button", { name: "People", exact: true }).click();
    await expect.poll(() => rows.locator("b").allInnerTexts()).toEqual(sorted.toReversed());
    await page.getByRole("table", { name: "API keys" }).locator("[data-opens]").first().click();
    await page.getByRole("complementary", { name: "API key" }).waitFor();
    expect(page.url()).toContain(`/developers?key=`);
    // The roles stand beside the list, and give way to whoever is open.
    await openTeam(page);
    const roles = page.getByRole("complementary", { name: "Role permissions" });
    expect(await roles.getByRole("row", { name: /^Transactions/ }).innerText()).toMatch(/Manage\s+View/);
    expect(await allFaultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("without a mail server, whoever gets the link that the page shows joins the team", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await openTeam(page, "?do=invite");
    await page.getByLabel("First name").fill("Bea");
    await page.getByLabel("Last name").fill("Counter");
    await page.getByLabel("E-mail address").fill("bea@example.com");
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await page.getByRole("button", { name: "Copy the link" }).click();
    const url = String(await page.evaluate("navigator.clipboard.readText()"));
    const other = await setting.browser.newContext();
    const joining = await other.newPage();
    await joining.goto(url);
    for (const field of await joining.locator("input[type=password]").all()) await field.fill(PASSWORD);
    await joining.locator("form button").first().click();
    await joining.locator(".ov-cash, .state").first().waitFor();
    const { members } = await teamByApi();
    expect(members.find(({ email }) => email === "bea@example.com")).toMatchObject({
      name: "Bea Counter",
      access_template: "read_only",
    });
    expect(complaints).toEqual([]);
    await Promise.all([context.close(), other.close()]);
  });

  test("with a mail server, the page says that it was sent, and shows no link", LONG, async () => {
    const mailing = await startConsole({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "books@example.com" });
    const { page } = await visitConsole(mailing, OWNER);
    await page.goto(`${mailing.origin}/app/c/${mailing.company}/team?do=invite`);
    await page.getByLabel("First name").fill("Bea");
    await page.getByLabel("Last name").fill("Counter");
    await page.getByLabel("E-mail address").fill("bea@example.com");
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await page.getByText("bea@example.com is invited.").waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText(/^Sent again/).waitFor();
    expect(await page.getByLabel("Link of the invitation").count()).toBe(0);
    const { invitations } = await mailing.api.client.getTeam();
    expect(invitations.map(({ email }) => email)).toContain("bea@example.com");
    await mailing.close();
  });

  test("a member's access is changed, and a member is removed", LONG, async () => {
    const leaving = person("leaving", permissions("view"));
    const staying = person("staying");
    const bundle = companyBundle({
      users: [staying.user, leaving.user],
      members: [staying.member, leaving.member],
    });
    const company = await importCompany(setting.service, bundle);
    await setPassword(setting, staying.user.email);
    const { context, page, complaints } = await visitConsole(setting, staying.user.email);
    await page.goto(`${setting.origin}/app/c/${company.id}/team?member=${leaving.member.id}`);
    const panel = page.getByRole("complementary", { name: "Member" });
    await panel.getByRole("button", { name: "Change access" }).click();
    await panel.getByRole("radio", { name: /^Full admin/ }).check();
    await panel.getByRole("button", { name: "Change the access" }).click();
    await page.getByText(/^The access of .* is changed\.$/).waitFor();
    await panel.getByRole("button", { name: "Remove", exact: true }).click();
    await panel.getByRole("button", { name: "Remove from the team" }).click();
    await page.getByText(/ is no longer on the team\.$/).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("what is refused is said at its field, and nobody is invited", LONG, async () => {
    const { context, page } = await visitConsole(setting, OWNER);
    await openTeam(page, "?do=invite");
    await page.getByLabel("First name").fill("Grace");
    await page.getByLabel("Last name").fill("Ledger");
    await page.getByLabel("E-mail address").fill(OWNER);
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await expect.poll(() => page.getByLabel("E-mail address").getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("First name").inputValue()).toBe("Grace");
    expect((await teamByApi()).invitations.some(({ email }) => email === OWNER)).toBe(false);
    // Enter in a form that is being sent sends nothing again; a service that is away is said.
    await page.getByLabel("E-mail address").fill("grace@example.com");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await page.getByText(/The service does not answer/).waitFor();
    await context.setOffline(false);
    await context.close();
  });

  test("a viewer only reads; names are only text; expired invitations say so", LONG, async () => {
    const viewer = person("viewer", permissions("view", { api_access: "none" }));
    const owner = person("owner");
    const clerk = person(
      "clerk",
      permissions("none", { reports: "view", team_access: "manage", api_access: "none" }),
    );
    const company = await importCompany(
      setting.service,
      companyBundle({
        users: [{ ...owner.user, first_name: HOSTILE, last_name: null }, viewer.user, clerk.user],
        members: [owner.member, viewer.member, clerk.member],
        invitations: [
          invitation("late", { created: 1_600_000_000, expires: 1_600_600_000 }),
          invitation("chief", { permissions: permissions("manage") }),
        ],
      }),
    );
    await setPassword(setting, viewer.user.email);
    const { context, page, complaints } = await visitConsole(setting, viewer.user.email, {
      viewport: { width: 390, height: 844 },
    });
    const root = `${setting.origin}/app/c/${company.id}/team`;
    await page.goto(root);
    const late = page.getByRole("button", { name: "late Invited" });
    await late.waitFor();
    expect(await page.getByRole("row", { name: /late Invited/ }).innerText()).toContain(
      "Expired Sep 20, 2020",
    );
    expect(await page.getByRole("button", { name: "Invite", exact: true }).count()).toBe(0);
    expect(await allFaultsOf(page)).toEqual([]);
    await late.click();
    await page.getByRole("complementary", { name: "Invitation" }).waitFor();
    expect(await page.getByRole("button", { name: "Send again" }).count()).toBe(0);
    await page.goto(`${root}?show=access`);
    await page.locator(".tm-matrix").waitFor();
    expect(await page.locator(".tm-matrix thead").innerText()).toContain("onerror=");
    expect(await page.evaluate("window.hacked === undefined")).toBe(true);
    expect(await allFaultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();

    // Whoever manages the team gives and takes no more than they have.
    await setPassword(setting, clerk.user.email);
    const visit = await visitConsole(setting, clerk.user.email);
    await visit.page.goto(`${root}?invitation=invite_chief`);
    await visit.page.getByText("gives more access than you have").waitFor();
    await visit.page.goto(`${root}?do=invite`);
    await visit.page.getByRole("radio", { name: "Full admin" }).waitFor();
    expect(await visit.page.getByRole("radio", { name: "Full admin" }).isDisabled()).toBe(true);
    await visit.context.close();
    expect((await company.api.client.getTeam()).invitations).toHaveLength(2);
  });
});
