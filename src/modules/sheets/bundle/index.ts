/**
 * The section `sheets` of the bundle (the JSON file with all records of a company). A document may be divided
 * among several records, so that a large document is never completely in memory. Cells in the file replace
 * existing cells; other cells stay. A frame is a document without its cells and formats. Invariant: an import
 * that changes an existing document raises its revision once.
 */
import { cellAt, readBlock } from "@daybook/formula/cells";
import {
  BundleProblem,
  type BundleScope,
  type BundleSection,
  fieldOf,
  neededField,
  readId,
  readSeconds,
  recordReader,
  Tally,
} from "../../../contract/bundle.ts";
import { recordWriting } from "../../../contract/record.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../platform/db/index.ts";
import { type Block, BlockContent, blockOf, readFormats } from "../rules/blocks.ts";
import {
  chartFault,
  documentNameFault,
  sizeFault,
  formatFault,
  namesAndChartsFault,
  gridFault,
  namesFault,
  positionFault,
  valueFault,
  worksheetsFault,
} from "../rules/checks.ts";
import { type NameRow, type SheetRow, type WorksheetRow, WORKSHEETS } from "../record.ts";
import { layoutFault, sizedLines } from "../rules/lines.ts";
import type { ChartRow } from "../rules/words.ts";
import { sheetsStore } from "../store.ts";
import { type ContentRecord, contentRecords, readValue, type SheetRecord, sheetRecord } from "./record.ts";

type Company = PublicId<"company">;

const shape = {
  name: "sheets",
  form: "array",
  description:
    "Spreadsheet documents, in the order of creation, as they were entered. Calculated values are not in the file.",
  schema: sheetRecord,
} as const;
const readRecords = recordReader(shape, sheetRecord);
const plainWorksheetRecordOf = recordWriting(WORKSHEETS);
function worksheetRecordOf(row: WorksheetRow) {
  const { column_widths, row_heights, frozen_rows, frozen_columns } = row;
  return {
    ...plainWorksheetRecordOf(row),
    ...(column_widths.length === 0 ? {} : { column_widths: [...column_widths] }),
    ...(row_heights.length === 0 ? {} : { row_heights: [...row_heights] }),
    ...(frozen_rows === 0 ? {} : { frozen_rows }),
    ...(frozen_columns === 0 ? {} : { frozen_columns }),
  };
}

interface Frame {
  readonly name: string;
  readonly worksheets: readonly WorksheetRow[];
  readonly names: readonly NameRow[];
  readonly charts: readonly ChartRow[];
}

/** The state of a document during an import, from its first record in the file to the end. */
interface OpenDocument {
  /** The path of its last record in the file, for errors. */
  path: string;
  /** The document before the import; null for a new document. */
  readonly former: SheetRow | null;
  row: Omit<SheetRow, "edition">;
  frame: Frame;
  /** The revision in the file. */
  statedRevision: number | undefined;
  isChanged: boolean;
}

export const sheetsSection: BundleSection<Tx> = {
  ...shape,
  async write(scope, batches) {
    const open = new Map<string, OpenDocument>();
    const numbers = await sheetsStore.count(scope.tx, scope.companyId);
    for await (const { path, record } of readRecords(batches)) {
      const document = open.get(record.id) ?? (await openDocument(scope, record, path, numbers));
      open.set(record.id, document);
      await putRecord(scope, document, record, path);
    }
    const tally = new Tally();
    for (const document of open.values()) tally.compare(document.former, await finish(scope, document));
    return tally.counts;
  },
  async *read({ tx, companyId }) {
    for (const row of await sheetsStore.listByNumber(tx, companyId)) {
      const { worksheets, names, charts } = await frameOf(tx, companyId, row);
      yield [
        {
          id: row.id,
          name: row.name,
          revision: row.revision,
          created: row.created,
          worksheets: worksheets.map(worksheetRecordOf),
          names,
          charts,
        },
      ];
      for (const { id } of worksheets) {
        for (let after = -1; ;) {
          const blocks = await sheetsStore.listBlocksAfter(tx, companyId, id, after, BLOCKS_PER_READ);
          const end = blocks.at(-1);
          if (end === undefined) break;
          after = end.block;
          // Each block has its own records, usually one, so that an import writes the block once.
          for (const { cells, formats } of blocks)
            yield contentRecords(id, readBlock(cells), readFormats(formats)).map((content): SheetRecord => ({
              id: row.id,
              contents: [content],
            }));
        }
      }
    }
  },
};

