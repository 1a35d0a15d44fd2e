/** The tool that reads a statement over time: one line, one column for each month, quarter or year. */
import { cents } from "../../core/cents.ts";
import { dollarText } from "../../core/money-text.ts";
import { answerOf } from "./answer.ts";
import { inputOf, onlyKnown } from "./arguments.ts";
import { MOST_LINES } from "./shown-lines.ts";
import { objectSchema, type Tool } from "./tool.ts";

const PARAMS = ["report_type", "start_date", "end_date", "step", "group_by"] as const;

/** What this tool reads of the console's table of a statement. */
interface StatementTable {
  readonly title: string;
  readonly period: string;
  readonly is_over: boolean;
  readonly columns: readonly { readonly label: string }[];
  readonly rows: readonly {
    readonly key: string;
    readonly depth: number;
    readonly label: string;
    /** Cents by column; null for a heading. */
    readonly figures: readonly (number | null)[] | null;
  }[];
  readonly notes: readonly string[];
}

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
    const lines = telling.filter((row) => shown.has(row));
    const left = telling.length - lines.length;
    return answerOf({
      tool: "series",
      operation: bound.operation.id,
      given,
      now: caller.now,
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
            ...(figures ?? []).map((each) => (each === null ? null : dollarText(cents(each)))),
          ]),
        },
        notes,
      },
      missing:
        left === 0
          ? null
          : { how: "Ask for fewer months, or read one statement with `top` for all of its lines." },
      remarks: [
        ...(is_over ? [] : ["The last column is NOT OVER: more may be booked in it."]),
        ...(left === 0 ? [] : [`${left} smaller lines are left out. Totals count them.`]),
      ],
    });
  },
};
