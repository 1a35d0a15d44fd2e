/**
 * Statements as rows on paper: pure functions from what the service answers, one statement for each column,
 * to rows with a figure for each column. Figures are the service's own; nothing is added up here.
 */
import type {
  BalanceSection,
  BalanceSheet,
  CashFlow,
  CashFlowSection,
  IncomeSection,
  IncomeStatement,
} from "@daybook/client";
import type { Statement } from "../api/types.ts";

export type RowKind =
  /** The name of a section, above its lines. */
  | "heading"
  /** The name of a parent, above its children. */
  | "group"
  | "line"
  /** The sum of a parent's children. */
  | "subtotal"
  /** The sum of a section. */
  | "total"
  /** A figure of the whole statement. */
  | "result";

export interface Row {
  /** The same in every period, so that addresses can name it. */
  readonly key: string;
  readonly kind: RowKind;
  readonly label: string;
  readonly depth: number;
  /** Keys of the headings and groups that the row is under. */
  readonly under: readonly string[];
  /** One for each column; null for headings. */
  readonly cents: readonly number[] | null;
  /** The entries that make up the figures; null if they can't be listed. */
  readonly entries: EntriesOf | null;
}

/** Names the entries of a row: those of some categories, perhaps only of one department. */
export interface EntriesOf {
  readonly categories: readonly string[];
  readonly department: string | null;
}

/** A line of any statement. */
interface Line {
  readonly id: string;
  readonly name: string;
  readonly cents: number;
  readonly position: number;
  readonly parent: string | null;
}

interface Section {
  readonly key: string;
  readonly label: string;
  readonly totalLabel: string;
  /** For each column. */
  readonly totals: readonly number[];
  readonly lines: readonly (readonly Line[])[];
  /** The entries of a line, by its id and those of all lines under it. */
  readonly entriesOf: (tree: Tree, id: string) => EntriesOf | null;
}

/** The lines of all columns as one tree. */
interface Tree {
  readonly names: ReadonlyMap<string, string>;
  readonly children: ReadonlyMap<string | null, readonly string[]>;
  readonly centsOf: (id: string) => readonly number[];
}

function treeOf(columns: readonly (readonly Line[])[]): Tree {
  const names = new Map<string, string>();
  const places = new Map<string, number>();
  const parents = new Map<string | null, Set<string>>();
  for (const line of columns.flat()) {
    names.set(line.id, line.name);
    places.set(line.id, line.position);
    const siblings = parents.get(line.parent) ?? new Set();
    parents.set(line.parent, siblings.add(line.id));
  }
  const figures = columns.map((lines) => new Map(lines.map(({ id, cents }) => [id, cents])));
  const inOrder = (ids: ReadonlySet<string>): string[] =>
    [...ids].toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  return {
    names,
    children: new Map([...parents].map(([parent, ids]) => [parent, inOrder(ids)])),
    centsOf: (id) => figures.map((column) => column.get(id) ?? 0),
  };
}

/** The categories of a line: itself, or those under it if it is no category. */
function categoriesOf(tree: Tree, id: string): string[] {
  if (!id.startsWith("grp_")) return [id];
  return (tree.children.get(id) ?? []).flatMap((child) => categoriesOf(tree, child));
}

function ofCategories(categories: readonly string[]): EntriesOf | null {
  return categories.length === 0 ? null : { categories, department: null };
}

function rowsOfLines(section: Section, tree: Tree, parent: string | null, under: readonly string[]): Row[] {
  return (tree.children.get(parent) ?? []).flatMap((id): Row[] => {
    const label = tree.names.get(id) ?? id;
    const key = `${section.key}.${id}`;
    const shape = { key, label, depth: under.length, under };
    const figures = { cents: tree.centsOf(id), entries: section.entriesOf(tree, id) };
    if (!tree.children.has(id)) return [{ ...shape, kind: "line", ...figures }];
    return [
      { ...shape, kind: "group", cents: null, entries: null },
      ...rowsOfLines(section, tree, id, [...under, key]),
      { ...shape, key: `${key}.total`, kind: "subtotal", label: `Total ${label}`, ...figures },
    ];
  });
}

