/** A line of a statement over the twelve months up to the figure that is open: a chart, and its table. */
import { useCallback } from "react";
import { useTable } from "../api/queries.ts";
import { Table } from "../kit/table.tsx";
import { AmountCell } from "../kit/amount.tsx";
import { yearUpTo } from "../kit/dates.ts";
import { Read } from "../parts/read.tsx";
import { useLetter } from "../kit/use-letter.ts";
import { MonthBars } from "./month-bars.tsx";
import type { Row } from "./rows.ts";
import { type Column, keyOf, queryOf, type Search, type View } from "./view.ts";

export interface OverTimeProps {
  readonly company: string;
  readonly row: Row;
  readonly column: Column;
  readonly view: View;
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
}

export function Months({ company, row, column, view, search, go }: OverTimeProps) {
  const period = yearUpTo(column.end_date);
  const months = { ...view, period, by: "month", compare: "none", beside: "none" } as const;
  const table = useTable(company, queryOf(months));
  const isTable = search.over === "table";
  const toggle = useCallback(() => go({ over: isTable ? "chart" : "table" }, true), [go, isTable]);
  useLetter("t", toggle);
  return (
    <Read query={table} what="the months">
      {({ columns, rows }) => {
        // A line without entries in these months is not among their rows.
        const figures = rows.find(({ key }) => key === row.key)?.figures ?? [];
        const points = columns
          .map((each, at) => ({ ...each, cents: figures[at] ?? 0 }))
          .filter(({ kind }) => kind === "period");
        return (
          <>
            {isTable ? null : (
              <figure className="months-chart" aria-hidden="true">
                <figcaption>The twelve months up to {column.label}</figcaption>
                <MonthBars points={points} />
              </figure>
            )}
            <Table
              look={isTable ? "voucher" : "unseen"}
              caption={`${row.label} by month`}
              heads={["Month", "Amount"]}
            >
              <tbody>
                {points.map((point) => (
                  <tr key={point.end_date}>
                    <th scope="row">{point.label}</th>
                    <AmountCell cents={point.cents} />
                  </tr>
                ))}
              </tbody>
            </Table>
            <p className="months-switch">
              <button type="button" className="button" aria-keyshortcuts="t" onClick={toggle}>
                {isTable ? "Show the chart" : "Show the table"} <kbd>T</kbd>
              </button>{" "}
              <button
                type="button"
                className="button"
                onClick={() =>
                  go({
                    ...period,
                    by: "month",
                    compare: undefined,
                    days: keyOf(view.statement, points.at(-1) ?? column),
                  })
                }
              >
                Side by side
              </button>
            </p>
          </>
        );
      }}
    </Read>
  );
}
