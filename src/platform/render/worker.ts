/** The program of a renderer's thread: it turns a table into the bytes of a file. */
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
    // A copy, whose memory can be transferred.
    return Uint8Array.from(await FORMATS[format](table));
  },
  (bytes) => [bytes.buffer],
);
