/**
 * Edits documents. Invariants: an edit locks its document and, if the caller states a base revision, requires
 * that the document still has it; an edit either raises the revision by one or changes nothing; the edited
 * document passes the checks of `rules/checks.ts`.
 */
import type { Authored, LineMove } from "@daybook/formula/cells";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { parseId, type PublicId } from "@daybook/words/public-id";
import { type CellFormat, type Chart, PLAIN_LAYOUT } from "../../../core/spreadsheet.ts";
import type { Tx } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import { type Block, BlockContent, blockOf } from "../rules/blocks.ts";
import {
  chartFault,
  documentNameFault,
  sizeFault,
  foldCase,
  formatFault,
  namesAndChartsFault,
  gridFault,
  namesFault,
  positionFault,
  valueFault,
  worksheetsFault,
} from "../rules/checks.ts";
import { layoutFault, movedBlocks, sizedLines } from "../rules/lines.ts";
import type { SheetRow, TouchedBlocks, WorksheetMove, WorksheetRow } from "../record.ts";
import { sheetsStore } from "../store.ts";
import type { ChartRow, SheetWithWorksheets } from "../rules/words.ts";
import { readFrame, type SheetFrame } from "./content.ts";
import { invalidRequest, refuseFault } from "./create.ts";
import type { SheetsNeeds } from "./needs.ts";
import { moveLines } from "./lines.ts";
import { renameReferences } from "./renaming.ts";

type Company = PublicId<"company">;

/**
 * An edit of one cell: omitted members stay unchanged, null clears them. Rows and columns count from zero.
 */
export interface CellEdit {
  /** The worksheet's id or name. */
  readonly worksheet: string;
  readonly row: number;
  readonly column: number;
  readonly value?: Authored | null;
  /** Replaces the whole format: properties that it does not set are removed. */
  readonly format?: CellFormat | null;
}

/** A name that formulas use. */
export interface NameEdit {
  readonly name: string;
  /** Begins with "=". */
  readonly formula: string;
  /** The id or name of the only worksheet whose formulas may use this name; null for the whole document. */
  readonly worksheet: string | null;
}

export interface ChartEdit extends Chart {
  /** The id of an existing chart; null for a new one. */
  readonly id: string | null;
  readonly worksheet: string;
}

/**
 * One edit. `worksheet` is the id or the name of a worksheet. `place` is the position of a worksheet's tab,
 * from zero; a position past the end means last.
 */
export type SheetEdit =
  | { readonly kind: "rename"; readonly name: string }
  | { readonly kind: "cells"; readonly cells: readonly CellEdit[] }
  | {
      readonly kind: "add_worksheet";
      readonly name: string;
      readonly rowCount: number;
      readonly columnCount: number;
      readonly place: number | null;
    }
  /** References in formulas, names and charts are updated. */
  | { readonly kind: "rename_worksheet"; readonly worksheet: string; readonly name: string }
  | { readonly kind: "move_worksheet"; readonly worksheet: string; readonly place: number }
  /** Sets the size of the grid, which can't become smaller. */
  | {
      readonly kind: "grow_worksheet";
      readonly worksheet: string;
      readonly rowCount: number;
      readonly columnCount: number;
    }
  | { readonly kind: "delete_worksheet"; readonly worksheet: string }
  /** Inserts rows or columns before the place `at`, or deletes those from it on. Places count from zero. */
  | {
      readonly kind: "insert_lines" | "delete_lines";
      readonly worksheet: string;
      readonly lines: LineMove["lines"];
      readonly at: number;
      readonly count: number;
    }
  /** Sets heights of rows or widths of columns; null is the ordinary size. */
  | {
      readonly kind: "size_lines";
      readonly worksheet: string;
      readonly lines: LineMove["lines"];
      readonly sizes: readonly { readonly line: number; readonly pixels: number | null }[];
    }
  /** Freezes so many of the first rows and columns; 0 for none. */
  | {
      readonly kind: "freeze_lines";
      readonly worksheet: string;
      readonly frozen_rows: number;
      readonly frozen_columns: number;
    }
  /** Replaces all names of the document. */
  | { readonly kind: "names"; readonly names: readonly NameEdit[] }
  /**
   * Adds a chart, or replaces the one with this id. With a place among the charts of the document, from
   * zero, a deleted chart comes back there under its id.
   */
  | { readonly kind: "put_chart"; readonly chart: ChartEdit; readonly place?: number | null }
  | { readonly kind: "delete_chart"; readonly chart: string };

