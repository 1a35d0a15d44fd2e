/**
 * Makes statement tables of any size, for tests of files. Invariant: sums are computed from the lines, so
 * that each table is a valid `StatementTable`.
 */
import { type Cents, cents, sumCents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import type {
  StatementColumn,
  StatementRow,
  StatementRowKind,
  StatementTable,
} from "../../src/core/statement-table.ts";

/** A line with an amount for each period, or a group of lines and groups. */
export type Node =
  | { readonly label: string; readonly id?: string; readonly amounts: readonly number[] }
  | { readonly label: string; readonly id?: string; readonly children: readonly Node[] };

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns `count` months from January 2026, and a total column if there are several. */
export function monthColumns(count: number): StatementColumn[] {
  const columns = Array.from({ length: count }, (_none, index): StatementColumn => {
    const [year, month] = [2026 + Math.floor(index / 12), (index % 12) + 1];
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const day = (date: number) =>
      `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}` as CivilDate;
    return {
      label: `${MONTHS[month - 1] ?? ""} ${year}`,
      startDate: day(1),
      endDate: day(last),
      isOver: true,
      kind: "period",
      compared: null,
    };
  });
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last || count === 1) return columns;
  return [...columns, { ...last, label: "Total", startDate: first.startDate, kind: "total" }];
}

/**
 * Returns a pseudorandom generator with the same numbers in every run: whole, from 0 to less than `below`.
 */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * below);
  };
}

class Rows {
  readonly rows: StatementRow[] = [];
  readonly #columns: readonly StatementColumn[];

  constructor(columns: readonly StatementColumn[]) {
    this.#columns = columns;
  }

  get #periods(): number {
    return this.#columns.filter(({ kind }) => kind === "period").length;
  }

  #add(row: Omit<StatementRow, "across" | "notes">): number {
    this.rows.push({ ...row, across: "sum", notes: [] });
    return this.rows.length - 1;
  }

  #withTotal(amounts: readonly Cents[]): readonly Cents[] {
    return amounts.length === this.#columns.length ? amounts : [...amounts, sumCents(amounts)];
  }

  /** Adds a node and its children. Returns the index of the row with the node's amounts. */
  node(node: Node, section: string, depth: number, parentId: string | null): number {
    const id = node.id ?? `cat_${this.rows.length}`;
    if ("amounts" in node) {
      const amounts = Array.from({ length: this.#periods }, (_none, index) =>
        cents(node.amounts[index] ?? 0),
      );
      return this.#add({
        kind: "line",
        depth,
        section,
        id,
        parentId,
        label: node.label,
        amounts: this.#withTotal(amounts),
        sumOf: null,
      });
    }
    this.#add({
      kind: "heading",
      depth,
      section,
      id,
      parentId,
      label: node.label,
      amounts: null,
      sumOf: null,
    });
    const parts = node.children.map((child) => this.node(child, section, depth + 1, id));
    return this.sum(depth === 0 ? "total" : "subtotal", `Total ${node.label}`, parts, {
      section,
      depth,
      id,
      parentId,
    });
  }

  sum(
    kind: StatementRowKind,
    label: string,
    sumOf: readonly number[],
    place: Pick<StatementRow, "section" | "depth" | "id" | "parentId">,
  ): number {
    const amounts = this.#columns.map((_column, index) =>
      sumCents(sumOf.map((part) => this.rows[part]?.amounts?.[index] ?? cents(0))),
    );
    return this.#add({ kind, label, amounts, sumOf, ...place });
  }
}

