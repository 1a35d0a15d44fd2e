/**
 * The balance sheet and the income statement. Invariant, asserted: assets equal liabilities plus equity,
 * because double entry makes it true for any books.
 */
import { assert } from "@daybook/words/assert";
import { addCents, type Cents, sumCents } from "@daybook/words/cents";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { type AccountType, isPointInTime } from "@daybook/words/ledger-words";
import { type CategoryRow, treeSelector } from "../../chart/index.ts";
import { addCells, type Cell, latestOf, type Sums } from "../../ledger/index.ts";
import { type ClassifiedBalance, classify } from "./classes.ts";
import {
  amountIn,
  cashIn,
  cellsOf,
  type Line,
  linesOfType,
  netIncome,
  positionAfter,
  type Section,
  sectionOf,
  sectionOfType,
  treeLines,
} from "./lines.ts";

/** Buckets of a balance sheet: before the fiscal year, and the year through the date. */
const BEFORE_YEAR = 0;
const YEAR_TO_DATE = 1;

/** The id of the line of retained earnings, which is no category's. */
export const RETAINED_EARNINGS_ID = "grp_retained_earnings";

export interface BalanceSheet {
  readonly refreshedAt: UnixSeconds | null;
  readonly cash: Cents;
  readonly assets: Section;
  readonly liabilities: Section;
  readonly equity: Section;
  readonly retained: { readonly beginning: Cents; readonly netIncome: Cents; readonly ending: Cents };
  readonly liabilitiesAndEquity: Cents;
  /** Returns assets and liabilities by class. It is computed when it is asked for, because only exports do. */
  readonly classified: () => ClassifiedBalance;
}

export function balanceSheet(sums: Sums): BalanceSheet {
  const both = [BEFORE_YEAR, YEAR_TO_DATE];
  const retainedRows = retainedCategories(sums);
  const bookedDirectly = sumCents(
    both.flatMap((bucket) =>
      [...retainedRows].map((row) => amountIn(sums.cell(bucket, row.id), row.account_type)),
    ),
  );
  // Includes what was booked on retained earnings directly, this year too.
  const beginning = addCents(netIncome(sums, BEFORE_YEAR), bookedDirectly);
  const yearIncome = netIncome(sums, YEAR_TO_DATE);
  const retained = { beginning, netIncome: yearIncome, ending: addCents(beginning, yearIncome) };
  const assets = sectionOfType(sums, "asset", both);
  const liabilities = sectionOfType(sums, "liability", both);
  const otherEquity = linesOfType(sums, "equity", both, retainedRows);
  const equity = sectionOf([
    ...otherEquity,
    {
      id: RETAINED_EARNINGS_ID,
      name: "Retained Earnings",
      amount: retained.ending,
      position: positionAfter(sums.categories.filter((row) => row.account_type === "equity")),
      parentId: null,
    },
  ]);
  const liabilitiesAndEquity = addCents(liabilities.total, equity.total);
  assert(
    assets.total === liabilitiesAndEquity,
    `the balance sheet is out of balance: assets are ${assets.total} cents, liabilities and equity ${liabilitiesAndEquity} cents`,
  );
  return {
    refreshedAt: latestOf(cellsOf(sums, both)),
    cash: addCents(cashIn(sums, BEFORE_YEAR), cashIn(sums, YEAR_TO_DATE)),
    assets,
    liabilities,
    equity,
    retained,
    liabilitiesAndEquity,
    classified: () => classify(sums, both, { assets, liabilities }),
  };
}

/**
 * Returns the category with the role `retained_earnings` and its descendants; empty if no category has the
 * role.
 */
export function retainedCategories({ categories }: Pick<Sums, "categories">): ReadonlySet<CategoryRow> {
  const root = categories.find((row) => row.role === "retained_earnings");
  const ids = new Set(root === undefined ? [] : treeSelector(categories)(root.id)?.ids);
  return new Set(categories.filter((row) => ids.has(row.id)));
}

/** The sections of the income statement in display order, each with the account type of its categories. */
export const INCOME_SECTIONS = {
  revenue: "revenue",
  cost_of_goods_sold: "cost_of_goods_sold",
  operating_expenses: "expense",
  other_income: "other_income",
  other_expenses: "other_expense",
} as const satisfies Record<string, AccountType>;
export type IncomeSection = keyof typeof INCOME_SECTIONS;

export interface IncomeStatement {
  readonly refreshedAt: UnixSeconds | null;
  readonly sections: Readonly<
    Record<IncomeSection, Section & { readonly departments: readonly Line[] | null }>
  >;
  readonly netIncome: Cents;
}

const PERIOD = 0;

/** Computes an income statement. With `byDepartment`, `sums` must be by department. */
export function incomeStatement(sums: Sums, byDepartment: boolean): IncomeStatement {
  const allDepartments = byDepartment ? addUpDepartments(sums) : sums;
  const section = (type: AccountType) => {
    const byCategory = sectionOfType(allDepartments, type, [PERIOD]);
    if (!byDepartment) return { ...byCategory, departments: null };
    const lines = departmentLines(sums, type);
    assert(sectionOf(lines).total === byCategory.total, `departments do not add up to ${type}`);
    return { ...byCategory, departments: lines };
  };
  const sections = Object.fromEntries(
    Object.entries(INCOME_SECTIONS).map(([name, type]) => [name, section(type)]),
  ) as IncomeStatement["sections"];
  return {
    refreshedAt: latestOf(cellsOf(allDepartments, [PERIOD], (row) => !isPointInTime(row.account_type))),
    sections,
    netIncome: sumCents(Object.values(sections).map(({ total }) => total)),
  };
}

/** Adds the sums of all departments up, so that the result is not by department. */
function addUpDepartments(sums: Sums): Sums {
  const cell = (bucket: number, id: string): Cell | null => {
    const cells = sums.departmentIds
      .map((department) => sums.cell(bucket, id, department))
      .filter((each) => each !== null);
    return cells.reduce<Cell | null>(addCells, null);
  };
  return { ...sums, departmentIds: [""], cell };
}

function departmentLines(sums: Sums, type: AccountType): Line[] {
  const ids = sums.categories.filter((row) => row.account_type === type).map((row) => row.id);
  const amount = (department: string) =>
    sumCents(ids.map((id) => amountIn(sums.cell(PERIOD, id, department), type)));
  const lines = treeLines(sums.departments, amount);
  const withoutDepartment = amount("");
  if (withoutDepartment !== 0)
    lines.push({
      id: "",
      name: "No department",
      amount: withoutDepartment,
      position: positionAfter(sums.departments),
      parentId: null,
    });
  return lines;
}
