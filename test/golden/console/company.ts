/**
 * The company whose pages the goldens show: an ordinary company with a record of every kind, on the day at
 * which the clock of the tests stands still. Every id, name and day in it is written here, so that its pages
 * never change by themselves.
 */
import { statement } from "../../../src/platform/db/index.ts";
import type { TestApp } from "../../support/app.ts";
import { withPassword } from "../../support/console.ts";
import {
  type Bundle,
  companyBundle,
  type CompanyOverrides,
  cr,
  dr,
  invitation,
  JOURNAL,
  type Permissions,
  permissions,
  SET_UP,
  unique,
  voucher,
} from "../../support/bundle.ts";
import { FEED, invoice, payment, transaction } from "../../support/feed.ts";
import { form, formReport } from "../../support/form-records.ts";
import { sheet } from "../../support/sheet-records.ts";
import { credit, franchise, income } from "../../support/tax-records.ts";

/** Who looks at the pages. */
const PEOPLE = {
  /** May do everything. */
  owner: ["Olivia", "Owens", permissions("manage")],
  /** May see everything and change nothing. */
  viewer: ["Victor", "Vale", permissions("view", { api_access: "none" })],
  /** May see neither reports nor most of the rest. */
  clerk: ["Clara", "Clerk", permissions("none", { api_access: "none", transactions: "view" })],
} as const satisfies Readonly<Record<string, readonly [string, string, Permissions]>>;

export type Person = keyof typeof PEOPLE;

/** A company of the goldens, and the sessions of its people. */
export interface Shown {
  readonly id: string;
  /** What the names of its people have in addition, because all companies share the users. */
  readonly suffix: string;
  /** The cookie of a person's session. */
  cookieOf(person: Person): Promise<string>;
}

const TRIP = [
  { category_id: "cat_flights", amount_cents: -320_00, memo: "There and back" },
  { category_id: "cat_hotels", amount_cents: -180_00 },
] as const;

const RECORDS = {
  ...FEED,
  journal: [
    ...JOURNAL,
    voucher(
      "2025-06-30",
      "Rounding of the bank",
      [dr("software", 1_00, { department: "design" }), cr("checking", 1_00)],
      { id: "vch_by_hand", source: "adjustment" },
    ),
  ],
  manual_entries: [{ voucher_id: "vch_by_hand", memo: "Rounding of the bank", posted_by: "Olivia Owens" }],
  closing: { closed_through: "2025-12-31", closed_at: 1_767_600_000 },
  transactions: [
    ...FEED.transactions,
    payment("settled", 80_00, "inv_paid"),
    payment("part", 100_00, "inv_part"),
    transaction("trip", -500_00, {
      date: "2026-05-11",
      category_id: null,
      transaction_type: "category_split",
      merchant_name: "Sky Lines",
      lines: TRIP,
    }),
    transaction("printer", -960_00, {
      date: "2026-03-02",
      category_id: "cat_depreciation",
      merchant_name: "Laptop Store",
      spread: {
        id: "spread_printer",
        kind: "capitalization",
        holding_category_id: "cat_equipment",
        contra_category_id: "cat_accumulated_depreciation",
        start_date: "2026-03-01",
        end_date: "2027-02-28",
      },
    }),
    transaction("stopped", -240_00, {
      date: "2026-02-02",
      spread: {
        id: "spread_stopped",
        holding_category_id: "cat_prepaid",
        start_date: "2026-02-01",
        end_date: "2026-07-31",
        ended_on: "2026-04-30",
      },
    }),
    transaction("unknown", 61_50, {
      date: "2026-05-18",
      category_id: "cat_uncategorized_income",
      status: "needs_review",
    }),
  ],
  invoices: [
    invoice("due", 500_00, { number: "1001", due_date: "2026-06-15", customer_email: "pay@quay.example" }),
    invoice("late", 320_00, { number: "1002", due_date: "2026-04-20", customer_name: "Blue Fern" }),
    invoice("paid", 80_00, { number: "1003", customer_name: "Blue Fern" }),
    invoice("part", 250_00, {
      number: "1004",
      line_items: [
        { description: "Advice", quantity: 2.5, unit_amount_cents: 80_00, category_id: "cat_services" },
        { description: "A licence", unit_amount_cents: 50_00, category_id: "cat_subscriptions" },
      ],
    }),
    invoice("void", 70_00, { number: "1005", status: "void", voided_on: "2026-04-09" }),
    invoice("draft", 40_00, { number: "1006", status: "draft", customer_name: "Inn on the Bay" }),
  ],
  rules: [
    {
      id: "rule_tools",
      name: "Tools",
      conditions: [{ field: "description", operator: "contains", value: "Drawing" }],
      category_id: "cat_software",
      department_id: "dept_design",
      created: SET_UP,
    },
    {
      id: "rule_large",
      name: "Large payments",
      conditions: [
        { field: "amount_cents", operator: "less_than", value: -1_000_00 },
        { field: "merchant_name", operator: "equals", value: "Laptop Store" },
      ],
      category_id: "cat_equipment",
      active: false,
      created: SET_UP,
    },
  ],
  taxes: [
    income(2024, { filing_status: "filed", filed_at: 1_744_700_000, tax_firm: "Tally & Sons" }),
    income(2025, { states: ["CA", "NY"], filing_status: "review_required" }),
    franchise(2025),
  ],
  tax_credits: [
    credit(2024, { decision: "declined" }),
    credit(2025, { decision: "opted_in", estimate_cents: 12_500_00 }),
  ],
  form_1099_reports: [formReport(2025), formReport(2024)],
  forms_1099: [
    form("writer", 2025, { vendor_name: "Wanda Writer" }),
    form("shop", 2025, { vendor_name: "Corner Shop", filing_status: "not_required" }),
    form("lawyer", 2024, { vendor_name: "Law & Daughters", filing_status: "filed", filed_at: 1_738_000_000 }),
  ],
  sheets: [
    {
      ...sheet(
        "plan",
        {
          Plan: {
            A1: "Month",
            B1: "Revenue",
            C1: "Costs",
            A2: "January",
            B2: 1250.5,
            C2: 900,
            A3: "February",
            B3: "=B2*1.1",
            C3: "=C2+50",
            A4: "Sum",
            B4: "=SUM(B2:B3)",
            C4: "=SUM(C2:C3)",
            D4: "=1/0",
          },
          Notes: { A1: "Plan of the year" },
        },
        { name: "Plan of the year", prefix: "plan", created: SET_UP },
      ),
      charts: [
        {
          id: "cht_plan",
          worksheet_id: "wks_planPlan",
          type: "line",
          title: "Revenue and costs",
          ranges: ["Plan!A1:C3"],
          position: { row: 6, column: 0, row_span: 10, column_span: 4 },
        },
      ],
    },
    sheet("old", { Sheet1: { A1: 1 } }, { name: "Old budget", created: SET_UP }),
  ],
} as const satisfies CompanyOverrides;

