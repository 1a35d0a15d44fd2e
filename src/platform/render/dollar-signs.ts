/**
 * Decides which rows of a statement show a dollar sign, as printed statements do: the first amounts, the
 * first amounts after a result such as total assets, and all totals. The rows between them show none.
 */
import type { StatementRow } from "../../core/statement-table.ts";

export const DOLLAR_SIGN = "$";

/** Returns the rows whose amounts have a dollar sign before them. */
export function rowsWithDollarSign(rows: readonly StatementRow[]): ReadonlySet<StatementRow> {
  const found = new Set<StatementRow>();
  let isFirst = true;
  for (const row of rows) {
    if (row.amounts === null) continue;
    if (isFirst || row.kind === "total" || row.kind === "grand_total") found.add(row);
    isFirst = row.kind === "grand_total";
  }
  return found;
}
