/**
 * The console's invoices in Chromium: an invoice from the form to its payment and back, its end, the filters,
 * receivables by age, and what those see who may do less. Each journey ends by reading the same fact over the
 * API.
 */
import type { Page } from "playwright-core";
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
import { LONG } from "./daybook.ts";
import { todayOfBooks } from "./days.ts";
import { describeWith } from "./outside.ts";
import { importCompany } from "./service.ts";

/** A customer as a bank or a person may write it. */
const HOSTILE = `<script>window.hacked=1</script> \u0634\u0631\u0643\u0629 ${"\u0645".repeat(150)}`;

describeWith(CHROMIUM, "the console's invoices in Chromium", () => {
  let setting: ConsoleSetting;
  let root: string;

  beforeAll(async () => {
    setting = await startConsole();
    await setPassword(setting, OWNER);
    root = `${setting.origin}/app/c/${setting.company}`;
  }, LONG.timeout);
  afterAll(() => setting.close());

  const api = () => setting.api.client;

  async function open(page: Page, query = ""): Promise<void> {
    await page.goto(`${root}/invoices${query}`);
    await page.locator(".list, .state h2").first().waitFor();
  }

  /** Issues an invoice in the form, and returns it as the API has it. */
  async function issue(page: Page, customer: string, dollars: string) {
    await open(page, "?do=new");
    await page.getByLabel("Customer", { exact: true }).fill(customer);
    await page.getByLabel("What is billed").fill("Work");
    await page.getByLabel("Quantity").fill("2.5");
    await page.getByLabel("Price of one, in dollars").fill(dollars);
    await page.getByRole("button", { name: "Issue the invoice" }).click();
    await page.getByText(/ is issued\. No mail was sent\./).waitFor();
    const [made] = (await api().raw.listInvoices({ customer_name: customer })).body?.data ?? [];
    if (made === undefined) throw new Error("The API has no such invoice.");
    return made;
  }

  test("an invoice is issued, paid by a transaction, unmatched and voided", LONG, async () => {
    // An inflow that pays nothing yet, of which the invoice is the exact amount.
    const day = todayOfBooks();
    const [account] = (await api().raw.listAccounts()).body?.data ?? [];
    const uploaded = await api().raw.createTransactionUpload({
      account_id: account?.id ?? "",
      rows: [{ date: day, amount_cents: 1_234_55, description: "Deposit Quay Foods" }],
    });
    expect(uploaded.body?.imported_count).toBe(1);

    const { context, page, complaints } = await visitConsole(setting, OWNER);
    const made = await issue(page, "Quay Foods", "493.82");
    expect(made).toMatchObject({ status: "open", total_cents: 1_234_55, line_items: [{ quantity: 2.5 }] });
    await page.getByRole("button", { name: "Match a payment" }).click();
    const candidate = page.getByRole("button", { name: /exactly the amount due/ }).first();
    await candidate.waitFor();
    expect(await allFaultsOf(page)).toEqual([]);
    await candidate.click();
    await page.getByText("The invoice is paid.").waitFor();
    const paid = await api().getInvoice(made.id);
    expect(paid).toMatchObject({ status: "paid", amount_due_cents: 0 });
    expect(paid.matched_transaction_ids).toHaveLength(1);

    // Its payment opens, and Escape leads back to the invoice.
    await page.locator(".rows button", { hasText: "1,234.55" }).click();
    await page.getByText("Date at the bank").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Unmatch", exact: true }).click();
    await page.getByRole("button", { name: "Unmatch it" }).click();
    await page.getByText(/^The payment is unmatched/).waitFor();
    expect(await api().getInvoice(made.id)).toMatchObject({ status: "open", amount_due_cents: 1_234_55 });

    await page.getByRole("button", { name: "Void", exact: true }).click();
    await page.getByRole("button", { name: "Void the invoice" }).click();
    await page.getByText(`${made.number} is void.`).waitFor();
    expect((await api().getInvoice(made.id)).status).toBe("void");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(
    "a payout of two customers, a refund and a write-off are tried, booked and taken back (BILL-025, BILL-027)",
    LONG,
    async () => {
      const day = todayOfBooks();
      const [account] = (await api().raw.listAccounts()).body?.data ?? [];
      const chart = await api().listCategories().all();
      const parents = new Set(chart.map(({ parent_id }) => parent_id));
      const expense = chart.find(({ id, account_type }) => account_type === "expense" && !parents.has(id));
      await api().raw.createTransactionUpload({
        account_id: account?.id ?? "",
        rows: [
          { date: day, amount_cents: 9_809_00, description: "Payout of Payments" },
          { date: day, amount_cents: 50_00, description: "Fern pays the third" },
          { date: day, amount_cents: -150_00, description: "Back to Fern" },
        ],
      });
      const billed = (customer_name: string, cents: number) =>
        api().createInvoice({
          customer_name,
          line_items: [{ description: "Work", unit_amount_cents: cents }],
        });
      const first = await billed("Fern of the Payout", 6_000_00);
      const second = await billed("Quay of the Payout", 4_000_00);
      const third = await billed("Fern of the Payout", 50_00);
      const inflows = await api().listTransactions({ start_date: day }).all();
      await api().matchInvoice(third.id, {
        transaction_id: inflows.find(({ description }) => description.includes("the third"))?.id ?? "",
      });
      const due = async () =>
        Promise.all([first, second].map(async ({ id }) => (await api().getInvoice(id)).amount_due_cents));

      const { context, page, complaints } = await visitConsole(setting, OWNER);
      const choose = async (button: RegExp, letters: string) => {
        await page.getByRole("button", { name: button }).click();
        await page.locator(".picker input").fill(letters);
        await page.locator(".picker [role=option]").first().waitFor();
        await page.keyboard.press("Enter");
        await page.locator(".picker").waitFor({ state: "detached" });
      };
      await open(page, `?invoice=${first.id}`);
      await page.getByRole("button", { name: "Receive payment" }).click();
      await choose(/^Transaction/, "Payout");
      await choose(/^Another invoice/, "Quay of the Payout");
      await page.getByText("10,000.00 less the 9,809.00 that came leaves 191.00.").waitFor();
      // What asks about typed work is loaded with the first press.
      await page.waitForLoadState("networkidle");
      await page.getByLabel("Fee that was kept from it").fill("291.01");
      await choose(/^Fee booked on/, expense?.name ?? "");
      // What is typed is asked about before it is lost.
      await page.getByRole("button", { name: "Close" }).click();
      await page.getByRole("button", { name: "Stay" }).first().click();
      await page.getByLabel("Fee that was kept from it").fill("10,000");
      await page.getByRole("button", { name: "Show what it books" }).click();
      await page.getByText(/^The fee of 10000\.00 is more than is left due/).waitFor();
      expect(await due()).toEqual([6_000_00, 4_000_00]);
      await page.getByLabel("Fee that was kept from it").fill("191.00");
      await page.getByRole("button", { name: "Show what it books" }).click();
      await page
        .getByText(`Nothing would be due of ${first.number} of Fern of the Payout.`, { exact: false })
        .waitFor();
      expect(await due()).toEqual([6_000_00, 4_000_00]);
      expect(await allFaultsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Book the payment" }).click();
      await page
        .getByText(`Nothing is due of ${first.number} of Fern of the Payout.`, { exact: false })
        .waitFor();
      expect(await due()).toEqual([0, 0]);

      // Who unmatches the payment is told what goes with it.
      await page.getByRole("button", { name: "Unmatch" }).click();
      await page
        .getByText(`The share of 4,000.00 that settles ${second.number} of Quay of the Payout`)
        .waitFor();
      await page.getByText(`The fee of 191.00 on ${first.number} of Fern of the Payout`).waitFor();
      await page.getByRole("button", { name: "Keep it" }).click();

      // Credit notes make credits, which are refunded by the bank at once.
      await open(page, `?invoice=${third.id}`);
      await page.getByRole("button", { name: "Credit note" }).click();
      await choose(/^Taken back from/, expense?.name ?? "");
      await page.getByLabel("Amount, in dollars").fill("50");
      await page.getByRole("button", { name: "Show what it books" }).click();
      await page.getByRole("button", { name: "Make the credit note" }).click();
      await page.getByText(`${third.number} of Fern of the Payout has a credit of 50.00.`).waitFor();
      await open(page, `?invoice=${first.id}`);
      await page.getByRole("button", { name: "Credit note" }).click();
      await choose(/^Taken back from/, expense?.name ?? "");
      await page.getByLabel("Amount, in dollars").fill("100");
      await page.getByRole("button", { name: "Show what it books" }).click();
      await page.getByRole("button", { name: "Make the credit note" }).click();
      await page.getByText(`${first.number} of Fern of the Payout has a credit of 100.00.`).waitFor();
      await page.getByRole("button", { name: "Refund" }).click();
      await choose(/^Another invoice with a credit/, third.number);
      await choose(/^Transaction/, "Back to Fern");
      await page.getByRole("button", { name: "Show what it books" }).click();
      await page.getByRole("button", { name: "Book the refund" }).click();
      await page
        .getByText(`Nothing is due of ${first.number} of Fern of the Payout.`, { exact: false })
        .waitFor();
      expect(await due()).toEqual([0, 0]);
      expect((await api().getInvoice(third.id)).amount_due_cents).toBe(0);
      expect((await api().getInvoice(first.id)).matched_transaction_ids).toHaveLength(2);

      // A share that is taken back is due again of the other customer.
      await open(page, `?invoice=${second.id}`);
      await page.getByRole("button", { name: "Take back" }).click();
      await page.getByText(`4,000.00 would be due of ${second.number}`, { exact: false }).waitFor();
      await page.getByRole("button", { name: "Take it back" }).click();
      await page.getByText(/^It is taken back\./).waitFor();
      expect(await due()).toEqual([-4_000_00, 4_000_00]);
      await page.getByRole("button", { name: "Write off" }).click();
      await choose(/^Category of bad debts/, expense?.name ?? "");
      await page.getByRole("button", { name: "Show what it books" }).click();
      await page.getByRole("button", { name: "Write it off" }).click();
      await page.getByText(`Nothing is due of ${second.number}`, { exact: false }).waitFor();
      expect(await due()).toEqual([-4_000_00, 0]);
      // The refused trial is an answer of the service, which the browser reports too.
      expect(complaints.filter((each) => !each.includes("422"))).toEqual([]);
      await context.close();
    },
  );

  test("filters and receivables by age are those of the API, with the keyboard", LONG, async () => {
    const { context, page, complaints } = await visitConsole(setting, OWNER);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find anything" }).waitFor();
    await page.keyboard.type("invoices");
    await page.keyboard.press("Enter");
    await page.locator(".list").waitFor();
    await chooseFilter(page, "Status", "Paid");
    const paid = (await api().raw.listInvoices({ status: "paid", limit: 100 })).body?.data ?? [];
    const numbers = () => page.locator(".list tbody th").allInnerTexts();
    await expect.poll(numbers).toEqual(paid.map(({ number }) => number));
    await page.locator(".list tbody button").first().focus();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Invoice" }).waitFor();
    await page.getByText("Paid, credited or written off").waitFor();
    expect(page.url()).toContain(`invoice=${paid[1]?.id ?? ""}`);
    await page.keyboard.press("Escape");
    await page.locator(".panel").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement?.textContent")).toBe(paid[1]?.number);
    const customer = paid[1]?.customer_name ?? "";
    await page.getByLabel("Search number or customer").fill(customer.slice(1).toUpperCase());
    await page.keyboard.press("Enter");
    const ofCustomer = paid.filter(({ customer_name }) => customer_name === customer);
    await expect.poll(numbers).toEqual(ofCustomer.map(({ number }) => number));
    await page.getByRole("link", { name: "By age" }).click();
    await page.locator(".in-ages tfoot").waitFor();
    const due = (await api().listInvoices().all()).reduce(
      (sum, { amount_due_cents }) => sum + amount_due_cents,
      0,
    );
    const total = await page.locator(".in-ages tfoot td").last().innerText();
    expect(Number(total.replaceAll(/[,.]/g, "").replace("–", "0"))).toBe(due);
    await fillDays(page, "At the end of", { "At the end of": "1999-01-01" });
    await page.getByRole("heading", { name: "No open invoices" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("what the service refuses is said, and nothing is issued", LONG, async () => {
    const { context, page } = await visitConsole(setting, OWNER);
    const [known] = (await api().raw.listInvoices({ limit: 1 })).body?.data ?? [];
    const count = (await api().listInvoices().all()).length;
    await open(page, "?do=new");
    await page.getByLabel("Customer", { exact: true }).fill("Quay Foods");
    await page.getByLabel("Number", { exact: true }).fill(known?.number ?? "");
    await page.getByLabel("What is billed").fill("Work");
    await page.getByLabel("Price of one, in dollars").fill("ten");
    await page.getByRole("button", { name: "Issue the invoice" }).click();
    await page.getByText(/^Line 1 needs a quantity/).waitFor();
    await page.getByLabel("Price of one, in dollars").fill("10");
    await page.getByRole("button", { name: "Issue the invoice" }).click();
    await expect
      .poll(() => page.getByLabel("Number", { exact: true }).getAttribute("aria-invalid"))
      .toBe("true");
    expect(await api().listInvoices().all()).toHaveLength(count);
    await context.close();
  });

  test("a viewer only reads, names are only text, and an empty list teaches (CONS-010)", LONG, async () => {
    const owner = person("owner");
    const viewer = person("viewer", permissions("view", { api_access: "none" }));
    const company = await importCompany(
      setting.service,
      companyBundle({ users: [owner.user, viewer.user], members: [owner.member, viewer.member] }),
    );
    await setPassword(setting, viewer.user.email);
    const { context, page, complaints } = await visitConsole(setting, viewer.user.email);
    const address = `${setting.origin}/app/c/${company.id}/invoices`;
    await page.goto(address);
    await page.getByRole("heading", { name: "No invoices yet" }).waitFor();
    const invoice = await company.api.client.createInvoice({
      customer_name: HOSTILE,
      line_items: [{ description: HOSTILE, unit_amount_cents: 100 }],
    });
    await page.goto(`${address}?invoice=${invoice.id}`);
    await page.locator(".panel .voucher").waitFor();
    expect(await page.locator(".list tbody td").first().innerText()).toContain("<script>");
    expect(await page.evaluate("window.hacked === undefined")).toBe(true);
    expect(await page.getByRole("button", { name: /Match|Void|New invoice/ }).count()).toBe(0);
    expect(await allFaultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
