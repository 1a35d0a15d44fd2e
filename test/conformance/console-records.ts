/**
 * The records of the company in `ordinary.ts` that the good requests of the console's operations need, those
 * that a bundle can't contain among them: keys, uploads and connections.
 */
import { hash } from "node:crypto";
import { PRESETS } from "@daybook/words/areas";
import { statement } from "../../src/platform/db/index.ts";
import type { TestApp, TestCompany } from "../support/app.ts";
import { category, cr, DEPARTMENTS, dr, JOURNAL, voucher } from "../support/bundle.ts";
import { bill, billPayment, FEED_CHART, invoice, payment, transaction } from "../support/feed.ts";
import { sheet } from "../support/sheet-records.ts";

/** As `SPARES` of `ordinary.ts`, for the console: fewer, because each schedule posts many entries. */
const SPARES = 20;
const numbers = Array.from({ length: SPARES }, (_, number) => number);

/** Returns the name, without prefix, of the console's spare record for the request number `count`. */
export function consoleSpare(name: string, count: number): string {
  return `${name}_${count % SPARES}`;
}

function scheduled(name: string, more: object = {}) {
  const spread = {
    id: `spread_${name}`,
    holding_category_id: "cat_prepaid",
    start_date: "2026-05-01",
    end_date: "2026-10-31",
    ...more,
  };
  return transaction(name, -600_00, { spread });
}

const ASSET = {
  kind: "capitalization",
  holding_category_id: "cat_equipment",
  contra_category_id: "cat_accumulated_depreciation",
} as const;

/** Invoices that are settled a cent at a time, and one with a credit. */
export const CONSOLE_INVOICES = [
  invoice("settled", 20_000_00),
  invoice("overpaid", 100_00),
  invoice("refunded", 1_00),
];

/** The same of bills. */
export const CONSOLE_BILLS = [
  bill("settled", 20_000_00),
  bill("overpaid", 100_00),
  bill("refunded", 1_00),
  // Each is paid once, with a fee.
  ...numbers.map((number) => bill(consoleSpare("small", number), 9_99)),
];

/** The write-offs that are taken back. */
const writeOffs = (spare: string, invoice_id: string) =>
  numbers.map((number) => ({
    id: `stl_${consoleSpare(spare, number)}`,
    kind: "write_off",
    invoice_id,
    date: "2026-05-02",
    amount_cents: 1,
    lines: [{ category_id: "cat_software", department_id: null, amount_cents: 1, description: null }],
    created: 1_777_000_000,
  }));
export const CONSOLE_SETTLEMENTS = [
  ...writeOffs("back", "inv_settled"),
  ...writeOffs("bill_back", "bill_settled"),
];

export const CONSOLE_TRANSACTIONS = numbers
  .flatMap((number) => [
    transaction(consoleSpare("spreadable", number), -600_00),
    transaction(consoleSpare("refunding", number), -1_00),
    transaction(consoleSpare("received", number), 10_00, { category_id: "cat_services" }),
    transaction(consoleSpare("vendor_refunding", number), 1_00, { category_id: "cat_services" }),
    transaction(consoleSpare("bills_paid", number), -10_00),
    scheduled(consoleSpare("moved", number)),
    scheduled(consoleSpare("ended", number)),
    scheduled(consoleSpare("reopened", number), { ended_on: "2026-05-19" }),
    { ...scheduled(consoleSpare("sold", number), ASSET), category_id: "cat_depreciation" },
  ])
  .concat(
    payment("overpaying", 200_00, "inv_overpaid"),
    payment("overpaying_too", 1_000_00, "inv_refunded"),
    billPayment("overpaying_bill", 200_00, "bill_overpaid"),
    billPayment("overpaying_bill_too", 1_000_00, "bill_refunded"),
  );

/** An account for each connection that is mapped, because an account has one feed. */
export const CONSOLE_ACCOUNTS = numbers.map((number) => ({
  id: `acct_${consoleSpare("mapped", number)}`,
  name: `Mapped ${number}`,
  type: "checking" as const,
  category_id: "cat_checking",
}));

/** Reconciliations of accounts of their own, because an account has one that is not finished. */
const RECONCILED = numbers.flatMap((number) =>
  ["drafted", "agreeing", "finished", "dropped"].map((what) => consoleSpare(what, number)),
);
export const CONSOLE_RECONCILED_ACCOUNTS = RECONCILED.map((name) => ({
  id: `acct_rcn_${name}`,
  name: `Reconciled ${name}`,
  type: "checking" as const,
  category_id: "cat_checking",
}));
const reconciliation = (name: string, account_id = `acct_rcn_${name}`) => ({
  id: `rcn_${name}`,
  account_id,
  statement_date: "2026-05-19",
  statement_cents: 0,
  opening_cents: 0,
  created: 1_777_000_000,
  created_by: "somebody",
  ...(name.startsWith("finished")
    ? { state: "finished", finished_at: 1_777_000_000, finished_by: "somebody" }
    : {}),
});
export const CONSOLE_RECONCILIATIONS = [
  reconciliation("kept", "acct_checking"),
  ...RECONCILED.map((name) => reconciliation(name)),
];

/** Schedules of no transaction, which are removed. */
export const CONSOLE_SCHEDULES = numbers.map((number) => ({
  id: `spread_${consoleSpare("loose", number)}`,
  kind: "spread",
  category_id: "cat_software",
  holding_category_id: "cat_prepaid",
  contra_category_id: "cat_prepaid",
  amount_cents: -6_00,
  start_date: "2026-05-01",
  end_date: "2026-10-31",
  description: "Licence of the opening balances",
  created: 1_777_000_000,
}));

