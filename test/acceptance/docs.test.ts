/**
 * The reference site in a real browser: its search by keyboard, its panel that sends requests, and what is
 * left of it without scripts. The browser reports what the policy of the site forbids, and no page may cause
 * that.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { CHROMIUM, openChromium, PATIENCE_MS } from "./chromium.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";
import { newPlace, type Place } from "./place.ts";
import { importCompany, type Company, keyOf, type StartedService, startService } from "./service.ts";

describeWith(CHROMIUM, "the reference site in Chromium", () => {
  let browser: Browser;
  let place: Place;
  let service: StartedService;
  let company: Company;
  let key: string;
  let origin: string;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    place = await newPlace();
    [browser, service] = await Promise.all([openChromium(), startService(place)]);
    origin = new URL(service.base).origin;
    const bundle = companyBundle();
    company = await importCompany(service, bundle);
    key = await keyOf(service.daybook, company.id, bundle.members[0]?.id ?? "");
    context = await browser.newContext();
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => {
      // A refused request is shown by the page and reported by the browser as well.
      if (message.type() === "error" && !message.text().includes("status of 401"))
        complaints.push(message.text());
    });
  }, LONG.timeout);

  afterAll(async () => {
    await browser.close();
    await service.kill();
    await place.remove();
  });

  async function search(question: string): Promise<string[]> {
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: "Search the documentation" });
    await field.fill(question);
    await page.getByRole("option").first().waitFor();
    return page.getByRole("option").allInnerTexts();
  }

  test("the search finds operations, parameters, error codes and texts, the best first", LONG, async () => {
    await page.goto(`${origin}/docs`);
    const cases: readonly (readonly [question: string, first: RegExp])[] = [
      ["idempotency_key_conflict", /^idempotency_key_conflict\s+Error 409/],
      ["rate limit", /^rate_limit_exceeded\s+Error 429/],
      ["updated_after", /^updated_after\s+Parameter of List transactions/],
      ["listJournalEntries", /^List journal entries\s+GET \/api\/v1\/journal_entries/],
      ["POST /transfers", /^Match two transactions as a transfer\s+POST \/api\/v1\/transfers/],
      ["checksum", /^checksum\s+Field of /],
      ["page_size_max", /^page_size_max\s+Limit/],
      // Words in the text of guides, one with a slip of the pen.
      ["tombstones", /feed/i],
      ["idempotensy", /idempotency/i],
      ["how do I match an invoice to a payment", /invoice/i],
      ["general ledger", /general ledger/i],
      // Words that the pages themselves do not use.
      ["P&L", /income statement/i],
      ["p & l", /income statement/i],
      ["profit and loss", /income statement/i],
      ["chart of accounts", /List all categories/],
      ["webhook", /feed/i],
      ["OAuth", /authentication/i],
      ["SDK", /client/i],
    ];
    for (const [question, first] of cases) {
      const found = await search(question);
      expect([question, found[0]]).toEqual([question, expect.stringMatching(first)]);
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("xyzzyxyzzy");
    expect(await page.getByRole("option").count()).toBe(0);
    expect(await page.locator("dialog.search").innerText()).toContain("Nothing holds all these words.");
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("arrows choose a place and Enter opens it; a slash in a field is text", LONG, async () => {
    await page.goto(`${origin}/docs/start`);
    const found = await search("invalid_date");
    expect(found.length).toBeGreaterThan(2);
    const chosen = () => page.locator('[role=option][aria-selected="true"]').innerText();
    const first = await chosen();
    await page.keyboard.press("ArrowDown");
    expect(await chosen()).not.toBe(first);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await chosen()).toBe(found.at(-1));
    await page.keyboard.press("ArrowDown");
    expect(await chosen()).toBe(first);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/docs/api-reference/errors#invalid_date`);
    await page.goto(`${origin}/docs/api-reference/getCompany`);
    await page.getByLabel("API key").press("/");
    expect(await page.getByLabel("API key").inputValue()).toBe("/");
    expect(await page.locator("dialog[open]").count()).toBe(0);
  });

  const status = () => page.locator(".answer .status").innerText();
  const body = () => page.locator(".answer [data-body]").innerText();

  async function send(): Promise<void> {
    await page.getByRole("button", { name: "Send", exact: true }).click();
  }

  test("the panel reads with a key that stays in the tab", LONG, async () => {
    await page.goto(`${origin}/docs/api-reference/listJournalEntries`);
    await page.getByLabel("API key").fill(key);
    await page.getByLabel("limit").fill("2");
    await send();
    await expect.poll(status).toMatch(/^200 OK · \d+ ms$/);
    expect(JSON.parse(await body())).toMatchObject({ object: "list", data: [{}, {}] });
    expect(await page.locator(".answer .headers").innerText()).toMatch(/x-ratelimit-remaining/);

    // Another page of the tab has the key, another tab does not, and nothing else of the browser.
    await page.goto(`${origin}/docs/api-reference/getCompany`);
    expect(await page.getByLabel("API key").inputValue()).toBe(key);
    const other = await context.newPage();
    await other.goto(`${origin}/docs/api-reference/getCompany`);
    expect(await other.getByLabel("API key").inputValue()).toBe("");
    await other.close();
    expect(JSON.stringify(await context.storageState())).not.toContain(key);
    await page.getByRole("button", { name: "Forget the key" }).click();
    await page.reload();
    expect(await page.getByLabel("API key").inputValue()).toBe("");

    await page.getByLabel("API key").fill("svc_wrong");
    await send();
    await expect.poll(status).toMatch(/^401 /);
    expect(await body()).toContain("invalid_api_key");
    expect(complaints).toEqual([]);
  });

  test(
    "the panel changes nothing before it is confirmed, and shows texts of the books as texts",
    LONG,
    async () => {
      const name = '<img src="x" onerror="document.title = 1">';
      const accounts = async () =>
        (await company.api.read<{ data: { name: string }[] }>("/accounts")).data.map(
          (account) => account.name,
        );
      const before = await accounts();
      await page.goto(`${origin}/docs/api-reference/createAccount`);
      await page.getByLabel("API key").fill(key);
      const editor = page.getByRole("textbox", { name: /^Body/ });
      expect(JSON.parse(await editor.inputValue())).toHaveProperty("name");
      await editor.fill(JSON.stringify({ name, type: "other" }));
      await send();
      const dialog = page.locator("dialog.confirm");
      expect(await dialog.innerText()).toContain("POST /api/v1/accounts");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await send();
      await page.keyboard.press("Escape");
      expect(await accounts()).toEqual(before);

      await send();
      await dialog.getByRole("button", { name: "Send it" }).click();
      await expect.poll(status).toMatch(/^201 /);
      expect(JSON.parse(await body())).toMatchObject({ object: "account", name });
      expect(await accounts()).toEqual(expect.arrayContaining([...before, name]));
      expect(await page.locator("img").count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );

  test("the panel sends a bank's file with the fields of its form", LONG, async () => {
    const { data } = await company.api.read<{ data: { id: string; name: string }[] }>("/accounts");
    const [account] = data;
    await page.goto(`${origin}/docs/api-reference/createTransactionUpload`);
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Fill in the example" }).click();
    const rows = page.getByRole("textbox", { name: /^rows/ });
    expect(JSON.parse(await rows.inputValue())).toHaveLength(2);
    await rows.fill("");
    await page.getByRole("textbox", { name: /^account_id/ }).fill(account?.id ?? "");
    await page.getByRole("combobox", { name: /^format/ }).selectOption("csv");
    const lines = "Booked,Sum,Text\n2026-03-04,-12.50,Panel Coffee\n2026-03-05,99.00,Panel Refund\n";
    await page.locator("input[type=file]").setInputFiles({
      name: "march.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(lines),
    });
    await page
      .getByRole("textbox", { name: /^columns/ })
      .fill(JSON.stringify({ date: "Booked", amount: "Sum", description: "Text" }));
    const asked = page.waitForRequest((request) => request.method() === "POST");
    await send();
    const dialog = page.locator("dialog.confirm");
    expect(await dialog.innerText()).toContain(`file: march.csv, ${lines.length} bytes`);
    await dialog.getByRole("button", { name: "Send it" }).click();
    expect((await asked).headers()["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    await page.locator(".answer .status", { hasText: /^201 / }).waitFor();
    expect(JSON.parse(await body())).toMatchObject({
      file_name: "march.csv",
      format: "csv",
      imported_count: 2,
    });
    const read = await company.api.read<{ data: { description: string; amount_cents: number }[] }>(
      `/transactions?account_ids[]=${account?.id ?? ""}&start_date=2026-03-04&end_date=2026-03-05`,
    );
    expect(read.data.map(({ description, amount_cents }) => [description, amount_cents])).toEqual(
      expect.arrayContaining([
        ["Panel Coffee", -1_250],
        ["Panel Refund", 9_900],
      ]),
    );
    expect(complaints).toEqual([]);
  });

  test(
    "the panel takes path parameters, lists and choices from fields, and fills in the example",
    LONG,
    async () => {
      await page.goto(`${origin}/docs/api-reference/listTotals`);
      await page.getByLabel("API key").fill(key);
      await page.getByRole("button", { name: "Fill in the example" }).click();
      const asked = page.waitForRequest((request) => request.url().includes("/aggregations/totals"));
      await send();
      const { searchParams } = new URL((await asked).url());
      expect(searchParams.getAll("category_ids[]")).toEqual(["cat_subscriptions", "cat_payroll"]);
      expect(searchParams.get("start_date")).toBe("2026-01-01");

      await page.goto(`${origin}/docs/api-reference/getTransaction`);
      await page.getByLabel("id", { exact: false }).last().fill("txn/../../company");
      const read = page.waitForRequest((request) => request.url().includes("/transactions/"));
      await send();
      expect((await read).url()).toBe(`${origin}/api/v1/transactions/txn%2F..%2F..%2Fcompany`);
    },
  );

  test(
    "Enter in the question before a write cancels it, and the button has the focus again",
    LONG,
    async () => {
      const writes: string[] = [];
      page.on("request", (request) => {
        if (request.method() !== "GET") writes.push(request.url());
      });
      const focused = () => page.locator(":focus").innerText();
      await page.goto(`${origin}/docs/api-reference/createAccount`);
      await page.getByLabel("API key").fill(key);
      await page
        .getByRole("textbox", { name: /^Body/ })
        .fill(JSON.stringify({ name: "Focus", type: "other" }));
      // Enter in a field asks, too.
      await page.getByLabel("API key").press("Enter");
      expect(await focused()).toBe("Cancel");
      await page.keyboard.press("Enter");
      await expect.poll(focused).toBe("Send");
      await page.keyboard.press("Enter");
      expect(await focused()).toBe("Cancel");
      await page.keyboard.press("Escape");
      await expect.poll(focused).toBe("Send");
      expect(writes).toEqual([]);
      await page.keyboard.press("Enter");
      // Closed and asked again at once: the first closing must not answer the second question.
      await page.evaluate(
        `const asked = document.querySelector("dialog[open]"); asked.close(); asked.closest("section").querySelector("form").requestSubmit()`,
      );
      await page.keyboard.press("Shift+Tab");
      expect(await focused()).toBe("Send it");
      await page.keyboard.press("Enter");
      await page.locator(".answer .status", { hasText: /^201 / }).waitFor();
      await expect.poll(focused).toBe("Send");
      expect(writes).toHaveLength(1);
    },
  );

  test("the language of examples is chosen once for all pages", LONG, async () => {
    await page.goto(`${origin}/docs/api-reference/listTotals`);
    const shown = () => page.locator(".languages > pre:visible").allInnerTexts();
    expect((await shown()).join()).toContain("curl");
    await page.locator(".languages > label", { hasText: "Python" }).first().click();
    for (const text of await shown()) expect(text).toContain("urlopen");
    await page.goto(`${origin}/docs/api-reference/getCompany`);
    for (const text of await shown()) expect(text).toContain("urlopen");
  });

  test(
    "without scripts everything can be read: examples are tabs, and the search leads to a list",
    LONG,
    async () => {
      const plain = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width: 390, height: 800 },
      });
      const reader = await plain.newPage();
      await reader.goto(`${origin}/docs/api-reference/createAccount`);
      expect(await reader.locator("section.try").isVisible()).toBe(false);
      for (const [label, text] of [
        ["TypeScript", "createClient"],
        ["Python", "urlopen"],
        ["curl", "curl -X POST"],
      ] as const) {
        await reader.locator(".languages > label", { hasText: label }).first().click();
        expect(await reader.locator(".languages > pre:visible").first().innerText()).toContain(text);
      }
      await reader.getByRole("link", { name: /^Search/ }).click();
      await reader.waitForURL(`${origin}/docs/search`);
      await reader.getByRole("link", { name: "invalid_api_key", exact: true }).click();
      await reader.waitForURL(`${origin}/docs/api-reference/errors#invalid_api_key`);
      await plain.close();
    },
  );

  test("no page is wider than a phone", LONG, async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of [
      "",
      "/start",
      "/search",
      "/guides/pagination",
      "/api-reference/createTransactionUpload",
      "/changelog",
    ]) {
      await page.goto(`${origin}/docs${path}`);
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, 390]);
    }
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("transaction");
    await page.getByRole("option").first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });
});
