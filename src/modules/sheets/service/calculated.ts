/**
 * A whole document with its calculated values, for exports. Invariant: the content and the values are of one
 * revision.
 */
import { type Authored, type AuthoredCell, errorOf, FormulaText } from "@daybook/formula/cells";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Worksheet } from "../../../core/spreadsheet.ts";
import { type CalculationResult, errorOfProblem } from "../../../platform/formula/index.ts";
import type { Bounds } from "../rules/words.ts";
import { type ReadDocument, readDocument } from "./create.ts";
import type { SheetsNeeds } from "./needs.ts";
import { calculate, type PlacedRange, unchanged } from "./read.ts";

export interface CalculatedDocument extends ReadDocument {
  /**
   * For each worksheet the cells that came to something by a formula, their own or one that spills into them,
   * row after row. Null where the document can't be calculated.
   */
  readonly results: readonly (readonly AuthoredCell[])[] | null;
  readonly calculation: CalculationResult;
}

/** So far beyond what is written arrays are followed that spill. */
const BEYOND = { rows: 200, columns: 26 } as const;

/** Refuses `resource_missing`. */
export async function calculatedDocument(
  needs: SheetsNeeds,
  companyId: PublicId<"company">,
  id: string,
  now: UnixSeconds,
): Promise<CalculatedDocument> {
  return unchanged(async () => {
    const document = await needs.db.transaction((tx) => readDocument(tx, companyId, id), {
      mode: "snapshot",
      long: true,
    });
    const { worksheets } = document.spreadsheet;
    const ranges = worksheets.flatMap((worksheet, place) => {
      const bounds = boundsOf(worksheet);
      return bounds === null ? [] : [{ worksheet: { place }, bounds }];
    });
    const calculation = await calculate(
      needs,
      companyId,
      document,
      ranges,
      LIMITS.sheet_characters.value,
      now,
    );
    return {
      ...document,
      calculation,
      results: calculation.isAvailable
        ? worksheets.map((worksheet, place) => resultsOf(worksheet, place, ranges, calculation))
        : null,
    };
  });
}

type Available = Extract<CalculationResult, { isAvailable: true }>;

/** The area of written cells and of array formulas, with a margin; null without a formula. */
function boundsOf({ cells, rowCount, columnCount }: Worksheet): Bounds | null {
  if (!cells.some(({ value }) => value instanceof FormulaText)) return null;
  const fillsOf = (value: Authored) =>
    (value instanceof FormulaText && value.fills) || { rows: 1, columns: 1 };
  const bottom = Math.min(
    rowCount - 1,
    cells.reduce((most, { row, value }) => Math.max(most, row + fillsOf(value).rows - 1), 0),
  );
  const right = Math.min(
    columnCount - 1,
    cells.reduce((most, { column, value }) => Math.max(most, column + fillsOf(value).columns - 1), 0),
  );
  const far = {
    bottom: Math.min(rowCount - 1, bottom + BEYOND.rows),
    right: Math.min(columnCount - 1, right + BEYOND.columns),
  };
  const isSmall = (far.bottom + 1) * (far.right + 1) <= LIMITS.sheet_cells.value;
  return { top: 0, left: 0, ...(isSmall ? far : { bottom, right }) };
}

function resultsOf(
  { cells }: Worksheet,
  place: number,
  ranges: readonly PlacedRange[],
  { values, problems }: Available,
): readonly AuthoredCell[] {
  const at = ranges.findIndex(({ worksheet }) => worksheet.place === place);
  if (at === -1) return [];
  const key = (row: number, column: number): number => row * LIMITS.sheet_columns.value + column;
  const typed = new Set(
    cells.filter(({ value }) => !(value instanceof FormulaText)).map(({ row, column }) => key(row, column)),
  );
  const failed = new Map(
    problems
      .filter(({ sheet }) => sheet === place)
      .map(({ row, column, code }) => [key(row, column), errorOf(errorOfProblem(code))]),
  );
  return (values[at] ?? []).flatMap((line, row) =>
    line.flatMap((shown, column): AuthoredCell[] => {
      const value = shown ?? failed.get(key(row, column)) ?? null;
      return value === null || typed.has(key(row, column)) ? [] : [{ row, column, value }];
    }),
  );
}