export type EditedSheet = SheetWithWorksheets & Omit<SheetFrame, "sheet">;

/**
 * Makes edits, which count as one, and returns the document after them. Throws the refusals
 * `resource_missing`; `revision_conflict` if `baseRevision` is not null and the document has another
 * revision; and `invalid_request` with a message for an invalid edit.
 */
export function editSheet(
  { db, ids }: SheetsNeeds,
  companyId: Company,
  id: string,
  baseRevision: number | null,
  edits: readonly SheetEdit[],
): Promise<EditedSheet> {
  return db.transaction(async (tx) => {
    const sheet = await lockSheet(tx, companyId, id, baseRevision);
    const revision = sheet.revision + 1;
    const touched: Touched = { blocks: new Map(), moves: [] };
    let { name } = sheet;
    for (const edit of edits) {
      if (edit.kind === "rename") refuseFault(documentNameFault((name = edit.name)));
      else await applyEdit(tx, ids, companyId, sheet, edit, touched);
    }
    if (edits.some(({ kind }) => kind === "cells"))
      refuseFault(sizeFault(await sheetsStore.measure(tx, companyId, sheet.number)));
    await sheetsStore.update(tx, companyId, { ...sheet, name, revision });
    await sheetsStore.insertChange(
      tx,
      companyId,
      {
        sheet_number: sheet.number,
        revision,
        blocks: [...touched.blocks].map(([worksheet, blocks]) => [worksheet, [...blocks]] as const),
        moves: touched.moves,
      },
      revision - LIMITS.sheet_changes.value,
    );
    const { sheet: edited, ...frame } = await readFrame(tx, companyId, sheet.id);
    return { ...edited, ...frame };
  });
}

/** Deletes a document with its content. Throws the refusals `resource_missing` and `revision_conflict`. */
export function deleteSheet(
  { db }: SheetsNeeds,
  companyId: Company,
  id: string,
  baseRevision: number | null,
): Promise<void> {
  return db.transaction(async (tx) => {
    const sheet = await lockSheet(tx, companyId, id, baseRevision);
    await sheetsStore.delete(tx, companyId, sheet.id);
  });
}

async function lockSheet(
  tx: Tx,
  companyId: Company,
  id: string,
  baseRevision: number | null,
): Promise<SheetRow> {
  const sheet = await sheetsStore.lock(tx, companyId, id);
  if (sheet === null) throw refuse("resource_missing");
  if (baseRevision !== null && baseRevision !== sheet.revision)
    throw refuse("revision_conflict", { currentRevision: sheet.revision });
  return sheet;
}

/** What edits touched. */
interface Touched {
  /** The numbers of the blocks whose cells or formats changed, by worksheet. */
  readonly blocks: Map<PublicId<"worksheet">, ReadonlySet<number>>;
  readonly moves: WorksheetMove[];
}

function touch({ blocks }: Touched, more: TouchedBlocks): void {
  for (const [worksheet, numbers] of more)
    blocks.set(worksheet, new Set([...(blocks.get(worksheet) ?? []), ...numbers]));
}

/** Returns the worksheets with a larger grid of one. */
function grown(
  worksheets: readonly WorksheetRow[],
  edit: Extract<SheetEdit, { readonly kind: "grow_worksheet" }>,
): readonly WorksheetRow[] {
  const { id, row_count, column_count } = worksheetOf(worksheets, edit.worksheet);
  refuseFault(gridFault(edit));
  if (edit.rowCount < row_count || edit.columnCount < column_count)
    throw invalidRequest(
      `The worksheet has ${row_count} rows and ${column_count} columns, and a grid can only grow.`,
    );
  return worksheets.map((row) =>
    row.id === id ? { ...row, row_count: edit.rowCount, column_count: edit.columnCount } : row,
  );
}

/** Returns the worksheets with another layout of one. */
function laidOut(worksheets: readonly WorksheetRow[], changed: WorksheetRow): readonly WorksheetRow[] {
  refuseFault(layoutFault(changed)?.fault ?? null, changed.name);
  return worksheets.map((row) => (row.id === changed.id ? changed : row));
}

