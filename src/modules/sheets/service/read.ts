/**
 * Reads documents: the list, and a document with ranges of cells. Invariants: a response shows one revision
 * of its document; no transaction is open while formulas are calculated; a calculation that fails changes
 * nothing else in the response.
 */
import { FormulaText, readBlock, type Scalar, type WorkbookSource } from "@daybook/formula/cells";
import type { CompanyFor } from "@daybook/words/areas";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { bindingOf, type Page, pageOf } from "../../../core/cursor.ts";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { FormattedCell } from "../../../core/spreadsheet.ts";
import type { Queryable, QueryOf } from "../../../platform/db/index.ts";
import type { CalculationResult } from "../../../platform/formula/index.ts";
import { blockOf, readFormats } from "../rules/blocks.ts";
import { foldCase } from "../rules/checks.ts";
import { SHEET_CURSORS } from "../rules/cursors.ts";
import { instantSerial } from "../rules/instant-serial.ts";
import { chosenWorksheet, readRanges, type Selection } from "../rules/ranges.ts";
import type { SheetRow } from "../record.ts";
import type { Bounds, ChartRow, UsedWorksheet, SheetWithWorksheets } from "../rules/words.ts";
import { sheetsStore } from "../store.ts";
import type { SheetsNeeds } from "./needs.ts";

type Company = PublicId<"company">;

/** The filter and the page of a list of documents. */
export type SheetListQuery = QueryOf<typeof sheetsStore.pages>;

export async function listSheets(
  { db }: SheetsNeeds,
  companyId: Company,
  query: SheetListQuery,
): Promise<Page<SheetRow>> {
  const filters = { ...query, query: query.query === null ? null : foldCase(String(query.query)) };
  const binding = bindingOf(companyId, filters.query);
  const after = SHEET_CURSORS.read(query.starting_after, binding);
  const rows = await sheetsStore.pages.list(db, companyId, filters, after);
  return pageOf(rows, query.limit, (last) => SHEET_CURSORS.write(binding, last));
}

export type SheetView = "values" | "formulas" | "both";

export interface SheetQuery {
  /** Null for a document without ranges. */
  readonly ranges: readonly string[] | null;
  readonly worksheetId: string | null;
  readonly view: SheetView;
  readonly charts: boolean;
  readonly formats: boolean;
}

/** A range of a response. Members that were not requested or are not available are null. */
export interface RangeContents extends Selection<UsedWorksheet> {
  readonly values: readonly (readonly Scalar[])[] | null;
  readonly formulas: readonly (readonly (string | null)[])[] | null;
  readonly formats: readonly FormattedCell[] | null;
}

export interface SheetContents {
  readonly sheet: SheetWithWorksheets;
  readonly ranges: readonly RangeContents[] | null;
  /** Null if the request needs no calculation. */
  readonly calculation: CalculationResult | null;
  readonly charts: readonly ChartRow[] | null;
}

/** The number of attempts to read a document that changes meanwhile. */
const ATTEMPTS = 5;

/** Thrown if the document was changed before its calculation had loaded it. */
class DocumentChanged extends Error {
  override readonly name = "DocumentChanged";
}

/**
 * Reads a document with ranges. Throws the refusals `resource_missing` and `invalid_request`, the latter with
 * `param` `ranges` or `worksheet_id`.
 */
export async function getSheet(
  needs: SheetsNeeds,
  companyId: CompanyFor<"forecast:view">,
  id: string,
  query: SheetQuery,
  now: UnixSeconds,
): Promise<SheetContents> {
  return retryOnChange(() => readOnce(needs, companyId, id, query, now));
}

/**
 * Repeats `read` while it throws `DocumentChanged`. After `ATTEMPTS`, throws the refusal
 * `service_unavailable`.
 */
export async function retryOnChange<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof DocumentChanged)) throw error;
      if (attempt >= ATTEMPTS)
        throw refuse("service_unavailable", {
          message: "The document changed repeatedly during the read. Retry.",
        });
    }
  }
}

