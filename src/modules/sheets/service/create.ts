/**
 * Creates documents, and reads their complete stored content. Invariants: a document is stored completely or
 * not at all; it passes the checks of `rules/checks.ts`; reading a new document returns the content with
 * which it was created.
 */
import { readBlock } from "@daybook/formula/cells";
import { present } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Spreadsheet, Worksheet } from "../../../core/spreadsheet.ts";
import type { Queryable, Tx } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import { lockCompany } from "../../tenants/company/index.ts";
import { blocksOf, readFormats } from "../rules/blocks.ts";
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
import type { NameRow, SheetRow, WorksheetRow } from "../record.ts";
import { layoutFault, layoutOf } from "../rules/lines.ts";
import type { ChartRow, SheetWithWorksheets } from "../rules/words.ts";
import { sheetsStore } from "../store.ts";

type Company = PublicId<"company">;

/** Makes the refusal of an invalid document or edit. */
export function invalidRequest(message: string): Error {
  return refuse("invalid_request", { message });
}

/** Throws a refusal for the fault that a check found; does nothing for null. */
export function refuseFault(fault: string | null, where = ""): void {
  if (fault !== null) throw invalidRequest(where === "" ? fault : `${where}: ${fault}`);
}

/**
 * Creates a document with revision 1 in the caller's transaction. Throws the refusals `invalid_request` with
 * a message for invalid content, and `resource_missing` for an unknown company.
 */
export async function createDocument(
  ids: Ids,
  tx: Tx,
  companyId: Company,
  name: string,
  spreadsheet: Spreadsheet,
  now: UnixSeconds,
): Promise<SheetWithWorksheets> {
  refuseFault(documentNameFault(name));
  refuseFault(spreadsheetFault(spreadsheet));
  const number = await nextNumber(tx, companyId);
  const id = ids.next("sheet");
  await sheetsStore.insert(tx, companyId, { id, number, name, revision: 1, created: now });
  const worksheets: WorksheetRow[] = [];
  for (const [place, worksheet] of spreadsheet.worksheets.entries()) {
    const row = {
      id: ids.next("worksheet"),
      place,
      name: worksheet.name,
      row_count: worksheet.rowCount,
      column_count: worksheet.columnCount,
      ...worksheet.layout,
    };
    worksheets.push(row);
  }
  await sheetsStore.putWorksheets(tx, companyId, number, worksheets);
  for (const [place, { cells, formats }] of spreadsheet.worksheets.entries())
    await sheetsStore.putBlocks(tx, companyId, worksheetAt(worksheets, place).id, blocksOf(cells, formats));
  await refuseTooLarge(tx, companyId, number);
  await sheetsStore.putNames(
    tx,
    companyId,
    number,
    spreadsheet.names.map(({ name: definedName, formula, sheet }): NameRow => ({
      name: definedName,
      formula,
      worksheet_id: sheet === null ? null : worksheetAt(worksheets, sheet).id,
    })),
  );
  const charts = spreadsheet.worksheets.flatMap(({ charts: own }, place) =>
    own.map((chart): ChartRow => ({
      ...chart,
      id: ids.next("chart"),
      worksheet_id: worksheetAt(worksheets, place).id,
    })),
  );
  await sheetsStore.putCharts(tx, companyId, number, charts);
  return present(await sheetsStore.findWithWorksheets(tx, companyId, id), "a new document is missing");
}

/** Returns the number for a new document, and locks the company until the transaction ends. */
async function nextNumber(tx: Tx, companyId: Company): Promise<number> {
  await lockCompany(tx, companyId);
  const { documents, last } = await sheetsStore.count(tx, companyId);
  const most = LIMITS.sheets.value;
  if (documents >= most)
    throw invalidRequest(`A company has at most ${most} spreadsheets. Delete one first.`);
  return (last ?? 0) + 1;
}

/** Refuses a document that is too large. The rows written so far are rolled back with the transaction. */
async function refuseTooLarge(tx: Tx, companyId: Company, number: number): Promise<void> {
  refuseFault(sizeFault(await sheetsStore.measure(tx, companyId, number)));
}

