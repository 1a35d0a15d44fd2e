/** Uploads: their formats and states, and the source of their transactions. */
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import type { AccountRow } from "../../banking/index.ts";
import { type Content, startOf } from "./encoding.ts";
import { type CsvOptions, readCsv } from "./csv-statement.ts";
import { readOfx } from "./ofx-statement.ts";
import type { Statement } from "./statement.ts";

export const FILE_FORMATS = ["csv", "ofx", "qfx"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
export const UPLOAD_FORMATS = [...FILE_FORMATS, "json"] as const;
export type UploadFormat = (typeof UPLOAD_FORMATS)[number];
export const UPLOAD_STATUSES = ["succeeded", "partially_succeeded", "failed"] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** Detects the format of a file from its content. */
export function formatOfContent(content: Content): FileFormat {
  const start = startOf(content);
  if (!/^\s*(OFXHEADER\s*:|<\?OFX|<OFX>|<\?xml)/i.test(start)) return "csv";
  return start.includes("<INTU.BID>") ? "qfx" : "ofx";
}

/** Reads a file. Throws `LineProblem` for one that can't be read at all. */
export async function readFile(
  content: Content,
  format: FileFormat,
  last4: string | null,
  options: CsvOptions,
  paced: Paced,
): Promise<Statement> {
  if (content.every((piece) => piece.length === 0)) throw new LineProblem(1, "The file is empty.");
  return format === "csv" ? readCsv(content, options, paced) : readOfx(content, last4, paced);
}

/** The source of uploaded transactions. */
export function sourceOf(
  format: UploadFormat,
  { type }: Pick<AccountRow, "type">,
): { readonly source_vendor: string; readonly source_type: string } {
  return {
    source_vendor: format === "ofx" || format === "qfx" ? "ofx_upload" : "csv_upload",
    source_type: type === "credit" ? "card" : "bank",
  };
}

/** `taken` of `rows` are there now. */
export function statusOf(rows: number, taken: number): UploadStatus {
  if (taken === rows) return "succeeded";
  return taken === 0 ? "failed" : "partially_succeeded";
}
