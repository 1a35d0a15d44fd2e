/**
 * Builds the table of an export from reports of several periods. The columns of periods and those that they
 * are compared with hold the amounts of a report each, in the order of the columns; the others are computed.
 * Invariant, asserted: a row that adds up other rows does so in every column.
 */
import { assert } from "@daybook/words/assert";
import { addCents, type Cents, negateCents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import {
  changeOf,
  type StatementColumn,
  type StatementRow,
  type StatementRowKind,
  type TextColumn,
} from "../../../../core/statement-table.ts";
import { directId } from "../../chart/index.ts";
import type { Line, Section } from "../../reports/index.ts";

/** A report line merged over the reports: `amounts` has one amount per report. */
interface MergedLine {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  readonly parentId: string | null;
  readonly amounts: readonly Cents[];
}

export interface Layout {
  /** Only of a general ledger. */
  readonly textColumns?: readonly TextColumn[];
  readonly columns: readonly StatementColumn[];
  readonly rows: readonly StatementRow[];
}

/** How the total of a section is shown, and the labels of subtotals in it that are not `Total ...`, by id. */
interface TotalRow {
  readonly kind?: StatementRowKind;
  readonly label?: string;
  readonly subtotals?: ReadonlyMap<string, string>;
}

/**
 * Builds a table. Rows are added from top to bottom. Each method that adds a row returns the row's number, by
 * which later rows refer to the rows that they add up.
 */
export class TableBuilder {
  readonly #columns: readonly StatementColumn[];
  /** The indexes of the columns that hold the amounts of a report. */
  readonly #reported: readonly number[];
  readonly #rows: StatementRow[] = [];

  constructor(columns: readonly StatementColumn[]) {
    this.#columns = columns;
    this.#reported = [...columns.keys()].filter((index) => isReported(columns[index]));
  }

  layout(): Layout {
    return { columns: this.#columns, rows: this.#rows };
  }

  /** Adds a section: its heading, its lines as a tree, and its total. Returns the number of the total row. */
  section(section: string, name: string, ofReports: readonly Section[], totalRow: TotalRow = {}): number {
    const lines = mergeLines(ofReports.map(({ lines: each }) => each));
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
        label: totalRow.subtotals?.get(line.id) ?? `Total ${line.name}`,
        amounts: line.amounts,
        sumOf,
      });
    };
    const roots = (children.get(null) ?? []).map((root) => visit(root, 1));
    const amounts = ofReports.map(({ total }) => total);
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
    const amounts = this.#reported.map((column) => sumCents(sumOf.map((row) => this.#amount(row, column))));
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
  line(
    label: string,
    amounts: readonly Cents[],
    across: StatementRow["across"],
    id: string | null = null,
  ): number {
    return this.#add({
      kind: "line",
      depth: 0,
      section: null,
      id,
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
    this.#rows.push({ kind: "heading", depth: 0, ...shared, label: heading, amounts: null, notes: [] });
    for (const { label, amounts } of lines) this.#add({ kind: "line", depth: 1, ...shared, label, amounts });
  }

  /** Asserts that a row has the figure of every report. */
  check(row: number, expected: readonly Cents[]): void {
    for (const [index, column] of this.#reported.entries())
      assert(
        this.#amount(row, column) === expected[index],
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
      notes: [],
    });
  }

  /** Adds a row with these amounts per report, and computes the amounts of the other columns. */
  #add(row: Omit<StatementRow, "notes" | "amounts"> & { readonly amounts: readonly Cents[] }): number {
    const amounts: (Cents | null)[] = [];
    let reported = 0;
    for (const { kind, compared } of this.#columns) {
      if (kind === "period" || kind === "prior" || kind === "year_to_date")
        amounts.push(row.amounts[reported++] ?? ZERO_CENTS);
      else if (kind === "total") amounts.push(totalColumnAmount(row.amounts.slice(0, reported), row.across));
      else amounts.push(kind === "change" && compared ? changeOf(amounts, compared) : null);
    }
    const number = this.#rows.push({ ...row, amounts, notes: [] }) - 1;
    for (const [column, amount] of row.sumOf === null ? [] : amounts.entries()) {
      if (amount === null) continue;
      const sum = sumCents((row.sumOf ?? []).map((other) => this.#amount(other, column)));
      assert(sum === amount, `${row.label} of an export is ${amount} cents, and its rows sum to ${sum}`);
    }
    return number;
  }

  #amount(row: number, column: number): Cents {
    return this.#rows[row]?.amounts?.[column] ?? ZERO_CENTS;
  }
}

function isReported(column: StatementColumn | undefined): boolean {
  return column?.kind === "period" || column?.kind === "prior" || column?.kind === "year_to_date";
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
 * Merges the lines of several reports into one list. Each merged line has an amount for every report, and
 * siblings are in the order of their positions. A line that has children in any report gets a child line for
 * its own entries in every report.
 */
function mergeLines(ofReports: readonly (readonly Line[])[]): MergedLine[] {
  const byId = new Map<string, { line: Line; amounts: Cents[] }>();
  for (const [report, lines] of ofReports.entries()) {
    for (const line of lines) {
      const entry = byId.get(line.id) ?? { line, amounts: ofReports.map(() => ZERO_CENTS) };
      entry.amounts[report] = line.amount;
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
