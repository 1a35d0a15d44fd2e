/** A statement's table as the web console and the command line show it. */
import { columnKey, figureOf, type StatementTable, textsOf } from "../../../../core/statement-table.ts";
import { keyOf, type RowEntries } from "./figures.ts";

export type TableView = ReturnType<typeof viewOf>;

/** Returns the view; `entries` are those of the rows, by the numbers of the rows. */
export function viewOf(table: StatementTable, entries: readonly (RowEntries | null)[]) {
  return {
    object: "statement_table" as const,
    title: table.title,
    period: table.period,
    is_over: table.isOver,
    text_columns: (table.textColumns ?? []).map(({ label }) => label),
    prepared_by: table.preparedBy,
    legend: table.legend,
    columns: table.columns.map((column) => ({
      key: columnKey(column),
      label: column.label,
      kind: column.kind,
      start_date: column.startDate,
      end_date: column.endDate,
      side: column.trial?.side ?? null,
    })),
    rows: table.rows.map((row, index) => ({
      key: keyOf(row, index),
      kind: row.kind,
      section: row.section,
      depth: row.depth,
      label: row.label,
      notes: [...row.notes],
      texts: [...textsOf(table, row)],
      figures: row.amounts && table.columns.map((_, at) => figureOf(table.columns, row, at)?.value ?? null),
      entries_by: entries[index]?.sum ?? null,
    })),
    notes: [...table.notes],
    generated_at: table.generatedAt,
    refreshed_at: table.refreshedAt,
  };
}
