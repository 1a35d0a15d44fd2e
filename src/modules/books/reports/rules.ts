/**
 * The three statements as pure functions over sums by category. Invariants: a parent entry equals the
 * sum of its children, a section equals the sum of its roots, assets equal liabilities and equity, and
 * the change in cash is the change of the cash balance; the last two are assertions, because double
 * entry makes them true for any books.
 */
import { assert } from "../../../core/assert.ts";
import { addCents, type Cents, negateCents, sumCents, ZERO_CENTS } from "../../../core/cents.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { type AccountType, type CashFlowRole, isPointInTime } from "../../../core/ledger-words.ts";
import {
  type CategoryRow,
  childrenByParent,
  directId,
  readCategoryFilter,
  treeSelector,
  type TreeRow,
} from "../chart/index.ts";
import {
  addCells,
  type Cell,
  latestOf,
  signedCents,
  type StatementCheck,
  type Sums,
} from "../ledger/index.ts";

/** One line of a statement, before it gets the names of its report. */
export interface Line {
  readonly id: string;
  readonly name: string;
  readonly amount: Cents;
  readonly position: number;
  readonly parentId: string | null;
}

/** Lines in display order; the section's total is the sum of its roots. */
export interface Section {
  readonly total: Cents;
  readonly lines: readonly Line[];
}

/**
 * The lines of a tree. A row is shown when it or something below it has an amount. Entries of a parent's own
 * are shown as its last child, "(direct)", when it has other children to show.
 */
function treeLines(
  rows: readonly TreeRow[],
  ownAmount: (id: string) => Cents,
  rootParentId: string | null = null,
): Line[] {
  const children = childrenByParent(rows);
  const visit = (row: TreeRow, parentId: string | null): { lines: Line[]; amount: Cents } => {
    const own = ownAmount(row.id);
    const below = (children.get(row.id) ?? []).map((child) => visit(child, row.id));
    const shown = below.flatMap((child) => child.lines);
    const amount = addCents(own, sumCents(below.map((child) => child.amount)));
    if (shown.length === 0 && own === 0) return { lines: [], amount };
    if (shown.length > 0 && own !== 0) {
      const position = Math.max(...(children.get(row.id) ?? []).map((child) => child.position)) + 1;
      shown.push({
        id: directId(row.id),
        name: `${row.name} (direct)`,
        amount: own,
        position,
        parentId: row.id,
      });
    }
    return {
      lines: [{ id: row.id, name: row.name, amount, position: row.position, parentId }, ...shown],
      amount,
    };
  };
  return (children.get(null) ?? []).flatMap((root) => visit(root, rootParentId).lines);
}

/**
 * The lines of a part of the chart, by the same rules. A category that has others below it outside of the
 * part has no line there: its id selects the entries of those too. Its own entries stand as "(direct)", and
 * what is below it as roots.
 */
function linesOfPart(
  categories: readonly CategoryRow[],
  isIn: (row: CategoryRow) => boolean,
  ownAmount: (id: string) => Cents,
  rootParentId: string | null = null,
): Line[] {
  const byId = new Map<string, CategoryRow>(categories.map((row) => [row.id, row]));
  const divided = new Set<string>();
  for (const outside of categories) {
    if (isIn(outside)) continue;
    for (let at = outside.parent_id; at !== null && !divided.has(at); at = byId.get(at)?.parent_id ?? null)
      divided.add(at);
  }
  const rows = categories
    .filter(isIn)
    .map((row): TreeRow =>
      divided.has(row.id)
        ? { ...row, id: directId(row.id), name: `${row.name} (direct)`, parent_id: null }
        : row,
    );
  return treeLines(rows, (id) => ownAmount(readCategoryFilter(id).id), rootParentId);
}

/** A section from lines whose roots have the parent null. */
function sectionOf(lines: readonly Line[]): Section {
  return {
    total: sumCents(lines.filter((line) => line.parentId === null).map((line) => line.amount)),
    lines,
  };
}

/** Buckets of `sums` from a first one to before a last one, which count as one. */
export type Span = readonly [from: number, to: number];

/** Running totals of a category, kept with the sums that they are of. */
const running = new WeakMap<Sums, Map<string, (Cell | null)[]>>();

/** The same sums, in which each bucket is a span of the former ones. */
export function ofSpans(sums: Sums, spans: readonly Span[]): Sums {
  const cell: Sums["cell"] = (bucket, id, department) => {
    const [from, to] = spans[bucket] ?? [0, 0];
    if (to - from === 1) return sums.cell(from, id, department);
    if (from === 0) return totalsOf(sums, id, department, to)[to] ?? null;
    let total: Cell | null = null;
    for (let piece = from; piece < to; piece += 1) total = added(total, sums.cell(piece, id, department));
    return total;
  };
  return { ...sums, cell };
}

