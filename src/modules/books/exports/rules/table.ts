/**
 * Lays out the statements of several periods as one table, with a column for each period.
 *
 * Two invariants are asserted. In each period's column, the last total equals the figure in the report of
 * that period. A row that adds up other rows does so in every column.
 */
import { assert } from "../../../../core/assert.ts";
import { addCents, type Cents, negateCents, sumCents, ZERO_CENTS } from "../../../../core/cents.ts";
import type { StatementColumn, StatementRow, StatementRowKind } from "../../../../core/statement-table.ts";
import { directId } from "../../chart/index.ts";
import {
  type BalanceSheet,
  type CashFlow,
  type IncomeSection,
  type IncomeStatement,
  type Line,
  RETAINED_EARNINGS_ID,
  type Section,
} from "../../reports/index.ts";
import { type DisplayedPeriod, shortDate } from "./columns.ts";

/** A report line merged over the periods: `amounts` has one amount per period. */
interface MergedLine {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  readonly parentId: string | null;
  readonly amounts: readonly Cents[];
}

export interface Layout {
  readonly columns: readonly StatementColumn[];
  readonly rows: readonly StatementRow[];
}

const INCOME_NAMES: Readonly<Record<IncomeSection, string>> = {
  revenue: "Revenue",
  cost_of_goods_sold: "Cost of Goods Sold",
  operating_expenses: "Operating Expenses",
  other_income: "Other Income",
  other_expenses: "Other Expenses",
};

/** Lays out the income statements of several periods, by category or by department. */
export function layOutIncome(
  periods: readonly DisplayedPeriod[],
  statements: readonly IncomeStatement[],
  byDepartment: boolean,
): Layout {
  const table = new TableBuilder(columnsOfPeriods(periods));
  const section = (name: IncomeSection): number =>
    table.section(
      name,
      INCOME_NAMES[name],
      statements.map(({ sections }) =>
        byDepartment
          ? { total: sections[name].total, lines: sections[name].departments ?? [] }
          : sections[name],
      ),
    );
  const revenue = section("revenue");
  const costs = section("cost_of_goods_sold");
  const grossProfit = table.sum("total", "Gross Profit", [revenue, costs]);
  const operatingIncome = table.sum("total", "Operating Income", [
    grossProfit,
    section("operating_expenses"),
  ]);
  const others = [section("other_income"), section("other_expenses")];
  const netIncome = table.sum("grand_total", "Net Income", [operatingIncome, ...others]);
  table.check(
    netIncome,
    statements.map((each) => each.netIncome),
  );
  return table.layout();
}

/** Lays out the balance sheets at the ends of several periods. */
export function layOutBalance(
  periods: readonly DisplayedPeriod[],
  statements: readonly BalanceSheet[],
): Layout {
  const table = new TableBuilder(
    periods.map(({ startDate, endDate }) => ({
      label: shortDate(endDate),
      startDate,
      endDate,
      kind: "period",
    })),
  );
  table.section(
    "assets",
    "Assets",
    statements.map(({ assets }) => assets),
    { kind: "grand_total" },
  );
  const liabilities = table.section(
    "liabilities",
    "Liabilities",
    statements.map((each) => each.liabilities),
  );
  const equity = table.section("equity", "Equity", withRetainedEarnings(statements));
  const both = table.sum("grand_total", "Total Liabilities and Equity", [liabilities, equity]);
  table.check(
    both,
    statements.map((each) => each.liabilitiesAndEquity),
  );
  return table.layout();
}

/**
 * Returns the equity of each balance sheet with the parts of retained earnings, what was earned before the
 * fiscal year and in it, as lines below it. If nothing was retained at any date but losses, the line is named
 * so.
 */
function withRetainedEarnings(statements: readonly BalanceSheet[]): Section[] {
  const isDeficit = statements.every(({ retained }) => retained.ending < 0);
  return statements.map(({ equity, retained }) => ({
    ...equity,
    lines: equity.lines.flatMap((line): Line[] => {
      if (line.id !== RETAINED_EARNINGS_ID) return [line];
      const part = (id: string, name: string, amount: Cents, position: number): Line => ({
        id: `${line.id}_${id}`,
        name,
        amount,
        position,
        parentId: line.id,
      });
      return [
        isDeficit ? { ...line, name: "Accumulated Deficit" } : line,
        part("beginning", "Beginning of Fiscal Year", retained.beginning, 0),
        part("net_income", "Net Income of Fiscal Year", retained.netIncome, 1),
      ];
    }),
  }));
}

