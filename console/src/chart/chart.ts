/** The chart in words and in the order of its tree: pure functions over its categories. */
import { LIMITS } from "../api/generated/limits.ts";
import type { ChartCategory, ChartChange, DepartmentChange } from "../api/generated/schemas.ts";
import type { Choice } from "../kit/choices.ts";

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
  accounts_payable: "Bills that are due",
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

/** A node of one of the trees. */
export interface Node {
  readonly id: string;
  readonly name: string;
  readonly tier: number;
  readonly position: number;
  readonly parent_id: string | null;
}

/** Most tiers of the trees. */
export const CATEGORY_TIERS = LIMITS.category_tiers;
export const DEPARTMENT_TIERS = LIMITS.department_tiers;

/** Nodes in the order of the tree. Siblings stand by position and name. */
export function inTree<Row extends Node>(rows: readonly Row[]): Row[] {
  const sorted = rows.toSorted(
    (a, b) => a.position - b.position || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
  const below = Map.groupBy(sorted, ({ parent_id }) => parent_id);
  const withChildren = (row: Row): Row[] => [row, ...(below.get(row.id) ?? []).flatMap(withChildren)];
  return (below.get(null) ?? []).flatMap(withChildren);
}

/** The choices of a parent: the top, then nodes that are not itself or below it, and not in the last tier. */
export function parentChoices<Row extends Node>(
  rows: readonly Row[],
  id: string,
  tiers: number,
  fits: (row: Row) => boolean = () => true,
): Choice[] {
  const inside = new Set([id]);
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const found = inTree(rows).filter((row) => {
    if (row.parent_id !== null && inside.has(row.parent_id)) inside.add(row.id);
    return row.tier < tiers && !inside.has(row.id) && fits(row);
  });
  return [
    { id: null, name: TOP },
    ...found.map((row) => ({ id: row.id, name: row.name, note: names.get(row.parent_id ?? "") })),
  ];
}

/** What a category that is the last of its siblings stands before. */
export const LAST = "The end";

/**
 * The places of a category among its siblings: the next one, which is null for the last, the choices of
 * what it can stand before, the end last, and the last one of the others.
 */
export function placeChoices(
  rows: readonly ChartCategory[],
  { id, parent_id, account_type }: ChartCategory,
): { readonly next: string | null; readonly choices: Choice[]; readonly last: string | null } {
  // Those of other types are on other statements, or in other parts of them.
  const siblings = inTree(rows).filter(
    (row) => row.parent_id === parent_id && row.account_type === account_type,
  );
  const others = siblings.filter((row) => row.id !== id);
  return {
    next: siblings[siblings.findIndex((row) => row.id === id) + 1]?.id ?? null,
    choices: [...others.map((row) => ({ id: row.id, name: row.name })), { id: null, name: LAST }],
    last: others.at(-1)?.id ?? null,
  };
}

/** The categories that a category may be merged into, of the same type and section, without others below. */
export function mergeChoices(rows: readonly ChartCategory[], category: ChartCategory): Choice[] {
  const parents = new Set(rows.map(({ parent_id }) => parent_id));
  if (parents.has(category.id)) return [];
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return inTree(rows)
    .filter(
      (row) =>
        row.id !== category.id &&
        row.active &&
        !parents.has(row.id) &&
        row.account_type === category.account_type &&
        row.cash_flow === category.cash_flow,
    )
    .map((row) => ({ id: row.id, name: row.name, note: names.get(row.parent_id ?? "") }));
}

/** What stands below no other. */
export const TOP = "The top of the chart";

/** The sections that a category of a type may have. */
export function sectionsFor(type: Type): readonly (Section | "none")[] {
  if (type === "asset") return ["cash", "working_capital", "non_cash", "investing", "financing"];
  if (type === "liability" || type === "equity")
    return ["working_capital", "non_cash", "investing", "financing"];
  // Revenue and expenses without a section are in operating activities.
  return ["none", "investing", "financing"];
}

type BalanceClass = NonNullable<ChartCategory["balance_class"]>;

export const CLASS_NAMES: Readonly<Record<BalanceClass, string>> = {
  current: "Current",
  fixed: "Property and equipment",
  non_current: "Non-current",
};

export const PAID_FOR: readonly (readonly [
  value: NonNullable<ChartCategory["cash_paid_for"]> | "none",
  name: string,
])[] = [
  ["none", "Nothing of its own"],
  ["interest", "Cash paid for interest"],
  ["income_taxes", "Cash paid for income taxes"],
];

/** What a change does to the statements, in a sentence. */
export function changeText({
  statements,
  first_month: first,
  last_month: last,
  preview,
}: ChartChange): string {
  return figuresText(
    statements.map((word) => `the ${STATEMENT_NAMES[word]}`),
    first,
    last,
    preview,
  );
}

function figuresText(
  statements: readonly string[],
  first: string | null,
  last: string | null,
  preview: boolean,
): string {
  const does = preview ? "This changes" : "It changed";
  if (statements.length === 0 || first === null || last === null)
    return preview ? "This changes no figure of any statement." : "No figure of any statement changed.";
  return `${does} ${statements.join(" and ")}, ${first === last ? `in ${first}` : `from ${first} to ${last}`}.`;
}

/** What a change of a department changes elsewhere, in sentences. */
export function departmentChangeText(change: DepartmentChange): string {
  const { first_month, last_month, closed, rules, preview } = change;
  return [
    figuresText(["the income statement by department"], first_month, last_month, preview),
    closed.length === 0 ? "" : `${closed.join(", ")} can’t be assigned any more; what has it keeps it.`,
    rules.length === 0
      ? ""
      : `${rules.length === 1 ? "The rule" : "The rules"} ${rules.join(", ")} ${rules.length === 1 ? "assigns" : "assign"} nothing from then on.`,
  ]
    .filter((text) => text !== "")
    .join(" ");
}