/** The cumulative sums of the buckets up to `to`. */
function totalsOf(sums: Sums, id: string, department: string | undefined, to: number): (Cell | null)[] {
  const known = running.get(sums) ?? new Map<string, (Cell | null)[]>();
  running.set(sums, known);
  const key = department === undefined ? id : `${id} ${department}`;
  const totals = known.get(key) ?? [null];
  known.set(key, totals);
  while (totals.length <= to)
    totals.push(added(totals.at(-1) ?? null, sums.cell(totals.length - 1, id, department)));
  return totals;
}

function added(a: Cell | null, b: Cell | null): Cell | null {
  return b === null ? a : addCells(a, b);
}

function amountIn(cell: Cell | null, type: AccountType): Cents {
  return cell === null ? ZERO_CENTS : signedCents(type, cell.netDebitCents);
}

function linesOfType(
  sums: Sums,
  type: AccountType,
  buckets: readonly number[],
  leftOut: ReadonlySet<CategoryRow> = new Set(),
): Line[] {
  const amount = (id: string) => sumCents(buckets.map((bucket) => amountIn(sums.cell(bucket, id), type)));
  return linesOfPart(sums.categories, (row) => row.account_type === type && !leftOut.has(row), amount);
}

function sectionOfType(sums: Sums, type: AccountType, buckets: readonly number[]): Section {
  return sectionOf(linesOfType(sums, type, buckets));
}

/** Net income of a bucket: everything that is not on the balance sheet, credit minus debit. */
function netIncome(sums: Sums, bucket: number): Cents {
  const rows = sums.categories.filter((row) => !isPointInTime(row.account_type));
  return sumCents(rows.map((row) => amountIn(sums.cell(bucket, row.id), row.account_type)));
}

/** Debit minus credit of all cash categories. */
function cashIn(sums: Sums, bucket: number): Cents {
  return sumCents(
    sums.categories
      .filter((row) => row.cash_flow === "cash")
      .map((row) => sums.cell(bucket, row.id)?.netDebitCents ?? ZERO_CENTS),
  );
}

function cellsOf(
  sums: Sums,
  buckets: readonly number[],
  which: (row: CategoryRow) => boolean = () => true,
): (Cell | null)[] {
  return buckets.flatMap((bucket) => sums.categories.filter(which).map((row) => sums.cell(bucket, row.id)));
}

/** Buckets of a balance sheet: before the fiscal year, and the year through the date. */
const BEFORE_YEAR = 0;
const YEAR_TO_DATE = 1;

export interface BalanceSheet {
  readonly refreshedAt: UnixSeconds | null;
  readonly cash: Cents;
  readonly assets: Section;
  readonly liabilities: Section;
  readonly equity: Section;
  readonly retained: { readonly beginning: Cents; readonly netIncome: Cents; readonly ending: Cents };
  readonly liabilitiesAndEquity: Cents;
}