async function applyEdit(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  { number }: SheetRow,
  edit: Exclude<SheetEdit, { readonly kind: "rename" }>,
  touched: Touched,
): Promise<void> {
  const worksheets = await sheetsStore.listWorksheets(tx, companyId, number);
  const put = async (rows: readonly WorksheetRow[]): Promise<void> => {
    refuseFault(worksheetsFault(rows.map(({ name }) => name)));
    await sheetsStore.putWorksheets(
      tx,
      companyId,
      number,
      rows.map((row, place) => ({ ...row, place })),
    );
  };
  switch (edit.kind) {
    case "cells":
      return setCells(tx, companyId, worksheets, edit.cells, touched);
    case "add_worksheet": {
      refuseFault(gridFault(edit));
      const row = {
        id: ids.next("worksheet"),
        place: 0,
        name: edit.name,
        row_count: edit.rowCount,
        column_count: edit.columnCount,
        ...PLAIN_LAYOUT,
      };
      return put(worksheets.toSpliced(validPlace(edit.place ?? worksheets.length), 0, row));
    }
    case "rename_worksheet": {
      const { id, name: former } = worksheetOf(worksheets, edit.worksheet);
      await put(worksheets.map((row) => (row.id === id ? { ...row, name: edit.name } : row)));
      return touch(touched, await renameReferences(tx, companyId, number, worksheets, former, edit.name));
    }
    case "move_worksheet": {
      const moved = worksheetOf(worksheets, edit.worksheet);
      return put(worksheets.filter(({ id }) => id !== moved.id).toSpliced(validPlace(edit.place), 0, moved));
    }
    case "grow_worksheet":
      return put(grown(worksheets, edit));
    case "delete_worksheet": {
      const deleted = worksheetOf(worksheets, edit.worksheet);
      await sheetsStore.deleteWorksheet(tx, companyId, deleted.id);
      touched.blocks.delete(deleted.id);
      return put(worksheets.filter(({ id }) => id !== deleted.id));
    }
    case "insert_lines":
    case "delete_lines":
      return applyMove(tx, companyId, number, worksheets, edit, touched);
    case "size_lines": {
      const sized = worksheetOf(worksheets, edit.worksheet);
      const member = edit.lines === "rows" ? "row_heights" : "column_widths";
      return put(laidOut(worksheets, { ...sized, [member]: sizedLines(sized[member], edit.sizes) }));
    }
    case "freeze_lines": {
      const frozen = worksheetOf(worksheets, edit.worksheet);
      const { frozen_rows, frozen_columns } = edit;
      return put(laidOut(worksheets, { ...frozen, frozen_rows, frozen_columns }));
    }
    case "names": {
      const names = edit.names.map((each) => ({
        ...each,
        at: each.worksheet === null ? null : worksheetOf(worksheets, each.worksheet),
      }));
      refuseFault(
        namesFault(
          names.map(({ name, formula, at }) => ({ name, formula, worksheet: at?.place ?? null })),
          worksheets.length,
        ),
      );
      refuseFault(namesAndChartsFault(edit.names, await sheetsStore.listCharts(tx, companyId, number)));
      return sheetsStore.putNames(
        tx,
        companyId,
        number,
        names.map(({ name, formula, at }) => ({ name, formula, worksheet_id: at?.id ?? null })),
      );
    }
    case "put_chart":
    case "delete_chart":
      return changeCharts(tx, ids, companyId, number, worksheets, edit);
  }
}

type EditOf<Kind extends SheetEdit["kind"]> = Extract<SheetEdit, { readonly kind: Kind }>;

async function applyMove(
  tx: Tx,
  companyId: Company,
  number: number,
  worksheets: readonly WorksheetRow[],
  edit: EditOf<"insert_lines" | "delete_lines">,
  touched: Touched,
): Promise<void> {
  const moved = worksheetOf(worksheets, edit.worksheet);
  const { kind, lines, at, count } = edit;
  if (count < 1) throw invalidRequest("At least one row or column is inserted or deleted.");
  const move = { lines, at, count: kind === "insert_lines" ? count : -count };
  await moveLines(tx, companyId, number, worksheets, moved, move);
  touched.moves.push({ worksheet_id: moved.id, ...move });
  const before = touched.blocks.get(moved.id);
  if (before !== undefined) touched.blocks.set(moved.id, movedBlocks(before, move));
}

