/** The name, the media type and the largest size of an export's file. */
import { LIMITS, type LimitName } from "@daybook/words/limits";
import type { StatementTable } from "../../../../core/statement-table.ts";
import type { ExportFormat, Format } from "./words.ts";

export const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  pdf: "application/pdf",
  zip: "application/zip",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** The limit of figures (rows times columns) in a file of each format. */
const FIGURE_LIMITS: Readonly<Record<Format, LimitName>> = {
  pdf: "export_pdf_figures",
  csv: "export_figures",
  xlsx: "export_xlsx_figures",
};

/** Returns the message for a statement that is too large for a file of this format; null if it fits. */
export function sizeProblem(
  { rows, columns }: Pick<StatementTable, "rows" | "columns">,
  format: Format,
): string | null {
  const figures = rows.length * columns.length;
  if (figures <= mostFigures(format)) return null;
  const roomy = (["csv", "xlsx"] as const).filter((other) => figures <= mostFigures(other));
  const ways = [...smallerOf(columns), ...(roomy.length > 0 ? [`the format ${roomy.join(" or ")}`] : [])];
  const request = [ways.slice(0, -1).join(", "), ...ways.slice(-1)]
    .filter((part) => part !== "")
    .join(" or ");
  return `The statement has ${rows.length} rows in ${columns.length} columns, and a file of the format ${format} holds at most ${mostFigures(format)} figures. Request ${request}, with a new Idempotency-Key.`;
}

function mostFigures(format: Format): number {
  return LIMITS[FIGURE_LIMITS[format]].value;
}

/** What makes a statement smaller. A general ledger and changes in equity have no periods. */
function smallerOf([column]: StatementTable["columns"]): readonly string[] {
  if (column?.ledger !== undefined) return ["fewer days", "one category"];
  return column?.equity === undefined ? ["a shorter range", "longer periods"] : ["a shorter range"];
}

/** The number of characters of the company's name, and of the title, that a file name keeps. */
const MAX_NAME_PART = 60;

/**
 * Returns a file name that every file system accepts, such as
 * `harbor-pine-income-statement-2026-01-01-to-2026-03-31.pdf`.
 */
export function fileName(
  { company, title, startDate, endDate }: Pick<StatementTable, "company" | "title" | "startDate" | "endDate">,
  format: ExportFormat,
): string {
  const words = [company, title].map((text) =>
    text
      .normalize("NFKD")
      .replaceAll(/\p{M}+/gu, "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .slice(0, MAX_NAME_PART)
      .replaceAll(/^-+|-+$/g, ""),
  );
  return `${[...words.filter((word) => word !== ""), startDate, "to", endDate].join("-")}.${format}`;
}