/** Lays out the cash flow statements of several periods. */
export function layOutCashFlow(periods: readonly DisplayedPeriod[], statements: readonly CashFlow[]): Layout {
  const table = new TableBuilder(columnsOfPeriods(periods));
  const operating = table.section(
    "operating_activities",
    "Operating Activities",
    statements.map((each) => each.operating),
    { label: "Net Cash Provided by (Used in) Operating Activities" },
  );
  const investing = table.section(
    "investing_activities",
    "Investing Activities",
    statements.map((each) => each.investing),
    { label: "Net Cash Provided by (Used in) Investing Activities" },
  );
  const financing = table.section(
    "financing_activities",
    "Financing Activities",
    statements.map((each) => each.financing),
    { label: "Net Cash Provided by (Used in) Financing Activities" },
  );
  const change = table.sum("total", "Net Increase (Decrease) in Cash", [operating, investing, financing]);
  const beginning = table.line(
    "Cash at Beginning of Period",
    statements.map(({ beginningCash }) => beginningCash),
    "first",
  );
  const ending = table.sum("grand_total", "Cash at End of Period", [beginning, change], "last");
  table.check(
    ending,
    statements.map(({ endingCash }) => endingCash),
  );
  addDisclosure(table, statements);
  return table.layout();
}

/** Adds what is shown beneath a cash flow statement, if there is any in one of the periods. */
function addDisclosure(table: TableBuilder, statements: readonly CashFlow[]): void {
  const names = new Map(
    statements.flatMap(({ disclosure }) => disclosure.nonCash.map(({ key, name }) => [key, name] as const)),
  );
  table.notes(
    "Non-Cash Investing and Financing Activities",
    Array.from(names, ([key, name]) => ({
      label: name,
      amounts: statements.map(
        ({ disclosure }) => disclosure.nonCash.find((each) => each.key === key)?.amount ?? ZERO_CENTS,
      ),
    })),
  );
  const depreciation = statements.map(({ disclosure }) => disclosure.depreciation);
  if (depreciation.every(({ released }) => released === 0)) return;
  table.notes("Accumulated Depreciation", [
    { label: "Depreciation Charged", amounts: depreciation.map(({ charged }) => charged) },
    { label: "Released with Assets Sold", amounts: depreciation.map(({ released }) => released) },
  ]);
}

/** Returns a column for each period and, if there are several periods, a total column. */
function columnsOfPeriods(periods: readonly DisplayedPeriod[]): StatementColumn[] {
  const columns: StatementColumn[] = periods.map((period) => ({ ...period, kind: "period" }));
  const [first, last] = [columns[0], columns.at(-1)];
  if (first === undefined || last === undefined || columns.length === 1) return columns;
  return [...columns, { label: "Total", startDate: first.startDate, endDate: last.endDate, kind: "total" }];
}

/**
 * Builds a table. Rows are added from top to bottom. Each method that adds a row returns the row's number, by
 * which later rows refer to the rows that they add up.
 */
class TableBuilder {
  readonly #columns: readonly StatementColumn[];
  readonly #rows: StatementRow[] = [];

  constructor(columns: readonly StatementColumn[]) {
    this.#columns = columns;
  }

  layout(): Layout {
    return { columns: this.#columns, rows: this.#rows };
  }

  /** Adds a section: its heading, its lines as a tree, and its total. Returns the number of the total row. */
  section(
    section: string,
    name: string,
    ofPeriods: readonly Section[],
    totalRow: { readonly kind?: StatementRowKind; readonly label?: string } = {},
  ): number {
    const lines = mergeLines(ofPeriods.map(({ lines: each }) => each));
    const children = Map.groupBy(lines, ({ parentId }) => parentId);
    if (lines.length > 0) this.#heading(0, section, null, null, name);
    const visit = (line: MergedLine, depth: number): number => {
      const childLines = children.get(line.id) ?? [];
      const shared = {
        depth,
        section,
        id: line.id === "" ? null : line.id,
        parentId: line.parentId,
        across: "sum",
      } as const;
      if (childLines.length === 0)
        return this.#add({ kind: "line", ...shared, label: line.name, amounts: line.amounts, sumOf: null });
      this.#heading(depth, section, line.id, line.parentId, line.name);
      const sumOf = childLines.map((child) => visit(child, depth + 1));
      return this.#add({
        kind: "subtotal",
        ...shared,
        label: `Total ${line.name}`,
        amounts: line.amounts,
        sumOf,
      });
    };
    const roots = (children.get(null) ?? []).map((root) => visit(root, 1));
    const amounts = ofPeriods.map(({ total }) => total);
    return this.#add({
      kind: totalRow.kind ?? "total",
      depth: 0,
      section,
      id: null,
      parentId: null,
      label: totalRow.label ?? `Total ${name}`,
      amounts,
      sumOf: roots.length === 0 ? null : roots,
      across: "sum",
    });
  }

  /** Adds a row that is the sum of other rows. Returns its number. */
  sum(
    kind: StatementRowKind,
    label: string,
    sumOf: readonly number[],
    across: StatementRow["across"] = "sum",
  ): number {
    const periods = this.#periods();
    const amounts = periods.map((_, column) => sumCents(sumOf.map((row) => this.#amount(row, column))));
    return this.#add({
      kind,
      depth: 0,
      section: null,
      id: null,
      parentId: null,
      label,
      amounts,
      sumOf,
      across,
    });
  }

  /** Adds a row that belongs to no section. Returns its number. */
  line(label: string, amounts: readonly Cents[], across: StatementRow["across"]): number {
    return this.#add({
      kind: "line",
      depth: 0,
      section: null,
      id: null,
      parentId: null,
      label,
      amounts,
      sumOf: null,
      across,
    });
  }

  /** Adds a heading with lines below it that are part of no sum; nothing without lines. */
  notes(
    heading: string,
    lines: readonly { readonly label: string; readonly amounts: readonly Cents[] }[],
  ): void {
    if (lines.length === 0) return;
    const shared = { section: null, id: null, parentId: null, sumOf: null, across: "sum" } as const;
    this.#rows.push({ kind: "heading", depth: 0, ...shared, label: heading, amounts: null });
    for (const { label, amounts } of lines) this.#add({ kind: "line", depth: 1, ...shared, label, amounts });
  }

  /** Asserts that a row has the figure of the report in every period. */
  check(row: number, expected: readonly Cents[]): void {
    for (const [column, amount] of expected.entries())
      assert(
        this.#amount(row, column) === amount,
        `${this.#rows[row]?.label} of an export differs from the report`,
      );
  }

  #heading(depth: number, section: string, id: string | null, parentId: string | null, label: string): void {
    this.#rows.push({
      kind: "heading",
      depth,
      section,
      id,
      parentId,
      label,
      amounts: null,
      sumOf: null,
      across: "sum",
    });
  }

  /**
   * Adds a row with these amounts per period, and computes the amount of the total column if there is one.
   */
  #add(row: StatementRow & { readonly amounts: readonly Cents[] }): number {
    const hasTotal = this.#columns.length > this.#periods().length;
    const amounts = [...row.amounts, ...(hasTotal ? [totalColumnAmount(row.amounts, row.across)] : [])];
    const number = this.#rows.push({ ...row, amounts }) - 1;
    for (const [column, amount] of row.sumOf === null ? [] : amounts.entries()) {
      const sum = sumCents((row.sumOf ?? []).map((other) => this.#amount(other, column)));
      assert(sum === amount, `${row.label} of an export is ${amount} cents, and its rows sum to ${sum}`);
    }
    return number;
  }

  #periods(): readonly StatementColumn[] {
    return this.#columns.filter(({ kind }) => kind === "period");
  }

  #amount(row: number, column: number): Cents {
    return this.#rows[row]?.amounts?.[column] ?? ZERO_CENTS;
  }
}

