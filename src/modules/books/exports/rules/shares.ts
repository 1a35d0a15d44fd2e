/**
 * Percentages of revenue: a column of them after each column of the current amounts. Invariant: amounts and
 * what columns compare stay the same.
 */
import { ZERO_CENTS } from "@daybook/words/cents";
import { columnKey, type StatementColumn } from "../../../../core/statement-table.ts";
import type { Layout } from "./table-builder.ts";

const CURRENT: ReadonlySet<StatementColumn["kind"]> = new Set(["period", "total", "year_to_date"]);

/** Adds the percentages of the amounts in `revenueRow`. */
export function withShares({ columns, rows }: Layout, revenueRow: number): Layout {
  // The new place of each column: it moves by the percentages before it.
  const places: number[] = [];
  let next = 0;
  for (const { kind } of columns) {
    places.push(next);
    next += CURRENT.has(kind) ? 2 : 1;
  }
  const placeOf = (column: number): number => places[column] ?? column;
  return {
    columns: columns.flatMap((column, index): StatementColumn[] => {
      const { compared } = column;
      const moved = {
        ...column,
        compared: compared && {
          ...compared,
          current: placeOf(compared.current),
          prior: placeOf(compared.prior),
        },
      };
      if (!CURRENT.has(column.kind)) return [moved];
      const base = rows[revenueRow]?.amounts?.[index] ?? ZERO_CENTS;
      const share = { column: placeOf(index), row: revenueRow, base, key: columnKey(column) };
      return [moved, { ...column, label: "% of Revenue", kind: "share", share }];
    }),
    rows: rows.map((row) => ({
      ...row,
      amounts:
        row.amounts?.flatMap((amount, index) =>
          CURRENT.has(columns[index]?.kind ?? "share") ? [amount, null] : [amount],
        ) ?? null,
    })),
  };
}