export function balanceSheet(sums: Sums): BalanceSheet {
  const both = [BEFORE_YEAR, YEAR_TO_DATE];
  const held = retainedCategories(sums);
  const booked = sumCents(
    both.flatMap((bucket) => [...held].map((row) => amountIn(sums.cell(bucket, row.id), row.account_type))),
  );
  const beginning = addCents(netIncome(sums, BEFORE_YEAR), booked);
  const year = netIncome(sums, YEAR_TO_DATE);
  const retained = { beginning, netIncome: year, ending: addCents(beginning, year) };
  const assets = sectionOfType(sums, "asset", both);
  const liabilities = sectionOfType(sums, "liability", both);
  const own = linesOfType(sums, "equity", both, held);
  const equity = sectionOf([
    ...own,
    {
      id: "grp_retained_earnings",
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
  };
}

/** The category with the role `retained_earnings` and all below it; empty where no category has the role. */
function retainedCategories({ categories }: Sums): ReadonlySet<CategoryRow> {
  const root = categories.find((row) => row.role === "retained_earnings");
  const ids = new Set(root === undefined ? [] : treeSelector(categories)(root.id)?.ids);
  return new Set(categories.filter((row) => ids.has(row.id)));
}

/**
 * The position after all rows of a tree, shown or not: it is the same in every period, and so is the line's
 * place in an export.
 */
function positionAfter(rows: readonly TreeRow[]): number {
  return Math.max(-1, ...rows.map((row) => row.position)) + 1;
}

/** The sections of the income statement in their order, and the account type each is made of. */
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

/** An income statement. With `byDepartment`, `sums` must be by department. */
export function incomeStatement(sums: Sums, byDepartment: boolean): IncomeStatement {
  const whole = byDepartment ? acrossDepartments(sums) : sums;
  const section = (type: AccountType) => {
    const found = sectionOfType(whole, type, [PERIOD]);
    if (!byDepartment) return { ...found, departments: null };
    const lines = departmentLines(sums, type);
    assert(sectionOf(lines).total === found.total, `departments do not add up to ${type}`);
    return { ...found, departments: lines };
  };
  const sections = Object.fromEntries(
    Object.entries(INCOME_SECTIONS).map(([name, type]) => [name, section(type)]),
  ) as IncomeStatement["sections"];
  return {
    refreshedAt: latestOf(cellsOf(whole, [PERIOD], (row) => !isPointInTime(row.account_type))),
    sections,
    netIncome: sumCents(Object.values(sections).map(({ total }) => total)),
  };
}

/** Sums by department put together again. */
function acrossDepartments(sums: Sums): Sums {
  const together = (bucket: number, id: string): Cell | null => {
    const cells = sums.departmentIds
      .map((department) => sums.cell(bucket, id, department))
      .filter((cell) => cell !== null);
    return cells.reduce<Cell | null>(addCells, null);
  };
  return { ...sums, departmentIds: [""], cell: together };
}

function departmentLines(sums: Sums, type: AccountType): Line[] {
  const ids = sums.categories.filter((row) => row.account_type === type).map((row) => row.id);
  const amount = (department: string) =>
    sumCents(ids.map((id) => amountIn(sums.cell(PERIOD, id, department), type)));
  const lines = treeLines(sums.departments, amount);
  const without = amount("");
  if (without !== 0)
    lines.push({
      id: "",
      name: "No department",
      amount: without,
      position: positionAfter(sums.departments),
      parentId: null,
    });
  return lines;
}

/** Buckets of a cash flow statement: before the first day, and the period. */
const BEFORE = 0;
const DURING = 1;

export interface CashFlow {
  readonly refreshedAt: UnixSeconds | null;
  readonly netIncome: Cents;
  readonly operating: Section;
  readonly investing: Section;
  readonly financing: Section;
  readonly beginningCash: Cents;
  readonly changeInCash: Cents;
  readonly endingCash: Cents;
}

/**
 * The indirect method: what did not move through cash is the change of every other balance sheet category.
 */
export function cashFlow(sums: Sums): CashFlow {
  // A debit on anything but cash is cash that went out, whatever the category's own sign.
  const effect = (id: string) => negateCents(sums.cell(DURING, id)?.netDebitCents ?? ZERO_CENTS);
  const linesOf = (role: CashFlowRole, group: string | null) =>
    linesOfPart(sums.categories, (row) => row.cash_flow === role, effect, group);
  const group = (id: string, name: string, position: number, role: CashFlowRole): Line[] => {
    const lines = linesOf(role, id);
    const amount = sumCents(lines.filter((line) => line.parentId === id).map((line) => line.amount));
    return [{ id, name, amount, position, parentId: null }, ...lines];
  };
  const income = netIncome(sums, DURING);
  const operating = sectionOf([
    { id: "grp_net_income", name: "Net Income", amount: income, position: 0, parentId: null },
    ...group("grp_non_cash_expenses", "Non-Cash Expenses", 1, "non_cash"),
    ...group("grp_changes_in_working_capital", "Changes in Working Capital", 2, "working_capital"),
  ]);
  const investing = sectionOf(linesOf("investing", null));
  const financing = sectionOf(linesOf("financing", null));
  const beginningCash = cashIn(sums, BEFORE);
  const changeInCash = sumCents([operating.total, investing.total, financing.total]);
  assert(
    changeInCash === cashIn(sums, DURING),
    `the cash flow statement explains ${changeInCash} cents, but cash changed by ${cashIn(sums, DURING)} cents`,
  );
  return {
    refreshedAt: latestOf([
      ...cellsOf(sums, [DURING]),
      ...cellsOf(sums, [BEFORE], (row) => row.cash_flow === "cash"),
    ]),
    netIncome: income,
    operating,
    investing,
    financing,
    beginningCash,
    changeInCash,
    endingCash: addCents(beginningCash, changeInCash),
  };
}

/**
 * The statements that `verify` makes for each month: the two whose figures must agree by double entry, as
 * asserted above.
 */
export const STATEMENT_CHECKS: readonly StatementCheck[] = [
  {
    check: "balance_sheets_balance",
    figures(sums) {
      const { cash, assets, liabilities, equity } = balanceSheet(sums);
      return { cash, assets: assets.total, liabilities: liabilities.total, equity: equity.total };
    },
  },
  {
    check: "cash_flow_is_the_change_of_cash",
    figures(sums) {
      const { operating, investing, financing, beginningCash, changeInCash, endingCash } = cashFlow(sums);
      return {
        "cash from operating activities": operating.total,
        "cash from investing activities": investing.total,
        "cash from financing activities": financing.total,
        "cash at the beginning": beginningCash,
        "the change in cash": changeInCash,
        "cash at the end": endingCash,
      };
    },
  },
];
