/**
 * The console's page of transactions in Chromium: the list of any length, edits with the keyboard and their
 * undo, splits, many at once, rules, transfers and uploads. Each journey ends by reading the same over the
 * API.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import {
  type ConsoleSetting,
  OWNER,
  setPassword,
  startConsole,
  type Visit,
  visitConsole,
} from "./console-app.ts";
import { expectOneRequest } from "./console-once.ts";
import { LONG } from "./daybook.ts";
import { describeWith } from "./outside.ts";

describeWith(CHROMIUM, "the console's transactions in Chromium", () => {
  let setting: ConsoleSetting;
  let visit: Visit;
  let page: Page;
  let account: string;
  let second: string;
  const NAME = `<script>alert(1)</script> ${"مصروفات ".repeat(23)}`.trim();

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    const { client } = setting.api;
    account = (await client.createAccount({ name: "Test account", type: "checking" })).id;
    second = (await client.createAccount({ name: "Second account", type: "checking" })).id;
    await client.createTransactionUpload({
      account_id: account,
      rows: Array.from({ length: 650 }, (_row, at) => ({
        date: day(at % 28),
        amount_cents: -(1_000 + at),
        description: at === 0 ? NAME : `Line ${at}`,
        merchant_name: at % 2 === 0 ? `Merchant ${at}` : null,
      })),
    });
    visit = await visitConsole(setting, OWNER);
    page = visit.page;
  }, LONG.timeout);
  afterAll(() => setting.close());

  /** A day of the month before this one. */
  function day(at: number): string {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, at + 1)).toISOString().slice(0, 10);
  }

  async function open(query: Readonly<Record<string, string>> = {}): Promise<void> {
    const words = new URLSearchParams({ account, ...query });
    await page.goto(`${setting.origin}/app/c/${setting.company}/transactions?${words}`);
    await page.locator(".tx-rows [data-id], .state h2").first().waitFor();
  }

  /** Opens the transaction of one line, which its amount tells, with the focus on the list. */
  async function openOne(line: number): Promise<string> {
    await open({ amount: `10.${line}` });
    await page.locator(".tx-scroller").focus();
    return (await page.locator(".tx-rows [data-id]").first().getAttribute("data-id")) ?? "";
  }

  /** Scrolls to a part of the list by its bar; gives the ids of the rows in sight and the place of the first. */
  async function drag(part: number): Promise<{ readonly first: number; readonly shown: string[] }> {
    await page.evaluate(`new Promise((resolve) => {
      const list = document.querySelector(".tx-scroller");
      list.scrollTop = list.scrollHeight * ${part};
      // The rows of the place are drawn with one of the next frames.
      requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    })`);
    await expect.poll(() => page.locator(".tx-rows .waiting").count()).toBe(0);
    return page.evaluate(`(() => {
      const rows = [...document.querySelectorAll(".tx-rows [data-id]")]
        .map((row) => ({ id: row.dataset.id, at: Number(row.getAttribute("aria-rowindex")) - 2 }))
        .toSorted((a, b) => a.at - b.at);
      return { first: rows[0].at, shown: rows.map(({ id }) => id) };
    })()`);
  }

  const read = (id: string) => setting.api.client.getTransaction(id);

  /** Drops a file on the page. */
  async function dropFile(name: string, text: string): Promise<void> {
    // A script of the page's own, since the types of browsers are not declared here.
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: "text/csv" }));
      return transfer;
    })()`);
    await page.dispatchEvent(".tx-page", "drop", { dataTransfer: dropped });
  }

  async function pick(letters: string): Promise<void> {
    await page.locator(".picker input").fill(letters);
    await page.keyboard.press("Enter");
  }

  test("a list of any length scrolls to its end and back, and says what it knows", LONG, async () => {
    await open();
    await page.getByText("650 transactions.").waitFor();
    const scroller = page.locator(".tx-scroller");
    await scroller.focus();
    await page.keyboard.press("End");
    const all = await setting.api.client.listTransactions({ account_id: account }).all();
    await page.locator(`[data-id="${all.at(-1)?.id ?? ""}"].here`).waitFor();
    await page.keyboard.press("Home");
    await page.locator(`[data-id="${all[0]?.id ?? ""}"].here`).waitFor();
    const ids = all.map(({ id }) => id);
    for (const part of [0, 0.5, 1]) {
      const { shown, first } = await drag(part);
      expect(shown).toEqual(ids.slice(first, first + shown.length));
    }
    // What came meanwhile is said, and shown when one wants it.
    await open();
    await page.getByText("650 transactions.").waitFor();
    await setting.api.client.createTransactionUpload({
      account_id: account,
      rows: [{ date: day(0), amount_cents: -100, description: "Came meanwhile" }],
    });
    await drag(1);
    await page.getByText("Others have come or gone since").waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("651 transactions.").waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("conditions are in the address, and find what the API has", LONG, async () => {
    await open();
    await page.getByLabel("Find transactions").fill("line 64");
    await page.locator(".tx-rows [data-id]").nth(9).waitFor();
    await page.waitForURL(/text=line\+64/);
    await page.getByLabel("Amount", { exact: true }).fill("16.40..16.42");
    await page.getByText("3 transactions.").waitFor();
    await page.reload();
    await page.getByText("3 transactions.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.waitForURL((url) => !url.search.includes("text"));
    await open({ text: "nothing has this" });
    await page.getByText("No transactions match").waitFor();
  });

  test("a category by three letters, a memo and a date with the keyboard; undone again", LONG, async () => {
    const id = await openOne(11);
    const before = await read(id);
    await page.keyboard.press("c");
    await pick("sof");
    await page.getByText("Category changed.").waitFor();
    const category = await page.locator(`[data-id="${id}"] .tx-category`).innerText();
    const after = await read(id);
    expect(after.category_name).toBe(category);
    expect(category.toLowerCase()).toContain("sof");
    await page.keyboard.press("n");
    await page.getByLabel("Memo", { exact: true }).fill(NAME);
    await page.keyboard.press("Enter");
    await page.getByText("Memo changed.").waitFor();
    expect((await read(id)).memo).toBe(NAME);
    await page.keyboard.press("m");
    await page.getByLabel("Merchant", { exact: true }).fill("A merchant");
    await page.keyboard.press("Enter");
    await page.getByText("Merchant changed.").waitFor();
    await page.keyboard.press("a");
    await page.getByLabel("Accounting date", { exact: true }).fill(day(27));
    await page.keyboard.press("Enter");
    await page.getByText("Accounting date changed.").waitFor();
    expect(await read(id)).toMatchObject({ merchant_name: "A merchant", accounting_date: day(27) });
    for (const text of ["Accounting date", "Merchant", "Memo", "Category"]) {
      await page.locator(".tx-scroller").focus();
      await page.keyboard.press("u");
      await page.getByText(`${text} as before.`).waitFor();
    }
    const { updated: _, ...now } = await read(id);
    expect(now).toEqual({ ...before, updated: undefined });
    expect(visit.complaints).toEqual([]);
  });

  test(
    "keys change the transactions that are ticked, and a tick moves the place (CONS-015)",
    LONG,
    async () => {
      await open({ text: "Line 5" });
      await page.getByText("111 transactions.").waitFor();
      const rows = await setting.api.client.listTransactions({ account_id: account }).all();
      const found = rows.filter(({ description }) => description.startsWith("Line 5"));
      const [first, eighth, ninth, twelfth] = [0, 7, 8, 11].map((at) => found[at]?.id ?? "");
      const tick = (id = "") => page.locator(`[data-id="${id}"] .tx-check`).click();
      // The place of the keyboard is the first row, until the eighth is ticked.
      await tick(eighth);
      await page.locator(`[data-id="${eighth}"].here`).waitFor();
      await page.keyboard.press("c");
      await pick("sof");
      await page.getByText("Category changed.").waitFor();
      // The place goes on and is scrolled out of sight; the tick stays.
      await page.keyboard.press("End");
      await page.keyboard.press("n");
      await page.getByLabel("Memo", { exact: true }).fill("The ticked one");
      await page.keyboard.press("Enter");
      await page.getByText("Memo changed.").waitFor();
      await page.keyboard.press("s");
      const split = page.getByRole("dialog", { name: "Split a transaction" });
      const amount = ((found[7]?.amount_cents ?? 0) / -100).toFixed(2);
      await split.getByText(`(${amount})`).first().waitFor();
      await page.keyboard.press("Escape");
      await split.waitFor({ state: "detached" });
      expect(await read(eighth ?? "")).toMatchObject({ categorized: true, memo: "The ticked one" });
      // Several are changed together, after a preview; what is done with one of them says so.
      await tick(twelfth);
      await page.keyboard.press("p");
      await page.getByText("Choose one transaction to spread it. 2 are chosen.").waitFor();
      await page.keyboard.press("c");
      const dialog = page.getByRole("dialog", { name: "Edit many transactions" });
      await dialog.getByText("2 found.").waitFor();
      await expect.poll(() => page.locator(".picker input:focus").count()).toBe(1);
      await page.keyboard.type("mea");
      await page.keyboard.press("Enter");
      await dialog.getByRole("button", { name: "Edit 2" }).click();
      await dialog.getByText("2 edited.").waitFor();
      await dialog.getByRole("button", { name: "Close" }).last().click();
      const meals = (await read(twelfth ?? "")).category_name;
      expect((await read(eighth ?? "")).category_name).toBe(meals);
      for (const id of [first, ninth])
        expect(await read(id ?? "")).toEqual(found.find((row) => row.id === id));
      expect(visit.complaints).toEqual([]);
    },
  );

  test("a refused edit says why, and the row returns to what the service says (CONS-009)", LONG, async () => {
    const id = await openOne(13);
    await page.keyboard.press("a");
    await page.getByLabel("Accounting date", { exact: true }).fill("1999-01-01");
    await page.keyboard.press("Enter");
    await page.getByText("Not changed.").waitFor();
    await page.getByText("must be on or after").waitFor();
    expect(await page.locator(`[data-id="${id}"] .tx-day`).innerText()).not.toContain("*");
    // Another hand changes the memo while the row is shown.
    await setting.api.client.editTransaction(id, { memo: "Another hand" });
    await page.locator(".tx-scroller").focus();
    await page.keyboard.press("c");
    await pick("sof");
    await page.getByText("Somebody else has changed its memo.").waitFor();
    await page.getByText("Another hand").first().waitFor();
    // And the category, before it is undone.
    const chosen = await read(id);
    const chart = await setting.api.client.listCategories().all();
    const other = chart.find(
      ({ id: each, account_type }) =>
        account_type === "expense" &&
        each !== chosen.category_id &&
        !chart.some(({ parent_id }) => parent_id === each),
    );
    await setting.api.client.editTransaction(id, { category_id: other?.id ?? "" });
    await page.keyboard.press("u");
    await page.getByText("Not undone: the category was changed again since.").waitFor();
    expect((await read(id)).category_id).toBe(other?.id);
    // Chromium reports the refusal by itself.
    expect(visit.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  });

  test("a row opens its entries and history, and the focus comes back", LONG, async () => {
    const id = await openOne(15);
    await page.keyboard.press("Enter");
    const panel = page.locator(".panel");
    await panel.locator(".voucher tfoot").waitFor();
    await panel.getByText("History").click();
    await panel.getByText("Nobody has changed it").or(panel.locator(".tx-events li")).first().waitFor();
    expect(new URL(page.url()).searchParams.get("open")).toBe(id);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.className")).toContain("tx-scroller");
  });

  test("a split shows what is left until nothing is, and is removed again", LONG, async () => {
    const id = await openOne(17);
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: "Split a transaction" });
    await dialog.getByText("Left: (10.17)").waitFor();
    for (const at of [0, 1]) {
      await dialog.getByRole("button", { name: "Category" }).nth(at).click();
      await pick(at === 0 ? "sof" : "mea");
    }
    await dialog.getByLabel("Amount of line 1").fill("-4");
    await dialog.getByText("Left: (6.17)").waitFor();
    expect(await dialog.getByRole("button", { name: "Split" }).isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "+ rest" }).nth(1).click();
    await dialog.getByText("Nothing is left.").waitFor();
    await dialog.getByRole("button", { name: "Split" }).click();
    await page.getByText("The transaction was split.").waitFor();
    const lines = await setting.api.client.listSplits({ transaction_id: id }).all();
    expect(lines.map(({ amount_cents }) => amount_cents)).toEqual([-400, -617]);
    await page.locator(".tx-scroller").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove the split" }).click();
    await page.getByText("The split was removed.").waitFor();
    expect((await read(id)).transaction_type).toBe("standard");
  });

  test("a transaction is spread over months, to the last cent", LONG, async () => {
    const id = await openOne(19);
    await page.keyboard.press("p");
    const dialog = page.getByRole("dialog", { name: "Spread a transaction" });
    await dialog.getByRole("button", { name: "Category" }).click();
    await pick("sof");
    await dialog.getByLabel("Number of months").fill("12");
    await dialog.getByText("11 shares of (0.84), and (0.95) in the last month.").waitFor();
    await dialog.getByRole("button", { name: "Spread" }).click();
    await page.getByText("Spread over 12 months.").waitFor();
    const [spread] = await setting.api.client.listSpreads({ transaction_id: id }).all();
    expect(spread).toMatchObject({ months: 12, amount_cents: -1_019 });
    const booked = await setting.api.client.listJournalEntries({ transaction_id: id }).all();
    const shares = booked.filter(({ source, debit_cents }) => source === "spread" && debit_cents > 0);
    const cents = shares.map(({ debit_cents }) => debit_cents).toSorted((a, b) => a - b);
    expect(cents).toEqual([...Array<number>(11).fill(84), 95]);
  });

  test("the asset that a transaction bought is written off by months", LONG, async () => {
    const id = await openOne(21);
    await page.keyboard.press("p");
    const dialog = page.getByRole("dialog", { name: "Spread a transaction" });
    await dialog.getByLabel("How").selectOption("asset");
    for (const what of ["asset", "depreciation"]) {
      await dialog.getByRole("button", { name: `Category of the ${what}` }).click();
      await pick(what === "asset" ? "equip" : "deprec");
    }
    await dialog.getByRole("button", { name: "Make the asset" }).click();
    await page.getByText("It is an asset, written off over 12 months. See Schedules.").waitFor();
    const booked = await setting.api.client.listJournalEntries({ transaction_id: id }).all();
    expect(booked.map(({ debit_cents }) => debit_cents)).toEqual(expect.arrayContaining([85, 86, 1_021]));
  });

  test("all that conditions find are edited by jobs, after a preview", LONG, async () => {
    await open({ text: "Line 2" });
    await page.getByRole("button", { name: "Edit all found…" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit many transactions" });
    await dialog.getByText("111 found.").waitFor();
    await dialog.getByRole("button", { name: "Category" }).click();
    await pick("sof");
    await dialog.getByText("111 would change").waitFor();
    await dialog.getByRole("button", { name: "Edit 111" }).click();
    await dialog.getByText("111 edited.").waitFor();
    const all = await setting.api.client.listTransactions({ account_id: account }).all();
    const edited = all.filter(({ description }) => description.startsWith("Line 2"));
    expect(new Set(edited.map(({ category_name }) => category_name)).size).toBe(1);
    expect(edited.every(({ categorized }) => categorized)).toBe(true);
    await dialog.getByRole("button", { name: "Close" }).last().click();
  });

  test("a rule is tried on the past, and made", LONG, async () => {
    const id = await openOne(31);
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: "Make a rule of this" });
    await dialog.getByLabel("Letters 1").fill("Line 31");
    await dialog.getByLabel("Comparison 1").selectOption("starts_with");
    await dialog.getByRole("button", { name: "Category" }).click();
    await pick("sof");
    await dialog.getByText("11 uncategorized").waitFor();
    await dialog.getByLabel("apply it to what is uncategorized now").uncheck();
    await dialog.getByRole("button", { name: "Make the rule" }).click();
    await page.getByText("The rule was made.").waitFor();
    const rules = await setting.api.client.listRules().all();
    expect(rules.at(-1)?.conditions[0]).toMatchObject({ operator: "starts_with", value: "Line 31" });
    expect((await read(id)).categorized).toBe(false);
  });

  test("a transfer is proposed, confirmed and taken back", LONG, async () => {
    const rows = (amount_cents: number) => [{ date: day(3), amount_cents, description: "Between accounts" }];
    const { client } = setting.api;
    await client.createTransactionUpload({ account_id: account, rows: rows(-7_777_777) });
    await client.createTransactionUpload({ account_id: second, rows: rows(7_777_777) });
    await open();
    await page.getByRole("button", { name: "Transfers" }).click();
    const pair = page.locator(".tx-pairs li", { hasText: "77,777.77" });
    expect(await allFaultsOf(page, "[role=dialog]")).toEqual([]);
    await pair.getByRole("button", { name: "Confirm" }).click();
    await pair.getByText("It is a transfer now.").waitFor();
    const sides = () => client.listTransactions({ account_id: second }).all();
    expect((await sides())[0]?.transaction_type).toBe("transfer");
    await pair.getByRole("button", { name: "Take back" }).click();
    await pair.getByRole("button", { name: "Confirm" }).waitFor();
    expect((await sides())[0]?.transaction_type).toBe("standard");
  });

  test("what is done with transactions is sent once, however often it is pressed", LONG, async () => {
    const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).last();
    const choose = async (at: number, letters: string): Promise<void> => {
      await page.getByRole("dialog").getByRole("button", { name: "Category" }).nth(at).click();
      await pick(letters);
    };
    await openOne(33);
    await page.keyboard.press("s");
    for (const [at, letters] of ["sof", "mea"].entries()) await choose(at, letters);
    await page.getByLabel("Amount of line 1").fill("-4");
    await page.getByRole("button", { name: "+ rest" }).nth(1).click();
    await expectOneRequest(page, press("Split"));
    await page.locator(".tx-scroller").focus();
    await page.keyboard.press("Enter");
    await expectOneRequest(page, press("Remove the split"));

    await openOne(35);
    await page.keyboard.press("p");
    await choose(0, "sof");
    await expectOneRequest(page, press("Spread"));

    await open({ text: "Line 4" });
    await page.getByRole("button", { name: "Edit all found…" }).click();
    await choose(0, "sof");
    await page.getByText(/ would change, together /).waitFor();
    await expectOneRequest(page, press(/^Edit \d+$/));
    await page.getByText(/\d edited\./).waitFor();

    const { client } = setting.api;
    for (const [account_id, amount_cents] of [
      [account, -8_888_888],
      [second, 8_888_888],
    ] as const)
      await client.createTransactionUpload({
        account_id,
        rows: [{ date: day(3), amount_cents, description: "Once" }],
      });
    await open({ show: "transfers" });
    const pair = page.locator(".tx-pairs li", { hasText: "88,888.88" });
    await expectOneRequest(page, pair.getByRole("button", { name: "Confirm" }));
    await expectOneRequest(page, pair.getByRole("button", { name: "Take back" }));

    await open();
    await dropFile("once.csv", `date,amount,description\n${day(5)},-4.00,Tea\n`);
    await expectOneRequest(page, press("Add 1 new"));
    await press("Uploads and taking back").click();
    const upload = page.locator(".tx-uploads li", { hasText: "once.csv" });
    await expectOneRequest(
      page,
      upload.getByRole("button", { name: "Remove 1 transaction" }),
      upload.getByRole("button", { name: "Take back…" }),
    );
    await upload.getByText("taken back").waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("a file whose dates can be read in two ways says in the page's words what to do", LONG, async () => {
    await open();
    await dropFile("dates.csv", "Date,Description,Amount\n01/02/2026,Two ways,-3.00\n");
    const dialog = page.getByRole("dialog", { name: "Upload a bank file" });
    await dialog.getByText("choose above, under “Dates”, what they are.").waitFor();
    expect(await dialog.innerText()).not.toContain("`");
    await dialog.getByLabel("Dates").selectOption("DD/MM/YYYY");
    await dialog.getByRole("button", { name: "Add 1 new" }).click();
    await page.getByText("1 transaction is new").waitFor();
    const [added] = await setting.api.client
      .listTransactions({ account_id: account, start_date: "2026-02-01", end_date: "2026-02-01" })
      .all();
    expect(added).toMatchObject({ date: "2026-02-01", description: "Two ways" });
    await page.getByRole("button", { name: "Close" }).last().click();
  });

  test("a BAI2 file whose totals differ is taken once that is said, and not before", LONG, async () => {
    await open();
    const lines = ["01,A,B,260331,0230,1,80,1,2/", "02,B,A,1,260331,,USD,2/", "03,9,USD/"];
    const totals = ["16,475,7700,0,R,1,CHECK/", "49,7701,3/", "98,7701,1,5/", "99,7701,1,7/"];
    await dropFile("totals.bai", `${[...lines, ...totals].join("\n")}\n`);
    const dialog = page.getByRole("dialog", { name: "Upload a bank file" });
    await dialog.getByText("The control total of the account is 7701, but its records make 7700.").waitFor();
    expect(await dialog.innerText()).not.toContain("`");
    await dialog.getByLabel("take its totals as they are").check();
    await dialog.getByText(/1 new/).first().waitFor();
    await dialog.getByText("The file was taken all the same, as was said.").first().waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  test("a file is dropped, its columns named, previewed, added and taken back", LONG, async () => {
    await open();
    const text = `Wann;Was;Wieviel\n${day(5)};Teehaus;-4.00\n${day(5)};${NAME};-5.00\n${day(6)};Kaputt;x\n`;
    await dropFile("bank.csv", text);
    const dialog = page.getByRole("dialog", { name: "Upload a bank file" });
    await dialog.getByText("no header").waitFor();
    for (const [name, use] of [
      ["Wann", "date"],
      ["Was", "description"],
      ["Wieviel", "amount"],
    ] as const)
      await dialog.getByLabel(`What ${name} is`).selectOption(use);
    await dialog.getByText("2 new, 0 known already, 1 refused.").waitFor();
    await dialog.getByRole("button", { name: "Add 2 new" }).click();
    await page.getByText("2 transactions are new, 0 were known, 1 refused.").waitFor();
    const has = async () =>
      (await setting.api.client.listTransactions({ account_id: account }).all()).some(
        ({ description }) => description === "Teehaus",
      );
    expect(await has()).toBe(true);
    await page.getByRole("button", { name: "Uploads and taking back" }).click();
    const upload = page.locator(".tx-uploads li", { hasText: "bank.csv" });
    await upload.getByRole("button", { name: "Take back…" }).click();
    await upload.getByRole("button", { name: "Remove 2 transactions" }).click();
    await upload.getByText("taken back").waitFor();
    expect(await has()).toBe(false);
    expect(visit.complaints).toEqual([]);
  });
});
