/**
 * Rules of the two trees, categories and departments, as pure functions over their rows: order, tiers,
 * filters, faults, and the categories with a role. What a change must not do stands in `changes.ts`.
 */
import {
  ACCOUNT_TYPES,
  type AccountType,
  type CashFlowRole,
  type CategoryRole,
  cashFlowRolesOf,
  isPointInTime,
} from "@daybook/words/ledger-words";

/** The common fields of categories and departments. */
export interface TreeRow {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  readonly parent_id: string | null;
}

/** Orders siblings by position, then by name, then by id. Text is compared without regard to a language. */
function bySiblingOrder(a: TreeRow, b: TreeRow): number {
  return a.position - b.position || compareText(a.name, b.name) || compareText(a.id, b.id);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Returns the children of each parent, in order. The key of the roots is null. A row whose parent is not
 * among the rows is a root.
 */
export function childrenByParent<R extends TreeRow>(
  rows: readonly R[],
): ReadonlyMap<string | null, readonly R[]> {
  const ids = new Set(rows.map((row) => row.id));
  const children = new Map<string | null, R[]>();
  for (const row of rows.toSorted(bySiblingOrder)) {
    const parent = row.parent_id !== null && ids.has(row.parent_id) ? row.parent_id : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(row);
    else children.set(parent, [row]);
  }
  return children;
}

/** Returns the rows in display order: each row is followed by its children. */
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

/** Where a row is to stand among its siblings: next to one of them. */
export type SiblingPlace = { readonly before: string } | { readonly after: string };

/** Returns the siblings of a row, with the row at a place among them, numbered from 0. */
export function withPlace<R extends TreeRow>(siblings: readonly R[], row: R, place: SiblingPlace): R[] {
  const others = siblings.filter(({ id }) => id !== row.id).toSorted(bySiblingOrder);
  const mark = "before" in place ? place.before : place.after;
  const at = others.findIndex(({ id }) => id === mark) + ("before" in place ? 0 : 1);
  return others.toSpliced(at, 0, row).map((each, position) => ({ ...each, position }));
}

const NAMES = new Intl.Collator("en", { numeric: true });

/** Returns siblings by type and name, numbers in names by their value, numbered from 0. */
export function inNameOrder<R extends RoleRow>(siblings: readonly R[]): R[] {
  const typeOf = ({ account_type }: R): number => ACCOUNT_TYPES.indexOf(account_type);
  return siblings
    .toSorted((a, b) => typeOf(a) - typeOf(b) || NAMES.compare(a.name, b.name) || bySiblingOrder(a, b))
    .map((each, position) => ({ ...each, position }));
}

/**
 * Returns the tier of each row, 1 at the root. A row has no tier if its ancestors form a cycle or are not all
 * among the rows.
 */
export function tiersOf(rows: readonly Pick<TreeRow, "id" | "parent_id">[]): ReadonlyMap<string, number> {
  const children = new Map<string | null, string[]>();
  for (const { id, parent_id } of rows) {
    const siblings = children.get(parent_id);
    if (siblings) siblings.push(id);
    else children.set(parent_id, [id]);
  }
  // The rows are visited tier by tier, from the roots down, so that rows in a cycle are never reached.
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
 * Returns the id of the additional child that shows a parent's own entries. With this child, a parent equals
 * the sum of its children.
 */
export function directId(categoryId: string): string {
  return `${categoryId}${DIRECT}`;
}

/**
 * Parses a filter, which selects a category with its descendants or, with `-direct`, only its own entries.
 */
export function readCategoryFilter(text: string): { id: string; direct: boolean } {
  return text.endsWith(DIRECT)
    ? { id: text.slice(0, -DIRECT.length), direct: true }
    : { id: text, direct: false };
}

/** The result of a filter: the row that it names, and the ids of all rows whose entries it selects. */
export interface Selection<R> {
  readonly row: R;
  readonly ids: readonly string[];
}

/**
 * Returns a function that applies a filter to a tree. The function returns null if the row does not exist.
 */
export function treeSelector<R extends TreeRow>(rows: readonly R[]): (filter: string) => Selection<R> | null {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const children = childrenByParent(rows);
  return (filter) => {
    const row = byId.get(filter);
    if (row) {
      const ids = [row.id];
      // The list grows during the loop: the children of each row are appended to it.
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

/** The sentence on a category that nothing new can be put on. */
export function inactiveText(row: Pick<TreeRow, "id" | "name">): string {
  return `The category ${label(row)} is inactive. Choose another one, or make it active again.`;
}

/**
 * The result of one check of a chart. `fault` is a sentence about the first row that fails the check; null if
 * the check holds.
 */
export interface ChartCheck {
  readonly check: string;
  readonly fault: string | null;
}

/** Checks a chart for faults that would make the statements wrong or misleading. */
export function chartFaults(
  categories: readonly RoleRow[],
  departments: readonly (TreeRow & { readonly assignable: boolean })[],
): ChartCheck[] {
  const byId = new Map(categories.map((row) => [row.id, row]));
  const parents = new Set(departments.map((row) => row.parent_id));
  const firstFault = <R>(rows: readonly R[], faultOf: (row: R) => string | null): string | null =>
    rows.map(faultOf).find((fault) => fault !== null) ?? null;
  return [
    {
      check: "categories_share_their_parents_type",
      fault: firstFault(categories, (row) => typeFault(row, byId)),
    },
    { check: "categories_have_cash_flow_roles", fault: firstFault(categories, (row) => roleFault(row)) },
    {
      check: "chart_has_cash",
      fault: lacksCash(categories)
        ? "no category has the cash flow role cash, so the cash flow statement has no cash whose change it could explain"
        : null,
    },
    {
      check: "departments_assign_leaves_only",
      fault: firstFault(departments, (row) =>
        row.assignable && parents.has(row.id)
          ? `department ${row.id} (${row.name}) is assignable, but it has children`
          : null,
      ),
    },
  ];
}

export function lacksCash(categories: readonly RoleRow[]): boolean {
  return (
    categories.some((row) => isPointInTime(row.account_type)) &&
    !categories.some((row) => row.cash_flow === "cash")
  );
}

export function label({ id, name }: Pick<TreeRow, "id" | "name">): string {
  return `${id} (${name})`;
}

export function typeFault(row: RoleRow, byId: ReadonlyMap<string, RoleRow>): string | null {
  if (row.parent_id === null) return null;
  const parent = byId.get(row.parent_id);
  if (!parent) return `category ${label(row)} stands below ${row.parent_id}, which does not exist`;
  if (parent.account_type === row.account_type) return null;
  return `category ${label(row)} is of type ${row.account_type}, but stands below ${label(parent)} of type ${parent.account_type}`;
}

export function roleFault(row: RoleRow): string | null {
  if (row.cash_flow === null) {
    if (!isPointInTime(row.account_type)) return null;
    return `category ${label(row)} of type ${row.account_type} has no cash flow role, so its changes are missing from the cash flow statement`;
  }
  const allowed = cashFlowRolesOf(row.account_type);
  if (allowed.includes(row.cash_flow)) return null;
  if (row.cash_flow === "cash")
    return `category ${label(row)} has the cash flow role cash, but is of type ${row.account_type}: only an asset can be cash`;
  return `category ${label(row)} of type ${row.account_type} has the cash flow role ${row.cash_flow}; a category of this type can have ${allowed.join(", ")}`;
}

/**
 * The category that is created for a role if a chart has none, and the usual names by which a category is
 * recognized.
 */
interface RoleConvention {
  readonly name: string;
  readonly account_type: AccountType;
  readonly cash_flow: CashFlowRole | null;
  /** Another cash flow role that the category may have. */
  readonly otherCashFlow?: CashFlowRole;
  /** Other usual names of the category, in addition to `name`. */
  readonly otherNames: readonly string[];
}

export const ROLE_CONVENTIONS: Readonly<Record<CategoryRole, RoleConvention>> = {
  uncategorized_income: {
    name: "Uncategorized Income",
    account_type: "revenue",
    cash_flow: null,
    otherNames: [],
  },
  uncategorized_expenses: {
    name: "Uncategorized Expenses",
    account_type: "expense",
    cash_flow: null,
    otherNames: ["Uncategorized Expense"],
  },
  cash: {
    name: "Cash",
    account_type: "asset",
    cash_flow: "cash",
    otherNames: ["Bank", "Bank Accounts", "Checking", "Cash and Cash Equivalents"],
  },
  credit_cards: {
    name: "Credit Cards",
    account_type: "liability",
    cash_flow: "working_capital",
    otherNames: ["Credit Card", "Corporate Cards", "Credit Cards Payable"],
  },
  accounts_receivable: {
    name: "Accounts Receivable",
    account_type: "asset",
    cash_flow: "working_capital",
    otherNames: ["Receivables"],
  },
  accounts_payable: {
    name: "Accounts Payable",
    account_type: "liability",
    cash_flow: "working_capital",
    otherNames: [
      "Accounts Payable (A/P)",
      "A/P",
      "Payables",
      "Trade Payables",
      "Accounts Payable - Trade",
      "Trade Creditors",
    ],
  },
  sales: {
    name: "Sales",
    account_type: "revenue",
    cash_flow: null,
    otherNames: ["Revenue", "Sales Revenue", "Income"],
  },
  prepaid_expenses: {
    name: "Prepaid Expenses",
    account_type: "asset",
    cash_flow: "working_capital",
    otherNames: ["Prepaid"],
  },
  deferred_revenue: {
    name: "Deferred Revenue",
    account_type: "liability",
    cash_flow: "working_capital",
    otherNames: ["Unearned Revenue"],
  },
  accumulated_depreciation: {
    name: "Accumulated Depreciation",
    account_type: "asset",
    cash_flow: "non_cash",
    otherCashFlow: "investing",
    otherNames: [],
  },
  retained_earnings: {
    name: "Retained Earnings",
    account_type: "equity",
    cash_flow: "financing",
    otherNames: [],
  },
};

/**
 * Returns the category for a role: the category that has the role, or else the first category without
 * children that has a usual name for the role. For cash, any cash category will do. Returns null if there is
 * none.
 */
export function categoryForRole<
  R extends RoleRow & { readonly role: CategoryRole | null; readonly active: boolean },
>(rows: readonly R[], role: CategoryRole): R | null {
  const { name, otherNames, account_type, cash_flow, otherCashFlow } = ROLE_CONVENTIONS[role];
  const parents = new Set(rows.map((row) => row.parent_id));
  const names = [name, ...otherNames].map((each) => each.toLowerCase());
  const fits = (row: R): boolean =>
    row.role === null &&
    row.active &&
    row.account_type === account_type &&
    (cash_flow === null || row.cash_flow === cash_flow || row.cash_flow === otherCashFlow) &&
    !parents.has(row.id);
  const byName = names
    .map((each) => rows.find((row) => fits(row) && row.name.toLowerCase() === each))
    .find((row) => row !== undefined);
  // The cash flow role "cash" identifies a cash category, whatever its name is.
  const onlyCash = role === "cash" ? rows.find(fits) : undefined;
  return rows.find((row) => row.role === role) ?? byName ?? onlyCash ?? null;
}