/** Returns a statement of sections, each with a total, and the net income of all. */
export function statementOf(
  sections: readonly Node[],
  columns: readonly StatementColumn[],
  others: Partial<StatementTable> = {},
): StatementTable {
  const rows = new Rows(columns);
  const totals = sections.map((section) =>
    rows.node(section, section.label.toLowerCase().replaceAll(" ", "_"), 0, null),
  );
  if (totals.length > 0)
    rows.sum("grand_total", "Net income", totals, { section: null, depth: 0, id: null, parentId: null });
  const [first, last] = [columns[0], columns.at(-1)];
  return {
    title: "Income Statement",
    company: "Ada & Sons, Inc.",
    period: "January 1, 2026 to December 31, 2026",
    basis: "Accrual basis, in United States dollars",
    rounding: "cents",
    preparedBy: null,
    legend: null,
    columns,
    rows: rows.rows,
    notes: [],
    startDate: first?.startDate ?? ("2026-01-01" as CivilDate),
    endDate: last?.endDate ?? ("2026-12-31" as CivilDate),
    isOver: true,
    generatedAt: 1_775_149_380 as UnixSeconds,
    refreshedAt: 1_775_140_000 as UnixSeconds,
    link: "https://books.example.com/api/v1/exports/exp_2Kq?a=1&b=2",
    ...others,
  };
}

const EXPENSES = [
  ["Payroll", ["Salaries and wages", "Payroll taxes", "Health insurance", "401(k) match", "Contractors"]],
  ["Facilities", ["Rent", "Utilities", "Office supplies", "Repairs and maintenance"]],
  ["Software and hosting", ["Cloud hosting", "Developer tools", "Design tools", "Security and compliance"]],
  ["Marketing", ["Advertising", "Conferences and events", "Content and public relations"]],
  [
    "Professional services",
    ["Legal", "Accounting and tax", "Consulting, research and other outside services"],
  ],
  ["Travel", ["Airfare", "Lodging", "Meals (50% deductible)"]],
  [
    "Other expenses",
    ["Insurance", "Bank and card fees", "Depreciation", "Amortization of capitalized software"],
  ],
] as const;

/** Returns an income statement over `months` months, with amounts of up to `digits` digits of dollars. */
export function incomeStatement(
  months: number,
  digits = 6,
  others: Partial<StatementTable> = {},
): StatementTable {
  const next = numbers(months * 31 + digits);
  const largest = 10 ** digits * 100;
  const amounts = (sign: 1 | -1) =>
    Array.from({ length: months }, () =>
      next(9) === 0 ? 0 : sign * (next(11) === 0 ? -1 : 1) * (1 + next(largest / 10 ** next(3))),
    );
  const group = (label: string, lines: readonly string[], sign: 1 | -1): Node => ({
    label,
    children: lines.map((line) => ({ label: line, amounts: amounts(sign) })),
  });
  return statementOf(
    [
      group("Revenue", ["Subscriptions", "Services", "Marketplace fees", "Refunds and discounts"], 1),
      group("Cost of revenue", ["Hosting of customers", "Payment processing", "Customer support"], -1),
      { label: "Operating expenses", children: EXPENSES.map(([label, lines]) => group(label, lines, -1)) },
      group("Other income and expenses", ["Interest income", "Interest expense"], 1),
    ],
    monthColumns(months),
    others,
  );
}

/** Labels as users may write them; each is difficult for some file format. */
export const HOSTILE = [
  "=cmd|' /C calc'!A0",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1+1",
  "  =1+1",
  "\uFF1D1+1",
  "\u00A0-2",
  "a,b",
  'a "quoted" name',
  "two\r\nlines",
  "semi;colon",
  "<b>&amp;</b>",
  "_x000D_",
  "\u540D\u524D \u682A\u5F0F\u4F1A\u793E",
  "\u05E9\u05DC\u05D5\u05DD \u05E2\u05D5\u05DC\u05DD",
  "\u0645\u0631\u062D\u0628\u0627",
  "\u{1F600} \u{1F468}\u200D\u{1F469}\u200D\u{1F467} smile",
  "\u0BA4\u0BAE\u0BBF\u0BB4\u0BCD",
  "Z\u00FCrich \u0141\u00F3d\u017A \u0416",
  "e\u0301 combined",
  "\u202Eright to left",
  "nul\u0000 and bell\u0007",
  "half \uD83D pair",
  "",
  " ",
  "x".repeat(200),
  "word ".repeat(40).trim(),
  "'quoted'",
  "0123",
  "1e5",
  "2026-01-01",
  "TRUE",
  "fi ffi ff",
] as const;
