/**
 * A company whose every name is an attack and as long as names get, and whose figures have twelve digits and
 * more: what a person, a bank or a file may put into books.
 */
import {
  type Bundle,
  companyBundle,
  CHART,
  DEPARTMENTS,
  invitation,
  person,
  voucher,
} from "../support/bundle.ts";
import { form, formReport } from "../support/form-records.ts";
import { sheet } from "../support/sheet-records.ts";
import { income } from "../support/tax-records.ts";

/** A script as a link, as an element and as an attribute. It sets `window.hit` wherever it runs. */
const ATTACK = `javascript:window.hit=1//"><script>window.hit=1</script><img/src="x"onerror=window.hit=1>`;
const NAME_LENGTH = 200;

/** Returns an attack that carries the word, filled up to 200 characters with Arabic letters without a space. */
export const loud = (word: string): string => `${ATTACK}<${word}>`.padEnd(NAME_LENGTH, "شركة");

/** An attack without a slash, as the name of a file. */
export const loudFile = (word: string): string =>
  `<img src=x onerror=window.hit=1><${word}>`.padEnd(NAME_LENGTH, "شركة");

/** Returns the part of `loud(word)` that a page must show as text. */
export const markOf = (word: string): string => `onerror=window.hit=1><${word}>`;

/** The longest name of a worksheet has 31 characters. */
export const TAB = "<img src=x onerror=hit=1>شركةشر";

/** The words of the names that the walk must find on the pages. */
export const WORDS = [
  "company",
  "member",
  "invited",
  "category",
  "department",
  "account",
  "bank",
  "card",
  "holder",
  "description",
  "merchant",
  "memo",
  "rule",
  "condition",
  "customer",
  "item",
  "number",
  "vendor",
  "payer",
  "posted",
  "key",
  "note",
  "spreadsheet",
  "cell",
  "chart",
] as const;

/** The largest amount of one transaction is 10 trillion dollars. */
const HUGE_CENTS = 987_654_321_098_76;

/** A user agent that names itself. */
export const USER_AGENT = ATTACK;

/** The present day where books are kept. */
const TODAY = new Date().toLocaleDateString("en-CA", { timeZone: "America/Los_Angeles" });
export const LAST_YEAR = Number(TODAY.slice(0, 4)) - 1;

export const OWNER = person("owner");
/** Somebody whose access and whose company change while pages are open. */
export const CLERK = person("clerk");

/** Returns the bundle. Its owner and its clerk may do everything. */
export function loudCompany(): Bundle {
  const owner = { ...OWNER.user, first_name: loud("member"), last_name: loud("member") };
  return companyBundle({
    company: { name: loud("company"), legal_name: loud("company") },
    users: [owner, CLERK.user],
    members: [OWNER.member, CLERK.member],
    invitations: [invitation("loud", { first_name: loud("invited"), last_name: loud("invited") })],
    categories: CHART.map((each) => ({
      ...each,
      name: loud("category").replace(/.{4}$/u, each.id.slice(-4)),
    })),
    departments: DEPARTMENTS.map((each) => ({ ...each, name: loud("department") })),
    accounts: [
      {
        id: "acct_loud",
        name: loud("account"),
        institution_name: loud("bank"),
        type: "checking",
        category_id: "cat_checking",
      },
    ],
    cards: [
      { id: "card_loud", account_id: "acct_loud", name: loud("card"), cardholder_name: loud("holder") },
    ],
    transactions: [
      {
        id: "txn_loud",
        account_id: "acct_loud",
        date: TODAY,
        amount_cents: -HUGE_CENTS,
        description: loud("description"),
        merchant_name: loud("merchant"),
        memo: loud("memo"),
        category_id: "cat_flights",
        department_id: "dept_platform",
      },
    ],
    invoices: [
      {
        id: "inv_loud",
        number: loud("number"),
        customer_name: loud("customer"),
        customer_email: "javascript@example.com",
        status: "open",
        issue_date: TODAY,
        due_date: TODAY,
        receivable_category_id: "cat_receivable",
        line_items: [
          { description: loud("item"), unit_amount_cents: HUGE_CENTS, category_id: "cat_services" },
        ],
      },
    ],
    rules: [
      {
        id: "rule_loud",
        name: loud("rule"),
        conditions: [{ field: "description", operator: "contains", value: loud("condition") }],
        category_id: "cat_flights",
        department_id: "dept_platform",
        active: true,
      },
    ],
    taxes: [
      income(LAST_YEAR, {
        states: ["CA"],
        filing_status: "filed",
        filed_at: 1_760_000_000,
        tax_firm: loud("firm"),
      }),
    ],
    form_1099_reports: [formReport(LAST_YEAR)],
    forms_1099: [form("loud", LAST_YEAR, { vendor_name: loud("vendor"), filing_status: "w9_requested" })],
    sheets: [
      sheet(
        "loud",
        { [TAB]: { A1: loud("cell"), A2: HUGE_CENTS, B1: `=A1&"!"` } },
        {
          name: loud("spreadsheet"),
          charts: [
            {
              id: "cht_loud",
              worksheet_id: "wks_imgsrcxonerrorhit1",
              type: "column",
              title: loud("chart"),
              ranges: [`'${TAB}'!A1:A2`],
              position: { row: 4, column: 0, row_span: 12, column_span: 4 },
            },
          ],
        },
      ),
    ],
    journal: [
      voucher(
        TODAY,
        loud("voucher"),
        [
          { category_id: "cat_equipment", debit_cents: HUGE_CENTS, description: loud("line") },
          { category_id: "cat_stock", credit_cents: HUGE_CENTS },
        ],
        { merchant: loud("payer") },
      ),
      voucher(
        TODAY,
        loud("posted"),
        [
          { category_id: "cat_flights", debit_cents: HUGE_CENTS, department_id: "dept_platform" },
          { category_id: "cat_checking", credit_cents: HUGE_CENTS },
        ],
        { transaction_id: "txn_loud" },
      ),
    ],
  });
}
