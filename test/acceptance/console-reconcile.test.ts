/**
 * The console's page of reconciliations in Chromium: a month is reconciled with the keyboard alone, a long
 * statement is ticked by the rows in sight, and who may only read reads. Each journey ends by reading the
 * same fact over the API.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle, permissions, person } from "../support/bundle.ts";
import { FEED, transaction } from "../support/feed.ts";
import { allFaultsOf, CHROMIUM, tabTo } from "./chromium.ts";
import { type ConsoleSetting, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

/** Words of a bank as nobody wishes them: code, letters from right to left, and long. */
const HOSTILE = `<img src=x onerror="window.hacked=1"> \u0634\u0631\u0643\u0629 ${"\u0645".repeat(120)}`;
const SEPTEMBER = "rcn_september";
/** More lines than the page reads at once, twice. */
const MANY = 1_200;
/** Rows of a long list that are in the page: those in sight and some on each side. */
const MOST_ROWS = 80;

interface Read {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

describeWith(CHROMIUM, "the console's reconciliations in Chromium", () => {
  let setting: ConsoleSetting;
  let company: string;
  const [owner, viewer] = [person("owner"), person("viewer", permissions("view"))];

  beforeAll(async () => {
    setting = await startConsole();
    const line = (id: string, amount: number, date: string, more = {}) =>
      transaction(id, amount, { date, ...more });
    const bundle = companyBundle({
      ...FEED,
      users: [owner.user, viewer.user],
      members: [owner.member, viewer.member],
      transfers: [],
      transactions: [
        line("sep", 1_000_00, "2026-09-10"),
        line("rent", -400_00, "2026-10-01", { description: HOSTILE }),
        line("sale", 250_50, "2026-10-12"),
        line("twice", -30_00, "2026-10-20"),
        line("later", 99_00, "2026-11-02"),
        ...Array.from({ length: MANY }, (_, at) =>
          line(`many_${String(at).padStart(4, "0")}`, 1_00, "2026-10-05", { account_id: "acct_savings" }),
        ),
      ],
      reconciliations: [
        {
          id: SEPTEMBER,
          account_id: "acct_checking",
          statement_date: "2026-09-30",
          statement_cents: 1_000_00,
          opening_cents: 0,
          state: "finished",
          created: 1_791_000_000,
          created_by: owner.user.id,
          finished_at: 1_791_000_000,
          finished_by: owner.user.id,
          transaction_ids: ["txn_sep"],
        },
      ],
    });
    company = (await importCompany(setting.service, bundle)).id;
    for (const { user } of [owner, viewer]) await setPassword(setting, user.email);
  }, LONG.timeout);
  afterAll(() => setting.close());

  const at = (path: string) => `${setting.origin}/app/c/${company}/${path}`;
  /** Reads an operation of the console with the session of a page. */
  const read = <Body = Read>(page: Page, path: string): Promise<Body> =>
    page.evaluate(`fetch("/app/api/reconciliations${path}", { headers: { "daybook-company": "${company}" } })
      .then((answer) => answer.json())`);
  const difference = (page: Page) => page.locator(".re-sums dd b").last();
  const ticked = (page: Page) => page.locator(".re-tick[aria-checked=true]");
  const widthIn = async (page: Page, width: number): Promise<number> => {
    await page.setViewportSize({ width, height: 844 });
    return page.evaluate<number>("document.documentElement.scrollWidth");
  };

  test(
    "a month is reconciled with the keyboard alone, and the record is that of the API (RECON-009)",
    LONG,
    async () => {
      const { context, page, complaints } = await visitConsole(setting, owner.user.email);
      const { keyboard } = page;
      await page.goto(at("accounts?account=acct_checking"));
      await page.getByRole("link", { name: "Reconcile" }).focus();
      await keyboard.press("Enter");
      await page.getByText("It begins with 1,000.00, the balance of Sep 30, 2026.").waitFor();
      expect(await allFaultsOf(page)).toEqual([]);

      await page.getByLabel("Last day of the statement").focus();
      await keyboard.type("10312026");
      await keyboard.press("Enter");
      await page.getByText("No file of the account states a balance of 2026-10-31").waitFor();
      await tabTo(page, "Balance on that day");
      await keyboard.type("850.50");
      await keyboard.press("Enter");
      await page.getByRole("heading", { name: "Reconcile through Oct 31, 2026" }).waitFor();
      // (149.50) differs; the rent and the sale come to that, and the line that is there twice does not.
      await expect.poll(() => difference(page).innerText()).toBe("(149.50)");
      const finish = page.getByRole("button", { name: "Finish" });
      expect(await finish.isDisabled()).toBe(true);
      expect(await page.getByText("must be 0.00 to finish").count()).toBe(1);
      expect(await page.evaluate("window.hacked === undefined")).toBe(true);
      expect(await allFaultsOf(page)).toEqual([]);

      await page.locator(".re-tick").nth(2).waitFor();
      await keyboard.press("j");
      await keyboard.press("x");
      await keyboard.press("j");
      await keyboard.press("Space");
      await keyboard.press("j");
      await keyboard.press("x");
      await expect.poll(() => difference(page).innerText()).toBe("30.00");
      await page.getByText("One line explains the difference.").waitFor();
      await page.getByText("is cleared and may not be on the statement.").waitFor();
      expect(await allFaultsOf(page)).toEqual([]);
      await keyboard.press("k");
      await keyboard.press("j");
      await keyboard.press("x");
      await expect.poll(() => difference(page).innerText()).toBe("0.00");
      expect(await ticked(page).count()).toBe(2);

      await finish.focus();
      await keyboard.press("Enter");
      await page.getByText("The statement of Oct 31, 2026 is reconciled.").waitFor();
      expect(await page.locator(".re-tick").count()).toBe(0);
      const [october] = (await read(page, "?account_id=acct_checking")).data;
      expect(october).toMatchObject({
        statement_date: "2026-10-31",
        statement_balance_cents: 850_50,
        opening_balance_cents: 1_000_00,
        state: "finished",
        finished_by: owner.user.id,
      });
      const lines = await read(page, `/${String(october?.["id"])}/lines?cleared=true`);
      expect(lines.data.map(({ id }) => id)).toEqual(["txn_rent", "txn_sale"]);

      // Only the latest one is reopened, and with a reason.
      await page.getByRole("link", { name: "Earlier reconciliations" }).click();
      await page.getByRole("button", { name: "Sep 30, 2026" }).click();
      await page.getByRole("heading", { name: "Reconcile through Sep 30, 2026" }).waitFor();
      expect(await page.getByRole("button", { name: "Reopen" }).count()).toBe(0);
      await page.goBack();
      await page.goBack();
      await page.getByRole("button", { name: "Reopen" }).click();
      await page.getByLabel("Reason").fill("The bank has corrected it");
      await keyboard.press("Enter");
      await page.getByText("The statement of Oct 31, 2026 is open again.").waitFor();
      expect((await read(page, "?account_id=acct_checking")).data[0]).toMatchObject({ state: "reopened" });
      await page.getByRole("button", { name: "Drop" }).click();
      await page.getByRole("button", { name: "Drop it" }).click();
      await page.getByText("The reconciliation through Oct 31, 2026 is dropped.").waitFor();
      expect((await read(page, "?account_id=acct_checking")).data.map(({ id }) => id)).toEqual([SEPTEMBER]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test(
    "a long statement has its rows in sight in the page, and quick ticks go together (RECON-010)",
    LONG,
    async () => {
      const { context, page, complaints } = await visitConsole(setting, owner.user.email);
      const clears: string[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/clear")) clears.push(request.postData() ?? "");
      });
      await page.goto(at("accounts/acct_savings/reconcile"));
      await page.getByLabel("Last day of the statement").fill("2026-10-31");
      await page.getByLabel("Balance on that day").fill(`${MANY}.00`);
      await page.getByRole("button", { name: "Begin" }).click();
      await page.locator(".re-tick").first().waitFor();
      await page.getByText("1,200 lines come to 1,200.00.").waitFor();
      expect(await page.locator(".re-tick").count()).toBeLessThan(MOST_ROWS);

      // Keys go faster than answers: those that come before the first one go together.
      const count = 100;
      const pressed = Promise.withResolvers<void>();
      await page.route("**/clear", async (route) => {
        await pressed.promise;
        await route.continue();
      });
      for (let row = 0; row < count; row += 1) {
        await page.keyboard.press("j");
        await page.keyboard.press("x");
      }
      pressed.resolve();
      await page.getByRole("link", { name: `Cleared ${count}` }).waitFor();
      expect(await page.locator(".re-tick").count()).toBeLessThan(MOST_ROWS);
      const sent = clears.flatMap(
        (body) => (JSON.parse(body) as { transaction_ids: string[] }).transaction_ids,
      );
      expect(sent).toEqual(
        Array.from({ length: count }, (_, row) => `txn_many_${String(row).padStart(4, "0")}`),
      );
      expect(clears).toHaveLength(2);

      // The last line is read once one comes near it.
      const last = page.getByRole("checkbox").last();
      await expect
        .poll(async () => {
          await page.evaluate("document.querySelector('.scroller').scrollTop = 1e9");
          return page.locator(".re-table").getAttribute("aria-rowcount");
        })
        .toBe(String(MANY + 1));
      await expect.poll(() => last.getAttribute("data-opens")).toBe(`txn_many_${MANY - 1}`);
      await page.getByRole("button", { name: "Clear all up to the day" }).click();
      await expect.poll(() => difference(page).innerText()).toBe("0.00");
      await page.getByText("Every line through the statement").waitFor();
      const [draft] = (await read(page, "?account_id=acct_savings")).data;
      expect(await read(page, `/${String(draft?.["id"])}`)).toMatchObject({
        state: "draft",
        cleared_count: MANY,
        difference_cents: 0,
      });
      expect(complaints).toEqual([]);

      const reader = await visitConsole(setting, viewer.user.email, {
        viewport: { width: 390, height: 844 },
      });
      await reader.page.goto(at("accounts/acct_savings/reconcile?show=cleared"));
      await reader.page.getByRole("link", { name: "Payment many_0000" }).waitFor();
      expect(await reader.page.getByRole("button", { name: /Finish|Drop|Clear/ }).count()).toBe(0);
      expect(await reader.page.locator(".re-tick").count()).toBe(0);
      expect(await allFaultsOf(reader.page)).toEqual([]);
      await reader.context.close();
      await context.close();
    },
  );

  test("on a phone, nothing is wider than the screen, and what another took is said", LONG, async () => {
    const { context, page } = await visitConsole(setting, owner.user.email, {
      viewport: { width: 390, height: 844 },
    });
    await page.goto(at("accounts/acct_credit/reconcile"));
    await page.getByLabel("Last day of the statement").fill("2026-10-31");
    await page.getByLabel("Balance on that day").fill("-99,999,999.99");
    expect(await allFaultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByText("No single line explains the difference.").waitFor();
    expect(await allFaultsOf(page)).toEqual([]);
    await page.goto(at("accounts/acct_checking/reconcile"));
    await page.getByLabel("Last day of the statement").fill("2026-10-31");
    await page.getByLabel("Balance on that day").fill("850.50");
    await page.getByRole("button", { name: "Begin" }).click();
    const tick = page.locator(".re-tick").first();
    await tick.waitFor();
    expect(await allFaultsOf(page)).toEqual([]);
    expect(await widthIn(page, 320)).toBe(320);
    // Somebody else drops it meanwhile: the tick goes, and the page says why.
    const other = await visitConsole(setting, owner.user.email);
    await other.page.goto(at("accounts/acct_checking/reconcile"));
    await other.page.getByRole("button", { name: "Drop" }).click();
    await other.page.getByRole("button", { name: "Drop it" }).click();
    await other.page.getByText("is dropped").waitFor();
    await tick.click();
    await page.getByRole("alert").getByText("This is not there any more").waitFor();
    expect(await ticked(page).count()).toBe(0);
    expect((await read(page, "?account_id=acct_checking")).data).toHaveLength(1);
    await other.context.close();
    await context.close();
  });
});
