/**
 * Decides what a change of the chart may do, as pure functions over its rows: each returns the reason why a
 * chart must not be changed so, or null.
 */
import { balanceClassOf, decideAccount, natureMeaning } from "@daybook/words/account-kinds";
import {
  type AccountType,
  type BalanceClass,
  type CategoryRole,
  balanceClassesOf,
  canBePaidFor,
  isPointInTime,
} from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";
import type { CategoryRow, StoredCategory } from "../record.ts";
import {
  label,
  lacksCash,
  ROLE_CONVENTIONS,
  roleFault,
  type RoleRow,
  tiersOf,
  type TreeRow,
  typeFault,
} from "./index.ts";

/** A record of another module whose money is booked on a category. */
export interface CategoryUse {
  /** How messages name it, such as `the card Travel`. */
  readonly label: string;
  /** True if its money is cash. */
  readonly isCash: boolean;
}

type ChangedRow = RoleRow & { readonly role: CategoryRole | null; readonly active: boolean };

/** A category that is to be changed, as it would be, with its chart and the records that depend on it. */
export interface CategoryChange {
  /** The chart as it would be. */
  readonly rows: readonly ChangedRow[];
  readonly changed: ChangedRow;
  /** The records that are booked on the category. */
  readonly uses: readonly CategoryUse[];
}

/** The reason why a chart must not be changed so: a sentence, and the input at fault. */
export interface ChangeFault {
  readonly param: "parent" | "cash_flow" | "balance_class" | "cash_paid_for" | "active" | "into";
  readonly message: string;
}

/** Returns the reason why exports can't present a category so; null if they can. */
export function presentationFault(
  row: Pick<CategoryRow, "id" | "name" | "account_type" | "balance_class" | "cash_paid_for">,
): ChangeFault | null {
  const { account_type, balance_class, cash_paid_for } = row;
  if (balance_class !== null && !balanceClassesOf(account_type).includes(balance_class))
    return {
      param: "balance_class",
      message: `A category of type ${account_type} can't have the class ${balance_class} on the balance sheet.`,
    };
  if (cash_paid_for !== null && !canBePaidFor(account_type))
    return {
      param: "cash_paid_for",
      message: `A category of type ${account_type} is neither a cost nor a debt, so nothing is paid for it.`,
    };
  return null;
}

/** Returns the reason why a category must not get its cash flow role; null if it may. */
export function cashFlowChangeFault({ rows, changed, uses }: CategoryChange): ChangeFault | null {
  const { role, cash_flow } = changed;
  const posted = role === null ? null : ROLE_CONVENTIONS[role];
  const fits = posted === null || cash_flow === posted.cash_flow || cash_flow === posted.otherCashFlow;
  const cashUse = uses.find(({ isCash }) => isCash);
  const because =
    roleFault(changed) ??
    (fits
      ? null
      : `the service posts ${role ?? ""} on category ${label(changed)}, which therefore has the cash flow role ${posted.cash_flow ?? "none"}`) ??
    (cashUse && cash_flow !== "cash"
      ? `${cashUse.label} is booked on category ${label(changed)}, so its money is cash`
      : null) ??
    (lacksCash(rows) ? `category ${label(changed)} is the only one with the cash flow role cash` : null);
  return because === null ? null : { param: "cash_flow", message: sentence(because) };
}

/**
 * The roles whose categories may have children: they hold balances, and are never chosen for a transaction.
 */
const PARENT_ROLES: readonly CategoryRole[] = [
  "prepaid_expenses",
  "deferred_revenue",
  "accumulated_depreciation",
  "retained_earnings",
];

/**
 * Returns the reason why a category must not stand below its parent; null if it may. `uses` are those of
 * the parent. The category counts among the rows.
 */
