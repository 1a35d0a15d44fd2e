/**
 * Reading documents: the list, and one with cells of it. Invariants: one answer is of one revision of its
 * document; no transaction is open while formulas are calculated; what can't be calculated leaves everything
 * else of the answer as it is.
 */
import { FormulaText, readBlock, type Scalar, type WorkbookSource } from "@daybook/formula/cells";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { bindingOf, type Page, pageOf } from "../../../core/cursor.ts";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { FormattedCell } from "../../../core/spreadsheet.ts";
import type { Queryable, QueryOf } from "../../../platform/db/index.ts";
import type { CalculationResult } from "../../../platform/formula/index.ts";
import { blockOf, readFormats } from "../rules/blocks.ts";
import { folded } from "../rules/checks.ts";
import { SHEET_CURSORS } from "../rules/cursors.ts";
import { momentSerial } from "../rules/moment.ts";
import { chosenWorksheet, readRanges, type Selection } from "../rules/ranges.ts";
import type { SheetRow } from "../record.ts";
import type { Bounds, ChartRow, UsedWorksheet, WholeSheet } from "../rules/words.ts";
import { sheetsStore } from "../store.ts";
import type { SheetsNeeds } from "./needs.ts";

type Company = PublicId<"company">;

/** The page of a list of documents. */
export type SheetListQuery = QueryOf<typeof sheetsStore.pages>;

export async function listSheets(
  { db }: SheetsNeeds,
  companyId: Company,
  query: SheetListQuery,
): Promise<Page<SheetRow>> {
  const asked = { ...query, query: query.query === null ? null : folded(String(query.query)) };
  const binding = bindingOf(companyId, asked.query);
  const after = SHEET_CURSORS.read(query.starting_after, binding);
  const rows = await sheetsStore.pages.list(db, companyId, asked, after);
  return pageOf(rows, query.limit, (last) => SHEET_CURSORS.write(binding, last));
}

export type SheetView = "values" | "formulas" | "both";

export interface SheetQuery {
  /** Null for none. */
  readonly ranges: readonly string[] | null;
  readonly worksheetId: string | null;
  readonly view: SheetView;
  readonly charts: boolean;
  readonly formats: boolean;
}

/** A range of an answer, with its requested members as far as they are available. */
export interface RangeContents extends Selection<UsedWorksheet> {
  readonly values: readonly (readonly Scalar[])[] | null;
  readonly formulas: readonly (readonly (string | null)[])[] | null;
  readonly formats: readonly FormattedCell[] | null;
}

export interface SheetContents {
  readonly sheet: WholeSheet;
  readonly ranges: readonly RangeContents[] | null;
  /** Null where nothing was to be calculated. */
  readonly calculation: CalculationResult | null;
  readonly charts: readonly ChartRow[] | null;
}

/** The number of attempts at reading a document that changes meanwhile. */
const ATTEMPTS = 5;

/** The document was changed before its calculation had loaded it. */
class Changed extends Error {
  override readonly name = "Changed";
}

/** Refuses `resource_missing` and `invalid_request`, the latter with `param` `ranges` or `worksheet_id`. */
export async function getSheet(
  needs: SheetsNeeds,
  companyId: Company,
  id: string,
  query: SheetQuery,
  now: UnixSeconds,
): Promise<SheetContents> {
  return unchanged(() => readOnce(needs, companyId, id, query, now));
}

/** Calls `read` again until the document does not change during it. */
export async function unchanged<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      if (attempt >= ATTEMPTS)
        throw refuse("service_unavailable", {
          message: "The document changed repeatedly during the read. Retry.",
        });
    }
  }
}

