/** The program of the renderer's threads: makes the bytes of a file from tables. */
import type { StatementTable } from "../../core/statement-table.ts";
import { answerJobs } from "../threads/program.ts";
import { checkTable } from "./check.ts";
import { renderCsv } from "./csv.ts";
import { renderPdf } from "./pdf.ts";
import { renderXlsx, renderXlsxFiles } from "./xlsx.ts";

const FORMATS = { pdf: renderPdf, csv: renderCsv, xlsx: renderXlsx } as const;
/** The files that hold several tables: pages of one PDF, or workbooks in one archive. */
const PACKAGES = {
  pdf: (tables: readonly StatementTable[]) => renderPdf(...tables),
  zip: renderXlsxFiles,
} as const;

export type RenderFormat = keyof typeof FORMATS;
export type PackageFormat = keyof typeof PACKAGES;

export type RenderRequest =
  | { readonly format: RenderFormat; readonly table: StatementTable }
  | { readonly format: PackageFormat; readonly tables: readonly StatementTable[] };

async function made(request: RenderRequest): Promise<Uint8Array> {
  if ("table" in request) {
    checkTable(request.table, request.format);
    return FORMATS[request.format](request.table);
  }
  for (const table of request.tables) checkTable(table, request.format === "zip" ? "xlsx" : request.format);
  return PACKAGES[request.format](request.tables);
}

answerJobs(
  // A copy in its own buffer, which can be transferred to the caller.
  async (request: RenderRequest) => Uint8Array.from(await made(request)),
  (bytes) => [bytes.buffer],
);
