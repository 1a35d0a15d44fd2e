/**
 * Bank files that come packed: a workbook becomes a table as a CSV has it, row by row, and an archive with
 * one file becomes that file. Invariant: nothing is unpacked beyond the bounds of an upload or a workbook.
 */
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "../../../../core/limits.ts";
import {
  openZip,
  rowsOfWorksheet,
  WorkbookProblem,
  type WorkbookTable,
  type ZippedFile,
} from "../../../../platform/workbooks/index.ts";
import { quoted } from "../../../../platform/text/line-problem.ts";
import { type ColumnNames, textPlaces } from "../rules/csv-columns.ts";
import { type Content, headOf } from "../rules/encoding.ts";
import type { UploadsNeeds } from "./needs.ts";
import type { NewUpload } from "./new-upload.ts";

/** What is to be read, with sentences on what of it is. */
export interface OpenedSource {
  readonly source: NewUpload["source"];
  readonly notes: readonly string[];
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** The part that every workbook of the format XLSX has. */
const OF_WORKBOOKS = "[Content_Types].xml";
/** What programs of a Mac put beside the files of an archive. */
const BESIDE = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._)/;
const NAMES_SHOWN = 5;

/** Opens what is packed. Refuses `invalid_request` for what can't be unpacked, and for several files. */
export async function opened(
  source: NewUpload["source"],
  { workbooks }: Pick<UploadsNeeds, "workbooks">,
): Promise<OpenedSource> {
  if ("rows" in source || !isZip(source.file)) return { source, notes: [] };
  const bytes = Buffer.concat(source.file);
  try {
    const files = openZip(bytes);
    const { content, notes } = files.some(({ name }) => name === OF_WORKBOOKS)
      ? await tableOf(bytes, source.columns, workbooks)
      : await onlyFile(files.filter(({ name }) => !BESIDE.test(name)));
    return { source: { ...source, file: [content] }, notes };
  } catch (error) {
    if (error instanceof WorkbookProblem) throw refusal(error.message);
    throw error;
  }
}

function isZip(content: Content): boolean {
  return Buffer.concat(headOf(content, ZIP.length)).equals(ZIP);
}

function refusal(sentence: string) {
  return refuse("invalid_request", { param: "file", message: `No line of the file was added. ${sentence}` });
}

interface Unpacked {
  readonly content: Uint8Array;
  readonly notes: readonly string[];
}

async function onlyFile(files: readonly ZippedFile[]): Promise<Unpacked> {
  const [first] = files;
  if (first === undefined) throw new WorkbookProblem("The archive has no files.");
  const names = files.slice(0, NAMES_SHOWN).map(({ name }) => quoted(name));
  if (files.length > 1)
    throw new WorkbookProblem(
      `The archive has ${files.length} files: ${names.join(", ")}${files.length > names.length ? " and others" : ""}. Unpack it, and upload each of them by itself.`,
    );
  return {
    content: await first.read(LIMITS.upload_bytes.value),
    notes: [`The file ${names[0]} of the archive is read.`],
  };
}

/**
 * A worksheet as a CSV, whose lines are the rows of the worksheet: the first one with a header, else the first
 * one with cells. One that is hidden comes after all others.
 */
async function tableOf(
  bytes: Uint8Array,
  columns: ColumnNames,
  workbooks: UploadsNeeds["workbooks"],
): Promise<Unpacked> {
  const filled = (await workbooks.readTables(bytes, new AbortController().signal))
    .filter(({ worksheet }) => worksheet.cells.length > 0)
    .toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden))
    .map((table) => ({ ...table, texts: textPlaces(rowsOfWorksheet(table.worksheet, "plain"), columns) }));
  const read = filled.find(({ texts }) => texts !== null) ?? filled[0];
  if (read === undefined) throw new WorkbookProblem("The workbook is empty.");
  const { worksheet, texts, results } = read;
  // What a formula makes of money may be out of date, so only texts are taken from results.
  const known = results.filter(({ column }) => texts?.has(column) === true);
  const lines: string[] = [];
  for (const { fields, line } of rowsOfWorksheet(worksheet, "plain", known)) {
    while (lines.length < line - 1) lines.push("");
    lines.push(fields.map(fieldOf).join(","));
  }
  return { content: Buffer.from(`${lines.join("\n")}\n`), notes: choiceNotes(read, filled) };
}

/** What is said of the worksheets that are not read. */
function choiceNotes(read: WorkbookTable, filled: readonly WorkbookTable[]): readonly string[] {
  const others = filled.filter(({ worksheet }) => worksheet !== read.worksheet);
  const names = others.slice(0, NAMES_SHOWN).map(({ worksheet }) => quoted(worksheet.name));
  if (names.length === 0) return [];
  return [
    `Of the workbook, the worksheet ${quoted(read.worksheet.name)}${read.isHidden ? ", which is hidden," : ""} is read; ${names.join(", ")}${others.length > names.length ? " and others" : ""} ${others.length === 1 ? "is" : "are"} not.`,
  ];
}

/** A cell as a field of a CSV. A break in it would shift the numbers of the lines. */
function fieldOf(text: string): string {
  return `"${text.replaceAll(/\s*[\r\n]+\s*/g, " ").replaceAll('"', '""')}"`;
}
