/**
 * What a record of a bundle is refused with: its path in the file, and the reason in words. The company is
 * there already, with the records of the example; each file changes one of them, or adds one, and is refused.
 */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { AREAS } from "../../../../test/support/bundle.ts";
import { bytesOf, importInto } from "../../../../test/support/import.ts";

type Fields = Readonly<Record<string, unknown>>;
type Sections = Record<string, readonly Fields[]>;

const http = await testApp();
const EXAMPLE = readFileSync(
  new URL("../../../../docs/example-company.json", import.meta.url),
  "utf8",
).replaceAll("comp_example", "comp_refused");
const BOOK = JSON.parse(EXAMPLE) as Sections;

const PAYMENT = {
  id: "txn_payment",
  account_id: "acct_operating",
  date: "2026-03-02",
  amount_cents: 300,
  category_id: "cat_receivables",
  description: "A part of the invoice",
  invoice_id: "inv_example",
};
const bundleOf = (sections: Sections): string =>
  JSON.stringify({ format: BOOK["format"], version: BOOK["version"], company: BOOK["company"], ...sections });
beforeAll(async () => {
  await importInto(http.app, JSON.parse(EXAMPLE) as never);
  await importInto(http.app, JSON.parse(bundleOf({ transactions: [PAYMENT] })) as never);
});

/** The section with some fields of a record changed; one that is `like` another is added. */
function put(section: string, { like, ...fields }: Fields): Sections {
  const records = BOOK[section] ?? [];
  const key = ["id", "report", "key"].find((name) => name in fields) ?? "id";
  const at = records.findIndex((each) => each[key] === (like ?? fields[key]));
  const record = { ...records[at], ...fields };
  return { [section]: like === undefined && at >= 0 ? records.with(at, record) : [...records, record] };
}

const EVERYTHING = Object.fromEntries(AREAS.map((area) => [area, "manage"]));
const SPREAD = {
  id: "spread_x",
  start_date: "2026-03-01",
  end_date: "2026-05-31",
  holding_category_id: "cat_prepaid",
};
const SETTLED = {
  id: "stl_x",
  kind: "write_off",
  invoice_id: "inv_example",
  date: "2026-03-01",
  amount_cents: 100,
  lines: [{ category_id: "cat_software", amount_cents: 100 }],
};
const MOVE = { ...SETTLED, kind: "move" as const, lines: [] };
const txn = (fields: Fields): Sections => ({
  transactions: [
    { ...PAYMENT, id: "txn_x", invoice_id: null, amount_cents: -300, category_id: "cat_travel", ...fields },
  ],
});
const settled = (fields: Fields): Sections => ({ settlements: [{ ...SETTLED, ...fields }] });
const ENTRY = { voucher_id: "vch_00000001", memo: "By hand", posted_by: "user_example" };

const NO_PREPARER =
  "company.prepared_by: must be a name of 1 to 200 characters on one line, in which something shows and nothing hides";
const company = (fields: Fields) =>
  ({
    company: { ...(BOOK as unknown as Readonly<Record<string, Fields>>)["company"], ...fields },
  }) as unknown as Sections;