function worksheetAt(worksheets: readonly WorksheetRow[], place: number): WorksheetRow {
  return present(worksheets[place], "there is no worksheet at this place");
}

/** Returns the first fault of a document, with its worksheet and cell; null if it is valid. */
function spreadsheetFault({ worksheets, names }: Spreadsheet): string | null {
  const fault =
    worksheetsFault(worksheets.map(({ name }) => name)) ??
    namesFault(
      names.map(({ sheet, ...name }) => ({ ...name, worksheet: sheet })),
      worksheets.length,
    ) ??
    namesAndChartsFault(
      names,
      worksheets.flatMap(({ charts }) => charts),
    );
  if (fault !== null) return fault;
  for (const worksheet of worksheets) {
    const wrong = worksheetFault(worksheet);
    if (wrong !== null) return `${worksheet.name}: ${wrong}`;
  }
  return null;
}

function worksheetFault({ cells, formats, charts, layout, ...grid }: Worksheet): string | null {
  const lined = { row_count: grid.rowCount, column_count: grid.columnCount, ...layout };
  const wrong = gridFault(grid) ?? layoutFault(lined)?.fault ?? null;
  if (wrong !== null) return wrong;
  for (const { row, column, value } of cells) {
    const fault = positionFault(row, column, grid) ?? valueFault(value);
    if (fault !== null) return `row ${row + 1}, column ${column + 1}: ${fault}`;
  }
  for (const { row, column, format } of formats) {
    const fault = positionFault(row, column, grid) ?? formatFault(format);
    if (fault !== null) return `row ${row + 1}, column ${column + 1}: ${fault}`;
  }
  return charts.map(chartFault).find((fault) => fault !== null) ?? null;
}

/** A document with its complete stored content. */
export interface ReadDocument extends SheetRow {
  readonly spreadsheet: Spreadsheet;
}

/** The number of blocks that are read at once. */
const BLOCKS_PER_READ = 256;

/**
 * Reads a complete document; `db` must be a snapshot transaction, so that all parts are of one revision.
 * Throws the refusal `resource_missing`.
 */
export async function readDocument(db: Queryable, companyId: Company, id: string): Promise<ReadDocument> {
  const sheet = await sheetsStore.findWithWorksheets(db, companyId, id);
  if (sheet === null) throw refuse("resource_missing", { message: `There is no spreadsheet ${id}.` });
  const { worksheets: rows, ...row } = sheet;
  const charts = await sheetsStore.listCharts(db, companyId, row.number);
  const names = await sheetsStore.listNames(db, companyId, row.number);
  const worksheets: Worksheet[] = [];
  for (const worksheet of rows) {
    const { id: worksheetId, name, row_count: rowCount, column_count: columnCount } = worksheet;
    const cells: Worksheet["cells"][number][] = [];
    const formats: Worksheet["formats"][number][] = [];
    for (let after = -1; ;) {
      const blocks = await sheetsStore.listBlocksAfter(db, companyId, worksheetId, after, BLOCKS_PER_READ);
      const last = blocks.at(-1);
      if (last === undefined) break;
      after = last.block;
      for (const block of blocks) {
        for (const cell of readBlock(block.cells)) cells.push(cell);
        for (const format of readFormats(block.formats)) formats.push(format);
      }
    }
    const own = charts
      .filter(({ worksheet_id }) => worksheet_id === worksheetId)
      .map(({ type, title, ranges, position }) => ({ type, title, ranges, position }));
    worksheets.push({
      name,
      rowCount,
      columnCount,
      cells,
      formats,
      charts: own,
      layout: layoutOf(worksheet),
    });
  }
  const places = new Map(rows.map((each) => [each.id, each.place]));
  return {
    ...row,
    spreadsheet: {
      worksheets,
      names: names.map(({ name, formula, worksheet_id }) => ({
        name,
        formula,
        sheet: worksheet_id === null ? null : (places.get(worksheet_id) ?? null),
      })),
    },
  };
}