async function readOnce(
  needs: SheetsNeeds,
  companyId: CompanyFor<"forecast:view">,
  id: string,
  query: SheetQuery,
  now: UnixSeconds,
): Promise<SheetContents> {
  const { sheet, ranges, charts } = await needs.db.transaction((tx) => readStored(tx, companyId, id, query), {
    mode: "snapshot",
  });
  if (ranges === null || query.view === "formulas") return { sheet, ranges, charts, calculation: null };
  const calculation = await calculate(
    needs,
    companyId,
    sheet,
    ranges,
    LIMITS.sheet_answer_characters.value,
    now,
  );
  const values = calculation.isAvailable ? calculation.values : null;
  return {
    sheet,
    charts,
    calculation,
    ranges: ranges.map((range, index) => ({ ...range, values: values?.[index] ?? null })),
  };
}

/** Reads all parts of a response that need no calculation. */
async function readStored(
  db: Queryable,
  companyId: Company,
  id: string,
  { ranges: requested, worksheetId, view, charts, formats }: SheetQuery,
): Promise<Omit<SheetContents, "calculation">> {
  const sheet = await sheetsStore.findWithWorksheets(db, companyId, id);
  if (sheet === null) throw refuse("resource_missing");
  const chosen = chosenWorksheet(sheet.worksheets, worksheetId);
  const selections = requested === null ? null : readRanges(requested, sheet.worksheets, chosen);
  const blocks =
    selections !== null && (formats || view !== "values")
      ? await blocksOf(db, companyId, selections)
      : new Map<string, StoredBlock>();
  const ranges = selections?.map((selection): RangeContents => ({
    ...selection,
    values: null,
    formulas: view === "values" ? null : formulasOf(selection, blocks),
    formats: formats ? formatsOf(selection, blocks) : null,
  }));
  refuseLongFormulas(ranges ?? []);
  return {
    sheet,
    ranges: ranges ?? null,
    charts: charts ? await sheetsStore.listCharts(db, companyId, sheet.number) : null,
  };
}

type StoredBlock = Awaited<ReturnType<typeof sheetsStore.listTheseBlocks>>[number];

const blockKey = (worksheetId: string, block: number): string => `${worksheetId} ${block}`;

/** Returns the numbers of the blocks that contain a range. */
function blockNumbers({ top, bottom }: Bounds): number[] {
  const first = blockOf(top);
  return Array.from({ length: blockOf(bottom) - first + 1 }, (_, index) => first + index);
}

/** Reads the existing blocks of some ranges; the keys are made by `blockKey`. */
async function blocksOf(
  db: Queryable,
  companyId: Company,
  selections: readonly Selection[],
): Promise<Map<string, StoredBlock>> {
  const needed = new Map(
    selections.flatMap(({ worksheet: { id: worksheetId }, bounds }) =>
      blockNumbers(bounds).map((block) => [blockKey(worksheetId, block), { worksheetId, block }] as const),
    ),
  );
  const rows =
    needed.size === 0 ? [] : await sheetsStore.listTheseBlocks(db, companyId, [...needed.values()]);
  return new Map(rows.map((row) => [blockKey(row.worksheet_id, row.block), row]));
}

