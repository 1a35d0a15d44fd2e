/** The tool that reads a statement over time: one line, one column for each month, quarter or year. */
import { cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { isOver } from "@daybook/words/compared-period";
import { dollarText } from "@daybook/words/money-text";
import { answerOf } from "./answer.ts";
import { inputOf, onlyKnown } from "./arguments.ts";
import { MOST_LINES } from "./shown-lines.ts";
import { objectSchema, type Tool } from "./tool.ts";

const PARAMS = ["report_type", "start_date", "end_date", "step", "group_by"] as const;

/** The members that this tool reads of the console's table of a statement. */
interface StatementTable {
  readonly title: string;
  readonly period: string;
  readonly is_over: boolean;
  readonly columns: readonly { readonly label: string; readonly kind: string; readonly end_date: string }[];
  readonly rows: readonly {
    readonly key: string;
    readonly depth: number;
    readonly label: string;
    /** Cents by column; null for a heading. */
    readonly figures: readonly (number | null)[] | null;
  }[];
  readonly notes: readonly string[];
}

type Row = StatementTable["rows"][number];

/** True if a row that is shown stands below the heading at `index`. */
function isAboveAny(rows: readonly Row[], index: number, shown: ReadonlySet<Row>): boolean {
  const depth = rows[index]?.depth ?? 0;
  for (let at = index + 1; (rows[at]?.depth ?? -1) > depth; at += 1)
    if (shown.has(rows[at] as Row)) return true;
  return false;
}

const AS_PRINTED =
  "This is the statement as it is printed: by vouchers, investing and financing gross. `cash_flow` has the net change of each category, so that lines and sections may differ; the change in cash is the same.";

export const SERIES: Tool = {
  name: "series",
  title: "A statement over time",
  description:
    "A statement with a column for each month, quarter or year, and their total: for trends and questions of several months.",
  inputSchema: objectSchema(
    {
      report_type: { type: "string", enum: ["income_statement", "balance_sheet", "cash_flow"] },
      start_date: { type: "string", format: "date" },
      end_date: { type: "string", format: "date" },
      step: { type: "string", enum: ["month", "quarter", "year"] },
      group_by: { type: "string", enum: ["category", "department"] },
    },
    ["report_type", "start_date", "end_date"],
  ),
  changesData: false,
  view: null,
  answers: null,
  async run(caller, given) {
    onlyKnown(given, PARAMS);
    const bound = caller.operation("getStatementTable");
    const { output } = await caller.call(bound, inputOf(bound.operation, given));
    const { title, period, is_over, columns, rows, notes } = output as StatementTable;
    const sizeOf = (figures: readonly (number | null)[] | null): number =>
      Math.max(0, ...(figures ?? []).map((each) => Math.abs(each ?? 0)));
    const telling = rows.filter(({ figures }) => sizeOf(figures) > 0);
    const largest = telling.toSorted((a, b) => sizeOf(b.figures) - sizeOf(a.figures)).slice(0, MOST_LINES);
    const shown = new Set(largest);
    // A heading stands above its lines: without it they would read as parts of what is above.
    const lines = rows.filter(
      (row, at) => shown.has(row) || (row.figures === null && isAboveAny(rows, at, shown)),
    );
    const left = telling.length - largest.length;
    const hasOpen = columns.some(
      ({ kind, end_date }) => kind === "period" && !isOver(end_date as CivilDate, caller.today),
    );
    return answerOf(caller, {
      tool: "series",
      operation: bound.operation.id,
      given,
      output: {
        object: "statement_table",
        title,
        period,
        is_over,
        lines: {
          columns: ["key", "depth", "line", ...columns.map(({ label }) => label)],
          rows: lines.map(({ key, depth, label, figures }) => [
            key,
            depth,
            label,
            ...columns.map((_column, at) => {
              const figure = figures?.[at] ?? null;
              return figure === null ? null : dollarText(cents(figure));
            }),
          ]),
        },
        notes,
      },
      missing:
        left === 0
          ? null
          : { how: "Read one statement with `under` for all lines of a part, or `top` for all of it." },
      remarks: [
        ...(given["report_type"] === "cash_flow" ? [AS_PRINTED] : []),
        ...(hasOpen
          ? ['NOT OVER: the columns that say "(not over)". More may be booked on their days.']
          : []),
        ...(left === 0 ? [] : [`${left} smaller lines are left out. Totals count them.`]),
      ],
    });
  },
};