/** The rows of a section: its name, its lines, its total. A section without lines is its total only. */
function rowsOfSection(section: Section): Row[] {
  const tree = treeOf(section.lines);
  const roots = tree.children.get(null) ?? [];
  const total: Row = {
    key: `${section.key}.total`,
    kind: "total",
    label: section.totalLabel,
    depth: 0,
    under: [],
    cents: section.totals,
    entries: sectionEntries(section, tree, roots),
  };
  if (roots.length === 0) return [total];
  return [
    {
      key: section.key,
      kind: "heading",
      label: section.label,
      depth: 0,
      under: [],
      cents: null,
      entries: null,
    },
    ...rowsOfLines(section, tree, null, [section.key]),
    total,
  ];
}

function sectionEntries(section: Section, tree: Tree, roots: readonly string[]): EntriesOf | null {
  const all = roots.map((id) => section.entriesOf(tree, id));
  if (all.some((each) => each === null || each.department !== null)) return null;
  return ofCategories(all.flatMap((each) => each?.categories ?? []));
}

function resultRow(key: string, label: string, cents: readonly number[], entries: EntriesOf | null): Row {
  return { key, kind: "result", label, depth: 0, under: [], cents, entries };
}

type Named<Columns> = readonly (readonly [key: Columns, label: string])[];

const INCOME: Named<
  "revenue" | "cost_of_goods_sold" | "operating_expenses" | "other_income" | "other_expenses"
> = [
  ["revenue", "Revenue"],
  ["cost_of_goods_sold", "Cost of Goods Sold"],
  ["operating_expenses", "Operating Expenses"],
  ["other_income", "Other Income"],
  ["other_expenses", "Other Expenses"],
];

function ofCategory(tree: Tree, id: string): EntriesOf | null {
  return ofCategories(categoriesOf(tree, id));
}

function linesOf({ categories }: CashFlowSection | IncomeSection): Line[] {
  return categories.map((line) => ({
    id: line.category_id,
    name: line.name,
    cents: line.amount_cents,
    position: line.position,
    parent: line.parent_category_id,
  }));
}

const NO_DEPARTMENT = "none";

function departmentLinesOf({ departments }: IncomeSection): Line[] {
  return (departments ?? []).map((line) => ({
    id: line.department_id ?? NO_DEPARTMENT,
    name: line.name,
    cents: line.amount_cents,
    position: line.position,
    parent: line.parent_department_id,
  }));
}

function incomeRows(columns: readonly IncomeStatement[], byDepartment: boolean): Row[] {
  const sections = INCOME.map(([key, label]) => {
    const own = columns.map((column) => column[key]);
    const categories = treeOf(own.map(linesOf));
    const roots = (categories.children.get(null) ?? []).flatMap((id) => categoriesOf(categories, id));
    return rowsOfSection({
      key,
      label,
      totalLabel: `Total ${label}`,
      totals: own.map(({ total_cents }) => total_cents),
      lines: own.map(byDepartment ? departmentLinesOf : linesOf),
      entriesOf: byDepartment
        ? (_tree, id) => (id === NO_DEPARTMENT ? null : { categories: roots, department: id })
        : ofCategory,
    }).map((row): Row => (row.kind === "total" ? { ...row, entries: ofCategories(roots) } : row));
  });
  const [revenue = [], cost = [], operating = [], otherIncome = [], otherExpenses = []] = sections;
  const entriesUpTo = (...parts: Row[][]): EntriesOf | null =>
    ofCategories(parts.flatMap((rows) => rows.at(-1)?.entries?.categories ?? []));
  return [
    ...revenue,
    ...cost,
    resultRow(
      "gross_profit",
      "Gross Profit",
      columns.map(({ gross_profit_cents }) => gross_profit_cents),
      entriesUpTo(revenue, cost),
    ),
    ...operating,
    resultRow(
      "operating_income",
      "Operating Income",
      columns.map(({ operating_income_cents }) => operating_income_cents),
      entriesUpTo(revenue, cost, operating),
    ),
    ...otherIncome,
    ...otherExpenses,
    resultRow(
      "net_income",
      "Net Income",
      columns.map(({ net_income_cents }) => net_income_cents),
      entriesUpTo(...sections),
    ),
  ];
}