async function changeCharts(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  number: number,
  worksheets: readonly WorksheetRow[],
  edit: EditOf<"put_chart" | "delete_chart">,
): Promise<void> {
  const former = await sheetsStore.listCharts(tx, companyId, number);
  const known = (id: string) => former.find((chart) => chart.id === id) ?? refuseUnknownChart(id);
  if (edit.kind === "delete_chart") {
    const deleted = known(edit.chart);
    return sheetsStore.putCharts(
      tx,
      companyId,
      number,
      former.filter((chart) => chart !== deleted),
    );
  }
  const { worksheet, id, ...chart } = edit.chart;
  refuseFault(chartFault(chart));
  const worksheet_id = worksheetOf(worksheets, worksheet).id;
  const put = (own: ChartRow["id"]): ChartRow => ({ ...chart, id: own, worksheet_id });
  const { place = null } = edit;
  const replaced = id === null || place !== null ? null : known(id);
  const charts =
    replaced !== null
      ? former.map((each) => (each === replaced ? put(each.id) : each))
      : place !== null
        ? former.toSpliced(validPlace(place), 0, put(await freeChartId(tx, companyId, id)))
        : [...former, put(ids.next("chart"))];
  refuseFault(namesAndChartsFault(await sheetsStore.listNames(tx, companyId, number), charts));
  await sheetsStore.putCharts(tx, companyId, number, charts);
}

/** An id for a chart that comes back: any that no chart has, as nothing remembers those of deleted charts. */
async function freeChartId(tx: Tx, companyId: Company, id: string | null): Promise<ChartRow["id"]> {
  const parsed = parseId("chart", id ?? "");
  if (parsed === null || (await sheetsStore.findChartOwner(tx, companyId, parsed)) !== null)
    throw invalidRequest(`No chart can be brought back as ${JSON.stringify((id ?? "").slice(0, 80))}.`);
  return parsed;
}

function validPlace(place: number): number {
  if (!Number.isSafeInteger(place) || place < 0)
    throw invalidRequest("The position of a worksheet or chart is a whole number from 0 up.");
  return place;
}

function refuseUnknownChart(id: string): never {
  throw invalidRequest(`The document has no chart ${id}.`);
}

/** Finds a worksheet by its id, or by its name ignoring case. */
function worksheetOf(worksheets: readonly WorksheetRow[], idOrName: string): WorksheetRow {
  const worksheet =
    worksheets.find(({ id }) => id === idOrName) ??
    worksheets.find(({ name }) => foldCase(name) === foldCase(idOrName));
  if (worksheet === undefined)
    throw invalidRequest(`The document has no worksheet ${JSON.stringify(idOrName.slice(0, 80))}.`);
  return worksheet;
}

function refuseInvalid({ row, column, value, format }: CellEdit, at: WorksheetRow): void {
  refuseFault(positionFault(row, column, { rowCount: at.row_count, columnCount: at.column_count }), at.name);
  refuseFault(value === undefined || value === null ? null : valueFault(value));
  refuseFault(format === undefined || format === null ? null : formatFault(format));
}

async function setCells(
  tx: Tx,
  companyId: Company,
  worksheets: readonly WorksheetRow[],
  edits: readonly CellEdit[],
  touched: Touched,
): Promise<void> {
  const most = LIMITS.sheet_edits.value;
  if (edits.length === 0 || edits.length > most) throw invalidRequest(`An edit changes 1 to ${most} cells.`);
  const placed = edits.map((edit) => ({ ...edit, at: worksheetOf(worksheets, edit.worksheet) }));
  for (const edit of placed) refuseInvalid(edit, edit.at);
  for (const worksheet of worksheets) {
    const own = placed.filter(({ at }) => at.id === worksheet.id);
    const numbers = [...new Set(own.map(({ row }) => blockOf(row)))];
    if (numbers.length === 0) continue;
    const former = await sheetsStore.listTheseBlocks(
      tx,
      companyId,
      numbers.map((block) => ({ worksheetId: worksheet.id, block })),
    );
    const contents = new Map(
      numbers.map((block) => [block, new BlockContent(former.find((each) => each.block === block))]),
    );
    for (const { row, column, value, format } of own) {
      const content = contents.get(blockOf(row));
      if (value !== undefined) content?.setValue(row, column, value);
      if (format !== undefined) content?.setFormat(row, column, format);
    }
    await storeBlocks(tx, companyId, worksheet.id, contents);
    touch(touched, [[worksheet.id, numbers]]);
  }
}

/** Stores changed blocks, and deletes those that have become empty. */
async function storeBlocks(
  tx: Tx,
  companyId: Company,
  worksheetId: PublicId<"worksheet">,
  contents: ReadonlyMap<number, BlockContent>,
): Promise<void> {
  const blocks: Block[] = [];
  for (const [block, content] of contents) {
    const stored = content.stored(block);
    if (stored === null) await sheetsStore.deleteBlock(tx, companyId, worksheetId, block);
    else blocks.push(stored);
  }
  await sheetsStore.putBlocks(tx, companyId, worksheetId, blocks);
}
