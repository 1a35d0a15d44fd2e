/**
 * Where statements show a category: its part of the cash flow statement, its class on a classified balance
 * sheet, the disclosure it is cash paid for, and whether cash of owners can be told in the changes in equity.
 * Names decide where nothing else does, so a new name can move entries.
 */
import { balanceClassOf, isUnclearEquity, natureWithin } from "@daybook/words/account-kinds";
import { type BalanceClass, isPointInTime } from "@daybook/words/ledger-words";
import type { CategoryRow } from "../record.ts";
import type { ChangedStatement } from "./changes.ts";

/** What a category is to the cash flow statement as it is printed. */
export type FlowPart =
  | "cash"
  | "investing"
  | "goodwill"
  /** Accumulated depreciation, and income of investing: shown with the asset that a voucher moves. */
  | "accumulated"
  | "investing_result"
  | "financing"
  | "financing_result"
  | "non_cash"
  /** Working capital: assets and what is owed, those of a lease apart. */
  | "current_asset"
  | "lease"
  | "working_capital"
  | "lease_debt"
  | "result";

/** Tells whether a liability is that of a lease, by its name. */
export function isLease(name: string): boolean {
  return /\bleases?\b/i.test(name);
}

/** Returns the part by the category's role, and by its name where the role says less. */
export function flowPartOf({ account_type: type, cash_flow: cashFlow, role, name }: CategoryRow): FlowPart {
  if (!isPointInTime(type)) {
    if (cashFlow === "investing") return "investing_result";
    return cashFlow === "financing" ? "financing_result" : "result";
  }
  const nature = natureWithin(type, name);
  if (cashFlow === "investing") {
    const isAccumulated = nature === "accumulated" || nature === "accumulated_amortization";
    if (role === "accumulated_depreciation" || isAccumulated) return "accumulated";
    return /\bgoodwill\b/i.test(name) ? "goodwill" : "investing";
  }
  if (cashFlow === "cash" || cashFlow === "financing") return cashFlow;
  if (type !== "asset") return isLease(name) ? "lease_debt" : "working_capital";
  if (cashFlow === "non_cash") return "non_cash";
  return nature === "lease_asset" ? "lease" : "current_asset";
}

/** The classes by category, kept for each chart because a balance sheet of many dates asks for each date. */
const classesOfCharts = new WeakMap<readonly CategoryRow[], ReadonlyMap<string, BalanceClass>>();

/** Returns the class of each asset and liability. */
export function balanceClassesOf(categories: readonly CategoryRow[]): ReadonlyMap<string, BalanceClass> {
  const cached = classesOfCharts.get(categories);
  if (cached !== undefined) return cached;
  const byId = new Map<string, CategoryRow>(categories.map((row) => [row.id, row]));
  const found = new Map<string, BalanceClass>();
  for (const row of categories) {
    const lineage: CategoryRow[] = [];
    for (let each: CategoryRow | undefined = row; each !== undefined; each = byId.get(each.parent_id ?? ""))
      lineage.push(each);
    const given = lineage.find(({ balance_class }) => balance_class !== null)?.balance_class;
    const { account_type: type, cash_flow: role } = row;
    const derived = given ?? balanceClassOf({ type, role, names: lineage.map(({ name }) => name) });
    if (derived !== null) found.set(row.id, derived);
  }
  classesOfCharts.set(categories, found);
  return found;
}

/** The categories that stand elsewhere on statements after a change, and on which statements. */
export interface MovedOnStatements {
  readonly ids: readonly string[];
  readonly statements: readonly ChangedStatement[];
}

/** Returns what stands elsewhere on statements once some rows of a chart are replaced. */
export function movedOnStatements(
  former: readonly CategoryRow[],
  written: readonly CategoryRow[],
): MovedOnStatements {
  const byId = new Map<string, CategoryRow>(written.map((row) => [row.id, row]));
  const after = former.map((row) => byId.get(row.id) ?? row);
  const pairs = former.map((row, index) => [row, after[index] ?? row] as const);
  const [before, then] = [balanceClassesOf(former), balanceClassesOf(after)];
  const balance = former.filter(({ id }) => before.get(id) !== then.get(id));
  const equity = pairs.filter(
    ([was, row]) => was.account_type === "equity" && isUnclearEquity(was.name) !== isUnclearEquity(row.name),
  );
  const flows = pairs
    .filter(([was, row]) => flowPartOf(was) !== flowPartOf(row) || was.cash_paid_for !== row.cash_paid_for)
    .map(([row]) => row);
  return {
    ids: [...balance, ...flows, ...equity.map(([row]) => row)].map(({ id }) => id),
    statements: [
      ...(balance.length > 0 ? (["balance_sheet"] as const) : []),
      ...(flows.length > 0 ? (["cash_flow"] as const) : []),
    ],
  };
}
