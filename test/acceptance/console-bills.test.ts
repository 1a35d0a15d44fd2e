/**
 * The console's bills in Chromium: a bill from the form to its payment and back, a batch payment with a fee,
 * and payables by age. Each journey ends by reading the same fact over the API.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFaultsOf, CHROMIUM } from "./chromium.ts";
import { type ConsoleSetting, OWNER, setPassword, startConsole, visitConsole } from "./console-app.ts";
import { LONG } from "./daybook.ts";
import { todayOfBooks } from "./days.ts";
import { describeWith } from "./outside.ts";

describeWith(CHROMIUM, "the console's bills in Chromium", () => {
  let setting: ConsoleSetting;
  let root: string;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    root = `${setting.origin}/app/c/${setting.company}`;
  }, LONG.timeout);
  afterAll(() => setting.close());

  const api = () => setting.api.client;
  const day = todayOfBooks();

  async function open(page: Page, query = ""): Promise<void> {
    await page.goto(`${root}/bills${query}`);
    await page.locator(".list, .state h2").first().waitFor();
  }

  async function choose(page: Page, button: RegExp, letters: string): Promise<void> {
    await page.getByRole("button", { name: button }).click();
    await page.locator(".picker input").fill(letters);
    await page.locator(".picker [role=option]").first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".picker").waitFor({ state: "detached" });
  }

  /** A category of expenses without others below it. */
  async function anExpense() {
    const chart = await api().listCategories().all();
    const parents = new Set(chart.map(({ parent_id }) => parent_id));
    return chart.find(({ id, account_type }) => account_type === "expense" && !parents.has(id));
  }

  async function paid(...amounts: readonly (readonly [cents: number, description: string])[]) {
    const [account] = (await api().raw.listAccounts()).body?.data ?? [];
    await api().raw.createTransactionUpload({
      account_id: account?.id ?? "",
      rows: amounts.map(([amount_cents, description]) => ({ date: day, amount_cents, description })),
    });
  }

  test("a bill is entered, paid by a transaction, unmatched and voided (PAYB-008)", LONG, async () => {
    const expense = await anExpense();
    await paid([-1_234_55, "Wire to Quay Hosting"]);
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await open(page, "?do=new");
    await page.getByLabel("Vendor", { exact: true }).fill("Quay Hosting");
    await page.getByLabel("Vendor’s number").fill("Q-77");
    await page.getByLabel("What was bought").fill("Servers");
    await page.getByLabel("Quantity").fill("2.5");
    await page.getByLabel("Price of one, in dollars").fill("493.82");
    await page.getByRole("button", { name: "Enter the bill" }).click();
    await page.getByText("Line 1 needs a category.").waitFor();
    await choose(page, /^Category/, expense?.name ?? "");
    expect(await allFaultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Enter the bill" }).click();
    await page.getByText(/ is entered\./).waitFor();
    const [made] = await api().listBills({ vendor_name: "Quay Hosting" }).all();
    expect(made).toMatchObject({ status: "open", total_cents: 1_234_55, vendor_number: "Q-77" });
    const id = made?.id ?? "";

    await page.getByRole("button", { name: "Match a payment" }).click();
    await page
      .getByRole("button", { name: /exactly the amount due/ })
      .first()
      .click();
    await page.getByText("The bill is paid.").waitFor();
    expect(await api().getBill(id)).toMatchObject({ status: "paid", amount_due_cents: 0 });
    await page.getByRole("button", { name: "Unmatch", exact: true }).click();
    await page.getByRole("button", { name: "Unmatch it" }).click();
    await page.getByText(/^The payment is unmatched\. The bill/).waitFor();
    expect(await api().getBill(id)).toMatchObject({ status: "open", amount_due_cents: 1_234_55 });

    await page.getByRole("button", { name: "Void", exact: true }).click();
    await page.getByRole("button", { name: "Void the bill" }).click();
    await page.getByText(`${made?.number} is void.`).waitFor();
    expect((await api().getBill(id)).status).toBe("void");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(
    "one payment pays bills of two vendors with a fee, and payables by age follow (PAYB-008)",
    LONG,
    async () => {
      const expense = await anExpense();
      await paid([-10_025_00, "Batch payment 9"]);
      const entered = (vendor_name: string, cents: number) =>
        api().createBill({
          vendor_name,
          line_items: [{ description: "Work", unit_amount_cents: cents, category_id: expense?.id ?? "" }],
        });
      const first = await entered("Fern Works", 6_000_00);
      const second = await entered("Quay Works", 4_000_00);
      const due = async () =>
        Promise.all([first, second].map(async ({ id }) => (await api().getBill(id)).amount_due_cents));

      const { context, page, complaints } = await visitConsole(setting, OWNER);
      await open(page, "?show=ages");
      await page.getByRole("button", { name: "Fern Works" }).waitFor();
      expect(await allFaultsOf(page)).toEqual([]);
      await open(page, `?bill=${first.id}`);
      await page.getByRole("button", { name: "Pay bills" }).click();
      await choose(page, /^Transaction/, "Batch");
      await choose(page, /^Another bill that it pays/, second.number);
      await page.getByLabel("Fee that was paid besides").fill("25");
      await choose(page, /^Fee booked on/, expense?.name ?? "");
      await page.getByRole("button", { name: "Show what it books" }).click();
      await page
        .getByText(`Nothing would be due of ${first.number} of Fern Works.`, { exact: false })
        .waitFor();
      expect(await due()).toEqual([6_000_00, 4_000_00]);
      await page.getByRole("button", { name: "Book the payment" }).click();
      await page.getByText(`Nothing is due of ${first.number} of Fern Works.`, { exact: false }).waitFor();
      expect(await due()).toEqual([0, 0]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test("open bills of a file are compared with the ledger, and then come in (OPEN-009)", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await open(page, "?do=open");
    const row = (kind: string, number: string, amount: string) =>
      `,${day},${kind},${number},Third Shore,${day},"${amount}","${amount}"\n`;
    const compare = async (rows: string): Promise<void> => {
      await page.locator("input[type=file]").setInputFiles({
        name: "A-P Aging Detail.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(
          `A/P Aging Detail\n,Date,Transaction type,Num,Vendor,Due date,Amount,Open balance\n${rows}`,
        ),
      });
      await page.getByRole("button", { name: "Compare with the ledger" }).click();
    };
    await page.getByLabel("Open at the end of").fill(day);
    await compare(row("Bill", "OLD-1", "50.00"));
    const refusal = page.getByText(/, a difference of .* Third Shore 50\.00\. Nothing was stored\./);
    await refusal.waitFor();
    const [, payables = ""] = /payables of the ledger ([\d,.]+),/.exec(await refusal.innerText()) ?? [];
    expect(await allFaultsOf(page)).toEqual([]);
    const credit = row("Vendor Credit", "OLD-3", "-50.00");
    await compare(`${row("Bill", "OLD-1", payables)}${row("Bill", "OLD-2", "50.00")}${credit}`);
    await page.getByText(/They agree\./).waitFor();
    expect(await api().listBills({ vendor_name: "Third Shore" }).all()).toEqual([]);
    await page.getByRole("button", { name: "Bring in 3 bills" }).click();
    await page.getByText("3 bills came in.").waitFor();
    const came = await api().listBills({ vendor_name: "Third Shore" }).all();
    const due = came.map(({ vendor_number, amount_due_cents }) => `${vendor_number} ${amount_due_cents}`);
    expect(due).toEqual(expect.arrayContaining(["OLD-2 5000", "OLD-3 -5000"]));
    await page.getByText("They are the total of the bills.", { exact: false }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