function isWithin({ top, left, bottom, right }: Bounds, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Returns the existing blocks of a range, from top to bottom. */
function blocksOfRange(
  { worksheet, bounds }: Selection,
  blocks: ReadonlyMap<string, StoredBlock>,
): StoredBlock[] {
  return blockNumbers(bounds).flatMap((number) => blocks.get(blockKey(worksheet.id, number)) ?? []);
}

function formulasOf(selection: Selection, blocks: ReadonlyMap<string, StoredBlock>): (string | null)[][] {
  const { bounds } = selection;
  const { top, left, bottom, right } = bounds;
  const formulas = Array.from({ length: bottom - top + 1 }, () =>
    Array<string | null>(right - left + 1).fill(null),
  );
  for (const { cells } of blocksOfRange(selection, blocks)) {
    for (const { row, column, value } of readBlock(cells)) {
      const line =
        value instanceof FormulaText && isWithin(bounds, row, column) ? formulas[row - top] : undefined;
      if (line !== undefined && value instanceof FormulaText) line[column - left] = value.text;
    }
  }
  return formulas;
}

function refuseLongFormulas(ranges: readonly RangeContents[]): void {
  const most = LIMITS.sheet_answer_characters.value;
  let characters = 0;
  for (const { formulas } of ranges)
    for (const line of formulas ?? []) for (const formula of line) characters += formula?.length ?? 0;
  if (characters > most)
    throw refuse("invalid_request", {
      param: "ranges",
      message: `The formulas of the ranges have more than ${most} characters together. Read fewer cells at a time.`,
    });
}

function formatsOf(selection: Selection, blocks: ReadonlyMap<string, StoredBlock>): FormattedCell[] {
  return blocksOfRange(selection, blocks).flatMap(({ formats }) =>
    readFormats(formats).filter(({ row, column }) => isWithin(selection.bounds, row, column)),
  );
}

/** A rectangle of a worksheet, which is identified by the position of its tab. */
export interface PlacedRange {
  readonly worksheet: Pick<UsedWorksheet, "place">;
  readonly bounds: Bounds;
}

/**
 * Calculates ranges of a document in the edition that `sheet` has. The values are unavailable if their texts
 * have more than `characters` characters together. Throws `DocumentChanged`.
 */
export async function calculate(
  { calculator, books, db, faults }: SheetsNeeds,
  companyId: CompanyFor<"forecast:view">,
  sheet: SheetRow,
  ranges: readonly PlacedRange[],
  characters: number,
  now: UnixSeconds,
): Promise<CalculationResult> {
  try {
    return await calculator.calculate({
      company: companyId,
      // An edition identifies one content permanently, so a calculation thread that has it need not load it.
      key: `${companyId} ${sheet.id} ${sheet.edition}`,
      load: () => db.transaction((tx) => loadWorkbook(tx, companyId, sheet), { mode: "snapshot" }),
      ranges: ranges.map(({ worksheet: { place }, bounds }) => ({ sheet: place, ...bounds })),
      characters,
      now: instantSerial(now),
      books: (calls) => books(companyId, now, calls),
      onBegin: faults.drills === null ? undefined : () => faults.at("sheet.calculation"),
    });
  } catch (error) {
    const drill = faults.messageOf(error);
    if (drill === null) throw error;
    return { isAvailable: false, message: drill };
  }
}

/**
 * Loads a document for the calculator. Throws `DocumentChanged` if its edition is not that of the first read.
 */
async function loadWorkbook(
  db: Queryable,
  companyId: Company,
  { id, edition, number }: SheetRow,
): Promise<WorkbookSource> {
  const sheet = await sheetsStore.findWithWorksheets(db, companyId, id);
  if (sheet?.edition !== edition) throw new DocumentChanged("a document changed while it was read");
  const names = await sheetsStore.listNames(db, companyId, number);
  const places = new Map(sheet.worksheets.map((worksheet) => [worksheet.id, worksheet.place]));
  const blocks = new Map(sheet.worksheets.map((worksheet): [string, string[]] => [worksheet.id, []]));
  for (const { worksheet_id, cells } of await sheetsStore.listAllBlocks(db, companyId, number))
    blocks.get(worksheet_id)?.push(cells);
  return {
    sheets: sheet.worksheets.map((worksheet) => ({
      name: worksheet.name,
      rowCount: worksheet.row_count,
      columnCount: worksheet.column_count,
      blocks: blocks.get(worksheet.id) ?? [],
    })),
    names: names.map(({ name, formula, worksheet_id }) => ({
      name,
      formula,
      sheet: worksheet_id === null ? null : (places.get(worksheet_id) ?? null),
    })),
  };
}
