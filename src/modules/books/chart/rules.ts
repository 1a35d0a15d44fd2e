/** The shape of the two trees, as pure functions over their rows. */
import {
  type AccountType,
  type CashFlowRole,
  type CategoryRole,
  isPointInTime,
} from "../../../core/ledger-words.ts";

/** The common fields of categories and departments. */
export interface TreeRow {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  readonly parent_id: string | null;
}

/** Siblings stand by position, then by name, then by id, compared byte by byte. */
function bySiblingOrder(a: TreeRow, b: TreeRow): number {
  return a.position - b.position || compareText(a.name, b.name) || compareText(a.id, b.id);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The children of each parent, in order; the roots stand under null. A row whose parent is not among the rows
 * is a root.
 */
export function childrenByParent<R extends TreeRow>(
  rows: readonly R[],
): ReadonlyMap<string | null, readonly R[]> {
  const known = new Set(rows.map((row) => row.id));
  const children = new Map<string | null, R[]>();
  for (const row of rows.toSorted(bySiblingOrder)) {
    const parent = row.parent_id !== null && known.has(row.parent_id) ? row.parent_id : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(row);
    else children.set(parent, [row]);
  }
  return children;
}

/** Display order: each row is followed by its children. */
export function inDisplayOrder<R extends TreeRow>(rows: readonly R[]): R[] {
  const children = childrenByParent(rows);
  const ordered: R[] = [];
  const visit = (parent: string | null): void => {
    for (const row of children.get(parent) ?? []) {
      ordered.push(row);
      visit(row.id);
    }
  };
  visit(null);
  return ordered;
}

/**
 * The tier of each row, 1 at the root. A row whose parents never end, or are not among the rows, has none.
 */
export function tiersOf(rows: readonly Pick<TreeRow, "id" | "parent_id">[]): ReadonlyMap<string, number> {
  const children = new Map<string | null, string[]>();
  for (const { id, parent_id } of rows) {
    const siblings = children.get(parent_id);
    if (siblings) siblings.push(id);
    else children.set(parent_id, [id]);
  }
  // From the roots down, tier by tier; rows in a circle are never reached.
  const tiers = new Map<string, number>();
  let level = children.get(null) ?? [];
  for (let tier = 1; level.length > 0; tier += 1) {
    for (const id of level) tiers.set(id, tier);
    level = level.flatMap((id) => children.get(id) ?? []);
  }
  return tiers;
}

const DIRECT = "-direct";

/**
 * The id under which a parent's own entries stand as a child of it, so that a parent equals the sum of its
 * children.
 */
export function directId(categoryId: string): string {
  return `${categoryId}${DIRECT}`;
}

/** Parses a category filter, which selects the category with its descendants, or only its own entries. */
export function readCategoryFilter(text: string): { id: string; direct: boolean } {
  return text.endsWith(DIRECT)
    ? { id: text.slice(0, -DIRECT.length), direct: true }
    : { id: text, direct: false };
}

/** The selection of a filter: the row that it names, and the ids of the rows whose entries count. */
export interface Selection<R> {
  readonly row: R;
  readonly ids: readonly string[];
}

/** Makes a reader of filters on a tree; the reader returns null if the row does not exist. */
export function treeSelector<R extends TreeRow>(rows: readonly R[]): (filter: string) => Selection<R> | null {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const children = childrenByParent(rows);
  return (filter) => {
    const row = byId.get(filter);
    if (row) {
      const ids = [row.id];
      // Grows during the loop: the children of each row are appended.
      for (const id of ids) for (const child of children.get(id) ?? []) ids.push(child.id);
      return { row, ids };
    }
    const { id, direct } = readCategoryFilter(filter);
    const parent = direct ? byId.get(id) : undefined;
    return parent ? { row: parent, ids: [id] } : null;
  };
}

/** The fields of a category that decide its place on the cash flow statement. */
export interface RoleRow extends TreeRow {
  readonly account_type: AccountType;
  readonly cash_flow: CashFlowRole | null;
}

/**
 * One thing that must hold of a chart, and the first row that breaks it, in a sentence; null when it holds.
 */
export interface ChartCheck {
  readonly check: string;
  readonly fault: string | null;
}

/** Faults of a chart that would make its statements wrong or misleading, as sentences that name the rows. */
export function chartFaults(
  categories: readonly RoleRow[],
  departments: readonly (TreeRow & { readonly assignable: boolean })[],
): ChartCheck[] {
  const byId = new Map(categories.map((row) => [row.id, row]));
  const parents = new Set(departments.map((row) => row.parent_id));
  const first = <R>(rows: readonly R[], fault: (row: R) => string | null): string | null =>
    rows.map(fault).find((found) => found !== null) ?? null;
  const cashless =
    categories.some((row) => isPointInTime(row.account_type)) &&
    !categories.some((row) => row.cash_flow === "cash");
  return [
    { check: "categories_share_their_parents_type", fault: first(categories, (row) => typeFault(row, byId)) },
    { check: "categories_have_cash_flow_roles", fault: first(categories, (row) => roleFault(row)) },
    {
      check: "chart_has_cash",
      fault: cashless
        ? "no category has the cash flow role cash, so the cash flow statement has no cash whose change it could explain"
        : null,
    },
    {
      check: "departments_assign_leaves_only",
      fault: first(departments, (row) =>
        row.assignable && parents.has(row.id)
          ? `department ${row.id} (${row.name}) is assignable, but it has children`
          : null,
      ),
    },
  ];
}

function named({ id, name }: TreeRow): string {
  return `${id} (${name})`;
}

function typeFault(row: RoleRow, byId: ReadonlyMap<string, RoleRow>): string | null {
  if (row.parent_id === null) return null;
  const parent = byId.get(row.parent_id);
  if (!parent) return `category ${named(row)} stands below ${row.parent_id}, which does not exist`;
  if (parent.account_type === row.account_type) return null;
  return `category ${named(row)} is of type ${row.account_type}, but stands below ${named(parent)} of type ${parent.account_type}`;
}

function roleFault(row: RoleRow): string | null {
  if (row.cash_flow === null) {
    if (!isPointInTime(row.account_type)) return null;
    return `category ${named(row)} of type ${row.account_type} has no cash flow role, so its changes are missing from the cash flow statement`;
  }
  if (!isPointInTime(row.account_type)) {
    return `category ${named(row)} of type ${row.account_type} has the cash flow role ${row.cash_flow}, but it reaches the cash flow statement through net income already`;
  }
  if (row.cash_flow !== "cash" || row.account_type === "asset") return null;
  return `category ${named(row)} has the cash flow role cash, but is of type ${row.account_type}: only an asset can be cash`;
}

/** The usual names of a role's category, and the category that is made if a chart has none. */
interface RoleConvention {
  readonly name: string;
  readonly account_type: AccountType;
  readonly cash_flow: CashFlowRole | null;
  /** Other names that charts give it. */
  readonly also: readonly string[];
}

export const ROLE_CONVENTIONS: Readonly<Record<CategoryRole, RoleConvention>> = {
  uncategorized_income: { name: "Uncategorized Income", account_type: "revenue", cash_flow: null, also: [] },
  uncategorized_expenses: {
    name: "Uncategorized Expenses",
    account_type: "expense",
    cash_flow: null,
    also: ["Uncategorized Expense"],
  },
  cash: {
    name: "Cash",
    account_type: "asset",
    cash_flow: "cash",
    also: ["Bank", "Bank Accounts", "Checking", "Cash and Cash Equivalents"],
  },
  credit_cards: {
    name: "Credit Cards",
    account_type: "liability",
    cash_flow: "working_capital",
    also: ["Credit Card", "Corporate Cards", "Credit Cards Payable"],
  },
  accounts_receivable: {
    name: "Accounts Receivable",
    account_type: "asset",
    cash_flow: "working_capital",
    also: ["Receivables"],
  },
  sales: {
    name: "Sales",
    account_type: "revenue",
    cash_flow: null,
    also: ["Revenue", "Sales Revenue", "Income"],
  },
  prepaid_expenses: {
    name: "Prepaid Expenses",
    account_type: "asset",
    cash_flow: "working_capital",
    also: ["Prepaid"],
  },
  deferred_revenue: {
    name: "Deferred Revenue",
    account_type: "liability",
    cash_flow: "working_capital",
    also: ["Unearned Revenue"],
  },
  accumulated_depreciation: {
    name: "Accumulated Depreciation",
    account_type: "asset",
    cash_flow: "non_cash",
    also: [],
  },
  retained_earnings: { name: "Retained Earnings", account_type: "equity", cash_flow: "financing", also: [] },
};

/**
 * The category for a role: the one with the role, or else the first one without children that has a usual
 * name of it. Null if there is none.
 */
export function categoryForRole<R extends RoleRow & { readonly role: CategoryRole | null }>(
  rows: readonly R[],
  role: CategoryRole,
): R | null {
  const { name, also, account_type, cash_flow } = ROLE_CONVENTIONS[role];
  const parents = new Set(rows.map((row) => row.parent_id));
  const names = [name, ...also].map((each) => each.toLowerCase());
  const fits = (row: R): boolean =>
    row.role === null &&
    row.account_type === account_type &&
    (cash_flow === null || row.cash_flow === cash_flow) &&
    !parents.has(row.id);
  const called = names
    .map((each) => rows.find((row) => fits(row) && row.name.toLowerCase() === each))
    .find((row) => row !== undefined);
  // Whatever it is called, there is only one kind of cash.
  const onlyCash = role === "cash" ? rows.find(fits) : undefined;
  return rows.find((row) => row.role === role) ?? called ?? onlyCash ?? null;
}
