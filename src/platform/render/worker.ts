/** What runs in a thread of the renderer: a table in, the bytes of a file out, one at a time. Invariant: each request gets one answer, or the thread dies. */
import { parentPort } from "node:worker_threads";
import { present } from "../../core/assert.ts";
import type { StatementTable } from "../../core/statement-table.ts";
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

export type RenderAnswer = { readonly bytes: Uint8Array } | { readonly problem: string };

const port = present(parentPort, "this file runs in a thread");

port.on("message", ({ format, table }: RenderRequest) => {
  void answer(format, table);
});

async function answer(format: RenderFormat, table: StatementTable): Promise<void> {
  try {
    checkTable(table, format);
    // A copy of its own, so that it can be handed over whatever memory it lay in.
    const bytes = Uint8Array.from(await FORMATS[format](table));
    port.postMessage({ bytes } satisfies RenderAnswer, [bytes.buffer]);
  } catch (error) {
    port.postMessage({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies RenderAnswer);
  }
}