test.each<readonly [Sections, string]>([
  [company({ prepared_by: "Quay\nAccounting" }), NO_PREPARER],
  [company({ prepared_by: "Quay\u001b[2J" }), NO_PREPARER],
  [company({ prepared_by: "x".repeat(201) }), NO_PREPARER],
  [
    put("categories", { id: "cat_cash", cash_flow: null }),
    "categories[0].cash_flow: is required for a category of type asset",
  ],
  [
    put("categories", { id: "cat_common-stock", cash_flow: "cash" }),
    "categories[8].cash_flow: must not be cash for a category of type equity",
  ],
  [
    put("categories", { id: "cat_cash", role: "retained_earnings" }),
    "categories[0].role: must not be retained_earnings for a category of type asset",
  ],
  [
    put("categories", { id: "cat_software", role: "uncategorized_expenses" }),
    "categories[22].role: is uncategorized_expenses, and so is that of another category",
  ],
  [
    put("categories", { id: "cat_x-direct", like: "cat_software" }),
    "categories[23].id: must not end in -direct, which filters for a node's own entries",
  ],
  [
    {
      categories: ["cat_software", "cat_cash"].map((id) => ({
        id,
        merged: [{ id: "cat_old", path: "Old" }],
      })),
    },
    "categories[0].merged: cat_old was merged into both cat_cash and cat_software",
  ],
  [
    put("departments", { id: "dept_engineering", assignable: true }),
    "departments[0].assignable: must be false, because dept_platform stands below it",
  ],
  [
    put("journal", {
      id: "vch_00000001",
      lines: [
        { category_id: "cat_cash", debit_cents: 5 },
        { category_id: "cat_common-stock", credit_cents: 4 },
      ],
    }),
    "journal[0].lines: the debits exceed the credits by $0.01, so the voucher does not balance",
  ],
  [
    put("journal", {
      id: "vch_00000001",
      lines: [
        { category_id: "cat_cash", debit_cents: 5, credit_cents: 4 },
        { category_id: "cat_common-stock", credit_cents: 4 },
      ],
    }),
    "journal[0].lines[0]: can't have both debit_cents and credit_cents",
  ],
  [
    put("journal", {
      id: "vch_00000001",
      lines: [
        { category_id: "cat_cash", debit_cents: 5, department_id: "dept_none" },
        { category_id: "cat_common-stock", credit_cents: 5 },
      ],
    }),
    "journal[0].lines[0].department_id: there is no department dept_none",
  ],
  [
    { manual_entries: [{ ...ENTRY, reverses: "vch_none" }] },
    "manual_entries[0].reverses: there is no voucher vch_none",
  ],
  [
    { manual_entries: [{ ...ENTRY, reviewed_by: "user_example" }] },
    "manual_entries[0].reviewed_by: needs a reviewed_at, and the other way round",
  ],
  [
    { manual_entries: [{ ...ENTRY, reverses: "vch_00000001" }] },
    "manual_entries[0].reverses: is the voucher itself",
  ],
  [
    {
      manual_entries: [
        { ...ENTRY, reverses: "vch_00000002" },
        { ...ENTRY, voucher_id: "vch_00000003", reverses: "vch_00000002" },
      ],
    },
    "manual_entries[1].reverses: vch_00000001 reverses that voucher already",
  ],
  [
    put("accounts", { id: "acct_operating", category_id: "cat_hosting" }),
    "accounts[0].category_id: cat_hosting is of type cost_of_goods_sold, so a checking account can't be booked on it",
  ],
  [
    put("accounts", { id: "acct_operating", category_id: "cat_prepaid" }),
    "accounts[0].category_id: acct_operating has transactions and keeps its category, cat_operating-checking",
  ],
  [
    put("cards", { id: "card_example", account_id: "acct_none" }),
    "cards[0].account_id: there is no account acct_none",
  ],
  [
    put("rules", { id: "rule_example", department_id: "dept_none" }),
    "rules[0].department_id: there is no department dept_none",
  ],
  [
    put("rules", {
      id: "rule_example",
      conditions: [{ field: "account_id", operator: "equals", value: "acct_none" }],
    }),
    "rules[0].conditions[0].value: there is no account acct_none",
  ],
  [
    put("transactions", { id: "txn_x", like: "txn_lunch", account_id: "acct_none" }),
    "transactions[10].account_id: there is no account acct_none",
  ],
  [
    {
      transactions: [
        {
          id: "txn_x",
          account_id: "acct_operating",
          date: "2026-03-01",
          amount_cents: -300,
          category_id: "cat_travel",
          description: "X",
          card_id: "card_none",
        },
      ],
    },
    "transactions[0].card_id: there is no card card_none",
  ],
  [txn({ account_id: "acct_none" }), "transactions[0].account_id: there is no account acct_none"],
  [txn({ category_id: null }), "transactions[0].category_id: is required for a transaction of type standard"],
  [
    txn({ transaction_type: "transfer", category_id: null }),
    "transactions[0].transfer_id: is required for a transaction of type transfer",
  ],
  [
    txn({ transaction_type: "transfer" }),
    "transactions[0].category_id: must be null for a transaction of type transfer",
  ],
  [
    txn({ transfer_id: "trf_example" }),
    "transactions[0].transfer_id: is for transactions of type transfer only",
  ],
  [
    txn({ transaction_type: "category_split", category_id: null }),
    "transactions[0].lines: are required for a split",
  ],
  [
    txn({
      lines: [
        { category_id: "cat_travel", amount_cents: -300 },
        { category_id: "cat_travel", amount_cents: 0 },
      ],
    }),
    "transactions[0].lines: are for splits only",
  ],
  [
    txn({
      transaction_type: "category_split",
      category_id: null,
      lines: [
        { category_id: "cat_travel", amount_cents: -200 },
        { category_id: "cat_travel", amount_cents: -1 },
      ],
    }),
    "transactions[0].lines: do not sum to the -300 cents of the transaction",
  ],
  [
    txn({ transaction_type: "transfer", category_id: null, transfer_id: "trf_x", invoice_id: "inv_example" }),
    "transactions[0].invoice_id: is for transactions of type standard only",
  ],
  [
    txn({ status: "excluded", invoice_id: "inv_example" }),
    "transactions[0].category_id: must be cat_receivables, on which the invoice inv_example is booked",
  ],
  [txn({ department_id: "dept_none" }), "transactions[0].department_id: there is no department dept_none"],
  [txn({ invoice_id: "inv_none" }), "transactions[0].invoice_id: there is no open invoice inv_none"],
  [
    txn({ amount_cents: 300, invoice_id: "inv_example" }),
    "transactions[0].category_id: must be cat_receivables, on which the invoice inv_example is booked",
  ],
  [
    txn({ amount_cents: 300, category_id: "cat_receivables", invoice_id: "inv_example", spread: SPREAD }),
    "transactions[0].spread: must be null, because a payment counts at once",
  ],
  [txn({ amount_cents: 0, spread: SPREAD }), "transactions[0].spread: is for amounts other than 0"],
  [
    txn({ spread: { ...SPREAD, end_date: "2099-05-31" } }),
    "transactions[0].spread.end_date: lies in a month too late: a spread covers at most 600 months",
  ],
  [
    txn({ spread: { ...SPREAD, counted_cents: [1, 2, 3] } }),
    "transactions[0].spread.counted_cents: leaves no month open",
  ],
  [
    txn({
      spread: {
        ...SPREAD,
        disposal: {
          proceeds_cents: 0,
          proceeds_category_id: "cat_cash",
          result_category_id: "cat_depreciation",
        },
      },
    }),
    "transactions[0].spread.disposal: is for a capitalization with an ended_on",
  ],
  [
    put("transfers", { id: "trf_example", to_transaction_id: "txn_payroll" }),
    "transfers[0].to_transaction_id: txn_payroll is no transaction of this transfer",
  ],
  [
    put("invoices", {
      id: "inv_example",
      line_items: [
        { description: "A", unit_amount_cents: 1, category_id: "cat_enterprise-contracts" },
        { description: "A", unit_amount_cents: -1, category_id: "cat_enterprise-contracts" },
      ],
    }),
    "invoices[0].line_items: must sum to more than 0, and to no more than an invoice can hold",
  ],
  [
    put("invoices", {
      id: "inv_example",
      line_items: [
        { description: "A", unit_amount_cents: 1e15, quantity: 9, category_id: "cat_enterprise-contracts" },
      ],
    }),
    "invoices[0].line_items[0]: amounts to more than a line can hold",
  ],
  [
    put("invoices", { id: "inv_example", receivable_category_id: "cat_hosting" }),
    "invoices[0].receivable_category_id: cat_hosting is of type cost_of_goods_sold, but must be of type asset",
  ],
  [
    put("invoices", { id: "inv_example", status: "draft" }),
    "invoices[0].status: must be open, because txn_payment pays it",
  ],
  [
    put("invoices", {
      id: "inv_example",
      line_items: [{ description: "A", unit_amount_cents: 1, category_id: "cat_enterprise-contracts" }],
    }),
    "invoices[0].line_items: must sum to at least the 300 cents that are settled",
  ],
  [
    settled({ lines: [{ category_id: "cat_software", department_id: "dept_none", amount_cents: 100 }] }),
    "settlements[0].lines[0].department_id: there is no department dept_none",
  ],
  [
    settled({ ...MOVE, lines: SETTLED.lines, from_invoice_id: "inv_other" }),
    "settlements[0].lines: must be empty for a move",
  ],
  [settled({ amount_cents: 200 }), "settlements[0].lines: must sum to amount_cents, 200"],
  [settled(MOVE), "settlements[0].from_invoice_id: is needed for a move, and for a move only"],
  [settled({ transaction_id: "txn_payroll" }), "settlements[0].transaction_id: is for a fee or a move only"],
  [settled({ invoice_id: "inv_none" }), "settlements[0].invoice_id: there is no open invoice inv_none"],
  [
    settled({ ...MOVE, from_invoice_id: "inv_example" }),
    "settlements[0].from_invoice_id: must be another invoice of the customer or of the payment, booked on the same receivables",
  ],
  [
    settled({ kind: "fee", transaction_id: "txn_none" }),
    "settlements[0].transaction_id: there is no transaction txn_none",
  ],
  [
    settled({ amount_cents: 1e9, lines: [{ category_id: "cat_software", amount_cents: 1e9 }] }),
    "settlements[0].amount_cents: settles more than the 1200000 cents of the invoice inv_example",
  ],
  [
    {
      settlements: [
        { ...SETTLED, reference: "r" },
        { ...SETTLED, id: "stl_y", reference: "r" },
      ],
    },
    "settlements[1].reference: is the reference of stl_x",
  ],
  [
    put("members", { id: "mbr_example", permissions: EVERYTHING }),
    "members[0].access_template: must not stand beside `permissions`",
  ],
  [
    put("members", { id: "mbr_example", user_id: "user_none" }),
    "members[0].user_id: mbr_example is the membership of user_example",
  ],
  [
    put("members", { id: "mbr_x", like: "mbr_example", user_id: "user_none" }),
    "members[2].user_id: there is no user user_none",
  ],
  [
    put("members", { id: "mbr_x", like: "mbr_example" }),
    "members[2].user_id: user_example is a member already, as mbr_example",
  ],
  [
    put("invitations", { id: "invite_example1", invited_by: "mbr_none" }),
    "invitations[0].invited_by: there is no member mbr_none",
  ],
  [
    put("invitations", { id: "invite_example1", expires: 1 }),
    "invitations[0].expires: it would expire before it was created",
  ],
  [
    put("invitations", { id: "invite_example1", state: "accepted" }),
    "invitations[0].accepted_at: is required for an accepted invitation",
  ],
  [
    put("invitations", { id: "invite_example1", accepted_at: 1775761300 }),
    "invitations[0].accepted_at: must be null unless the invitation is accepted",
  ],
  [
    { features: Array.from({ length: 1001 }, (_, n) => `feature_${n}`) as never },
    "features[998]: is one feature too many: a company has at most 1000",
  ],
  [
    {
      company: Object.assign({}, BOOK["company"], {
        subscription: { status: "trialing", trial_ends_at: null },
      }),
    },
    "company.subscription.trial_ends_at: a trial needs the second at which it ends",
  ],
  [
    put("taxes", { id: "tax_franchise_example", states: ["CA"] }),
    "taxes[1].states: must be left out: franchise tax is Delaware's",
  ],
  [
    put("taxes", { id: "tax_franchise_example", extension_filed_at: 1775152800 }),
    "taxes[1].extension_filed_at: must be null: franchise tax has no extension here",
  ],
  [
    put("taxes", { id: "tax_income_example", filed_at: 1775152800 }),
    "taxes[0].filed_at: must be null of what is review_required",
  ],
  [
    put("taxes", { id: "tax_income_example", filed_elsewhere: true }),
    "taxes[0].filed_elsewhere: must be false of what is review_required",
  ],
  [
    put("tax_credits", { id: "tcred_example", year: 2024 }),
    "tax_credits[0].year: must be 2025, as tcred_example stays for its year",
  ],
  [put("form_1099_reports", { report: "none" }), "form_1099_reports[2].year: is required for a new record"],
  [
    put("form_1099_reports", { report: "none", year: 2024 }),
    "form_1099_reports[2].year: 2024 is the year of the report 2024",
  ],
  [
    { forms_1099: [{ report: "2024", id: null, vendor_name: "X", filing_status: "filed" }] },
    "forms_1099[0].number: is required for a record without an id",
  ],
  [
    put("sheets", {
      id: "sht_spare",
      worksheets: [1, 2].map((n) => ({
        id: "wks_scratch",
        name: `Sheet${n}`,
        row_count: 1000,
        column_count: 26,
      })),
    }),
    "sheets[0].worksheets: contains a worksheet twice",
  ],
  [
    put("sheets", {
      id: "sht_spare",
      worksheets: [{ id: "wks_scratch", name: "Sheet1", row_count: 10, column_count: 26 }],
    }),
    "sheets[0].worksheets[0]: has 1000 rows and 26 columns, and a grid can only grow",
  ],
])("is refused %#", async (sections, message) => {
  const read = http.app.intake.importBundle(bytesOf(bundleOf(sections)), () => {});
  await expect(read).rejects.toMatchObject({ name: "BundleProblem", message });
});