/** The number of blocks that are read at once. */
const BLOCKS_PER_READ = 64;

/**
 * Locks the document of its first record in the file, or creates it. `numbers` are the count of the company's
 * documents and the highest document number.
 */
async function openDocument(
  { tx, companyId, now }: BundleScope<Tx>,
  record: SheetRecord,
  path: string,
  numbers: { documents: number; last: number | null },
): Promise<OpenDocument> {
  const former = await sheetsStore.lock(tx, companyId, record.id);
  if (former !== null) {
    const frame = await frameOf(tx, companyId, former);
    return { path, former, row: former, frame, statedRevision: undefined, isChanged: false };
  }
  const frame = readFrame(record, null, path);
  numbers.documents += 1;
  numbers.last = (numbers.last ?? 0) + 1;
  if (numbers.documents > LIMITS.sheets.value)
    throw new BundleProblem(
      path,
      `would exceed the ${LIMITS.sheets.value} documents that a company may have`,
    );
  const row = {
    id: readId("sheet", record.id),
    number: numbers.last,
    name: frame.name,
    revision: record.revision ?? 1,
    created: readSeconds(record.created) ?? now,
  };
  await sheetsStore.insert(tx, companyId, row);
  const empty = { name: frame.name, worksheets: [], names: [], charts: [] };
  return { path, former, row, frame: empty, statedRevision: undefined, isChanged: true };
}

/** Applies a record to its document. */
async function putRecord(
  { tx, companyId }: BundleScope<Tx>,
  document: OpenDocument,
  record: SheetRecord,
  path: string,
): Promise<void> {
  const { frame: before, row } = document;
  const frame = readFrame(record, before.worksheets.length === 0 ? null : before, path);
  document.path = path;
  document.row = { ...row, name: frame.name };
  document.frame = frame;
  document.statedRevision = record.revision ?? document.statedRevision;
  if (!sameFrame(before, frame)) {
    await refuseIdsOfOthers(tx, companyId, row.number, frame, path);
    await putFrame(tx, companyId, row.number, before, frame);
    document.isChanged = true;
  }
  for (const [index, content] of (record.contents ?? []).entries()) {
    if (await putContent(tx, companyId, frame, content, `${path}.contents[${index}]`))
      document.isChanged = true;
  }
}

/**
 * Checks the size of a changed document and stores its revision. Returns true if the document is unchanged.
 */
async function finish(
  { tx, companyId }: BundleScope<Tx>,
  { path, former, row, statedRevision, isChanged }: OpenDocument,
): Promise<boolean> {
  const fault = isChanged ? sizeFault(await sheetsStore.measure(tx, companyId, row.number)) : null;
  if (fault !== null) throw new BundleProblem(path, `is too large: ${fault}`);
  const least = (former?.revision ?? 0) + (isChanged ? 1 : 0);
  const revision = Math.max(statedRevision ?? 1, least);
  const isSame = former !== null && revision === former.revision;
  if (!isSame) await sheetsStore.update(tx, companyId, { ...row, revision });
  return isSame;
}

async function frameOf(tx: Tx, companyId: Company, { number, name }: SheetRow): Promise<Frame> {
  return {
    name,
    worksheets: await sheetsStore.listWorksheets(tx, companyId, number),
    names: await sheetsStore.listNames(tx, companyId, number),
    charts: await sheetsStore.listCharts(tx, companyId, number),
  };
}

