/**
 * The console's page of connections in Chromium, with a local server in place of a bank: it is connected, its
 * account chosen, it loses its access and gets a new token, and is disconnected. Each journey ends by reading
 * the same fact over the API.
 */
import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, permissions, person } from "../support/bundle.ts";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, OWNER, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { expectOneRequest } from "./console-once.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

const DAYS_AGO = 5;
/** A name that the bank gives. */
const NICKNAME = `"><img src=x onerror=window.hit=1>`;

/** A bank with one account and one transaction, which accepts one token. */
function bankServer(bank: { token: string }): Server {
  const day = new Date(Date.now() - DAYS_AGO * 86_400_000).toISOString();
  const answers: Readonly<Record<string, object>> = {
    "/accounts": {
      accounts: [{ id: "aaa", name: "Mercury Checking", nickname: NICKNAME, status: "active" }],
    },
    "/credit": { accounts: [] },
    "/account/aaa/transactions": {
      total: 1,
      transactions: [
        {
          id: "coffee",
          amount: -4.5,
          status: "sent",
          createdAt: day,
          postedAt: day,
          counterpartyName: "Kettle and Cup",
          counterpartyNickname: null,
          bankDescription: "KETTLE AND CUP",
        },
      ],
    },
  };
  return createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${bank.token}`;
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://bank");
    const answer = answers[pathname];
    const isLater =
      searchParams.get("start") !== null && (searchParams.get("start") ?? "") > day.slice(0, 10);
    response.writeHead(!isKnown ? 401 : answer === undefined ? 404 : 200, {
      "content-type": "application/json",
    });
    response.end(JSON.stringify(!isKnown ? {} : isLater ? { total: 0, transactions: [] } : (answer ?? {})));
  });
}

describeWith(CHROMIUM, "the console's connections in Chromium", () => {
  const bank = { token: "first-token" };
  const server = bankServer(bank);
  let setting: ConsoleSetting;
  let address: string;

  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    setting = await startConsole({
      CONNECTION_KEY: randomBytes(32).toString("base64"),
      MERCURY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    await setPassword(setting, OWNER);
    address = `${setting.origin}/app/c/${setting.company}/connections`;
  }, LONG.timeout);
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await setting.close();
  });

  const statusOf = async (key: string) =>
    (await setting.api.client.listIntegrations().all()).find((each) => each.key === key)?.status;

  test("a bank is connected, read, renewed and disconnected", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.goto(address);
    await page.getByText("No connections yet").waitFor();
    const uploads = page.getByRole("link", { name: "Upload bank files at Transactions" });
    expect(await uploads.getAttribute("href")).toBe(`/app/c/${setting.company}/transactions`);
    // Plaid lacks settings of the operator, and the page says which in place of a button.
    await page.getByText(/Plaid.* can’t be connected on this server yet/).click();
    await page.getByText(/PLAID_CLIENT_ID and PLAID_SECRET are not set/).waitFor();
    expect(await page.getByRole("button", { name: "Connect Plaid" }).count()).toBe(0);
    await page.getByRole("button", { name: "Connect Mercury" }).click();
    await page.getByLabel("API token").fill("a wrong one");
    await page.keyboard.press("Enter");
    await page.locator(".panel").getByRole("alert").waitFor();
    expect(await statusOf("mercury")).toBe("not_connected");
    await page.getByLabel("API token").fill(bank.token);
    const press = (name: string) => page.locator(".panel").getByRole("button", { name, exact: true });
    await expectOneRequest(page, press("Connect Mercury"));
    await page.getByText("Mercury is connected.").waitFor();

    // Nothing is read before its account is chosen.
    await page.getByRole("heading", { name: "A connection needs you" }).waitFor();
    expect(await statusOf("mercury")).toBe("pending");
    const [account] = await setting.api.client.listAccounts().all();
    await page.getByLabel(`${NICKNAME} feeds`).selectOption(account?.id ?? "");
    await expectOneRequest(page, press("Choose these accounts"));
    await page.getByText("The accounts are chosen.").waitFor();
    await page.locator(".panel .tag", { hasText: "Works" }).waitFor();
    // The bank writes days in UTC, the books in Los Angeles.
    const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const days = { start_date: dayAgo(DAYS_AGO + 1), end_date: dayAgo(DAYS_AGO - 1) };
    const fed = async () =>
      (await setting.api.client.listTransactions({ ...days, limit: 100 }).all()).filter(
        ({ description }) => description === "KETTLE AND CUP",
      );
    await expect.poll(fed).toMatchObject([{ amount_cents: -450, account_id: account?.id }]);
    expect(await statusOf("mercury")).toBe("connected");
    expect(await page.evaluate("window.hit")).toBeUndefined();
    expect(await allFaultsOf(page)).toEqual([]);
    expect(
      await page.getByRole("link", { name: `Transactions of ${account?.name ?? ""}` }).getAttribute("href"),
    ).toContain(`transactions?account=${account?.id ?? ""}`);

    // The bank ends the access; a read finds that, and the connection needs a person.
    bank.token = "second-token";
    await page.getByRole("button", { name: "Read now" }).click();
    await page.locator(".panel .tag", { hasText: "Sign in again" }).waitFor();
    expect(await statusOf("mercury")).toBe("requires_reconnect");
    await page.goto(`${setting.origin}/app/c/${setting.company}/overview`);
    await page.getByText("needs a sign-in").waitFor();
    await page.getByRole("link", { name: /^Sign in: Mercury/ }).click();
    await page.getByRole("heading", { name: "A connection needs you" }).waitFor();
    expect(await allFaultsOf(page)).toEqual([]);
    await page
      .locator(".list")
      .getByRole("button", { name: /Mercury/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Update credentials" }).click();
    await page.getByLabel("API token").fill(bank.token);
    await expectOneRequest(page, press("Renew"));
    await page.getByText("Mercury goes on.").waitFor();
    await expect.poll(() => statusOf("mercury")).toBe("connected");

    await page.getByRole("button", { name: "Disconnect", exact: true }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Disconnect", exact: true }).click();
    await expectOneRequest(page, press("Disconnect Mercury"));
    await page.getByText(/Mercury is disconnected, and its secret deleted/).waitFor();
    expect(await statusOf("mercury")).toBe("not_connected");
    expect(await fed()).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a viewer only reads, narrow too; whoever may see nothing is told so", LONG, async () => {
    const [viewer, clerk] = [
      person("viewer", permissions("view", { api_access: "none" })),
      person("clerk", permissions("none", { reports: "view", api_access: "none" })),
    ];
    const owner = person("owner");
    const company = await importCompany(
      setting.service,
      companyBundle({
        users: [owner.user, viewer.user, clerk.user],
        members: [owner.member, viewer.member, clerk.member],
        integrations: [{ key: "gusto", status: "requires_reconnect", detail: "Expired." }],
      }),
    );
    const own = `${setting.origin}/app/c/${company.id}/connections`;
    await setPassword(setting, viewer.user.email);
    const { context, page, complaints } = await visitConsole(setting, viewer.user.email, {
      viewport: { width: 390, height: 844 },
    });
    await page.goto(`${own}?connect=mercury`);
    await page.locator("tr", { hasText: "Gusto" }).getByText("Needs a person to sign in again").waitFor();
    // What this server does not read itself is said to be mended elsewhere.
    await page.getByText("Gusto: somebody has to sign in again.").waitFor();
    expect(await page.getByRole("button", { name: /^Connect/ }).count()).toBe(0);
    expect(await page.locator(".panel").count()).toBe(0);
    expect(await allFaultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
    await setPassword(setting, clerk.user.email);
    const visit = await visitConsole(setting, clerk.user.email);
    await visit.page.goto(own);
    await visit.page.getByText("You may not see this").waitFor();
    await visit.context.close();
    const all = await company.api.client.listIntegrations().all();
    expect(all.find(({ key }) => key === "gusto")?.status).toBe("requires_reconnect");
  });
});
