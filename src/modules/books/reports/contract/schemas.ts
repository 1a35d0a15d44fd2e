/** The schemas of the statements: of their lines, sections and amounts. */
import Type, { type TSchema } from "typebox";
import { exactly, nullable } from "../../../../contract/operation.ts";
import { centsSchema, dateSchema, markerSchema, timestampSchema } from "../../../../contract/schemas.ts";
import { ACCOUNT_TYPES, ENTRY_SOURCES, LEDGER_LINES } from "@daybook/words/ledger-words";

export const refreshedAt = nullable(
  timestampSchema(
    "Latest change of the included entries, or the time of the request if entries were read directly; null only if nothing is included.",
  ),
);
export const categoryId = Type.String({
  description:
    "Id of the category; `grp_...` for a presentation group, `<category id>-direct` for a parent's own entries.",
  pattern: "^(cat|grp)_",
});

export const periodEntry = exactly(
  {
    category_id: categoryId,
    name: Type.String({ description: "Its name." }),
    amount_cents: centsSchema("A parent holds the subtotal of its children."),
    position: Type.Integer({ minimum: 0, description: "Order among the children of one parent." }),
    parent_category_id: nullable(
      Type.String({ description: "The entry that this one is part of; null at the root." }),
    ),
  },
  { title: "PeriodLine" },
);
export const balanceEntry = exactly(
  {
    category_id: categoryId,
    name: Type.String({ description: "Its name." }),
    balance_cents: centsSchema(
      "Cumulative balance at the date in its natural sign. A parent holds the subtotal of its children.",
    ),
    position: Type.Integer({ minimum: 0, description: "Order among the children of one parent." }),
    parent_category_id: nullable(
      Type.String({ description: "The entry that this one is part of; null at the root." }),
    ),
  },
  { title: "BalanceLine" },
);
const departmentEntry = exactly(
  {
    department_id: nullable(
      Type.String({ description: "Id of the department; null for entries without one." }),
    ),
    name: Type.String({ description: "Its name." }),
    amount_cents: centsSchema("A parent holds the subtotal of its children."),
    position: Type.Integer({ minimum: 0, description: "Order among the children of one parent." }),
    parent_department_id: nullable(
      Type.String({ description: "The entry that this one is part of; null at the top." }),
    ),
  },
  { title: "DepartmentLine" },
);

export const total = centsSchema("Sum of the root entries.");
export const entriesSchema = <S extends TSchema>(entry: S) =>
  Type.Array(entry, { description: "In display order, each followed by its children." });
export const incomeSection = exactly(
  {
    total_cents: total,
    categories: entriesSchema(periodEntry),
    departments: nullable(
      Type.Array(departmentEntry, {
        description: "The same total by department; null unless grouped by department.",
      }),
    ),
  },
  { title: "IncomeSection" },
);
export const flowSection = exactly(
  { total_cents: total, categories: entriesSchema(periodEntry) },
  { title: "CashFlowSection" },
);
export const nonCashActivity = exactly(
  {
    name: Type.String({ description: "The names of the categories, those that grew in debit first." }),
    amount_cents: centsSchema("The sum of the positive amounts."),
    categories: Type.Array(
      exactly({
        category_id: Type.String({ description: "Id of the category.", pattern: "^cat_" }),
        name: Type.String({ description: "Its name." }),
        amount_cents: centsSchema("The effect on cash that it would have had."),
      }),
      { description: "Their amounts add up to zero." },
    ),
  },
  { title: "NonCashActivity" },
);
export const balanceSection = exactly(
  { total_cents: total, categories: entriesSchema(balanceEntry) },
  { title: "BalanceSection" },
);

const sides = exactly(
  { debit_cents: centsSchema("The debit, or 0."), credit_cents: centsSchema("The credit, or 0.") },
  { description: "An amount on its side; in a total, the sums of both sides.", title: "DebitCredit" },
);
export const trialStages = {
  /** The balances before the first day. */
  opening: sides,
  changes: Type.Array(sides, {
    description:
      "What was booked in each of the periods; without adjusting entries unless these are included.",
  }),
  unadjusted: Type.Union([sides, Type.Null()], {
    description: "The balance at the end without the adjusting entries; null unless these are separate.",
  }),
  adjustments: Type.Union([sides, Type.Null()], {
    description: "The adjusting entries of the days; null unless these are separate.",
  }),
  /** The balances at the end of the last day. */
  closing: sides,
} as const;

export const ledgerLine = exactly(
  {
    id: Type.String({
      description:
        "The entry's id, `je_...`; of an opening or closing balance, the category's id with `.opening` or `.closing`.",
    }),
    object: markerSchema("general_ledger_line"),
    kind: Type.Enum([...LEDGER_LINES], {
      description:
        "`opening` is the category's balance before the first day, `closing` its totals and its balance at the end of the last day.",
    }),
    category_id: categoryId,
    category_name: Type.String({ description: "The category's name." }),
    account_type: Type.Enum([...ACCOUNT_TYPES], { description: "The category's type." }),
    date: dateSchema("The entry's day; of an opening balance the first day, of a closing balance the last."),
    description: nullable(Type.String({ description: "The entry's description; null for balances." })),
    merchant: nullable(Type.String({ description: "The entry's merchant or counterparty, if any." })),
    source: Type.Union([Type.Enum([...ENTRY_SOURCES]), Type.Null()], {
      description: "What the entry was posted from; null for balances.",
    }),
    debit_cents: centsSchema(
      "The entry's debit, or 0; in a closing balance, the sum of all debits. 0 for an opening balance.",
    ),
    credit_cents: centsSchema(
      "The entry's credit, or 0; in a closing balance, the sum of all credits. 0 for an opening balance.",
    ),
    balance_cents: centsSchema(
      "The category's balance after the line: debits minus credits, so that a credit balance is negative.",
    ),
  },
  { title: "GeneralLedgerLine" },
);

export const equityAmounts = {
  opening_cents: centsSchema("The balance before the first day."),
  corrected_cents: centsSchema("Corrections of earlier periods, which change the balance they began with."),
  net_income_cents: centsSchema("The net income of the days, in retained earnings."),
  paid_in_cents: centsSchema("What owners paid in, such as contributions and issues of stock."),
  paid_out_cents: centsSchema(
    "What was paid to owners, such as distributions, dividends and repurchases of stock; never positive.",
  ),
  transferred_cents: centsSchema("Transfers between categories of equity; 0 in the total."),
  other_cents: centsSchema("All other changes."),
  closing_cents: centsSchema("The balance at the end of the last day, the sum of all these."),
} as const;