export function parentChangeFault({ rows, changed, uses }: CategoryChange): ChangeFault | null {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const parent = byId.get(changed.parent_id ?? "");
  const tiers = tiersOf(rows);
  const most = LIMITS.category_tiers.value;
  const isFirstChild = !rows.some((row) => row.parent_id === parent?.id && row.id !== changed.id);
  const because =
    typeFault(changed, byId) ??
    (tiers.has(changed.id) ? null : `category ${label(changed)} would stand below itself`) ??
    (Math.max(...tiers.values()) > most ? `a chart has ${most} tiers, and this would be one more` : null) ??
    (parent?.active === false && changed.active ? `category ${label(parent)} is inactive` : null) ??
    (parent && isFirstChild ? leafFault(parent, uses) : null);
  return because === null ? null : { param: "parent", message: sentence(because) };
}

/** Returns the reason why a category must not get its first child; null if it may. */
function leafFault(
  row: RoleRow & { readonly role: CategoryRole | null },
  uses: readonly CategoryUse[],
): string | null {
  const [use] = uses;
  if (use)
    return `${use.label} is booked on category ${label(row)}, which therefore can't have categories below it`;
  if (row.role === null || PARENT_ROLES.includes(row.role)) return null;
  return `the service posts ${row.role} on category ${label(row)}, which therefore can't have categories below it`;
}

/** Returns the reason why a department must not stand below its parent; null if it may. */
export function departmentPlaceFault(rows: readonly TreeRow[], changed: TreeRow): string | null {
  const tiers = tiersOf(rows);
  const most = LIMITS.department_tiers.value;
  if (!tiers.has(changed.id)) return `${changed.name} would stand below itself.`;
  return [...tiers.values()].some((tier) => tier > most)
    ? `Departments have ${most} tiers, and this would be one more.`
    : null;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** A statement whose amounts or lines a change of the chart changes. */
export type ChangedStatement = "balance_sheet" | "income_statement" | "cash_flow";

/** Returns the statements on which a category with entries has another place after it has moved. */
export function statementsOf(type: AccountType): ChangedStatement[] {
  return isPointInTime(type) ? ["balance_sheet", "cash_flow"] : ["income_statement"];
}

/** The most records that a sentence names. */
const NAMED = 5;

/** Names records in a sentence, such as `the rule Travel, the invoice 0007 and 3 more`. */
function named(labels: readonly string[]): string {
  const shown = labels.slice(0, NAMED);
  const rest = labels.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`;
}

/**
 * Returns the reason why a category must not be active, or not be inactive; null if it may. `posting` names
 * the records that will still post on it.
 */
export function activityFault(
  rows: readonly StoredCategory[],
  changed: StoredCategory,
  posting: readonly string[],
): ChangeFault | null {
  const fault = (message: string): ChangeFault => ({ param: "active", message: sentence(message) });
  const parent = rows.find(({ id }) => id === changed.parent_id);
  if (changed.active)
    return parent?.active === false
      ? fault(`category ${label(parent)} above it is inactive. Make that one active first`)
      : null;
  const users = [
    ...(changed.role === null ? [] : [`the service's own postings of ${changed.role}`]),
    ...posting,
  ];
  if (users.length > 0)
    return fault(
      `category ${label(changed)} stays active, because it is used by ${named(users)}. Change or end these first`,
    );
  const below = rows.filter(({ parent_id, active }) => parent_id === changed.id && active);
  return below.length === 0
    ? null
    : fault(
        `category ${label(changed)} stays active, because categories below it are: ${named(below.map(label))}. Make these inactive first`,
      );
}

/** Two categories, of which one is to be merged into the other, with their chart. */
export interface Merge {
  readonly rows: readonly StoredCategory[];
  readonly from: StoredCategory;
  readonly into: StoredCategory;
  /** The records that are booked on one of the two. */
  readonly uses: readonly CategoryUse[];
}

/** Returns the reason why a category must not be merged into another; null if it may. */
export function mergeFault(merge: Merge): ChangeFault | null {
  const because = differenceFault(merge) ?? boundFault(merge);
  return because === null ? null : { param: "into", message: sentence(because) };
}

