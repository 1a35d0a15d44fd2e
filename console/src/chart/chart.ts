/** The chart in words and in the order of its tree: pure functions over its categories. */
import type { ChartCategory, ChartChange } from "../api/generated/schemas.ts";

type Type = ChartCategory["account_type"];
type Section = NonNullable<ChartCategory["cash_flow"]>;

export const TYPE_NAMES: Readonly<Record<Type, string>> = {
  asset: "Asset",
  liability: "Liability",
  equity: "Equity",
  revenue: "Revenue",
  cost_of_goods_sold: "Cost of goods sold",
  expense: "Expense",
  other_income: "Other income",
  other_expense: "Other expense",
};

export const SECTION_NAMES: Readonly<Record<Section, string>> = {
  cash: "Cash itself",
  working_capital: "Operating: working capital",
  non_cash: "Operating: not cash",
  investing: "Investing",
  financing: "Financing",
};

export const ROLE_NAMES: Readonly<Record<NonNullable<ChartCategory["role"]>, string>> = {
  uncategorized_income: "Income without a category",
  uncategorized_expenses: "Expenses without a category",
  cash: "New bank accounts",
  credit_cards: "New credit cards",
  accounts_receivable: "Invoices that are due",
  sales: "Lines of invoices",
  prepaid_expenses: "Expenses that are spread",
  deferred_revenue: "Income that is spread",
  accumulated_depreciation: "Depreciation",
  retained_earnings: "Retained earnings",
};

const STATEMENT_NAMES = {
  balance_sheet: "balance sheet",
  income_statement: "income statement",
  cash_flow: "cash flow statement",
} as const;

/** Most tiers of the tree. */
const TIERS = 3;

/** Categories in the order of the tree. They come by tier, position and name, parents before their children. */
export function inTree(rows: readonly ChartCategory[]): ChartCategory[] {
  const below = Map.groupBy(rows, ({ parent_id }) => parent_id);
  const withChildren = (row: ChartCategory): ChartCategory[] => [
    row,
    ...(below.get(row.id) ?? []).flatMap(withChildren),
  ];
  return (below.get(null) ?? []).flatMap(withChildren);
}

/** The categories below which one could stand: of its type, not itself or below it, and not in the last tier. */
export function parentsFor(
  rows: readonly ChartCategory[],
  { id, account_type }: Pick<ChartCategory, "id" | "account_type">,
): ChartCategory[] {
  const inside = new Set([id]);
  return inTree(rows).filter((row) => {
    if (row.parent_id !== null && inside.has(row.parent_id)) inside.add(row.id);
    return row.account_type === account_type && row.tier < TIERS && !inside.has(row.id);
  });
}

/** The sections that a category of a type may have. */
export function sectionsFor(type: Type): readonly (Section | "none")[] {
  if (type === "asset") return ["cash", "working_capital", "non_cash", "investing", "financing"];
  if (type === "liability" || type === "equity")
    return ["working_capital", "non_cash", "investing", "financing"];
  // Revenue and expenses without a section are in operating activities.
  return ["none", "investing", "financing"];
}

/** What a change does to the statements, in a sentence. */
export function changeText({
  statements,
  first_month: first,
  last_month: last,
  preview,
}: ChartChange): string {
  const does = preview ? "This changes" : "It changed";
  if (statements.length === 0 || first === null || last === null)
    return preview ? "This changes no figure of any statement." : "No figure of any statement changed.";
  const names = statements.map((word) => `the ${STATEMENT_NAMES[word]}`).join(" and ");
  return `${does} ${names}, ${first === last ? `in ${first}` : `from ${first} to ${last}`}.`;
}