/** A company in which nothing has happened yet. */
const NOTHING = { journal: [], invitations: [] } as const satisfies CompanyOverrides;

/** What a bundle can't contain: keys, uploads and connections. */
const MORE = [
  statement<never>(
    "test.insertGoldenKeys",
    `insert into api_keys (company_id, id, user_id, name, hash, created, revoked_at, revoked_because)
     select $1, 'key_' || name, $2, name, sha256(convert_to($1 || name, 'UTF8')), $3::bigint,
       case when name = 'old' then $3::bigint + 86400 end, case when name = 'old' then 'by_request' end
     from unnest(array['reporting', 'old']) as name`,
  ),
  statement<never>(
    "test.insertGoldenUploads",
    `insert into transaction_uploads (company_id, id, account_id, file_name, format, status, row_count,
       imported_count, duplicate_count, errors, created)
     select $1, 'tup_' || name, 'acct_checking', name || '.csv', 'csv', status, 12, imported, 2, '[]',
       $3::bigint + imported + 0 * length($2)
     from (values ('april', 'succeeded', 10), ('may', 'partially_succeeded', 7))
       as made (name, status, imported)`,
  ),
  statement<never>(
    "test.insertGoldenConnections",
    `with made as (insert into feed_connections (company_id, id, vendor, secret, since, status, detail,
         failures, created, pulled_at, next_pull_at)
       select $1, 'conn_' || vendor, vendor, 'sealed', '2026-01-01', status, null, failures,
         $3::bigint, $3::bigint + 7200, $3::bigint + 100000 + 0 * length($2)
       from (values ('mercury', 'connected', 0), ('stripe', 'requires_reconnect', 3))
         as made (vendor, status, failures)
       returning company_id, id)
     insert into feed_connection_accounts (company_id, connection_id, id, name, currency, account_id)
     select company_id, id, 'theirs', 'Main account', 'USD',
       case when id = 'conn_mercury' then 'acct_savings' end
     from made`,
  ),
];
/** The morning of the day before the clock of the tests. */
const YESTERDAY = Date.UTC(2026, 4, 19, 16) / 1000;

function peopleOf(suffix: string) {
  const entries = Object.entries(PEOPLE).map(([name, [first_name, last_name, levels]]) => ({
    user: {
      id: `user_${name}${suffix}`,
      email: `${name}.${suffix}@example.com`,
      first_name,
      last_name,
      active: true,
      created: SET_UP,
    },
    member: {
      id: `mbr_${name}`,
      user_id: `user_${name}${suffix}`,
      permissions: levels,
      created: SET_UP,
      removed_at: null,
    },
  }));
  return { users: entries.map(({ user }) => user), members: entries.map(({ member }) => member) };
}

/** Makes a company of the goldens, with its records or without any. */
export async function shownCompany(http: TestApp, isEmpty: boolean): Promise<Shown> {
  const suffix = unique();
  const invitations = [
    invitation("pending", { first_name: "Petra", last_name: "Pending", expires: 1_779_800_000 }),
    invitation("over", { first_name: "Otto", last_name: "Over", expires: 1_779_000_000 }),
    invitation("revoked", { first_name: "Rita", last_name: "Revoked", state: "revoked" }),
  ].map((each) => ({ ...each, email: `${each.first_name.toLowerCase()}@invited.example` }));
  const bundle: Bundle = companyBundle({
    company: { id: `comp_${suffix}` },
    invitations,
    ...peopleOf(suffix),
    ...(isEmpty ? NOTHING : RECORDS),
  });
  await http.put(bundle);
  const { id } = bundle.company;
  if (!isEmpty)
    for (const insert of MORE) await http.app.db.run(insert, [id, `user_owner${suffix}`, YESTERDAY]);
  const cookies = new Map<Person, Promise<string>>();
  const emailOf = (person: Person): string => `${person}.${suffix}@example.com`;
  const cookieOf = (person: Person): Promise<string> => {
    const cookie = cookies.get(person) ?? withPassword(emailOf(person)).then((browser) => browser.session);
    cookies.set(person, cookie);
    return cookie;
  };
  return {
    id,
    suffix,
    cookieOf,
  };
}
