/**
 * Statements of several periods laid out as one table. Invariants: an amount in the table equals that in the
 * report of its period; a row that sums others sums them in every column, which is asserted.
 */
import { assert } from "../../../../core/assert.ts";
import { addCents, type Cents, negateCents, sumCents, ZERO_CENTS } from "../../../../core/cents.ts";
import type { StatementColumn, StatementRow, StatementRowKind } from "../../../../core/statement-table.ts";
import { directId } from "../../chart/index.ts";
import type {
  BalanceSheet,
  CashFlow,
  IncomeSection,
  IncomeStatement,
  Line,
  Section,
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

/** Income statements of periods, by category or by department. */
export function layOutIncome(
  periods: readonly DisplayedPeriod[],
  statements: readonly IncomeStatement[],
  byDepartment: boolean,
): Layout {
  const sheet = new Sheet(columnsOfPeriods(periods));
  const section = (name: IncomeSection): number =>
    sheet.section(
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
  const grossProfit = sheet.sum("total", "Gross Profit", [revenue, costs]);
  const operatingIncome = sheet.sum("total", "Operating Income", [
    grossProfit,
    section("operating_expenses"),
  ]);
  const others = [section("other_income"), section("other_expenses")];
  const netIncome = sheet.sum("grand_total", "Net Income", [operatingIncome, ...others]);
  sheet.check(
    netIncome,
    statements.map((each) => each.netIncome),
  );
  return sheet.layout();
}

/** Balance sheets at the ends of periods. */
export function layOutBalance(
  periods: readonly DisplayedPeriod[],
  statements: readonly BalanceSheet[],
): Layout {
  const sheet = new Sheet(
    periods.map(({ startDate, endDate }) => ({
      label: shortDate(endDate),
      startDate,
      endDate,
      kind: "period",
    })),
  );
  sheet.section(
    "assets",
    "Assets",
    statements.map(({ assets }) => assets),
    "grand_total",
  );
  const liabilities = sheet.section(
    "liabilities",
    "Liabilities",
    statements.map((each) => each.liabilities),
  );
  const equity = sheet.section(
    "equity",
    "Equity",
    statements.map((each) => each.equity),
  );
  const both = sheet.sum("grand_total", "Total Liabilities and Equity", [liabilities, equity]);
  sheet.check(
    both,
    statements.map((each) => each.liabilitiesAndEquity),
  );
  return sheet.layout();
}

/** Cash flow statements of periods. */
export function layOutCashFlow(periods: readonly DisplayedPeriod[], statements: readonly CashFlow[]): Layout {
  const sheet = new Sheet(columnsOfPeriods(periods));
  const operating = sheet.section(
    "operating_activities",
    "Operating Activities",
    statements.map((each) => each.operating),
  );
  const investing = sheet.section(
    "investing_activities",
    "Investing Activities",
    statements.map((each) => each.investing),
  );
  const financing = sheet.section(
    "financing_activities",
    "Financing Activities",
    statements.map((each) => each.financing),
  );
  const change = sheet.sum("total", "Change in Cash", [operating, investing, financing]);
  const beginning = sheet.line(
    "Cash at Beginning of Period",
    statements.map(({ beginningCash }) => beginningCash),
    "first",
  );
  const ending = sheet.sum("grand_total", "Cash at End of Period", [beginning, change], "last");
  sheet.check(
    ending,
    statements.map(({ endingCash }) => endingCash),
  );
  return sheet.layout();
}

/** One for each period and, where there are several, one over all of them. */
function columnsOfPeriods(periods: readonly DisplayedPeriod[]): StatementColumn[] {
  const columns: StatementColumn[] = periods.map((period) => ({ ...period, kind: "period" }));
  const [first, last] = [columns[0], columns.at(-1)];
  if (first === undefined || last === undefined || columns.length === 1) return columns;
  return [...columns, { label: "Total", startDate: first.startDate, endDate: last.endDate, kind: "total" }];
}

/**
 * A table on its way: rows are added from top to bottom, and those that sum others name them by their
 * numbers.
 */
class Sheet {
  readonly #columns: readonly StatementColumn[];
  readonly #rows: StatementRow[] = [];

  constructor(columns: readonly StatementColumn[]) {
    this.#columns = columns;
  }

  layout(): Layout {
    return { columns: this.#columns, rows: this.#rows };
  }

  /** Adds a section: its heading, its lines as a tree, its total. Gives the total's number. */
  section(
    section: string,
    name: string,
    ofPeriods: readonly Section[],
    kind: StatementRowKind = "total",
  ): number {
    const lines = mergeLines(ofPeriods.map(({ lines: each }) => each));
    const children = Map.groupBy(lines, ({ parentId }) => parentId);
    if (lines.length > 0) this.#heading(0, section, null, null, name);
    const visit = (line: MergedLine, depth: number): number => {
      const below = children.get(line.id) ?? [];
      const shared = {
        depth,
        section,
        id: line.id === "" ? null : line.id,
        parentId: line.parentId,
        across: "sum",
      } as const;
      if (below.length === 0)
        return this.#add({ kind: "line", ...shared, label: line.name, amounts: line.amounts, sumOf: null });
      this.#heading(depth, section, line.id, line.parentId, line.name);
      const sumOf = below.map((child) => visit(child, depth + 1));
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
      kind,
      depth: 0,
      section,
      id: null,
      parentId: null,
      label: `Total ${name}`,
      amounts,
      sumOf: roots.length === 0 ? null : roots,
      across: "sum",
    });
  }

  /** Adds a row that sums others. Gives its number. */
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

  /** Adds a row that belongs to no section. Gives its number. */
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

  /** Asserts that a row is what the reports say, period by period. */
  check(row: number, expected: readonly Cents[]): void {
    for (const [column, amount] of expected.entries())
      assert(
        this.#amount(row, column) === amount,
        `${this.#rows[row]?.label} of an export is not what the report says`,
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

  /** Adds a row from its amounts per period, and computes the amount of the total column if there is one. */
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

/** The amount of the total column: the sum of the periods, or that of the first or last one, as for cash. */
function totalColumnAmount(amounts: readonly Cents[], across: StatementRow["across"]): Cents {
  if (across === "sum") return sumCents(amounts);
  return (across === "first" ? amounts[0] : amounts.at(-1)) ?? ZERO_CENTS;
}

/**
 * Merges the lines of several periods into one list, each with an amount in every period, siblings in their
 * order. If a line has children in any period, its own entries become a child line in every period.
 */
function mergeLines(ofPeriods: readonly (readonly Line[])[]): MergedLine[] {
  const found = new Map<string, { line: Line; amounts: Cents[] }>();
  for (const [period, lines] of ofPeriods.entries()) {
    for (const line of lines) {
      const known = found.get(line.id) ?? { line, amounts: ofPeriods.map(() => ZERO_CENTS) };
      known.amounts[period] = line.amount;
      found.set(line.id, known);
    }
  }
  const merged: MergedLine[] = [...found.values()].map(
    ({ line: { id, name, position, parentId }, amounts }) => ({ id, name, position, parentId, amounts }),
  );
  const complete = merged.concat(ownLines(merged));
  return complete.toSorted((a, b) => a.position - b.position);
}

/**
 * For each line with children, a line for its own entries, named as in the reports. If the report has that
 * line already, the rest is added to it, in `lines` itself, and no line is given.
 */
function ownLines(lines: MergedLine[]): MergedLine[] {
  const children = Map.groupBy(lines, ({ parentId }) => parentId);
  return lines.flatMap((line) => {
    const below = children.get(line.id) ?? [];
    if (below.length === 0) return [];
    const rest = line.amounts.map((amount, period) =>
      addCents(amount, negateCents(sumCents(below.map((child) => child.amounts[period] ?? ZERO_CENTS)))),
    );
    if (rest.every((amount) => amount === 0)) return [];
    const stated = below.find(({ id }) => id === directId(line.id));
    if (stated === undefined) {
      const position = Math.max(...below.map((child) => child.position)) + 1;
      return [
        { id: directId(line.id), name: `${line.name} (direct)`, position, parentId: line.id, amounts: rest },
      ];
    }
    lines.splice(lines.indexOf(stated), 1, {
      ...stated,
      amounts: stated.amounts.map((amount, period) => addCents(amount, rest[period] ?? ZERO_CENTS)),
    });
    return [];
  });
}