/** The reason why statements show two categories in different places. */
function differenceFault({ rows, from, into }: Merge): string | null {
  const pair = `${label(from)} and ${label(into)}`;
  if (from.id === into.id) return `category ${label(from)} can't be merged into itself`;
  if (from.account_type !== into.account_type)
    return `${pair} are of the types ${from.account_type} and ${into.account_type}, so one can't be merged into the other`;
  if (from.cash_flow !== into.cash_flow)
    return `${pair} are in the sections ${from.cash_flow ?? "none"} and ${into.cash_flow ?? "none"} of the cash flow statement. Give both the same one first`;
  const deducted = [from, into].find((row) => isDeducted(rows, row));
  if (deducted !== undefined && isDeducted(rows, from) !== isDeducted(rows, into))
    return `only ${label(deducted)} of ${pair} is deducted on statements, so one can't be merged into the other`;
  if (from.cash_paid_for !== into.cash_paid_for)
    return `${pair} are cash paid for ${from.cash_paid_for ?? "nothing"} and for ${into.cash_paid_for ?? "nothing"}. Give both the same one first`;
  const [own, other] = [classOf(rows, from), classOf(rows, into)];
  if (own !== other)
    return `${pair} are of the classes ${own ?? "none"} and ${other ?? "none"} of the balance sheet. Give both the same one first`;
  return null;
}

/**
 * Roles whose categories are never merged: what nobody has categorized would mix with what somebody has, and
 * closed balance sheets name the one of retained earnings.
 */
const KEPT_ROLES: ReadonlySet<string> = new Set([
  "uncategorized_income",
  "uncategorized_expenses",
  "retained_earnings",
] satisfies CategoryRole[]);

/** The reason why one of two categories has to stay what it is. */
function boundFault({ rows, from, into, uses }: Merge): string | null {
  const parent = [from, into].find(({ id }) => rows.some(({ parent_id }) => parent_id === id));
  if (parent !== undefined) return `category ${label(parent)} has others below it. Move these first`;
  if (!into.active) return `category ${label(into)} is inactive. Make it active first`;
  const kept = [from, into].find(({ role }) => role !== null && KEPT_ROLES.has(role));
  if (kept !== undefined) return `the service uses ${label(kept)} for ${kept.role}, so it stays as it is`;
  if (from.role !== null && into.role !== null)
    return `the service posts ${from.role} on ${label(from)} and ${into.role} on ${label(into)}, so both stay`;
  const [use] = uses;
  return use === undefined
    ? null
    : `${use.label} is booked on ${label(from)} or ${label(into)}, which holds its balance alone, so both stay`;
}

/** A category with those above it, from the lowest up. */
function lineageOf<Row extends TreeRow>(rows: readonly Row[], row: Row): Row[] {
  const parent = rows.find(({ id }) => id === row.parent_id);
  return [row, ...(parent === undefined ? [] : lineageOf(rows, parent))];
}

/** The names of a category and of those above it, from the top. */
function levelsOf(rows: readonly TreeRow[], row: TreeRow): string[] {
  return lineageOf(rows, row)
    .toReversed()
    .map(({ name }) => name);
}

/** The path of a category, such as `Travel:Taxis`, as other programs name theirs. */
export function pathOf(rows: readonly TreeRow[], row: TreeRow): string {
  return levelsOf(rows, row).join(":");
}

/** True if statements deduct a category from others of its type, such as accumulated depreciation. */
function isDeducted(rows: readonly CategoryRow[], row: CategoryRow): boolean {
  const { nature } = decideAccount({ levels: levelsOf(rows, row), type: row.account_type });
  return nature !== null && natureMeaning(nature).isContra === true;
}

/** The class of a category on the balance sheet: its own, that of a category above it, or that of its names. */
function classOf(rows: readonly CategoryRow[], row: CategoryRow): BalanceClass | null {
  const lineage = lineageOf(rows, row);
  const given = lineage.find(({ balance_class }) => balance_class !== null)?.balance_class;
  const { account_type: type, cash_flow: role } = row;
  return given ?? balanceClassOf({ type, role, names: lineage.map(({ name }) => name) });
}
