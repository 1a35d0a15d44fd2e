/**
 * The company of the good requests: a company with a feed, and spare records for operations that can be done
 * to a record only once, such as deleting it. A new operation of that kind needs spare records here, one for
 * each number below `SPARES`, and uses them in `requests.ts`.
 */
import { SPARES } from "../support/app.ts";
import type { CompanyOverrides } from "../support/bundle.ts";
import {
  CONSOLE_ACCOUNTS,
  CONSOLE_RECONCILED_ACCOUNTS,
  CONSOLE_RECONCILIATIONS,
  CONSOLE_SCHEDULES,
  CONSOLE_BILLS,
  CONSOLE_INVOICES,
  CONSOLE_RECORDS,
  CONSOLE_SETTLEMENTS,
  CONSOLE_SHEETS,
  CONSOLE_TRANSACTIONS,
} from "./console-records.ts";
import { credit, franchise, income } from "../support/tax-records.ts";
import { bill, billPayment, FEED, invoice, payment, transaction } from "../support/feed.ts";
import { form, formReport } from "../support/form-records.ts";
import { sheet } from "../support/sheet-records.ts";
import type { BundleTransaction, BundleTransfer } from "../support/feed-records.ts";

/** Returns the name, without prefix, of the spare record for the request number `count`. */
export function spare(name: string, count: number): string {
  return `${name}_${count % SPARES}`;
}

const numbers = Array.from({ length: SPARES }, (_, number) => number);
const SPLIT = { category_id: null, transaction_type: "category_split" } as const;
const SIDE = { category_id: null, transaction_type: "transfer" } as const;

function transactionsOf(number: number): readonly BundleTransaction[] {
  const transfer_id = `trf_${spare("undone", number)}`;
  return [
    transaction(spare("whole", number), -300_00),
    transaction(spare("parted", number), -300_00, {
      ...SPLIT,
      lines: [
        { category_id: "cat_flights", amount_cents: -100_00 },
        { category_id: "cat_hotels", amount_cents: -200_00 },
      ],
    }),
    transaction(spare("leaving", number), -250_00, { date: "2026-05-04" }),
    transaction(spare("coming", number), 250_00, {
      account_id: "acct_savings",
      category_id: "cat_services",
      date: "2026-05-05",
    }),
    transaction(spare("billing", number), -10_00),
    transaction(spare("paying", number), 10_00, { category_id: "cat_services" }),
    transaction(spare("left", number), -70_00, { ...SIDE, transfer_id }),
    transaction(spare("came", number), 70_00, { ...SIDE, transfer_id, account_id: "acct_savings" }),
  ];
}

function transferOf(number: number): BundleTransfer {
  return {
    id: `trf_${spare("undone", number)}`,
    from_transaction_id: `txn_${spare("left", number)}`,
    to_transaction_id: `txn_${spare("came", number)}`,
  };
}

/** The fields of a rule without its name. */
export const RULE = {
  conditions: [{ field: "description", operator: "contains", value: "nothing is called so" }],
  category_id: "cat_software",
} as const;

function rule(name: string) {
  return { id: `rule_${name}`, name, ...RULE };
}

/** A spreadsheet with values, formulas, an error and a chart. */
const keptSheet = {
  ...sheet(
    "kept",
    {
      Plan: { A1: "Month", B1: "Revenue", A2: 1, B2: "=A2*1250.5", C2: "=1/0" },
      Notes: { A1: "Plan of the year" },
    },
    { prefix: "kept" },
  ),
  charts: [
    {
      id: "cht_kept",
      worksheet_id: "wks_keptPlan",
      type: "line",
      title: "Revenue",
      ranges: ["Plan!B2"],
      position: { row: 3, column: 0, row_span: 10, column_span: 4 },
    },
  ],
};

export const ORDINARY = {
  ...FEED,
  ...CONSOLE_RECORDS,
  accounts: [...FEED.accounts, ...CONSOLE_ACCOUNTS, ...CONSOLE_RECONCILED_ACCOUNTS],
  invoices: [
    invoice("open", 500_00),
    invoice("billed", SPARES * 10_00),
    invoice("paid", 80_00),
    invoice("voidable", 70_00),
    ...CONSOLE_INVOICES,
  ],
  bills: [
    bill("open", 500_00),
    bill("billed", SPARES * 10_00),
    bill("paid", 80_00),
    bill("voidable", 70_00),
    ...CONSOLE_BILLS,
  ],
  settlements: CONSOLE_SETTLEMENTS,
  schedules: CONSOLE_SCHEDULES,
  reconciliations: CONSOLE_RECONCILIATIONS,
  transactions: [
    ...FEED.transactions,
    payment("settling", 80_00, "inv_paid"),
    billPayment("settling_bill", 80_00, "bill_paid"),
    ...numbers.flatMap(transactionsOf),
    ...CONSOLE_TRANSACTIONS,
  ],
  transfers: [...FEED.transfers, ...numbers.map(transferOf)],
  taxes: [income(2024), franchise(2024)],
  tax_credits: [credit(2024)],
  form_1099_reports: [formReport(2025), formReport(2024)],
  forms_1099: [form("kept", 2025), form("filed", 2024, { filing_status: "filed", filed_at: 1_740_000_000 })],
  sheets: [
    {
      ...keptSheet,
      contents: [
        ...(keptSheet.contents ?? []),
        { worksheet_id: "wks_keptPlan", formats: { B2: { number_format: "#,##0.00", bold: true } } },
      ],
    },
    ...numbers.map((number) =>
      sheet(spare("dropped", number), { Drafts: { A1: 1 } }, { prefix: spare("dropped", number) }),
    ),
    ...CONSOLE_SHEETS,
  ],
  rules: [rule("kept"), rule("changed"), ...numbers.map((number) => rule(spare("dropped", number)))],
} as const satisfies CompanyOverrides;
