/** The name and the type of an export's file. */
import { LIMITS, type LimitName } from "../../../../core/limits.ts";
import type { StatementTable } from "../../../../core/statement-table.ts";
import type { Format } from "./words.ts";

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  pdf: "application/pdf",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

const MOST: Readonly<Record<Format, LimitName>> = {
  pdf: "export_pdf_figures",
  csv: "export_figures",
  xlsx: "export_xlsx_figures",
};

/** Why a statement is too large for a file of a format, and what to ask for; null when it is not. */
export function sizeProblem(
  { rows, columns }: Pick<StatementTable, "rows" | "columns">,
  format: Format,
): string | null {
  const most = LIMITS[MOST[format]].value;
  const figures = rows.length * columns.length;
  if (figures <= most) return null;
  return `The statement has ${rows.length} rows in ${columns.length} columns, and a file of the format ${format} holds at most ${most} figures. Request a shorter range, longer periods${format === "csv" ? "" : " or the format csv"}, with a new Idempotency-Key.`;
}

/** Letters of a name that a file's name keeps. */
const LONGEST = 60;

/** `harbor-pine-income-statement-2026-01-01-to-2026-03-31.pdf`, which every file system takes. */
export function fileName(
  { company, title, startDate, endDate }: Pick<StatementTable, "company" | "title" | "startDate" | "endDate">,
  format: Format,
): string {
  const words = [company, title].map((text) =>
    text
      .normalize("NFKD")
      .replaceAll(/\p{M}+/gu, "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .slice(0, LONGEST)
      .replaceAll(/^-+|-+$/g, ""),
  );
  return `${[...words.filter((word) => word !== ""), startDate, "to", endDate].join("-")}.${format}`;
}
