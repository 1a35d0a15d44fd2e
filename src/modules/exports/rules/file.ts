/** What the file of an export is called and what it is. */
import type { StatementTable } from "../../../core/statement-table.ts";
import type { Format } from "./words.ts";

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  pdf: "application/pdf",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Letters of a name that a file's name keeps. */
const LONGEST = 60;

/** `harbor-pine-income-statement-2026-01-01-to-2026-03-31.pdf`, which every file system takes. */
export function fileName({ company, title, startDate, endDate }: Pick<StatementTable, "company" | "title" | "startDate" | "endDate">, format: Format): string {
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