/**
 * Returns the amount of the total column: the sum of all periods, or the amount of the first or the last
 * period for the cash at the beginning and at the end.
 */
function totalColumnAmount(amounts: readonly Cents[], across: StatementRow["across"]): Cents {
  if (across === "sum") return sumCents(amounts);
  return (across === "first" ? amounts[0] : amounts.at(-1)) ?? ZERO_CENTS;
}

/**
 * Merges the lines of several periods into one list. Each merged line has an amount for every period, and
 * siblings are in the order of their positions. A line that has children in any period gets a child line for
 * its own entries in every period.
 */
function mergeLines(ofPeriods: readonly (readonly Line[])[]): MergedLine[] {
  const byId = new Map<string, { line: Line; amounts: Cents[] }>();
  for (const [period, lines] of ofPeriods.entries()) {
    for (const line of lines) {
      const entry = byId.get(line.id) ?? { line, amounts: ofPeriods.map(() => ZERO_CENTS) };
      entry.amounts[period] = line.amount;
      byId.set(line.id, entry);
    }
  }
  const merged: MergedLine[] = [...byId.values()].map(
    ({ line: { id, name, position, parentId }, amounts }) => ({ id, name, position, parentId, amounts }),
  );
  const complete = merged.concat(addOwnEntries(merged));
  return complete.toSorted((a, b) => a.position - b.position);
}

/**
 * Returns a "(direct)" line, named as in the reports, for each line whose amount is more than the sum of its
 * children: the rest is its own entries. If `lines` has that direct line already, because the report of
 * another period has it, the rest is added to it in place and no new line is returned.
 */
function addOwnEntries(lines: MergedLine[]): MergedLine[] {
  const children = Map.groupBy(lines, ({ parentId }) => parentId);
  return lines.flatMap((line) => {
    const childLines = children.get(line.id) ?? [];
    if (childLines.length === 0) return [];
    const rest = line.amounts.map((amount, period) =>
      addCents(amount, negateCents(sumCents(childLines.map((child) => child.amounts[period] ?? ZERO_CENTS)))),
    );
    if (rest.every((amount) => amount === 0)) return [];
    const directLine = childLines.find(({ id }) => id === directId(line.id));
    if (directLine === undefined) {
      const position = Math.max(...childLines.map((child) => child.position)) + 1;
      return [
        { id: directId(line.id), name: `${line.name} (direct)`, position, parentId: line.id, amounts: rest },
      ];
    }
    lines.splice(lines.indexOf(directLine), 1, {
      ...directLine,
      amounts: directLine.amounts.map((amount, period) => addCents(amount, rest[period] ?? ZERO_CENTS)),
    });
    return [];
  });
}
