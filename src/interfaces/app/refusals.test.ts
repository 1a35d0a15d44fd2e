/**
 * What the console's operations and those of the API refuse in the example company, in the words that a
 * person reads: one request each.
 */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { AREAS } from "../../../test/support/bundle.ts";
import type { Browser } from "../../../test/support/browser.ts";
import { withPassword } from "../../../test/support/console.ts";
import { importInto } from "../../../test/support/import.ts";
import { ask } from "../../../test/support/session.ts";

const http = await testApp();
const COMPANY = "comp_refusing";
const EXAMPLE = readFileSync(new URL("../../../docs/example-company.json", import.meta.url), "utf8")
  .replaceAll("comp_example", COMPANY)
  .replaceAll("user_example", "user_refusing")
  .replaceAll("@example.com", "@refusing.example.com");
let browser: Browser;
beforeAll(async () => {
  await importInto(http.app, JSON.parse(EXAMPLE) as never);
  browser = await withPassword("ada@refusing.example.com");
});

const DEBIT = { category: "cat_software", debit_cents: 100 };
const CREDIT = { category: "cat_corporate-card", credit_cents: 100 };
const INVITED = {
  first_name: "Grace",
  last_name: "Ledger",
  email: "grace@example.com",
  access_template: "read_only",
};
const invoice = (...lines: readonly object[]) => ({
  customer_name: "Contoso",
  due_date: "2026-05-30",
  line_items: lines.map((line) => ({ description: "A", unit_amount_cents: 100, ...line })),
});
const entry = (fields: object) => ({
  date: "2026-05-01",
  memo: "By hand",
  lines: [DEBIT, CREDIT],
  ...fields,
});
const split = (...amounts: readonly number[]) => ({
  lines: amounts.map((amount_cents) => ({ category_id: "cat_travel", amount_cents })),
});

