/** Uploads: their formats and states, and the source of their transactions. */
import { present } from "@daybook/words/assert";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import type { AccountRow } from "../../banking/index.ts";
import { readBai2 } from "./bai2-statement.ts";
import { readCamt } from "./camt-statement.ts";
import { type Content, startOf } from "./encoding.ts";
import { type CsvOptions, readCsv } from "./csv-statement.ts";
import { readMt940 } from "./mt940-statement.ts";
import { readOfx } from "./ofx-statement.ts";
import { readQif } from "./qif-statement.ts";
import type { Statement } from "./statement.ts";
import { FILE_FORMATS, type FileFormat } from "./words.ts";

/** What a reader of a bank's file needs besides the file. */
interface Reading {
  /** The last digits of the account whose lines are wanted; null for any. */
  readonly last4: string | null;
  /** True if control totals and counts that differ from the lines are only noted. */
  readonly areTotalsTaken?: boolean;
  readonly options: CsvOptions;
  readonly paced: Paced;
}

/** A format of bank files. */
interface Format {
  /** True for the beginning of a file of this format. */
  readonly matches: (start: string) => boolean;
  /** Reads a file. Throws `LineProblem` for one that can't be read at all. */
  readonly read: (content: Content, reading: Reading) => Promise<Statement>;
  /** The source of its transactions, as the API names it. */
  readonly source_vendor: string;
}

const isOfx = (start: string): boolean => /^\s*(OFXHEADER\s*:|<\?OFX|<OFX>|<\?xml)/i.test(start);
const OFX = {
  read: (content: Content, { last4, options, paced }: Reading) =>
    readOfx(content, last4, paced, options.signs),
  source_vendor: "ofx_upload",
};

/** The formats in the order in which a file is tried; the last one takes any file. */
const FORMATS = {
  // Before OFX, which takes any XML.
  camt: {
    matches: (start) =>
      /<(?:[\w.-]{1,60}:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)\b|:xsd:camt\.05[234]\./.test(start),
    read: (content, { last4, paced }) => readCamt(content, last4, paced),
    source_vendor: "camt_upload",
  },
  qfx: { ...OFX, matches: (start) => isOfx(start) && start.includes("<INTU.BID>") },
  ofx: { ...OFX, matches: isOfx },
  qif: {
    matches: (start) => /^\s*!(?:Type|Account|Option|Clear)\b/i.test(start),
    read: (content, { last4, options, paced }) =>
      readQif(content, last4, options.dateFormat, paced, options.signs),
    source_vendor: "qif_upload",
  },
  mt940: {
    // Some banks write their name and the number of the message before the first field.
    matches: (start) => /^\s*\{1:F\d\d|^\s*:20:|\n:20:[^\n]*\n(?::21:[^\n]*\n)?:25P?:/.test(start),
    read: (content, { last4, paced }) => readMt940(content, last4, paced),
    source_vendor: "mt940_upload",
  },
  bai2: {
    // Numbered rows of a CSV begin with 01 and 02 too, but not with the fields of a header.
    matches: (start) => /^\s*01,[^,\n]*,[^,\n]*,\d{6}(?:\d\d)?,[\d:]{0,8},[^\n]*\n\s*(?:02|88),/.test(start),
    read: (content, { last4, areTotalsTaken = false, paced }) =>
      readBai2(content, last4, paced, areTotalsTaken),
    source_vendor: "bai2_upload",
  },
  csv: {
    matches: () => true,
    read: (content, { options, paced }) => readCsv(content, options, paced),
    source_vendor: "csv_upload",
  },
} as const satisfies Readonly<Record<FileFormat, Format>>;
export const UPLOAD_FORMATS = [...FILE_FORMATS, "json"] as const;
export type UploadFormat = (typeof UPLOAD_FORMATS)[number];
export const UPLOAD_STATUSES = ["succeeded", "partially_succeeded", "failed"] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** Detects the format of a file from its content. */
export function formatOfContent(content: Content): FileFormat {
  const start = startOf(content);
  return present(
    Object.entries(FORMATS).find(([, { matches }]) => matches(start)),
    "the last format takes any file",
  )[0] as FileFormat;
}

/** Reads a file. Throws `LineProblem` for one that can't be read at all. */
export async function readFile(content: Content, format: FileFormat, reading: Reading): Promise<Statement> {
  if (content.every((piece) => piece.length === 0)) throw new LineProblem(1, "The file is empty.");
  return FORMATS[format].read(content, reading);
}

/** The source of uploaded transactions. */
export function sourceOf(
  format: UploadFormat,
  { type }: Pick<AccountRow, "type">,
): { readonly source_vendor: string; readonly source_type: string } {
  return {
    source_vendor: FORMATS[format === "json" ? "csv" : format].source_vendor,
    source_type: type === "credit" ? "card" : "bank",
  };
}

/** `taken` of `rows` are there now. */
export function statusOf(rows: number, taken: number): UploadStatus {
  if (taken === rows) return "succeeded";
  return taken === 0 ? "failed" : "partially_succeeded";
}
