/**
 * Bank files that come packed: a workbook becomes a table as a CSV has it, row by row, and an archive becomes
 * its only file, or its files of one format that names accounts. Invariant: nothing is unpacked beyond the
 * bounds of an upload or a workbook.
 */
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import {
  compoundDocument,
  foreignDocument,
  openZip,
  rowsOfWorksheet,
  WorkbookProblem,
  type WorkbookTable,
  type ZippedFile,
} from "../../../../platform/workbooks/index.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { type ColumnNames, textPlaces } from "../rules/csv-columns.ts";
import { type Content, headOf } from "../rules/encoding.ts";
import type { UploadsNeeds } from "./needs.ts";
import { formatOfContent } from "../rules/upload.ts";
import type { FileFormat } from "../rules/words.ts";
import type { NamedFile, NewUpload } from "./new-upload.ts";

/** The file to read, with notes on which part of the package it is. */
export interface OpenedSource {
  readonly source: NewUpload["source"];
  readonly notes: readonly string[];
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Begins workbooks that are encrypted, or of the old format. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** The part that every workbook of the format XLSX has. */
const OF_WORKBOOKS = "[Content_Types].xml";
/** The files that programs of a Mac add to an archive. */
const BESIDE = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._)/;
const NAMES_SHOWN = 5;

/** Opens what is packed. Refuses `invalid_request` for what can't be unpacked, and for several files. */
export async function opened(
  source: NewUpload["source"],
  { workbooks }: Pick<UploadsNeeds, "workbooks">,
): Promise<OpenedSource> {
  if ("rows" in source) return { source, notes: [] };
  const [isCompound, isZip] = [beginsWith(source.file, COMPOUND), beginsWith(source.file, ZIP)];
  if (!isCompound && !isZip) return { source, notes: [] };
  const bytes = Buffer.concat(source.file);
  const compound = isCompound ? compoundDocument(bytes) : null;
  if (compound !== null) throw refusal(compound);
  if (!isZip) return { source, notes: [] };
  try {
    const files = openZip(bytes);
    if (files.some(({ name }) => name === OF_WORKBOOKS)) {
      const { content, notes, tried } = await tableOf(bytes, source.columns, workbooks);
      return { source: { ...source, file: [content], tried }, notes };
    }
    const foreign = foreignDocument(files.map(({ name }) => name));
    if (foreign !== null) throw new WorkbookProblem(foreign);
    const { content, more, name, notes } = await filesOf(files.filter((file) => !BESIDE.test(file.name)));
    const named = more.length === 0 ? source : { ...source, name };
    return { source: { ...named, file: [content], more }, notes };
  } catch (error) {
    if (error instanceof WorkbookProblem) throw refusal(error.message);
    throw error;
  }
}

function beginsWith(content: Content, mark: Buffer): boolean {
  return Buffer.concat(headOf(content, mark.length)).equals(mark);
}

function refusal(sentence: string) {
  return refuse("invalid_request", { param: "file", message: `No line of the file was added. ${sentence}` });
}

interface Unpacked {
  readonly content: Uint8Array;
  readonly notes: readonly string[];
}

/** Formats whose files name their account, so that several can be read as one. */
const OF_ACCOUNTS: ReadonlySet<FileFormat> = new Set(["bai2", "camt", "mt940", "ofx", "qfx"]);
/** Files that banks put beside statements for people. */
const FOR_PEOPLE = /\.(?:pdf|html?|png|jpe?g)$/i;

/** Returns the files of an archive: the only one, or several of one format that names accounts. */
async function filesOf(
  files: readonly ZippedFile[],
): Promise<Unpacked & { readonly name: string; readonly more: readonly NamedFile[] }> {
  const statements = files.filter(({ name }) => !FOR_PEOPLE.test(name));
  const [first, ...others] = statements.length === 0 ? files : statements;
  if (first === undefined) throw new WorkbookProblem("The archive has no files.");
  const read: { name: string; bytes: Uint8Array }[] = [];
  let left = LIMITS.upload_bytes.value;
  for (const file of [first, ...others]) {
    const bytes = await file.read(left);
    left -= bytes.length;
    read.push({ name: file.name, bytes });
  }
  const names = [first, ...others].map(({ name }) => name);
  if (others.length > 0 && !areOfOneFormat(read.map(({ bytes }) => bytes)))
    throw new WorkbookProblem(
      `The archive has ${names.length} files: ${listed(names)}. Unpack it, and upload each of them by itself.`,
    );
  const besides = files.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  return {
    name: first.name,
    content: read[0]?.bytes ?? new Uint8Array(),
    more: read.slice(1).map(({ name, bytes }) => ({ name, content: [bytes] })),
    notes: [
      names.length === 1
        ? `The file ${listed(names)} of the archive is read.`
        : `The ${names.length} files of the archive are read: ${listed(names)}.`,
      ...(besides.length === 0 ? [] : [`Not read of the archive: ${listed(besides)}.`]),
    ],
  };
}

function areOfOneFormat(files: readonly Uint8Array[]): boolean {
  try {
    const formats = new Set(files.map((bytes) => formatOfContent([bytes])));
    return formats.size === 1 && [...formats].every((format) => OF_ACCOUNTS.has(format));
  } catch (error) {
    if (error instanceof LineProblem) return false;
    throw error;
  }
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, NAMES_SHOWN).map(quoted).join(", ")}${names.length > NAMES_SHOWN ? " and others" : ""}`;
}

/**
 * A worksheet as a CSV, whose lines are the rows of the worksheet: the first one with a header, else the
 * first one with cells. One that is hidden comes after all others.
 */
async function tableOf(
  bytes: Uint8Array,
  columns: ColumnNames,
  workbooks: UploadsNeeds["workbooks"],
): Promise<Unpacked & { readonly tried: string }> {
  const filled = (await workbooks.readTables(bytes, new AbortController().signal))
    .filter(({ worksheet }) => worksheet.cells.length > 0)
    .toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden))
    .map((table) => ({ ...table, texts: textPlaces(rowsOfWorksheet(table.worksheet, "plain"), columns) }));
  const read = filled.find(({ texts }) => texts !== null) ?? filled[0];
  if (read === undefined) throw new WorkbookProblem("The workbook is empty.");
  const { worksheet, texts, results } = read;
  // The stored result of a formula may be out of date, so only texts are taken from results.
  const known = results.filter(({ column }) => texts?.has(column) === true);
  const lines: string[] = [];
  for (const { fields, line } of rowsOfWorksheet(worksheet, "plain", known)) {
    while (lines.length < line - 1) lines.push("");
    lines.push(fields.map(fieldOf).join(","));
  }
  const names = filled.map((each) => each.worksheet.name);
  return {
    content: Buffer.from(`${lines.join("\n")}\n`),
    notes: choiceNotes(read, filled),
    tried: names.length < 2 ? "" : `The worksheets of the workbook were tried: ${listed(names)}.`,
  };
}

/** Returns the note about worksheets that are not read. */
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