test.each<readonly [string, string, object | null, string]>([
  ["POST", "/manual_entries", entry({ lines: [] }), "An entry has 2 to 1000 lines, not 0."],
  [
    "POST",
    "/manual_entries",
    entry({ lines: [DEBIT, { ...CREDIT, credit_cents: 99 }] }),
    "The debits exceed the credits by $0.01, so the entry does not balance.",
  ],
  [
    "POST",
    "/manual_entries",
    entry({ lines: [{ ...DEBIT, category: "cat_payroll" }, CREDIT] }),
    "The category cat_payroll (Payroll) has others below it. Choose one of them: cat_salaries (Salaries and Wages).",
  ],
  [
    "POST",
    "/manual_entries",
    entry({ lines: [{ ...DEBIT, credit_cents: 100 }, CREDIT] }),
    "A line has either debit_cents or credit_cents.",
  ],
  ["PATCH", "/chart/categories/cat_none", { name: "X" }, "The company has no category cat_none."],
  ["PATCH", "/chart/departments/dept_none", { name: "X" }, "The company has no department dept_none."],
  [
    "PATCH",
    "/chart/departments/dept_engineering",
    { assignable: true },
    "Engineering has departments below it. Only a department without others below it can be assigned.",
  ],
  ["POST", "/opening_balances", { date: "2026-01-31", balances: [] }, "Give 1 to 999 balances, not 0."],
  [
    "POST",
    "/opening_balances",
    { date: "2026-01-31", balances: [{ category: "cat_none", debit_cents: 1 }] },
    "The company has no category cat_none.",
  ],
  [
    "POST",
    "/opening_balances",
    { date: "2026-01-31", balances: [1, 2].map((debit_cents) => ({ category: "cat_prepaid", debit_cents })) },
    "cat_prepaid has two balances. Give their sum.",
  ],
  ["POST", "/v1/transactions/txn_lunch/split", split(-1), "A split needs at least two lines."],
  [
    "POST",
    "/v1/transactions/txn_lunch/split",
    split(-1, -2),
    "The lines sum to -3 cents, and the transaction is -1850 cents.",
  ],
  [
    "POST",
    "/v1/transactions/txn_lunch/split",
    {
      lines: [-1000, -850].map((amount_cents) => ({
        category_id: "cat_travel",
        amount_cents,
        spread: { start_date: "2026-01-01", end_date: "2099-01-31" },
      })),
    },
    "A spread covers at most 600 months.",
  ],
  [
    "POST",
    "/v1/transfers",
    { from_transaction_id: "txn_early_paid", to_transaction_id: "txn_early_payment" },
    "This is the outgoing transaction of the transfer, so its amount must be negative.",
  ],
  [
    "POST",
    "/v1/transfers",
    { from_transaction_id: "txn_early_payment", to_transaction_id: "txn_contoso" },
    "The incoming amount must be the 90000 cents that went out.",
  ],
  [
    "POST",
    "/v1/invoices",
    invoice({ unit_amount_cents: 0 }),
    "The lines sum to 0 cents. An invoice must be for more than 0.",
  ],
  [
    "POST",
    "/v1/invoices",
    { ...invoice({}), number: "INV-0001" },
    "The number INV-0001 is used by inv_example. Choose another one.",
  ],
  [
    "POST",
    "/v1/invoices",
    invoice({ unit_amount_cents: 900_000_000_000_000, quantity: 999 }),
    "Line 1 amounts to more than an invoice can hold.",
  ],
  [
    "POST",
    "/v1/invoices",
    invoice(...Array.from({ length: 90 }, () => ({ unit_amount_cents: 900_000_000_000_000 }))),
    "The lines sum to more than an invoice can hold.",
  ],
  [
    "POST",
    "/v1/team/invitations",
    { ...INVITED, access_template: "custom" },
    "`permissions` is required with the template `custom`.",
  ],
  [
    "POST",
    "/v1/team/invitations",
    { ...INVITED, permissions: Object.fromEntries(AREAS.map((area) => [area, "manage"])) },
    "`permissions` must not be sent with the template `read_only`.",
  ],
  [
    "POST",
    "/v1/team/invitations",
    { ...INVITED, email: "ada@refusing.example.com" },
    "A person with this e-mail address is already on the team.",
  ],
  [
    "POST",
    "/v1/team/invitations",
    { ...INVITED, email: "clara@refusing.example.com" },
    "This e-mail address is already invited, by another member or with another name or access.",
  ],
  [
    "POST",
    "/v1/reports/exports",
    {
      report_type: "balance_sheet",
      start_date: "2026-01-01",
      end_date: "2026-03-31",
      group_by: { rows: "department" },
    },
    "Only the income statement has rows by department; leave `group_by.rows` out or make it `category`.",
  ],
  [
    "POST",
    "/v1/reports/exports",
    { report_type: "income_statement", start_date: "2001-01-01", end_date: "2026-03-31" },
    "The range covers 303 calendar months; an export covers at most 120.",
  ],
  [
    "GET",
    "/v1/aggregations/total?category_id=cat_cash&start_date=2026-01-01&end_date=2026-01-31",
    null,
    "This category is point-in-time; use `date`.",
  ],
  [
    "POST",
    "/transactions/txn_lunch/spread",
    { start_date: "2026-01-01", months: 601, category_id: "cat_software" },
    "`months` must be <= 600.",
  ],
  [
    "POST",
    "/transactions/txn_lunch/spread",
    { start_date: "2026-01-01", months: 2, category_id: "cat_payroll" },
    "The category cat_payroll (Payroll) has others below it. Choose one of them.",
  ],
  [
    "POST",
    "/transactions/txn_lunch/spread",
    { start_date: "2026-01-01", months: 2, category_id: "cat_none" },
    "The company has no category cat_none.",
  ],
  ["DELETE", "/sessions/none", null, "This session has ended already."],
  [
    "GET",
    "/v1/sheets/sht_spare?ranges[]=A1:Z9999",
    null,
    "`A1:Z9999` extends beyond the worksheet Sheet1, which has 1000 rows and 26 columns.",
  ],
  [
    "GET",
    "/v1/sheets/sht_spare?ranges[]=A:B",
    null,
    "`A:B` is not a range: each corner must be a cell such as B2. Whole rows and columns can't be read.",
  ],
  [
    "GET",
    "/v1/sheets/sht_spare?ranges[]=None!A1",
    null,
    "`None!A1` names a worksheet that the document does not have.",
  ],
  [
    "GET",
    "/v1/sheets/sht_spare?ranges[]=A1&worksheet_id=wks_none",
    null,
    "The document has no worksheet of this id.",
  ],
])("%s %s %o", async (method, target, body, message) => {
  const answer = await ask(browser, `/app/api${target}`, {
    company: COMPANY,
    method,
    ...(body === null ? {} : { body }),
    headers: { "idempotency-key": crypto.randomUUID() },
  });
  expect(JSON.parse(answer.text)).toMatchObject({ error: { message } });
});