function balanceLinesOf({ categories }: BalanceSection): Line[] {
  return categories.map((line) => ({
    id: line.category_id,
    name: line.name,
    cents: line.balance_cents,
    position: line.position,
    parent: line.parent_category_id,
  }));
}

function balanceRows(columns: readonly BalanceSheet[]): Row[] {
  const names: Named<"assets" | "liabilities" | "equity"> = [
    ["assets", "Assets"],
    ["liabilities", "Liabilities"],
    ["equity", "Equity"],
  ];
  return [
    ...names.flatMap(([key, label]) =>
      rowsOfSection({
        key,
        label,
        totalLabel: `Total ${label}`,
        totals: columns.map((column) => column[key].total_cents),
        lines: columns.map((column) => balanceLinesOf(column[key])),
        entriesOf: ofCategory,
      }),
    ),
    resultRow(
      "liabilities_and_equity",
      "Total Liabilities and Equity",
      columns.map(({ liabilities_and_equity_cents }) => liabilities_and_equity_cents),
      null,
    ),
  ];
}

function cashRows(columns: readonly CashFlow[]): Row[] {
  const names: Named<"operating_activities" | "investing_activities" | "financing_activities"> = [
    ["operating_activities", "Operating Activities"],
    ["investing_activities", "Investing Activities"],
    ["financing_activities", "Financing Activities"],
  ];
  return [
    ...names.flatMap(([key, label]) =>
      rowsOfSection({
        key,
        label,
        totalLabel: `Cash from ${label}`,
        totals: columns.map((column) => column[key].total_cents),
        lines: columns.map((column) => linesOf(column[key])),
        entriesOf: ofCategory,
      }).map((row): Row =>
        // These totals hold net income, whose entries are those of another statement.
        row.kind === "total" ? { ...row, entries: null } : row,
      ),
    ),
    ...(
      [
        ["change_in_cash", "Change in Cash", "change_in_cash_cents"],
        ["beginning_cash", "Cash at the Beginning", "beginning_cash_cents"],
        ["ending_cash", "Cash at the End", "ending_cash_cents"],
      ] as const
    ).map(([key, label, member]) =>
      resultRow(
        key,
        label,
        columns.map((column) => column[member]),
        null,
      ),
    ),
  ];
}

/** The rows of a statement, with a figure for each column. All columns must be of one kind. */
export function rowsOf(columns: readonly Statement[], byDepartment: boolean): Row[] {
  const of = <Kind extends Statement["object"]>(kind: Kind) =>
    columns.filter((column): column is Extract<Statement, { object: Kind }> => column.object === kind);
  switch (columns[0]?.object) {
    case undefined:
      return [];
    case "income_statement":
      return incomeRows(of("income_statement"), byDepartment);
    case "balance_sheet":
      return balanceRows(of("balance_sheet"));
    case "cash_flow":
      return cashRows(of("cash_flow"));
  }
}

/** True if nothing was booked in any column. */
export function isEmpty(rows: readonly Row[]): boolean {
  return rows.every(({ cents }) => cents === null || cents.every((each) => each === 0));
}

/**
 * The rows that are shown: without those under a closed heading, and with `search` only those that match, the
 * headings that lead to them, and all that is under a heading that matches.
 */
export function shownRows(rows: readonly Row[], closed: ReadonlySet<string>, search: string): Row[] {
  const words = search.trim().toLowerCase();
  if (words === "") {
    return rows.filter(({ under, key, kind }) => {
      if (under.some((each) => closed.has(each))) return false;
      // A closed group is its name and its subtotal in one row.
      return !(kind === "group" && closed.has(key));
    });
  }
  const matching = rows.filter(({ label }) => label.toLowerCase().includes(words));
  const kept = new Set(matching.flatMap(({ key, under }) => [key, ...under]));
  const opened = new Set(matching.filter(({ cents }) => cents === null).map(({ key }) => key));
  return rows.filter(({ key, under }) => kept.has(key) || under.some((each) => opened.has(each)));
}