/** Reads and checks the frame of a document after a record. `before` is null for a new document. */
function readFrame(record: SheetRecord, before: Frame | null, path: string): Frame {
  const name = neededField(record.name, before?.name, `${path}.name`);
  const statedWorksheets = record.worksheets?.map((row, place): WorksheetRow => {
    const former = before?.worksheets.find(({ id }) => id === row.id);
    return {
      ...row,
      id: readId("worksheet", row.id),
      place,
      column_widths: sizedLines([], row.column_widths ?? former?.column_widths ?? []),
      row_heights: sizedLines([], row.row_heights ?? former?.row_heights ?? []),
      frozen_rows: row.frozen_rows ?? former?.frozen_rows ?? 0,
      frozen_columns: row.frozen_columns ?? former?.frozen_columns ?? 0,
    };
  });
  const worksheets = neededField(statedWorksheets, before?.worksheets, `${path}.worksheets`);
  const places = new Map<string, number>(worksheets.map(({ id, place }) => [id, place]));
  const exists = (worksheetId: string | null): boolean => worksheetId === null || places.has(worksheetId);
  const names = fieldOf(
    record.names?.map((row): NameRow => ({
      name: row.name,
      formula: row.formula,
      worksheet_id: typeof row.worksheet_id === "string" ? readId("worksheet", row.worksheet_id) : null,
    })),
    // If the file omits a worksheet, its names and charts are deleted with it.
    before?.names.filter(({ worksheet_id }) => exists(worksheet_id)),
    [],
  );
  const statedCharts = record.charts?.map((row): ChartRow => ({
    ...row,
    id: readId("chart", row.id),
    worksheet_id: readId("worksheet", row.worksheet_id),
    title: row.title ?? null,
  }));
  const charts = fieldOf(
    statedCharts,
    before?.charts.filter(({ worksheet_id }) => exists(worksheet_id)),
    [],
  );
  refuse(documentNameFault(name), `${path}.name`);
  refuse(worksheetsFault(worksheets.map((row) => row.name)), `${path}.worksheets`);
  if (places.size < worksheets.length)
    throw new BundleProblem(`${path}.worksheets`, "contains a worksheet twice");
  for (const [index, worksheet] of worksheets.entries()) {
    const { row_count: rowCount, column_count: columnCount, id } = worksheet;
    const at = `${path}.worksheets[${index}]`;
    refuse(gridFault({ rowCount, columnCount }), at);
    const former = before?.worksheets.find((row) => row.id === id);
    if (former !== undefined && (rowCount < former.row_count || columnCount < former.column_count))
      throw new BundleProblem(
        at,
        `has ${former.row_count} rows and ${former.column_count} columns, and a grid can only grow`,
      );
    const wrong = layoutFault(worksheet);
    if (wrong !== null) refuse(wrong.fault, `${at}.${wrong.member}`);
  }
  const orphan = [...names, ...charts].find(({ worksheet_id }) => !exists(worksheet_id));
  if (orphan !== undefined)
    throw new BundleProblem(
      path,
      `has a name or a chart on the worksheet ${orphan.worksheet_id ?? ""}, which does not exist`,
    );
  refuse(
    namesFault(
      names.map((row) => ({
        ...row,
        worksheet: row.worksheet_id === null ? null : (places.get(row.worksheet_id) ?? -1),
      })),
      worksheets.length,
    ),
    `${path}.names`,
  );
  refuse(
    charts.map(chartFault).find((fault) => fault !== null) ?? namesAndChartsFault(names, charts),
    `${path}.charts`,
  );
  if (new Set(charts.map(({ id }) => id)).size < charts.length)
    throw new BundleProblem(`${path}.charts`, "contains a chart twice");
  const ordered = charts.toSorted(
    (a, b) => (places.get(a.worksheet_id) ?? 0) - (places.get(b.worksheet_id) ?? 0),
  );
  return { name, worksheets, names, charts: ordered };
}

function refuse(fault: string | null, path: string): void {
  if (fault !== null) throw new BundleProblem(path, `is invalid: ${fault}`);
}

/** True if two documents are equal except for their cells and formats. */
function sameFrame(a: Frame, b: Frame): boolean {
  return textOf(a) === textOf(b);
}

function textOf({ name, worksheets, names, charts }: Frame): string {
  return JSON.stringify([
    name,
    worksheets.map(worksheetRecordOf),
    names.map((row) => [row.name, row.formula, row.worksheet_id]),
    charts.map(
      ({ id, worksheet_id, type, title, ranges, position: { row, column, row_span, column_span } }) => [
        id,
        worksheet_id,
        type,
        title,
        ranges,
        row,
        column,
        row_span,
        column_span,
      ],
    ),
  ]);
}

