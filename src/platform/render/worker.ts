/** What runs in a thread of the renderer: a table in, the bytes of a file out. */
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
    // A copy of its own, so that it can be handed over whatever memory it lay in.
    return Uint8Array.from(await FORMATS[format](table));
  },
  (bytes) => [bytes.buffer],
);
