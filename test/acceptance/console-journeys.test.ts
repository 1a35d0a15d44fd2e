/**
 * Journeys through the console in Chromium: what a person reads there is what the API says, down to the
 * transaction behind a figure; all of it with the keyboard; exports; and how much the first page loads.
 */
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import {
  type ConsoleSetting,
  OWNER,
  PASSWORD,
  setPassword,
  startConsole,
  visitConsole,
} from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";

/** The last three whole months of the sample's books. */
const MONTHS = lastMonths(3);

interface Line {
  readonly category_id: string;
  readonly name: string;
  readonly amount_cents: number;
  readonly parent_category_id: string | null;
}
interface Statement {
  readonly cost_of_goods_sold: { readonly total_cents: number; readonly categories: readonly Line[] };
  readonly net_income_cents: number;
}

/** First and last days of the months before this one, the latest last. */
function lastMonths(count: number): { readonly from: string; readonly to: string }[] {
  const now = new Date();
  return Array.from({ length: count }, (_month, at) => {
    const month = now.getUTCMonth() - count + at;
    const day = (date: number, next = 0) =>
      new Date(Date.UTC(now.getUTCFullYear(), month + next, date)).toISOString().slice(0, 10);
    return { from: day(1), to: day(0, 1) };
  });
}

/** An amount as the console writes it. */
function written(cents: number): string {
  if (cents === 0) return "–";
  const [dollars = "", rest = ""] = (Math.abs(cents) / 100).toFixed(2).split(".");
  const text = `${dollars.replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
  return cents < 0 ? `(${text})` : text;
}

describeWith(CHROMIUM, "the console's journeys in Chromium", () => {
  let setting: ConsoleSetting;
  let statement: string;
  const [first, , last] = MONTHS;
  const days = `${last?.from ?? ""}..${last?.to ?? ""}`;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    statement = `${setting.origin}/app/c/${setting.company}/statements/income?from=${first?.from ?? ""}&to=${last?.to ?? ""}&by=month`;
  }, LONG.timeout);
  afterAll(() => setting.close());

  /** The income statement of the last month by the API. */
  function byApi(): Promise<Statement> {
    return setting.api.read<Statement>("/reports/income_statement", {
      start_date: last?.from ?? "",
      end_date: last?.to ?? "",
    });
  }

  /** The text of the figure of a row in the last month. */
  function figureIn(page: Page, row: string): Promise<string> {
    return page.locator(`a[data-line="${row}"][data-days="${days}"]`).innerText();
  }

  test("days of a month stand beside the same days of the month before", LONG, async () => {
    const day = (months: number, date: number): string => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date))
        .toISOString()
        .slice(0, 10);
    };
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    const income = `${setting.origin}/app/c/${setting.company}/statements/income`;
    // Until today, and also on the last day of a month.
    await page.goto(income);
    await page.getByText("(not over). More may be booked on these days.").waitFor();
    await page.goto(`${income}?compare=period&by=total&from=${day(-1, 1)}&to=${day(-1, 27)}`);
    const figure = page.locator(`a[data-line="net_income"][data-days="${day(-2, 1)}..${day(-2, 27)}"]`);
    await figure.waitFor();
    const before = await setting.api.read<Statement>("/reports/income_statement", {
      start_date: day(-2, 1),
      end_date: day(-2, 27),
    });
    expect(await figure.innerText()).toBe(written(before.net_income_cents));
    expect(await page.getByText("(not over)").count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(
    "a link leads through signing in to a statement, whose figures are those of the API",
    LONG,
    async () => {
      const context = await setting.browser.newContext();
      const page = await context.newPage();
      await page.goto(statement);
      expect(new URL(page.url()).pathname).toBe("/app/sign-in");
      await page.getByLabel("E-mail address").fill(OWNER);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.locator(".st td a").first().waitFor();
      expect(page.url()).toBe(statement);
      const { cost_of_goods_sold: section, net_income_cents } = await byApi();
      const line = section.categories.find(({ parent_category_id }) => parent_category_id === null);
      expect(await figureIn(page, `cost_of_goods_sold.${line?.category_id ?? ""}`)).toBe(
        written(line?.amount_cents ?? 0),
      );
      expect(await figureIn(page, "cost_of_goods_sold.total")).toBe(written(section.total_cents));
      expect(await figureIn(page, "net_income")).toBe(written(net_income_cents));
      await context.close();
    },
  );

  test("a figure shows its line over twelve months, as a chart and as a table", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.goto(statement);
    await page.locator(`a[data-line="cost_of_goods_sold.total"][data-days="${days}"]`).click();
    await page.getByRole("button", { name: "Over time" }).click();
    await page.locator(".months-chart svg").waitFor();
    // All figures are below zero, which the axis shows.
    await expect.poll(() => page.locator(".months-chart .chart-y span").allTextContents()).toContain("0");
    expect(await allFaultsOf(page)).toEqual([]);
    await page.keyboard.press("t");
    const rows = page.getByRole("table", { name: "Total Cost of Goods Sold by month" }).locator("tbody tr");
    await expect.poll(() => rows.first().isVisible()).toBe(true);
    expect(await page.locator(".months-chart").count()).toBe(0);
    expect(await allFaultsOf(page)).toEqual([]);
    const year = lastMonths(12);
    const byMonth = await Promise.all(
      year.map(({ from, to }) =>
        setting.api.read<Statement>("/reports/income_statement", { start_date: from, end_date: to }),
      ),
    );
    const figures = byMonth.map(({ cost_of_goods_sold: section }) => written(section.total_cents));
    expect(await rows.locator("td").allInnerTexts()).toEqual(figures);
    // The address alone shows the same again.
    await page.reload();
    await expect.poll(() => rows.locator("td").allInnerTexts()).toEqual(figures);
    await page.getByRole("button", { name: "Side by side" }).click();
    const columns = page.locator('.st a[data-line="cost_of_goods_sold.total"]');
    await expect.poll(async () => (await columns.allInnerTexts()).slice(0, 12)).toEqual(figures);
    await page.getByText("add up to this figure").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(
    "a figure opens its entries, their voucher and the transaction behind it, by addresses (CONS-002)",
    LONG,
    async () => {
      const { context, page, complaints } = await visitConsole(setting, OWNER);
      await page.goto(statement);
      const { cost_of_goods_sold: section } = await byApi();
      const line = section.categories.find(({ name }) => name === "Cloud Hosting");
      await page
        .locator(`a[data-line="cost_of_goods_sold.${line?.category_id ?? ""}"][data-days="${days}"]`)
        .click();
      await page.getByText("add up to this figure").waitFor();
      const entries = await setting.api.client
        .listJournalEntries({
          category_id: line?.category_id ?? "",
          start_date: last?.from ?? "",
          end_date: last?.to ?? "",
        })
        .all();
      const shown = await page.locator(".panel li .n").allInnerTexts();
      expect(shown).toEqual(entries.map(({ amount_cents }) => written(amount_cents)));
      const posted = entries.findIndex(({ transaction_id }) => transaction_id !== null);
      await page.locator(".panel li button").nth(posted).click();
      await page.getByRole("button", { name: "Open its transaction" }).click();
      await page.getByText("Date at the bank").waitFor();
      const transaction = await setting.api.read<{ amount_cents: number; description: string }>(
        `/transactions/${entries[posted]?.transaction_id ?? ""}`,
      );
      expect(await page.locator(".panel .sum").innerText()).toBe(written(transaction.amount_cents));
      // The address alone shows the same again.
      await page.reload();
      await page.getByText(transaction.description).first().waitFor();
      const link = page.getByRole("link", { name: "Open it among the transactions" });
      expect(await link.getAttribute("href")).toMatch(/\/transactions\?text=(txn_[^&]+)&open=\1$/);
      await link.click();
      await page.locator(".tx-rows .open").waitFor();
      await page.goBack();
      await link.waitFor();
      await page.goBack();
      await page.locator(".voucher tfoot").waitFor();
      const sides = await page.locator(".voucher tfoot td").allInnerTexts();
      expect(sides[0]).toBe(sides[1]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test(
    "with the keyboard alone: to a figure, its voucher and back, another statement, signing out (CONS-001)",
    LONG,
    async () => {
      const { context, page, complaints } = await visitConsole(setting, OWNER);
      await page.goto(statement);
      await page.locator(".st td a").first().waitFor();
      const focus = () =>
        page.evaluate(
          "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
        );
      // The whole table is one stop.
      let presses = 0;
      while (!(await page.evaluate("document.activeElement?.closest('table.st') !== null"))) {
        await page.keyboard.press("Tab");
        presses += 1;
        expect(presses).toBeLessThan(40);
      }
      while (!String(await focus()).startsWith("Cloud Hosting, ")) {
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("ArrowRight");
        presses += 1;
        expect(presses).toBeLessThan(120);
      }
      await page.keyboard.press("Enter");
      await page.locator(".panel li").first().waitFor();
      for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press("Tab");
      await page.keyboard.press("j");
      await page.keyboard.press("k");
      await page.keyboard.press("Enter");
      await page.locator(".voucher").waitFor();
      await page.keyboard.press("Escape");
      await page.locator(".panel li").first().waitFor();
      await page.keyboard.press("Escape");
      await page.locator(".panel").waitFor({ state: "detached" });
      await expect.poll(focus).toMatch(/^Cloud Hosting, /);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Find anything" }).waitFor();
      await page.keyboard.type("balan");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Balance sheet" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Find anything" }).waitFor();
      await page.keyboard.type("sign out");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/app\/sign-in$/);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test(
    "the palette finds an action of the page, a person, an old invoice, a transaction by text and by amount",
    LONG,
    async () => {
      const { context, page, complaints } = await visitConsole(setting, OWNER);
      const find = async (letters: string, group: string, option: string): Promise<void> => {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "Find anything" }).waitFor();
        await page.keyboard.type(letters);
        const wanted = page.getByRole("group", { name: group }).getByRole("option", { name: option }).first();
        await wanted.waitFor();
        while ((await wanted.getAttribute("aria-selected")) !== "true")
          await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
      };
      await page.goto(`${setting.origin}/app/c/${setting.company}/invoices`);
      await page.getByRole("button", { name: "New invoice" }).waitFor();
      await find("new inv", "On this page", "New invoice");
      await page.getByRole("heading", { name: "New invoice" }).waitFor();
      const { members } = await setting.api.client.getTeam();
      const [person] = members;
      await find(person?.email ?? "", "People", person?.name ?? "");
      await page.getByRole("complementary", { name: "Member" }).waitFor();
      const [invoice] = (await setting.api.client.listInvoices().all()).slice(-1);
      await find(invoice?.number ?? "", "Invoices", invoice?.number ?? "");
      await page.getByRole("complementary", { name: "Invoice" }).waitFor();
      const transactions = await setting.api.client.listTransactions({ limit: 100 }).all();
      const oldest = transactions.at(-1);
      await find(
        oldest?.description ?? "",
        "Transactions",
        oldest?.merchant_name ?? oldest?.description ?? "",
      );
      await page.locator(".tx-rows .open").waitFor();
      expect(await page.locator(".panel .sum").first().innerText()).not.toBe("");
      const amount = (Math.abs(oldest?.amount_cents ?? 0) / 100).toFixed(2);
      await find(amount, "Transactions", written(oldest?.amount_cents ?? 0));
      await page.locator(".tx-rows .open").waitFor();
      await expect
        .poll(() => page.locator(".panel .sum").first().innerText())
        .toMatch(new RegExp(written(Math.abs(oldest?.amount_cents ?? 0)).replace(".", "\\.")));
      // By its address alone, the row is beyond those that are loaded, and is found in the list.
      const id = oldest?.id ?? "";
      await page.goto(`${setting.origin}/app/c/${setting.company}/transactions?open=${id}`);
      await page.getByRole("button", { name: "Find it in the list" }).click();
      await page.locator(`.tx-rows .open[data-id="${id}"]`).waitFor();
      const read = await setting.api.read<{ amount_cents: number }>(`/transactions/${id}`);
      expect(await page.locator(".panel .sum").first().innerText()).toBe(written(read.amount_cents));
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test(
    "an export is made, shown until it is ready, and downloaded; its total is the API's",
    LONG,
    async () => {
      const { context, page, complaints } = await visitConsole(setting, OWNER);
      await page.goto(statement);
      await page.locator(".st td a").first().waitFor();
      for (const [choice, ending] of [
        ["CSV, for programs", /\.csv$/],
        ["PDF, for people", /\.pdf$/],
        ["XLSX, a workbook", /\.xlsx$/],
      ] as const) {
        await page.getByRole("button", { name: "Export" }).click();
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("menuitem", { name: choice }).click(),
        ]);
        expect(download.suggestedFilename()).toMatch(ending);
        const text = await readFile(await download.path(), "utf8");
        const { net_income_cents } = await byApi();
        if (choice.startsWith("CSV")) expect(text).toContain((net_income_cents / 100).toFixed(2));
        await page.getByRole("link", { name: "Download" }).waitFor();
        await page.getByRole("button", { name: /^Dismiss/ }).click();
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test(
    "columns, comparison, rows, search and closed headings are in the address (CONS-003)",
    LONG,
    async () => {
      const { context, page } = await visitConsole(setting, OWNER);
      await page.goto(statement);
      await page.locator(".st td a").first().waitFor();
      await page.getByRole("button", { name: "Columns: By month" }).click();
      await page.getByRole("menuitemradio", { name: "One column" }).click();
      await page.getByRole("button", { name: "Compare: none" }).click();
      await page.getByRole("menuitemradio", { name: "year before" }).click();
      await expect.poll(() => page.locator(".st thead th").allInnerTexts()).toHaveLength(6);
      await page.getByRole("button", { name: "Revenue", exact: true }).click();
      await expect.poll(() => page.url()).toMatch(/closed=revenue/);
      const [, , , , ...more] = await page.locator(".st tbody tr").allInnerTexts();
      expect(more.length).toBeGreaterThan(5);
      await page.reload();
      await page.locator(".st td a").first().waitFor();
      expect(
        await page.getByRole("button", { name: "Revenue", exact: true }).getAttribute("aria-expanded"),
      ).toBe("false");
      await page.getByLabel("Find a line").fill("hosting");
      await expect.poll(() => page.locator(".st tbody tr.line").count()).toBe(1);
      await page.getByLabel("Find a line").fill("");
      await page.getByRole("button", { name: "Rows: Categories" }).click();
      await page.getByRole("menuitemradio", { name: "Departments" }).click();
      await page.locator(".st tbody tr", { hasText: "Engineering" }).first().waitFor();
      const figure = page.locator(".st tbody tr.line", { hasText: "Infrastructure" }).locator("a").first();
      await figure.click();
      await page.getByText(/add up to this figure|makes this figure/).waitFor();
      await context.close();
    },
  );

  /** The bytes of an answer as they travel, compressed with gzip. */
  function bytesOf(url: string): Promise<number> {
    return new Promise((resolve, reject) => {
      get(url, { headers: { "accept-encoding": "gzip" } }, (answer) => {
        let bytes = 0;
        answer.on("data", (piece: Buffer) => (bytes += piece.length));
        answer.on("end", () => resolve(bytes));
      }).on("error", reject);
    });
  }

  /** Opens an address in a browser that has loaded nothing yet, and checks that it takes at most so many bytes. */
  async function openCold(address: string, shown: string, most: number) {
    const { context, page } = await visitConsole(setting, OWNER);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const response = await page.goto(address);
    await page.locator(shown).first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([setting.origin]));
    const files = asked.filter((url) => url.includes("/app/assets/"));
    expect(files.length).toBeGreaterThan(1);
    const sizes = await Promise.all(files.map(bytesOf));
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(most);
    return { context, page, response };
  }

  test(
    "the first page loads at most 250 kB, all from the service, under a strict policy (CONS-004)",
    LONG,
    async () => {
      const overview = await openCold(
        `${setting.origin}/app/c/${setting.company}/overview`,
        ".ov-bars .chart-bar",
        // The frame alone takes 244 kB.
        258_500,
      );
      await overview.context.close();
      const { context, page, response } = await openCold(statement, ".st td a", 250_000);
      const policy = (await response?.headerValue("content-security-policy")) ?? "";
      expect(policy).toMatch(
        /default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'nonce-\w{22}';/,
      );
      expect(policy).not.toContain("unsafe");
      // A script that somehow got into the page does not run.
      await page.evaluate(
        "const s = document.createElement('script'); s.textContent = 'window.hacked = true'; document.body.append(s)",
      );
      expect(await page.evaluate("window.hacked === undefined")).toBe(true);
      await context.close();
    },
  );
});