/** Throws `BundleProblem` for ids of worksheets and charts that belong to another document. */
async function refuseIdsOfOthers(
  tx: Tx,
  companyId: Company,
  number: number,
  { worksheets, charts }: Frame,
  path: string,
): Promise<void> {
  for (const { id } of worksheets) {
    const owner = await sheetsStore.findWorksheetOwner(tx, companyId, id);
    if (owner !== null && owner !== number)
      throw new BundleProblem(`${path}.worksheets`, `${id} is a worksheet of another document`);
  }
  for (const { id } of charts) {
    const owner = await sheetsStore.findChartOwner(tx, companyId, id);
    if (owner !== null && owner !== number)
      throw new BundleProblem(`${path}.charts`, `${id} is a chart of another document`);
  }
}

async function putFrame(
  tx: Tx,
  companyId: Company,
  number: number,
  before: Frame,
  frame: Frame,
): Promise<void> {
  const kept = new Set<string>(frame.worksheets.map(({ id }) => id));
  for (const { id } of before.worksheets)
    if (!kept.has(id)) await sheetsStore.deleteWorksheet(tx, companyId, id);
  await sheetsStore.putWorksheets(tx, companyId, number, frame.worksheets);
  await sheetsStore.putNames(tx, companyId, number, frame.names);
  await sheetsStore.putCharts(tx, companyId, number, frame.charts);
}

/** Writes cells and formats of one worksheet. Returns true if any of them changed. */
async function putContent(
  tx: Tx,
  companyId: Company,
  { worksheets }: Frame,
  content: ContentRecord,
  path: string,
): Promise<boolean> {
  const worksheet = worksheets.find(({ id }) => id === content.worksheet_id);
  if (worksheet === undefined)
    throw new BundleProblem(
      `${path}.worksheet_id`,
      `there is no worksheet ${content.worksheet_id} in this document`,
    );
  const grid = { rowCount: worksheet.row_count, columnCount: worksheet.column_count };
  const locate = <T>(member: "cells" | "formats", valuesByCell: Readonly<Record<string, T>> | undefined) =>
    Object.entries(valuesByCell ?? {}).map(([name, value]) => {
      const at = `${path}.${member}.${name}`;
      const cell = name.includes("$") ? null : cellAt(name);
      if (cell === null) throw new BundleProblem(at, "must be the name of a cell, such as B2");
      refuse(positionFault(cell.row, cell.column, grid), at);
      return { ...cell, value, at };
    });
  const cells = locate("cells", content.cells).map(({ at, ...cell }) => {
    const value = readValue(cell.value, at);
    if (value !== null) refuse(valueFault(value), at);
    return { ...cell, value };
  });
  const formats = locate("formats", content.formats);
  for (const { value, at } of formats) if (value !== null) refuse(formatFault(value), at);
  const numbers = [...new Set([...cells, ...formats].map(({ row }) => blockOf(row)))];
  const touched = numbers.map((block) => ({ worksheetId: worksheet.id, block }));
  const former = new Map(
    (await sheetsStore.listTheseBlocks(tx, companyId, touched)).map((block) => [block.block, block]),
  );
  const contents = new Map(numbers.map((block) => [block, new BlockContent(former.get(block))]));
  for (const { row, column, value } of cells) contents.get(blockOf(row))?.setValue(row, column, value);
  for (const { row, column, value } of formats) contents.get(blockOf(row))?.setFormat(row, column, value);
  const changed: Block[] = [];
  let isChanged = false;
  for (const [block, blockContent] of contents) {
    const [before, after] = [former.get(block), blockContent.stored(block)];
    if (before?.cells === after?.cells && before?.formats === after?.formats) continue;
    isChanged = true;
    if (after === null) await sheetsStore.deleteBlock(tx, companyId, worksheet.id, block);
    else changed.push(after);
  }
  await sheetsStore.putBlocks(tx, companyId, worksheet.id, changed);
  return isChanged;
}
