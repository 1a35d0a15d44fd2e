/** The program of the renderer's threads: makes the bytes of a file from a table. */
import type { StatementTable } from "../../core/statement-table.ts";
import { answerJobs } from "../threads/program.ts";
import { checkTable } from "./check.ts";
import { renderCsv } from "./csv.ts";
import { renderPdf } from "./pdf.ts";
import { renderXlsx } from "./xlsx.ts";

const FORMATS = { pdf: renderPdf, csv: renderCsv, xlsx: renderXlsx } as const;

export type RenderFormat = keyof typeof FORMATS;

export interface RenderRequest {
  readonly format: RenderFormat;
  readonly table: StatementTable;
}

answerJobs(
  async ({ format, table }: RenderRequest) => {
    checkTable(table, format);
    // A copy in its own buffer, which can be transferred to the caller.
    return Uint8Array.from(await FORMATS[format](table));
  },
  (bytes) => [bytes.buffer],
);