const TO_REVIEW = "vch_to_review";
export const CONSOLE_RECORDS = {
  categories: [
    ...FEED_CHART,
    ...numbers.flatMap((number) =>
      category(consoleSpare("merged", number), `Merged ${number}`, "expense", null).map((row) => ({
        ...row,
        position: 200 + number,
      })),
    ),
    // Each register of assets has a category of its own, which agrees with it once.
    ...["owned", "worn"].flatMap((what, at) =>
      numbers.flatMap((number) =>
        category(consoleSpare(what, number), `${what} ${number}`, "asset", "investing").map((row) => ({
          ...row,
          position: 300 + at * SPARES + number,
        })),
      ),
    ),
  ],
  departments: [
    ...DEPARTMENTS,
    ...numbers.map((number) => ({
      id: `dept_${consoleSpare("dropped", number)}`,
      name: `Dropped ${number}`,
      parent_id: null,
      position: 50 + number,
      assignable: true,
      created: 1_700_000_000,
    })),
  ],
  journal: [
    ...JOURNAL,
    ...numbers.map((number) =>
      voucher("2025-05-07", "To be reversed", [dr("software", 1_00), cr("checking", 1_00)], {
        id: `vch_${consoleSpare("reversible", number)}`,
        source: "adjustment",
      }),
    ),
    ...numbers.map((number) =>
      voucher("2025-05-07", "An oven", [dr(consoleSpare("owned", number), 3_600_00), cr("stock", 3_600_00)], {
        id: `vch_${consoleSpare("owned", number)}`,
        source: "adjustment",
      }),
    ),
    voucher("2025-05-08", "To be reviewed", [dr("hosting", 2_00), cr("checking", 2_00)], {
      id: TO_REVIEW,
      source: "adjustment",
    }),
  ],
  manual_entries: [{ voucher_id: TO_REVIEW, memo: "To be reviewed", posted_by: "somebody else" }],
};

export const CONSOLE_SHEETS = numbers.map((number) =>
  sheet(consoleSpare("edited", number), { Plan: { A1: 1 } }, { prefix: consoleSpare("edited", number) }),
);

const insertUploads = statement<never>(
  "test.insertUploads",
  `insert into transaction_uploads (company_id, id, account_id, file_name, format, status, row_count,
     imported_count, duplicate_count, errors, created)
   select $1, 'tup_taken_back_' || n, 'acct_checking', null, 'json', 'succeeded', 0, 0, 0, '[]', $2
     from generate_series(0, $3::int - 1) n`,
);
const insertImports = statement<never>(
  "test.insertImports",
  `insert into book_imports (company_id, id, format, added_vouchers, added_entries, known_vouchers,
     made_categories, made_departments, created)
   select $1, 'imp_' || name, 'Xero journal', 0, 0, 0, '{}', '{}', $2 from unnest($3::text[]) name`,
);
const IMPORTS = ["kept", ...numbers.map((number) => consoleSpare("taken_back", number))];
const insertConnections = statement<never>(
  "test.insertConnections",
  `with made as (
     insert into feed_connections (company_id, id, vendor, secret, since, created, next_pull_at, skipped)
     select $1, 'conn_' || name, 'mercury', 'sealed', '2026-01-01', $2, $2::bigint + 3600, $4
     from unnest($3::text[]) name returning company_id, id)
   insert into feed_connection_accounts (company_id, connection_id, id, name, currency)
   select company_id, id, 'theirs', 'Theirs', 'USD' from made`,
);
const CONNECTIONS = [
  "kept",
  ...numbers.flatMap((number) => ["ended", "mapped", "unread"].map((what) => consoleSpare(what, number))),
];
/** A line that could not be read, of each connection, and its id in the list. */
const UNREAD = {
  key: "unread",
  account: null,
  line: null,
  reason: "`id` is missing.",
  sent: "{}",
  first_sent_at: 1_700_000_000,
  last_sent_at: 1_700_000_000,
};
export const UNREAD_ID = hash("sha256", UNREAD.key, "base64url").slice(0, 16);
const insertKeys = statement<never>(
  "test.insertKeys",
  `insert into api_keys (company_id, id, user_id, name, hash, created)
   select $1, 'key_' || name, $2, name, sha256(convert_to(name, 'UTF8')), $3 from unnest($4::text[]) name`,
);
const KEYS = ["kept", ...numbers.map((number) => consoleSpare("revoked", number))];

const insertMembers = statement<never>(
  "test.insertMembers",
  `with made as (
     insert into users (id, email, first_name, last_name, created)
     select 'user_' || $4 || name, $4 || name || '@example.com', 'Mae', name, $2 from unnest($3::text[]) name
     returning id)
   insert into members (company_id, id, user_id, permissions, created)
   select $1, 'mbr_' || name, 'user_' || $4 || name, $5::jsonb, $2 from unnest($3::text[]) name`,
);
/** Little, so that whoever may only manage the team may take it. */
const VIEWER = { ...PRESETS.none, team_access: "view" };
const MEMBERS = numbers.flatMap((number) => ["changed", "removed"].map((what) => consoleSpare(what, number)));

/** Adds what a bundle can't contain. The keys are of the first member. */
export async function addConsoleRecords({ app }: TestApp, { id, bundle }: TestCompany): Promise<void> {
  const now = app.clock.now();
  await app.db.run(insertUploads, [id, now, SPARES]);
  await app.db.run(insertImports, [id, now, IMPORTS]);
  await app.db.run(insertConnections, [id, now, CONNECTIONS, JSON.stringify([UNREAD])]);
  const own = id.replace("comp_", "").toLowerCase();
  await app.db.run(insertMembers, [id, now, MEMBERS, own, JSON.stringify(VIEWER)]);
  await app.db.run(insertKeys, [id, bundle.members[0]?.user_id ?? "", now, KEYS]);
}