async function readOnce(
  needs: SheetsNeeds,
  companyId: Company,
  id: string,
  query: SheetQuery,
  now: UnixSeconds,
): Promise<SheetContents> {
  const { sheet, ranges, charts } = await needs.db.transaction(
    (tx) => readWritten(tx, companyId, id, query),
    { mode: "snapshot" },
  );
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

/** All of an answer that needs no calculation. */
async function readWritten(
  db: Queryable,
  companyId: Company,
  id: string,
  { ranges: asked, worksheetId, view, charts, formats }: SheetQuery,
): Promise<Omit<SheetContents, "calculation">> {
  const sheet = await sheetsStore.findWhole(db, companyId, id);
  if (sheet === null) throw refuse("resource_missing");
  const chosen = chosenWorksheet(sheet.worksheets, worksheetId);
  const selections = asked === null ? null : readRanges(asked, sheet.worksheets, chosen);
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

/** The numbers of the blocks in which a range lies. */
function blockNumbers({ top, bottom }: Bounds): number[] {
  const first = blockOf(top);
  return Array.from({ length: blockOf(bottom) - first + 1 }, (_, index) => first + index);
}

/** The blocks of some ranges that are there, by worksheet and number. */
async function blocksOf(
  db: Queryable,
  companyId: Company,
  selections: readonly Selection[],
): Promise<Map<string, StoredBlock>> {
  const asked = new Map(
    selections.flatMap(({ worksheet: { id: worksheetId }, bounds }) =>
      blockNumbers(bounds).map((block) => [blockKey(worksheetId, block), { worksheetId, block }] as const),
    ),
  );
  const rows = asked.size === 0 ? [] : await sheetsStore.listTheseBlocks(db, companyId, [...asked.values()]);
  return new Map(rows.map((row) => [blockKey(row.worksheet_id, row.block), row]));
}

function isWithin({ top, left, bottom, right }: Bounds, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** The blocks of a range that are there, from above. */
function ownBlocks(
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
  for (const { cells } of ownBlocks(selection, blocks)) {
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
  return ownBlocks(selection, blocks).flatMap(({ formats }) =>
    readFormats(formats).filter(({ row, column }) => isWithin(selection.bounds, row, column)),
  );
}

/** A rectangle of the worksheet at a place. */
export interface PlacedRange {
  readonly worksheet: Pick<UsedWorksheet, "place">;
  readonly bounds: Bounds;
}

/**
 * Calculates ranges of a document as it was read; values whose texts have more `characters` together are
 * unavailable. Throws `Changed`.
 */
export async function calculate(
  { calculator, books, db, faults }: SheetsNeeds,
  companyId: Company,
  sheet: SheetRow,
  ranges: readonly PlacedRange[],
  characters: number,
  now: UnixSeconds,
): Promise<CalculationResult> {
  try {
    return await calculator.calculate({
      company: companyId,
      // An edition is one content, so whoever has it needs nothing more.
      key: `${companyId} ${sheet.id} ${sheet.edition}`,
      load: () => db.transaction((tx) => loadWorkbook(tx, companyId, sheet), { mode: "snapshot" }),
      ranges: ranges.map(({ worksheet: { place }, bounds }) => ({ sheet: place, ...bounds })),
      characters,
      now: momentSerial(now),
      books: (calls) => books(companyId, now, calls),
      begun: faults.drills === null ? undefined : () => faults.at("sheet.calculation"),
    });
  } catch (error) {
    const drill = faults.asked(error);
    if (drill === null) throw error;
    return { isAvailable: false, message: drill };
  }
}

/** A document as the calculator takes it. Throws `Changed` when it is not what was read any more. */
async function loadWorkbook(
  db: Queryable,
  companyId: Company,
  { id, edition, number }: SheetRow,
): Promise<WorkbookSource> {
  const whole = await sheetsStore.findWhole(db, companyId, id);
  if (whole?.edition !== edition) throw new Changed("a document changed while it was read");
  const names = await sheetsStore.listNames(db, companyId, number);
  const places = new Map(whole.worksheets.map((worksheet) => [worksheet.id, worksheet.place]));
  const blocks = new Map(whole.worksheets.map((worksheet): [string, string[]] => [worksheet.id, []]));
  for (const { worksheet_id, cells } of await sheetsStore.listAllBlocks(db, companyId, number))
    blocks.get(worksheet_id)?.push(cells);
  return {
    sheets: whole.worksheets.map((worksheet) => ({
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
